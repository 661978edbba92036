//! Lines, as JSON and as tables.

use std::fmt::Write;

use serde::Serialize;

use super::ways::{Counts, WAYS};

/// One algorithm in one row at one overlap.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Line {
    /// The polytopes.
    pub row: &'static str,
    /// The distance by which B is pushed in, relative to the way to the middle of A.
    pub overlap: f64,
    /// The algorithm.
    pub way: &'static str,
    /// Nanoseconds of a query: the least mean of all repetitions.
    pub ns: f64,
    /// Answers off by more than 1e-3 of the size.
    pub failures: usize,
    /// Answers off by more than 1e-4 of the size in `f32`, 1e-9 in `f64`.
    pub failures_strict: usize,
    /// What the test computed, if it counts.
    pub counts: Option<Counts>,
    /// The number of placements whose truth the checker did not confirm.
    pub unproven: usize,
}

/// "64/64 2% sat-pruned", for filters.
pub fn name(row: &str, overlap: f64, way: &str) -> String {
    format!("{row} {} {way}", percent(overlap))
}

fn percent(overlap: f64) -> String {
    format!("{}%", overlap * 100.0)
}

/// A line for each row and overlap, a column for each algorithm. The number of strict failures follows a
/// time.
pub fn times(lines: &[Line]) -> String {
    let ways: Vec<&str> =
        WAYS.iter().map(|way| way.name).filter(|way| lines.iter().any(|l| l.way == *way)).collect();
    let mut text = format!("{:16}{:>6}", "ns", "");
    ways.iter().for_each(|way| text.push_str(&format!("{way:>13}  ")));
    text.push('\n');
    for here in lines.chunk_by(|l, m| (l.row, l.overlap) == (m.row, m.overlap)) {
        let _ = write!(text, "{:16}{:>6}", here[0].row, percent(here[0].overlap));
        for way in &ways {
            text.push_str(&here.iter().find(|line| line.way == *way).map_or_else(
                || format!("{:>13}  ", "-"),
                |line| {
                    format!(
                        "{:13.0}{:2}",
                        line.ns,
                        if line.failures_strict > 0 { " *" } else { "" }
                    )
                },
            ));
        }
        text.push('\n');
    }
    text
}

/// The lines that have failures.
pub fn failures(lines: &[Line]) -> String {
    let failed = lines.iter().filter(|line| line.failures_strict > 0);
    let say = |line: &Line| {
        let name = name(line.row, line.overlap, line.way);
        format!(
            "* {name}: {} off by more than 1e-3, {} strictly\n",
            line.failures, line.failures_strict
        )
    };
    failed.map(say).collect()
}

/// A line for each test that counts: the mean of what it computed for a pair.
pub fn counts(lines: &[Line]) -> String {
    let heads = ["supports", "axes", "crossings", "faces skipped", "arcs skipped"];
    let mut text = format!("{:34}", "a pair, on average");
    heads.iter().for_each(|head| text.push_str(&format!("{head:>15}")));
    text.push('\n');
    for line in lines {
        let Some(Counts { supports, axes, crossings, faces_skipped, arcs_skipped }) = line.counts
        else {
            continue;
        };
        let _ = write!(text, "{:34}", name(line.row, line.overlap, line.way));
        for count in [supports, axes, crossings, faces_skipped, arcs_skipped] {
            let _ = write!(text, "{count:15.1}");
        }
        text.push('\n');
    }
    text
}
