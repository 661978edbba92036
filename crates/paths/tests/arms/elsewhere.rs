//! Worlds in which bodies were moved answer as worlds that are made with the bodies there, bit for bit.

use std::time::Instant;

use clearance::d3_f64::{Collider, Compound, Cuboid, DVec3, Pose, Sphere};
use clearance::paths::{Error, Path, Prover, Verdict, World};
use clearance_testing::Random;

use crate::{arm, configuration, robot, shape};

/// A robot, what it holds, and these bodies around it: of each its name and its shapes.
type Bodies = Vec<(String, Vec<(Pose, Collider)>)>;

fn bodies(rng: &mut Random) -> Bodies {
    let place = |rng: &mut Random| Pose::new(rng.in_cube(2.0), rng.rotation()).unwrap();
    let mut all: Bodies = (0..4)
        .map(|k| {
            (format!("body {k}"), (0..1 + k % 2).map(|_| (place(rng), shape(rng, 0.4))).collect())
        })
        .collect();
    let balls =
        (0..40).map(|_| (Pose::at(rng.in_cube(0.5)).unwrap(), Sphere::new(0.05).unwrap().into()));
    let cloud = Compound::new(balls.collect::<Vec<_>>()).unwrap();
    all.push(("cloud".into(), vec![(place(rng), cloud.into())]));
    all
}

fn world(robot: &clearance::paths::Robot, bodies: &Bodies) -> World {
    let mut world = World::new(robot.clone()).unwrap();
    for (name, shapes) in bodies {
        world.add(name, shapes.clone()).unwrap();
    }
    let ball = Sphere::new(0.1).unwrap().into();
    world.attach("held", "1", [(Pose::at(DVec3::X * 0.2).unwrap(), ball)]).unwrap();
    world.require("held", "cloud", 0.05).unwrap();
    world
}

/// All that a prover says of some edges, as text with every bit.
fn answers(prover: &Prover, edges: &[[Vec<f64>; 2]]) -> Vec<String> {
    let mut all = vec![format!("{:?}", prover.clear_edges(edges, 0.01).unwrap())];
    for edge in edges {
        let path = Path::new(prover.world().robot(), edge.to_vec()).unwrap();
        all.push(format!("{:?}", prover.clear(&path, 0.01)));
        all.push(format!("{:?}", prover.first_contact(&path, 1e-4)));
        all.push(format!("{:?}", prover.least(&path, 1e-3)));
        all.push(format!("{:?}", prover.certificate(&path, 0.01)));
    }
    all
}

#[test]
fn moved_bodies_are_where_new_ones_would_be() {
    let mut rng = Random::new(61);
    let (mut proven, mut broken, mut changed) = (0, 0, 0);
    for _ in 0..clearance_testing::pairs(60) {
        let base = Pose::new(rng.in_cube(1.0), rng.rotation()).unwrap();
        let robot = robot(&mut rng, 1.0).based(&base);
        let mut bodies = bodies(&mut rng);
        let is_loose = rng.below(6) == 0 && !robot.joints().is_empty();
        let made = |bodies: &Bodies| {
            let mut world = world(&robot, bodies);
            if is_loose {
                world.within("body 1", 0.01, 0.01).unwrap();
            }
            Prover::new(world)
        };
        let edges: Vec<[Vec<f64>; 2]> =
            (0..3).map(|_| [(); 2].map(|()| configuration(&mut rng, &robot, 0.3))).collect();
        let mut prover = made(&bodies);
        // Some were asked before they are moved, some not; some are moved again.
        for _ in 0..2 {
            let before = (rng.below(3) > 0).then(|| answers(&prover, &edges));
            let chosen: Vec<usize> = (0..bodies.len()).filter(|_| rng.below(2) == 0).collect();
            for &number in &chosen {
                for (pose, _) in &mut bodies[number].1 {
                    *pose = Pose::new(rng.in_cube(2.0), rng.rotation()).unwrap();
                }
            }
            let poses: Vec<(&str, Vec<Pose>)> = chosen
                .iter()
                .map(|&k| (&bodies[k].0[..], bodies[k].1.iter().map(|(pose, _)| *pose).collect()))
                .collect();
            let moved =
                prover.moved(poses.iter().map(|(name, poses)| (*name, &poses[..]))).unwrap();
            let (found, expected) = (answers(&moved, &edges), answers(&made(&bodies), &edges));
            assert_eq!(found, expected);
            let verdicts = moved.clear_edges(&edges, 0.01).unwrap();
            proven += verdicts.iter().filter(|verdict| **verdict == Verdict::Proven).count();
            broken +=
                verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Broken(_))).count();
            changed += usize::from(before.is_some_and(|before| before != found));
            prover = moved;
        }
    }
    println!("{proven} proven, {broken} broken, {changed} changed");
    let all = clearance_testing::pairs(60);
    assert!(proven > all / 2 && broken > all / 2 && changed > all / 4);
}

#[test]
fn what_the_robot_carries_is_not_moved() {
    let (robot, _) = arm();
    let link = robot.links().find(|link| !link.shapes.is_empty()).unwrap().name.clone();
    let mut world = World::new(robot).unwrap();
    let two = Cuboid::new(DVec3::ONE).unwrap();
    world.add("two", [(Pose::IDENTITY, two.into()), (Pose::IDENTITY, two.into())]).unwrap();
    world.attach("held", &link, []).unwrap();
    let prover = Prover::new(world);
    let poses = [Pose::IDENTITY];
    let wrong = |name: &str| match prover.moved([(name, &poses[..])]) {
        Err(wrong @ (Error::NotMoved { .. } | Error::Unknown { .. })) => wrong.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(wrong(&link), format!("\"{link}\" cannot be moved: the robot carries it"));
    assert_eq!(wrong("held"), "\"held\" cannot be moved: the robot carries it");
    assert_eq!(wrong("two"), "\"two\" cannot be moved: it needs a pose for each of its shapes");
    assert_eq!(wrong("three"), "what is moved names body \"three\", which does not exist");
}

/// Run with `--ignored --nocapture`: how long it takes among a hundred bodies.
#[test]
#[ignore = "a measurement"]
fn moving_takes() {
    let mut rng = Random::new(7);
    let robot = robot(&mut rng, 1.0);
    let mut world = World::new(robot).unwrap();
    for k in 0..100 {
        let pose = Pose::new(rng.in_cube(3.0), rng.rotation()).unwrap();
        world.add(&format!("body {k}"), [(pose, shape(&mut rng, 0.3))]).unwrap();
    }
    let start = Instant::now();
    let prover = Prover::new(world);
    let made = start.elapsed();
    let edge = [0.1, 0.2].map(|x| vec![x; prover.world().robot().joints().len()]);
    prover.clear_edges(&[edge], 0.0).unwrap();
    let with_balls = start.elapsed();
    let start = Instant::now();
    let pose = Pose::at(DVec3::X).unwrap();
    for _ in 0..1000 {
        std::hint::black_box(prover.moved([("body 50", &[pose][..])]).unwrap());
    }
    println!("made {made:?}, with balls {with_balls:?}, moved {:?}", start.elapsed() / 1000);
}
