//! `--trace`: each step of each pair as a JSON line.

use std::io::{self, Write};

use clearance::answer::Feature;
use clearance::space::Vector;
use clearance::trace::{Step, Trace};
use serde_json::{Value, json};

/// Writes the steps of one pair; the first error stops it and is kept.
pub struct Watcher<'w> {
    out: &'w mut dyn Write,
    id: Value,
    /// What went wrong in writing.
    pub outcome: io::Result<()>,
}

impl<'w> Watcher<'w> {
    pub fn new(out: &'w mut dyn Write, id: Value) -> Self {
        Self { out, id, outcome: Ok(()) }
    }

    fn write(&mut self, name: &str, mut fields: Value) -> io::Result<()> {
        // The pair and the step come first: people read these lines too.
        let mut line = format!("{{\"id\":{},\"step\":\"{name}\"", self.id);
        if let Some(fields) = fields.as_object_mut() {
            for (field, value) in fields {
                line += &format!(",\"{field}\":{value}");
            }
        }
        writeln!(self.out, "{line}}}")
    }
}

impl<W: Vector<Scalar = f64>> Trace<W> for Watcher<'_> {
    fn step(&mut self, step: Step<'_, W>) {
        if self.outcome.is_err() {
            return;
        }
        let (name, fields) = described(&step);
        self.outcome = self.write(name, fields);
    }
}

fn list<W: Vector<Scalar = f64>>(vector: W) -> Value {
    (0..W::DIM).map(|i| vector.get(i)).collect()
}

fn lists<W: Vector<Scalar = f64>>(vectors: &[W]) -> Value {
    vectors.iter().map(|v| list(*v)).collect()
}

fn described<W: Vector<Scalar = f64>>(step: &Step<'_, W>) -> (&'static str, Value) {
    match *step {
        Step::Start { algorithm, bits } => {
            ("start", json!({ "algorithm": algorithm.name(), "bits": bits }))
        }
        Step::Support { direction, a, b, point } => (
            "support",
            json!({ "direction": list(direction), "a": list(a), "b": list(b), "point": list(point) }),
        ),
        Step::Simplex { corners, closest } => {
            ("simplex", json!({ "corners": lists(corners), "closest": list(closest) }))
        }
        Step::Face { corners, normal, distance } => (
            "face",
            json!({ "corners": lists(corners), "normal": list(normal), "distance": distance }),
        ),
        Step::Expand { point, removed, added } => {
            ("expand", json!({ "point": list(point), "removed": removed, "added": added }))
        }
        Step::Axis { axis, overlap, feature } => (
            "axis",
            json!({ "axis": list(axis), "overlap": overlap, "feature": feature_name(feature) }),
        ),
        Step::Bounds { lower, upper } => ("bounds", json!({ "lower": lower, "upper": upper })),
        Step::Stretch { from, to, axis } => {
            ("stretch", json!({ "from": from, "to": to, "axis": list(axis) }))
        }
        Step::Finish { end } => ("finish", json!({ "end": end_name(end) })),
    }
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
fn feature_name(feature: Feature) -> Value {
    match feature {
        Feature::None => Value::Null,
        Feature::FaceA(face) => json!({ "face_a": face }),
        Feature::FaceB(face) => json!({ "face_b": face }),
        Feature::Edges(a, b) => json!({ "edges": [a, b] }),
    }
}
