//! Tests of `patch::tilted`.

use std::vec::Vec;

use clearance_pairs::hull::{Facets, Hull3, LANES, build3};
use clearance_pairs::patch::tilted::*;
use clearance_pairs::shape::Face;
use glam::DVec3;

/// Numbers between -1 and 1, the same each time.
fn numbers() -> impl FnMut() -> f64 {
    let mut random = clearance_testing::Random::new(1);
    move || random.signed()
}

/// Corners about on the top and the bottom of a drum, so that many are nearly level.
fn drum(corners: usize, next: &mut impl FnMut() -> f64) -> Vec<DVec3> {
    let tilt = 0.03 * next().abs();
    (0..corners)
        .map(|i| {
            let angle = core::f64::consts::PI * next();
            let up = if i % 2 == 0 { 0.5 } else { -0.5 };
            DVec3::new(angle.cos(), angle.sin(), up + tilt * next())
        })
        .collect()
}

/// The highest corners after the tilts, one after another: the slow version.
fn slowly(facets: &Facets<'_>, normal: DVec3, top: u32) -> Vec<u32> {
    let (vertices, up) = (facets.vertices(), most(normal));
    let ends = (0..LANES).map(|k| {
        let mut direction = normal;
        direction[(up + 1) % 3] += TO[0][k] * ANGLE;
        direction[(up + 2) % 3] += TO[1][k] * ANGLE;
        let height = |v: u32| direction.dot(vertices.get(v) - vertices.get(top));
        let all = 0..vertices.len() as u32;
        all.fold(top, |best, v| if height(v) > height(best) + 1e-15 { v } else { best })
    });
    let mut ends: Vec<u32> = ends.filter(|end| *end != top).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[test]
fn the_highest_corners_after_a_tilt_are_found() {
    let (mut next, mut found, mut none, mut steep, mut large) = (numbers(), 0, 0, 0, 0);
    for trial in 0..400 {
        let points = drum(8 + trial % 153, &mut next);
        let Ok(Hull3::Solid(solid)) = build3(&points) else { continue };
        let facets = solid.facets();
        for _ in 0..20 {
            let near_axis = DVec3::new(0.05 * next(), 0.05 * next(), 1.0);
            let any = DVec3::new(next(), next(), next());
            let direction = if next() > 0.0 { near_axis } else { any }.normalize();
            let top = facets.support(direction);
            let slow = slowly(&facets, direction, top);
            assert_eq!(tilted_corners(&facets, direction, top).as_slice(), slow);
            // All falls away from that corner: tilted a little it stands on the same one.
            let mut face = Face::<DVec3>::new();
            face.set_facet_along(&facets, direction);
            assert!(face.fall <= ANGLE * ANGLE || slow.is_empty());
            steep += usize::from(face.fall > ANGLE * ANGLE);
            found += slow.len();
            none += usize::from(slow.is_empty());
            large += usize::from(facets.vertices().len() > 64);
        }
    }
    assert!(found > 5_000 && none > 1_000, "{found} corners, {none} times none");
    assert!(steep > 500 && large > 1_000, "{steep} times all falls away, {large} large hulls");
}
