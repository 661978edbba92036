//! Rows, as JSON and as a table.

use std::fmt::Write;

use serde::Serialize;

use crate::entrant::{Heat, Question};

/// The identity of a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Key {
    /// The dimension: 2 or 3.
    pub dim: usize,
    /// The pair of shapes.
    pub pair: &'static str,
    /// The regime.
    pub regime: &'static str,
    /// The question.
    pub query: Question,
    /// Was the pair queried a moment ago?
    pub warm: bool,
    /// The motion since then.
    pub heat: Heat,
    /// The library.
    pub library: &'static str,
    /// The version of its package.
    pub version: &'static str,
}

/// A measured row.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    /// Its identity.
    #[serde(flatten)]
    pub key: Key,
    /// Nanoseconds of a query, the mean of all placements, with the least time of all repetitions.
    pub ns: f64,
    /// Answers off by more than 1e-3 of the size.
    pub failures: usize,
    /// Answers off by more than 1e-4 of the size in `f32`, 1e-9 in `f64`.
    pub failures_strict: usize,
}

impl Key {
    /// Is it the same question about the same shapes, in any regime?
    fn beside(&self, other: &Self) -> bool {
        self.question() == other.question()
    }
    fn question(&self) -> (usize, &str, Question, Heat) {
        (self.dim, self.pair, self.query, self.heat)
    }
    fn shapes(&self) -> (usize, &'static str) {
        (self.dim, self.pair)
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

/// The table: a line for each library, a column for each regime. Our times are followed by a ratio, the
/// time of the fastest other library divided by ours, and the name of this library. Above 1 we are
/// faster.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    for (key, regimes) in heads(rows) {
        text.push_str(&head(key, &regimes));
        let mut last: Option<Key> = None;
        let here = rows
            .iter()
            .filter(|row| row.key.shapes() == key.shapes() && regimes.contains(&row.key.regime));
        let here: Vec<Row> = here.copied().collect();
        for key in lines(&here) {
            let first = last.is_none_or(|last| !last.beside(&key));
            text.push_str(&line(key, first, &regimes, &here));
            last = Some(key);
        }
    }
    text
}

/// The number of regimes side by side.
const COLUMNS: usize = 4;

/// A key for each pair of shapes, with the regimes side by side.
fn heads(rows: &[Row]) -> Vec<(Key, Vec<&'static str>)> {
    let mut heads: Vec<(Key, Vec<&'static str>)> = Vec::new();
    for Row { key, .. } in rows {
        let same = |(head, _): &(Key, _)| head.shapes() == key.shapes();
        if heads.iter().any(|head| same(head) && head.1.contains(&key.regime)) {
            continue;
        }
        match heads.iter_mut().rfind(|head| same(head)) {
            Some((_, regimes)) if regimes.len() < COLUMNS => regimes.push(key.regime),
            _ => heads.push((*key, vec![key.regime])),
        }
    }
    heads
}

/// A line of column titles for a pair of shapes.
fn head(key: Key, regimes: &[&str]) -> String {
    let name = format!("{}D {}", key.dim, key.pair);
    let columns: String = regimes.iter().map(|name| format!("{name:>10}{:15}", "")).collect();
    format!("\n{name:36}{columns} failures (strict)\n")
}

/// A row for each question and library, sorted by question.
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

fn line(key: Key, first: bool, regimes: &[&str], rows: &[Row]) -> String {
    let name = format!("  {} {}", key.query.name(), key.heat.name());
    let mut text = format!("{:20}{:16}", if first { &name } else { "" }, key.library);
    let (mut failures, mut strict) = (0, 0);
    for regime in regimes {
        let own = rows.iter().find(|row| {
            row.key.beside(&key) && row.key.regime == *regime && row.key.library == key.library
        });
        let Some(own) = own else {
            let _ = write!(text, "{:>10}{:15}", "-", "");
            continue;
        };
        let best = best(own, rows).map(|(ratio, name)| format!("{ratio:5.2} {name}"));
        let _ = write!(text, "{:10.0} {:14}", own.ns, best.unwrap_or_default());
        failures += own.failures;
        strict += own.failures_strict;
    }
    let _ = writeln!(text, "{failures:8} ({strict})");
    text
}

/// The largest number of wrong answers among [`JUDGED`](crate::run::JUDGED) of a library with which we
/// are compared.
const FORGIVEN: usize = 1;

/// For one of our rows: the time of the fastest other library in the same precision divided by our time,
/// and its name. A library that is wrong more than once in a thousand placements does not count.
fn best(own: &Row, rows: &[Row]) -> Option<(f64, &'static str)> {
    let is_rival = |row: &&Row| {
        row.key.beside(&own.key)
            && row.key.regime == own.key.regime
            && !row.key.is_ours()
            && row.key.is_f64() == own.key.is_f64()
            && row.failures <= FORGIVEN
    };
    let best = rows.iter().filter(is_rival).min_by(|x, y| x.ns.total_cmp(&y.ns));
    best.filter(|_| own.key.is_ours()).map(|best| (best.ns / own.ns, best.key.library))
}

/// The file TABLES.md but for its last lines: a table of all questions, and then [`ratios`].
pub fn tables(rows: &[Row]) -> String {
    let head = "# Tables\n\n\
        Generated: `cargo run --release --features peers -- --table > TABLES.md`; [METHOD.md](METHOD.md) \
        says how. Machine and repetitions are in the last lines.\n\
        An entry is the time of the fastest other library divided by that of clearance, and its name. \
        Where clearance is slower it is bold. Means are geometric.\n";
    format!(
        "{head}\n## Groups: dimension and question\n\n{}## Rows\n\n{}",
        groups(rows),
        ratios(rows)
    )
}

/// A table in Markdown: a line for each of our libraries and questions, a column for each dimension. An
/// entry is the geometric mean of the ratios, and the number of rows in which we are ahead.
fn groups(rows: &[Row]) -> String {
    let mut text = String::from("| | 2D | ahead in | 3D | ahead in |\n|---|---|---|---|---|\n");
    for library in OURS {
        for heat in Heat::ALL {
            for question in Question::ALL {
                let of = |row: &&Row| {
                    let Key { library: name, heat: h, query, .. } = row.key;
                    (name, h, query) == (library, heat, question)
                };
                let own: Vec<&Row> = rows.iter().filter(of).collect();
                let cells = [2, 3].map(|dim| {
                    let here = own.iter().filter(|row| row.key.dim == dim);
                    let found: Vec<f64> = here.filter_map(|row| Some(best(row, rows)?.0)).collect();
                    let ahead = found.iter().filter(|ratio| **ratio > 1.0).count();
                    let all = found.len();
                    if all == 0 {
                        "- | -".into()
                    } else {
                        format!("{} | {ahead}/{all}", marked(mean(&found)))
                    }
                });
                if cells.iter().any(|cell| cell != "- | -") {
                    let name = format!("{library}, {} {}", question.name(), heat.name());
                    let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
                }
            }
        }
    }
    text + "\n"
}

/// Tables in Markdown, one for each question: a line for each pair of shapes, a column for each regime.
/// An entry is the time of the fastest other library divided by ours, and its name. Rows in which we are
/// slower are bold. The last column and the last line are geometric means.
fn ratios(rows: &[Row]) -> String {
    let mut text = String::new();
    for library in OURS {
        for heat in Heat::ALL {
            for question in Question::ALL {
                let of = |row: &&Row| {
                    let Key { library: name, heat: h, query, .. } = row.key;
                    (name, h, query) == (library, heat, question) && best(row, rows).is_some()
                };
                let own: Vec<&Row> = rows.iter().filter(of).collect();
                if !own.is_empty() {
                    let title = format!("{library}, {} {}", question.name(), heat.name());
                    text.push_str(&ratios_of(&title, &own, rows));
                }
            }
        }
    }
    text
}

fn ratios_of(title: &str, own: &[&Row], rows: &[Row]) -> String {
    let mut regimes: Vec<&str> = Vec::new();
    let mut pairs: Vec<(usize, &str)> = Vec::new();
    for Row { key, .. } in own {
        if !regimes.contains(&key.regime) {
            regimes.push(key.regime);
        }
        if !pairs.contains(&key.shapes()) {
            pairs.push(key.shapes());
        }
    }
    let mut text = format!("| {title} | {} | mean |\n", regimes.join(" | "));
    let _ = writeln!(text, "|---|{}---|", "---|".repeat(regimes.len()));
    let mut all = Vec::new();
    for pair in pairs {
        let here: Vec<_> = own.iter().filter(|row| row.key.shapes() == pair).collect();
        let found: Vec<f64> = here.iter().filter_map(|row| Some(best(row, rows)?.0)).collect();
        let _ = write!(text, "| {}D {} |", pair.0, pair.1);
        for regime in &regimes {
            let best =
                here.iter().find(|row| row.key.regime == *regime).and_then(|r| best(r, rows));
            let cell = best.map(|(ratio, name)| format!("{} {name}", marked(ratio)));
            let _ = write!(text, " {} |", cell.as_deref().unwrap_or("-"));
        }
        let _ = writeln!(text, " {} |", marked(mean(&found)));
        all.extend(found);
    }
    let _ = writeln!(text, "| all |{} {} |\n", " |".repeat(regimes.len()), marked(mean(&all)));
    text
}

/// Bold if we are slower.
fn marked(ratio: f64) -> String {
    if ratio < 1.0 { format!("**{ratio:.2}**") } else { format!("{ratio:.2}") }
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// Our names in the table.
const OURS: [&str; 3] = ["clearance", "clearance-batch", "clearance-f64"];

/// A line for each of our libraries: the number of rows in which it is faster, and the geometric mean of
/// the ratios.
pub fn summary(rows: &[Row]) -> String {
    let ratio = |own: &Row| Some((own.key.library, own.key.heat, best(own, rows)?.0));
    let ratios: Vec<_> = rows.iter().filter_map(ratio).collect();
    let mut text = String::new();
    for library in OURS {
        for heat in Heat::ALL {
            let of = ratios.iter().filter(|(l, h, _)| (*l, *h) == (library, heat));
            let own: Vec<f64> = of.map(|(_, _, ratio)| *ratio).collect();
            let (count, won) = (own.len(), own.iter().filter(|ratio| **ratio > 1.0).count());
            if count > 0 {
                let _ = writeln!(
                    text,
                    "{library} {}: ahead in {won} of {count}, by the geometric mean {:.2} times as fast",
                    heat.name(),
                    mean(&own)
                );
            }
        }
    }
    text
}
