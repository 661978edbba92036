//! The proof of the example's path: confirmed by the checker, refuted if anything in it is changed.

use std::path::{Path, PathBuf};

use clearance::answer::{PathCertificate, PathReason, PathStretch};
use clearance::d3_f64::{Cuboid, DVec3, Pose};
use clearance::paths::{self, Prover, World};
use clearance::verify::{Verdict, check_path};
use clearance_models::{Angles, Model, Notes, Sources};
use clearance_testing::Random;

/// A file of the example.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda").join(name)
}

/// The world of `cell.toml`, and the path that is proven there.
fn cell() -> (Prover, paths::Path) {
    let (urdf, srdf) = (example("panda.urdf"), Some(example("panda.srdf")));
    let sources = Sources { urdf, srdf, ..Sources::default() };
    let mut notes = Notes::default();
    let model = Model::load(&sources, &Pose::IDENTITY, &mut notes).unwrap();
    let path = model.path(&example("proven.csv"), Angles::Radians, &[], &mut notes).unwrap();
    let mut world = World::new(model.robot.clone()).unwrap();
    model.allow_disabled(&mut world, &mut notes);
    let mut stand = |name: &str, place: DVec3, half: DVec3| {
        world.add(name, [(Pose::at(place).unwrap(), Cuboid::new(half).unwrap().into())]).unwrap();
    };
    stand("table", DVec3::new(0.3, 0.0, -0.03), DVec3::new(0.6, 0.8, 0.02));
    let places =
        [[0.5, 0.4, 0.2], [0.5, -0.4, 0.3], [0.0, 0.6, 0.4], [0.6, 0.0, 0.75], [-0.4, 0.3, 0.3]];
    for (number, place) in (1..).zip(places) {
        stand(&format!("box {number}"), DVec3::from_array(place), DVec3::new(0.05, 0.08, 0.1));
    }
    world.allow("panda_link0", "table").unwrap();
    (Prover::new(world), path)
}

#[test]
fn the_proof_of_the_example_is_confirmed_and_its_changes_are_refuted() {
    let (prover, path) = cell();
    let proof = prover.certificate(&path, 0.019).unwrap();
    let mechanism = prover.world().mechanism();
    assert_eq!(check_path(&mechanism, path.given(), &proof), Verdict::Proven);
    println!("{} stretches", proof.stretches.len());

    let refutes = |change: &dyn Fn(&mut PathCertificate)| {
        let mut proof = proof.clone();
        change(&mut proof);
        check_path(&mechanism, path.given(), &proof) == Verdict::Refuted
    };
    // 19.8 mm is the least clearance.
    assert!(refutes(&|proof| proof.clearance = 0.0199));
    let is_direction =
        |stretch: &&PathStretch| matches!(stretch.reason, PathReason::Direction { .. });
    let directions = proof.stretches.iter().filter(is_direction).count();
    assert!(directions > 100, "{directions}");
    let (mut bent, mut tried) = (0, 0);
    for (number, stretch) in proof.stretches.iter().enumerate().step_by(7) {
        assert!(refutes(&|proof| {
            proof.stretches.remove(number);
        }));
        assert!(refutes(&|proof| proof.stretches[number].times[1] += 1e-6));
        assert!(refutes(&|proof| proof.stretches[number].sets[0].start += 1));
        assert!(refutes(&|proof| proof.stretches[number].bodies[1] += 1));
        if is_direction(&stretch) {
            tried += 1;
            bent += usize::from(refutes(&|proof| {
                let reason = &mut proof.stretches[number].reason;
                let PathReason::Direction { normal, .. } = reason else { return };
                let across = DVec3::from_array(*normal).any_orthonormal_vector();
                *normal = (DVec3::from_array(*normal) * 0.5 + across).to_array();
            }));
        }
    }
    println!("of {tried} directions that were bent {bent} refuted");
    assert!(tried > 20 && bent > tried * 3 / 4);

    // What proves one path may prove its neighbours, but only if they are clear.
    let mut refuted = 0;
    for (row, joint, change) in changes(&path) {
        let mut rows = path.rows().to_vec();
        rows[row][joint] += change;
        let found = check_path(&mechanism, &rows.clone().into(), &proof);
        let other = paths::Path::new(prover.world().robot(), rows).unwrap();
        let is_clear = prover.clear(&other, 0.019) == paths::Verdict::Proven;
        assert!(is_clear || found == Verdict::Refuted, "{row} {joint} {change}");
        refuted += usize::from(found == Verdict::Refuted);
    }
    println!("{refuted} of {} other paths refuted", changes(&path).count());
    assert!(refuted * 4 > changes(&path).count());
}

/// The number of a row and of a joint, and a change of the value there.
fn changes(path: &paths::Path) -> impl Iterator<Item = (usize, usize, f64)> {
    let (rows, joints) = (path.rows().len(), path.rows()[0].len());
    let all = (0..rows).flat_map(move |row| (0..joints).map(move |joint| (row, joint)));
    all.flat_map(|(row, joint)| [(row, joint, -0.5), (row, joint, 0.5)])
}

/// Changes of the robot, each by itself: its base, an axis, the pairs that may touch, a body, a joint.
#[test]
fn the_proof_of_another_robot_is_refuted() {
    let (prover, path) = cell();
    let proof = prover.certificate(&path, 0.019).unwrap();
    let check = |change: &dyn Fn(&mut clearance::answer::Mechanism<'_>)| {
        let mut mechanism = prover.world().mechanism();
        change(&mut mechanism);
        check_path(&mechanism, path.given(), &proof)
    };
    assert_eq!(check(&|_| {}), Verdict::Proven);
    let moved = |by: DVec3| check(&|m| m.bases[0].push(Pose::at(by).unwrap()));
    let ways = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let refuted = ways.filter(|way| moved(*way * 0.4) == Verdict::Refuted).count();
    assert!(refuted > 3, "{refuted}");
    assert_eq!(check(&|m| m.joints[3].axis = DVec3::X), Verdict::Refuted);
    assert_eq!(check(&|m| m.allowed.truncate(3)), Verdict::Refuted);
    assert_eq!(check(&|m| m.bodies.truncate(3)), Verdict::Refuted);
    // No tree.
    assert_eq!(check(&|m| m.joints[3].parent = m.joints[3].child), Verdict::Unproven);
    assert_eq!(check(&|m| m.joints[3].child = usize::MAX), Verdict::Unproven);
    assert_eq!(check(&|m| m.joints[4].axis = DVec3::ZERO), Verdict::Unproven);
}

/// Configurations of the Panda among boxes and a mesh, in which nothing overlaps (a thousand were seen): along a random direction of all
/// joints, the distance of each pair changes as its gradient says, wherever differences on both sides agree.
#[test]
fn gradients_are_those_of_differences() {
    let (prover, _) = cell();
    let mut world = prover.world().clone();
    let hand = world.robot().links().find(|link| link.name == "panda_hand").unwrap().shapes.clone();
    let aside =
        |(pose, shape): (Pose, _)| (Pose::at(DVec3::new(0.4, 0.2, 0.5)).unwrap() * pose, shape);
    world.add("a second hand", hand.into_iter().map(aside)).unwrap();
    let (mut rng, step) = (Random::new(8), 1e-6);
    let (mut smooth, mut kinks, mut free, mut most) = (0, 0, 0, 0.0_f64);
    let prover = Prover::new(world.clone());
    let count = clearance_testing::pairs(100);
    while free < count {
        let within = |rng: &mut Random, limits: &Option<[f64; 2]>| {
            let [lower, upper] = limits.unwrap_or([-3.0, 3.0]);
            rng.range(lower, upper)
        };
        let q: Vec<f64> =
            world.robot().limits().iter().map(|limits| within(&mut rng, limits)).collect();
        if prover.touches(&q).unwrap() {
            continue;
        }
        free += 1;
        let along: Vec<f64> = q.iter().map(|_| rng.range(-1.0, 1.0)).collect();
        let at = |by: f64| {
            let q: Vec<f64> = q.iter().zip(&along).map(|(q, along)| q + by * along).collect();
            world.gradients(&q).unwrap()
        };
        let [below, here, above] = [-step, 0.0, step].map(at);
        for ((below, here), above) in below.iter().zip(&here).zip(&above) {
            let slopes = [here.distance - below.distance, above.distance - here.distance];
            if (slopes[1] - slopes[0]).abs() > 1e-4 * step {
                kinks += 1;
                continue;
            }
            let slope = (slopes[0] + slopes[1]) / (2.0 * step);
            let told: f64 = here.by_joint.iter().zip(&along).map(|(by, along)| by * along).sum();
            most = most.max((slope - told).abs());
            smooth += 1;
        }
    }
    println!("{smooth} smooth, {kinks} kinks; off by {most:e} at most");
    assert!(most < 1e-4 && kinks < smooth / 20 && smooth > 30 * count);
}
