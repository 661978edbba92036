//! What CI runs, so that a person types the same: `cargo xtask ci`.
//!
//! `ci` runs the steps in the order of [`Step::ALL`], the quick ones first, and stops at the
//! first that fails. The page is checked beside the tests, as soon as these are built: a browser waits most of the time.
//! Each step is also a command of its own, such as `cargo xtask imports`.

mod archive;
mod assembly;
mod bill;
mod capi;
mod code;
mod constants;
mod fuzz;
mod header;
mod home;
mod imports;
mod journeys;
mod lab;
#[cfg(test)]
mod notes;
mod npm;
mod page;
#[cfg(test)]
mod published;
mod rapier;
mod site;
mod size;
mod sources;
mod steps;
#[cfg(test)]
mod unit_tests;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Child, ExitCode};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::{Parser, Subcommand};

/// The checks of the clearance workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// All steps below, in their order, up to the first that fails
    Ci,
    /// Draws the pictures of the scenes anew (a test compares)
    Pictures,
    /// Writes docs/plan.md anew: which solvers answer which pair (a test compares)
    Plan,
    /// Builds the page: its library into lab/pkg, then, with Node, all of it into crates/cli/lab
    Lab {
        /// Stop after the library
        #[arg(long)]
        library: bool,
    },
    /// Builds the npm package into target/npm, which `npm pack` takes
    Npm {
        /// mesh, space, plane or f64 (all, or those named)
        entries: Vec<String>,
        /// One library for engines with and without SIMD
        #[arg(long)]
        quick: bool,
    },
    /// Packs the command for this system, with completions and manual pages, into target/archive
    Archive {
        /// Of cargo, for how the command is built
        #[arg(long, default_value = "release")]
        profile: String,
    },
    /// Lists what is linked into what is released, with licences, in target/bill
    Bill,
    /// Sets the address of the repository in all files that name it
    Home {
        /// Such as https://example.org/clearance
        address: String,
    },
    /// Writes one static site into target/site: all pages, Rust's documentation, the lab, reports
    Site,
    /// Installs the C and C++ library into target/capi: header, libraries, files for CMake and pkg-config
    Capi(capi::Options),
    /// Searches for inputs with wrong answers: text, hulls and pairs (all, or those named)
    Fuzz {
        /// text, hulls or pairs
        #[arg(value_parser = fuzz::TARGETS)]
        targets: Vec<String>,
        /// For how long each
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Prints how much code is in each top-level module of the library, in tokens
    Size {
        /// The root of another checkout to count instead
        root: Option<PathBuf>,
    },
    /// Prints how many files a question enters: a contact, a distance, a row of a batch, a line of JSON
    Journeys {
        /// Their names, too
        #[arg(long)]
        list: bool,
    },
    /// Makes each constant on which a proof rests a quarter: its test must fail
    Constants {
        /// Only list them, and see that they are there
        #[arg(long)]
        list: bool,
    },
    /// The tests of rapier3d pass with clearance as its dispatcher
    Rapier,
    /// Prints which files of a top-level module import each other in a circle
    Circles,
    /// Writes an assembly of 10,000 parts and 5 million triangles as a GLB file, to measure `clearance check` with
    Assembly {
        /// The file
        file: PathBuf,
    },
    #[command(flatten)]
    One(Step),
}

#[derive(Clone, Copy, Debug, PartialEq, Subcommand)]
enum Step {
    /// The code is formatted (changes nothing: `cargo fmt --all` does)
    Fmt,
    /// The top-level modules of the library import each other as ARCHITECTURE.md says, and no files in a circle
    Imports,
    /// No warnings of the compiler or of clippy
    Clippy,
    /// All tests: the library's, the command's, the documentation's, and those of xtask
    Test,
    /// The library's documentation builds without warnings
    Docs,
    /// The library builds without the standard library
    NoStd,
    /// The page: lint, units, and in Chromium the page that is committed (needs `npm ci` in lab)
    Page,
    /// The npm package: one entry is built and tested in Node (needs `npm ci` in js)
    Js,
}

impl Step {
    const ALL: [Self; 8] = [
        Self::Fmt,
        Self::Imports,
        Self::Clippy,
        Self::Test,
        Self::Docs,
        Self::NoStd,
        Self::Page,
        Self::Js,
    ];

    /// The name on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Imports => "imports",
            Self::Clippy => "clippy",
            Self::Test => "test",
            Self::Docs => "docs",
            Self::NoStd => "no-std",
            Self::Page => "page",
            Self::Js => "js",
        }
    }

    fn run(self, root: &Path) -> anyhow::Result<()> {
        match self {
            Self::Fmt => steps::fmt(root),
            Self::Imports => imports::check(root),
            Self::Clippy => steps::clippy(root),
            Self::Test => steps::test(root),
            Self::Docs => steps::docs(root),
            Self::NoStd => steps::no_std(root),
            Self::Page => page::check(root),
            Self::Js => npm::check(root),
        }
    }
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Ci => made(ci()),
        Command::One(step) => made(timed(step)),
        Command::Archive { profile } => {
            made(root().and_then(|root| archive::build(&root, &profile)))
        }
        Command::Bill => made(root().and_then(|root| bill::write(&root))),
        Command::Pictures => made(root().and_then(|root| steps::pictures(&root))),
        Command::Plan => made(root().and_then(|root| steps::plan(&root))),
        Command::Lab { library } => made(root().and_then(|r| lab::build(&r, library))),
        Command::Npm { entries, quick } => {
            made(root().and_then(|root| npm::build(&root, &entries, quick)))
        }
        Command::Home { address } => made(root().and_then(|root| home::set(&root, &address))),
        Command::Fuzz { targets, seconds } => {
            made(root().and_then(|root| fuzz::search(&root, &targets, seconds)))
        }
        Command::Constants { list: true } => made(root().and_then(|root| constants::list(&root))),
        Command::Constants { list: false } => made(root().and_then(|root| constants::pin(&root))),
        Command::Assembly { file } => made(assembly::write(&file)),
        Command::Site => made(root().and_then(|root| site::build(&root))),
        Command::Capi(options) => made(root().and_then(|root| capi::capi(&root, &options))),
        Command::Rapier => made(root().and_then(|root| rapier::test(&root))),
        Command::Circles => made(root().and_then(|root| imports::print_circles(&root))),
        Command::Journeys { list } => made(root().and_then(|r| journeys::print(&r, list))),
        Command::Size { root: Some(root) } => made(size::print(&root)),
        Command::Size { root: None } => made(root().and_then(|root| size::print(&root))),
    }
}

/// All steps, up to the first that fails.
fn ci() -> anyhow::Result<()> {
    let (began, mut beside) = (Instant::now(), None);
    let outcome = Step::ALL.into_iter().try_for_each(|step| {
        if step == Step::Test {
            steps::build_tests(&root()?)?;
            beside = Some(Beside::start(Step::Page)?);
        }
        match beside.take_if(|beside| beside.step == step) {
            Some(beside) => beside.end(),
            None => timed(step),
        }
    });
    // A step failed before this one has ended.
    if let Some(beside) = beside {
        beside.end()?;
    }
    outcome?;
    let seconds = began.elapsed().as_secs_f64();
    eprintln!("xtask: all {} steps passed in {seconds:.1} s", Step::ALL.len());
    Ok(())
}

/// Prints the error if something could not be made.
fn made(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A step that runs beside others, in a process of its own. What it prints is shown at its end.
struct Beside {
    step: Step,
    process: Child,
    printed: JoinHandle<io::Result<String>>,
}

impl Beside {
    fn start(step: Step) -> anyhow::Result<Self> {
        let (mut reader, writer) = io::pipe()?;
        let mut command = process::Command::new(std::env::current_exe()?);
        let process =
            command.arg(step.name()).stdout(writer.try_clone()?).stderr(writer).spawn()?;
        let printed = thread::spawn(move || io::read_to_string(&mut reader));
        Ok(Self { step, process, printed })
    }

    fn end(mut self) -> anyhow::Result<()> {
        let status = self.process.wait()?;
        if let Ok(printed) = self.printed.join() {
            eprint!("{}", printed?);
        }
        ensure!(status.success(), "step {} FAILED beside the tests: {status}", self.step.name());
        Ok(())
    }
}

/// Runs one step between its name and its time.
fn timed(step: Step) -> anyhow::Result<()> {
    eprintln!("xtask: step {}", step.name());
    let began = Instant::now();
    step.run(&root()?).with_context(|| format!("step {} FAILED", step.name()))?;
    eprintln!("xtask: step {} passed in {:.1} s\n", step.name(), began.elapsed().as_secs_f64());
    Ok(())
}

/// The root of the repository. Cargo says where this package lies, one folder below it.
fn root() -> anyhow::Result<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").context("run me as `cargo xtask`")?;
    Ok(Path::new(&package).parent().context("xtask lies at the root of a disk")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        for step in Step::ALL {
            match Arguments::try_parse_from(["xtask", step.name()]).map(|a| a.command) {
                Ok(Command::One(parsed)) => assert_eq!(parsed, step),
                _ => panic!("`{}` is not understood as that step", step.name()),
            }
        }
    }
}
