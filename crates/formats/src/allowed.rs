//! [`Allowed`]: the pairs that may touch, by a `moveit_msgs/AllowedCollisionMatrix`.
//!
//! ```text
//!   entry_names            links and objects
//!   entry_values           for each a row, enabled: for each name, true if the two may touch
//!   default_entry_names    what holds of pairs that have no entry,
//!   default_entry_values   if one of them is named here; of two that are, both must be true
//! ```
//!
//! *Source.* The message definition, and `AllowedCollisionMatrix` of MoveIt's collision_matrix.cpp, where entries hold
//! before defaults.

use std::collections::HashMap;

use crate::error::{Error, shortened};
use crate::yaml::{self, Node};

/// Which pairs of links and objects may touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allowed {
    /// Links and objects, all different.
    pub names: Vec<String>,
    /// For each of them and each of them, may the two touch? What is in row i and column k is in row k and column i,
    /// too.
    pub entries: Vec<Vec<bool>>,
    /// May a name touch those that it has no entry with?
    pub by_default: HashMap<String, bool>,
}

impl Allowed {
    /// Reads the matrix at a place of a message.
    pub(crate) fn read(node: &Node<'_>, place: &str) -> Result<Self, Error> {
        let names = words(node, "entry_names", place)?;
        let mut entries = Vec::new();
        let rows = node.get("entry_values");
        for (number, row) in rows.map_or(Ok(&[][..]), |all| all.list(place))?.iter().enumerate() {
            let place = format!("{place}.entry_values[{number}]");
            entries.push(truths(row.get("enabled"), &place)?);
        }
        let wrong = |what: String| Error::at(node.line, format!("{place}: {what}"));
        let count = names.len();
        if entries.len() != count || entries.iter().any(|row| row.len() != count) {
            return Err(wrong(format!(
                "{count} entry_names need as many rows of entry_values, each as long"
            )));
        }
        for (i, row) in entries.iter().enumerate() {
            if let Some(k) = (0..i).find(|k| row[*k] != entries[*k][i]) {
                let pair = [k, i].map(|at| shortened(&names[at]));
                return Err(wrong(format!(
                    "it says two things of \"{}\" and \"{}\"",
                    pair[0], pair[1]
                )));
            }
        }
        let of_default = words(node, "default_entry_names", place)?;
        let values =
            truths(node.get("default_entry_values"), &format!("{place}.default_entry_values"))?;
        if of_default.len() != values.len() {
            let (names, values) = (of_default.len(), values.len());
            return Err(wrong(format!(
                "it has {names} default_entry_names and {values} default_entry_values"
            )));
        }
        Ok(Self { names, entries, by_default: of_default.into_iter().zip(values).collect() })
    }

    /// May two touch, by what their names have by default? `None` if neither has anything.
    pub fn by_default(&self, one: &str, other: &str) -> Option<bool> {
        match [one, other].map(|name| self.by_default.get(name).copied()) {
            [Some(one), Some(other)] => Some(one && other),
            [one, other] => one.or(other),
        }
    }
}

/// Words that are all different.
fn words(node: &Node<'_>, key: &str, place: &str) -> Result<Vec<String>, Error> {
    let place = format!("{place}.{key}");
    let Some(list) = node.get(key) else { return Ok(Vec::new()) };
    let (mut words, mut known) = (Vec::new(), std::collections::HashSet::new());
    for word in list.list(&place)? {
        let name = word.word(&place)?;
        if !known.insert(name) {
            return Err(Error::at(
                word.line,
                format!("{place}: \"{}\" is there twice", shortened(name)),
            ));
        }
        words.push(name.into());
    }
    Ok(words)
}

fn truths(list: Option<&Node<'_>>, place: &str) -> Result<Vec<bool>, Error> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let wrong =
        |node: &Node<'_>| Error::at(node.line, format!("{place}: this is neither true nor false"));
    let truth = |node| yaml::truth(node).ok_or_else(|| wrong(node));
    list.list(place)?.iter().map(truth).collect()
}
