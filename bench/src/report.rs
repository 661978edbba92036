//! Rows, as JSON and as a table.

use std::fmt::Write;

use serde::Serialize;

use crate::entrant::{Heat, Question};
use crate::place::REGIMES;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Key {
    /// Of space: 2 or 3.
    pub dim: usize,
    /// Which shapes.
    pub pair: &'static str,
    /// How near.
    pub regime: &'static str,
    /// What is asked.
    pub query: Question,
    /// About pairs that hardly moved since they were asked about last?
    pub warm: bool,
    /// And how they moved.
    pub heat: Heat,
    /// Who is asked.
    pub library: &'static str,
    /// Of the package.
    pub version: &'static str,
}

/// A measured row.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    /// What it is about.
    #[serde(flatten)]
    pub key: Key,
    /// Nanoseconds a query, the mean over all placements: the least of all repetitions.
    pub ns: f64,
    /// Answers off by more than 1e-3 of the size.
    pub failures: usize,
    /// Answers off by more than 1e-4 of the size in `f32`, 1e-9 in `f64`.
    pub failures_strict: usize,
}

impl Key {
    /// Is it about the same question on the same shapes, however near?
    fn beside(&self, other: &Self) -> bool {
        self.question() == other.question()
    }
    fn question(&self) -> (usize, &str, Question, Heat) {
        (self.dim, self.pair, self.query, self.heat)
    }
    fn is_ours(&self) -> bool {
        self.library.starts_with("clearance")
    }
    fn is_f64(&self) -> bool {
        self.library.ends_with("f64")
    }
}

/// "3D box-box far boolean cold clearance".
impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { dim, pair, regime, library, .. } = self;
        let (query, heat) = (self.query.name(), self.heat.name());
        write!(f, "{dim}D {pair} {regime} {query} {heat} {library}")
    }
}

/// The table: a line a library, a column a regime. Behind our times: the least time of the others
/// in the same precision divided by ours, so that above 1 we are ahead.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut last: Option<Key> = None;
    for key in lines(rows) {
        let of_the_same = |last: &Key| (last.dim, last.pair) == (key.dim, key.pair);
        if !last.as_ref().is_some_and(of_the_same) {
            text.push_str(&head(key));
        }
        let first = last.is_none_or(|last| !last.beside(&key));
        text.push_str(&line(key, first, rows));
        last = Some(key);
    }
    text
}

/// A line of column titles for a pair of shapes.
fn head(key: Key) -> String {
    let name = format!("{}D {}", key.dim, key.pair);
    let columns: String = REGIMES.iter().map(|(regime, _)| format!("{regime:>9}      ")).collect();
    format!("\n{name:36}{columns} failures (strict)\n")
}

/// A row for each question and library, those of a question together.
fn lines(rows: &[Row]) -> Vec<Key> {
    let mut lines: Vec<Key> = Vec::new();
    for Row { key, .. } in rows {
        if lines.iter().any(|k| k.beside(key) && k.library == key.library) {
            continue;
        }
        let after = lines.iter().rposition(|k| k.beside(key)).map_or(lines.len(), |i| i + 1);
        lines.insert(after, *key);
    }
    lines
}

fn line(key: Key, first: bool, rows: &[Row]) -> String {
    let name = format!("  {} {}", key.query.name(), key.heat.name());
    let mut text = format!("{:20}{:16}", if first { &name } else { "" }, key.library);
    let (mut failures, mut strict) = (0, 0);
    for (regime, _) in REGIMES {
        let here: Vec<&Row> =
            rows.iter().filter(|r| r.key.beside(&key) && r.key.regime == regime).collect();
        let Some(own) = here.iter().find(|row| row.key.library == key.library) else {
            let _ = write!(text, "{:>9}      ", "-");
            continue;
        };
        let ratio = ahead(own, &here).map(|ratio| format!("{ratio:.2}"));
        let _ = write!(text, "{:9.0} {:5}", own.ns, ratio.unwrap_or_default());
        failures += own.failures;
        strict += own.failures_strict;
    }
    let _ = writeln!(text, "{failures:8} ({strict})");
    text
}

/// For a row of ours: the least time of the others in the same precision, divided by its own.
fn ahead(own: &Row, here: &[&Row]) -> Option<f64> {
    let rival = |row: &&&Row| !row.key.is_ours() && row.key.is_f64() == own.key.is_f64();
    let best = here.iter().filter(rival).map(|row| row.ns).fold(f64::INFINITY, f64::min);
    (own.key.is_ours() && best.is_finite()).then_some(best / own.ns)
}

/// A line for each library of ours: where it is ahead, and the geometric mean of the ratios.
pub fn summary(rows: &[Row]) -> String {
    let ratio = |own: &&Row| {
        let same = |r: &&Row| r.key.beside(&own.key) && r.key.regime == own.key.regime;
        let here: Vec<&Row> = rows.iter().filter(same).collect();
        Some((own.key.library, own.key.heat, ahead(own, &here)?))
    };
    let ratios: Vec<_> = rows.iter().filter_map(|own| ratio(&own)).collect();
    let mut text = String::new();
    for library in ["clearance", "clearance-f64"] {
        for heat in Heat::ALL {
            let of = ratios.iter().filter(|(l, h, _)| (*l, *h) == (library, heat));
            let own: Vec<f64> = of.map(|(_, _, ratio)| *ratio).collect();
            let (count, won) = (own.len(), own.iter().filter(|ratio| **ratio > 1.0).count());
            let mean = (own.iter().map(|ratio| ratio.ln()).sum::<f64>() / count as f64).exp();
            if count > 0 {
                let _ = writeln!(
                    text,
                    "{library} {}: ahead in {won} of {count}, by the geometric mean {mean:.2} times as fast",
                    heat.name()
                );
            }
        }
    }
    text
}
