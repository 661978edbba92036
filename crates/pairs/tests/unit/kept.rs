//! Tests of `kept`.

use clearance_pairs::kept::*;
use clearance_pairs::number::Scalar as _;
use clearance_pairs::shape::Cuboid;
use clearance_pairs::space::Vector;
use clearance_pairs::{Pose, Shape};
use clearance_testing::Random;
use glam::{DQuat, DVec3, Quat, Vec3};

/// The contact of a pair, and how far B may move: the share of the size of the smaller box, of this length.
fn searched<V: Vector>(both: [(&Shape<V>, &Pose<V>); 2], smaller: f64) -> (Anchor<V>, f64) {
    let (mut anchor, mut kept) = (Anchor::NONE, Kept::default());
    let limits = [V::Scalar::ONE, V::Scalar::ZERO];
    assert!(kept.search(&mut anchor, both, None, limits, &mut Room::default()).is_none());
    assert!(kept.has_points());
    (anchor, smaller / 512.0)
}

/// The largest share of a motion that the anchor holds for.
fn largest(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    assert!(holds(low) && !holds(high));
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// The origins are so far apart that `f32` rounds the stored place by a visible part of the way.
#[test]
fn what_shifts_is_asked_before_it_has_gone_too_far() {
    let mut random = Random::new(3);
    let floor = Shape::from(Cuboid::new(Vec3::new(2000.0, 2000.0, 1.0)).unwrap());
    let brick = Shape::from(Cuboid::new(Vec3::ONE).unwrap());
    for _ in 0..400 {
        let turn = random.rotation().as_quat();
        let below = Pose::new(Vec3::ZERO, turn).unwrap();
        let [x, y] = [0; 2].map(|_| random.range(-900.0, 900.0) as f32);
        let at = below * Pose::at(Vec3::new(x, y, 1.9)).unwrap();
        let (anchor, most) = searched([(&floor, &below), (&brick, &at)], 3.0_f64.sqrt());
        let way = random.direction3() * 2.0 * most;
        let moved = |share: f64| {
            let to = at.translation().as_dvec3() + way * share;
            Pose::from_unit(to.as_vec3(), at.turn())
        };
        let share = largest(|share| anchor.holds(&below, &moved(share)));
        let went = moved(share).translation().as_dvec3() - at.translation().as_dvec3();
        assert!(went.length() <= most, "{} {most}", went.length());
        assert!(share > 0.4, "{share}");
    }
}

/// Quaternions of any length that an anchor takes.
#[test]
fn what_turns_is_asked_before_it_has_gone_too_far() {
    let mut random = Random::new(4);
    let brick = Shape::from(Cuboid::new(DVec3::ONE).unwrap());
    let long = Shape::from(Cuboid::new(DVec3::new(0.5, 0.5, 30.0)).unwrap());
    let reach = 900.5_f64.sqrt();
    for _ in 0..400 {
        let (here, turn) = (Pose::IDENTITY, DQuat::from_rotation_z(random.range(-3.0, 3.0)));
        let length = 1.0 + 4.9e-6 * random.signed();
        let up = DVec3::Z * (31.0 - 1e-9);
        let at = Pose::from_unit(up, turn * length);
        let (anchor, most) = searched([(&brick, &here), (&long, &at)], 3.0_f64.sqrt());
        let axis = random.direction3();
        let angle = |share: f64| 2.0 * most / reach * share;
        let moved = |share: f64| {
            let turned = DQuat::from_axis_angle(axis, angle(share)) * turn;
            Pose::from_unit(up, turned * length)
        };
        let share = largest(|share| anchor.holds(&here, &moved(share)));
        let went = 2.0 * (0.5 * angle(share)).sin() * reach;
        assert!(went <= most && went > 0.999 * most, "{went} {most}");
    }
}

/// Rotations that are far from length 1 are searched each time, and so is what is not finite.
#[test]
fn lengths_that_are_none() {
    let brick = Shape::from(Cuboid::new(Vec3::ONE).unwrap());
    let here = Pose::IDENTITY;
    for (length, holds) in [(1.0, true), (1.1, false), (f32::NAN, false), (0.0, false)] {
        let at = Pose::from_unit(Vec3::Z, Quat::from_xyzw(0.0, 0.0, 0.0, length));
        let (mut anchor, mut kept) = (Anchor::NONE, Kept::default());
        let both = [(&brick, &here), (&brick, &at)];
        kept.search(&mut anchor, both, None, [1.0, 0.0], &mut Room::default());
        assert_eq!(anchor.holds(&here, &at), holds, "{length}");
    }
}
