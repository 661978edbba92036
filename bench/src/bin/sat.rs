//! The table of algorithms that find how deep two polytopes are in each other.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;
use clearance_bench::pin;
use clearance_bench::sat::bodies::{Bodies, OVERLAPS, PLACEMENTS, ROWS};
use clearance_bench::sat::report::{Line, counts, failures, name, times};
use clearance_bench::sat::run;
use clearance_bench::sat::ways::WAYS;
use indicatif::{ProgressBar, ProgressStyle};

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
    /// Shows what the tests looked at as well.
    #[arg(long)]
    counters: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let core = pin().map_or("not pinned".to_owned(), |core| format!("pinned to core {core}"));
    let lines = measure(&options)?;
    if let Some(path) = &options.json {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut file = BufWriter::new(file);
        for line in &lines {
            serde_json::to_writer(&mut file, line)?;
            writeln!(file)?;
        }
        file.flush()?;
    }
    println!("{}", times(&lines));
    print!("{}", failures(&lines));
    if options.counters {
        println!("\n{}", counts(&lines));
    }
    println!("{PLACEMENTS} placements, least of {} repetitions, {core}", options.repeat);
    println!("brute: f32, {}; all others f64", width());
    let unproven: usize = lines.iter().map(|line| line.unproven).max().unwrap_or(0);
    println!("truth: of no row and overlap more than {unproven} placements unconfirmed");
    Ok(())
}

fn measure(options: &Options) -> anyhow::Result<Vec<Line>> {
    let words: Vec<&str> = options.filter.iter().flat_map(|w| w.split_whitespace()).collect();
    let has = |row, overlap, way| {
        let name = name(row, overlap, way);
        words.iter().all(|word| name.contains(word))
    };
    let groups: Vec<_> = ROWS
        .iter()
        .flat_map(|row| OVERLAPS.map(|overlap| (*row, overlap)))
        .filter(|(row, overlap)| WAYS.iter().any(|way| has(row.name, *overlap, way.name)))
        .collect();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")?;
    let bar = ProgressBar::new(groups.len() as u64).with_style(style);
    let mut lines = Vec::new();
    for (row, overlap) in groups {
        bar.set_message(name(row.name, overlap, ""));
        let bodies = Bodies::new(row, overlap);
        lines.extend(run(&bodies, options.repeat.get(), |way| has(row.name, overlap, way.name)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(lines)
}

/// What the lanes are compiled to.
fn width() -> &'static str {
    if cfg!(target_feature = "avx") {
        "4 lanes, AVX"
    } else if cfg!(target_feature = "sse2") {
        "4 lanes, SSE2"
    } else {
        "4 lanes"
    }
}
