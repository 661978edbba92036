//! Robots of balls, which are their own cover: what is proven of them is as near to the truth as rounding and the bounds on
//! motions allow, so a bound that forgets a part of a motion is found out.

use clearance_geometry::shape::{Ball, HalfSpace};
use clearance_geometry::space::Pose;
use clearance_testing::Random;
use clearance_worlds::Collider;
use glam::DVec3;

use super::Swept;
use crate::curve::between;
use crate::kinematics::Rounding;
use crate::prover::Prover;
use crate::robot::{Joint, JointKind, Link, Mimic, Robot};
use crate::world::World;

fn ball(at: DVec3, radius: f64) -> (Pose<DVec3>, Collider<DVec3>) {
    (Pose::at(at).unwrap(), Ball::new(radius).unwrap().into())
}

/// Does the rake prove this clearance of an edge?
fn proves(prover: &Prover, ends: [&[f64]; 2], need: f64) -> bool {
    let rake = prover.covered();
    assert!(rake.others.is_empty());
    let largest: Vec<f64> =
        (0..ends[0].len()).map(|k| ends[0][k].abs().max(ends[1][k].abs())).collect();
    let robot = &prover.world.robot;
    let rounding = Rounding::of(robot, &largest, 0, rake.body).in_f32(0.0);
    let mut swept = Swept::default();
    rake.sweep(robot, ends, |_| need, &rounding, &mut swept);
    swept.open.is_empty()
}

/// The least clearance of balls and half-spaces on an edge, in so many steps.
fn least(prover: &Prover, ends: [&[f64]; 2], steps: u32) -> f64 {
    let mut least = f64::INFINITY;
    for k in 0..=steps {
        let row = between(ends[0], ends[1], f64::from(k) / f64::from(steps));
        let motions = prover.world.robot.motions(&row);
        for pair in prover.pairs.iter() {
            let [a, b] = pair.pieces.map(|piece| &*prover.pieces[piece]);
            let [at, other] = [a, b].map(|piece| motions[piece.frame].apply(piece.center));
            let gap = if b.radius.is_finite() {
                (at - other).length() - a.radius - b.radius
            } else {
                let normal = other.normalize();
                normal.dot(at - other) - a.radius
            };
            least = least.min(gap);
        }
    }
    least
}

/// A chain of balls that turn, slide and follow each other, in some unit, and balls that stand.
fn chain(rng: &mut Random, unit: f64) -> (Prover, usize) {
    let count = 1 + rng.below(6);
    let links = (0..=count).map(|k| Link {
        name: k.to_string(),
        shapes: if k == 0 { vec![] } else { vec![ball(rng.in_cube(0.3 * unit), 0.05 * unit)] },
    });
    let links: Vec<Link> = links.collect();
    let joints = (0..count).map(|k| {
        let slides = rng.below(4) == 0;
        let follows = k > 0 && !slides && rng.below(5) == 0;
        Joint {
            name: format!("j{k}"),
            kind: if slides { JointKind::Prismatic } else { JointKind::Revolute },
            parent: k.to_string(),
            child: (k + 1).to_string(),
            origin: Pose::new(rng.in_cube(0.5 * unit), rng.rotation()).unwrap(),
            axis: rng.direction3(),
            limits: None,
            mimic: follows.then(|| Mimic { joint: "j0".into(), multiplier: -0.7, offset: 0.3 }),
        }
    });
    let joints: Vec<Joint> = joints.collect();
    let is_slide = |joint: &Joint| joint.kind == JointKind::Prismatic;
    let slides = joints.iter().filter(|joint| is_slide(joint)).count();
    // What follows a slide would turn by a length.
    let joints = joints
        .into_iter()
        .map(|joint| Joint { mimic: joint.mimic.filter(|_| slides == 0), ..joint });
    let mut world = World::new(Robot::new(links, joints.collect::<Vec<_>>()).unwrap()).unwrap();
    for k in 0..4 {
        world.add(&format!("post {k}"), [ball(rng.in_cube(1.5 * unit), 0.1 * unit)]).unwrap();
    }
    (Prover::new(world), slides)
}

#[test]
fn no_clearance_beyond_the_least_is_proven() {
    let (mut rng, count) = (Random::new(7), 3000);
    let (mut proven, mut asked) = (0, 0);
    for _ in 0..count {
        let unit = *rng.one_of(&[1.0, 1e-6, 1e6]);
        let (prover, slides) = chain(&mut rng, unit);
        let robot = &prover.world.robot;
        let size = if slides > 0 { 0.3 * unit.min(1.0) } else { *rng.one_of(&[0.1, 0.5, 3.0]) };
        let from: Vec<f64> = robot.joints().iter().map(|_| rng.range(-1.0, 1.0) * size).collect();
        let to: Vec<f64> = from.iter().map(|x| x + rng.range(-1.0, 1.0) * size).collect();
        let ends = [&from[..], &to[..]];
        let least = least(&prover, ends, 400);
        if least <= 0.0 {
            continue;
        }
        asked += 1;
        assert!(!proves(&prover, ends, least * (1.0 + 1e-9) + 1e-6 * unit), "{least} in {unit}");
        proven += usize::from(proves(&prover, ends, least - 0.03 * unit));
    }
    assert!(asked > count / 4 && proven > asked * 9 / 10, "{proven} of {asked} of {count}");
}

/// At the end of the last lane, a ball at the end of an arm is nearer to a wall across x than its speed in the middle of the
/// lane tells. So a quarter of the bound on its bend would prove too much, and so would, of an arm with two joints, a quarter
/// of the part that is a product of their speeds.
#[test]
fn what_bends_towards_a_wall_is_not_proven() {
    for (joints, to, width) in [(1, 0.675_f64, 1.2), (2, 0.3, 0.6)] {
        let link = |k: usize| Link {
            name: k.to_string(),
            shapes: if k == joints { vec![ball(DVec3::X, 0.01)] } else { vec![] },
        };
        let joint = |k: usize| Joint {
            name: format!("j{k}"),
            kind: JointKind::Revolute,
            parent: k.to_string(),
            child: (k + 1).to_string(),
            origin: Pose::at(if k == 0 { DVec3::ZERO } else { DVec3::X }).unwrap(),
            axis: DVec3::Z,
            limits: None,
            mimic: None,
        };
        let robot = Robot::new(
            (0..=joints).map(link).collect::<Vec<_>>(),
            (0..joints).map(joint).collect::<Vec<_>>(),
        );
        let mut world = World::new(robot.unwrap()).unwrap();
        let wall = HalfSpace::new(DVec3::X, 0.5).unwrap();
        world.add("wall", [(Pose::IDENTITY, wall.into())]).unwrap();
        let prover = Prover::new(world);
        let ends = [vec![to - width; joints], vec![to; joints]];
        let ends = ends.each_ref().map(Vec::as_slice);
        let x = |angle: f64| (1..=joints).map(|k| (angle * k as f64).cos()).sum::<f64>();
        let truth = x(to).min(x(to - width)) - 0.5 - 0.01;
        assert!(!proves(&prover, ends, truth + 1e-5) && proves(&prover, ends, truth - 0.004));
    }
}
