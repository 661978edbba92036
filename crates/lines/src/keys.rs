//! The keys of tables in input, what their values may be, and the dimension that they imply. Scenes in
//! TOML and lines in JSON share this.
//!
//! An unknown key is in most cases a misspelt key, and then the shape is not the intended one. In a scene
//! it is an error. In a line, which may come from other programs, it is a warning, but an error where it
//! would change the question: in `cast`, `ray` and `contact`.
//!
//! Values are checked here where serde would say what is wrong, so that messages name the key and the value.

use clearance::shape::{KINDS, Kind};
use serde::de::DeserializeOwned;

use crate::words;

/// A value of TOML or of JSON. JSON's null counts as no value.
pub trait Tree: Sized {
    /// The keys of a table; none if it is no table.
    fn keys(&self) -> Vec<&str>;
    /// The value of a key in a table.
    fn entry(&self, key: &str) -> Option<&Self>;
    /// Is it a table?
    fn is_table(&self) -> bool;
    /// The value of true or false.
    fn switch(&self) -> Option<bool>;
    /// Is it a null?
    fn is_null(&self) -> bool;
    /// The value of a string.
    fn text(&self) -> Option<&str>;
    /// The value of a number.
    fn number(&self) -> Option<f64>;
    /// The values of a list.
    fn items(&self) -> Option<&[Self]>;
    /// The value as it is written.
    fn written(&self) -> String;
    /// Reads the value as what serde knows, or says why not.
    fn read<D: DeserializeOwned>(&self) -> Result<D, String>;
}

#[cfg(feature = "toml")]
impl Tree for toml::Value {
    fn keys(&self) -> Vec<&str> {
        self.as_table().map_or(Vec::new(), |table| table.keys().map(String::as_str).collect())
    }
    fn entry(&self, key: &str) -> Option<&Self> {
        self.get(key)
    }
    fn is_table(&self) -> bool {
        self.is_table()
    }
    fn switch(&self) -> Option<bool> {
        self.as_bool()
    }
    fn is_null(&self) -> bool {
        false
    }
    fn text(&self) -> Option<&str> {
        self.as_str()
    }
    fn number(&self) -> Option<f64> {
        self.as_float().or(self.as_integer().map(|number| number as f64))
    }
    fn items(&self) -> Option<&[Self]> {
        self.as_array().map(Vec::as_slice)
    }
    fn written(&self) -> String {
        self.to_string()
    }
    fn read<D: DeserializeOwned>(&self) -> Result<D, String> {
        D::deserialize(self.clone()).map_err(|e| e.to_string())
    }
}

impl Tree for serde_json::Value {
    fn keys(&self) -> Vec<&str> {
        self.as_object().map_or(Vec::new(), |table| table.keys().map(String::as_str).collect())
    }
    fn entry(&self, key: &str) -> Option<&Self> {
        self.get(key).filter(|value| !value.is_null())
    }
    fn is_table(&self) -> bool {
        self.is_object()
    }
    fn switch(&self) -> Option<bool> {
        self.as_bool()
    }
    fn is_null(&self) -> bool {
        self.is_null()
    }
    fn text(&self) -> Option<&str> {
        self.as_str()
    }
    fn number(&self) -> Option<f64> {
        self.as_f64()
    }
    fn items(&self) -> Option<&[Self]> {
        self.as_array().map(Vec::as_slice)
    }
    fn written(&self) -> String {
        self.to_string()
    }
    fn read<D: DeserializeOwned>(&self) -> Result<D, String> {
        D::deserialize(self).map_err(|e| e.to_string())
    }
}

/// What the value of a key may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number.
    Number,
    /// True or false.
    Switch,
    /// A string.
    Text,
    /// A list of numbers.
    Numbers,
    /// A number, or a list of numbers.
    NumberOrNumbers,
    /// The name of an axis, or a list of numbers.
    Direction,
    /// A list of lists of numbers.
    Points,
    /// The same, with nulls in it.
    PointsOrNulls,
    /// A list of lists of points.
    Outlines,
    /// A list of lists of three vertex numbers.
    Triangles,
    /// A list of lists of numbers, one a row.
    Rows,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
    /// A list of strings.
    Texts,
    /// A list of lists of strings.
    Names,
    /// Anything: it is checked where it is read.
    Any,
}

impl Form {
    fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Switch => "true or false",
            Self::Text => "a text in quotes",
            Self::Numbers => "a list of numbers",
            Self::NumberOrNumbers => "a number or a list of numbers",
            Self::Direction => "\"x\", \"y\", \"z\" or a list of numbers",
            Self::Points => "a list of points, each a list of numbers",
            Self::PointsOrNulls => "a list of points and nulls",
            Self::Outlines => "a list of outlines, each a list of points",
            Self::Triangles => "a list of triangles, each a list of three vertex numbers",
            Self::Rows => "a list of rows, each a list of numbers",
            Self::Table => "a table of keys and values",
            Self::Tables => "a list of tables",
            Self::Texts => "a list of texts in quotes",
            Self::Names => "a list of lists of names",
            Self::Any => "anything",
        }
    }

    /// The part of a value that does not fit; `None` if all of it does.
    fn misfit<T: Tree>(self, value: &T) -> Option<&T> {
        let is = |fits: bool| (!fits).then_some(value);
        let each = |form: Self| match value.items() {
            Some(items) => items.iter().find_map(|item| form.misfit(item)),
            None => Some(value),
        };
        match self {
            Self::Number => is(value.number().is_some()),
            Self::Switch => is(value.switch().is_some()),
            Self::Text => is(value.text().is_some()),
            Self::Table => is(value.is_table()),
            Self::Numbers => each(Self::Number),
            Self::NumberOrNumbers if value.number().is_some() => None,
            Self::Direction if value.text().is_some() => None,
            Self::NumberOrNumbers | Self::Direction => each(Self::Number),
            Self::Points | Self::Rows => each(Self::Numbers),
            Self::Outlines => each(Self::Points),
            Self::Triangles => value.items().map_or(Some(value), |items| {
                items.iter().find(|item| item.items().is_none_or(|three| !is_triangle(three)))
            }),
            Self::PointsOrNulls => value.items().map_or(Some(value), |items| {
                let points = items.iter().filter(|item| !item.is_null());
                points.into_iter().find_map(|item| Self::Numbers.misfit(item))
            }),
            Self::Tables => each(Self::Table),
            Self::Texts => each(Self::Text),
            Self::Names => each(Self::Texts),
            Self::Any => None,
        }
    }

    /// An error if the value of a key is something else.
    pub fn check<T: Tree>(self, key: &str, value: &T) -> Result<(), String> {
        let Some(odd) = self.misfit(value) else { return Ok(()) };
        let verb = if std::ptr::eq(odd, value) { "is" } else { "has" };
        let shown = words::short(&odd.written());
        Err(format!("{key} must be {}, but {verb} {shown}", self.words()))
    }
}

/// Are these three vertex numbers?
fn is_triangle(numbers: &[impl Tree]) -> bool {
    let is_index = |x: f64| x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x);
    numbers.len() == 3 && numbers.iter().all(|number| number.number().is_some_and(is_index))
}

/// A key and what its value may be.
pub type Known = (&'static str, Form);

/// Checks the values of a table: those of known keys must have their form.
pub fn check_forms(tree: &impl Tree, known: &[Known]) -> Result<(), String> {
    let there = known.iter().filter_map(|(key, form)| Some((key, form, tree.entry(key)?)));
    there.into_iter().try_for_each(|(key, form, value)| form.check(key, value))
}

/// Checks a table that allows no other keys.
pub fn check_keys(name: &str, tree: &impl Tree, known: &[Known]) -> Result<(), String> {
    Form::Table.check(name, tree)?;
    let keys: Vec<&str> = known.iter().map(|(key, _)| *key).collect();
    odd(name, tree, &keys, &[]).into_iter().next().map_or(Ok(()), Err)
}

/// The keys of a pose.
const POSE: [Known; 5] = [
    ("t", Form::Numbers),
    ("angle", Form::Number),
    ("q", Form::Numbers),
    ("rpy", Form::Numbers),
    ("axis", Form::Direction),
];

/// The kinds of shapes that are not convex. They have no margin.
const NOT_CONVEX: [Kind; 6] = [
    Kind { name: "mesh", dims: &[3], keys: &["vertices", "triangles"] },
    Kind { name: "solid", dims: &[3], keys: &["vertices", "triangles"] },
    Kind { name: "height_field", dims: &[3], keys: &["heights", "cell"] },
    Kind { name: "chain", dims: &[2], keys: &["vertices", "closed"] },
    Kind { name: "region", dims: &[2], keys: &["vertices", "holes"] },
    Kind { name: "compound", dims: &[2, 3], keys: &["shapes"] },
];

/// The kind with this name, if it is not convex.
pub(crate) fn not_convex(name: &str) -> Option<&'static Kind> {
    NOT_CONVEX.iter().find(|kind| kind.name == name)
}

/// The kind that a shape names, and whether it is convex.
fn kind_of(shape: &impl Tree) -> Option<(&'static Kind, bool)> {
    let name = shape.entry("kind")?.text()?;
    let other = || not_convex(name).map(|kind| (kind, false));
    Kind::named(name).map(|kind| (kind, true)).or_else(other)
}

/// The form of each key of a shape.
fn form_in_shape(key: &str) -> Form {
    match key {
        "kind" | "axis" => Form::Text,
        "margin" | "radius" | "half_length" | "half_height" | "offset" => Form::Number,
        "vertices" => Form::Points,
        "neighbours" => Form::PointsOrNulls,
        "holes" => Form::Outlines,
        "half_extents" | "radii" | "p1" | "p2" | "position" | "normal" | "cell" => Form::Numbers,
        "triangles" => Form::Triangles,
        "heights" => Form::Rows,
        "closed" => Form::Switch,
        "shapes" => Form::Tables,
        _ => Form::Any,
    }
}

/// Checks the kind of a shape, and the values of its keys. Unknown keys are left to [`odd_in_shape`].
pub fn check_shape(shape: &impl Tree) -> Result<(), String> {
    check_kind(shape)?;
    for key in shape.keys() {
        let Some(value) = shape.entry(key) else { continue };
        form_in_shape(key).check(key, value)?;
    }
    check_axis(shape)
}

/// Checks that a shape is a table, and that its kind is known.
pub fn check_kind(shape: &impl Tree) -> Result<(), String> {
    Form::Table.check("a shape", shape)?;
    let names: Vec<&str> = KINDS.iter().chain(&NOT_CONVEX).map(|kind| kind.name).collect();
    let kind = shape.entry("kind").ok_or_else(|| {
        let by_type = shape.entry("type").map_or("", |_| ", and \"type\" is none of its keys");
        format!("it has no \"kind\"{by_type}; the kinds are {}", words::list(&names))
    })?;
    Form::Text.check("kind", kind)?;
    let name = kind.text().unwrap_or_default();
    kind_of(shape).ok_or_else(|| words::unknown("kind of shape", name, &names))?;
    Ok(())
}

/// Checks the values of a pose. Unknown keys are left to [`odd_in_pose`].
pub fn check_pose(pose: &impl Tree) -> Result<(), String> {
    Form::Table.check("a pose", pose)?;
    check_forms(pose, &POSE)?;
    check_axis(pose)
}

fn check_axis(table: &impl Tree) -> Result<(), String> {
    const AXES: [&str; 3] = ["x", "y", "z"];
    match table.entry("axis").and_then(Tree::text) {
        Some(name) if !AXES.contains(&name) => Err(words::unknown("axis", name, &AXES)),
        _ => Ok(()),
    }
}

/// A sentence for each angle of a pose that is more than a whole turn, which in most cases is one in
/// degrees. `turn` is a whole turn in the unit of the angles.
pub fn wide_angles(pose: &impl Tree, turn: f64) -> Vec<String> {
    let given = |key: &'static str| Some((key, pose.entry(key)?.number()?));
    let listed = pose.entry("rpy").and_then(Tree::items).unwrap_or_default();
    let rpy = listed.iter().filter_map(|angle| Some(("rpy", angle.number()?)));
    let wide = given("angle").into_iter().chain(rpy).filter(|(_, angle)| angle.abs() > turn);
    let unit = if turn > 7.0 { "degrees" } else { "radians" };
    wide.map(|(key, angle)| {
        let angle = words::number(angle);
        format!("{key} has {angle}, which is more than a whole turn: angles are in {unit}")
    })
    .collect()
}

/// [`wide_angles`] of the parts of a compound.
pub fn wide_angles_of_parts(shape: &impl Tree, turn: f64) -> Vec<String> {
    let of_part = |part: &_| {
        let own = Tree::entry(part, "pose").map_or(Vec::new(), |pose| wide_angles(pose, turn));
        [own, wide_angles_of_parts(part, turn)].concat()
    };
    let numbered = (0..).zip(parts(shape).iter().map(of_part));
    numbered
        .flat_map(|(i, wide)| wide.into_iter().map(move |w| format!("shapes[{i}]: {w}")))
        .collect()
}

/// The unknown keys of a shape, and of the parts of a compound and their poses. Keys in `also` are known, too.
/// A shape of an unknown kind may have the keys of all kinds.
pub fn odd_in_shape(shape: &impl Tree, also: &[&str]) -> Vec<String> {
    let Some((kind, convex)) = kind_of(shape) else {
        let mut known: Vec<&str> = KINDS.iter().flat_map(|kind| kind.keys).copied().collect();
        known.sort_unstable();
        known.dedup();
        return odd("a shape", shape, &[&["kind", "margin"], &known[..]].concat(), also);
    };
    let common: &[&str] = if convex { &["kind", "margin"] } else { &["kind"] };
    let mut all = odd(&format!("a {}", kind.name), shape, &[common, kind.keys].concat(), also);
    for (number, part) in parts(shape).iter().enumerate() {
        let pose = part.entry("pose").map_or(Vec::new(), |pose| odd_in_pose(pose, &[]));
        let inner = odd_in_shape(part, &["pose"]).into_iter().chain(pose);
        all.extend(inner.map(|odd| format!("shapes[{number}]: {odd}")));
    }
    all
}

/// The parts of a compound; none of other shapes.
pub fn parts<T: Tree>(shape: &T) -> &[T] {
    let is_compound = shape.entry("kind").and_then(Tree::text) == Some("compound");
    shape.entry("shapes").filter(|_| is_compound).and_then(Tree::items).unwrap_or_default()
}

/// The unknown keys of a pose. Keys in `also` are known, too.
pub fn odd_in_pose(pose: &impl Tree, also: &[&str]) -> Vec<String> {
    odd("a pose", pose, &POSE.map(|(key, _)| key), also)
}

/// A sentence for each key of a table that is not in `known`. Keys in `also` are allowed, but not listed
/// in the sentence.
pub fn odd(table: &str, tree: &impl Tree, known: &[&str], also: &[&str]) -> Vec<String> {
    let odd = tree.keys().into_iter().filter(|key| !known.contains(key) && !also.contains(key));
    let sentence = |key: &str| {
        let (has, meant) = (words::list(known), words::guess(key, known));
        format!("{table} has no {key:?}; it has {has}{meant}")
    };
    odd.map(sentence).collect()
}

/// 2 or 3, from the length of a pose's `t`; `None` if there is none.
pub fn dim_of_t(pose: &impl Tree) -> Result<Option<usize>, String> {
    match pose.entry("t").map(|t| t.items().map(<[_]>::len)) {
        None => Ok(None),
        Some(Some(dim @ (2 | 3))) => Ok(Some(dim)),
        Some(_) => Err("needs \"t\" with 2 or 3 numbers".into()),
    }
}

/// 2 or 3 if the rotation of a pose exists in this dimension only.
pub fn dim_of_rotation(pose: &impl Tree) -> Option<usize> {
    let has = |key: &&str| pose.entry(key).is_some();
    if ["q", "rpy", "axis"].iter().any(has) {
        Some(3)
    } else {
        ["angle"].iter().any(has).then_some(2)
    }
}

/// 2 or 3 if the kind of the shape exists in this dimension only, or else by its lists of 2 or 3 numbers.
pub fn dim_of_shape(shape: &impl Tree) -> Option<usize> {
    let (kind, _) = kind_of(shape)?;
    let of_part = |part: &_| {
        let pose = || Tree::entry(part, "pose");
        let of_pose = || dim_of_t(pose()?).ok().flatten().or_else(|| dim_of_rotation(pose()?));
        dim_of_shape(part).or_else(of_pose)
    };
    kind.dim()
        .or_else(|| {
            kind.keys.iter().find_map(|key| dim_of_list(form_in_shape(key), shape.entry(key)?))
        })
        .or_else(|| parts(shape).iter().find_map(of_part))
}

/// 2 or 3, by the length of a list of numbers, or of the first of several.
pub fn dim_of_list(form: Form, value: &impl Tree) -> Option<usize> {
    let list = match form {
        Form::Outlines => value.items()?.first()?.items()?.first()?.items()?,
        Form::Points => value.items()?.first()?.items()?,
        Form::Tables => return None,
        _ => value.items()?,
    };
    matches!(list.len(), 2 | 3).then_some(list.len())
}
