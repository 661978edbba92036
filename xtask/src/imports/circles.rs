//! Circles inside a room: files that import each other, over any number of others.
//!
//! A path leads to the file of the longest module that it names. A path may start with `crate`,
//! `self` or `super`, or with the name of a module below the file's own. That a file declares
//! another (`mod name;`) is no import.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// Which modules each module imports, all by their place in the list.
type Graph = Vec<BTreeSet<usize>>;

/// The circles of each room, each as the paths of its files. Files are in one circle if each
/// leads to each.
pub fn circles<'a>(files: &'a [File<'_>]) -> BTreeMap<&'a str, Vec<Vec<&'a str>>> {
    let graph = graph(files);
    let reach: Vec<BTreeSet<usize>> = (0..graph.len()).map(|from| reached(&graph, from)).collect();
    let mut circles: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for from in 0..graph.len() {
        let both = reach[from].iter().copied().filter(|to| reach[*to].contains(&from));
        let circle: Vec<usize> = both.collect();
        // Each is found from each of its files, and told of the first.
        if circle.len() > 1 && circle[0] == from {
            let paths = circle.iter().map(|file| files[*file].source.path.as_str()).collect();
            circles.entry(files[from].source.room()).or_default().push(paths);
        }
    }
    circles
}

/// Who imports whom within a room.
fn graph(files: &[File<'_>]) -> Graph {
    let places: BTreeMap<&[String], usize> =
        files.iter().enumerate().map(|(place, file)| (&file.source.module[..], place)).collect();
    let edges = |(from, file): (usize, &File<'_>)| -> BTreeSet<usize> {
        let paths = file.imports.iter().map(|import| &import.path);
        paths
            .filter(|path| path.first() == file.source.module.first())
            .filter_map(|path| (1..=path.len()).rev().find_map(|n| places.get(&path[..n])))
            .copied()
            .filter(|to| *to != from)
            .collect()
    };
    files.iter().enumerate().map(edges).collect()
}

/// All that can be reached, the start only if it is on a way back.
fn reached(graph: &Graph, from: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(graph[at].iter().copied().filter(|to| found.insert(*to)));
    }
    found
}
