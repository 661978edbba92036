//! Proofs as certificates, and their check: how long both take beside the proof alone.

use std::time::Instant;

use clearance::paths::{Path, Prover, Verdict};
use clearance::verify::{self, check_path};

/// Has all paths that are proven checked.
pub fn check(prover: &Prover, paths: &[Path], verdicts: &[Verdict]) -> anyhow::Result<()> {
    let mechanism = prover.world().mechanism();
    let (mut times, mut stretches, mut count) = ([0.0; 2], 0, 0);
    for (path, _) in paths.iter().zip(verdicts).filter(|(_, verdict)| **verdict == Verdict::Proven) {
        let start = Instant::now();
        let Some(proof) = prover.certificate(path, 0.0) else { anyhow::bail!("a proof without a certificate") };
        times[0] += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let verdict = check_path(&mechanism, path.given(), &proof);
        times[1] += start.elapsed().as_secs_f64();
        anyhow::ensure!(verdict == verify::Verdict::Proven, "a proof is {verdict:?}");
        stretches += proof.stretches.len();
        count += 1;
    }
    let [certificate, check] = times.map(|time| super::a_path(time, count));
    let each = stretches as f64 / count.max(1) as f64;
    println!("{count} proofs confirmed, {each:.0} stretches each: certificate {certificate:.0} us, check {check:.0} us");
    Ok(())
}
