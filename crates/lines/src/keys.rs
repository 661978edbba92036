//! What tables of input may say, and what of it tells the dimension: scenes in TOML and lines in
//! JSON alike.
//!
//! A key that means nothing is most often a key misspelt, and then the shape is not the one that
//! was meant. In a scene it is an error; in a line, which may come from other programs, a warning.

use clearance::shape::{KINDS, Kind};

/// A value of TOML or of JSON.
pub trait Tree {
    /// The keys of a table; `None` if it is no table.
    fn keys(&self) -> Vec<&str>;
    /// What a table has under a key. JSON's null is nothing.
    fn entry(&self, key: &str) -> Option<&Self>;
    /// What a text says.
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

/// What is wrong with the keys of a shape, besides those `also` known where it stands. A shape of
/// no known kind may have the keys of all.
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

/// What is wrong with the keys of a pose, besides those `also` known where it stands.
pub fn odd_in_pose(pose: &impl Tree, also: &[&str]) -> Vec<String> {
    odd("a pose", pose, &POSE, also)
}

/// A sentence for each key of a table that is not `known`. What is `also` known is not named.
pub fn odd(table: &str, tree: &impl Tree, known: &[&str], also: &[&str]) -> Vec<String> {
    let odd = tree.keys().into_iter().filter(|key| !known.contains(key) && !also.contains(key));
    odd.map(|key| format!("{table} has no {key:?}; it has {}", known.join(", "))).collect()
}

/// 2 or 3, as the `t` of a pose says; `None` if there is none.
pub fn dim_of_t(pose: &impl Tree) -> Result<Option<usize>, String> {
    match pose.entry("t").map(Tree::count) {
        None => Ok(None),
        Some(Some(dim @ (2 | 3))) => Ok(Some(dim)),
        Some(_) => Err("needs \"t\" with 2 or 3 numbers".into()),
    }
}

/// 2 or 3, as far as the rotation of a pose exists in one of them only.
pub fn dim_of_rotation(pose: &impl Tree) -> Option<usize> {
    let has = |key: &&str| pose.entry(key).is_some();
    if ["q", "rpy", "axis"].iter().any(has) {
        Some(3)
    } else {
        ["angle"].iter().any(has).then_some(2)
    }
}

/// 2 or 3, as far as the shape is of a kind that exists in one of them only.
pub fn dim_of_kind(shape: &impl Tree) -> Option<usize> {
    Kind::named(shape.entry("kind")?.text()?)?.dim()
}
