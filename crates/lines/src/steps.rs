//! The steps of an algorithm, with names: one description of them, for JSON lines and for columns.

use std::io::{self, Write};

use clearance::answer::Feature;
use clearance::space::Vector;
use clearance::trace::{Step, Trace};
use serde_json::Value;

/// What takes the steps of a pair.
pub trait Sink {
    /// A step begins. Its fields follow.
    fn begin(&mut self, pair: &Value, step: &'static str);
    /// A number.
    fn number(&mut self, field: &'static str, value: f64);
    /// A vector.
    fn vector(&mut self, field: &'static str, value: &[f64]);
    /// A list of vectors of so many coordinates, one after the other.
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]);
    /// A count, or the number of something.
    fn index(&mut self, field: &'static str, value: u32);
    /// A list of those.
    fn indices(&mut self, field: &'static str, values: &[u32]);
    /// One name of a few.
    fn name(&mut self, field: &'static str, value: &'static str);
    /// Nothing.
    fn none(&mut self, field: &'static str);
    /// The step is told.
    fn end(&mut self);
}

/// Watches the algorithms of one pair for a sink.
pub(crate) struct Watcher<'w> {
    sink: &'w mut dyn Sink,
    id: Value,
}

impl<'w> Watcher<'w> {
    pub(crate) fn new(sink: &'w mut dyn Sink, id: Value) -> Self {
        Self { sink, id }
    }
}

impl<W: Vector<Scalar = f64>> Trace<W> for Watcher<'_> {
    fn step(&mut self, step: Step<'_, W>) {
        self.sink.begin(&self.id, name(&step));
        describe(&step, self.sink);
        self.sink.end();
    }
}

fn name<W: Vector>(step: &Step<'_, W>) -> &'static str {
    match step {
        Step::Start { .. } => "start",
        Step::Support { .. } => "support",
        Step::Simplex { .. } => "simplex",
        Step::Face { .. } => "face",
        Step::Expand { .. } => "expand",
        Step::Axis { .. } => "axis",
        Step::Bounds { .. } => "bounds",
        Step::Stretch { .. } => "stretch",
        Step::Finish { .. } => "finish",
    }
}

fn describe<W: Vector<Scalar = f64>>(step: &Step<'_, W>, to: &mut dyn Sink) {
    match *step {
        Step::Start { algorithm, bits } => {
            to.name("algorithm", algorithm.name());
            to.index("bits", bits);
        }
        Step::Support { direction, a, b, point } => {
            vector(to, "direction", direction);
            vector(to, "a", a);
            vector(to, "b", b);
            vector(to, "point", point);
        }
        Step::Simplex { corners, closest } => {
            vectors(to, "corners", corners);
            vector(to, "closest", closest);
        }
        Step::Face { corners, normal, distance } => {
            vectors(to, "corners", corners);
            vector(to, "normal", normal);
            to.number("distance", distance);
        }
        Step::Expand { point, removed, added } => {
            vector(to, "point", point);
            to.index("removed", removed);
            to.index("added", added);
        }
        Step::Axis { axis, overlap, feature: of } => {
            vector(to, "axis", axis);
            to.number("overlap", overlap);
            feature(to, of);
        }
        Step::Bounds { lower, upper } => {
            to.number("lower", lower);
            to.number("upper", upper);
        }
        Step::Stretch { from, to: until, axis } => {
            to.number("from", from);
            to.number("to", until);
            vector(to, "axis", axis);
        }
        Step::Finish { end } => to.name("end", end_name(end)),
    }
}

/// A vector's coordinates, and how many there are.
fn coordinates<W: Vector<Scalar = f64>>(vector: W) -> ([f64; 3], usize) {
    (std::array::from_fn(|i| if i < W::DIM { vector.get(i) } else { 0.0 }), W::DIM)
}

fn vector<W: Vector<Scalar = f64>>(to: &mut dyn Sink, field: &'static str, value: W) {
    let (all, dim) = coordinates(value);
    to.vector(field, &all[..dim]);
}

fn vectors<W: Vector<Scalar = f64>>(to: &mut dyn Sink, field: &'static str, values: &[W]) {
    let all = values.iter().map(|v| coordinates(*v));
    let all: Vec<f64> = all.flat_map(|(all, dim)| all.into_iter().take(dim)).collect();
    to.vectors(field, W::DIM, &all);
}

fn end_name(end: clearance::End) -> &'static str {
    match end {
        clearance::End::Converged => "converged",
        clearance::End::Early => "early",
        clearance::End::NoProgress => "no-progress",
        clearance::End::StepLimit => "step-limit",
    }
}

/// A face or a pair of edges, by number.
fn feature(to: &mut dyn Sink, feature: Feature) {
    match feature {
        Feature::None => to.none("feature"),
        Feature::FaceA(face) => to.index("face_a", face),
        Feature::FaceB(face) => to.index("face_b", face),
        Feature::Edges(a, b) => to.indices("edges", &[a, b]),
    }
}

/// Writes steps as JSON lines; the first error stops it and is kept.
pub struct Lines<'w> {
    out: &'w mut dyn Write,
    line: String,
    /// What went wrong in writing.
    pub outcome: io::Result<()>,
}

impl<'w> Lines<'w> {
    /// Writes to `out`.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, line: String::new(), outcome: Ok(()) }
    }
    fn field(&mut self, field: &str, value: &str) {
        self.line += &format!(",\"{field}\":{value}");
    }
}

/// JSON has no word for what is not finite.
fn number(value: f64) -> String {
    Value::from(value).to_string()
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn numbers(values: &[f64]) -> String {
    list(values.iter().map(|x| number(*x)))
}

impl Sink for Lines<'_> {
    fn begin(&mut self, pair: &Value, step: &'static str) {
        // The pair and the step come first: people read these lines too.
        self.line = format!("{{\"id\":{pair},\"step\":\"{step}\"");
    }
    fn number(&mut self, field: &'static str, value: f64) {
        self.field(field, &number(value));
    }
    fn vector(&mut self, field: &'static str, value: &[f64]) {
        self.field(field, &numbers(value));
    }
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]) {
        self.field(field, &list(values.chunks(dim).map(numbers)));
    }
    fn index(&mut self, field: &'static str, value: u32) {
        self.field(field, &value.to_string());
    }
    fn indices(&mut self, field: &'static str, values: &[u32]) {
        self.field(field, &list(values.iter().map(u32::to_string)));
    }
    fn name(&mut self, field: &'static str, value: &'static str) {
        self.field(field, &format!("\"{value}\""));
    }
    fn none(&mut self, field: &'static str) {
        self.field(field, "null");
    }
    fn end(&mut self) {
        if self.outcome.is_ok() {
            self.outcome = writeln!(self.out, "{}}}", self.line);
        }
    }
}
