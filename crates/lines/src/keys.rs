//! The allowed keys of tables in input, and the dimension that they imply. Scenes in TOML and lines in
//! JSON share this.
//!
//! An unknown key is in most cases a misspelt key, and then the shape is not the intended one. In a scene
//! it is an error. In a line, which may come from other programs, it is a warning.

use clearance::shape::{KINDS, Kind};

/// A value of TOML or of JSON.
pub trait Tree {
    /// The keys of a table; `None` if it is no table.
    fn keys(&self) -> Vec<&str>;
    /// The value of a key in a table. JSON's null counts as no value.
    fn entry(&self, key: &str) -> Option<&Self>;
    /// The value of a string.
    fn text(&self) -> Option<&str>;
    /// The length of a list.
    fn count(&self) -> Option<usize>;
}

#[cfg(feature = "toml")]
impl Tree for toml::Value {
    fn keys(&self) -> Vec<&str> {
        self.as_table().map_or(Vec::new(), |table| table.keys().map(String::as_str).collect())
    }
    fn entry(&self, key: &str) -> Option<&Self> {
        self.get(key)
    }
    fn text(&self) -> Option<&str> {
        self.as_str()
    }
    fn count(&self) -> Option<usize> {
        self.as_array().map(Vec::len)
    }
}

impl Tree for serde_json::Value {
    fn keys(&self) -> Vec<&str> {
        self.as_object().map_or(Vec::new(), |table| table.keys().map(String::as_str).collect())
    }
    fn entry(&self, key: &str) -> Option<&Self> {
        self.get(key).filter(|value| !value.is_null())
    }
    fn text(&self) -> Option<&str> {
        self.as_str()
    }
    fn count(&self) -> Option<usize> {
        self.as_array().map(Vec::len)
    }
}

/// The keys of a pose.
const POSE: [&str; 5] = ["t", "angle", "q", "rpy", "axis"];

/// The unknown keys of a shape. Keys in `also` are known, too. A shape of an unknown kind may have the
/// keys of all kinds.
pub fn odd_in_shape(shape: &impl Tree, also: &[&str]) -> Vec<String> {
    let name = shape.entry("kind").and_then(Tree::text);
    let common = ["kind", "margin"];
    match name.and_then(Kind::named) {
        Some(kind) => odd(&format!("a {}", kind.name), shape, &[&common, kind.keys].concat(), also),
        None => {
            let mut known: Vec<&str> = KINDS.iter().flat_map(|kind| kind.keys).copied().collect();
            known.sort_unstable();
            known.dedup();
            odd("a shape", shape, &[&common, &known[..]].concat(), also)
        }
    }
}

/// The unknown keys of a pose. Keys in `also` are known, too.
pub fn odd_in_pose(pose: &impl Tree, also: &[&str]) -> Vec<String> {
    odd("a pose", pose, &POSE, also)
}

/// A sentence for each key of a table that is not in `known`. Keys in `also` are allowed, but not listed
/// in the sentence.
pub fn odd(table: &str, tree: &impl Tree, known: &[&str], also: &[&str]) -> Vec<String> {
    let odd = tree.keys().into_iter().filter(|key| !known.contains(key) && !also.contains(key));
    odd.map(|key| format!("{table} has no {key:?}; it has {}", known.join(", "))).collect()
}

/// 2 or 3, from the length of a pose's `t`; `None` if there is none.
pub fn dim_of_t(pose: &impl Tree) -> Result<Option<usize>, String> {
    match pose.entry("t").map(Tree::count) {
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

/// 2 or 3 if the kind of the shape exists in this dimension only.
pub fn dim_of_kind(shape: &impl Tree) -> Option<usize> {
    Kind::named(shape.entry("kind")?.text()?)?.dim()
}
