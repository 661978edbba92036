//! Edges in one call beside edges one after the other, and as a file for peers/edges.py.

use std::time::Instant;

use anyhow::ensure;
use clearance::paths::{Path, Prover, Verdict};
use serde_json::json;

use crate::{Options, a_path, export, robot};

/// Verdicts, and the microseconds of a proven edge and of a broken one, all in one call.
pub struct Measured {
    verdicts: Vec<Verdict>,
    times: [f64; 2],
}

/// Times of proven and of other edges, least of several passes, and whether the verdicts are the same.
pub fn measure(prover: &Prover, paths: &[Path], passes: usize, alone: bool) -> anyhow::Result<Measured> {
    let edges: Vec<[&[f64]; 2]> = paths.iter().map(|path| [&path.rows()[0][..], &path.rows()[1][..]]).collect();
    let start = Instant::now();
    let verdicts = prover.clear_edges(&edges, 0.0)?;
    println!("the first call: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let one_by_one: Vec<Verdict> = paths.iter().map(|path| prover.clear(path, 0.0)).collect();
    let kind = |verdict: &Verdict| match verdict {
        Verdict::Proven => 0,
        Verdict::Broken(_) => 1,
        Verdict::Undecided(_) => 2,
    };
    let differ = verdicts.iter().zip(&one_by_one).filter(|(a, b)| kind(a) != kind(b)).count();
    ensure!(differ == 0, "{differ} verdicts differ");
    let mut times = [0.0; 2];
    for wanted in [0, 1] {
        let chosen: Vec<usize> = (0..edges.len()).filter(|k| kind(&verdicts[*k]) == wanted).collect();
        let some: Vec<[&[f64]; 2]> = chosen.iter().map(|k| edges[*k]).collect();
        let mut least = [f64::INFINITY; 3];
        // Few of the edges hit something: as many edges are timed of both kinds, up to a limit.
        let repeats = (edges.len() / chosen.len().max(1)).clamp(1, 50);
        for _ in 0..passes * repeats {
            let start = Instant::now();
            std::hint::black_box(prover.clear_edges(&some, 0.0)?);
            least[0] = least[0].min(start.elapsed().as_secs_f64());
            if alone {
                continue;
            }
            let start = Instant::now();
            for edge in &some {
                std::hint::black_box(prover.clear_edges(&[*edge], 0.0)?);
            }
            least[1] = least[1].min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            for k in &chosen {
                std::hint::black_box(prover.clear(&paths[*k], 0.0));
            }
            least[2] = least[2].min(start.elapsed().as_secs_f64());
        }
        let [together, alone, paths] = least.map(|time| a_path(time, some.len()));
        times[wanted] = together;
        let name = ["proven", "hits"][wanted];
        println!("{} {name}: {together:.2} us in one call, {alone:.2} us a call each, {paths:.2} us as paths", some.len());
    }
    Ok(Measured { verdicts, times })
}

/// Writes the edges, their verdicts for hulls and for true meshes, and the times of both.
pub fn write(
    file: &std::path::Path,
    options: &Options,
    prover: &Prover,
    paths: &[Path],
    hulls: Measured,
) -> anyhow::Result<()> {
    let meshes = Prover::new(robot::world(&Options { meshes: true, ..options.clone() })?);
    let of_meshes = measure(&meshes, paths, options.passes, true)?;
    let words: Vec<_> = of_meshes.verdicts.iter().map(export::word).collect();
    let more = json!({ "times": hulls.times, "times_of_meshes": of_meshes.times, "meshes": words });
    export::write(file, options, prover, paths, &hulls.verdicts, more)
}
