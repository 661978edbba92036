//! Are proofs confirmed by samples? Each configuration is asked by the library's questions about two shapes, which know
//! nothing of motions.

use anyhow::ensure;
use clearance::paths::{FirstContact, Path, Prover, Verdict, World};

/// How many samples a proof gets, and how many the first ones.
const FEW: u32 = 1_000;
const MANY: u32 = 100_000;
/// How many proofs get many.
const WITH_MANY: usize = 10;

/// The least clearance of each proven path is found to this part of the reach.
const TOLERANCE: f64 = 1e-3;

/// Samples each path that is proven, and looks at each first contact. `rounding` is what rounding of poses may do, as a
/// length.
pub fn confirm(prover: &Prover, paths: &[Path], verdicts: &[Verdict], rounding: f64) -> anyhow::Result<()> {
    let world = prover.world();
    let (mut proven, mut hits, mut configurations) = (0, 0, 0_u64);
    for (path, verdict) in paths.iter().zip(verdicts) {
        match verdict {
            Verdict::Proven => {
                let least = prover.least(path, TOLERANCE * prover.extent(path));
                let samples = if proven < WITH_MANY { MANY } else { FEW };
                for k in 0..=samples {
                    let place = f64::from(k) / f64::from(samples);
                    let nearer = nearer(world, &path.at(place), least.lower - rounding)?;
                    ensure!(nearer.is_none(), "{nearer:?} at {place} are nearer than {}", least.lower);
                }
                configurations += u64::from(samples) + 1;
                proven += 1;
            }
            Verdict::Broken(_) => {
                if let FirstContact::Found { from, meeting } = prover.first_contact(path, 1e-6) {
                    let touching = nearer(world, &path.at(meeting.row), rounding)?;
                    ensure!(touching.is_some(), "there is no contact at {}", meeting.row);
                    for k in 0..100 {
                        let place = from * f64::from(k) / 100.0;
                        let nearer = nearer(world, &path.at(place), 0.0)?;
                        ensure!(nearer.is_none(), "{nearer:?} touch at {place}, before {from}");
                    }
                    configurations += 101;
                    hits += 1;
                }
            }
            Verdict::Undecided(_) => {}
        }
    }
    println!("samples: {proven} proofs and {hits} first contacts confirmed at {configurations} configurations");
    Ok(())
}

/// A pair of bodies that are nearer than `limit`, or overlap if it is not positive.
fn nearer(world: &World, configuration: &[f64], limit: f64) -> anyhow::Result<Option<[String; 2]>> {
    let posed = world.posed(configuration)?;
    for bodies in world.pairs() {
        let [a, b] = bodies.map(|body| &posed[body]);
        for (pose_a, a) in a {
            for (pose_b, b) in b {
                let is_nearer = if limit > 0.0 {
                    clearance::within(a, pose_a, b, pose_b, limit)
                } else {
                    clearance::intersects(a, pose_a, b, pose_b)
                };
                if is_nearer {
                    return Ok(Some(bodies.map(|body| world.names().nth(body).unwrap_or("").into())));
                }
            }
        }
    }
    Ok(None)
}
