//! The `clearance` command: the signed clearance of pairs and scenes of shapes, convex or not.
//!
//! ```text
//!   clearance query FILE.jsonl    a pair a line in, an answer a line out      query.rs
//!       crates/lines   what a line says, its answer, and what the algorithm did
//!       expect.rs, expect_cast.rs   answers against what a line expects
//!   clearance check SCENE.toml    the closest pairs of bodies, worst first    check
//!       scene_file.rs            the scene; crates/mesh reads its meshes
//!       robot/                   a robot among the bodies, paths that are proven
//!       scene.rs, pairs.rs       bodies and their pairs
//!       pieces.rs                solids, sheets and hulls of meshes
//!       alike.rs                 bodies that are there twice
//!       findings.rs, baseline.rs, approvals.rs   what is wrong, what of it is new, what is approved
//!       fit.rs, overlap.rs       a shaft in its hole, by the contacts; what bodies have in common
//!       report.rs, table.rs      what was found, as JSON and as a table
//!       picture.rs               crates/pictures draws it
//!       csv.rs, html/, bcf/      rows for spreadsheets, a page, topics for programs of buildings
//!       ci/                      results for programs that build and test: JUnit, SARIF
//!       glb.rs                   surfaces for programs that show them
//!   clearance verify PROOF.json   a proof of a path, by the checker           verify.rs
//!   clearance lab                 the page, built from the folder `lab`          lab.rs
//!   input.rs, output.rs           files that are read and written; xml.rs their elements
//!   progress.rs, interrupt.rs     long work: a bar, and Ctrl-C
//! ```
//!
//! Exit status: 0 all is well, 1 a line was in error or a pair is too close, 2 the input could
//! not be used at all or the output not be written, 3 an expectation failed or an answer is not proven.
//! `check --exit-undecided` chooses another one for what is undecided.

mod alike;
mod approvals;
mod baseline;
mod bcf;
mod check;
mod ci;
mod csv;
mod expect;
mod expect_cast;
mod findings;
mod fit;
mod glb;
mod html;
mod input;
mod interrupt;
mod lab;
mod output;
mod overlap;
mod pairs;
mod picture;
mod pieces;
mod progress;
mod query;
mod report;
mod robot;
mod scene;
pub mod scene_file;
mod survey;
mod table;
mod verify;
mod xml;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{CommandFactory, Parser, Subcommand};
use clearance_pictures::text;
pub use survey::Within;

/// What `--help` says at its end.
const EXAMPLES: &str = "\
Examples:
  clearance check scenes/panda/scene.toml --svg panda.svg
  clearance query cases/cases.jsonl --expect --verify
  clearance check --help      a scene, and more examples
  clearance query --help      a line, and more examples

The formats of scenes, of query lines and of all answers: crates/cli/FORMATS.md in the repository.";

/// Are shapes apart, by how much, and where do they touch: in 2D and 3D, convex or not, with proven bounds.
#[derive(Parser)]
#[command(name = "clearance", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer pairs of shapes: JSON lines in, JSON lines out
    Query(query::Options),
    /// Find the clearance between the bodies of a scene, worst first
    Check(Box<check::Options>),
    /// Check the proof of a path that `check --certificate` wrote, by an independent checker
    Verify(verify::Options),
    /// Show the page where one drags two shapes and watches the algorithms: serve it, open a browser
    Lab(lab::Options),
}

/// The exit status if the input could not be used, or the output not be written, as when its reader has
/// closed it.
const BAD_INPUT: u8 = 2;

/// The definition of the command, for completions and manual pages.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the command with the arguments of the process; returns its exit status.
pub fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Query(options) => query::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Lab(options) => lab::run(&options),
    };
    match outcome {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            tell(&error);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Writes an error to standard error.
fn tell(error: &anyhow::Error) {
    let reason = format!("{error:#}");
    let lines: Vec<String> = reason.trim_end().lines().map(text::shown).collect();
    said("clearance:", AnsiColor::Red.on_default(), &lines.join("\n"));
}

/// Writes to standard error. A closed standard error is ignored.
fn say(what: fmt::Arguments<'_>) {
    let _ = io::stderr().write_fmt(what);
}

/// Writes a warning to standard error.
fn warn(text: &str) {
    said("warning:", AnsiColor::Yellow.on_default(), &text::shown(text));
}

/// Writes a line to standard error, its first word in colour on a terminal.
fn said(word: &str, style: Style, text: &str) {
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#} {text}");
}
