//! `Scene`: bodies with names, and questions about all of them.
//!
//! ```text
//!   bodies -> boxes -> broad phase -> the clearance of each pair whose boxes are near -> sorted, worst first
//!          -> one compound         -> rays and points, with the body that they meet
//! ```
//!
//! What is made of the bodies, boxes and the compound, is made when a question needs it, and lost when a body is added,
//! moved or removed. Half-spaces are not in the compound: they are asked one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use ::clearance::d3_f64::{Aabb, Collider, Compound, DVec3, Ray};
use ::clearance::{broad, d3_f64};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Clearance, Manifold, SceneRayHit};
use crate::columns::{Field, Kind, Value, number_of, vector};
use crate::contacts::{self, manifold, patches};
use crate::error::value;
use crate::parts::{Plan, Refused};
use crate::picture::{self, MOST_PAIRS, Picture};
use crate::pose::Pose;
use crate::probes::{Probed, Rays, Vectors, only, plan};
use crate::rows::{Options, Placed, are_convex};
use crate::shape::Shape;
use crate::sides::place;
use crate::single::{OnePose, at};
use crate::table::is_long;
use crate::watch::{Watch, apart_if};

/// A shape with a name at a pose.
#[derive(PartialEq)]
struct Body {
    name: String,
    shape: Shape,
    pose: d3_f64::Pose,
}

impl Body {
    fn placed(&self) -> Placed<'_, DVec3> {
        Placed { shape: &self.shape.0, pose: &self.pose }
    }
    fn is_half_space(&self) -> bool {
        matches!(&self.shape.0, Collider::Convex(d3_f64::Shape::HalfSpace(_)))
    }
}

/// The bounded bodies as one shape.
struct Whole {
    /// None if there are no bounded bodies.
    shape: Option<Collider>,
    /// The body of each part.
    body_of: Arc<[usize]>,
}

impl Whole {
    fn of(bodies: &[Body]) -> Result<Self, ::clearance::Error> {
        let (mut body_of, mut shapes) = (Vec::new(), Vec::new());
        for (number, body) in bodies.iter().enumerate() {
            if !body.is_half_space() {
                let parts = match &body.shape.0 {
                    Collider::Compound(compound) => compound.parts().len(),
                    _ => 1,
                };
                body_of.extend(std::iter::repeat_n(number, parts));
                shapes.push((body.pose, body.shape.0.clone()));
            }
        }
        let shape = (!shapes.is_empty()).then(|| Compound::new(shapes)).transpose()?;
        Ok(Self { shape: shape.map(Collider::from), body_of: body_of.into() })
    }
}

/// Bodies with names, of shapes of any kind. What a question needs of all bodies, such as a tree, is made when it is
/// asked, and anew after a body was added, moved or removed. Threads may ask at once; a change meanwhile raises
/// RuntimeError. Scenes with the same bodies in the same order are equal; pickle keeps them.
///
/// Names that are unknown, or taken, raise ValueError.
#[pyclass(module = "clearance")]
#[derive(Default)]
pub struct Scene {
    bodies: Vec<Body>,
    /// Pairs of names, in order.
    ignored: BTreeSet<[String; 2]>,
    /// The indices of the bodies.
    numbers: BTreeMap<String, usize>,
    boxes: OnceLock<Vec<Aabb>>,
    whole: OnceLock<Result<Whole, ::clearance::Error>>,
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self::default()
    }
    /// From bodies and pairs of names: what pickle keeps.
    #[staticmethod]
    fn _of(bodies: Vec<(String, Shape, Pose)>, ignored: Vec<(String, String)>) -> PyResult<Self> {
        let mut scene = Self::default();
        for (name, shape, pose) in bodies {
            scene.add(name, shape, Some(OnePose(pose.0)))?;
        }
        for (a, b) in ignored {
            scene.ignore(&a, &b)?;
        }
        Ok(scene)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let scene = slf.borrow();
        let body = |body: &Body| (body.name.clone(), body.shape.clone(), Pose(body.pose));
        let bodies: Vec<_> = scene.bodies.iter().map(body).collect();
        let ignored: Vec<_> = scene.ignored.iter().cloned().map(<(String, String)>::from).collect();
        (slf.get_type().getattr("_of")?, (bodies, ignored)).into_pyobject(slf.py())
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.bodies == other.bodies && self.ignored == other.ignored
    }
    /// A body at this pose in the world, at the origin without one.
    #[pyo3(signature = (name, shape, pose = None))]
    fn add(&mut self, name: String, shape: Shape, pose: Option<OnePose>) -> PyResult<()> {
        if self.numbers.contains_key(&name) {
            return Err(value("name", format!("there is a body {name:?} already")));
        }
        self.forget();
        self.numbers.insert(name.clone(), self.bodies.len());
        self.bodies.push(Body { name, shape, pose: at(pose) });
        Ok(())
    }
    /// To this pose in the world.
    #[pyo3(name = "move")]
    fn place(&mut self, name: &str, pose: OnePose) -> PyResult<()> {
        let at = self.index(name)?;
        self.forget();
        self.bodies[at].pose = pose.0;
        Ok(())
    }
    /// The body, and what ``ignore`` was told about it.
    fn remove(&mut self, name: &str) -> PyResult<()> {
        let at = self.index(name)?;
        self.forget();
        self.bodies.remove(at);
        let names = self.bodies.iter().map(|body| body.name.clone());
        self.numbers = names.enumerate().map(|(number, name)| (name, number)).collect();
        self.ignored.retain(|pair| !pair.iter().any(|own| own == name));
        Ok(())
    }
    /// Leaves the pair out of all answers.
    fn ignore(&mut self, a: &str, b: &str) -> PyResult<()> {
        self.index(a)?;
        self.index(b)?;
        self.ignored.insert(ordered(a, b));
        Ok(())
    }
    /// In the order in which they were added.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.bodies.iter().map(|body| body.name.as_str()).collect()
    }
    /// Where the body is.
    fn pose(&self, name: &str) -> PyResult<Pose> {
        Ok(Pose(self.bodies[self.index(name)?].pose))
    }
    /// The shape of the body.
    fn shape(&self, name: &str) -> PyResult<Shape> {
        Ok(self.bodies[self.index(name)?].shape.clone())
    }
    fn __len__(&self) -> usize {
        self.bodies.len()
    }
    fn __contains__(&self, name: &str) -> bool {
        self.index(name).is_ok()
    }
    fn __repr__(&self) -> String {
        format!("Scene({} bodies)", self.bodies.len())
    }
    /// The bodies, and the 8 pairs that are the nearest, numbered and listed.
    fn picture(&mut self, py: Python<'_>) -> PyResult<Picture> {
        let found = self.near(py, f64::INFINITY, MOST_PAIRS)?;
        let bodies =
            self.bodies.iter().map(|body| picture::body(&body.name, &body.shape.0, body.pose));
        let bodies: Vec<_> = bodies.collect();
        let drawn = |(pair, answer)| clearance_pictures::Pair::of(pair, [0, 0], answer);
        let pairs: Vec<_> = found.into_iter().map(drawn).collect();
        Ok(py.detach(|| Picture::of(&bodies, &pairs)))
    }
    fn _repr_html_(&mut self, py: Python<'_>) -> PyResult<String> {
        if picture::are_many(self.bodies.iter().map(|body| &body.shape.0)) {
            return Ok(format!("<p>{}</p>", self.__repr__()));
        }
        Ok(self.picture(py)?._repr_html_())
    }

    /// All pairs that are not proven to be farther apart than ``distance``, the deepest or nearest first.
    #[pyo3(signature = (distance = 0.0))]
    fn pairs(&self, py: Python<'_>, distance: f64) -> PyResult<Vec<BodyPair>> {
        if distance.is_nan() {
            return Err(value("distance", "NaN"));
        }
        let found = self.near(py, distance, usize::MAX)?;
        found.iter().map(|pair| self.body_pair(py, pair)).collect()
    }
    /// The ``count`` pairs with the least clearance, the deepest or nearest first.
    #[pyo3(signature = (count = 1))]
    fn nearest(&self, py: Python<'_>, count: i64) -> PyResult<Vec<BodyPair>> {
        let most = usize::try_from(count).map_err(|_| value("count", format!("{count}")))?;
        let found = self.near(py, f64::INFINITY, most)?;
        found.iter().map(|pair| self.body_pair(py, pair)).collect()
    }
    /// Where bodies touch, or come as near as ``margin``: see ``contacts``.
    #[pyo3(signature = (margin = 0.0, *, slop = 0.0))]
    fn contacts(&self, py: Python<'_>, margin: f64, slop: f64) -> PyResult<Vec<BodyContact>> {
        let how = contacts::How::of(margin, slop)?;
        let near = broad::pairs_within(self.boxes(), margin);
        let mut found = Vec::new();
        for (a, b) in near.into_iter().filter(|(a, b)| !self.is_ignored(*a, *b)) {
            py.check_signals()?;
            let [body_a, body_b] = [&self.bodies[a], &self.bodies[b]];
            let sides = [body_a.placed(), body_b.placed()];
            let is_long = is_long(&body_a.shape.0, &body_b.shape.0);
            let sides = sides.map(|side| (side.shape.clone(), *side.pose));
            let work = move || {
                let [(a, at_a), (b, at_b)] = &sides;
                patches([Placed { shape: a, pose: at_a }, Placed { shape: b, pose: at_b }], how)
            };
            for patch in apart_if(py, is_long, work)? {
                let (a, b) = (body_a.name.clone(), body_b.name.clone());
                found.push(BodyContact { a, b, manifold: Py::new(py, manifold(py, &patch)?)? });
            }
        }
        Ok(found)
    }
    /// Rays from origins along directions, both of shape (.., 3), up to the time ``tmax``: see ``raycast``.
    #[pyo3(signature = (origins, directions, *, tmax = None))]
    fn raycast<'py>(
        &self,
        py: Python<'py>,
        origins: &Bound<'py, PyAny>,
        directions: &Bound<'py, PyAny>,
        tmax: Option<f64>,
    ) -> PyResult<Py<PyAny>> {
        let rays = Rays::of::<DVec3>(origins, directions, tmax)?;
        let (shapes, plan) = self.shapes(rays.count())?;
        let ask = move |ray: &Ray| Ok(first_hit(&shapes, ray));
        let (dims, options) = (&rays.dims[..], Options::plain());
        let answer = SceneRayHit::of;
        Probed { fields: FIRST_HIT, dims, plan, options, answer }.ask(py, rays.make()?, ask)
    }
    /// Is each point, of shape (.., 3), in a body? False only where it is proven to be outside of all.
    fn contains<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let points = Vectors::of::<DVec3>("points", points)?;
        let (dims, point) = (points.dims(), points.view::<DVec3>()?);
        let (shapes, plan) = self.shapes(dims.iter().product())?;
        let refused = |row: usize, wrong: clearance::Error| {
            let why = format!("{}{wrong}", place(row, dims));
            Refused { row, why: ("points".into(), why) }
        };
        let make = |row: usize| {
            let point = point(row);
            d3_f64::Pose::at(point).map_err(|wrong| refused(row, wrong))?;
            Ok(point)
        };
        let ask = move |point: &DVec3| {
            let mut inside =
                shapes.iter().map(|(shape, pose, _)| ::clearance::contains(shape, pose, *point));
            Ok([Value::<DVec3>::Flag(inside.any(|inside| inside.unwrap_or(true)))])
        };
        let (fields, options) = (&[("", Kind::Flag)], Options::plain());
        Probed { fields, dims, plan, options, answer: only }.ask(py, make, ask)
    }
}

fn ordered(a: &str, b: &str) -> [String; 2] {
    if a < b { [a.into(), b.into()] } else { [b.into(), a.into()] }
}

impl Scene {
    fn index(&self, name: &str) -> PyResult<usize> {
        let found = self.numbers.get(name).copied();
        found.ok_or_else(|| value("name", format!("there is no body {name:?}")))
    }
    /// A body changes: what was made of all is old.
    fn forget(&mut self) {
        (self.boxes, self.whole) = (OnceLock::new(), OnceLock::new());
    }
    fn boxes(&self) -> &[Aabb] {
        self.boxes
            .get_or_init(|| self.bodies.iter().map(|body| body.shape.0.aabb(&body.pose)).collect())
    }
    fn is_ignored(&self, a: usize, b: usize) -> bool {
        !self.ignored.is_empty()
            && self.ignored.contains(&ordered(&self.bodies[a].name, &self.bodies[b].name))
    }
    fn body_pair(&self, py: Python<'_>, ([a, b], found): &Pair) -> PyResult<BodyPair> {
        let [name_a, name_b] = [*a, *b].map(|body| self.bodies[body].name.clone());
        Ok(BodyPair { a: name_a, b: name_b, answer: Py::new(py, answer(py, found)?)? })
    }

    /// The pairs within a distance, at most so many, the worst first. If only some are kept, the distance shrinks on the
    /// way to that of the last of them.
    fn near(&self, py: Python<'_>, distance: f64, most: usize) -> PyResult<Vec<Pair>> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let mut watch = Watch::new(None);
        let found = py.detach(|| self.sweep(distance, most, &mut watch));
        watch.end()?;
        Ok(found)
    }
    fn sweep(&self, distance: f64, most: usize, watch: &mut Watch<'_>) -> Vec<Pair> {
        let (mut kept, mut limit) = (BTreeMap::new(), distance);
        let mut going_on = ControlFlow::Continue(());
        broad::sweep(self.boxes(), limit, |near| {
            if going_on.is_continue() {
                going_on = watch.at(near.rank as f64);
            }
            if going_on.is_break() || self.is_ignored(near.a, near.b) {
                return limit;
            }
            let Some(found) = self.clearance([near.a, near.b], limit, watch) else { return limit };
            kept.insert((order(found.signed_distance), near.a, near.b), found);
            if kept.len() > most {
                kept.pop_last();
            }
            if let Some((_, last)) = kept.last_key_value().filter(|_| kept.len() == most) {
                limit = last.upper.min(distance);
            }
            limit
        });
        kept.into_iter().map(|((_, a, b), found)| ([a, b], found)).collect()
    }
    /// The clearance of two bodies; `None` if they are farther apart than the limit.
    fn clearance(
        &self,
        pair: [usize; 2],
        limit: f64,
        watch: &mut Watch<'_>,
    ) -> Option<::clearance::Clearance<DVec3>> {
        let [a, b] = pair.map(|body| &self.bodies[body]);
        // Of shapes that are not convex a clearance takes much longer, and whether they are so deep does, too.
        let is_asked = limit.is_finite() && are_convex([a.placed(), b.placed()]).is_none();
        if is_asked
            && !::clearance::within(&a.shape.0, &a.pose, &b.shape.0, &b.pose, limit.max(0.0))
        {
            return None;
        }
        let found = if is_long(&a.shape.0, &b.shape.0) {
            let (a, b) = ((a.shape.0.clone(), a.pose), (b.shape.0.clone(), b.pose));
            watch.during(move || ::clearance::clearance(&a.0, &a.1, &b.0, &b.1))?
        } else {
            ::clearance::clearance(&a.shape.0, &a.pose, &b.shape.0, &b.pose)
        };
        (found.lower <= limit).then_some(found)
    }

    fn whole(&self) -> PyResult<&Whole> {
        let whole = self.whole.get_or_init(|| Whole::of(&self.bodies));
        whole.as_ref().map_err(|wrong| value("scene", wrong))
    }
    /// The compound and the half-spaces, with the bodies of their parts, and how so many rows are asked about them.
    fn shapes(&self, count: usize) -> PyResult<(Vec<Asked>, Plan)> {
        let whole = self.whole()?;
        let plan = plan(whole.shape.as_ref(), count);
        let part = BodyOf::Part(Arc::clone(&whole.body_of));
        let all =
            whole.shape.iter().map(|shape| (shape.clone(), d3_f64::Pose::IDENTITY, part.clone()));
        let halves = self.bodies.iter().enumerate().filter(|(_, body)| body.is_half_space());
        let half =
            |(number, body): (usize, &Body)| (body.shape.0.clone(), body.pose, BodyOf::All(number));
        Ok((all.chain(halves.map(half)).collect(), plan))
    }
}

/// A shape that rays and points are asked about, its pose, and the bodies of its parts.
type Asked = (Collider, d3_f64::Pose, BodyOf);

const FIRST_HIT: &[Field] = &[
    ("hit", Kind::Flag),
    ("body", Kind::Index),
    ("time", Kind::Number),
    ("point", Kind::Vector),
    ("normal", Kind::Vector),
];

/// Where a ray first meets a body.
fn first_hit(shapes: &[Asked], ray: &Ray) -> [Value<DVec3>; 5] {
    let (mut body, mut time, mut point, mut normal) = (-1, f64::INFINITY, DVec3::NAN, DVec3::NAN);
    for (shape, pose, body_of) in shapes {
        let found = ::clearance::cast_ray(shape, pose, ray);
        let Some(found) = found.filter(|found| found.time < time) else { continue };
        body = match body_of {
            BodyOf::Part(bodies) => bodies[found.place.part as usize] as i64,
            BodyOf::All(body) => *body as i64,
        };
        (time, point, normal) = (found.time, found.point, found.normal);
    }
    [
        Value::Flag(body >= 0),
        Value::Index(body),
        Value::Number(time),
        Value::Vector(point),
        Value::Vector(normal),
    ]
}

/// A clearance as Python sees it.
fn answer(py: Python<'_>, found: &::clearance::Clearance<DVec3>) -> PyResult<Clearance> {
    Ok(Clearance {
        signed_distance: found.signed_distance.into_py_any(py)?,
        lower: found.lower.into_py_any(py)?,
        upper: found.upper.into_py_any(py)?,
        normal: vector(py, found.normal)?,
        point_a: vector(py, found.point_a)?,
        point_b: vector(py, found.point_b)?,
        status: number_of(found.status()).into_py_any(py)?,
    })
}

/// Two bodies and their clearance.
type Pair = ([usize; 2], ::clearance::Clearance<DVec3>);

/// The body of a part.
#[derive(Clone)]
enum BodyOf {
    Part(Arc<[usize]>),
    All(usize),
}

/// The bits of a float as an integer that is ordered as `f64::total_cmp` orders the floats.
fn order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (bits >> 63 & i64::MAX)
}

/// Two bodies of a scene, in the order in which they were added, and the clearance between them.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct BodyPair {
    /// The name of the first body.
    a: String,
    /// The name of the second body.
    b: String,
    /// The clearance between them.
    answer: Py<Clearance>,
}

/// A patch where two bodies of a scene touch.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct BodyContact {
    /// The name of the first body.
    a: String,
    /// The name of the second body.
    b: String,
    /// The points, with the normal from the first body to the second.
    manifold: Py<Manifold>,
}

#[pymethods]
impl BodyPair {
    /// From all fields: what pickle keeps.
    #[staticmethod]
    fn _of(a: String, b: String, answer: Py<Clearance>) -> Self {
        Self { a, b, answer }
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        let fields = (&own.a, &own.b, own.answer.clone_ref(slf.py()));
        (slf.get_type().getattr("_of")?, fields).into_pyobject(slf.py())
    }
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.a == other.a && self.b == other.b && self.answer.bind(py).eq(&other.answer)?)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("BodyPair({:?}, {:?}, {})", self.a, self.b, self.answer.bind(py).repr()?))
    }
}

#[pymethods]
impl BodyContact {
    /// From all fields: what pickle keeps.
    #[staticmethod]
    fn _of(a: String, b: String, manifold: Py<Manifold>) -> Self {
        Self { a, b, manifold }
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        let fields = (&own.a, &own.b, own.manifold.clone_ref(slf.py()));
        (slf.get_type().getattr("_of")?, fields).into_pyobject(slf.py())
    }
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.a == other.a && self.b == other.b && self.manifold.bind(py).eq(&other.manifold)?)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("BodyContact({:?}, {:?}, {})", self.a, self.b, self.manifold.bind(py).repr()?))
    }
}
