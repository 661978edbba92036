//! Proofs of robots' paths beside sampling: the time of a path, which hits sampling misses, and whether samples confirm
//! what is proven.
//!
//! The robot is the Panda of `scenes/panda` among a table and five boxes, or any URDF file. Long paths have random ends,
//! edges are as short as those of a roadmap; both ends are free of contacts. Each path is proven or refuted, sampled at
//! several step counts with the same pieces, and asked for its first contact and its least clearance. Times are the least
//! of several passes over all paths.

mod certificates;
mod clocks;
mod curves;
mod edges;
mod export;
mod limits;
mod robot;
mod samples;

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use clearance::paths::{FirstContact, Path, Prover, Verdict};
use serde_json::Value;

/// Proofs of robots' paths beside sampling.
#[derive(Clone, Parser)]
struct Options {
    /// A URDF file, without anything around it; without one the Panda of the examples among boxes
    #[arg(long)]
    robot: Option<PathBuf>,
    /// Its SRDF file: pairs that may touch
    #[arg(long)]
    srdf: Option<PathBuf>,
    /// The table, lower by so many metres, and the boxes around a robot of its own file, too
    #[arg(long)]
    boxes: Option<f64>,
    /// How far from the origin all of it stands, along each axis, in metres
    #[arg(long, default_value_t = 0.0)]
    far: f64,
    /// A cloud of about as many balls around the robot instead of the table and the boxes: a scan of them
    #[arg(long)]
    cloud: Option<usize>,
    /// True meshes of the links instead of their hulls
    #[arg(long)]
    meshes: bool,
    /// How many paths
    #[arg(long, default_value_t = 200)]
    paths: usize,
    /// The part of each joint's limits, around 0, that ends of paths are in
    #[arg(long, default_value_t = 1.0)]
    part: f64,
    /// The largest step of each joint, in radians: edges of a roadmap instead of long paths
    #[arg(long)]
    step: Option<f64>,
    /// Passes
    #[arg(long, default_value_t = 3)]
    passes: usize,
    /// Only the proofs, for a profiler
    #[arg(long)]
    alone: bool,
    /// Sample each proven path at 1,000 configurations and the first ten at 100,000, instead of other measurements
    #[arg(long)]
    confirm: bool,
    /// Have the proofs checked instead of other measurements
    #[arg(long)]
    verify: bool,
    /// Smooth curves through three ends beside the straight lines between their rows, and both with joints that may be off by
    /// 10 mrad, instead of other measurements
    #[arg(long)]
    curves: bool,
    /// Two robots with clocks of their own beside the same two in step, instead of other measurements
    #[arg(long)]
    clocks: bool,
    /// Each path as an edge, many in one call, beside its proof as a path, instead of other measurements
    #[arg(long)]
    edges: bool,
    /// Which pairs of links can touch within the limits, with this effort, and nothing else
    #[arg(long)]
    limits: Option<usize>,
    /// Write the paths and verdicts for peers/paths.py, or edges for peers/edges.py
    #[arg(long)]
    write: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if let Some(core) = core_affinity::get_core_ids().and_then(|ids| ids.last().copied()) {
        core_affinity::set_for_current(core);
    }
    if options.clocks {
        let srdf = options.srdf.clone().unwrap_or_else(|| robot::example("panda.srdf"));
        return clocks::measure(robot::urdf(&options), srdf, !options.meshes, options.paths, options.passes);
    }
    let world = robot::world(&options)?;
    let start = Instant::now();
    let prover = Prover::new(world);
    let pairs = prover.world().pairs().count();
    println!("{pairs} pairs of bodies, prepared in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    if let Some(effort) = options.limits {
        limits::measure(&prover, effort);
        return Ok(());
    }
    let paths = robot::paths(&prover, &options)?;
    if options.curves {
        return curves::measure(&prover, &paths, options.passes);
    }
    if options.edges {
        let measured = edges::measure(&prover, &paths, options.passes, options.alone)?;
        return match &options.write {
            Some(file) => edges::write(file, &options, &prover, &paths, measured),
            None => Ok(()),
        };
    }
    let verdicts = prove(&prover, &paths, options.passes);
    if let Some(file) = &options.write {
        export::write(file, &options, &prover, &paths, &verdicts, Value::Null)?;
    }
    if options.verify {
        return certificates::check(&prover, &paths, &verdicts);
    }
    if options.confirm {
        let size = prover.world().robot().reach() + options.far;
        return samples::confirm(&prover, &paths, &verdicts, 1e-12 * size);
    }
    if !options.alone {
        sample(&prover, &paths, &verdicts)?;
        ask(&prover, &paths);
    }
    Ok(())
}

/// Microseconds a path.
fn a_path(time: f64, count: usize) -> f64 {
    time / count.max(1) as f64 * 1e6
}

/// The verdict of each path, and the times of those that are proven and of the others.
fn prove(prover: &Prover, paths: &[Path], passes: usize) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let mut least = [f64::INFINITY; 2];
    for _ in 0..passes {
        verdicts.clear();
        let mut times = [0.0; 2];
        for path in paths {
            let start = Instant::now();
            let verdict = prover.clear(path, 0.0);
            times[usize::from(verdict != Verdict::Proven)] += start.elapsed().as_secs_f64();
            verdicts.push(verdict);
        }
        least = [0, 1].map(|k| least[k].min(times[k]));
    }
    let hits = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Broken(_))).count();
    let clear = verdicts.iter().filter(|verdict| **verdict == Verdict::Proven).count();
    println!("proofs: {clear} clear {:.1} us, {hits} hits {:.1} us, {} undecided", a_path(least[0], clear),
        a_path(least[1], hits), paths.len() - clear - hits);
    println!("all: {:.0} paths a second", paths.len() as f64 / (least[0] + least[1]));
    verdicts
}

/// The same by configurations alone.
fn sample(prover: &Prover, paths: &[Path], verdicts: &[Verdict]) -> anyhow::Result<()> {
    let hits = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Broken(_))).count();
    for steps in [10, 30, 100, 300, 1000] {
        let (mut time, mut missed) = (0.0, 0);
        for (path, verdict) in paths.iter().zip(verdicts) {
            let sampled: Vec<Vec<f64>> = (1..steps).map(|k| path.at(f64::from(k) / f64::from(steps))).collect();
            let start = Instant::now();
            let hit = sampled.iter().any(|row| prover.touches(row).expect("a configuration"));
            time += start.elapsed().as_secs_f64();
            anyhow::ensure!(!hit || *verdict != Verdict::Proven, "a proof is refuted");
            missed += usize::from(!hit && matches!(verdict, Verdict::Broken(_)));
        }
        println!("{steps} samples: {:.1} us a path, {missed} of {hits} hits missed", a_path(time, paths.len()));
    }
    Ok(())
}

/// The other questions.
fn ask(prover: &Prover, paths: &[Path]) {
    let start = Instant::now();
    let found = paths.iter().filter(|path| matches!(prover.first_contact(path, 1e-6), FirstContact::Found { .. })).count();
    println!("first contact to 1e-6: {:.1} us a path, {found} found", a_path(start.elapsed().as_secs_f64(), paths.len()));
    let start = Instant::now();
    let widths = paths.iter().map(|path| prover.least(path, 1e-3)).map(|found| found.upper - found.lower);
    let wide = widths.filter(|width| *width > 1.1e-3).count();
    println!("least clearance to 1 mm: {:.1} us a path, {wide} wider", a_path(start.elapsed().as_secs_f64(), paths.len()));
}
