//! `clearance query`: reads pairs, one on each line, and writes an answer for each, in order.
//!
//! A line is read, answered and written before the next line is read. So the command works in a pipe, and
//! a bad line does not affect the others.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance_lines::answer::{Answer, Outcome};
use clearance_lines::line::too_long;
use clearance_lines::number::Precision;
use clearance_lines::steps::{Lines, Sink};
use clearance_lines::{Choice, How, Line, Memory, Names, Reply, reply};

use crate::expect::Table;
use crate::input::{self, LineRead};
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::{say, warn};

/// What `--help` says at its end.
const EXAMPLES: &str = "\
Examples:
  clearance query pairs.jsonl -o answers.jsonl
  clearance query pairs.jsonl --verify --allow-unproven
  clearance query pairs.jsonl --algorithm gjk
  clearance query cases/cases.jsonl --expect > /dev/null

A line (penetration, the signed clearance, is asked where \"query\" is left out):
  {\"query\": \"contact\", \"a\": {\"kind\": \"sphere\", \"radius\": 1, \"pose\": {}},
   \"b\": {\"kind\": \"box\", \"half_extents\": [1, 1, 1], \"pose\": {\"t\": [1.5, 0, 0]}}}   (in one line)

Shapes that many lines use are named once, in a line before them:
  {\"shapes\": {\"link\": {\"kind\": \"hull\", \"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}}
  {\"a\": {\"shape\": \"link\"}, \"b\": {\"shape\": \"link\", \"pose\": {\"t\": [2, 0, 0]}}}
Not convex: mesh, solid {vertices, triangles}, height_field {heights, cell}, chain {vertices, closed},
region {vertices}, compound {shapes, each with its pose}.
Casts: \"cast\": {va, vb, wa, wb, tmax, gap, ignore_parting}; rays: \"ray\": {hollow, one_sided};
contacts: \"contact\": {margin, slop}.

Exit status: 0 all is well, 1 a line was in error, 2 the input could not be read or the output not
written, 3 an expectation failed (--expect), or an answer is refuted or unproven (--verify).
All kinds of shapes, all keys and the answers: crates/cli/FORMATS.md in the repository.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Pairs of shapes, one JSON object a line of at most 32 MiB; `-` reads standard input
    file: PathBuf,
    /// The precision that shapes are read in and answered in
    #[arg(long, value_enum, default_value = "f64")]
    precision: Precision,
    /// The algorithm to use and no other; what it leaves open is skipped, with the reason
    #[arg(long, value_enum, default_value = "auto")]
    algorithm: Choice,
    /// Have each answer checked by the independent checker; it exits with 3 if one is refuted or unproven.
    /// docs/proof.md in the repository says what is checked
    #[arg(long)]
    verify: bool,
    /// Let answers pass that the checker can neither prove nor refute
    #[arg(long, requires = "verify")]
    allow_unproven: bool,
    /// Write each pair's steps to this file, as JSON lines; as with -o, it takes its place at the end
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Compare with each line's "expected", and print a table to standard error
    #[arg(long)]
    expect: bool,
    /// Write the answers to this file instead of standard output
    ///
    /// A file is written beside its place and renamed at the end, through symbolic links: a run that
    /// is stopped or cannot read on changes nothing. Pipes and devices are written directly. An input
    /// is never written over, and one file cannot be named twice.
    #[arg(short, value_name = "OUT.jsonl")]
    output: Option<PathBuf>,
}

/// The exit status if a line was in error.
const LINE_ERROR: u8 = 1;
/// The exit status if an expectation failed, or if an answer is not proven.
const UNEXPECTED: u8 = 3;

/// How many answers the checker refutes, and how many it leaves open.
#[derive(Default)]
struct Doubts {
    refuted: u64,
    unproven: u64,
}

impl Doubts {
    fn count(&mut self, answer: &Answer) {
        match answer.verdict.flatten() {
            Some("refuted") => self.refuted += 1,
            Some("proven") | None => {}
            // It answers nothing.
            _ if answer.status == Outcome::Skipped => {}
            Some(_) => self.unproven += 1,
        }
    }
    /// Says how many answers are not proven; returns whether they fail the run.
    fn tell(&self, allow_unproven: bool) -> bool {
        let Self { refuted, unproven } = *self;
        let open = if allow_unproven { 0 } else { unproven };
        let answers = |n: u64| if n == 1 { "answer is" } else { "answers are" };
        if refuted > 0 {
            warn(&format!("--verify: {refuted} {} refuted", answers(refuted)));
        }
        if open > 0 {
            let passes = "--allow-unproven lets them pass";
            warn(&format!("--verify: {open} {} unproven; {passes}", answers(open)));
        }
        refuted + open > 0
    }
}

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    let named = [("-o", &options.output), ("--trace", &options.trace)];
    let outputs: Vec<_> =
        named.iter().filter_map(|(name, path)| Some((*name, path.as_deref()?))).collect();
    output::refuse_clashes(std::slice::from_ref(&options.file), &outputs)?;
    let (mut input, size) = input::open(&options.file)?;
    let shared = options.trace.as_deref().is_some_and(output::is_standard);
    let file = options.output.as_deref().map(Output::create).transpose()?;
    let mut out = file.unwrap_or_else(|| Output::standard(shared));
    let mut trace = options.trace.as_deref().map(Output::create).transpose()?;
    let mut table = options.expect.then(|| Table::new(options.precision, options.verify));
    let in_the_way = options.output.is_none() && io::stdout().is_terminal();
    let mut progress = Progress::new(!in_the_way && size > 0);

    let (mut bytes, mut read, mut number, mut any_error) = (Vec::new(), 0, 0_u64, false);
    let (mut memory, mut names) = (Memory::default(), Names::default());
    let mut doubts = Doubts::default();
    loop {
        let name = || format!("cannot read {}: line {}", input::name(&options.file), number + 1);
        let (found, length) = input::read_line(&mut input, &mut bytes).with_context(name)?;
        read += length;
        number += 1;
        let line = match found {
            LineRead::End => break,
            // Blank lines are counted, but not answered.
            LineRead::Line if bytes.trim_ascii().is_empty() => continue,
            LineRead::Line => names.read(&bytes),
            LineRead::TooLong => Err(too_long(length)),
        };
        let trace = trace.as_mut().map(|trace| trace as &mut dyn Write);
        // A line that names shapes asks nothing.
        let Some(reply) = answer_line(options, &line, number, &mut memory, trace)
            .context("cannot write the trace")?
        else {
            continue;
        };
        doubts.count(&reply.answer);
        let text = reply.text().map_err(io::Error::from)?;
        out.write_all(&text).context("cannot write the answers")?;
        if size == 0 {
            // The writer of the lines may wait for each answer.
            out.flush().context("cannot write the answers")?;
        }
        let line = line.as_ref().ok();
        let is_expected = table.as_mut().is_some_and(|table| table.enter(line, &reply.answer));
        any_error |= reply.answer.status == Outcome::Error && !is_expected;
        progress.at(read, size);
    }

    progress.finish();
    out.commit().context("cannot write the answers")?;
    trace.map(Output::commit).transpose().context("cannot write the trace")?;
    if let Some(table) = &table {
        say(format_args!("{table}"));
    }
    let is_doubtful = doubts.tell(options.allow_unproven);
    let failed = is_doubtful || table.is_some_and(|table| table.failed());
    Ok(if failed { UNEXPECTED } else { LINE_ERROR * u8::from(any_error) })
}

/// Answers a line, and writes its steps.
fn answer_line(
    options: &Options,
    line: &Result<Line, String>,
    number: u64,
    memory: &mut Memory,
    trace: Option<&mut dyn Write>,
) -> io::Result<Option<Reply>> {
    let how = How { choice: options.algorithm, verify: options.verify };
    let mut steps = trace.map(Lines::new);
    let sink = steps.as_mut().map(|steps| steps as &mut dyn Sink);
    let reply = match options.precision {
        Precision::F32 => reply::<Vec2, Vec3>(line, number, how, memory, sink),
        Precision::F64 => reply::<DVec2, DVec3>(line, number, how, memory, sink),
    };
    steps.map_or(Ok(()), |steps| steps.outcome)?;
    Ok(reply)
}
