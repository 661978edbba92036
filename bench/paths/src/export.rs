//! The robot's files, the pairs that are asked about, the bodies around the robot and the paths with their verdicts, as
//! JSON for peers/paths.py and peers/edges.py.

use std::fs;

use anyhow::Context;
use clearance::paths::{Path, Prover, Verdict};
use serde_json::{Value, json};

use crate::Options;
use crate::robot::{boxes, urdf};

/// A verdict in the file.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Broken(_) => "broken",
        Verdict::Undecided(_) => "undecided",
    }
}

/// Writes the file; `more` is what only one peer reads.
pub fn write(
    file: &std::path::Path,
    options: &Options,
    prover: &Prover,
    paths: &[Path],
    verdicts: &[Verdict],
    more: Value,
) -> anyhow::Result<()> {
    let world = prover.world();
    let names: Vec<&str> = world.names().collect();
    let pairs: Vec<[&str; 2]> = world.pairs().map(|pair| pair.map(|body| names[body])).collect();
    let path = |(path, verdict): (&Path, &Verdict)| json!({ "rows": path.rows(), "verdict": word(verdict) });
    let paths: Vec<Value> = paths.iter().zip(verdicts).map(path).collect();
    let boxes: Vec<Value> = boxes(options).iter().map(|(at, half)| json!({ "at": at, "half": half })).collect();
    let all = json!({
        "urdf": fs::canonicalize(urdf(options))?,
        "joints": world.robot().joints(),
        "pairs": pairs,
        "boxes": boxes,
        "paths": paths,
        "more": more,
    });
    fs::write(file, all.to_string()).with_context(|| file.display().to_string())
}
