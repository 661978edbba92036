//! A line of input: two shapes, their poses, and the question.
//!
//! A line needs only `a` and `b`. Other keys may be missing, but if they are there they must be right:
//! every error becomes the reason in the line's answer. An unknown key is a warning in the answer,
//! because lines come from other programs, too. `options.rs` reads the tables of the questions.

use std::borrow::BorrowMut;
use std::f64::consts::TAU;
use std::rc::Rc;

use clearance::space::Vector;
use clearance::{Collider, Pose, Shape};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::keys::{self, Form, Known, Tree};
use crate::names::{Named, Names};
use crate::options::{self, ContactOptions, Movement, RayOptions};
use crate::{json, shapes, words};

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
    lines_after(Names::default(), text)
}

/// The same for a text that may use names of an earlier one.
pub fn lines_after<'t>(
    mut names: impl BorrowMut<Names> + 't,
    text: &'t [u8],
) -> impl Iterator<Item = (u64, Result<Line, String>)> + 't {
    let numbered = (1..).zip(text.split_inclusive(|byte| *byte == b'\n'));
    numbered.filter(|(_, line)| !line.trim_ascii().is_empty()).map(move |(number, line)| {
        let (length, ended) = (line.len() as u64, line.ends_with(b"\n"));
        let fits = length < MOST_OF_A_LINE || length == MOST_OF_A_LINE && ended;
        (number, if fits { names.borrow_mut().read(line) } else { Err(too_long(length)) })
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
        known.ok_or_else(|| words::unknown("query", name, &Self::ALL.map(Self::name)))
    }
}

/// The keys that belong to some questions alone.
const OPTIONS: [(&str, &[Question]); 4] = [
    ("cast", &[Question::ShapeCast, Question::RayCast]),
    ("ray", &[Question::RayCast]),
    ("contact", &[Question::Contact]),
    ("margin", &[Question::Contact]),
];

/// The expected answer of a line.
#[derive(Debug)]
pub struct Expected {
    /// `None` if either answer is right.
    pub intersects: Option<bool>,
    /// The gap, or minus the depth.
    pub signed_distance: Option<f64>,
    /// The largest error of an answer.
    pub tol: f64,
    /// From A to B.
    pub normal: Option<Vec<f64>>,
    /// Is the normal the only one?
    pub normal_unique: bool,
    /// For casts.
    pub hit: Option<bool>,
    /// The time of impact.
    pub toi: Option<f64>,
    /// Do they overlap at the start?
    pub initial_overlap: bool,
    /// Words of the error, if the line cannot be answered.
    pub error: Option<String>,
}

impl Expected {
    fn of(table: &Value) -> Result<Self, String> {
        Form::Table.check("expected", table)?;
        keys::check_forms(table, &EXPECTED).map_err(|wrong| format!("expected: {wrong}"))?;
        let number = |key: &str| table.entry(key)?.as_f64();
        let switch = |key: &str| table.entry(key)?.as_bool();
        let normal = table.entry("normal").and_then(Tree::items);
        Ok(Self {
            intersects: switch("intersects"),
            signed_distance: number("signed_distance"),
            tol: number("tol").unwrap_or_default(),
            normal: normal.map(|numbers| numbers.iter().filter_map(Value::as_f64).collect()),
            normal_unique: switch("normal_unique").unwrap_or_default(),
            hit: switch("hit"),
            toi: number("toi"),
            initial_overlap: switch("initial_overlap").unwrap_or_default(),
            error: table.entry("error").and_then(Tree::text).map(String::from),
        })
    }
}

/// The keys of a line: those that are read, and those in `cases/README.md`.
const LINE: [&str; 22] = [
    "id",
    "dim",
    "query",
    "a",
    "b",
    "cast",
    "ray",
    "contact",
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
/// The keys of `expected`: those that are compared, and others of `cases/README.md`.
const EXPECTED: [Known; 18] = [
    ("intersects", Form::Switch),
    ("signed_distance", Form::Number),
    ("distance", Form::Any),
    ("depth", Form::Any),
    ("touching", Form::Any),
    ("flat_minkowski", Form::Any),
    ("normal", Form::Numbers),
    ("normal_unique", Form::Switch),
    ("point_a", Form::Any),
    ("point_b", Form::Any),
    ("tol", Form::Number),
    ("certificate_width", Form::Any),
    ("hit", Form::Switch),
    ("toi", Form::Number),
    ("initial_overlap", Form::Switch),
    ("initial_signed_distance", Form::Any),
    ("error", Form::Text),
    ("notes", Form::Any),
];
/// The keys of the two shapes.
const SIDES: [&str; 2] = ["a", "b"];
/// The rotation in a line's source, as a matrix, besides the pose.
const SOURCE_MATRIX: &str = "source_matrix";

/// A line that is valid JSON. Its parts may still be wrong.
pub struct Line {
    pub(crate) fields: Map<String, Value>,
    /// The shapes of A and B that an earlier line has named.
    pub(crate) named: [Option<Result<Rc<Named>, String>>; 2],
    /// The shapes that this line names, if it asks nothing.
    pub(crate) defines: Option<Vec<(String, Rc<Named>)>>,
}

impl Line {
    /// From the bytes between two line ends. [`Names::read`] also finds the shapes that it names.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        // Some editors put a mark before the first line.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes)
            .map_err(|e| format!("not UTF-8 text: byte {} of the line", e.valid_up_to() + 1))?;
        match json::read(text)? {
            Value::Object(fields) => Ok(Self { fields, named: [None, None], defines: None }),
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
            Some(other) => {
                let other = words::short(&other.to_string());
                Err(format!("query must be a text in quotes, but is {other}"))
            }
        }
    }

    /// The unknown keys of the line, and angles that may be in degrees.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut said = |place: &str, odd: Vec<String>| {
            warnings.extend(odd.into_iter().map(|odd| format!("{place}{odd}")));
        };
        let line = self.fields.keys().filter(|key| !LINE.contains(&key.as_str()));
        let meant = |key: &String| words::guess(key, &LINE);
        said("", line.map(|key| format!("a line has no {key:?}{}", meant(key))).collect());
        if let Ok(question) = self.question() {
            let of_others = OPTIONS.iter().filter(|(key, questions)| {
                self.fields.contains_key(*key) && !questions.contains(&question)
            });
            let odd = of_others.map(|(key, questions)| {
                let (name, meant) = (question.name(), questions[0].name());
                format!("{key:?} means nothing to the query {name}: is {meant} meant?")
            });
            said("", odd.collect());
        }
        for (i, side) in SIDES.into_iter().enumerate() {
            let Some(fields) = self.fields.get(side) else { continue };
            let place = format!("{side}: ");
            if fields.entry("shape").is_some() {
                let known = ["shape", "pose"];
                said(&place, keys::odd("a named shape", fields, &known, &[SOURCE_MATRIX]));
            } else {
                said(&place, keys::odd_in_shape(fields, &["pose", SOURCE_MATRIX]));
            }
            if let Some(Ok(named)) = &self.named[i] {
                said(&place, keys::odd_in_shape(&named.fields, &[SOURCE_MATRIX]));
                said(&place, keys::wide_angles_of_parts(&named.fields, TAU));
            }
            said(&place, keys::wide_angles_of_parts(fields, TAU));
            let Some(pose) = fields.entry("pose") else { continue };
            let place = format!("the pose of {side}: ");
            said(&place, keys::odd_in_pose(pose, &[SOURCE_MATRIX]));
            said(&place, keys::wide_angles(pose, TAU));
        }
        if let Some(expected) = self.fields.get("expected") {
            said("", keys::odd("expected", expected, &EXPECTED.map(|(key, _)| key), &[]));
        }
        warnings
    }

    /// 2 or 3: from `dim` and the `t` of the poses, otherwise from the shapes, the velocities of a cast or
    /// the rotations.
    pub fn dim(&self) -> Result<usize, String> {
        let sides = [self.posed(0)?, self.posed(1)?];
        let dim_of_t = |i: usize| {
            let dim = sides[i].1.map_or(Ok(None), keys::dim_of_t);
            dim.map_err(|wrong| format!("the pose of {} {wrong}", SIDES[i]))
        };
        let poses = match (dim_of_t(0)?, dim_of_t(1)?) {
            (Some(a), Some(b)) if a != b => {
                return Err(format!("the pose of a is {a}D, that of b is {b}D"));
            }
            (a, b) => a.or(b),
        };
        match (self.fields.get("dim").filter(|dim| !dim.is_null()), poses) {
            (Some(dim), Some(poses)) if dim.as_f64() != Some(poses as f64) => {
                let dim = words::short(&dim.to_string());
                Err(format!("dim is {dim}, but the poses are {poses}D"))
            }
            (_, Some(poses)) => Ok(poses),
            (Some(dim), None) => match dim.as_f64() {
                Some(2.0) => Ok(2),
                Some(3.0) => Ok(3),
                _ => {
                    let dim = words::short(&dim.to_string());
                    Err(format!("dim is {dim}, but can be 2 or 3 only"))
                }
            },
            (None, None) => self.implied_dim(sides).ok_or_else(|| self.without_dim(sides)),
        }
    }

    /// Why nothing tells the dimension: in most cases a shape or a key is misspelt.
    fn without_dim(&self, sides: [(&Value, Option<&Value>); 2]) -> String {
        let wrong = |((shape, _), side): ((&Value, _), &str)| {
            let of_kind = keys::check_kind(shape).err();
            let odd =
                || keys::odd_in_shape(shape, &["pose", "shape", SOURCE_MATRIX]).into_iter().next();
            of_kind.or_else(odd).map(|wrong| format!("{side}: {wrong}"))
        };
        sides.into_iter().zip(SIDES).find_map(wrong).unwrap_or_else(|| {
            "nothing tells whether this is 2D or 3D: add \"dim\", or \"t\" to a pose".into()
        })
    }

    /// 2 or 3, where neither `dim` nor a pose's `t` tells.
    fn implied_dim(&self, sides: [(&Value, Option<&Value>); 2]) -> Option<usize> {
        let cast = self.fields.get("cast");
        let velocity = |key: &str| keys::dim_of_list(Form::Numbers, cast?.entry(key)?);
        sides
            .iter()
            .find_map(|(shape, _)| keys::dim_of_shape(*shape))
            .or_else(|| ["va", "vb"].into_iter().find_map(velocity))
            .or_else(|| sides.iter().find_map(|(_, pose)| keys::dim_of_rotation(*pose.as_ref()?)))
    }

    /// The shape of A or B and its pose, as values.
    fn posed(&self, side: usize) -> Result<(&Value, Option<&Value>), String> {
        let name = SIDES[side];
        let fields = self.fields.get(name).ok_or_else(|| format!("the line has no {name:?}"))?;
        let shape = match &self.named[side] {
            None => fields,
            Some(Ok(named)) => &named.fields,
            Some(Err(wrong)) => return Err(format!("{name}: {wrong}")),
        };
        Ok((shape, fields.entry("pose")))
    }

    /// The shape and pose of "a" or "b".
    pub fn given<V: Vector>(&self, side: &str) -> Result<(Rc<Collider<V>>, Pose<V>), String>
    where
        Pose<V>: DeserializeOwned,
    {
        let number = usize::from(side == "b");
        let (shape, _) = self.posed(number)?;
        let shape = match &self.named[number] {
            Some(Ok(named)) => named.shape(),
            _ => shapes::read(shape).map(Rc::new),
        };
        let pose = self.fields.get(side).map_or(Ok(Pose::IDENTITY), shapes::pose);
        let pose =
            pose.map_err(|wrong| wrong.replacen("pose:", &format!("the pose of {side}:"), 1));
        Ok((shape.map_err(|wrong| format!("{side}: {wrong}"))?, pose?))
    }

    /// A copy of the shape "a" or "b", which must be convex, and its pose.
    pub fn placed<V: Vector>(&self, side: &str) -> Result<(Rc<Shape<V>>, Pose<V>), String>
    where
        Pose<V>: DeserializeOwned,
    {
        let (shape, pose) = self.given(side)?;
        Ok((Rc::new(shapes::convex(&shape, side)?.clone()), pose))
    }

    /// Does the line only name shapes, and ask nothing?
    pub fn only_names(&self) -> bool {
        self.defines.is_some()
    }

    /// Builds the shapes that the line names: those in the plane with `P`, those in space with `S`.
    pub(crate) fn build<P: Vector, S: Vector>(&self) -> Result<(), String>
    where
        Pose<P>: DeserializeOwned,
        Pose<S>: DeserializeOwned,
    {
        for (name, named) in self.defines.iter().flatten() {
            // Where a shape fits both, the lines that use it tell.
            let built = match keys::dim_of_shape(&named.fields).unwrap_or(S::DIM) {
                dim if dim == P::DIM => named.shape::<P>().map(drop),
                dim if dim == S::DIM => named.shape::<S>().map(drop),
                _ => Ok(()),
            };
            built.map_err(|wrong| format!("shapes: {name:?}: {wrong}"))?;
        }
        Ok(())
    }

    /// Checks the tables `cast`, `ray` and `contact`.
    pub(crate) fn check_options(&self, question: Question) -> Result<(), String> {
        options::check(&self.fields, question)
    }

    /// The motion of the shapes in a cast.
    pub fn movement(&self) -> Result<Movement, String> {
        Movement::of(&self.fields)
    }

    /// What counts as a hit of a ray.
    pub(crate) fn ray(&self) -> RayOptions {
        RayOptions::of(&self.fields)
    }

    /// What is asked about a contact.
    pub fn contact(&self) -> Result<ContactOptions, String> {
        ContactOptions::of(&self.fields)
    }

    /// The expected answer, if the line has one.
    pub fn expected(&self) -> Option<Result<Expected, String>> {
        let expected = self.fields.get("expected").filter(|e| !e.is_null())?;
        Some(Expected::of(expected))
    }

    /// Has one of the shapes a curved core? Tolerances are wider then.
    pub fn curved(&self) -> bool {
        fn is_curved(shape: &Value) -> bool {
            let kind = shape.entry("kind").and_then(Tree::text);
            matches!(kind, Some("cylinder" | "cone" | "ellipse" | "ellipsoid"))
                || keys::parts(shape).iter().any(is_curved)
        }
        [0, 1].into_iter().any(|side| self.posed(side).is_ok_and(|(shape, _)| is_curved(shape)))
    }

    /// Are all numbers of the line exact in `f32`? Only if the line says so.
    pub fn f32_representable(&self) -> bool {
        self.fields.get("f32_representable").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The largest number in the shapes and poses. Tolerances are relative to it.
    pub fn scale(&self) -> f64 {
        let given = self.fields.get("max_abs_input").and_then(Value::as_f64);
        let own = || SIDES.into_iter().filter_map(|side| self.fields.get(side));
        let named = || self.named.iter().flatten().flatten().map(|named| &named.fields);
        let all = || own().chain(named()).map(largest_number);
        given.unwrap_or_else(|| all().fold(0.0, f64::max))
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
