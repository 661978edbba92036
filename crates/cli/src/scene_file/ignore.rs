//! The pairs of bodies that may touch: each entry of `ignore` has two names or patterns.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow, ensure};
use clearance_lines::words;
use toml::Value;

use super::pattern::Pattern;
use super::table::names;
use crate::text::shown;

/// Each pair is kept by itself.
const MOST_PAIRS: usize = 1_000_000;

/// Two patterns: all pairs of a body that fits the one and of another that fits the other may touch.
#[derive(Debug)]
pub struct IgnoreFile([Pattern; 2]);

impl IgnoreFile {
    /// All entries of the list.
    pub fn all(list: &[Value]) -> Result<Vec<Self>> {
        let entry = |(number, entry): (usize, &Value)| {
            let [first, second] = <[String; 2]>::try_from(names(entry)).map_err(|has| {
                anyhow!("ignore[{number}] needs the names of two bodies, but has {}", has.len())
            })?;
            let place = || format!("ignore[{number}]");
            let first = Pattern::of(&first).with_context(place)?;
            Ok(Self([first, Pattern::of(&second).with_context(place)?]))
        };
        list.iter().enumerate().map(entry).collect()
    }

    /// The pairs of these bodies, by number. A pattern that fits none is an error: in most cases a misspelt name.
    fn pairs(&self, bodies: &[(&str, Option<&str>)]) -> Result<Vec<(usize, usize)>> {
        let among = |pattern: &Pattern| {
            let fits =
                |(_, (name, group)): &(usize, &(&str, Option<&str>))| pattern.fits(name, *group);
            let fitting = bodies.iter().enumerate().filter(fits).map(|(number, _)| number);
            let fitting: Vec<usize> = fitting.collect();
            let known = || {
                let names: BTreeSet<String> = bodies.iter().map(|(name, _)| shown(name)).collect();
                names.into_iter().collect::<Vec<_>>()
            };
            ensure!(
                !fitting.is_empty(),
                "ignore names an {}",
                words::unknown("body", &pattern.text, &known())
            );
            Ok(fitting)
        };
        let [first, second] = &self.0;
        let (a, b) = (among(first)?, among(second)?);
        let count = a.len() * b.len();
        ensure!(count <= MOST_PAIRS, "ignore has {count} pairs, and {MOST_PAIRS} are the most");
        let pairs = a.iter().flat_map(|a| b.iter().map(|b| (*a.min(b), *a.max(b))));
        let pairs: Vec<_> = pairs.filter(|(a, b)| a != b).collect();
        let twice = "ignore names body";
        ensure!(!pairs.is_empty(), "{twice} \"{}\" twice in one pair", shown(&first.text));
        Ok(pairs)
    }
}

/// The pairs of all entries.
pub fn among(
    entries: &[IgnoreFile],
    bodies: &[(&str, Option<&str>)],
) -> Result<BTreeSet<(usize, usize)>> {
    let mut all = BTreeSet::new();
    for entry in entries {
        all.extend(entry.pairs(bodies)?);
        ensure!(all.len() <= MOST_PAIRS, "ignore has more than {MOST_PAIRS} pairs");
    }
    Ok(all)
}
