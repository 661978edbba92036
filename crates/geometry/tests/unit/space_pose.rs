//! Tests of `space::pose`.

use clearance_geometry::space::pose::*;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

#[test]
fn poses_are_small() {
    let sizes = [size_of::<Pose<Vec2>>(), size_of::<Pose<Vec3>>()];
    assert_eq!(sizes, [48, 40]);
    let sizes = [size_of::<Pose<DVec2>>(), size_of::<Pose<DVec3>>()];
    assert_eq!(sizes, [64, 64]);
}

/// Quaternions of length 1 to rounding keep their bits, all others are normalised.
#[test]
fn rotations_of_length_1_are_kept() {
    let (mut kept, mut changed) = (0, 0);
    for (i, off) in (0..1000).zip([0.0, 1e-16, 4e-16, 1e-15, 1e-3, 1e9, 1e-9].into_iter().cycle()) {
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, i as f64, 0.7 * i as f64, 0.3);
        let given = turn * (1.0 + off);
        let found = Pose::<DVec3>::new(DVec3::ZERO, given).unwrap().turn();
        let length = |q: DQuat| (q.length() - 1.0).abs();
        assert!(length(found) <= 4.0 * f64::EPSILON, "{i}: {found}");
        if found == given {
            kept += 1;
            assert!(length(given) <= 4.0 * f64::EPSILON, "{i}: {given} is not of length 1");
        } else {
            changed += 1;
            assert!(length(given) >= 0.5 * f64::EPSILON, "{i}: {given} is of length 1");
        }
    }
    assert!(kept > 200 && changed > 500, "{kept} {changed}");
}
