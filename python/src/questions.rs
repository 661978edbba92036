//! Questions about pairs of shapes.
//!
//! A question says how one pair is answered, and how a batch of convex pairs is. The rest is the same for all of them,
//! for single pairs, rows and tables.

use ::clearance::Collider;
use ::clearance::batch::{Batch, Booleans, Clearances, Distances, Outcome, Penetrations};
use ::clearance::d3_f64::Status;
use ::clearance::glam::{DVec2, DVec3};
use ::clearance::number::Scalar;
use ::clearance::space::Pose;
use pyo3::prelude::*;

use crate::answer as answers;
use crate::columns::{Column, Field, Kind, Value};
use crate::error::value;
use crate::poses::Poses;
use crate::rows::{self, Options, Placed, Precision};
use crate::sides::{Given, Listed, NAMES, Sides, with_vectors};
use crate::space::Space;
use crate::table::is_long;
use crate::watch::apart;

/// A question about pairs.
pub trait Question: Copy + Send + Sync + 'static {
    /// The columns of its answer.
    const FIELDS: &'static [Field];

    /// The answer for a pair, in the order of the columns.
    fn one<V: Space>(self, pair: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>>;
    /// Answers so many rows of a batch. False if it has to be asked row by row.
    fn many<V: Space>(self, _: &Batch<'_, V>, _rows: usize, _: &mut [Column<'_, V>]) -> bool {
        false
    }
    /// What Python gets for the columns: the only one, unless an answer has names for them.
    fn answer(_: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        columns.into_iter().next().ok_or_else(|| value("answer", "no column"))
    }
}

/// Asks about two sides: one pair, or rows.
fn ask<V: Space, Q: Question>(
    py: Python<'_>,
    question: Q,
    given: Given<'_, '_>,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let [a, pose_a, b, pose_b] = given;
    let poses = [Poses::<V>::of(NAMES[0], pose_a)?, Poses::of(NAMES[1], pose_b)?];
    let shapes = [V::shape_of(a), V::shape_of(b)];
    let ([Some(a), Some(b)], [Poses::One(at_a), Poses::One(at_b)]) = (shapes, &poses) else {
        let shapes = [Listed::<V>::of("a", a)?, Listed::of("b", b)?];
        let sides = Sides::new(shapes, [poses[0].view()?, poses[1].view()?])?;
        return rows::ask(py, question, &sides, options);
    };
    let shape = |name, shape: Result<_, String>| shape.map_err(|wrong| value(name, wrong));
    let (a, b) = (shape("a", a)?, shape("b", b)?);
    match [at_a, at_b] {
        [Ok(at_a), Ok(at_b)] => single::<V, _>(py, question, [(a, at_a), (b, at_b)], options),
        _ if options.is_marking => {
            values::<V, Q>(py, Q::FIELDS.iter().map(|(_, kind)| Value::nothing(*kind)), options)
        }
        [Err(wrong), _] => Err(value(NAMES[0], wrong)),
        [_, Err(wrong)] => Err(value(NAMES[1], wrong)),
    }
}

/// A shape and its pose.
type Side<'a, V> = (&'a Collider<V>, &'a Pose<V>);

fn single<V: Space, Q: Question>(
    py: Python<'_>,
    question: Q,
    pair: [Side<'_, V>; 2],
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let [a, b] = pair;
    if !is_long(a.0, b.0) {
        let pair = pair.map(|(shape, pose)| Placed { shape, pose });
        return values::<V, Q>(py, question.one(pair), options);
    }
    let own = [a, b].map(|(shape, pose)| (shape.clone(), *pose));
    let work = move || {
        let pair = own.each_ref().map(|(shape, pose)| Placed { shape, pose });
        question.one(pair).into_iter().collect::<Vec<_>>()
    };
    values::<V, Q>(py, apart(py, work)?, options)
}

fn values<V: Space, Q: Question>(
    py: Python<'_>,
    values: impl IntoIterator<Item = Value<V>>,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    if options.out.is_some() {
        return Err(value("out", "one pair is answered with values, not with arrays"));
    }
    let values = values.into_iter().map(|value| value.into_python(py));
    Q::answer(py, values.collect::<PyResult<_>>()?)
}

/// Do shapes touch or overlap?
#[derive(Clone, Copy)]
pub struct Intersects;

impl Question for Intersects {
    const FIELDS: &'static [Field] = &[("", Kind::Flag)];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        [Value::Flag(::clearance::intersects(a.shape, a.pose, b.shape, b.pose))]
    }
    fn many<V: Space>(self, batch: &Batch<'_, V>, _: usize, columns: &mut [Column<'_, V>]) -> bool {
        let [Column::Flags(intersects)] = columns else { return false };
        batch.intersects(&mut Booleans { intersects, ..Default::default() }).is_ok()
    }
}

/// Are shapes at most so far apart?
#[derive(Clone, Copy)]
pub struct Within(pub f64);

impl Within {
    pub fn checked(distance: f64) -> PyResult<Self> {
        if distance.is_nan() { Err(value("distance", "it is NaN")) } else { Ok(Self(distance)) }
    }
}

impl Question for Within {
    const FIELDS: &'static [Field] = &[("", Kind::Flag)];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        // Rounded up, so that a gap is proven for the distance that was given.
        let distance = V::Scalar::above(self.0);
        [Value::Flag(::clearance::within(a.shape, a.pose, b.shape, b.pose, distance))]
    }
}

/// How far are shapes apart? 0 if they touch or overlap.
#[derive(Clone, Copy)]
pub struct Distance;

impl Question for Distance {
    const FIELDS: &'static [Field] = &[("", Kind::Number)];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        [Value::Number(::clearance::distance(a.shape, a.pose, b.shape, b.pose))]
    }
    fn many<V: Space>(self, batch: &Batch<'_, V>, _: usize, columns: &mut [Column<'_, V>]) -> bool {
        let [Column::Numbers(distance)] = columns else { return false };
        batch.distance(&mut Distances { distance, ..Default::default() }).is_ok()
    }
}

/// How far are shapes apart, or how deep do they overlap?
#[derive(Clone, Copy)]
pub struct Clearance;

impl Question for Clearance {
    const FIELDS: &'static [Field] = &[
        ("signed_distance", Kind::Number),
        ("lower", Kind::Number),
        ("upper", Kind::Number),
        ("normal", Kind::Vector),
        ("point_a", Kind::Vector),
        ("point_b", Kind::Vector),
        ("status", Kind::Status),
    ];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        let found = ::clearance::clearance(a.shape, a.pose, b.shape, b.pose);
        [
            Value::Number(found.signed_distance),
            Value::Number(found.lower),
            Value::Number(found.upper),
            Value::Vector(found.normal),
            Value::Vector(found.point_a),
            Value::Vector(found.point_b),
            Value::Status(found.status()),
        ]
    }
    fn many<V: Space>(
        self,
        batch: &Batch<'_, V>,
        rows: usize,
        columns: &mut [Column<'_, V>],
    ) -> bool {
        let [
            Column::Numbers(signed_distance),
            Column::Numbers(lower),
            Column::Numbers(upper),
            vectors @ ..,
            Column::Statuses(_),
        ] = &mut *columns
        else {
            return false;
        };
        let mut found: [Vec<V>; 3] = [(); 3].map(|()| vec![V::ZERO; rows]);
        let [normal, point_a, point_b] = &mut found;
        let mut status = vec![Status::Undecided; rows];
        let asked = &mut Clearances {
            signed_distance,
            lower,
            upper,
            normal,
            point_a,
            point_b,
            status: &mut status,
            outcome: &mut [] as &mut [Outcome],
        };
        let is_asked = batch.clearance(asked).is_ok();
        for (column, found) in vectors.iter_mut().zip(&found) {
            column.put_vectors(found);
        }
        for (row, status) in status.into_iter().enumerate() {
            columns[6].put(row, Value::Status(status));
        }
        is_asked
    }
    fn answer(py: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        answers::Clearance::of(py, columns)
    }
}

/// The nearest points; where the shapes touch there are none, and the distance is 0.
#[derive(Clone, Copy)]
pub struct ClosestPoints;

impl Question for ClosestPoints {
    const FIELDS: &'static [Field] =
        &[("point_a", Kind::Vector), ("point_b", Kind::Vector), ("distance", Kind::Number)];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        match ::clearance::closest_points(a.shape, a.pose, b.shape, b.pose) {
            Some(found) => [
                Value::Vector(found.point_a),
                Value::Vector(found.point_b),
                Value::Number(found.distance),
            ],
            None => {
                let nowhere = || Value::nothing(Kind::Vector);
                [nowhere(), nowhere(), Value::Number(V::Scalar::ZERO)]
            }
        }
    }
    fn answer(py: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        answers::ClosestPoints::of(py, columns)
    }
}

/// How deep shapes overlap; where they are apart the depth is 0, and there is no normal.
#[derive(Clone, Copy)]
pub struct Deepest;

impl Question for Deepest {
    const FIELDS: &'static [Field] = &[("depth", Kind::Number), ("normal", Kind::Vector)];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        match ::clearance::penetration(a.shape, a.pose, b.shape, b.pose) {
            Some(found) => [Value::Number(found.depth), Value::Vector(found.normal)],
            None => [Value::Number(V::Scalar::ZERO), Value::nothing(Kind::Vector)],
        }
    }
    fn many<V: Space>(
        self,
        batch: &Batch<'_, V>,
        rows: usize,
        columns: &mut [Column<'_, V>],
    ) -> bool {
        let [Column::Numbers(depth), vectors] = columns else { return false };
        let (mut normal, mut intersects) = (vec![V::ZERO; rows], vec![false; rows]);
        let asked = &mut Penetrations {
            intersects: &mut intersects,
            depth,
            normal: &mut normal,
            ..Default::default()
        };
        let is_asked = batch.penetration(asked).is_ok();
        vectors.put_vectors(&normal);
        for (row, _) in intersects.iter().enumerate().filter(|(_, touch)| !**touch) {
            depth[row] = V::Scalar::ZERO;
            vectors.clear(row);
        }
        is_asked
    }
    fn answer(py: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        answers::Penetration::of(py, columns)
    }
}

/// How deep the deepest common point is; where the shapes are apart the depth is 0, and there is no point.
#[derive(Clone, Copy)]
pub struct LocalDepth;

impl Question for LocalDepth {
    const FIELDS: &'static [Field] = &[
        ("lower", Kind::Number),
        ("upper", Kind::Number),
        ("point", Kind::Vector),
        ("normal", Kind::Vector),
    ];

    fn one<V: Space>(self, [a, b]: [Placed<'_, V>; 2]) -> impl IntoIterator<Item = Value<V>> {
        match ::clearance::local_depth(a.shape, a.pose, b.shape, b.pose) {
            Some(found) => [
                Value::Number(found.lower),
                Value::Number(found.upper),
                Value::Vector(found.point),
                Value::Vector(found.normal),
            ],
            None => {
                let (zero, nothing) =
                    (|| Value::Number(V::Scalar::ZERO), || Value::nothing(Kind::Vector));
                [zero(), zero(), nothing(), nothing()]
            }
        }
    }
    fn answer(py: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        answers::LocalDepth::of(py, columns)
    }
}

/// Asks in the dimension of the shapes, and in the precision of the poses.
fn answer<Q: Question>(
    py: Python<'_>,
    question: Q,
    given: Given<'_, '_>,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    if options.precision != Some(Precision::Float32) {
        if let Some([(a, at_a), (b, at_b)]) = objects::<DVec3>(given) {
            return single(py, question, [(a, &at_a), (b, &at_b)], options);
        }
        if let Some([(a, at_a), (b, at_b)]) = objects::<DVec2>(given) {
            return single(py, question, [(a, &at_a), (b, &at_b)], options);
        }
    }
    let [a, pose_a, _, pose_b] = given;
    let precision = options.precision(&[pose_a, pose_b]);
    with_vectors!(V, a, precision, ask::<V, _>(py, question, given, options))
}

/// Two shapes at poses that are objects: the shortest way, without lists.
fn objects<'a, V: Space>(
    [a, pose_a, b, pose_b]: Given<'a, '_>,
) -> Option<[(&'a Collider<V>, Pose<V>); 2]> {
    let side = |shape, pose| Some((V::shape_of(shape)?.ok()?, V::pose_of(pose)?.ok()?));
    Some([side(a, pose_a)?, side(b, pose_b)?])
}

/// Functions of Python with the arguments of all questions.
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident($($more:ident: $of:ty),*) $question:expr;)*) => {$(
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (
            a, pose_a, b, pose_b, $($more,)* *, threads = 1, out = None, on_error = "raise", progress = None,
            precision = None
        ))]
        #[allow(clippy::too_many_arguments, reason = "those of Python")]
        pub fn $name<'py>(
            py: Python<'py>,
            a: &Bound<'py, PyAny>,
            pose_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyAny>,
            pose_b: &Bound<'py, PyAny>,
            $($more: $of,)*
            threads: i64,
            out: Option<Bound<'py, PyAny>>,
            on_error: &str,
            progress: Option<Bound<'py, PyAny>>,
            precision: Option<&str>,
        ) -> PyResult<Py<PyAny>> {
            let options = Options::of(threads, out, on_error, progress, precision)?;
            answer(py, $question, [a, pose_a, b, pose_b], &options)
        }
    )*};
}

questions! {
    /// Do the shapes touch or overlap? False only if a gap is proven.
    intersects() Intersects;
    /// Are the shapes at most ``distance`` apart? False only if it is proven that they are not. A negative distance asks
    /// whether they overlap at least that deep.
    within(distance: f64) Within::checked(distance)?;
    /// How far apart are the shapes? 0 if they touch or overlap.
    distance() Distance;
    /// How far apart are the shapes, or how deep do they overlap? In world coordinates and the unit of the input.
    clearance() Clearance;
    /// The nearest points of the shapes, in world coordinates.
    closest_points() ClosestPoints;
    /// How deep do the shapes overlap, and along which normal?
    penetration() Deepest;
    /// How deep is the deepest common point of the shapes: the larger of its distances from the surfaces of A and of B? A
    /// shaft that is too thick for its hole is as deep as it is too thick, where ``clearance`` must pull it out.
    local_depth() LocalDepth;
}
