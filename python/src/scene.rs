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
use std::sync::OnceLock;

use ::clearance::d3_f64::{Aabb, Collider, Compound, DVec3, Ray};
use ::clearance::worlds::{self, Batch};
use ::clearance::{broad, d3_f64};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer::{Clearance, Manifold, SceneRayHit};
use crate::columns::{column, number_of, vector, vectors};
use crate::contacts::{self, manifold, patches};
use crate::error::value;
use crate::picture::{self, MOST_PAIRS, Picture};
use crate::pose::Pose;
use crate::probes::rays;
use crate::rows::{Placed, are_convex};
use crate::shape::{self, Shape};
use crate::single::{OnePose, at};
use crate::watch::Watch;

/// A shape with a name at a pose.
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
    body_of: Vec<usize>,
}

impl Whole {
    fn of(bodies: &[Body]) -> Result<Self, worlds::Error> {
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
        Ok(Self { shape: shape.map(Collider::from), body_of })
    }
}

/// Bodies with names.
#[pyclass(module = "clearance")]
#[derive(Default)]
pub struct Scene {
    bodies: Vec<Body>,
    /// Pairs of names, in order.
    ignored: BTreeSet<[String; 2]>,
    /// The indices of the bodies.
    numbers: BTreeMap<String, usize>,
    boxes: OnceLock<Vec<Aabb>>,
    whole: OnceLock<Result<Whole, worlds::Error>>,
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self::default()
    }
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
    #[pyo3(name = "move")]
    fn place(&mut self, name: &str, pose: OnePose) -> PyResult<()> {
        let at = self.index(name)?;
        self.forget();
        self.bodies[at].pose = pose.0;
        Ok(())
    }
    fn remove(&mut self, name: &str) -> PyResult<()> {
        let at = self.index(name)?;
        self.forget();
        self.bodies.remove(at);
        let names = self.bodies.iter().map(|body| body.name.clone());
        self.numbers = names.enumerate().map(|(number, name)| (name, number)).collect();
        self.ignored.retain(|pair| !pair.iter().any(|own| own == name));
        Ok(())
    }
    fn ignore(&mut self, a: &str, b: &str) -> PyResult<()> {
        self.index(a)?;
        self.index(b)?;
        self.ignored.insert(ordered(a, b));
        Ok(())
    }
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.bodies.iter().map(|body| body.name.as_str()).collect()
    }
    fn pose(&self, name: &str) -> PyResult<Pose> {
        Ok(Pose(self.bodies[self.index(name)?].pose))
    }
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
    /// The bodies, and their nearest pairs.
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

    /// The pairs that are not proven to be farther apart, the worst first.
    #[pyo3(signature = (distance = 0.0))]
    fn pairs(&self, py: Python<'_>, distance: f64) -> PyResult<Vec<BodyPair>> {
        if distance.is_nan() {
            return Err(value("distance", "NaN"));
        }
        let found = self.near(py, distance, usize::MAX)?;
        found.iter().map(|pair| self.body_pair(py, pair)).collect()
    }
    /// So many pairs, the nearest or deepest ones first.
    #[pyo3(signature = (count = 1))]
    fn nearest(&self, py: Python<'_>, count: i64) -> PyResult<Vec<BodyPair>> {
        let most = usize::try_from(count).map_err(|_| value("count", format!("{count}")))?;
        let found = self.near(py, f64::INFINITY, most)?;
        found.iter().map(|pair| self.body_pair(py, pair)).collect()
    }
    /// Where bodies touch, or come as near as the margin.
    #[pyo3(signature = (margin = 0.0))]
    fn contacts(&self, py: Python<'_>, margin: f64) -> PyResult<Vec<BodyContact>> {
        let margin = contacts::checked(margin)?;
        let near = broad::pairs_within(self.boxes(), margin);
        let mut found = Vec::new();
        for (a, b) in near.into_iter().filter(|(a, b)| !self.is_ignored(*a, *b)) {
            py.check_signals()?;
            let [body_a, body_b] = [&self.bodies[a], &self.bodies[b]];
            let sides = [body_a.placed(), body_b.placed()];
            for patch in py.detach(|| patches(sides, margin)) {
                let (a, b) = (body_a.name.clone(), body_b.name.clone());
                found.push(BodyContact { a, b, manifold: Py::new(py, manifold(py, &patch)?)? });
            }
        }
        Ok(found)
    }
    /// Where each ray first meets a body.
    #[pyo3(signature = (origins, directions, *, tmax = f64::INFINITY))]
    fn raycast(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        tmax: f64,
    ) -> PyResult<SceneRayHit> {
        let rays = rays(origins, directions, tmax)?;
        let whole = self.whole()?;
        py.detach(|| self.cast_rays(whole, &rays)).into_python(py)
    }
    /// Is each point in a body?
    fn contains(&self, py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let points = shape::vectors("points", points)?;
        let whole = self.whole()?;
        let mut inside = vec![false; points.len()];
        for (shape, pose, _) in self.shapes(whole) {
            let found = py.detach(|| Batch::new(shape, pose).contains(&points));
            for (inside, found) in inside.iter_mut().zip(found) {
                *inside |= found.map_err(|wrong| value("points", wrong))?;
            }
        }
        column(py, inside)
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
            let Some(found) = self.clearance([near.a, near.b], limit) else { return limit };
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
    fn clearance(&self, pair: [usize; 2], limit: f64) -> Option<worlds::Clearance<DVec3>> {
        let [a, b] = pair.map(|body| &self.bodies[body]);
        // Of shapes that are not convex a clearance takes much longer.
        let is_asked = limit.is_finite() && are_convex([a.placed(), b.placed()]).is_none();
        if is_asked && !worlds::within(&a.shape.0, &a.pose, &b.shape.0, &b.pose, limit) {
            return None;
        }
        let found = worlds::clearance(&a.shape.0, &a.pose, &b.shape.0, &b.pose);
        (found.lower <= limit).then_some(found)
    }

    fn whole(&self) -> PyResult<&Whole> {
        let whole = self.whole.get_or_init(|| Whole::of(&self.bodies));
        whole.as_ref().map_err(|wrong| value("scene", wrong))
    }
    /// The compound and the half-spaces, with the bodies of their parts.
    fn shapes<'s>(
        &'s self,
        whole: &'s Whole,
    ) -> impl Iterator<Item = (&'s Collider, &'s d3_f64::Pose, BodyOf<'s>)> {
        let part = BodyOf::Part(&whole.body_of);
        let all = whole.shape.iter().map(move |shape| (shape, &d3_f64::Pose::IDENTITY, part));
        let halves = self.bodies.iter().enumerate().filter(|(_, body)| body.is_half_space());
        all.chain(halves.map(|(number, body)| (&body.shape.0, &body.pose, BodyOf::All(number))))
    }
    fn cast_rays(&self, whole: &Whole, rays: &[Ray]) -> FirstHits {
        let mut first = FirstHits(vec![FirstHit::MISS; rays.len()]);
        for (shape, pose, body_of) in self.shapes(whole) {
            let found = Batch::new(shape, pose).cast_ray(rays);
            for (first, found) in first.0.iter_mut().zip(found) {
                let Some(found) = found.filter(|found| found.hit.time < first.time) else {
                    continue;
                };
                let body = match body_of {
                    BodyOf::Part(bodies) => bodies[found.place.part as usize],
                    BodyOf::All(body) => body,
                };
                let (point, normal) = (found.hit.point, found.hit.normal);
                *first = FirstHit { body: body as i64, time: found.hit.time, point, normal };
            }
        }
        first
    }
}

/// A clearance as Python sees it.
fn answer(py: Python<'_>, found: &worlds::Clearance<DVec3>) -> PyResult<Clearance> {
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
type Pair = ([usize; 2], worlds::Clearance<DVec3>);

/// The body of a part.
#[derive(Clone, Copy)]
enum BodyOf<'s> {
    Part(&'s [usize]),
    All(usize),
}

/// The bits of a float as an integer that is ordered as `f64::total_cmp` orders the floats.
fn order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (bits >> 63 & i64::MAX)
}

/// Where a ray first meets a body.
#[derive(Clone, Copy)]
struct FirstHit {
    body: i64,
    time: f64,
    point: DVec3,
    normal: DVec3,
}

impl FirstHit {
    const MISS: Self =
        Self { body: -1, time: f64::INFINITY, point: DVec3::NAN, normal: DVec3::NAN };
}

struct FirstHits(Vec<FirstHit>);

impl FirstHits {
    fn into_python(self, py: Python<'_>) -> PyResult<SceneRayHit> {
        let all = &self.0;
        Ok(SceneRayHit {
            hit: column(py, all.iter().map(|hit| hit.body >= 0).collect())?,
            body: column(py, all.iter().map(|hit| hit.body).collect())?,
            time: column(py, all.iter().map(|hit| hit.time).collect())?,
            point: vectors(py, &all.iter().map(|hit| hit.point).collect::<Vec<_>>())?,
            normal: vectors(py, &all.iter().map(|hit| hit.normal).collect::<Vec<_>>())?,
        })
    }
}

/// Two bodies of a scene, and the clearance between them.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct BodyPair {
    a: String,
    b: String,
    answer: Py<Clearance>,
}

/// Where two bodies of a scene touch.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct BodyContact {
    a: String,
    b: String,
    manifold: Py<Manifold>,
}

#[pymethods]
impl BodyPair {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("BodyPair({:?}, {:?}, {})", self.a, self.b, self.answer.bind(py).repr()?))
    }
}

#[pymethods]
impl BodyContact {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("BodyContact({:?}, {:?}, {})", self.a, self.b, self.manifold.bind(py).repr()?))
    }
}
