//! Tests of `frame`.

use clearance::Error;
use clearance_geometry::space::Pose;
use clearance_verify::frame::*;
use clearance_verify::interval::Interval;
use glam::{DQuat, DVec3};

#[test]
fn a_quarter_turn_is_exact() -> Result<(), Error> {
    let a = Pose::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5))?;
    let b = Pose::at(DVec3::new(1.0, 2.0, 5.0))?;
    let b_in_a = Frame::of(&b).seen_from(&Frame::of(&a));
    // The quaternion takes x to y, y to z and z to x; so z is y in A's frame.
    assert_eq!(b_in_a.translation, exact(DVec3::new(0.0, 2.0, 0.0)));
    let x = b_in_a.apply(exact(DVec3::X));
    assert_eq!(x, exact(DVec3::new(0.0, 2.0, 1.0)));
    Ok(())
}

#[test]
fn rotations_are_known_to_thirty_digits() -> Result<(), Error> {
    let a = Pose::new(DVec3::ZERO, DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9))?;
    let frame = Frame::of(&a);
    let x = frame.rotate(exact(DVec3::new(3.0, 4.0, 0.0)));
    let off = norm(x) - Interval::exact(5.0);
    assert!(off.low() <= 0.0 && off.high() >= 0.0 && off.magnitude() < 1e-29);
    let turned = Pose::new(glam::DVec2::ZERO, 0.7)?;
    let x = Frame::of(&turned).rotate(exact(glam::DVec2::new(3.0, 4.0)));
    let off = norm(x) - Interval::exact(5.0);
    assert!(off.low() <= 0.0 && off.high() >= 0.0 && off.magnitude() < 1e-29);
    Ok(())
}

#[test]
fn lengths_of_any_magnitude() {
    for scale in [1e-280, 1e-150, 1.0, 1e150] {
        let v = [3.0, 4.0, 0.0].map(|x| Interval::exact(x * scale));
        let length = norm(v).high();
        assert!((length / scale - 5.0).abs() < 1e-12, "{scale}: {length}");
    }
}
