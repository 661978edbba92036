//! rapier's solver on clearance's contacts, beside the same on parry's.
//!
//! A scene is simulated twice, each time by one dispatcher. Every question that rapier asks about contacts is
//! noted. Then the questions of a run are asked again, from the first step, several times in turns. Time is taken
//! step by step, and of each step the least time counts:
//!
//! ```text
//!   simulate, note questions ---> ask them again, timed ---> ask them again: which contacts are missed?
//! ```
//!
//! So the clock is read once a step, not twice a question. Bodies do not sleep.

// The same for both dimensions.
#![allow(clippy::duplicate_mod)]

mod d2;
mod d3;

use clap::Parser;

/// rapier's solver on clearance's contacts and on parry's
#[derive(Parser)]
struct Arguments {
    /// Scenes whose names contain one of these; all without
    scenes: Vec<String>,
    /// Keep rapier's own reuse of contacts while bodies move by less than 5 cm
    #[arg(long)]
    recycling: bool,
    /// Compare with the truth instead: which pairs within the margin have no points?
    #[arg(long)]
    audit: bool,
    /// Time the kinds of pairs instead: nanoseconds a question, and microseconds a step
    #[arg(long)]
    kinds: bool,
    /// Let bodies sleep instead, with this many seeds for each heap, and count the runs in which all sleep
    #[arg(long)]
    seeds: Option<u64>,
    /// How often each question is timed
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// 2 or 3
    #[arg(long)]
    dim: Option<u8>,
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        self.scenes.is_empty() || self.scenes.iter().any(|part| name.contains(part.as_str()))
    }
}

fn main() {
    let arguments = Arguments::parse();
    if arguments.dim != Some(2) {
        d3::run(&arguments);
    }
    if arguments.dim != Some(3) {
        d2::run(&arguments);
    }
}
