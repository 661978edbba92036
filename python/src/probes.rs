//! Rays and points, many at once, against one shape.
//!
//! ```text
//!   points  (3,)       one point  -> Python's values          the plane has (2,) and (.., 2)
//!           (.., 3)    rows       -> arrays of shape (..)
//! ```

use std::ops::Range;

use clearance::glam::{DVec2, DVec3};
use clearance::space::Pose;
use clearance::{Collider, Ray, RayCast};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::answer::{Projection, RayHit};
use crate::columns::{Arrays, Buffers, Field, Kind, Value};
use crate::error::{array, kind, value};
use crate::parts::{self, Plan, Refused};
use crate::rows::Options;
use crate::sides::place;
use crate::single::{OnePose, at};
use crate::space::Space;
use crate::table::pieces;

/// A part or face as a number: -1 where there is none.
pub fn index(number: Option<u32>) -> i64 {
    number.map_or(-1, i64::from)
}

/// Asks in the vectors of a shape, space's or the plane's: `$ask` names their type `$v`.
macro_rules! of_shape {
    ($v:ident, $shape:expr, $ask:expr) => {
        if $crate::sides::are_plane($shape) {
            type $v = ::clearance::glam::DVec2;
            $ask
        } else {
            type $v = ::clearance::glam::DVec3;
            $ask
        }
    };
}

pub(crate) use of_shape;

/// A type of vectors in float64.
pub trait Wide: Space<Scalar = f64> {}

impl Wide for DVec2 {}
impl Wide for DVec3 {}

/// The shape of an argument.
pub fn shape_of<'a, V: Wide>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a Collider<V>> {
    let needed = || kind("shape", format!("a Shape or Shape2 is needed, not {}", given.get_type()));
    V::shape_of(given).ok_or_else(needed)?.map_err(|wrong| value("shape", wrong))
}

/// The pose of an argument that may be left out.
pub fn pose_of<V: Space>(given: Option<&Bound<'_, PyAny>>) -> PyResult<Pose<V>> {
    Ok(at(given.map(|pose| pose.extract::<OnePose<V>>()).transpose()?))
}

/// An argument of points or directions.
pub struct Vectors<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    dim: usize,
}

impl<'py> Vectors<'py> {
    pub fn of<V: Wide>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let needed = format!("numbers of shape (.., {}) are needed", V::DIM);
        let array = array(name, given, "fiu", &needed)?;
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("ascontiguousarray", (array, "float64"))?;
        let array = array.cast_into::<PyArrayDyn<f64>>()?;
        if array.shape().last() != Some(&V::DIM) {
            let found = array.shape();
            let dim = V::DIM;
            let wrong = format!(
                "an array of numbers of shape (.., {dim}) is needed, but the shape is {found:?}"
            );
            return Err(value(name, wrong));
        }
        Ok(Self { array: array.try_readonly()?, dim: V::DIM })
    }
    /// The dimensions before that of a vector.
    pub fn dims(&self) -> &[usize] {
        &self.array.shape()[..self.array.ndim() - 1]
    }
    /// As plain memory, which other threads may read.
    pub fn view<V: Wide>(&self) -> PyResult<impl Fn(usize) -> V + Sync + use<'_, 'py, V>> {
        let (numbers, dim) = (self.array.as_slice()?, self.dim);
        let is_one = self.dims().iter().all(|size| *size == 1);
        Ok(move |row: usize| {
            let start = if is_one { 0 } else { dim * row };
            V::from_fn(|i| numbers[start + i])
        })
    }
}

/// Questions about things at one shape are asked in parts: so many that a part takes less than a second, if a thing is
/// compared with all pieces.
pub fn plan(pieces: usize, count: usize) -> Plan {
    Plan { count, each: (300_000 / pieces.max(1)).clamp(1, 1024), is_long: false }
}

/// A question about each of many things, as `rows` makes them, or about one if there are no dimensions.
pub struct Probed<'a> {
    pub fields: &'static [Field],
    pub dims: &'a [usize],
    pub plan: Plan,
    pub options: Options<'a>,
    /// What Python gets for the columns.
    pub answer: fn(Python<'_>, Vec<Py<PyAny>>) -> PyResult<Py<PyAny>>,
}

impl Probed<'_> {
    pub fn ask<V: Wide, T: Send + 'static, const N: usize>(
        self,
        py: Python<'_>,
        make: impl Fn(usize) -> Result<T, Refused> + Sync,
        ask: impl Fn(&T) -> Result<[Value<V>; N], Refused> + Send + Sync + 'static,
    ) -> PyResult<Py<PyAny>> {
        let Self { fields, dims, plan, options, answer } = self;
        if dims.is_empty() {
            if options.out.is_some() {
                return Err(value("out", "one row is answered with values, not with arrays"));
            }
            let thing = make(0)?;
            let found = crate::watch::apart_if(py, plan.each == 1, move || ask(&thing))??;
            let values = found.into_iter().map(|value| value.into_python(py));
            return answer(py, values.collect::<PyResult<_>>()?);
        }
        let mut arrays = Arrays::<V>::new(py, fields, dims, options.out.as_ref())?;
        let make = |rows: Range<usize>| rows.map(&make).collect::<Result<Vec<T>, _>>();
        let work = move |things: Vec<T>| {
            let mut found = Buffers::new(fields, things.len());
            let mut columns = found.columns();
            for (row, thing) in things.iter().enumerate() {
                for (column, value) in columns.iter_mut().zip(ask(thing)?) {
                    column.put(row, value);
                }
            }
            drop(columns);
            Ok(found)
        };
        parts::answer(py, &options, &plan, arrays.parts(plan.each)?, &make, work, &Buffers::put)?;
        match options.out {
            Some(out) => Ok(out.unbind()),
            None => answer(py, arrays.into_python()),
        }
    }
}

/// The only column of an answer.
pub fn only(_: Python<'_>, columns: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
    columns.into_iter().next().ok_or_else(|| value("answer", "no column"))
}

/// A question about a point at a posed shape, whose answer is some values.
type AskPoint<V, const N: usize> =
    fn(&Collider<V>, &Pose<V>, V) -> Result<[Value<V>; N], clearance::Error>;

/// Asks about points at a shape.
fn at_points<'py, V: Wide, const N: usize>(
    py: Python<'py>,
    [shape, points]: [&Bound<'py, PyAny>; 2],
    pose: Option<&Bound<'py, PyAny>>,
    options: Options<'_>,
    fields: &'static [Field],
    ask: AskPoint<V, N>,
    answer: fn(Python<'_>, Vec<Py<PyAny>>) -> PyResult<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let (shape, pose) = (shape_of::<V>(shape)?.clone(), pose_of::<V>(pose)?);
    let points = Vectors::of::<V>("points", points)?;
    let (point, dims) = (points.view::<V>()?, points.dims());
    let plan = plan(pieces(&shape), dims.iter().product());
    let make = |row: usize| {
        let point = point(row);
        let why = |wrong| ("points".into(), format!("{}{wrong}", place(row, dims)));
        Pose::at(point).map_err(|wrong| Refused { row, why: why(wrong) })?;
        Ok((row, point))
    };
    let ask = move |(row, point): &(usize, V)| {
        let found = ask(&shape, &pose, *point);
        found.map_err(|wrong| Refused { row: *row, why: ("points".into(), wrong.to_string()) })
    };
    Probed { fields, dims, plan, options, answer }.ask(py, make, ask)
}

/// Functions of Python about points.
macro_rules! about_points {
    ($($(#[$doc:meta])* $name:ident $fields:expr, $ask:expr, $answer:expr;)*) => {$(
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (shape, points, *, pose = None, threads = 1, out = None, progress = None))]
        #[allow(clippy::too_many_arguments, reason = "those of Python")]
        pub fn $name<'py>(
            py: Python<'py>,
            shape: &Bound<'py, PyAny>,
            points: &Bound<'py, PyAny>,
            pose: Option<&Bound<'py, PyAny>>,
            threads: i64,
            out: Option<Bound<'py, PyAny>>,
            progress: Option<Bound<'py, PyAny>>,
        ) -> PyResult<Py<PyAny>> {
            let options = Options::of(threads, out, "raise", progress, None)?;
            of_shape!(V, shape, {
                at_points::<V, _>(py, [shape, points], pose, options, $fields, $ask, $answer)
            })
        }
    )*};
}

about_points! {
    /// Is each point inside or on the surface? False only where it is proven to be outside.
    contains &[("", Kind::Flag)],
        |shape, pose, point| Ok([Value::Flag(clearance::contains(shape, pose, point)?)]), only;
    /// How far each point is from the surface, negative inside.
    signed_distance &[("", Kind::Number)],
        |shape, pose, point| Ok([Value::Number(clearance::project(shape, pose, point)?.signed_distance)]), only;
    /// The nearest point of the surface to each point, in world coordinates.
    project PROJECTION, |shape, pose, point| {
        let found = clearance::project(shape, pose, point)?;
        Ok([
            Value::Number(found.signed_distance),
            Value::Number(found.lower),
            Value::Number(found.upper),
            Value::Vector(found.point),
            Value::Vector(found.normal),
            Value::Index(i64::from(found.place.part)),
            Value::Index(index(found.place.facet)),
        ])
    }, Projection::of;
}

const PROJECTION: &[Field] = &[
    ("signed_distance", Kind::Number),
    ("lower", Kind::Number),
    ("upper", Kind::Number),
    ("point", Kind::Vector),
    ("normal", Kind::Vector),
    ("part", Kind::Index),
    ("face", Kind::Index),
];

/// Rays from origins along directions.
pub struct Rays<'py> {
    origins: Vectors<'py>,
    directions: Vectors<'py>,
    tmax: f64,
    pub dims: Vec<usize>,
}

impl<'py> Rays<'py> {
    /// Without `tmax` they do not end.
    pub fn of<V: Wide>(
        origins: &Bound<'py, PyAny>,
        directions: &Bound<'py, PyAny>,
        tmax: Option<f64>,
    ) -> PyResult<Self> {
        let origins = Vectors::of::<V>("origins", origins)?;
        let directions = Vectors::of::<V>("directions", directions)?;
        let tmax = tmax.unwrap_or(f64::INFINITY);
        if tmax.is_nan() || tmax < 0.0 {
            return Err(value("tmax", format!("{tmax} is no time from 0 on")));
        }
        let dims = match (origins.dims(), directions.dims()) {
            ([], dims) | (dims, []) => dims.to_vec(),
            (from, along) if from == along => from.to_vec(),
            ([from], [along]) => {
                return Err(value("directions", format!("{along} rows, but origins has {from}")));
            }
            (from, along) => {
                let wrong = format!("the rows are {along:?}, but those of origins {from:?}");
                return Err(value("directions", wrong));
            }
        };
        Ok(Self { origins, directions, tmax, dims })
    }
    pub fn count(&self) -> usize {
        self.dims.iter().product()
    }
    /// The ray of a row.
    pub fn make<V: Wide>(
        &self,
    ) -> PyResult<impl Fn(usize) -> Result<Ray<V>, Refused> + Sync + use<'_, 'py, V>> {
        let (origin, direction) = (self.origins.view::<V>()?, self.directions.view::<V>()?);
        let (dims, tmax) = (&self.dims[..], self.tmax);
        Ok(move |row: usize| {
            let (origin, direction) = (origin(row), direction(row));
            Ray::new(origin, direction, tmax).map_err(|wrong| {
                let name = if Pose::at(origin).is_err() { "origins" } else { "directions" };
                Refused { row, why: (name.into(), format!("{}{wrong}", place(row, dims))) }
            })
        })
    }
}

const RAY_HIT: &[Field] = &[
    ("hit", Kind::Flag),
    ("time", Kind::Number),
    ("point", Kind::Vector),
    ("normal", Kind::Vector),
    ("part", Kind::Index),
    ("face", Kind::Index),
];

/// Rays from origins along directions, both of shape (.., 3), of the plane (.., 2), up to the time ``tmax`` if there is
/// one. No ray passes between triangles.
///
/// With ``hollow`` only the surface counts, so that a ray that starts inside hits where it leaves. With ``one_sided`` a
/// triangle of a mesh, and a segment of a chain, is met from its front alone.
#[pyfunction]
#[pyo3(signature = (
    shape, origins, directions, *, tmax = None, pose = None, hollow = false, one_sided = false, threads = 1, out = None,
    progress = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn raycast<'py>(
    py: Python<'py>,
    shape: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    tmax: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    hollow: bool,
    one_sided: bool,
    threads: i64,
    out: Option<Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, out, "raise", progress, None)?;
    of_shape!(V, shape, {
        let (shape, pose) = (shape_of::<V>(shape)?.clone(), pose_of::<V>(pose)?);
        let rays = Rays::of::<V>(origins, directions, tmax)?;
        let plan = plan(pieces(&shape), rays.count());
        let (dims, answer) = (&rays.dims[..], RayHit::of);
        let met = Met { hollow, one_sided };
        let ask = move |ray: &Ray<V>| Ok(hit(met.first(&shape, &pose, ray)));
        Probed { fields: RAY_HIT, dims, plan, options, answer }.ask(py, rays.make::<V>()?, ask)
    })
}

/// What counts as a hit.
#[derive(Clone, Copy)]
pub struct Met {
    pub hollow: bool,
    pub one_sided: bool,
}

impl Met {
    pub fn first<V: Wide>(
        self,
        shape: &Collider<V>,
        pose: &Pose<V>,
        ray: &Ray<V>,
    ) -> Option<clearance::RayHit<V>> {
        let cast = RayCast::new(shape, pose, ray);
        let cast = if self.hollow { cast.hollow() } else { cast };
        if self.one_sided { cast.one_sided().hit() } else { cast.hit() }
    }
}

fn hit<V: Wide>(found: Option<clearance::RayHit<V>>) -> [Value<V>; 6] {
    let Some(found) = found else {
        let nowhere = || Value::nothing(Kind::Vector);
        let time = Value::Number(f64::INFINITY);
        return [
            Value::Flag(false),
            time,
            nowhere(),
            nowhere(),
            Value::Index(-1),
            Value::Index(-1),
        ];
    };
    [
        Value::Flag(true),
        Value::Number(found.time),
        Value::Vector(found.point),
        Value::Vector(found.normal),
        Value::Index(i64::from(found.place.part)),
        Value::Index(index(found.place.facet)),
    ]
}
