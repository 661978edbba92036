//! Random robots among random bodies: what is proven is never refuted by samples, and contacts are contacts.

mod certificates;
mod clocks;
mod curves;
mod edges;
mod effort;
mod elsewhere;
mod gradients;
mod moving;
mod named;
mod oracle;
mod tolerances;

use clearance::d3_f64::{
    Capsule, Collider, Cuboid, Cylinder, DVec3, HalfSpace, Hull, Mesh, Pose, Solid, Sphere,
};
use clearance::paths::Mimic;
use clearance::paths::{
    FirstContact, Joint, JointKind, Link, OverLimits, Path, Prover, Robot, Verdict, World,
};
use clearance::verify::{self, check_path, check_path_while};
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
            limits: (rng.below(3) > 0).then(|| [-1.5 * size.min(1.0), 1.5 * size.min(1.0)]),
            mimic,
        });
    }
    Robot::new(links, joints).unwrap()
}

fn world(rng: &mut Random, size: f64) -> World {
    world_with(rng, size, |p| p)
}

/// A world whose robot and bodies stand at changed places.
fn world_with(rng: &mut Random, size: f64, place: impl Fn(DVec3) -> DVec3) -> World {
    let base = Pose::new(place(rng.in_cube(size)), rng.rotation()).unwrap();
    let mut world = World::new(robot(rng, size).based(&base)).unwrap();
    for k in 0..3 {
        let pose = Pose::new(place(rng.in_cube(3.0 * size)), rng.rotation()).unwrap();
        world.add(&format!("body {k}"), [(pose, shape(rng, 0.5 * size))]).unwrap();
    }
    if rng.below(4) == 0 {
        let floor = HalfSpace::new(DVec3::Z, -3.0 * size).unwrap();
        let pose = Pose::at(place(DVec3::ZERO)).unwrap();
        world.add("floor", [(pose, floor.into())]).unwrap();
    }
    if rng.below(3) == 0 {
        let pose = Pose::at(rng.in_cube(0.3 * size)).unwrap();
        world.attach("held", "1", [(pose, shape(rng, 0.2 * size))]).unwrap();
    }
    world
}

fn configuration(rng: &mut Random, robot: &Robot, size: f64) -> Vec<f64> {
    robot.joints().iter().map(|_| rng.range(-1.5, 1.5) * size.min(1.0)).collect()
}

/// The least clearance of all pairs of bodies at a configuration, by the questions of `worlds`: 0 if any overlap.
fn least_at(world: &World, configuration: &[f64]) -> f64 {
    world.pairs().map(|bodies| distance(world, configuration, bodies)).fold(f64::INFINITY, f64::min)
}

/// The distance of two bodies at a configuration.
fn distance(world: &World, configuration: &[f64], bodies: [usize; 2]) -> f64 {
    let posed = world.posed(configuration).unwrap();
    let [a, b] = bodies.map(|body| &posed[body]);
    let mut least = f64::INFINITY;
    for (pose_a, a) in a {
        for (pose_b, b) in b {
            least = least.min(clearance::distance(*a, pose_a, *b, pose_b));
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
                if proven % 1000 == 0 {
                    let proof = prover.certificate(&path, need).unwrap();
                    let found = check_path(&world.mechanism(), path.given(), &proof);
                    assert_eq!(found, verify::Verdict::Proven);
                }
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

/// Places are multiples of 2^-20, so that a whole number added to them is exact.
#[test]
fn far_from_the_origin_all_is_as_at_it() {
    let (count, mut proven, mut found) = (clearance_testing::pairs(40) as u64, 0, 0);
    for seed in 0..count {
        let at = |shift: DVec3| {
            let mut rng = Random::new(seed + 1);
            let grid = f64::from(1 << 20);
            let world = world_with(&mut rng, 1.0, |p| (p * grid).round() / grid + shift);
            let rows: Vec<_> =
                (0..2).map(|_| configuration(&mut rng, world.robot(), 1.0)).collect();
            let path = Path::new(world.robot(), rows).unwrap();
            let prover = Prover::new(world);
            let answers = (prover.clear(&path, 0.0), prover.first_contact(&path, 1e-6));
            let certificate = prover.certificate(&path, 0.0);
            if let Some(certificate) = &certificate {
                let mechanism = prover.world().mechanism();
                let checked = check_path(&mechanism, path.given(), certificate);
                assert_eq!(checked, verify::Verdict::Proven, "{shift}");
            }
            (answers, prover.least(&path, 1e-3), certificate.is_some())
        };
        let near = at(DVec3::ZERO);
        let far = at(DVec3::new(1e6, -3e6, 2e5));
        assert_eq!((&near.0, &near.1), (&far.0, &far.1));
        proven += u64::from(far.2);
        found += u64::from(matches!(far.0.1, FirstContact::Found { .. }));
    }
    assert!(proven > count / 4 && found > count / 4, "{proven} proven, {found} contacts");
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
    world.add("ring", [(Pose::at(DVec3::Z * 0.5).unwrap(), ring(1.0))]).unwrap();
    let path = Path::new(world.robot(), vec![vec![-3.0], vec![3.0]]).unwrap();
    let prover = Prover::new(world);
    assert_eq!(prover.clear(&path, 0.0), Verdict::Proven);
    let least = prover.least(&path, 1e-6);
    let inner = 0.6 * libm::cos(std::f64::consts::PI / 7.0) - 0.1;
    assert!(least.lower <= inner && inner <= least.upper + 1e-12, "{least:?}, {inner}");
    assert!(least.upper - least.lower < 3e-6, "{least:?}");
}

#[test]
fn verdicts_over_limits_are_confirmed_by_samples() {
    let (mut rng, count) = (Random::new(2), clearance_testing::pairs(40));
    let mut counts = [0; 5];
    for _ in 0..count {
        let size = *rng.one_of(&[1.0, 1e-3, 1e3]);
        let prover = Prover::new(world(&mut rng, size));
        let world = prover.world();
        let rows: Vec<_> = (0..40).map(|_| configuration(&mut rng, world.robot(), size)).collect();
        for pair in world.pairs() {
            let at = |row: &Vec<f64>| distance(world, row, pair);
            match prover.over_limits(pair, 400) {
                OverLimits::Never => {
                    counts[0] += 1;
                    assert!(rows.iter().all(|row| at(row) > 0.0), "{pair:?}");
                }
                OverLimits::Always => {
                    counts[1] += 1;
                    assert!(rows.iter().all(|row| at(row) == 0.0), "{pair:?}");
                }
                OverLimits::Sometimes { touching, apart } => {
                    counts[2] += 1;
                    assert!(at(&touching) == 0.0 && at(&apart) > 0.0, "{pair:?}");
                }
                OverLimits::Undecided { open, touching, apart, unbounded } => {
                    counts[if unbounded.is_some() { 4 } else { 3 }] += 1;
                    assert!(
                        (0.0..=1.0).contains(&open) && !(touching.is_some() && apart.is_some())
                    );
                }
            }
        }
    }
    println!("never, always, sometimes, undecided, for a joint without bounds: {counts:?}");
    let [never, always, sometimes, undecided, unbounded] = counts;
    assert!(
        unbounded > count && never > count && sometimes > count / 2 && undecided < sometimes / 3
    );
    assert!(always <= count / 20);
}

#[test]
fn a_post_through_a_joint_is_always_touched() {
    let (world, joint) = arm();
    let pose = Pose::at(DVec3::new(0.05, 0.0, 0.02)).unwrap();
    let mut world = World::new(world).unwrap();
    world.add("post", [(pose, Capsule::new(DVec3::NEG_Z, DVec3::Z, 0.2).unwrap().into())]).unwrap();
    world.add("ring", [(Pose::IDENTITY, ring(0.5))]).unwrap();
    world
        .add("far", [(Pose::at(DVec3::X * 1.4).unwrap(), Sphere::new(0.1).unwrap().into())])
        .unwrap();
    let prover = Prover::new(world);
    let number = |name: &str| prover.world().names().position(|other| other == name).unwrap();
    let of = |name: &str| prover.over_limits([number("bar"), number(name)], 2000);
    assert_eq!(of("post"), OverLimits::Always, "{joint}");
    assert_eq!(of("far"), OverLimits::Never);
    // A ring is always touched, too, but by one triangle after another.
    assert!(matches!(of("ring"), OverLimits::Undecided { touching: Some(_), apart: None, .. }));
}

#[test]
fn a_contact_far_from_the_middle_of_many_joints_is_found() {
    // A snake of ten bars, stretched out: its head reaches its tail only where it is coiled.
    let bar = Collider::from(Capsule::new(DVec3::X * 0.2, DVec3::X * 0.8, 0.1).unwrap());
    let links = (0..=10).map(|k| Link {
        name: k.to_string(),
        shapes: if k == 1 || k == 10 { vec![(Pose::IDENTITY, bar.clone())] } else { vec![] },
    });
    let joint = |k: usize, most: f64| Joint {
        name: format!("j{k}"),
        kind: JointKind::Revolute,
        parent: (k - 1).to_string(),
        child: k.to_string(),
        origin: Pose::at(DVec3::X).unwrap(),
        axis: if k.is_multiple_of(2) { DVec3::Y } else { DVec3::Z },
        limits: Some([-most, most]),
        mimic: None,
    };
    let of = |most: f64| {
        let joints = (1..=10).map(|k| joint(k, most)).collect();
        let prover =
            Prover::new(World::new(Robot::new(links.clone().collect(), joints).unwrap()).unwrap());
        let found = prover.over_limits([1, 10], 2000);
        (found, prover)
    };
    let (OverLimits::Sometimes { touching, apart }, prover) = of(1.5) else { panic!() };
    assert!(distance(prover.world(), &touching, [1, 10]) == 0.0);
    assert!(distance(prover.world(), &apart, [1, 10]) > 0.0);
    assert!(touching.iter().all(|value| value.abs() <= 1.5));
    // Limits of many turns are those of one.
    let (OverLimits::Sometimes { touching, .. }, _) = of(100.0) else { panic!() };
    assert!(touching.iter().all(|value| value.abs() < 3.2));
    assert_eq!(of(0.1).0, OverLimits::Never);
}

/// A bar that turns around its end.
fn arm() -> (Robot, String) {
    let bar = Collider::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1).unwrap());
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let joint = Joint {
        name: "turn".into(),
        kind: JointKind::Revolute,
        parent: "base".into(),
        child: "bar".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: Some([-2.0, 2.0]),
        mimic: None,
    };
    let links = vec![link("base", vec![]), link("bar", vec![(Pose::IDENTITY, bar)])];
    (Robot::new(links, vec![joint.clone()]).unwrap(), joint.name)
}

#[test]
fn a_body_inside_a_solid_is_a_contact_from_the_start() {
    let (robot, _) = arm();
    let mut world = World::new(robot).unwrap();
    let cube = Mesh::new(cube_corners(3.0), cube_triangles()).unwrap().mended().0;
    world.add("cube", [(Pose::IDENTITY, Solid::new(cube.clone()).unwrap().into())]).unwrap();
    let path = Path::new(world.robot(), vec![vec![0.0], vec![1.0]]).unwrap();
    let prover = Prover::new(world);
    assert!(matches!(prover.clear(&path, 0.0), Verdict::Broken(meeting) if meeting.row == 0.0));
    assert!(matches!(prover.first_contact(&path, 1e-3), FirstContact::Found { from: 0.0, .. }));
    // A sheet has no inside.
    let mut world = World::new(arm().0).unwrap();
    world.add("walls", [(Pose::IDENTITY, cube.into())]).unwrap();
    assert_eq!(Prover::new(world).clear(&path, 0.0), Verdict::Proven);
}

fn cube_corners(half: f64) -> Vec<DVec3> {
    let sign = |bits: usize, k: usize| if bits >> k & 1 == 0 { -half } else { half };
    (0..8).map(|bits| DVec3::new(sign(bits, 0), sign(bits, 1), sign(bits, 2))).collect()
}

fn cube_triangles() -> Vec<[u32; 3]> {
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect()
}

#[test]
fn bad_robots_are_refused() {
    let link = |name: &str| Link { name: name.into(), shapes: vec![] };
    let joint = |name: &str, parent: &str, child: &str| Joint {
        name: name.into(),
        kind: JointKind::Revolute,
        parent: parent.into(),
        child: child.into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let links = || vec![link("a"), link("b"), link("c")];
    let refused = |joints: Vec<Joint>, words: &str| {
        let error = Robot::new(links(), joints).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(vec![joint("x", "a", "d")], "joint \"x\" names link \"d\", which does not exist");
    refused(vec![joint("x", "a", "b"), joint("x", "b", "c")], "a second joint with the name \"x\"");
    refused(
        vec![joint("x", "a", "c"), joint("y", "b", "c")],
        "two parents: joints \"x\" and \"y\"",
    );
    refused(vec![joint("x", "a", "b"), joint("y", "b", "a")], "follows itself in a circle");
    refused(vec![joint("x", "a", "a")], "follows itself in a circle");
    refused(vec![Joint { axis: DVec3::ZERO, ..joint("x", "a", "b") }], "has no direction");
    refused(vec![Joint { axis: DVec3::NAN, ..joint("x", "a", "b") }], "has no direction");
    refused(
        vec![Joint { limits: Some([1.0, 0.0]), ..joint("x", "a", "b") }],
        "cannot move from 1 to 0",
    );
    refused(
        vec![Joint { limits: Some([f64::NAN, 0.0]), ..joint("x", "a", "b") }],
        "cannot move from NaN",
    );
    let mimic = |of: &str| Some(Mimic { joint: of.into(), multiplier: 1.0, offset: 0.0 });
    refused(vec![Joint { mimic: mimic("z"), ..joint("x", "a", "b") }], "names joint \"z\"");
    let circle = vec![
        Joint { mimic: mimic("y"), ..joint("x", "a", "b") },
        Joint { mimic: mimic("x"), ..joint("y", "b", "c") },
    ];
    refused(circle, "follows itself in a circle");
    assert!(Robot::new(vec![link("a"), link("a")], vec![]).is_err());

    let (robot, _) = arm();
    assert!(Path::new(&robot, Vec::<Vec<f64>>::new()).is_err());
    let error = Path::new(&robot, vec![vec![0.0], vec![0.0, 1.0]]).unwrap_err().to_string();
    assert_eq!(error, "row 1 has 2 values, but the robot has 1 joints that move");
    assert!(Path::new(&robot, vec![vec![f64::INFINITY]]).is_err());
    let mut world = World::new(robot).unwrap();
    let ball = || Collider::from(Sphere::new(0.1).unwrap());
    assert!(world.add("bar", [(Pose::IDENTITY, ball())]).is_err());
    assert!(world.attach("tool", "hand", [(Pose::IDENTITY, ball())]).is_err());
    assert!(world.allow("bar", "wall").is_err());
    let floor = HalfSpace::new(DVec3::Z, 0.0).unwrap();
    assert!(world.attach("floor", "bar", [(Pose::IDENTITY, floor.into())]).is_err());
    assert!(world.add("floor", [(Pose::IDENTITY, floor.into())]).is_ok());
}

#[test]
fn a_slider_on_its_rail_is_undecided_and_a_robot_at_rest_is_answered() {
    let slider = Collider::from(Cuboid::new(DVec3::splat(0.5)).unwrap());
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let joint = Joint {
        name: "slide".into(),
        kind: JointKind::Prismatic,
        parent: "base".into(),
        child: "slider".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::X,
        limits: None,
        mimic: None,
    };
    let links = vec![link("base", vec![]), link("slider", vec![(Pose::IDENTITY, slider)])];
    let robot = Robot::new(links, vec![joint]).unwrap();
    let path = |rows: &[f64]| {
        Path::new(&robot, rows.iter().map(|x| vec![*x]).collect::<Vec<_>>()).unwrap()
    };
    let prover = |height: f64| {
        let mut world = World::new(robot.clone()).unwrap();
        let rail = Cuboid::new(DVec3::new(9.0, 1.0, 1.0)).unwrap();
        world
            .add("rail", [(Pose::at(DVec3::NEG_Z * (1.5 + height)).unwrap(), rail.into())])
            .unwrap();
        Prover::new(world)
    };
    for rows in [&[0.0, 1.0][..], &[0.25]] {
        assert!(matches!(prover(0.0).clear(&path(rows), 0.0), Verdict::Undecided(_)), "{rows:?}");
        assert!(matches!(prover(0.0).first_contact(&path(rows), 1e-6), FirstContact::Undecided(_)));
        assert!(prover(0.0).least(&path(rows), 1e-6).upper.abs() < 1e-12);
        assert_eq!(prover(1e-9).clear(&path(rows), 0.0), Verdict::Proven);
        assert!(matches!(prover(-1e-9).clear(&path(rows), 0.0), Verdict::Broken(_)));
        assert!(matches!(prover(0.25).clear(&path(rows), 0.25), Verdict::Undecided(_)));
    }
}

#[test]
fn a_contact_at_the_last_row_alone_is_found() {
    let (robot, _) = arm();
    let mut world = World::new(robot).unwrap();
    let post = Sphere::new(0.1).unwrap();
    world.add("post", [(Pose::at(DVec3::Y * 0.5).unwrap(), post.into())]).unwrap();
    // The bar touches the post at 90 degrees less the angle that both radii take.
    let touch = std::f64::consts::FRAC_PI_2 - libm::asin(0.2 / 0.5);
    let prover = Prover::new(world);
    let to = |angle: f64| Path::new(prover.world().robot(), vec![vec![0.0], vec![angle]]).unwrap();
    assert_eq!(prover.clear(&to(touch - 1e-9), 0.0), Verdict::Proven);
    assert!(matches!(prover.clear(&to(touch + 1e-9), 0.0), Verdict::Broken(_)));
}

#[test]
fn a_search_that_is_stopped_says_what_is_proven() {
    use std::ops::ControlFlow;
    let (robot, _) = arm();
    let mut world = World::new(robot).unwrap();
    let post = Sphere::new(0.1).unwrap();
    world.add("post", [(Pose::at(DVec3::Y * 1.4).unwrap(), post.into())]).unwrap();
    let rows: Vec<Vec<f64>> = (0..200).map(|k| vec![f64::from(k % 5) * 0.1]).collect();
    let path = Path::new(world.robot(), rows).unwrap();
    let prover = Prover::new(world);
    let until = |limit: f64| {
        move |place: f64| {
            if place < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    };
    assert_eq!(prover.clear_while(&path, 0.0, until(300.0)), Some(Verdict::Proven));
    assert_eq!(prover.clear_while(&path, 0.0, until(50.0)), None);
    assert_eq!(prover.first_contact_while(&path, 1e-6, until(300.0)), Some(FirstContact::None));
    assert_eq!(prover.first_contact_while(&path, 1e-6, until(50.0)), None);
    let proof = prover.certificate_while(&path, 0.0, until(300.0)).unwrap();
    assert_eq!(prover.certificate_while(&path, 0.0, until(50.0)), None);
    let mechanism = prover.world().mechanism();
    let checked = |limit| check_path_while(&mechanism, path.given(), &proof, until(limit));
    assert_eq!([50.0, 300.0].map(checked), [verify::Verdict::Unproven, verify::Verdict::Proven]);
    // Bounds hold whenever the search for the least clearance ends, and become better.
    let exact = prover.least(&path, 1e-9);
    let mut widths = Vec::new();
    for steps in [1, 100, 1000, 2000] {
        let mut left = steps;
        let found = prover.least_while(&path, 1e-9, |[lower, upper]| {
            assert!(lower <= exact.upper && exact.lower <= upper);
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(found.lower <= exact.upper && exact.lower <= found.upper, "{found:?}");
        widths.push(found.upper - found.lower);
    }
    assert!(widths[0] == f64::INFINITY && widths.is_sorted_by(|a, b| a >= b), "{widths:?}");
}
