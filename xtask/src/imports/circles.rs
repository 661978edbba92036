//! Circles inside a room: files that import each other, over any number of others.
//!
//! A path leads to the file of the longest module that it names. A path may start with `crate`,
//! `self` or `super`, or with the name of a module below the file's own. That a file declares
//! another (`mod name;`) is no import.

use std::collections::{BTreeMap, BTreeSet};

use super::{Module, paths};

/// Which modules each module imports, all by their place in the list.
type Graph = Vec<BTreeSet<usize>>;

/// The circles of each room, each as the paths of its files. Files are in one circle if each
/// leads to each.
pub fn circles<'a>(modules: &'a [Module<'_>]) -> BTreeMap<&'a str, Vec<Vec<&'a str>>> {
    let graph = graph(modules);
    let reach: Vec<BTreeSet<usize>> = (0..graph.len()).map(|from| reached(&graph, from)).collect();
    let mut circles: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for from in 0..graph.len() {
        let both = reach[from].iter().copied().filter(|to| reach[*to].contains(&from));
        let circle: Vec<usize> = both.collect();
        // Each is found from each of its files, and told of the first.
        if circle.len() > 1 && circle[0] == from {
            let files = circle.iter().map(|file| modules[*file].source.path.as_str()).collect();
            circles.entry(super::room_of_module(&modules[from].name)).or_default().push(files);
        }
    }
    circles
}

/// Who imports whom within a room.
fn graph(modules: &[Module<'_>]) -> Graph {
    let places: BTreeMap<&[String], usize> =
        modules.iter().enumerate().map(|(place, module)| (&module.name[..], place)).collect();
    let edges = |(from, module): (usize, &Module<'_>)| -> BTreeSet<usize> {
        let found = paths::imports(&module.code, &module.name).into_iter().map(|i| i.path);
        found
            .chain(below(module))
            .filter(|path| path.first() == module.name.first())
            .filter_map(|path| (1..=path.len()).rev().find_map(|n| places.get(&path[..n])))
            .copied()
            .filter(|to| *to != from)
            .collect()
    };
    modules.iter().enumerate().map(edges).collect()
}

/// Paths that start with a name, as one of a module below the file's own may. Most do not.
fn below(module: &Module<'_>) -> impl Iterator<Item = Vec<String>> {
    let text = |at: usize| module.code.get(at).map_or("", |token| token.text);
    let starts =
        move |at: &usize| text(at + 1) == "::" && (*at == 0 || !matches!(text(at - 1), "::" | "$"));
    let path = move |at: usize| {
        let names = (at..).step_by(2).take_while(|i| *i == at || text(i - 1) == "::").map(text);
        module.name.iter().cloned().chain(names.map(str::to_owned)).collect()
    };
    (0..module.code.len()).filter(starts).map(path)
}

/// All that can be reached, the start only if it is on a way back.
fn reached(graph: &Graph, from: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(graph[at].iter().copied().filter(|to| found.insert(*to)));
    }
    found
}
