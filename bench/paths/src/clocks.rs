//! Two robots with clocks of their own beside the same two in step: two Pandas that face each other over a table, each on a
//! random walk whose steps are free. What is proven in step is asked about with windows between the clocks.

use std::path::PathBuf;
use std::time::Instant;

use clearance::d3_f64::{Cuboid, DQuat, DVec3, Pose};
use clearance::paths::{Path, Prover, Verdict, World};
use clearance_models::{Model, Notes, Sources};
use clearance_testing::Random;

use crate::a_path;

/// How far the bases are from each other, in metres.
const APART: f64 = 1.1;
/// The rows of a walk, and its largest step of a joint, in radians.
const WALKS: [(usize, f64); 4] = [(3, 0.3), (3, 1.0), (10, 0.3), (50, 0.1)];
/// In rows.
const WINDOWS: [f64; 4] = [0.1, 1.0, 3.0, f64::INFINITY];
/// So many places of a walk are tried.
const TRIES: usize = 3000;

fn prover(sources: &Sources) -> anyhow::Result<Prover> {
    let mut notes = Notes::default();
    let aside = Pose::new(DVec3::X * APART, DQuat::from_rotation_z(std::f64::consts::PI))?;
    let models = [("left", Pose::IDENTITY), ("right", aside)].map(|(name, base)| {
        Model::load(sources, &base, &mut notes).map(|model| (name.to_owned(), model))
    });
    let both = Model::joined(models.into_iter().collect::<Result<_, _>>()?)?;
    let mut world = World::new(both.robot.clone())?;
    both.allow_disabled(&mut world, &mut notes);
    let table = Pose::at(DVec3::new(0.5 * APART, 0.0, -0.03))?;
    world.add("table", [(table, Cuboid::new(DVec3::new(0.9, 0.8, 0.02))?.into())])?;
    for side in ["left", "right"] {
        world.allow(&format!("{side}/panda_link0"), "table")?;
    }
    Ok(Prover::new(world))
}

/// Rows of both robots, from a place near which both are free.
fn walk(prover: &Prover, rng: &mut Random, rows: usize, step: f64) -> anyhow::Result<Option<Vec<Vec<f64>>>> {
    let robot = prover.world().robot();
    let limits: Vec<[f64; 2]> = robot.limits().iter().map(|ends| ends.unwrap_or([-3.0, 3.0])).collect();
    let ready = [0.0, -0.5, 0.0, -2.2, 0.0, 1.9, 0.785, 0.02];
    let mut last: Vec<f64> = (0..limits.len()).map(|k| ready[k % ready.len()]).collect();
    let mut all = Vec::new();
    for _ in 0..TRIES {
        let far = if all.is_empty() { 1.0 } else { step };
        let next = last.iter().zip(&limits).map(|(x, [low, high])| (x + rng.range(-far, far)).clamp(*low, *high));
        let next: Vec<f64> = next.collect();
        if !prover.touches(&next)? {
            last.clone_from(&next);
            all.push(next);
        }
        if all.len() == rows {
            return Ok(Some(all));
        }
    }
    Ok(None)
}

/// Proves walks in step, and with each window.
pub fn measure(urdf: PathBuf, srdf: PathBuf, hulls: bool, count: usize, passes: usize) -> anyhow::Result<()> {
    let sources = Sources { urdf, srdf: Some(srdf), packages: Vec::new(), hulls, visuals: false };
    let one = Model::load(&sources, &Pose::IDENTITY, &mut Notes::default())?;
    let (prover, joints) = (prover(&sources)?, one.robot.joints().len());
    let robot = prover.world().robot();
    println!("two arms: {} pairs of bodies", prover.world().pairs().count());
    for (rows, step) in WALKS {
        let mut rng = Random::new(5);
        let mut sets = Vec::new();
        let mut tries = 0;
        while sets.len() < count && tries < 50 * count {
            tries += 1;
            let Some(all) = walk(&prover, &mut rng, rows, step)? else { continue };
            let in_step = Path::new(robot, all.clone())?;
            if prover.clear(&in_step, 0.0) != Verdict::Proven {
                continue;
            }
            let own = |columns: std::ops::Range<usize>| {
                Path::new(&one.robot, all.iter().map(|row| row[columns.clone()].to_vec()).collect::<Vec<_>>())
            };
            sets.push((in_step, Path::joined(robot, &[own(0..joints)?, own(joints..2 * joints)?])?));
        }
        println!("{rows} rows, steps of {step} rad, {} walks that are proven in step", sets.len());
        for window in WINDOWS {
            let mut least = vec![[f64::INFINITY; 2]; sets.len()];
            let mut verdicts = Vec::new();
            for _ in 0..passes {
                verdicts.clear();
                for ((in_step, path), least) in sets.iter().zip(&mut least) {
                    let start = Instant::now();
                    let verdict = prover.clear(in_step, 0.0);
                    let between = Instant::now();
                    verdicts.push(prover.clear_clocks(path, 0.0, window)?);
                    assert_eq!(verdict, Verdict::Proven);
                    least[0] = least[0].min((between - start).as_secs_f64());
                    least[1] = least[1].min(between.elapsed().as_secs_f64());
                }
            }
            let kind = |wanted: fn(&Verdict<_>) -> bool| -> (usize, [f64; 2]) {
                let all = verdicts.iter().zip(&least).filter(|(verdict, _)| wanted(verdict));
                all.fold((0, [0.0; 2]), |(n, [a, b]), (_, time)| (n + 1, [a + time[0], b + time[1]]))
            };
            let (clear, [step, clocks]) = kind(|verdict| *verdict == Verdict::Proven);
            let (hits, [_, of_hits]) = kind(|verdict| matches!(verdict, Verdict::Broken(_)));
            println!(
                "  window {window}: {clear} proven, {:.1} us in step, {:.1} us with clocks, {:.2} times; {hits} broken {:.1} us, {} undecided",
                a_path(step, clear), a_path(clocks, clear), clocks / step, a_path(of_hits, hits), sets.len() - clear - hits
            );
        }
    }
    Ok(())
}
