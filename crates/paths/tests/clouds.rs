//! Clouds and compounds of many parts, which are trees, beside the slow reference: each part is a shape of its own.

use clearance::d3_f64::{
    Capsule, Collider, Compound, Cuboid, DVec3, Hull, Mesh, Pose, Solid, Sphere,
};
use clearance::paths::{FirstContact, Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

/// An arm of bars, hulls and closed boxes.
fn arm(rng: &mut Random, size: f64) -> Robot {
    let count = 2 + rng.below(3);
    let foot = Cuboid::new(DVec3::new(0.2, 0.2, 0.1) * size).unwrap().into();
    let mut links = vec![Link { name: "0".into(), shapes: vec![(Pose::IDENTITY, foot)] }];
    let mut joints = Vec::new();
    for k in 1..=count {
        let shape = match rng.below(3) {
            0 => Capsule::new(DVec3::ZERO, DVec3::X * size, 0.1 * size).unwrap().into(),
            1 => cube(DVec3::new(0.5, 0.15, 0.1) * size),
            _ => {
                let points: Vec<DVec3> = (0..12).map(|_| rng.in_cube(0.4 * size)).collect();
                Hull::new(points).unwrap().into()
            }
        };
        let middle = Pose::at(DVec3::X * 0.4 * size).unwrap();
        links.push(Link { name: k.to_string(), shapes: vec![(middle, shape)] });
        joints.push(Joint {
            name: format!("j{k}"),
            kind: if rng.below(5) == 0 { JointKind::Prismatic } else { JointKind::Revolute },
            parent: (k - 1).to_string(),
            child: k.to_string(),
            origin: Pose::new(DVec3::X * size, rng.rotation()).unwrap(),
            axis: rng.in_cube(1.0),
            limits: None,
            mimic: None,
        });
    }
    let base = Pose::new(rng.in_cube(size), rng.rotation()).unwrap();
    let robot = Robot::new(links, joints).unwrap().based(&base);
    if rng.below(2) == 0 {
        return robot;
    }
    // As one of several.
    let bases = [DVec3::ZERO, DVec3::ONE * size].map(|at| Pose::at(at).unwrap());
    Robot::joined([("arm", robot)]).unwrap().based(&bases[rng.below(2)])
}

/// A solid box.
fn cube(half: DVec3) -> Collider {
    let sign = |bits: usize, k: usize| if bits >> k & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |bits: usize| half * DVec3::new(sign(bits, 0), sign(bits, 1), sign(bits, 2));
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let mesh = Mesh::new((0..8).map(corner).collect(), triangles).unwrap().mended().0;
    Solid::new(mesh).unwrap().into()
}

/// Balls at random places, in a plane, or in a lump.
fn balls(rng: &mut Random, size: f64) -> Vec<(DVec3, f64)> {
    let count = [1, 20, 60, 200][rng.below(4)];
    let (middle, way) = (rng.in_cube(2.0 * size), rng.in_cube(1.0).normalize());
    let kind = rng.below(3);
    let own = rng.range(0.01, 0.05) * size;
    let ball = |_| {
        let at = match kind {
            0 => rng.in_cube(3.0 * size),
            1 => {
                let at = rng.in_cube(2.0 * size);
                middle + at - way * at.dot(way)
            }
            _ => middle + rng.in_cube(0.3 * size),
        };
        (at, if kind == 0 { rng.range(0.01, 0.1) * size } else { own })
    };
    (0..count).map(ball).collect()
}

/// Many posed convex shapes.
fn parts(rng: &mut Random, size: f64) -> Vec<(Pose, Collider)> {
    let part = |_| {
        let pose = Pose::new(rng.in_cube(2.5 * size), rng.rotation()).unwrap();
        let small = 0.15 * size;
        let shape = match rng.below(3) {
            0 => Cuboid::new(rng.in_cube(small).abs() + DVec3::splat(0.1 * small)).unwrap().into(),
            1 => Capsule::new(rng.in_cube(small), rng.in_cube(small), 0.2 * small).unwrap().into(),
            _ => Hull::new((0..6).map(|_| rng.in_cube(small)).collect::<Vec<_>>()).unwrap().into(),
        };
        (pose, shape)
    };
    (0..30).map(part).collect()
}

/// The nearest that the robot comes to the others at a place of the path.
fn least_at(world: &World, path: &Path, place: f64) -> f64 {
    let posed = world.posed(&path.at(place)).unwrap();
    let mut least = f64::INFINITY;
    for [a, b] in world.pairs() {
        for (pose_a, a) in &posed[a] {
            for (pose_b, b) in &posed[b] {
                least = least.min(clearance::distance(*a, pose_a, *b, pose_b));
            }
        }
    }
    least
}

#[test]
fn a_tree_of_parts_answers_as_the_parts_do() {
    let (mut rng, count) = (Random::new(46), clearance_testing::pairs(150));
    let (mut proven, mut broken, mut undecided, mut found, mut confirmed) = (0, 0, 0, 0, 0);
    for _ in 0..count {
        let size = *rng.one_of(&[1.0, 1.0, 1e-3, 1e3]);
        let robot = arm(&mut rng, size);
        let (mut one, mut many) = (World::new(robot.clone()).unwrap(), World::new(robot).unwrap());
        if rng.below(4) == 0 {
            let parts = parts(&mut rng, size);
            let compound = Compound::new(parts.clone()).unwrap();
            one.add("parts", [(Pose::IDENTITY, compound.into())]).unwrap();
            many.add("parts", parts).unwrap();
        } else {
            let balls = balls(&mut rng, size);
            one.add_cloud("cloud", balls.clone()).unwrap();
            let ball = |(at, r)| (Pose::at(at).unwrap(), Sphere::new(r).unwrap().into());
            many.add("cloud", balls.into_iter().map(ball)).unwrap();
        }
        let joints = one.robot().joints().len();
        let row = |rng: &mut Random| -> Vec<f64> {
            (0..joints).map(|_| rng.range(-1.0, 1.0) * size.min(1.0)).collect()
        };
        let rows: Vec<Vec<f64>> = (0..2 + rng.below(2)).map(|_| row(&mut rng)).collect();
        let path = Path::new(one.robot(), rows.clone()).unwrap();
        let (one, many) = (Prover::new(one), Prover::new(many));
        for row in &rows {
            assert_eq!(one.touches(row).unwrap(), many.touches(row).unwrap());
        }
        let need = *rng.one_of(&[0.0, 0.03]) * size;
        match (one.clear(&path, need), many.clear(&path, need)) {
            (Verdict::Proven, Verdict::Proven) => {
                proven += 1;
                let mechanism = one.world().mechanism();
                if proven % 4 == 0
                    && let Some(proof) = one.certificate(&path, need)
                {
                    confirmed += 1;
                    let checked = check_path(&mechanism, path.given(), &proof);
                    assert_eq!(checked, verify::Verdict::Proven);
                }
            }
            (Verdict::Broken(meeting), Verdict::Broken(_)) => {
                broken += 1;
                let there = least_at(one.world(), &path, meeting.row);
                assert!(there < need + 1e-12 * size, "{there}, but {meeting:?}");
            }
            (Verdict::Undecided(_), _) | (_, Verdict::Undecided(_)) => undecided += 1,
            both => panic!("{both:?}"),
        }
        let tolerance = 1e-3 * size;
        let [a, b] = [&one, &many].map(|prover| prover.least(&path, tolerance));
        assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?}, {b:?}");
        let end = (path.rows().len() - 1) as f64;
        if a.upper > 0.0 {
            assert!(a.upper - a.lower <= 1.1 * tolerance, "{a:?}");
            for k in 0..=40 {
                let least = least_at(one.world(), &path, end * f64::from(k) / 40.0);
                assert!(least >= a.lower - 1e-12 * size, "{least}, but {a:?}");
            }
        }
        match [&one, &many].map(|prover| prover.first_contact(&path, 1e-6)) {
            [FirstContact::None, FirstContact::None] => {}
            [
                FirstContact::Found { from, meeting },
                FirstContact::Found { from: other, meeting: other_meeting },
            ] => {
                found += 1;
                assert!(from <= other_meeting.row && other <= meeting.row);
                assert!(meeting.row - from <= 1e-6);
            }
            both => assert!(both.iter().any(|one| matches!(one, FirstContact::Undecided(_)))),
        }
    }
    println!("{proven} proven, {broken} broken, {undecided} undecided, {found} first contacts");
    assert!(proven > count / 5 && broken > count / 5 && undecided <= count / 50);
    assert!(found > count / 6 && confirmed > proven / 5);
}

#[test]
fn a_ball_of_a_cloud_inside_a_solid_is_a_contact() {
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let joint = Joint {
        name: "slide".into(),
        kind: JointKind::Prismatic,
        parent: "rail".into(),
        child: "box".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::X,
        limits: None,
        mimic: None,
    };
    let solid = (Pose::at(DVec3::Y * 2.0).unwrap(), cube(DVec3::splat(1.0)));
    let robot =
        Robot::new(vec![link("rail", vec![]), link("box", vec![solid])], vec![joint]).unwrap();
    let path = Path::new(&robot, vec![vec![5.0], vec![5.5]]).unwrap();
    let far = (0..1000).map(|k| (DVec3::new(5.0, 4.0 + 0.01 * f64::from(k), 0.0), 0.1));
    let verdict = |inside: DVec3| {
        let mut world = World::new(robot.clone()).unwrap();
        world.add_cloud("cloud", far.clone().chain([(inside, 0.1)])).unwrap();
        Prover::new(world).clear(&path, 0.0)
    };
    assert!(
        matches!(verdict(DVec3::new(5.0, 2.3, 0.4)), Verdict::Broken(meeting) if meeting.row == 0.0)
    );
    assert_eq!(verdict(DVec3::new(5.0, 0.5, 0.0)), Verdict::Proven);
}

#[test]
fn clouds_that_are_none() {
    let robot = || Robot::new(vec![Link { name: "base".into(), shapes: vec![] }], vec![]).unwrap();
    let mut world = World::new(robot()).unwrap();
    assert!(world.add_cloud("nan", [(DVec3::NAN, 1.0)]).is_err());
    assert!(world.add_cloud("flat", [(DVec3::ZERO, 1.0), (DVec3::ONE, -1.0)]).is_err());
    assert!(world.add_cloud("base", [(DVec3::ZERO, 1.0)]).is_err());
    world.add_cloud("none", []).unwrap();
    assert_eq!(world.names().collect::<Vec<_>>(), ["base", "none"]);
}
