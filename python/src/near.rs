//! The pairs of bodies of a scene that are the nearest, or touch: the clearance of each, worst first.

use std::ops::ControlFlow;

use ::clearance::d3_f64::DVec3;
use ::clearance::scenes::Near;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Clearance, Manifold};
use crate::columns::{number_of, vector};
use crate::rows::{Placed, are_convex};
use crate::scene::Scene;
use crate::table::is_long;
use crate::watch::Watch;

impl Scene {
    pub fn body_pair(&self, py: Python<'_>, (pair, found): &Pair) -> PyResult<BodyPair> {
        let [a, b] = pair.map(|body| self.bodies[body].0.clone());
        Ok(BodyPair { a, b, answer: Py::new(py, answer(py, found)?)? })
    }
    /// The pairs within a distance, at most so many, the worst first; of equal ones that of the bodies that came first.
    pub fn near(&self, py: Python<'_>, distance: f64, most: usize) -> PyResult<Vec<Pair>> {
        let mut watch = Watch::new(None);
        let found = py.detach(|| {
            self.scene.nearest_by(most, distance, |pair, limit, done| {
                watch.at(done as f64)?;
                ControlFlow::Continue(self.clearance(self.in_order(pair), limit, &mut watch))
            })
        });
        watch.end()?;
        let pair = |near: Near<DVec3>| (self.in_order(near.pair), near.clearance);
        let mut found: Vec<Pair> = found.into_iter().map(pair).collect();
        let by = |(_, found): &Pair| found.signed_distance;
        found.sort_by(|a, b| by(a).total_cmp(&by(b)).then(a.0.cmp(&b.0)));
        Ok(found)
    }
    /// The clearance of two bodies; `None` if they are farther apart than the limit.
    fn clearance(
        &self,
        pair: [usize; 2],
        limit: f64,
        watch: &mut Watch<'_>,
    ) -> Option<::clearance::Clearance<DVec3>> {
        let [a, b] = pair.map(|body| self.body(body));
        // Of shapes that are not convex a clearance takes much longer, and whether they are so deep does, too.
        let is_asked = limit.is_finite()
            && are_convex([a, b].map(|body| Placed { shape: &body.shape, pose: &body.pose }))
                .is_none();
        if is_asked && !::clearance::within(&a.shape, &a.pose, &b.shape, &b.pose, limit.max(0.0)) {
            return None;
        }
        let found = if is_long(&a.shape, &b.shape) {
            let (a, b) = ((a.shape.clone(), a.pose), (b.shape.clone(), b.pose));
            watch.during(move || ::clearance::clearance(&a.0, &a.1, &b.0, &b.1))?
        } else {
            ::clearance::clearance(&a.shape, &a.pose, &b.shape, &b.pose)
        };
        (found.lower <= limit).then_some(found)
    }
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
pub type Pair = ([usize; 2], ::clearance::Clearance<DVec3>);

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
    pub a: String,
    /// The name of the second body.
    pub b: String,
    /// The points, with the normal from the first body to the second.
    pub manifold: Py<Manifold>,
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
