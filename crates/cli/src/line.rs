//! What a line of input says: two shapes, where they stand, and what is asked of them.
//!
//! A line needs only `a` and `b`. Reading is forgiving about what a line leaves out and strict
//! about what it says: whatever is wrong becomes the reason in that line's answer.

use clearance::{Pose, Shape};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use clearance::number::Scalar;
use clearance::space::Vector;

/// What is asked of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    Intersects,
    Distance,
    Penetration,
    Contact,
    ShapeCast,
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

    /// As in a line's `query`.
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

    /// Is it about shapes that move?
    pub fn is_cast(self) -> bool {
        matches!(self, Self::ShapeCast | Self::RayCast)
    }

    fn named(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|question| question.name() == name);
        known.ok_or_else(|| format!("unknown query \"{name}\""))
    }
}

/// The numbers that a line says its answer should have.
#[derive(Debug, Deserialize)]
pub struct Expected {
    /// None where either answer is right.
    pub intersects: Option<bool>,
    pub signed_distance: Option<f64>,
    #[serde(default)]
    pub tol: f64,
    pub normal: Option<Vec<f64>>,
    #[serde(default)]
    pub normal_unique: bool,
    /// Of casts.
    pub hit: Option<bool>,
    pub toi: Option<f64>,
    #[serde(default)]
    pub initial_overlap: bool,
}

/// How the shapes of a cast move. Velocities that are left out are zero.
#[derive(Debug, Default, Deserialize)]
pub struct Movement {
    #[serde(default)]
    va: Vec<f64>,
    #[serde(default)]
    vb: Vec<f64>,
    /// None where there is no end.
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

/// A line that is JSON; its parts may still be wrong.
pub struct Line {
    fields: Map<String, Value>,
}

impl Line {
    /// From the bytes between two line ends.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes)
            .map_err(|e| format!("not UTF-8 text: byte {} of the line", e.valid_up_to() + 1))?;
        // The parser counts lines too, but here there is always one.
        let value: Value = serde_json::from_str(text.trim_end()).map_err(|e| {
            e.to_string().replace(" at line 1 column ", " at column ") + hint(text, &e)
        })?;
        match value {
            Value::Object(fields) => Ok(Self { fields }),
            _ => Err("a line must be a JSON object with \"a\" and \"b\"".into()),
        }
    }

    /// The line's name for itself.
    pub fn id(&self) -> Option<Value> {
        self.fields.get("id").filter(|id| !id.is_null()).cloned()
    }

    /// What is asked; penetration, the signed clearance, where the line does not say.
    pub fn question(&self) -> Result<Question, String> {
        match self.fields.get("query") {
            None | Some(Value::Null) => Ok(Question::Penetration),
            Some(Value::String(name)) => Question::named(name),
            Some(other) => Err(format!("unknown query {other}")),
        }
    }

    /// 2 or 3, as told by the poses.
    pub fn dim(&self) -> Result<usize, String> {
        let (a, b) = (self.dim_of("a")?, self.dim_of("b")?);
        if a != b {
            return Err(format!("the pose of a is {a}D, that of b is {b}D"));
        }
        match self.fields.get("dim").filter(|dim| !dim.is_null()) {
            Some(dim) if dim.as_f64() != Some(a as f64) => {
                Err(format!("dim is {dim}, but the poses are {a}D"))
            }
            _ => Ok(a),
        }
    }

    fn dim_of(&self, side: &str) -> Result<usize, String> {
        let shape = self.side(side)?;
        let pose = shape.get("pose").ok_or(format!("{side} has no pose"))?;
        let t = pose.get("t").and_then(Value::as_array);
        match t.map(Vec::len) {
            Some(dim @ (2 | 3)) => Ok(dim),
            _ => Err(format!("the pose of {side} needs \"t\" with 2 or 3 numbers")),
        }
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

    /// How the shapes move in a cast.
    pub fn movement(&self) -> Result<Movement, String> {
        let cast = self.fields.get("cast").ok_or("a cast needs \"cast\" with velocities")?;
        Movement::deserialize(cast).map_err(|e| format!("cast: {e}"))
    }

    /// Up to which separation a contact's points count: 0 where the line does not say.
    pub fn margin(&self) -> Result<f64, String> {
        match self.fields.get("margin").filter(|margin| !margin.is_null()) {
            None => Ok(0.0),
            Some(margin) => margin.as_f64().ok_or(format!("margin: {margin} is no number")),
        }
    }

    /// What the answer should be, where the line says so.
    pub fn expected(&self) -> Option<Result<Expected, String>> {
        let expected = self.fields.get("expected").filter(|e| !e.is_null())?;
        Some(Expected::deserialize(expected).map_err(|e| format!("expected: {e}")))
    }

    /// Does either shape have a curved core? Tolerances are wider there.
    pub fn curved(&self) -> bool {
        ["a", "b"].into_iter().any(|side| {
            let kind = self.fields.get(side).and_then(|shape| shape.get("kind")?.as_str());
            matches!(kind, Some("cylinder" | "cone" | "ellipse" | "ellipsoid"))
        })
    }

    /// Are all numbers of the line exact in `f32`? Only where the line says so.
    pub fn f32_representable(&self) -> bool {
        self.fields.get("f32_representable").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The largest number among the shapes and poses: what tolerances are relative to.
    pub fn scale(&self) -> f64 {
        let given = self.fields.get("max_abs_input").and_then(Value::as_f64);
        let sides = || ["a", "b"].into_iter().filter_map(|side| self.fields.get(side));
        given.unwrap_or_else(|| sides().map(largest_number).fold(0.0, f64::max))
    }
}

/// What other programs write where JSON has nothing to write.
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
        assert!(pair("{}", plane, "").unwrap_err().contains("2 or 3 numbers"));
    }

    #[test]
    fn the_scale_is_found_where_it_is_not_given() {
        let shapes = r#""a": {"radius": -7, "pose": {"t": [1, 2]}}, "b": {"vertices": [[3, 4]]}"#;
        assert_eq!(line(&format!("{{{shapes}}}")).scale(), 7.0);
        assert_eq!(line(&format!(r#"{{{shapes}, "max_abs_input": 9}}"#)).scale(), 9.0);
    }
}
