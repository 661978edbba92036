//! Proofs of a robot's paths beside sampling: the time of a path, and which hits sampling misses.
//!
//! The Panda of `examples/panda` among six boxes. Long paths have random ends, edges are as short as those of a roadmap;
//! both ends are free of contacts. Each path is proven or refuted, sampled at several step counts with the same pieces,
//! and asked for its first contact and its least clearance. Times are the least of several passes over all paths.

mod panda;

use std::time::Instant;

use clap::Parser;
use clearance::paths::{FirstContact, OverLimits, Path, Prover, Verdict};
use clearance_testing::Random;

/// Proofs of a robot's paths beside sampling.
#[derive(Parser)]
struct Options {
    /// How many paths
    #[arg(long, default_value_t = 200)]
    paths: usize,
    /// Passes
    #[arg(long, default_value_t = 3)]
    passes: usize,
    /// The largest step of each joint, in radians: edges of a roadmap instead of long paths
    #[arg(long)]
    step: Option<f64>,
    /// True meshes of the links instead of their hulls
    #[arg(long)]
    meshes: bool,
    /// A cloud of this many balls around the robot instead of the boxes
    #[arg(long)]
    cloud: Option<usize>,
    /// Which pairs of links can touch within the limits, with this effort, and nothing else
    #[arg(long)]
    limits: Option<usize>,
    /// Only the proofs, for a profiler
    #[arg(long)]
    alone: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if let Some(core) = core_affinity::get_core_ids().and_then(|ids| ids.last().copied()) {
        core_affinity::set_for_current(core);
    }
    let start = Instant::now();
    let prover = Prover::new(panda::world(options.meshes, options.cloud)?);
    println!("prepared in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    if let Some(effort) = options.limits {
        let start = Instant::now();
        let pairs: Vec<[usize; 2]> = prover.world().pairs().collect();
        let found: Vec<_> = pairs.iter().map(|pair| (pair, prover.over_limits(*pair, effort))).collect();
        let time = start.elapsed().as_secs_f64();
        for (pair, verdict) in &found {
            if let OverLimits::Undecided { open, .. } = verdict {
                let names: Vec<&str> = pair.map(|body| prover.world().names().nth(body).unwrap_or("")).to_vec();
                println!("{names:?}: {:.2} % of the configurations are open", open * 100.0);
            }
        }
        let count = |is: fn(&OverLimits) -> bool| found.iter().filter(|(_, verdict)| is(verdict)).count();
        let never = count(|verdict| *verdict == OverLimits::Never);
        let always = count(|verdict| *verdict == OverLimits::Always);
        let sometimes = count(|verdict| matches!(verdict, OverLimits::Sometimes { .. }));
        println!("{} pairs in {time:.2} s: {never} never, {always} always, {sometimes} sometimes", found.len());
        return Ok(());
    }
    let paths = paths(&prover, &options)?;

    let mut verdicts = Vec::new();
    let mut least = [f64::INFINITY; 2];
    for _ in 0..options.passes {
        verdicts.clear();
        let mut times = [0.0; 2];
        for path in &paths {
            let start = Instant::now();
            let verdict = prover.clear(path, 0.0);
            times[usize::from(verdict != Verdict::Proven)] += start.elapsed().as_secs_f64();
            verdicts.push(verdict);
        }
        least = [0, 1].map(|k| least[k].min(times[k]));
    }
    let hits = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Broken(_))).count();
    let clear = verdicts.iter().filter(|verdict| **verdict == Verdict::Proven).count();
    let a_path = |time: f64, count: usize| time / count.max(1) as f64 * 1e6;
    println!("proofs: {clear} clear {:.1} us, {hits} hits {:.1} us, {} undecided", a_path(least[0], clear),
        a_path(least[1], hits), paths.len() - clear - hits);
    println!("all: {:.0} paths a second", paths.len() as f64 / (least[0] + least[1]));
    if options.alone {
        return Ok(());
    }
    for steps in [10, 30, 100, 300, 1000] {
        let (mut time, mut missed) = (0.0, 0);
        for (path, verdict) in paths.iter().zip(&verdicts) {
            let sampled: Vec<Vec<f64>> = (1..steps).map(|k| path.at(f64::from(k) / f64::from(steps))).collect();
            let start = Instant::now();
            let hit = sampled.iter().any(|row| prover.touches(row).expect("a configuration"));
            time += start.elapsed().as_secs_f64();
            anyhow::ensure!(!hit || *verdict != Verdict::Proven, "a proof is refuted");
            missed += usize::from(!hit && matches!(verdict, Verdict::Broken(_)));
        }
        println!("{steps} samples: {:.1} us a path, {missed} of {hits} hits missed", a_path(time, paths.len()));
    }
    let start = Instant::now();
    let found = paths.iter().filter(|path| matches!(prover.first_contact(path, 1e-6), FirstContact::Found { .. })).count();
    println!("first contact to 1e-6: {:.1} us a path, {found} found", a_path(start.elapsed().as_secs_f64(), paths.len()));
    let start = Instant::now();
    let widths: Vec<f64> = paths.iter().map(|path| prover.least(path, 1e-3)).map(|found| found.upper - found.lower).collect();
    let wide = widths.iter().filter(|width| **width > 1.1e-3).count();
    println!("least clearance to 1 mm: {:.1} us a path, {wide} wider", a_path(start.elapsed().as_secs_f64(), paths.len()));
    Ok(())
}

/// Paths with free ends.
fn paths(prover: &Prover, options: &Options) -> anyhow::Result<Vec<Path>> {
    let robot = prover.world().robot();
    let limits: Vec<[f64; 2]> = robot.limits().iter().map(|limits| limits.unwrap_or([-3.14, 3.14])).collect();
    let mut rng = Random::new(88172645463325252);
    let mut paths = Vec::new();
    while paths.len() < options.paths {
        let from: Vec<f64> = limits.iter().map(|[lo, hi]| rng.range(*lo, *hi)).collect();
        if prover.touches(&from)? {
            continue;
        }
        for _ in 0..30 {
            let near = |(at, [lo, hi]): (&f64, &[f64; 2])| match options.step {
                None => rng.range(*lo, *hi),
                Some(step) => (at + rng.range(-step, step)).clamp(*lo, *hi),
            };
            let to: Vec<f64> = from.iter().zip(&limits).map(near).collect();
            if !prover.touches(&to)? {
                paths.push(Path::new(robot, vec![from, to])?);
                break;
            }
        }
    }
    Ok(paths)
}
