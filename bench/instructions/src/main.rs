//! Counts the instructions of queries with callgrind, and compares them with an earlier count.
//!
//! ```text
//!   this command --> valgrind --> itself, with --inside: asks each row in `measured_queries`
//!        ^                                  |
//!        |   dump 1, 2, ..: instructions    |   stdout: row, queries, yes
//!        +-------------------<--------------+
//! ```
//!
//! callgrind counts only inside `measured_queries`, and writes a dump each time this function returns. So
//! making and placing shapes is not counted, and one process measures all rows. A count does not depend
//! on other load of the machine. It depends on the compiler, and on the registers of the processor.

mod ask;
mod batches;
mod meshes;
mod paths;
mod table;

// The shapes and placements of the table beside other libraries, without building these libraries.
#[allow(dead_code)]
#[path = "../../src/entrant.rs"]
mod entrant;
#[allow(dead_code)]
#[path = "../../worlds/src/make.rs"]
mod make;
#[allow(dead_code)]
#[path = "../../src/pairs.rs"]
mod pairs;
#[path = "../../src/place.rs"]
mod place;
#[path = "../../src/shape.rs"]
mod shape;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::Parser;
use clearance::number::simd::{Width, limit};

use table::{Row, Table};

/// Counts the instructions a query takes.
#[derive(Parser)]
struct Options {
    /// Only rows in which all words occur, like `3D hull-32 near manifold warm`.
    words: Vec<String>,
    /// Compares with the rows of a file that `--save` wrote.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Writes the rows to a file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Asks the questions, and counts nothing: what callgrind runs.
    #[arg(long, hide = true)]
    inside: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    // The words may be quoted together or one by one.
    let words: Vec<_> = options.words.iter().flat_map(|w| w.split_whitespace()).collect();
    if options.inside {
        let rows = ask::Rows { wanted: &|name| words.iter().all(|word| name.contains(word)) };
        ask::rows(&rows);
        batches::rows(&rows);
        meshes::rows(&rows);
        paths::rows(&rows);
        return Ok(());
    }
    // Read first, so that a wrong path is reported at once.
    let before = options.against.as_deref().map(Table::read).transpose()?;
    let now = Table { note: note(), rows: count(&words)? };
    ensure!(!now.rows.is_empty(), "no row has all of: {}", words.join(" "));
    if let Some(path) = &options.save {
        now.save(path)?;
    }
    print!("{}", now.text(before.as_ref()));
    Ok(())
}

/// Runs the questions under callgrind.
fn count(words: &[&str]) -> anyhow::Result<Vec<Row>> {
    let folder = std::env::temp_dir().join(format!("instructions-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let counted = count_in(&folder, words);
    fs::remove_dir_all(&folder)?;
    counted
}

fn count_in(folder: &Path, words: &[&str]) -> anyhow::Result<Vec<Row>> {
    let dump = folder.join("dump");
    let output = Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind"])
        // Two patterns, because callgrind ignores the first use of a pattern that occurs twice.
        .args(["--toggle-collect=*measured_queries*", "--dump-after=*::measured_queries*"])
        .arg(format!("--callgrind-out-file={}", dump.display()))
        .arg(std::env::current_exe()?)
        .arg("--inside")
        .args(words)
        .output()
        .context("cannot run valgrind: is it installed?")?;
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "valgrind: {}\n{err}", output.status);
    let row = |(i, line): (usize, &str)| -> anyhow::Result<Row> {
        // Dumps are numbered from 1 on.
        let dump = fs::read_to_string(folder.join(format!("dump.{}", i + 1)))?;
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        Row::new(line, total.context("a dump without a sum")?.trim().parse()?)
    };
    out.lines().enumerate().map(row).collect()
}

/// The other conditions of a count: the library's last commit, the compiler, and the registers.
fn note() -> String {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates");
    let says = |command: &str, arguments: &[&str]| {
        let output = Command::new(command).args(arguments).current_dir(library).output();
        output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default()
    };
    let commit = says("git", &["log", "-1", "--format=%h", "--", "."]);
    let changed = !says("git", &["status", "--porcelain", "--", "."]).is_empty();
    let changed = if changed { " and changes" } else { "" };
    let registers = match limit(Width::Wide) {
        Width::Baseline => "baseline registers",
        Width::Wide | Width::Widest => "AVX2",
    };
    format!("clearance {commit}{changed}, {}, {registers}", says("rustc", &["--version"]))
}
