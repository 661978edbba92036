//! `Scene`: bodies with names, and questions about all of them.
//!
//! ```text
//!   names, numbers -> handles -> clearance::scenes -> near   pairs, the nearest first
//!                                                  -> step   contacts, and what has changed
//!                                                  -> rays, points
//! ```
//!
//! A body's `data` is its number among the names. Threads that answer share the scene; a change, while one was left after
//! a signal, copies it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ::clearance::d3_f64::{self, Body, DVec3, Ray};
use ::clearance::scenes::{self, Filter, Handle, Kind as Role, Layers};
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::SceneRayHit;
use crate::columns::{Field, Kind, Value, column};
use crate::contacts::{self, manifold, patches};
use crate::error::{array, value};
use crate::near::{BodyContact, BodyPair};
use crate::parts::{Plan, Refused};
use crate::picture::{self, MOST_PAIRS, Picture};
use crate::pose::Pose;
use crate::poses::Poses;
use crate::probes::{Probed, Rays, Vectors, only, plan};
use crate::rows::{Options, Placed};
use crate::shape::Shape;
use crate::sides::place;
use crate::single::{OnePose, at};
use crate::step::{self, SceneStep, shaped};
use crate::table::{are_long, is_long, pieces};
use crate::watch::{Watch, apart_if};

/// Bodies with names, of shapes of any kind. They have handles, too, for columns of many: numbers that stay the same while
/// the body is there, and then are never used again. Threads may ask at once; a change meanwhile raises RuntimeError. Scenes
/// with the same bodies in the same order are equal; pickle keeps them, but not the handles, nor what steps have found.
///
/// Names that are unknown, or taken, raise ValueError, as handles of no body do.
#[pyclass(module = "clearance")]
#[derive(Default)]
pub struct Scene {
    pub scene: Arc<d3_f64::Scene>,
    /// In the order in which they were added.
    pub bodies: Vec<(String, Handle)>,
    /// The places in `bodies`.
    numbers: HashMap<String, usize>,
    /// Pairs of names, in order.
    ignored: BTreeSet<[String; 2]>,
}

/// The layers that a body is of, and those that it meets: all, if they are not given.
#[derive(FromPyObject)]
enum Given {
    Of(i64),
    Meeting(i64, i64),
}

/// Names of bodies that are added at once.
#[derive(FromPyObject)]
enum Names {
    Prefix(String),
    All(Vec<String>),
}

/// What pickle keeps of a body: name, shape, pose, fixed, sensor, layers, group.
type Kept = (String, Shape, Pose, bool, bool, (i64, i64), i64);

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self::default()
    }
    /// From bodies and pairs of names: what pickle keeps.
    #[staticmethod]
    fn _of(bodies: Vec<Kept>, ignored: Vec<(String, String)>) -> PyResult<Self> {
        let mut scene = Self::default();
        for (name, shape, pose, fixed, sensor, (of, with), group) in bodies {
            let layers = Some(Given::Meeting(of, with));
            scene.add(name, shape, Some(OnePose(pose.0)), fixed, sensor, layers, group)?;
        }
        for (a, b) in ignored {
            scene.ignore(&a, &b)?;
        }
        Ok(scene)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let scene = slf.borrow();
        let kept = |(name, handle): &(String, Handle)| -> Kept {
            let Body { shape, pose, kind, layers, group, .. } = &scene.scene[*handle];
            let [fixed, sensor] = [Role::Fixed, Role::Sensor].map(|role| *kind == role);
            let layers = (layers.of.into(), layers.with.into());
            (
                name.clone(),
                Shape::new(shape.clone()),
                Pose(*pose),
                fixed,
                sensor,
                layers,
                (*group).into(),
            )
        };
        let bodies: Vec<_> = scene.bodies.iter().map(kept).collect();
        let ignored: Vec<_> = scene.ignored.iter().cloned().map(<(String, String)>::from).collect();
        (slf.get_type().getattr("_of")?, (bodies, ignored)).into_pyobject(slf.py())
    }
    fn __eq__(&self, other: &Self) -> bool {
        let all = |scene: &Self| {
            (0..scene.bodies.len()).map(|k| scene.body(k).clone()).collect::<Vec<_>>()
        };
        self.names() == other.names() && all(self) == all(other) && self.ignored == other.ignored
    }
    /// A body at this pose in the world, at the origin without one. Returns its handle.
    ///
    /// Fixed bodies meet no other fixed ones, and sensors no sensors: they are no pairs. A sensor has no contacts, and rays and
    /// points do not see it; ``step`` tells what intersects it. ``layers`` has a bit for each layer that the body is of;
    /// two numbers are these, and those that it meets, which else are all. Without it a body is of layer 1. Bodies of
    /// one ``group`` other than 0 never meet.
    #[pyo3(signature = (name, shape, pose = None, *, fixed = false, sensor = false, layers = None, group = 0))]
    #[allow(clippy::too_many_arguments, reason = "those of Python")]
    fn add(
        &mut self,
        name: String,
        shape: Shape,
        pose: Option<OnePose>,
        fixed: bool,
        sensor: bool,
        layers: Option<Given>,
        group: i64,
    ) -> PyResult<i64> {
        let body = made(shape, fixed, sensor, layers, group)?.at(at(pose));
        Ok(number(self.insert("name", vec![name], vec![body])?[0]))
    }
    /// A body of this shape at each pose of an array, (N, 7) or (N, 4, 4); see ``add``. Names are N of them, or what they begin
    /// with: ``"crate"`` makes ``crate0``, ``crate1`` and so on. Returns their handles.
    #[pyo3(signature = (names, shape, poses, *, fixed = false, sensor = false, layers = None, group = 0))]
    #[allow(clippy::too_many_arguments, reason = "those of Python")]
    fn add_all(
        &mut self,
        py: Python<'_>,
        names: Names,
        shape: Shape,
        poses: &Bound<'_, PyAny>,
        fixed: bool,
        sensor: bool,
        layers: Option<Given>,
        group: i64,
    ) -> PyResult<Py<PyAny>> {
        let body = made(shape, fixed, sensor, layers, group)?;
        let poses = column_of(poses)?;
        let names = match names {
            Names::Prefix(prefix) => (0..poses.len()).map(|k| format!("{prefix}{k}")).collect(),
            Names::All(names) => names,
        };
        if names.len() != poses.len() {
            let wrong = format!("{} names, but {} poses", names.len(), poses.len());
            return Err(value("names", wrong));
        }
        let bodies = poses.into_iter().map(|pose| body.clone().at(pose)).collect();
        let handles = self.insert("names", names, bodies)?;
        column(py, handles.into_iter().map(number))
    }
    /// To this pose in the world.
    #[pyo3(name = "move")]
    fn move_to(&mut self, name: &str, pose: OnePose) -> PyResult<()> {
        let (_, handle) = self.bodies[self.index(name)?];
        self.change().place(handle, pose.0).map_err(|wrong| value("name", wrong))
    }
    /// Moves bodies, given by their handles, each to a pose of an array, (N, 7) or (N, 4, 4): many at once.
    fn place(&mut self, handles: &Bound<'_, PyAny>, poses: &Bound<'_, PyAny>) -> PyResult<()> {
        let needed = "an array of N handles is needed";
        let given = array("handles", handles, "iu", needed)?.call_method1("astype", ("int64",))?;
        let given = given.cast_into::<PyArrayDyn<i64>>()?;
        let given = given.try_readonly()?;
        if given.as_array().ndim() != 1 {
            return Err(value(
                "handles",
                format!("{needed}, not the shape {:?}", given.as_array().shape()),
            ));
        }
        let handle = |bits: &i64| Handle::from_bits(*bits as u64);
        let (handles, poses): (Vec<_>, _) =
            (given.as_array().iter().map(handle).collect(), column_of(poses)?);
        self.change().place_all(&handles, &poses).map_err(|wrong| value("handles", wrong))
    }
    /// The body, and what ``ignore`` was told about it.
    fn remove(&mut self, name: &str) -> PyResult<()> {
        let at = self.index(name)?;
        let (_, handle) = self.bodies.remove(at);
        self.numbers.remove(name);
        self.ignored.retain(|pair| !pair.iter().any(|own| own == name));
        let stale = |wrong| value("name", wrong);
        let scene = Arc::make_mut(&mut self.scene);
        scene.remove(handle).map_err(stale)?;
        for (number, (name, handle)) in self.bodies.iter().enumerate().skip(at) {
            self.numbers.insert(name.clone(), number);
            scene.change(*handle, |body| body.data = number as u64).map_err(stale)?;
        }
        Ok(())
    }
    /// Leaves the pair out of all answers.
    fn ignore(&mut self, a: &str, b: &str) -> PyResult<()> {
        let [(_, of_a), (_, of_b)] = [&self.bodies[self.index(a)?], &self.bodies[self.index(b)?]];
        let (of_a, of_b) = (*of_a, *of_b);
        self.change().set_ignored(of_a, of_b, true).map_err(|wrong| value("name", wrong))?;
        self.ignored.insert(if a < b { [a.into(), b.into()] } else { [b.into(), a.into()] });
        Ok(())
    }
    /// In the order in which they were added.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.bodies.iter().map(|(name, _)| name.as_str()).collect()
    }
    /// Of all bodies, in the order of ``names``; int64.
    #[getter]
    fn handles(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        column(py, self.bodies.iter().map(|(_, handle)| number(*handle)))
    }
    /// Where the body is.
    fn pose(&self, name: &str) -> PyResult<Pose> {
        Ok(Pose(self.body(self.index(name)?).pose))
    }
    /// The shape of the body.
    fn shape(&self, name: &str) -> PyResult<Shape> {
        Ok(Shape::new(self.body(self.index(name)?).shape.clone()))
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
        let bodies = self.bodies.iter().map(|of| (&of.0, &self.scene[of.1]));
        let bodies: Vec<_> =
            bodies.map(|(name, body)| picture::body(name, &body.shape, body.pose)).collect();
        let drawn = |(pair, answer)| clearance_pictures::Pair::of(pair, [0, 0], answer);
        let pairs: Vec<_> = found.into_iter().map(drawn).collect();
        Ok(py.detach(|| Picture::of(&bodies, &pairs)))
    }
    fn _repr_html_(&mut self, py: Python<'_>) -> PyResult<String> {
        if picture::are_many(self.scene.bodies().map(|(_, body)| &body.shape)) {
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
    /// The handles of the pairs that intersect, in the order of ``names``; int64, shape (K, 2). Of each other pair a gap is proven.
    /// With ``most`` the search ends at so many, whichever they are.
    #[pyo3(signature = (most = None))]
    fn intersecting(&self, py: Python<'_>, most: Option<i64>) -> PyResult<Py<PyAny>> {
        let most = most.map_or(Ok(usize::MAX), |most| {
            usize::try_from(most).map_err(|_| value("most", format!("{most}")))
        })?;
        let (mut found, mut watch) = (Vec::new(), Watch::new(None));
        py.detach(|| {
            self.scene.each_near(0.0, |pair, done| {
                if found.len() >= most || watch.at(done as f64).is_break() {
                    return None;
                }
                let [a, b] = [pair.a, pair.b].map(|handle| &self.scene[handle]);
                if ::clearance::intersects(&a.shape, &a.pose, &b.shape, &b.pose) {
                    found.push(self.in_order(pair));
                }
                Some(0.0)
            });
        });
        watch.end()?;
        found.sort_unstable();
        let pairs = found.iter().flatten().map(|body| number(self.bodies[*body].1)).collect();
        shaped(py, pairs, &[found.len(), 2])
    }
    /// Where bodies touch, or come as near as ``margin``: see ``contacts``.
    #[pyo3(signature = (margin = 0.0, *, slop = 0.0))]
    fn contacts(&self, py: Python<'_>, margin: f64, slop: f64) -> PyResult<Vec<BodyContact>> {
        let (how, mut near) = (contacts::How::of(margin, slop)?, Vec::new());
        self.scene.each_near(margin, |pair, _| {
            near.push(self.in_order(pair));
            Some(margin)
        });
        near.sort_unstable();
        let mut found = Vec::new();
        for [a, b] in near {
            py.check_signals()?;
            let sides = [self.body(a), self.body(b)];
            if sides.iter().any(|body| body.kind == Role::Sensor) {
                continue;
            }
            let is_long = is_long(&sides[0].shape, &sides[1].shape);
            let sides = sides.map(|body| (body.shape.clone(), body.pose));
            let work =
                move || patches(sides.each_ref().map(|(shape, pose)| Placed { shape, pose }), how);
            for patch in apart_if(py, is_long, work)? {
                let (a, b) = (self.bodies[a].0.clone(), self.bodies[b].0.clone());
                found.push(BodyContact { a, b, manifold: Py::new(py, manifold(py, &patch)?)? });
            }
        }
        Ok(found)
    }
    /// The contacts of all bodies, as ``contacts`` has them, in columns, and which pairs began and ended to have some since the
    /// last step. Only pairs of which one has moved are asked anew; after an interrupt, which ends the step, all are. Threads
    /// end with the call.
    #[pyo3(signature = (margin = 0.0, *, slop = 0.0, threads = 1))]
    fn step(
        &mut self,
        py: Python<'_>,
        margin: f64,
        slop: f64,
        threads: i64,
    ) -> PyResult<SceneStep> {
        let how = contacts::How::of(margin, slop)?;
        let threads = Options::of(threads, None, "raise", None, None)?.threads;
        let is_long = are_long(self.pieces().max().unwrap_or(0));
        step::step(py, &mut self.scene, how, threads, is_long)?;
        SceneStep::of(py, self.scene.last_step())
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
        let (scene, plan) = (Arc::clone(&self.scene), self.plan(rays.count()));
        let ask = move |ray: &Ray| Ok(first_hit(&scene, ray));
        let (dims, options) = (&rays.dims[..], Options::plain());
        let answer = SceneRayHit::of;
        Probed { fields: FIRST_HIT, dims, plan, options, answer }.ask(py, rays.make()?, ask)
    }
    /// Is each point, of shape (.., 3), in a body? False only where it is proven to be outside of all.
    fn contains<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let points = Vectors::of::<DVec3>("points", points)?;
        let (dims, point) = (points.dims(), points.view::<DVec3>()?);
        let (scene, plan) = (Arc::clone(&self.scene), self.plan(dims.iter().product()));
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
            let inside = scene.containing(*point, &Filter::all());
            Ok([Value::<DVec3>::Flag(inside.map_or(true, |bodies| !bodies.is_empty()))])
        };
        let (fields, options) = (&[("", Kind::Flag)], Options::plain());
        Probed { fields, dims, plan, options, answer: only }.ask(py, make, ask)
    }
}

/// A body at the origin.
fn made(
    shape: Shape,
    fixed: bool,
    sensor: bool,
    layers: Option<Given>,
    group: i64,
) -> PyResult<Body> {
    let bits = |name: &str, bits: i64| {
        u32::try_from(bits).map_err(|_| value(name, format!("{bits} is not of 32 bits")))
    };
    let layers = match layers {
        None => Layers::default(),
        Some(Given::Of(of)) => Layers::of(bits("layers", of)?),
        Some(Given::Meeting(of, with)) => {
            Layers::of(bits("layers", of)?).meeting(bits("layers", with)?)
        }
    };
    let body = match (fixed, sensor) {
        (true, true) => return Err(value("sensor", "a body is fixed or a sensor, not both")),
        (true, false) => Body::fixed(shape.0),
        (false, true) => Body::sensor(shape.0),
        (false, false) => Body::moving(shape.0),
    };
    Ok(body.layers(layers).group(bits("group", group)?))
}

/// A handle as Python has it.
pub fn number(handle: Handle) -> i64 {
    handle.to_bits() as i64
}

/// Poses with one dimension of rows.
fn column_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<d3_f64::Pose>> {
    let poses = Poses::<DVec3>::of("poses", given)?;
    let view = poses.view()?;
    let [count] = view.dims else {
        return Err(value("poses", "an array of shape (N, 7) or (N, 4, 4) is needed"));
    };
    let pose = |row| view.at(row).map_err(|wrong| value("poses", format!("row {row}: {wrong}")));
    (0..*count).map(pose).collect()
}

impl Scene {
    fn index(&self, name: &str) -> PyResult<usize> {
        let found = self.numbers.get(name).copied();
        found.ok_or_else(|| value("name", format!("there is no body {name:?}")))
    }
    pub fn body(&self, number: usize) -> &Body {
        &self.scene[self.bodies[number].1]
    }
    fn change(&mut self) -> &mut d3_f64::Scene {
        Arc::make_mut(&mut self.scene)
    }
    fn insert(
        &mut self,
        argument: &str,
        names: Vec<String>,
        bodies: Vec<Body>,
    ) -> PyResult<Vec<Handle>> {
        let mut own = BTreeSet::new();
        let mut all = names.iter();
        if let Some(name) = all.find(|name| self.numbers.contains_key(*name) || !own.insert(*name))
        {
            return Err(value(argument, format!("there is a body {name:?} already")));
        }
        let numbers = self.bodies.len() as u64..;
        let bodies = bodies.into_iter().zip(numbers).map(|(body, number)| body.data(number));
        let handles = self.change().add_all(bodies);
        for (name, handle) in names.into_iter().zip(&handles) {
            self.numbers.insert(name.clone(), self.bodies.len());
            self.bodies.push((name, *handle));
        }
        Ok(handles)
    }
    /// The numbers of two bodies, the lower one first.
    pub fn in_order(&self, pair: scenes::Pair) -> [usize; 2] {
        let [a, b] = [pair.a, pair.b].map(|handle| self.scene[handle].data as usize);
        [a.min(b), a.max(b)]
    }
    fn pieces(&self) -> impl Iterator<Item = usize> {
        self.scene.bodies().map(|(_, body)| pieces(&body.shape))
    }
    /// How so many rows are asked about all bodies.
    fn plan(&self, count: usize) -> Plan {
        plan(self.pieces().sum(), count)
    }
}

const FIRST_HIT: &[Field] = &[
    ("hit", Kind::Flag),
    ("body", Kind::Index),
    ("time", Kind::Number),
    ("point", Kind::Vector),
    ("normal", Kind::Vector),
];

/// Where a ray first meets a body.
fn first_hit(scene: &d3_f64::Scene, ray: &Ray) -> [Value<DVec3>; 5] {
    let found = scene.cast_ray(ray, &Filter::all());
    let body = found.map_or(-1, |found| scene[found.body].data as i64);
    let hit = found.map(|found| found.hit);
    [
        Value::Flag(body >= 0),
        Value::Index(body),
        Value::Number(hit.map_or(f64::INFINITY, |hit| hit.time)),
        Value::Vector(hit.map_or(DVec3::NAN, |hit| hit.point)),
        Value::Vector(hit.map_or(DVec3::NAN, |hit| hit.normal)),
    ]
}
