//! The named steps of an algorithm: one description, for JSON lines and for columns.

use std::io::{self, Write};

use clearance::Clearance;
use clearance::answer::{Algorithm, Feature, FeaturePart};
use clearance::pair::Query;
use clearance::shape::NO_ID;
use clearance::space::{DVector, Vector};
use clearance::trace::{Step, Trace};
use serde_json::Value;

/// Receives the steps of a pair.
pub trait Sink {
    /// A step begins. Its fields follow.
    fn begin(&mut self, pair: &Value, step: &'static str);
    /// A number.
    fn number(&mut self, field: &'static str, value: f64);
    /// A list of numbers.
    fn numbers(&mut self, field: &'static str, values: &[f64]);
    /// A vector.
    fn vector(&mut self, field: &'static str, value: &[f64]);
    /// A list of vectors with `dim` coordinates each, one after the other.
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]);
    /// A count or an index.
    fn index(&mut self, field: &'static str, value: u32);
    /// A list of indices, in groups of `each` if this is more than one.
    fn indices(&mut self, field: &'static str, each: usize, values: &[u32]);
    /// A name out of a few.
    fn name(&mut self, field: &'static str, value: &'static str);
    /// Nothing.
    fn none(&mut self, field: &'static str);
    /// The step is complete.
    fn end(&mut self);
    /// Does it want each of the axes that the separating axis tests in 3D try? Otherwise it gets only
    /// axes that are the best so far, with the number of axes left out before.
    fn takes_all(&self) -> bool {
        true
    }
}

/// Observes the algorithms of one pair for a sink.
pub(crate) struct Watcher<'w> {
    sink: &'w mut dyn Sink,
    id: Value,
    /// The least overlap that the algorithm has found.
    best: f64,
    /// Does it try all axes, which may be hundreds of thousands?
    is_exhaustive: bool,
    left_out: u32,
}

/// Asks how far two shapes are apart; `sink` gets the steps.
pub fn watched<V: Vector>(query: Query<'_, V>, sink: &mut dyn Sink) -> Clearance<V> {
    query.trace(&mut Watcher::new(sink, Value::Null)).clearance()
}

impl<'w> Watcher<'w> {
    pub(crate) fn new(sink: &'w mut dyn Sink, id: Value) -> Self {
        Self { sink, id, best: f64::INFINITY, is_exhaustive: false, left_out: 0 }
    }
}

impl<W: DVector> Trace<W> for Watcher<'_> {
    fn step(&mut self, step: Step<'_, W>) {
        if let Step::Axis { overlap, .. } = step
            && self.is_exhaustive
            && overlap >= self.best
        {
            self.left_out += 1;
            return;
        }
        self.sink.begin(&self.id, name(&step));
        describe(&step, self.sink);
        match step {
            Step::Start { algorithm, .. } => {
                let exhaustive = algorithm == Algorithm::Sat && W::DIM == 3;
                self.is_exhaustive = exhaustive && !self.sink.takes_all();
                self.best = f64::INFINITY;
            }
            Step::Axis { overlap, .. } => {
                self.best = self.best.min(overlap);
                self.sink.number("best", self.best);
            }
            _ => {}
        }
        if self.is_exhaustive && matches!(step, Step::Axis { .. } | Step::Finish { .. }) {
            self.sink.index("left_out", self.left_out);
            self.left_out = 0;
        }
        self.sink.end();
    }
}

fn name<W: Vector>(step: &Step<'_, W>) -> &'static str {
    match step {
        Step::Start { .. } => "start",
        Step::Support { .. } => "support",
        Step::Simplex { .. } => "simplex",
        Step::Polytope { .. } => "polytope",
        Step::Face { .. } => "face",
        Step::Expand { .. } => "expand",
        Step::Axis { .. } => "axis",
        Step::Skip { .. } => "skip",
        Step::Cross { .. } => "cross",
        Step::Bounds { .. } => "bounds",
        Step::Stretch { .. } => "stretch",
        Step::Facing { .. } => "facing",
        Step::Cut { .. } => "cut",
        Step::Touch { .. } => "touch",
        Step::Keep { .. } => "keep",
        Step::Finish { .. } => "finish",
    }
}

fn describe<W: DVector>(step: &Step<'_, W>, to: &mut dyn Sink) {
    match *step {
        Step::Start { algorithm, bits } => {
            to.name("algorithm", algorithm.name());
            to.index("bits", bits);
        }
        Step::Support { direction, a, b, point, ids } => {
            vector(to, "direction", direction);
            vector(to, "a", a);
            vector(to, "b", b);
            vector(to, "b_in_a", a - point);
            vector(to, "point", point);
            id(to, "ia", ids[0]);
            id(to, "ib", ids[1]);
        }
        Step::Simplex { corners, ids, weights, closest } => {
            vectors(to, "corners", corners);
            to.numbers("weights", weights);
            vector(to, "closest", closest);
            if !ids.as_flattened().contains(&NO_ID) {
                to.indices("ids", 2, ids.as_flattened());
            }
        }
        Step::Polytope { corners, faces, distances } => {
            vectors(to, "corners", corners);
            if W::DIM == 3 {
                to.indices("faces", 3, faces.as_flattened());
            }
            to.numbers("distances", distances);
        }
        Step::Face { number, corners, normal, distance } => {
            to.index("face", number);
            vectors(to, "corners", corners);
            vector(to, "normal", normal);
            to.number("distance", distance);
        }
        Step::Expand { point, removed, added, seen, horizon, distances } => {
            vector(to, "point", point);
            to.index("removed", removed);
            to.index("added", added);
            to.indices("seen", 1, seen);
            if W::DIM == 3 {
                to.indices("horizon", 2, horizon.as_flattened());
                to.numbers("distances", distances);
            }
        }
        Step::Axis { axis, overlap, feature: of } => {
            vector(to, "axis", axis);
            to.number("overlap", overlap);
            feature(to, of);
        }
        Step::Skip { of_b, faces, edges, by, best } => {
            to.name("of", if of_b { "b" } else { "a" });
            to.indices("faces", 1, faces);
            to.indices("edges", 1, edges);
            id(to, "by", by.unwrap_or(NO_ID));
            to.number("best", best);
        }
        Step::Cross { arc, cell, border, next, axis } => {
            to.index("arc", arc);
            to.index("cell", cell);
            to.index("border", border);
            to.index("next", next);
            vector(to, "axis", axis);
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
        Step::Facing { normal, a, b } => {
            vector(to, "normal", normal);
            vectors(to, "a", a);
            vectors(to, "b", b);
        }
        Step::Cut { of_b, edge, ends, left, by } => {
            to.name("of", if of_b { "b" } else { "a" });
            to.index("edge", edge);
            vectors(to, "ends", &ends);
            vectors(to, "left", left);
            id(to, "from_by", by[0].unwrap_or(NO_ID));
            id(to, "to_by", by[1].unwrap_or(NO_ID));
        }
        Step::Touch { a, b, separation, feature } => {
            vector(to, "a", a);
            vector(to, "b_in_a", b);
            to.number("separation", separation);
            part(to, ["at_a", "ia"], feature.a());
            part(to, ["at_b", "ib"], feature.b());
        }
        Step::Keep { kept } => to.indices("kept", 1, kept),
        Step::Finish { end } => to.name("end", end_name(end)),
    }
}

/// The coordinates of a vector, and their number.
fn coordinates<W: DVector>(vector: W) -> ([f64; 3], usize) {
    (std::array::from_fn(|i| if i < W::DIM { vector.get(i) } else { 0.0 }), W::DIM)
}

fn vector<W: DVector>(to: &mut dyn Sink, field: &'static str, value: W) {
    let (all, dim) = coordinates(value);
    to.vector(field, &all[..dim]);
}

fn vectors<W: DVector>(to: &mut dyn Sink, field: &'static str, values: &[W]) {
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

/// The vertex number of a support point, or none.
fn id(to: &mut dyn Sink, field: &'static str, id: u32) {
    if id == NO_ID {
        to.none(field);
    } else {
        to.index(field, id);
    }
}

/// The feature at a contact point: its kind and its index.
fn part(to: &mut dyn Sink, [kind, number]: [&'static str; 2], part: FeaturePart) {
    let (name, at) = match part {
        FeaturePart::Face(at) => ("face", at),
        FeaturePart::Edge(at) => ("edge", at),
        FeaturePart::Vertex(at) => ("vertex", at),
    };
    to.name(kind, name);
    to.index(number, at);
}

/// A face or a pair of edges, by index.
fn feature(to: &mut dyn Sink, feature: Feature) {
    match feature {
        Feature::None => to.none("feature"),
        Feature::FaceA(face) => to.index("face_a", face),
        Feature::FaceB(face) => to.index("face_b", face),
        Feature::Edges(a, b) => to.indices("edges", 1, &[a, b]),
    }
}

/// Writes steps as JSON lines. After the first error, which is kept, nothing is written.
pub struct Lines<'w> {
    out: &'w mut dyn Write,
    line: String,
    /// The first error in writing, if there was one.
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

/// JSON has no numbers that are not finite.
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
        // The pair and the step come first, because people read these lines, too.
        self.line = format!("{{\"id\":{pair},\"step\":\"{step}\"");
    }
    fn number(&mut self, field: &'static str, value: f64) {
        self.field(field, &number(value));
    }
    fn numbers(&mut self, field: &'static str, values: &[f64]) {
        self.field(field, &numbers(values));
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
    fn indices(&mut self, field: &'static str, each: usize, values: &[u32]) {
        let all = |values: &[u32]| list(values.iter().map(u32::to_string));
        let text = if each == 1 { all(values) } else { list(values.chunks(each).map(all)) };
        self.field(field, &text);
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
