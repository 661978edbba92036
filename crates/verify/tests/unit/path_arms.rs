//! Tests of `path::arms`.

use std::vec;
use std::vec::Vec;

use clearance_geometry::answer::{JointMotion, JointValue, Mechanism, MechanismJoint};
use clearance_geometry::space::Pose;
use clearance_testing::Random;
use clearance_verify::frame::{exact, minus};
use clearance_verify::path::arms::*;
use clearance_verify::path::curve::Leg;
use clearance_verify::path::tree::{Moment, Tree};
use glam::DVec3;

/// Links 0 to `count` in a row, or as a tree.
fn tree(random: &mut Random, count: usize) -> Tree {
    let joint = |(random, child): (&mut Random, usize)| MechanismJoint {
        parent: if random.below(3) == 0 { random.below(child) } else { child - 1 },
        child,
        origin: Pose::new(random.in_cube(1.0), random.rotation()).unwrap(),
        axis: random.in_cube(1.0),
        motion: *random.one_of(&[JointMotion::Turns, JointMotion::Turns, JointMotion::Slides]),
        value: if random.below(4) == 0 && child > 1 {
            JointValue::Follows { joint: child - 2, multiplier: -1.5, offset: 0.3 }
        } else {
            JointValue::Column(child - 1)
        },
    };
    let mechanism = Mechanism {
        joints: (1..=count).map(|child| joint((random, child))).collect(),
        bases: vec![],
        bodies: vec![],
        allowed: vec![],
        required: vec![],
    };
    Tree::of(&mechanism, count, &[]).unwrap()
}

/// A point of a link, as another link sees it.
fn seen(moment: &Moment, point: (usize, DVec3), from: usize) -> DVec3 {
    let world = moment.frame(Some(point.0)).apply(exact(point.1));
    let frame = moment.frame(Some(from));
    let local = frame.unrotate(minus(world, frame.translation));
    DVec3::from_array(local.map(|x| x.nearest()))
}

#[test]
fn no_point_bends_or_moves_more_than_the_bounds_and_some_nearly_do() {
    let mut random = Random::new(1);
    // A second difference is a mean of the second derivative around its time.
    let step = 1e-4;
    let (mut most_bent, mut fastest) = (0.0_f64, 0.0_f64);
    for round in 0..600 {
        let random = &mut random;
        let count = 1 + round % 5;
        let tree = tree(random, count);
        let row = |random: &mut Random| (0..count).map(|_| random.range(-2.0, 2.0)).collect();
        // Straight lines and curves.
        let rows: Vec<Vec<f64>> =
            (0..=*random.one_of(&[1, 1, 2, 5])).map(|_| row(random)).collect();
        let leg = Leg::new(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let moment = tree.at(&leg, 0.5);
        let [a, b] = [0; 2].map(|_| random.below(count + 1));
        let (center, radius) = (random.in_cube(0.5), *random.one_of(&[0.0, 0.3]));
        let half = *random.one_of(&[0.01, 0.1, 0.4]);
        let place = |link, point| moment.frame(Some(link)).apply(exact(point));
        let arms = |from, to, point, radius| {
            let movers =
                tree.movers((&leg, Some([0.5 - half, 0.5 + half])), &moment, Some(from), Some(to));
            arms(&movers, place(to, point), radius, half)
        };
        let bend = bend(&arms(b, a, center, radius));
        let other = random.in_cube(0.5);
        let speed = speed(&arms(b, a, center, 0.0), &arms(a, b, other, 0.0));
        for _ in 0..10 {
            let point = (a, center + random.in_cube(1.0).normalize() * radius);
            let t = 0.5 + random.range(-1.0, 1.0) * (half - step);
            let [before, now, behind] = [t - step, t, t + step].map(|t| tree.at(&leg, t));
            let at = |moment| seen(moment, point, b);
            let bent = (at(&before) - 2.0 * at(&now) + at(&behind)).length() / (step * step);
            assert!(bent <= bend * (1.0 + 1e-6) + 1e-6, "{bent} {bend}");
            let far = |moment: &Moment| seen(moment, (a, center), b).distance(other);
            let moved = (far(&behind) - far(&before)).abs() / (2.0 * step);
            assert!(moved <= speed * (1.0 + 1e-6) + 1e-6, "{moved} {speed}");
            if bend > 0.1 && speed > 0.1 && count > 1 {
                most_bent = most_bent.max(bent / bend);
                fastest = fastest.max(moved / speed);
            }
        }
    }
    assert!(most_bent > 0.9 && fastest > 0.9, "{most_bent} {fastest}");
}
