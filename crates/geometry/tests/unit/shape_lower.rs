//! Tests of `shape::lower`.

use clearance_geometry::shape::lower::*;
use clearance_geometry::shape::{Cone, Convex, Cylinder, Ellipsoid};
use clearance_geometry::space::Axis;
use clearance_testing::Random;
use glam::DVec3;

/// Compares the derivative with finite differences, for rims and for ellipsoids.
#[test]
fn support_points_move_as_they_bend() {
    let (mut random, mut moved) = (Random::new(1), 0);
    let cylinder = Cylinder::<DVec3>::new(Axis::Z, 0.5, 0.7).unwrap();
    let cone = Cone::<DVec3>::new(Axis::X, 0.5, 0.7).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(0.3, 0.9, 0.6)).unwrap();
    for i in 0..3000 {
        let (u, turn) = (random.direction3(), random.direction3());
        let lowered = [Lowered::of(&cylinder), Lowered::of(&cone), Lowered::of(&ellipsoid)][i % 3];
        let at = |step: f64| lowered.support(u + turn * step);
        let step = 1e-5;
        // Skips jumps of the support point, across a kink or near the axis of a rim.
        let (before, after) = (at(-step), at(step));
        if (after - before).length() > 1e-3 {
            continue;
        }
        let shown = (after - before) / (2.0 * step);
        let found = lowered.core().bend(u, at(0.0), turn);
        let rounding = 1e-4 * (1.0 + shown.length_squared() * shown.length());
        assert!((found - shown).length() < rounding, "{i}: {u} {turn} {found} {shown}");
        moved += usize::from(shown.length() > 0.1);
    }
    assert!(moved > 1500, "{moved}");
}
