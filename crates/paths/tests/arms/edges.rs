//! Edges in one call: their verdicts are those of paths, and the oracle's samples find nothing nearer.

use std::ops::ControlFlow;

use clearance::d3_f64::{Cuboid, DVec3, Hull, Pose};
use clearance::paths::{Error, Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

use crate::effort::{ball, one};
use crate::{arm, configuration, least_at, rounding, world};

fn kind(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Proven => 0,
        Verdict::Broken(_) => 1,
        Verdict::Undecided(_) => 2,
    }
}

#[test]
fn edges_have_the_verdicts_of_their_paths() {
    let (mut rng, count) = (Random::new(5), clearance_testing::pairs(120));
    let (mut kinds, mut certified) = ([0; 3], 0);
    for _ in 0..count {
        let size = *rng.one_of(&[1.0, 1e-6, 1e6]);
        let world = world(&mut rng, size);
        let robot: Robot = world.robot().clone();
        let need = *rng.one_of(&[0.0, 0.02]) * size;
        let prover = Prover::new(world);
        let edges: Vec<[Vec<f64>; 2]> = (0..8)
            .map(|_| {
                let from = configuration(&mut rng, &robot, size);
                let to = configuration(&mut rng, &robot, size);
                let part = *rng.one_of(&[0.05, 0.3, 1.0, 5.0]);
                let to = from.iter().zip(&to).map(|(a, b)| a + part * (b - a)).collect();
                [from, to]
            })
            .collect();
        let verdicts = prover.clear_edges(&edges, need).unwrap();
        assert_eq!(verdicts.len(), edges.len());
        for (edge, verdict) in edges.iter().zip(&verdicts) {
            let path = Path::new(&robot, edge.to_vec()).unwrap();
            let alone = prover.clear(&path, need);
            assert_eq!(kind(verdict), kind(&alone), "{verdict:?}, {alone:?}");
            kinds[kind(verdict)] += 1;
            match verdict {
                Verdict::Proven => {
                    for k in 0..=30 {
                        let least = least_at(prover.world(), &path.at(f64::from(k) / 30.0));
                        assert!(least >= need - rounding(size), "{least}, not {need}");
                    }
                    if certified < count / 4 {
                        let proof = prover.certificate(&path, need).unwrap();
                        let found = check_path(&prover.world().mechanism(), path.given(), &proof);
                        assert_eq!(found, verify::Verdict::Proven);
                        certified += 1;
                    }
                }
                Verdict::Broken(meeting) => {
                    let least = least_at(prover.world(), &meeting.configuration);
                    assert!(least < need + rounding(size), "{least}, but {meeting:?}");
                    assert_eq!(meeting.configuration, path.at(meeting.row));
                }
                Verdict::Undecided(_) => {}
            }
        }
    }
    let all = 8 * count;
    println!("{kinds:?} of {all}, {certified} certified");
    assert!(kinds[0] > all / 5 && kinds[1] > all / 4 && kinds[2] < all / 50, "{kinds:?}");
}

/// A hull that holds a box, a wall that is far, and a body that may not be nearer than it is.
#[test]
fn what_is_inside_a_hull_from_the_start_is_a_contact() {
    let (robot, name) = arm();
    let joints = robot.joints().len();
    let corners = (0..8).map(|k| {
        let sign = |bit: u32| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
        DVec3::new(sign(0), sign(1), sign(2)) * 50.0
    });
    let mut world = World::new(robot).unwrap();
    let room = Hull::new(corners.collect::<Vec<_>>()).unwrap();
    world.add("room", [(Pose::IDENTITY, room.into())]).unwrap();
    let edge = [vec![0.0; joints], vec![0.1; joints]];
    let verdicts = Prover::new(world).clear_edges(&[edge], 0.0).unwrap();
    let is_inside = |verdict: &Verdict| matches!(verdict, Verdict::Broken(meeting) if meeting.pair.contains(&"room".into()));
    assert!(is_inside(&verdicts[0]), "{name}: {verdicts:?}");
}

#[test]
fn what_is_no_edge_is_refused() {
    let (robot, _) = arm();
    let joints = robot.joints().len();
    let mut world = World::new(robot).unwrap();
    let block = Cuboid::new(DVec3::ONE).unwrap();
    world.add("far", [(Pose::at(DVec3::X * 1e4).unwrap(), block.into())]).unwrap();
    let prover = Prover::new(world);
    let none: [[Vec<f64>; 2]; 0] = [];
    assert_eq!(prover.clear_edges(&none, 0.0).unwrap(), []);
    let good = [vec![0.0; joints], vec![1.0; joints]];
    let short = [vec![0.0; joints], vec![0.0; joints - 1]];
    let verdicts = prover.clear_edges(&[good.clone(), short], 0.0);
    assert!(matches!(verdicts, Err(Error::RowLength { row: 1, .. })), "{verdicts:?}");
    let nan = [vec![f64::NAN; joints], vec![0.0; joints]];
    assert!(prover.clear_edges(&[good.clone(), nan], 0.0).is_err());
    // NaN and negative clearances count as 0, and what is infinite is nowhere.
    for clearance in [f64::NAN, -1.0] {
        assert_eq!(
            prover.clear_edges(std::slice::from_ref(&good), clearance).unwrap(),
            [Verdict::Proven]
        );
    }
    let verdict = prover.clear_edges(&[good], f64::INFINITY).unwrap();
    assert!(matches!(verdict[..], [Verdict::Broken(_)]), "{verdict:?}");
}

/// A ball slides past another one that it grazes: no number of looks decides it, in one call as alone, and both end.
#[test]
fn an_edge_that_grazes_is_undecided_and_ends() {
    for unit in [1.0, 1e-6, 1e6] {
        let (moved, still) = (ball(0.1 * unit), ball(0.1 * unit));
        let place = DVec3::Y * (0.2 * unit);
        let prover = one(JointKind::Prismatic, DVec3::X, (DVec3::ZERO, moved), (place, still));
        let edge = [[-unit], [unit]];
        let begin = std::time::Instant::now();
        let verdicts = prover.clear_edges(&[edge, [[unit], [2.0 * unit]], edge], 0.0).unwrap();
        assert!(begin.elapsed().as_secs_f64() < 20.0);
        assert_eq!(verdicts.iter().map(kind).collect::<Vec<_>>(), [2, 0, 2], "{verdicts:?}");
        // A search that is ended has no verdicts.
        let mut asked = 0;
        let ended = prover.clear_edges_while(&[edge, edge], 0.0, |_| {
            asked += 1;
            if asked < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(matches!(ended, Ok(None)) && asked == 100, "{ended:?}");
    }
}

/// Pairs that never move are as near on each edge, but joint values of 1e9 leave less of it to be proven. Other edges and
/// calls say nothing about that.
#[test]
fn other_edges_and_calls_change_no_verdict() {
    let sphere = |at: DVec3, radius: f64| (Pose::at(at).unwrap(), ball(radius));
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let links = vec![
        link("base", vec![sphere(DVec3::ZERO, 0.25)]),
        link("part", vec![sphere(DVec3::ZERO, 0.0625)]),
    ];
    let joint = Joint {
        name: "z".into(),
        kind: JointKind::Prismatic,
        parent: "base".into(),
        child: "part".into(),
        origin: Pose::at(DVec3::Z * 8.0).unwrap(),
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let robot = Robot::new(links, vec![joint]).unwrap();
    let mut world = World::new(robot.clone()).unwrap();
    world.add("body", [sphere(DVec3::X, 0.25)]).unwrap();
    let (far, near) = ([[1e9], [1e9]], [[0.0], [0.3]]);
    let alone = Prover::new(world.clone());
    let mut undecided = 0;
    for margin in [1e-1, 1e-3, 1e-4, 1e-5, 1e-7] {
        let clearance = 0.5 - margin;
        let path = Path::new(&robot, far.map(|row| row.to_vec())).unwrap();
        let expected = kind(&alone.clear(&path, clearance));
        undecided += usize::from(expected == 2);
        let prover = Prover::new(world.clone());
        for edges in [&[far][..], &[near, far], &[far, near, far]] {
            let verdicts = prover.clear_edges(edges, clearance).unwrap();
            for (edge, verdict) in edges.iter().zip(&verdicts) {
                let is = if *edge == far { expected } else { 0 };
                assert_eq!(kind(verdict), is, "{margin}: {edges:?}");
            }
        }
    }
    assert!((1..5).contains(&undecided), "{undecided}");
}
