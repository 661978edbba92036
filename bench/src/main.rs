//! The table: clearance beside other libraries.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Parser;
use clearance_bench::pairs::COUNT;
use clearance_bench::report::{Row, summary, table};
use clearance_bench::{pin, run};
use indicatif::{ProgressBar, ProgressStyle};

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
    /// Shows which rows there are, and runs nothing.
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let words: Vec<String> =
        options.filter.iter().flat_map(|w| w.split_whitespace()).map(str::to_owned).collect();
    let groups = run::groups(|key| key.has(&words));
    ensure!(!groups.is_empty(), "no row has all of: {}", words.join(" "));
    if options.list {
        groups.iter().flat_map(|group| group.keys()).for_each(|key| println!("{key}"));
        return Ok(());
    }
    let core = pin();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")?;
    let bar = ProgressBar::new(groups.len() as u64).with_style(style);
    let (mut rows, mut truths, mut unproven) = (Vec::new(), 0, 0);
    for group in &groups {
        bar.set_message(format!("{}D {} {}", group.pair.dim, group.pair.name, group.regime.0));
        let found = group.run(options.repeat.get());
        rows.extend(found.rows);
        truths += found.truths;
        unproven += found.unproven;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &options.json {
        write(path, &rows).with_context(|| format!("cannot write {}", path.display()))?;
    }
    print!("{}", table(&rows));
    print!("\n{}", summary(&rows));
    let core = core.map_or("not pinned".to_owned(), |core| format!("pinned to core {core}"));
    println!("{COUNT} placements a regime, least of {} repetitions, {core}", options.repeat);
    println!("failures: off by more than 1e-3 of the size (strict: 1e-4 in f32, 1e-9 in f64)");
    println!("truth: {truths} placements, of which the checker did not confirm {unproven}");
    Ok(())
}

fn write(path: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for row in rows {
        serde_json::to_writer(&mut file, row)?;
        writeln!(file)?;
    }
    Ok(file.flush()?)
}
