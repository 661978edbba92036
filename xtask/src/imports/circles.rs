//! Circles inside a top-level module: files that import each other, directly or through other files.
//!
//! A path leads to the file of the longest module that it names. A path may start with `crate`, `self` or
//! `super`, or with the name of a module below the file's own. If this file has the next name from a
//! `use` of another file (`pub use ball::Ball` in `mod.rs`), the path is followed to the file that
//! defines the name, because its code is needed. So a `mod.rs` that declares and re-exports is in no
//! circle. A declaration (`mod name;`) is no import.

use std::collections::{BTreeMap, BTreeSet};

use super::File;
use super::paths::Import;

/// For each module, the modules that it imports, by their index in the list, with a path for each.
type Graph<'a> = Vec<BTreeMap<usize, &'a Import>>;

/// Files of a top-level module that each lead to all others.
pub struct Circle<'a> {
    pub top_module: &'a str,
    /// Their paths.
    pub files: Vec<&'a str>,
    /// For each import among them: the importer's path, its import, and the path of the imported.
    pub imports: Vec<(&'a str, &'a Import, &'a str)>,
}

/// The circles of all top-level modules.
pub fn circles<'a>(files: &'a [File<'_>]) -> Vec<Circle<'a>> {
    let graph = graph(files);
    let reach: Vec<BTreeSet<usize>> = (0..graph.len()).map(|from| reached(&graph, from)).collect();
    let circle_of = |from: usize| -> Vec<usize> {
        reach[from].iter().copied().filter(|to| reach[*to].contains(&from)).collect()
    };
    let path = |place: &usize| files[*place].source.path.as_str();
    // Each circle is found from each of its files, and reported for the first.
    let firsts = (0..graph.len()).filter(|from| circle_of(*from).first() == Some(from));
    let told = |first| {
        let circle = circle_of(first);
        let edges = circle.iter().flat_map(|from| graph[*from].iter().map(move |e| (from, e)));
        let among = edges.filter(|(_, (to, _))| circle.contains(to));
        Circle {
            top_module: files[first].source.top_module(),
            files: circle.iter().map(path).collect(),
            imports: among.map(|(from, (to, import))| (path(from), *import, path(to))).collect(),
        }
    };
    firsts.map(told).collect()
}

/// The imports within a top-level module.
fn graph<'a>(files: &'a [File<'_>]) -> Graph<'a> {
    let places: BTreeMap<&[String], usize> =
        files.iter().enumerate().map(|(place, file)| (&file.source.module[..], place)).collect();
    let edges = |(from, file): (usize, &'a File<'_>)| {
        let leads_to = |import: &'a Import| {
            let to = defined_in(files, &places, import.path.clone())?;
            let is_inside = files[to].source.module.first() == file.source.module.first();
            (is_inside && to != from).then_some((to, import))
        };
        // Of several imports of the same file, the first is reported.
        file.imports.iter().rev().filter_map(leads_to).collect()
    };
    files.iter().enumerate().map(edges).collect()
}

/// The file that defines the target of the path.
fn defined_in(
    files: &[File<'_>],
    places: &BTreeMap<&[String], usize>,
    mut path: Vec<String>,
) -> Option<usize> {
    // Two files that re-export a name from each other do not compile; the limit is for safety.
    for _ in 0..files.len() {
        let (at, rest) =
            (1..=path.len()).rev().find_map(|n| Some((*places.get(&path[..n])?, n)))?;
        let Some(name) = path.get(rest) else { return Some(at) };
        let taken = files[at].imports.iter().find(|import| import.in_use && import.name == *name);
        let Some(taken) = taken.filter(|import| import.path != path) else { return Some(at) };
        path = [&taken.path[..], &path[rest + 1..]].concat();
    }
    None
}

/// All modules that can be reached. The start is included only if it is in a circle.
fn reached(graph: &Graph<'_>, from: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(graph[at].keys().copied().filter(|to| found.insert(*to)));
    }
    found
}
