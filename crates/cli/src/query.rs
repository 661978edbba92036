//! `clearance query`: reads pairs, one a line, and writes an answer for each, in order.
//!
//! A line is read, answered and written before the next one is looked at, so that the command
//! works in a pipe and a bad line costs itself only.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clearance::Scratch;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Asked, How, Outcome, answer};
use crate::expect::{Precision, Table};
use crate::line::Line;
use crate::progress::Progress;
use crate::say;
use crate::steps::Watcher;

/// What `--help` says at its end.
const EXAMPLES: &str = "\
Examples:
  clearance query pairs.jsonl -o answers.jsonl
  clearance query pairs.jsonl --verify --algorithm gjk
  clearance query cases/cases.jsonl --expect > /dev/null

A line (penetration, the signed clearance, is asked where \"query\" is left out):
  {\"query\": \"contact\", \"a\": {\"kind\": \"sphere\", \"radius\": 1, \"pose\": {}},
   \"b\": {\"kind\": \"box\", \"half_extents\": [1, 1, 1], \"pose\": {\"t\": [1.5, 0, 0]}}}   (in one line)

Exit status: 0 all is well, 1 a line was in error, 2 the input could not be read,
3 an expectation failed.
All kinds of shapes, all keys and the answers: crates/cli/FORMATS.md in the repository.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Pairs of shapes, one JSON object a line; `-` reads standard input
    file: PathBuf,
    /// The precision that shapes are read in and answered in
    #[arg(long, value_enum, default_value = "f64")]
    precision: Precision,
    /// The algorithm to use, even where it gives less than a full answer
    #[arg(long, value_enum, default_value = "auto")]
    algorithm: Asked,
    /// Have each answer checked by the independent checker
    #[arg(long)]
    verify: bool,
    /// Write each pair's steps to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Compare with each line's "expected", and print a table to standard error
    #[arg(long)]
    expect: bool,
    /// Write the answers to this file instead of standard output
    #[arg(short, value_name = "OUT.jsonl")]
    output: Option<PathBuf>,
}

/// The exit status where a line was in error.
const LINE_ERROR: u8 = 1;
/// The exit status where an expectation failed.
const UNEXPECTED: u8 = 3;

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    let (mut input, size) = open(&options.file)?;
    let mut out = create(options.output.as_deref())?;
    let mut trace = options.trace.as_deref().map(|path| create(Some(path))).transpose()?;
    let mut table = options.expect.then(|| Table::new(options.precision, options.verify));
    let in_the_way = options.output.is_none() && io::stdout().is_terminal();
    let mut progress = Progress::new(!in_the_way && size > 0);

    let (mut bytes, mut read, mut number, mut any_error) = (Vec::new(), 0, 0_u64, false);
    let mut memory = Memory::default();
    loop {
        bytes.clear();
        let name = || format!("cannot read {}", options.file.display());
        read += input.read_until(b'\n', &mut bytes).with_context(name)? as u64;
        if bytes.is_empty() {
            break;
        }
        number += 1;
        // Blank lines count, but say nothing.
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let line = Line::parse(without_mark(&bytes));
        let id = line.as_ref().ok().and_then(Line::id).unwrap_or(Value::from(number));
        let answer = answer_line(options, &line, id, &mut memory, trace.as_deref_mut())?;
        any_error |= answer.status == Outcome::Error;
        let warnings = line.as_ref().map_or_else(|_| Vec::new(), Line::warnings);
        serde_json::to_writer(&mut out, &Told { answer: &answer, warnings })
            .map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        if size == 0 {
            // Whoever feeds lines may wait for each answer.
            out.flush()?;
        }
        if let Some(table) = &mut table {
            table.enter(line.as_ref().ok(), &answer);
        }
        progress.at(read, size);
    }

    progress.finish();
    out.flush()?;
    if let Some(trace) = &mut trace {
        trace.flush()?;
    }
    if let Some(table) = &table {
        say(format_args!("{table}"));
    }
    let failed = table.is_some_and(|table| table.failed());
    Ok(if failed { UNEXPECTED } else { LINE_ERROR * u8::from(any_error) })
}

/// An answer, and what is odd about its line.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// What the queries of all lines share.
#[derive(Default)]
struct Memory {
    plane: Scratch<DVec2>,
    space: Scratch<DVec3>,
}

/// Answers a line in the dimension its poses tell, whatever is wrong with it.
fn answer_line(
    options: &Options,
    line: &Result<Line, String>,
    id: Value,
    memory: &mut Memory,
    trace: Option<&mut (dyn Write + 'static)>,
) -> io::Result<Answer> {
    let how = How { asked: options.algorithm, verify: options.verify };
    let wrong =
        |reason: &String| Answer::without(id.clone(), Outcome::Error, how.verify, reason.clone());
    let (line, dim) = match line.as_ref().map(|line| (line, line.dim())) {
        Ok((line, Ok(dim))) => (line, dim),
        Ok((_, Err(reason))) => return Ok(wrong(&reason)),
        Err(reason) => return Ok(wrong(reason)),
    };
    let mut watcher = trace.map(|out| Watcher::new(out, id.clone()));
    let watch = watcher.as_mut();
    let answer = match (dim, options.precision) {
        (2, Precision::F32) => answer::<Vec2>(line, &id, how, &mut memory.plane, watch),
        (2, Precision::F64) => answer::<DVec2>(line, &id, how, &mut memory.plane, watch),
        (_, Precision::F32) => answer::<Vec3>(line, &id, how, &mut memory.space, watch),
        (_, Precision::F64) => answer::<DVec3>(line, &id, how, &mut memory.space, watch),
    };
    watcher.map_or(Ok(()), |watcher| watcher.outcome)?;
    Ok(answer)
}

/// The input and its size in bytes, 0 where that is not known.
fn open(path: &Path) -> Result<(Box<dyn BufRead>, u64)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), 0));
    }
    let name = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(name)?;
    let about = file.metadata().with_context(name)?;
    anyhow::ensure!(!about.is_dir(), "cannot read {}: it is a folder", path.display());
    Ok((Box::new(BufReader::new(file)), about.len()))
}

/// A file to write to, or standard output.
fn create(path: Option<&Path>) -> Result<Box<dyn Write>> {
    let Some(path) = path else {
        // Lines go out as they are answered where somebody looks on.
        let stdout = io::stdout().lock();
        return Ok(if stdout.is_terminal() {
            Box::new(stdout)
        } else {
            Box::new(BufWriter::new(stdout))
        });
    };
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// Without the byte order mark that some editors put before the first line.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
