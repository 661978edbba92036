//! The table: clearance beside other libraries.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Parser;
use clearance_bench::command::{Bits, Words, pin, progress, registers, save};
use clearance_bench::report::{summary, table, tables};
use clearance_bench::run::{self, Found, Group, JUDGED, Order};

/// Asks clearance and other libraries the same questions about the same pairs, in one run.
#[derive(Parser)]
struct Options {
    /// Only rows in which all words occur, like `3D hull-64 far distance cold parry`.
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    filter: Vec<String>,
    /// Writes each row as a line of JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How often each measurement is taken; the least time counts.
    #[arg(long, value_name = "N", default_value = "15")]
    repeat: NonZeroUsize,
    /// Lets clearance use registers of at most so many bits.
    #[arg(long, default_value = "512")]
    bits: Bits,
    /// Visits 100,000 placements at random, so that neither memory nor branches are warm.
    #[arg(long)]
    scattered: bool,
    /// Visits 1,000 placements of one pair of shapes, and asks batches about all of them at once.
    #[arg(long, conflicts_with = "scattered")]
    poses: bool,
    /// Judges only one answer of each row, because judging takes most of the time.
    #[arg(long)]
    times: bool,
    /// Prints TABLES.md: by how much the fastest of the others is slower.
    #[arg(long)]
    table: bool,
    /// Shows which rows there are, and runs nothing.
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let words = Words::new(&options.filter);
    let groups = run::groups(|key| words.in_name(&key.to_string()));
    ensure!(!groups.is_empty(), "no row has all of: {}", options.filter.join(" "));
    let mut out = stdout().lock();
    if options.list {
        for key in groups.iter().flat_map(Group::keys) {
            writeln!(out, "{key}")?;
        }
        return Ok(());
    }
    let (core, registers) = (pin(), registers(options.bits));
    let (order, visited) = match (options.scattered, options.poses) {
        (true, _) => (Order::Scattered, "at random"),
        (_, true) => (Order::Poses, "of one pair of shapes"),
        _ => (Order::InTurn, "in turn"),
    };
    let judged = if options.times { 1 } else { JUDGED };
    let Found { rows, truths, unproven } = measure(&groups, options.repeat.get(), order, judged)?;
    if let Some(path) = &options.json {
        save(path, &rows)?;
    }
    writeln!(out, "{}", if options.table { tables(&rows) } else { table(&rows) })?;
    writeln!(
        out,
        "{}{} placements a regime, {visited}, least of {} repetitions, {core}, {registers}",
        summary(&rows),
        order.placements(),
        options.repeat
    )?;
    writeln!(
        out,
        "failures of {judged}: off by more than 1e-3 of the size (strict: 1e-4 in f32, 1e-9 in f64)"
    )?;
    if cfg!(asserting) {
        writeln!(
            out,
            "libraries in C were built with assertions, and are slower: call cargo in bench/"
        )?;
    }
    writeln!(out, "truth: {truths} placements, of which the checker did not confirm {unproven}")?;
    Ok(())
}

fn measure(groups: &[Group], repeat: usize, order: Order, judged: usize) -> anyhow::Result<Found> {
    let bar = progress(groups.len())?;
    let mut all = Found::default();
    for group in groups {
        bar.set_message(format!("{}D {} {}", group.pair.dim, group.pair.name, group.regime.0));
        let found = group.run(repeat, order, judged);
        all.rows.extend(found.rows);
        all.truths += found.truths;
        all.unproven += found.unproven;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}
