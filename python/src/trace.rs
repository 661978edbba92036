//! The steps of an algorithm as dicts: the fields that `clearance query --trace` writes.

use ::clearance::Query;
use ::clearance::glam::{DVec2, DVec3};
use ::clearance::worlds::Collider;
use clearance_lines::Choice;
use clearance_lines::steps::{self, Sink};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::error::value;
use crate::rows::Placed;
use crate::sides::are_plane;
use crate::single::single;
use crate::space::Space;

/// The steps of an algorithm about one pair of convex shapes, in float64.
///
/// ``step`` names each: ``start``, then ``support``, ``simplex`` (GJK), ``polytope``, ``face``, ``expand`` (EPA), ``axis``,
/// ``skip``, ``cross`` (separating axes), ``bounds``, and at last ``finish``. The other keys are the numbers of the step, as
/// floats, ints and lists; they are those of ``clearance query --trace``, which crates/cli/FORMATS.md describes. Points and
/// directions are in the frame of A, and ``corners`` are points of the Minkowski difference of the cores, in the unit of
/// the input.
///
/// A pair that is answered without an algorithm, as with a half-space, has no steps. Raises ValueError for shapes that are
/// not convex, rows of poses, and an algorithm that is unknown or would take more than a minute.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, algorithm = "auto"))]
pub fn trace<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    algorithm: &str,
) -> PyResult<Bound<'py, PyList>> {
    let choice = Choice::named(algorithm).ok_or_else(|| {
        let names = Choice::names().join(", ");
        value("algorithm", format!("{algorithm:?} is none of {names}"))
    })?;
    let mut steps = Steps { all: PyList::empty(py), last: PyDict::new(py), outcome: Ok(()) };
    let given = [a, pose_a, b, pose_b];
    if are_plane(a) {
        single::<DVec2, _>(given, |pair| of_pair(pair, choice, &mut steps))??;
    } else {
        single::<DVec3, _>(given, |pair| of_pair(pair, choice, &mut steps))??;
    }
    steps.outcome.map(|()| steps.all)
}

fn of_pair<V: Space>(
    [a, b]: [Placed<'_, V>; 2],
    choice: Choice,
    steps: &mut Steps<'_>,
) -> PyResult<()> {
    let (Collider::Convex(p), Collider::Convex(q)) = (a.shape, b.shape) else {
        return Err(value("a, b", "there are no steps of shapes that are not convex"));
    };
    if let Some(reason) = clearance_lines::refusal(choice, p, q) {
        return Err(value("algorithm", reason));
    }
    steps::watched(Query::new(p, a.pose, q, b.pose).algorithm(choice.algorithm()), steps);
    Ok(())
}

/// Makes the dicts. After the first error, which is kept, they have no meaning.
struct Steps<'py> {
    all: Bound<'py, PyList>,
    last: Bound<'py, PyDict>,
    outcome: PyResult<()>,
}

impl<'py> Steps<'py> {
    fn set(&mut self, field: &str, value: impl IntoPyObject<'py>) {
        let done = self.last.set_item(field, value);
        self.keep(done);
    }
    fn keep(&mut self, done: PyResult<()>) {
        if self.outcome.is_ok() {
            self.outcome = done;
        }
    }
}

impl Sink for Steps<'_> {
    fn begin(&mut self, _: &Value, step: &'static str) {
        self.last = PyDict::new(self.all.py());
        self.set("step", step);
    }
    fn number(&mut self, field: &'static str, value: f64) {
        self.set(field, value);
    }
    fn numbers(&mut self, field: &'static str, values: &[f64]) {
        self.set(field, values.to_vec());
    }
    fn vector(&mut self, field: &'static str, value: &[f64]) {
        self.set(field, value.to_vec());
    }
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]) {
        self.set(field, values.chunks(dim).map(<[f64]>::to_vec).collect::<Vec<_>>());
    }
    fn index(&mut self, field: &'static str, value: u32) {
        self.set(field, value);
    }
    fn indices(&mut self, field: &'static str, each: usize, values: &[u32]) {
        if each == 1 {
            self.set(field, values.to_vec());
        } else {
            self.set(field, values.chunks(each).map(<[u32]>::to_vec).collect::<Vec<_>>());
        }
    }
    fn name(&mut self, field: &'static str, value: &'static str) {
        self.set(field, value);
    }
    fn none(&mut self, field: &'static str) {
        self.set(field, None::<u32>);
    }
    fn end(&mut self) {
        let done = self.all.append(&self.last);
        self.keep(done);
    }
}
