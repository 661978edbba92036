//! Tests of `shape::cylinder`.

use clearance_geometry::shape::cylinder::*;
use clearance_testing::Random;
use glam::DVec3;

/// For directions of all lengths, of which some are so long or short that their square is out of range.
#[test]
fn points_of_the_rim_are_those_along_a_unit_vector() {
    let (mut random, mut others) = (Random::new(8), 0);
    for i in 0..10_000 {
        let length = libm::pow(10.0, random.range(-300.0, 300.0));
        let (direction, axis) = (random.direction3() * length, i % 3);
        let (mut across, radius) = (direction, random.range(0.1, 10.0));
        across[axis] = 0.0;
        let (point, slow) = (rim(direction, axis, radius), rim_of_any(across, radius));
        assert!((point - slow).length() <= 8.0 * f64::EPSILON * radius, "{direction}");
        others += u32::from(!(1e-48..1e48).contains(&across.dot(across)));
    }
    assert!(others > 2000, "{others}");
    assert_eq!(rim(DVec3::Z * 3.0, 2, 1.0), DVec3::ZERO);
}
