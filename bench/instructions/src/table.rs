//! Rows in a file, and as a table beside the rows of another file.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::place::REGIMES;

/// One question about one kind of pair in one regime.
pub struct Row {
    /// "3D box-box".
    pair: String,
    /// "near".
    regime: String,
    /// "boolean cold".
    question: String,
    /// The number of counted queries.
    queries: u64,
    /// The number of queries whose answer was that the shapes touch, are within the margin, or meet.
    yes: u64,
    /// The mean number of instructions of a query.
    instructions: f64,
}

/// The counts of one run.
pub struct Table {
    /// The commit, the compiler and the registers.
    pub note: String,
    /// In the order of the run.
    pub rows: Vec<Row>,
}

/// Rows whose count grew by more than this factor are listed.
const HIGHER: f64 = 1.03;

impl Row {
    /// Makes a row from a line without its last field, and the instructions of all queries together.
    pub fn new(line: &str, instructions: u64) -> anyhow::Result<Self> {
        let mut row = Self::read(&format!("{line}\t{instructions}"))?;
        row.instructions /= row.queries as f64;
        Ok(row)
    }
    /// Makes a row from a line with tabs between its fields.
    fn read(line: &str) -> anyhow::Result<Self> {
        let context = || format!("not a row: {line:?}");
        let fields: Vec<_> = line.split('\t').collect();
        let [pair, regime, question, queries, yes, instructions] =
            fields.try_into().ok().with_context(context)?;
        Ok(Self {
            pair: pair.to_owned(),
            regime: regime.to_owned(),
            question: question.to_owned(),
            queries: queries.parse().with_context(context)?,
            yes: yes.parse().with_context(context)?,
            instructions: instructions.parse().with_context(context)?,
        })
    }
    fn line(&self) -> String {
        let Self { pair, regime, question, queries, yes, instructions } = self;
        format!("{pair}\t{regime}\t{question}\t{queries}\t{yes}\t{instructions:.2}\n")
    }
    fn name(&self) -> String {
        format!("{} {} {}", self.pair, self.regime, self.question)
    }
}

impl Table {
    /// Reads a file that [`Table::save`] wrote.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let read = || -> anyhow::Result<Self> {
            let text = fs::read_to_string(path)?;
            let (note, rows) = text.split_once('\n').context("no rows")?;
            let note = note.strip_prefix("# ").context("no note")?.to_owned();
            Ok(Self { note, rows: rows.lines().map(Row::read).collect::<Result<_, _>>()? })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }
    /// Writes a line with the note, then a line for each row.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        let rows: String = self.rows.iter().map(Row::line).collect();
        fs::write(path, format!("# {}\n{rows}", self.note))
            .with_context(|| format!("cannot write {}", path.display()))
    }
    fn row(&self, pair: &str, regime: &str, question: &str) -> Option<&Row> {
        let is_it = |r: &&Row| (&*r.pair, &*r.regime, &*r.question) == (pair, regime, question);
        self.rows.iter().find(is_it)
    }

    /// One line for each question, one column for each regime. With an earlier table, the ratio to it
    /// follows each number, and a summary follows the table.
    pub fn text(&self, before: Option<&Self>) -> String {
        let columns: String = REGIMES.map(|(regime, _)| format!("{regime:>10}      ")).concat();
        let mut text = format!("{:40}{}\n", "instructions a query", columns.trim_end());
        for name in distinct(self.rows.iter().map(|row| (&*row.pair, &*row.question))) {
            let cell = |(regime, _)| {
                let Some(now) = self.row(name.0, regime, name.1) else { return " ".repeat(16) };
                let was = before.and_then(|before| before.row(name.0, regime, name.1));
                let ratio = was.map(|was| format!("{:6.2}", now.instructions / was.instructions));
                format!("{:10.0}{:6}", now.instructions, ratio.unwrap_or_default())
            };
            let line =
                format!("{:40}{}", format!("{} {}", name.0, name.1), REGIMES.map(cell).concat());
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&format!("\n{} rows of {}\n", self.rows.len(), self.note));
        if let Some(before) = before {
            text.push_str(&self.compared(before));
        }
        text
    }

    /// Sums and their ratios, by question, by pair and in total; rows that grew; answers that differ.
    fn compared(&self, before: &Self) -> String {
        let beside = |now: &Row| before.row(&now.pair, &now.regime, &now.question);
        let both: Vec<(&Row, &Row)> =
            self.rows.iter().filter_map(|now| Some((now, beside(now)?))).collect();
        let mut text = format!("{} of them are beside {}\n", both.len(), before.note);
        let keys: [fn(&Row) -> &str; 3] = [|row| &row.question, |row| &row.pair, |_| "sum"];
        for key in keys {
            for name in distinct(both.iter().map(|(now, _)| key(now))) {
                let of_it = both.iter().filter(|(now, _)| key(now) == name);
                let [was, now] = of_it.fold([0.0; 2], |[was, now], both| {
                    [was + both.1.instructions, now + both.0.instructions]
                });
                text.push_str(&change(name, was, now));
            }
        }
        let ratio = |(now, was): &(&Row, &Row)| now.instructions / was.instructions;
        let logs: f64 = both.iter().map(|both| libm::log(ratio(both))).sum();
        let mean = libm::exp(logs / both.len() as f64);
        text.push_str(&format!("  {:64}{mean:8.3}\n", "geometric mean of the ratios"));
        let higher: Vec<_> = both.iter().filter(|both| ratio(both) > HIGHER).collect();
        text.push_str(&format!("{} rows are more than 3 % higher\n", higher.len()));
        for (now, was) in higher {
            text.push_str(&change(&now.name(), was.instructions, now.instructions));
        }
        for (now, was) in both.iter().filter(|(now, was)| now.yes != was.yes) {
            let (name, was, now) = (now.name(), was.yes, now.yes);
            text.push_str(&format!("{name}: yes was said {was} times, and is {now} times\n"));
        }
        text
    }
}

fn change(name: &str, was: f64, now: f64) -> String {
    format!("  {name:40}{was:10.0} ->{now:10.0}{:8.3}\n", now / was)
}

/// The distinct values, in the order of their first occurrence.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    all.for_each(|one| {
        if !once.contains(&one) {
            once.push(one);
        }
    });
    once
}
