//! A line of input: two shapes, their poses, and the question.
//!
//! A line needs only `a` and `b`. Other keys may be missing, but if they are there they must be right:
//! every error becomes the reason in the line's answer. An unknown key is a warning in the answer,
//! because lines come from other programs, too.

use std::fmt;

use clearance::{Pose, Shape};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use clearance::number::Scalar;
use clearance::space::Vector;

use crate::keys;

/// The longest line, in bytes. Two hulls of 100,000 vertices take 12 to 15 MB. While a line is read as
/// JSON, it takes up to a hundred times its length in memory.
pub const MOST_OF_A_LINE: u64 = 32 << 20;

/// The error for a line with so many bytes.
pub fn too_long(length: u64) -> String {
    let most = MOST_OF_A_LINE >> 20;
    format!("the line is too long: {length} bytes, and {most} MiB is the most")
}

/// The lines of a text, with their numbers from 1. Blank lines are counted, but not returned.
pub fn lines(text: &[u8]) -> impl Iterator<Item = (u64, Result<Line, String>)> {
    let numbered = (1..).zip(text.split_inclusive(|byte| *byte == b'\n'));
    numbered.filter(|(_, line)| !line.trim_ascii().is_empty()).map(|(number, line)| {
        let (length, ended) = (line.len() as u64, line.ends_with(b"\n"));
        let fits = length < MOST_OF_A_LINE || length == MOST_OF_A_LINE && ended;
        (number, if fits { Line::parse(line) } else { Err(too_long(length)) })
    })
}

/// The question about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Do they touch or overlap?
    Intersects,
    /// The distance.
    Distance,
    /// The signed clearance.
    Penetration,
    /// The contact points.
    Contact,
    /// The time at which two moving shapes first touch.
    ShapeCast,
    /// The time at which a moving point first touches a shape.
    RayCast,
}

impl Question {
    const ALL: [Self; 6] = [
        Self::Intersects,
        Self::Distance,
        Self::Penetration,
        Self::Contact,
        Self::ShapeCast,
        Self::RayCast,
    ];

    /// The name in a line's `query`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Intersects => "intersects",
            Self::Distance => "distance",
            Self::Penetration => "penetration",
            Self::Contact => "contact",
            Self::ShapeCast => "shapecast",
            Self::RayCast => "raycast",
        }
    }

    /// Is it a question about moving shapes?
    pub fn is_cast(self) -> bool {
        matches!(self, Self::ShapeCast | Self::RayCast)
    }

    fn named(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|question| question.name() == name);
        known.ok_or_else(|| format!("unknown query \"{name}\""))
    }
}

/// The expected answer of a line.
#[derive(Debug, Deserialize)]
pub struct Expected {
    /// `None` if either answer is right.
    pub intersects: Option<bool>,
    /// The gap, or minus the depth.
    pub signed_distance: Option<f64>,
    /// The largest error of an answer.
    #[serde(default)]
    pub tol: f64,
    /// From A to B.
    pub normal: Option<Vec<f64>>,
    /// Is the normal the only one?
    #[serde(default)]
    pub normal_unique: bool,
    /// For casts.
    pub hit: Option<bool>,
    /// The time of impact.
    pub toi: Option<f64>,
    /// Do they overlap at the start?
    #[serde(default)]
    pub initial_overlap: bool,
}

/// The motion of the shapes in a cast. Missing velocities are zero.
#[derive(Debug, Default, Deserialize)]
pub struct Movement {
    #[serde(default)]
    va: Vec<f64>,
    #[serde(default)]
    vb: Vec<f64>,
    /// `None` if there is no end.
    pub tmax: Option<f64>,
}

impl Movement {
    /// The velocities of A and B.
    pub fn velocities<V: Vector>(&self) -> Result<[V; 2], String> {
        let velocity = |name: &str, numbers: &[f64]| match numbers.len() {
            0 => Ok(V::ZERO),
            count if count == V::DIM => Ok(V::from_fn(|i| V::Scalar::of(numbers[i]))),
            count => Err(format!("cast: {name} takes {} numbers, but has {count}", V::DIM)),
        };
        Ok([velocity("va", &self.va)?, velocity("vb", &self.vb)?])
    }

    /// The length of their difference.
    pub fn speed(&self) -> f64 {
        let get = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
        (0..3).map(|i| get(&self.vb, i) - get(&self.va, i)).map(|d| d * d).sum::<f64>().sqrt()
    }
}

/// The keys of a line: those that are read, and those in `cases/README.md`.
const LINE: [&str; 20] = [
    "id",
    "dim",
    "query",
    "a",
    "b",
    "cast",
    "margin",
    "expected",
    "f32_representable",
    "max_abs_input",
    "source",
    "class",
    "claimed",
    "verified",
    "flag",
    "why",
    "category",
    "provenance",
    "same_geometry_as",
    "notes",
];
/// The keys of `cast`.
const CAST: [&str; 3] = ["va", "vb", "tmax"];
/// The keys of `expected`.
const EXPECTED: [&str; 17] = [
    "intersects",
    "signed_distance",
    "distance",
    "depth",
    "touching",
    "flat_minkowski",
    "normal",
    "normal_unique",
    "point_a",
    "point_b",
    "tol",
    "certificate_width",
    "hit",
    "toi",
    "initial_overlap",
    "initial_signed_distance",
    "notes",
];
/// The rotation in a line's source, as a matrix, besides the pose.
const SOURCE_MATRIX: &str = "source_matrix";

/// A line that is valid JSON. Its parts may still be wrong.
pub struct Line {
    fields: Map<String, Value>,
}

impl Line {
    /// From the bytes between two line ends.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        // Some editors put a mark before the first line.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes)
            .map_err(|e| format!("not UTF-8 text: byte {} of the line", e.valid_up_to() + 1))?;
        // The parser counts lines too, but here there is always only one.
        let value: Strict = serde_json::from_str(text.trim_end()).map_err(|e| {
            e.to_string().replace(" at line 1 column ", " at column ") + hint(text, &e)
        })?;
        match value.0 {
            Value::Object(fields) => Ok(Self { fields }),
            _ => Err("a line must be a JSON object with \"a\" and \"b\"".into()),
        }
    }

    /// The id of the line.
    pub fn id(&self) -> Option<Value> {
        self.fields.get("id").filter(|id| !id.is_null()).cloned()
    }

    /// The question. Without `query` it is the penetration, which is the signed clearance.
    pub fn question(&self) -> Result<Question, String> {
        match self.fields.get("query") {
            None | Some(Value::Null) => Ok(Question::Penetration),
            Some(Value::String(name)) => Question::named(name),
            Some(other) => Err(format!("unknown query {other}")),
        }
    }

    /// The unknown keys of the line.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut said = |place: &str, odd: Vec<String>| {
            warnings.extend(odd.into_iter().map(|odd| format!("{place}{odd}")));
        };
        let line = self.fields.keys().filter(|key| !LINE.contains(&key.as_str()));
        said("", line.map(|key| format!("a line has no {key:?}")).collect());
        for side in ["a", "b"] {
            let Some(shape) = self.fields.get(side) else { continue };
            said(&format!("{side}: "), keys::odd_in_shape(shape, &["pose", SOURCE_MATRIX]));
            let pose = shape.get("pose").unwrap_or(&Value::Null);
            said(&format!("the pose of {side}: "), keys::odd_in_pose(pose, &[SOURCE_MATRIX]));
        }
        for (name, known) in [("cast", &CAST[..]), ("expected", &EXPECTED[..])] {
            let table = self.fields.get(name).unwrap_or(&Value::Null);
            said("", keys::odd(name, table, known, &[]));
        }
        warnings
    }

    /// 2 or 3: from `dim` and the `t` of the poses, otherwise from the shapes or the rotations.
    pub fn dim(&self) -> Result<usize, String> {
        let sides = [self.posed("a")?, self.posed("b")?];
        let dim_of_t = |i: usize| {
            let dim = keys::dim_of_t(sides[i].1);
            dim.map_err(|wrong| format!("the pose of {} {wrong}", ["a", "b"][i]))
        };
        let poses = match (dim_of_t(0)?, dim_of_t(1)?) {
            (Some(a), Some(b)) if a != b => {
                return Err(format!("the pose of a is {a}D, that of b is {b}D"));
            }
            (a, b) => a.or(b),
        };
        let implied = || {
            let kinds = sides.iter().find_map(|(shape, _)| keys::dim_of_kind(*shape));
            kinds.or_else(|| sides.iter().find_map(|(_, pose)| keys::dim_of_rotation(*pose)))
        };
        match (self.fields.get("dim").filter(|dim| !dim.is_null()), poses) {
            (Some(dim), Some(poses)) if dim.as_f64() != Some(poses as f64) => {
                Err(format!("dim is {dim}, but the poses are {poses}D"))
            }
            (_, Some(poses)) => Ok(poses),
            (Some(dim), None) => match dim.as_f64() {
                Some(2.0) => Ok(2),
                Some(3.0) => Ok(3),
                _ => Err(format!("dim is {dim}, but can be 2 or 3 only")),
            },
            (None, None) => implied().ok_or_else(|| {
                "nothing tells whether this is 2D or 3D: add \"dim\", or \"t\" to a pose".into()
            }),
        }
    }

    /// A shape and its pose, as values.
    fn posed(&self, side: &str) -> Result<(&Value, &Value), String> {
        let shape = self.side(side)?;
        let pose = shape.get("pose").filter(|pose| !pose.is_null());
        Ok((shape, pose.ok_or_else(|| format!("{side} has no pose"))?))
    }

    fn side(&self, side: &str) -> Result<&Value, String> {
        self.fields.get(side).ok_or_else(|| format!("the line has no \"{side}\""))
    }

    /// The shape and pose of "a" or "b".
    pub fn placed<V: Vector>(&self, side: &str) -> Result<(Shape<V>, Pose<V>), String>
    where
        Pose<V>: DeserializeOwned,
    {
        let fields = self.side(side)?;
        let shape = Shape::deserialize(fields).map_err(|e| format!("{side}: {e}"))?;
        let pose = fields.get("pose").unwrap_or(&Value::Null);
        let pose = Pose::deserialize(pose).map_err(|e| format!("the pose of {side}: {e}"))?;
        Ok((shape, pose))
    }

    /// The motion of the shapes in a cast.
    pub fn movement(&self) -> Result<Movement, String> {
        let cast = self.fields.get("cast").ok_or("a cast needs \"cast\" with velocities")?;
        Movement::deserialize(cast).map_err(|e| format!("cast: {e}"))
    }

    /// The largest separation of contact points; 0 if the line does not say.
    pub fn margin(&self) -> Result<f64, String> {
        match self.fields.get("margin").filter(|margin| !margin.is_null()) {
            None => Ok(0.0),
            Some(margin) => margin.as_f64().ok_or(format!("margin: {margin} is no number")),
        }
    }

    /// The expected answer, if the line has one.
    pub fn expected(&self) -> Option<Result<Expected, String>> {
        let expected = self.fields.get("expected").filter(|e| !e.is_null())?;
        Some(Expected::deserialize(expected).map_err(|e| format!("expected: {e}")))
    }

    /// Has one of the shapes a curved core? Tolerances are wider then.
    pub fn curved(&self) -> bool {
        ["a", "b"].into_iter().any(|side| {
            let kind = self.fields.get(side).and_then(|shape| shape.get("kind")?.as_str());
            matches!(kind, Some("cylinder" | "cone" | "ellipse" | "ellipsoid"))
        })
    }

    /// Are all numbers of the line exact in `f32`? Only if the line says so.
    pub fn f32_representable(&self) -> bool {
        self.fields.get("f32_representable").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The largest number in the shapes and poses. Tolerances are relative to it.
    pub fn scale(&self) -> f64 {
        let given = self.fields.get("max_abs_input").and_then(Value::as_f64);
        let sides = || ["a", "b"].into_iter().filter_map(|side| self.fields.get(side));
        given.unwrap_or_else(|| sides().map(largest_number).fold(0.0, f64::max))
    }
}

/// A value in which no table has a key twice. A key that occurs twice is ambiguous.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = table.next_key::<String>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            let Strict(value) = table.next_value()?;
            fields.insert(key, value);
        }
        Ok(fields.into())
    }
}

/// A hint for text that other programs write for values that JSON does not have.
fn hint(text: &str, error: &serde_json::Error) -> &'static str {
    let wrong = text.get(error.column().saturating_sub(2)..).unwrap_or("");
    let wrong = wrong.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '-');
    let named = |name: &str| wrong.strip_prefix('-').unwrap_or(wrong).starts_with(name);
    if ["NaN", "nan", "Inf", "inf"].into_iter().any(named) {
        ": JSON has no NaN and no infinity"
    } else {
        ""
    }
}

fn largest_number(value: &Value) -> f64 {
    match value {
        Value::Number(number) => number.as_f64().unwrap_or(0.0).abs(),
        Value::Array(list) => list.iter().map(largest_number).fold(0.0, f64::max),
        Value::Object(fields) => fields.values().map(largest_number).fold(0.0, f64::max),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn the_poses_tell_the_dimension() {
        let pair = |a: &str, b: &str, rest: &str| {
            line(&format!(r#"{{"a": {{"pose": {a}}}, "b": {{"pose": {b}}}{rest}}}"#)).dim()
        };
        let (plane, space) = (r#"{"t": [1, 2], "angle": 0}"#, r#"{"t": [1, 2, 3]}"#);
        assert_eq!(pair(plane, plane, ""), Ok(2));
        assert_eq!(pair(space, space, r#", "dim": 3"#), Ok(3));
        assert_eq!(pair(space, space, r#", "dim": 3.0"#), Ok(3));
        assert!(pair(space, plane, "").unwrap_err().contains("a is 3D, that of b is 2D"));
        assert!(pair(plane, plane, r#", "dim": 3"#).unwrap_err().contains("dim is 3"));
        assert!(pair(r#"{"t": [1]}"#, plane, "").unwrap_err().contains("2 or 3 numbers"));
    }

    #[test]
    fn what_else_tells_the_dimension() {
        let pair = |a: &str, b: &str, rest: &str| {
            line(&format!(r#"{{"a": {{{a}}}, "b": {{{b}}}{rest}}}"#)).dim()
        };
        let posed = |pose: &str| format!(r#""kind": "box", "pose": {{{pose}}}"#);
        let nothing = posed("");
        for (one, dim) in [
            (posed(r#""t": [0, 0]"#), 2),
            (posed(r#""t": [0, 0, 0]"#), 3),
            (posed(r#""t": null, "angle": 1"#), 2),
            (posed(r#""axis": [0, 0, 1], "angle": 1"#), 3),
            (posed(r#""q": [0, 0, 0, 1]"#), 3),
            (posed(r#""rpy": [0, 0, 0]"#), 3),
            (r#""kind": "circle", "pose": {}"#.into(), 2),
            (r#""kind": "cone", "pose": {}"#.into(), 3),
        ] {
            assert_eq!(pair(&one, &nothing, ""), Ok(dim), "{one}");
            assert_eq!(pair(&nothing, &one, ""), Ok(dim), "{one}");
        }
        assert_eq!(pair(&nothing, &nothing, r#", "dim": 2"#), Ok(2));
        for unclear in ["", r#", "dim": null"#] {
            let reason = pair(&nothing, &nothing, unclear).unwrap_err();
            assert!(reason.contains("add \"dim\""), "{reason}");
        }
        for wrong in ["4", "2.5", "\"3\"", "[3]"] {
            let reason = pair(&nothing, &nothing, &format!(r#", "dim": {wrong}"#)).unwrap_err();
            assert!(reason.contains("can be 2 or 3 only"), "{reason}");
        }
    }

    #[test]
    fn a_key_that_is_there_twice_is_refused_wherever_it_is() {
        for text in [
            r#"{"a": 1, "a": 1}"#,
            r#"{"b": {"x": [0, {"a": null, "y": 0, "a": 2}]}}"#,
            r#"{"a": 1, "b": 2, "\u0061": 3}"#,
        ] {
            let reason = Line::parse(text.as_bytes()).err().unwrap();
            assert!(reason.starts_with("the key \"a\" is there twice at column"), "{reason}");
        }
        let fine = line(r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}"#);
        assert_eq!(fine.fields["b"], serde_json::json!([{"a": 1}, {"a": 1}]));
    }

    #[test]
    fn the_scale_is_found_where_it_is_not_given() {
        let shapes = r#""a": {"radius": -7, "pose": {"t": [1, 2]}}, "b": {"vertices": [[3, 4]]}"#;
        assert_eq!(line(&format!("{{{shapes}}}")).scale(), 7.0);
        assert_eq!(line(&format!(r#"{{{shapes}, "max_abs_input": 9}}"#)).scale(), 9.0);
    }
}
