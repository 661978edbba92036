//! The steps of an algorithm as dicts: the fields that `clearance query --trace` writes.

use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use ::clearance::Collider;
use ::clearance::glam::{DVec2, DVec3};
use ::clearance::pair::Query;
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
use crate::watch::Watch;

/// So many steps wait for Python at most. They come from a thread of their own, which a signal does not wait for.
const KEPT: usize = 1 << 10;

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
    let mut watch = Watch::new(None);
    let (sender, mut steps) = sync_channel(KEPT);
    let given = [a, pose_a, b, pose_b];
    let work = if are_plane(a) {
        single::<DVec2, _>(given, |pair| of_pair(pair, choice, sender))??
    } else {
        single::<DVec3, _>(given, |pair| of_pair(pair, choice, sender))??
    };
    let thread = thread::Builder::new().spawn(work)?;
    let all = PyList::empty(py);
    // It ends where the thread does.
    while let Some(step) = py.detach(|| watch.next(&mut steps)) {
        all.append(dict(py, &step)?)?;
    }
    watch.end()?;
    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    Ok(all)
}

/// What asks about the pair, and sends the steps.
fn of_pair<V: Space>(
    [a, b]: [Placed<'_, V>; 2],
    choice: Choice,
    steps: SyncSender<Step>,
) -> PyResult<Box<dyn FnOnce() + Send>> {
    let (Collider::Convex(p), Collider::Convex(q)) = (a.shape, b.shape) else {
        return Err(value("a, b", "there are no steps of shapes that are not convex"));
    };
    if let Some(reason) = clearance_lines::refusal(choice, p, q) {
        return Err(value("algorithm", reason));
    }
    let (p, pose_a, q, pose_b) = (p.clone(), *a.pose, q.clone(), *b.pose);
    Ok(Box::new(move || {
        let query = Query::new(&p, &pose_a, &q, &pose_b).algorithm(choice.method());
        steps::watched(query, &mut Sent { step: Vec::new(), steps });
    }))
}

/// The fields of a step, as they are sent.
type Step = Vec<(&'static str, Field)>;

enum Field {
    Number(f64),
    Numbers(Vec<f64>),
    Vectors(Vec<Vec<f64>>),
    Index(u32),
    Indices(Vec<u32>),
    Groups(Vec<Vec<u32>>),
    Name(&'static str),
    None,
}

fn dict<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, field) in step {
        match field {
            Field::Number(value) => dict.set_item(name, value),
            Field::Numbers(values) => dict.set_item(name, values),
            Field::Vectors(values) => dict.set_item(name, values),
            Field::Index(value) => dict.set_item(name, value),
            Field::Indices(values) => dict.set_item(name, values),
            Field::Groups(values) => dict.set_item(name, values),
            Field::Name(value) => dict.set_item(name, value),
            Field::None => dict.set_item(name, py.None()),
        }?;
    }
    Ok(dict)
}

/// Sends the steps. Once nobody takes them, as after Ctrl-C, they are dropped until the algorithm ends.
struct Sent {
    step: Step,
    steps: SyncSender<Step>,
}

impl Sent {
    fn set(&mut self, name: &'static str, field: Field) {
        self.step.push((name, field));
    }
}

impl Sink for Sent {
    fn begin(&mut self, _: &Value, step: &'static str) {
        self.set("step", Field::Name(step));
    }
    fn number(&mut self, field: &'static str, value: f64) {
        self.set(field, Field::Number(value));
    }
    fn numbers(&mut self, field: &'static str, values: &[f64]) {
        self.set(field, Field::Numbers(values.to_vec()));
    }
    fn vector(&mut self, field: &'static str, value: &[f64]) {
        self.set(field, Field::Numbers(value.to_vec()));
    }
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]) {
        self.set(field, Field::Vectors(values.chunks(dim).map(<[f64]>::to_vec).collect()));
    }
    fn index(&mut self, field: &'static str, value: u32) {
        self.set(field, Field::Index(value));
    }
    fn indices(&mut self, field: &'static str, each: usize, values: &[u32]) {
        let groups = || values.chunks(each).map(<[u32]>::to_vec).collect();
        let given =
            if each == 1 { Field::Indices(values.to_vec()) } else { Field::Groups(groups()) };
        self.set(field, given);
    }
    fn name(&mut self, field: &'static str, value: &'static str) {
        self.set(field, Field::Name(value));
    }
    fn none(&mut self, field: &'static str) {
        self.set(field, Field::None);
    }
    fn end(&mut self) {
        let _ = self.steps.send(std::mem::take(&mut self.step));
    }
}
