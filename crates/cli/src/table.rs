//! A report as a text table, the worst pair first, with totals below.
//!
//! Classes have colours. The writer of the table decides whether they are shown: see `check`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clearance::space::DVector;

use crate::report::Report;
use crate::scene::{BodyPair, Class};
use crate::text::{digits, interval, shown};

/// Columns have at most so many characters.
const WIDEST: usize = 200;

/// The colour of a class.
fn style(class: Class) -> Style {
    let color = match class {
        Class::Clash | Class::Inside | Class::Duplicate => AnsiColor::Red,
        Class::Touch => AnsiColor::Cyan,
        Class::Close => AnsiColor::Yellow,
        Class::Ok => AnsiColor::Green,
    };
    color.on_default()
}

impl<V: DVector> Report<'_, V> {
    /// What is found about a path or about links comes first.
    pub fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        for file in self.files() {
            writeln!(out, "{file}")?;
        }
        self.robot.write(out, self.units)?;
        if self.robot.path.is_some() {
            writeln!(out, "while the robot stands still:")?;
        }
        let unit =
            if self.units.is_empty() { String::new() } else { format!(" [{}]", shown(self.units)) };
        let head = [
            "pair".into(),
            "class".into(),
            format!("clearance{unit}"),
            format!("bounds{unit}"),
            "normal".into(),
            format!("point on a{unit}"),
            format!("point on b{unit}"),
        ];
        let mut rows = vec![(None, head.into_iter().take(self.columns()).collect::<Vec<_>>())];
        let more = [format!("local depth{unit}"), format!("contacts{unit}"), "state".into()];
        self.add_more(&mut rows[0].1, more);
        let size = self.size();
        for (index, pair) in self.found.pairs.iter().enumerate() {
            rows.push((Some(pair.class), self.row(index, size)));
            rows.extend(self.place_rows(index, size).map(|row| (Some(pair.class), row)));
            let parts = self.parts(index).iter();
            rows.extend(parts.map(|pair| (Some(pair.class), self.part_row(pair, size))));
        }

        // A longer cell is not cut, and moves what follows it in its row.
        let width = |column: usize| {
            rows.iter().map(|(_, row)| row[column].chars().count().min(WIDEST)).max()
        };
        let widths: Vec<usize> = (0..rows[0].1.len()).filter_map(width).collect();
        for (class, row) in &rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                match (column, class) {
                    (1, Some(class)) => {
                        let style = style(*class);
                        format!("{style}{cell:<width$}{style:#}")
                    }
                    (2 | 3, _) => format!("{cell:>width$}"),
                    _ => format!("{cell:<width$}"),
                }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out, "{}", self.summary())?;
        for line in self.only_hulls().into_iter().chain(self.about_findings()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// How many columns a pair has. Where a path is asked about, the pairs of one configuration are told briefly.
    fn columns(&self) -> usize {
        if self.robot.path.is_some() { 4 } else { 7 }
    }

    fn row(&self, index: usize, size: f64) -> Vec<String> {
        let pair = &self.found.pairs[index];
        let names = format!("{} - {}", shown(self.name(pair.a)), shown(self.name(pair.b)));
        let mut row = self.cells(names, pair, size);
        let reasons = self.reasons(index);
        let reasons = if reasons.is_empty() { reasons } else { format!(": {}", shown(&reasons)) };
        let more = [local(pair), self.touching(index, size), self.state(index) + &reasons];
        self.add_more(&mut row, more);
        row
    }

    /// Adds the columns that not every table has, if this one has them.
    fn add_more(&self, row: &mut Vec<String>, [local, contacts, state]: [String; 3]) {
        row.extend(self.has_local().then_some(local));
        row.extend(self.contacts.is_some().then_some(contacts));
        row.extend(self.has_states.then_some(state));
    }

    /// A row for each place of a pair that clashes at several.
    fn place_rows(&self, index: usize, size: f64) -> impl Iterator<Item = Vec<String>> {
        let pair = &self.found.pairs[index];
        let count = self.findings_of(index).count();
        let places = self.findings_of(index).zip(1..).filter(move |_| count > 1);
        places.map(move |(finding, number)| {
            let cells = [
                format!("  place {number} of {count}"),
                pair.class.name().into(),
                digits(finding.clearance, 6),
                String::new(),
                fixed(finding.normal, 1.0),
                finding.point.map_or("-".into(), |point| fixed(point, size)),
                String::new(),
            ];
            let mut row: Vec<String> = cells.into_iter().take(self.columns()).collect();
            self.add_more(&mut row, [String::new(), String::new(), finding.state().into()]);
            row
        })
    }

    /// The row of two parts, below that of their bodies.
    fn part_row(&self, pair: &BodyPair<V>, size: f64) -> Vec<String> {
        let [a, b] =
            [(pair.a, 0), (pair.b, 1)].map(|(body, i)| self.part_name(body, pair.parts[i]));
        let mut row = self.cells(format!("  part {a} - part {b}"), pair, size);
        self.add_more(&mut row, [local(pair), String::new(), String::new()]);
        row
    }

    fn cells(&self, names: String, pair: &BodyPair<V>, size: f64) -> Vec<String> {
        let answer = &pair.answer;
        let point = |p: V| if pair.bounded() { fixed(p, size) } else { "-".into() };
        let cells = [
            names,
            pair.class.name().into(),
            if pair.bounded() { digits(answer.signed_distance, 6) } else { "unbounded".into() },
            interval(answer.lower, answer.upper, 6),
            fixed(answer.normal, 1.0),
            point(answer.point_a),
            point(answer.point_b),
        ];
        cells.into_iter().take(self.columns()).collect()
    }

    /// The number of contact points of a pair, and their centre.
    fn touching(&self, index: usize, size: f64) -> String {
        let manifolds = self.contacts(index).iter().map(|contact| &contact.manifold);
        let points = manifolds.flat_map(|manifold| manifold.points());
        let middles: Vec<V> = points.map(|p| (p.point_a + p.point_b) * 0.5).collect();
        let sum = middles.iter().fold(V::ZERO, |sum, p| sum + *p);
        let places = match middles.len() {
            0 => "-".into(),
            1 => format!("1 at {}", fixed(sum, size)),
            more => format!("{more} around {}", fixed(sum * (1.0 / more as f64), size)),
        };
        self.fit_text(index).map_or(places.clone(), |fit| format!("{places}, {fit}"))
    }

    /// The largest coordinate of a point in the table.
    pub fn size(&self) -> f64 {
        let answers =
            self.found.pairs.iter().filter(|pair| pair.bounded()).map(|pair| &pair.answer);
        answers.map(|a| a.point_a.max_abs().max(a.point_b.max_abs())).fold(0.0, f64::max)
    }
}

/// The bounds of the local depth, if it is known.
fn local<V: DVector>(pair: &BodyPair<V>) -> String {
    pair.local.map_or(String::new(), |local| interval(local.lower, local.upper, 4))
}

/// A vector with as many decimals as show a millionth of `size`.
pub fn fixed<V: DVector>(v: V, size: f64) -> String {
    let magnitude = if size > 0.0 { size.log10().ceil() as i32 } else { 0 };
    let decimals = (6 - magnitude).clamp(0, 15) as usize;
    // Adding 0 turns -0 into 0.
    let rounded = |x: f64| {
        let text = format!("{x:.decimals$}");
        let is_zero = text.trim_start_matches('-').bytes().all(|b| b == b'0' || b == b'.');
        if is_zero { text.trim_start_matches('-').to_string() } else { text }
    };
    let cells: Vec<String> = (0..V::DIM).map(|i| rounded(v.get(i))).collect();
    format!("({})", cells.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::glam::DVec2;

    #[test]
    fn vectors_keep_their_digits() {
        assert_eq!(fixed(DVec2::new(-1e-9, 1.25), 1.0), "(0.000000, 1.250000)");
        assert_eq!(fixed(DVec2::new(1000.0, -250.5), 1000.0), "(1000.000, -250.500)");
    }
}
