//! Tests of `depth::sat::d2::ends`.

use core::f64::consts::TAU;
use std::vec::Vec;

use clearance_pairs::depth::sat::d2::Ring;
use clearance_pairs::depth::sat::d2::ends::*;
use clearance_pairs::hull::{Hull2, build2};
use clearance_testing::Random;
use glam::DVec2;

/// The overlap is the least along the normals of the ring and of the segment.
#[test]
fn the_line_has_the_least_overlap() {
    let (mut random, mut sides) = (Random::new(4), 0);
    let count = clearance_testing::pairs(20_000);
    for i in 0..count {
        let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -40, 40, 3, -5]));
        let (corners, thin) = (3 + random.below(40), *random.one_of(&[1.0, 0.5, 1e-3]));
        let on = |i: usize| DVec2::from_angle(i as f64 * TAU / corners as f64);
        let points: Vec<_> = (0..corners).map(|i| on(i) * DVec2::new(size, thin * size)).collect();
        let Hull2::Outline(outline) = build2(&points).unwrap() else { unreachable!() };
        let ring = Ring::from(&outline);
        let is_lattice = random.below(3) == 0;
        let mut point = || {
            let p = DVec2::new(random.signed(), random.signed());
            if is_lattice { (p * 2.0).round() * size } else { p * (2.0 * size) }
        };
        let [p, q] = [point(), point()];
        let ends = if i % 2 == 0 { Some(Ends::point(p)) } else { Ends::segment([p, q]) };
        let Some(ends) = ends else { continue };
        let ends = ends.ring();
        let top = |of: &[DVec2], n: DVec2| of.iter().map(|v| n.dot(*v)).fold(f64::MIN, f64::max);
        let overlap = |n: DVec2| top(ring.vertices, n) + top(ends.vertices, -n);
        let axes = ring.normals.iter().copied().chain(ends.normals.iter().map(|n| -*n));
        let least = axes.map(overlap).fold(f64::INFINITY, f64::min);
        let found = ring.steepest_to(&ends);
        let rounding = 1e-14 * (size + p.length() + q.length());
        assert!((found.overlap - least).abs() <= rounding, "{i}: {found:?} {least}");
        assert!((overlap(found.normal) - least).abs() <= rounding, "{i}: {found:?}");
        sides += usize::from(found.is_of_b);
    }
    assert!(sides * 20 > count, "{sides}");
}
