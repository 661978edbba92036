//! Tests of `space::motion`.

use clearance_geometry::Error;
use clearance_geometry::space::motion::*;
use clearance_geometry::space::{Pose, turned_axes};
use clearance_testing::Counted;
use glam::{DQuat, DVec3};

#[test]
fn b_in_a_undoes_the_pose_of_a() -> Result<(), Error> {
    let a = Pose::new(DVec3::new(1e6, -3.0, 2.0), DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9))?;
    let b = Pose::new(DVec3::new(1e6, 4.0, 2.5), DQuat::from_xyzw(-0.5, 0.5, 0.5, 0.5))?;
    let rel = Motion::b_in_a(&a, &b);
    let p = DVec3::new(0.3, -0.7, 0.2);
    let direct = Motion::of(&b).apply(p);
    let round_trip = Motion::of(&a).apply(rel.apply(p));
    assert!((direct - round_trip).length() < 1e-9);
    let same = Motion::b_in_a(&a, &a);
    assert!((same.apply(p) - p).length() < 1e-15);
    Ok(())
}

/// The relative pose of two quaternions, applied to a point, over numbers that count their errors.
#[test]
fn the_error_of_a_motion_is_the_counted_one() {
    type Number = Counted<53>;
    fn dot(u: [Number; 3], v: [Number; 3]) -> Number {
        u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
    }
    let (mut random, mut most) = (clearance_testing::Random::new(22), 0.0_f64);
    for _ in 0..20_000 {
        let turns = [random.rotation(), random.rotation()];
        let numbers = turns.map(|turn| turn.to_array().map(Number::exact));
        // The scale is a factor of all entries, so its error is added once, as `PreparedQuaternion::of` makes it.
        let scales = numbers
            .map(|[x, y, z, w]| Number::exact(1.0) / (x * x + y * y + z * z + w * w))
            .map(|scale| scale.epsilons(scale.value));
        let [a, b] = numbers.map(|q| turned_axes(q, Number::exact(1.0)));
        let rotation = b.map(|column| a.map(|axis| dot(axis, column)));
        let point = random.direction3().to_array().map(Number::exact);
        let applied = [0, 1, 2].map(|i| dot(rotation.map(|column| column[i]), point));
        let off = DVec3::from_array(applied.map(|x| x.epsilons(1.0))).length();
        most = most.max(off + scales[0] + scales[1]);
    }
    println!("{most} epsilons");
    assert!(most <= MOTION_ERROR && most > 0.25 * MOTION_ERROR, "{most}");
}

#[test]
fn unrotate_inverts_rotate_in_2d() -> Result<(), Error> {
    let pose = Pose::new(glam::Vec2::new(1.0, 2.0), 0.7_f32)?;
    let m = Motion::of(&pose);
    let p = glam::DVec2::new(0.25, -4.0);
    assert!((m.unrotate(m.rotate(p)) - p).length() < 1e-15);
    Ok(())
}
