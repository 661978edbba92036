//! Random robots among random bodies: what is proven is never refuted by samples, and contacts are contacts.

use clearance::d3_f64::{
    Capsule, Collider, Cuboid, Cylinder, DVec3, HalfSpace, Hull, Mesh, Pose, Solid, Sphere,
};
use clearance::paths::{FirstContact, Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance::{paths::Mimic, worlds};
use clearance_testing::Random;

/// A ring of boxes: a solid with a hole along z.
fn ring(size: f64) -> Collider {
    const SIDES: u32 = 7;
    let mut vertices = Vec::new();
    for k in 0..SIDES {
        let (sin, cos) = libm::sincos(f64::from(k) * std::f64::consts::TAU / f64::from(SIDES));
        for (radius, z) in [(0.6, -0.2), (1.0, -0.2), (1.0, 0.2), (0.6, 0.2)] {
            vertices.push(DVec3::new(cos * radius, sin * radius, z) * size);
        }
    }
    let mut triangles = Vec::new();
    for k in 0..SIDES {
        let (here, next) = (4 * k, 4 * ((k + 1) % SIDES));
        for i in 0..4 {
            let j = (i + 1) % 4;
            triangles.push([here + i, here + j, next + j]);
            triangles.push([here + i, next + j, next + i]);
        }
    }
    let (mesh, _) = Mesh::new(vertices, triangles).unwrap().mended();
    Solid::new(mesh).unwrap().into()
}

fn shape(rng: &mut Random, size: f64) -> Collider {
    match rng.below(6) {
        0 => Sphere::new(size * rng.range(0.2, 0.5)).unwrap().into(),
        1 => Capsule::new(rng.in_cube(size), rng.in_cube(size), size * rng.range(0.05, 0.3))
            .unwrap()
            .into(),
        2 => Cuboid::new(rng.in_cube(size).abs() + DVec3::splat(0.05 * size)).unwrap().into(),
        3 => Cylinder::new(clearance::Axis::Z, size * 0.5, size * 0.3).unwrap().into(),
        4 => ring(size),
        _ => {
            let points: Vec<DVec3> = (0..12).map(|_| rng.in_cube(size)).collect();
            Hull::new(points).unwrap().into()
        }
    }
}

/// A tree of joints, some of which slide, turn without end or follow another.
fn robot(rng: &mut Random, size: f64) -> Robot {
    let count = 2 + rng.below(5);
    let mut links =
        vec![Link { name: "0".into(), shapes: vec![(Pose::IDENTITY, shape(rng, 0.3 * size))] }];
    let mut joints: Vec<Joint> = Vec::new();
    for k in 1..=count {
        let shapes = (0..rng.below(3)).map(|_| {
            (Pose::new(rng.in_cube(0.3 * size), rng.rotation()).unwrap(), shape(rng, 0.3 * size))
        });
        links.push(Link { name: k.to_string(), shapes: shapes.collect() });
        let kind = match rng.below(6) {
            0 => JointKind::Prismatic,
            1 => JointKind::Fixed,
            _ => JointKind::Revolute,
        };
        let follows = (kind != JointKind::Fixed && rng.below(5) == 0)
            .then(|| {
                joints.iter().find(|j: &&Joint| j.kind != JointKind::Fixed && j.mimic.is_none())
            })
            .flatten();
        let mimic = follows.map(|joint| Mimic {
            joint: joint.name.clone(),
            multiplier: rng.range(-2.0, 2.0),
            offset: rng.range(-0.5, 0.5) * size,
        });
        joints.push(Joint {
            name: format!("j{k}"),
            kind,
            parent: if rng.below(3) == 0 { rng.below(k) } else { k - 1 }.to_string(),
            child: k.to_string(),
            origin: Pose::new(rng.in_cube(0.6 * size), rng.rotation()).unwrap(),
            axis: rng.in_cube(1.0),
            limits: None,
            mimic,
        });
    }
    Robot::new(links, joints).unwrap()
}

fn world(rng: &mut Random, size: f64) -> World {
    let base = Pose::new(rng.in_cube(size), rng.rotation()).unwrap();
    let mut world = World::new(robot(rng, size).based(&base)).unwrap();
    for k in 0..3 {
        let pose = Pose::new(rng.in_cube(3.0 * size), rng.rotation()).unwrap();
        world.add(&format!("body {k}"), shape(rng, 0.5 * size), &pose).unwrap();
    }
    if rng.below(4) == 0 {
        let floor = HalfSpace::new(DVec3::Z, -3.0 * size).unwrap();
        world.add("floor", floor.into(), &Pose::IDENTITY).unwrap();
    }
    if rng.below(3) == 0 {
        let pose = Pose::at(rng.in_cube(0.3 * size)).unwrap();
        world.attach("held", "1", shape(rng, 0.2 * size), &pose).unwrap();
    }
    world
}

fn configuration(rng: &mut Random, robot: &Robot, size: f64) -> Vec<f64> {
    robot.joints().iter().map(|_| rng.range(-1.5, 1.5) * size.min(1.0)).collect()
}

/// The least clearance of all pairs of bodies at a configuration, by the questions of `worlds`: 0 if any overlap.
fn least_at(world: &World, configuration: &[f64]) -> f64 {
    let bodies = world.posed(configuration).unwrap();
    let mut least = f64::INFINITY;
    for [a, b] in world.pairs() {
        for (pose_a, a) in &bodies[a] {
            for (pose_b, b) in &bodies[b] {
                least = least.min(worlds::distance(a, pose_a, b, pose_b));
            }
        }
    }
    least
}

/// What rounding may do to a configuration and its poses, as a length.
fn rounding(size: f64) -> f64 {
    1e-12 * size
}

#[test]
fn proofs_and_contacts_are_confirmed_by_samples() {
    let (mut rng, count) = (Random::new(1), clearance_testing::pairs(150));
    let (mut proven, mut broken, mut found, mut grazed) = (0, 0, 0, 0);
    for _ in 0..count {
        let size = *rng.one_of(&[1.0, 1.0, 1e-3, 1e3]);
        let world = world(&mut rng, size);
        let rows = (0..2 + rng.below(2)).map(|_| configuration(&mut rng, world.robot(), size));
        let path = Path::new(world.robot(), rows.collect::<Vec<_>>()).unwrap();
        let need = *rng.one_of(&[0.0, 0.02]) * size;
        let end = (path.rows().len() - 1) as f64;
        let prover = Prover::new(world);
        let world = prover.world();
        let samples = (0..=100).map(|k| f64::from(k) / 100.0 * end);
        match prover.clear(&path, need) {
            Verdict::Proven => {
                proven += 1;
                for place in samples.clone() {
                    let least = least_at(world, &path.at(place));
                    assert!(least >= need - rounding(size), "{least} at {place}, not {need}");
                }
                let best = prover.least(&path, 1e-3 * size);
                assert!(best.lower >= need - 1e-3 * size - rounding(size));
                for place in samples {
                    let least = least_at(world, &path.at(place));
                    assert!(least >= best.lower - rounding(size), "{least} at {place}, {best:?}");
                }
                if let Some(meeting) = best.meeting {
                    let there = least_at(world, &path.at(meeting.row));
                    assert!(there <= best.upper + rounding(size), "{there}, not {}", best.upper);
                    assert!(
                        best.upper - best.lower <= 2.1e-3 * size,
                        "{} {}",
                        best.lower,
                        best.upper
                    );
                }
            }
            Verdict::Broken(meeting) => {
                broken += 1;
                let there = least_at(world, &path.at(meeting.row));
                assert!(there < need + rounding(size), "{there}, but {meeting:?}");
                match prover.first_contact(&path, 1e-6) {
                    FirstContact::Found { from, meeting } => {
                        found += 1;
                        assert!(from <= meeting.row && meeting.row - from <= 1e-6);
                        assert_eq!(least_at(world, &path.at(meeting.row)), 0.0);
                        for k in 0..60 {
                            let place = from * f64::from(k) / 60.5;
                            assert!(
                                place >= from || least_at(world, &path.at(place)) > 0.0,
                                "{place} of {from}"
                            );
                        }
                    }
                    FirstContact::None => assert!(need > 0.0),
                    FirstContact::Undecided(_) => grazed += 1,
                }
            }
            Verdict::Undecided(_) => grazed += 1,
        }
    }
    println!("{proven} proven, {broken} broken, {found} first contacts, {grazed} undecided");
    assert!(proven > count / 10 && broken > count / 4 && found > count / 5 && grazed <= count / 50);
}

#[test]
fn a_ring_around_a_rod_is_no_contact() {
    let bar = Collider::from(Capsule::new(DVec3::ZERO, DVec3::Z, 0.1).unwrap());
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let joint = Joint {
        name: "lift".into(),
        kind: JointKind::Prismatic,
        parent: "base".into(),
        child: "rod".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: Some([0.0, 1.0]),
        mimic: None,
    };
    let links = vec![link("base", vec![]), link("rod", vec![(Pose::IDENTITY, bar)])];
    let mut world = World::new(Robot::new(links, vec![joint]).unwrap()).unwrap();
    world.add("ring", ring(1.0), &Pose::at(DVec3::Z * 0.5).unwrap()).unwrap();
    let path = Path::new(world.robot(), vec![vec![-3.0], vec![3.0]]).unwrap();
    let prover = Prover::new(world);
    assert_eq!(prover.clear(&path, 0.0), Verdict::Proven);
    let least = prover.least(&path, 1e-6);
    let inner = 0.6 * libm::cos(std::f64::consts::PI / 7.0) - 0.1;
    assert!(least.lower <= inner && inner <= least.upper + 1e-12, "{least:?}, {inner}");
    assert!(least.upper - least.lower < 3e-6, "{least:?}");
}
