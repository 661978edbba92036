//! The table of algorithms that compute the depth of two polytopes.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Parser;
use clearance_bench::command::{Bits, Words, pin, progress, registers, save};
use clearance_bench::sat::bodies::{Bodies, OVERLAPS, PLACEMENTS, ROWS, Row};
use clearance_bench::sat::report::{Line, counts, failures, name, times};
use clearance_bench::sat::run;
use clearance_bench::sat::ways::WAYS;

/// Asks every algorithm that can say it how deep polytopes are in each other.
#[derive(Parser)]
struct Options {
    /// Only what all words occur in, like `64/64 10% epa`.
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    filter: Vec<String>,
    /// Writes each measurement as a line of JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How often each measurement is taken; the least time counts.
    #[arg(long, value_name = "N", default_value = "7")]
    repeat: NonZeroUsize,
    /// Lets clearance use registers of at most so many bits.
    #[arg(long, default_value = "512")]
    bits: Bits,
    /// Shows what the tests looked at as well.
    #[arg(long)]
    counters: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let (core, registers) = (pin(), registers(options.bits));
    let lines = measure(&Words::new(&options.filter), options.repeat.get())?;
    ensure!(!lines.is_empty(), "nothing has all of: {}", options.filter.join(" "));
    if let Some(path) = &options.json {
        save(path, &lines)?;
    }
    let mut out = stdout().lock();
    writeln!(out, "{}\n{}", times(&lines), failures(&lines))?;
    if options.counters {
        writeln!(out, "{}", counts(&lines))?;
    }
    let unproven = lines.iter().map(|line| line.unproven).max().unwrap_or(0);
    writeln!(
        out,
        "{PLACEMENTS} placements, least of {} repetitions, {core}, {registers}",
        options.repeat
    )?;
    writeln!(out, "brute: f32, {}; all others: f64", width())?;
    writeln!(out, "truth: of no row and overlap were more than {unproven} placements unconfirmed")?;
    Ok(())
}

fn measure(words: &Words, repeat: usize) -> anyhow::Result<Vec<Line>> {
    let has = |row, overlap, way| words.in_name(&name(row, overlap, way));
    let groups = ROWS.iter().flat_map(|row| OVERLAPS.map(|overlap| (*row, overlap)));
    let wanted = |(row, overlap): &(Row, f64)| WAYS.iter().any(|w| has(row.name, *overlap, w.name));
    let groups: Vec<_> = groups.filter(wanted).collect();
    let bar = progress(groups.len())?;
    let mut lines = Vec::new();
    for (row, overlap) in groups {
        bar.set_message(name(row.name, overlap, ""));
        let bodies = Bodies::new(row, overlap);
        lines.extend(run(&bodies, repeat, |way| has(row.name, overlap, way.name)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(lines)
}

/// The registers of the lanes.
fn width() -> &'static str {
    if cfg!(target_feature = "avx") {
        "4 lanes, AVX"
    } else if cfg!(target_feature = "sse2") {
        "4 lanes, SSE2"
    } else {
        "4 lanes"
    }
}
