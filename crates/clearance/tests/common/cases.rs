//! The named pairs of `cases/cases.jsonl`, in the format that `cases/README.md` describes.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::{Pose, Shape};
use serde_json::Value;

use super::pairs::Maker;

/// A line of the file.
pub struct Case(pub Value);

impl Case {
    /// All lines of the file.
    fn all() -> impl Iterator<Item = Self> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/cases.jsonl");
        let text = std::fs::read_to_string(path).expect("the cases are part of the repository");
        let lines: Vec<Self> =
            text.lines().map(|line| Self(serde_json::from_str(line).expect("JSON"))).collect();
        lines.into_iter()
    }
    /// All pairs at rest: all cases but the casts.
    pub fn still() -> Vec<Self> {
        Self::all().filter(|case| case.0["cast"].is_null()).collect()
    }
    /// All casts of shapes.
    pub fn shapecasts() -> Vec<Self> {
        Self::all().filter(|case| case.0["query"] == "shapecast").collect()
    }
    /// All rays: A is a moving point.
    pub fn raycasts() -> Vec<Self> {
        Self::all().filter(|case| case.0["query"] == "raycast").collect()
    }
    /// A velocity of a cast: "va" or "vb"; zero if it has none.
    pub fn velocity<V: Maker>(&self, side: &str) -> V {
        let list = self.0["cast"][side].as_array();
        let entry = |i: usize| list.map_or(0.0, |list| list[i].as_f64().expect("a number"));
        clearance::space::Vector::from_fn(|i| clearance::number::Scalar::of(entry(i)))
    }
    pub fn id(&self) -> &str {
        self.text("id")
    }
    /// `intersects`, `distance`, `penetration` or `contact`.
    pub fn query(&self) -> &str {
        self.text("query")
    }
    pub fn dim(&self) -> usize {
        if self.0["dim"] == 3 { 3 } else { 2 }
    }
    /// Whether f32 represents its numbers exactly.
    pub fn in_f32(&self) -> bool {
        self.0["f32_representable"] == true
    }
    /// Whether one of the shapes is curved. Rounding radii do not count.
    pub fn curved(&self) -> bool {
        let kinds = ["cylinder", "cone", "ellipse", "ellipsoid"];
        ["a", "b"].iter().any(|side| kinds.iter().any(|kind| self.0[side]["kind"] == *kind))
    }
    /// The largest number of the input, to which tolerances are relative.
    pub fn scale(&self) -> f64 {
        self.0["max_abs_input"].as_f64().expect("a number")
    }
    /// An expected number.
    pub fn expected(&self, name: &str) -> f64 {
        self.0["expected"][name].as_f64().expect("a number")
    }
    /// An expected vector.
    pub fn expected_vector<V: Maker>(&self, name: &str) -> V::Wide {
        let list = self.0["expected"][name].as_array().expect("a list");
        clearance::space::Vector::from_fn(|i| list[i].as_f64().expect("a number"))
    }
    /// The shape and the pose of "a" or "b".
    pub fn body<V: Readable>(&self, side: &str) -> (Shape<V>, Pose<V>) {
        V::read(&self.0[side])
    }
    fn text(&self, field: &str) -> &str {
        self.0[field].as_str().expect("text")
    }
}

/// Vector types for which shapes and poses can be read.
pub trait Readable: Maker {
    fn read(body: &Value) -> (Shape<Self>, Pose<Self>);
}

macro_rules! readable {
    ($($v:ty)*) => {$(
        impl Readable for $v {
            fn read(body: &Value) -> (Shape<$v>, Pose<$v>) {
                let shape = serde_json::from_value(body.clone()).expect("a shape");
                (shape, serde_json::from_value(body["pose"].clone()).expect("a pose"))
            }
        }
    )*};
}
readable!(Vec2 DVec2 Vec3 DVec3);
