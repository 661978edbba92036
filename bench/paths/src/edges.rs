//! Edges in one call beside edges one after the other.

use std::time::Instant;

use anyhow::ensure;
use clearance::paths::{Path, Prover, Verdict};

use crate::a_path;

/// Times of proven and of other edges, least of several passes, and whether the verdicts are the same.
pub fn measure(prover: &Prover, paths: &[Path], passes: usize, alone: bool) -> anyhow::Result<()> {
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
    for wanted in [0, 1] {
        let chosen: Vec<usize> = (0..edges.len()).filter(|k| kind(&verdicts[*k]) == wanted).collect();
        let some: Vec<[&[f64]; 2]> = chosen.iter().map(|k| edges[*k]).collect();
        let mut least = [f64::INFINITY; 3];
        for _ in 0..passes {
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
        let name = ["proven", "hits"][wanted];
        println!("{} {name}: {together:.2} us in one call, {alone:.2} us a call each, {paths:.2} us as paths", some.len());
    }
    Ok(())
}
