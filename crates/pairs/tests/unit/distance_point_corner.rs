//! Tests of `distance::point::corner`.

use std::vec::Vec;

use clearance_pairs::distance::point::Nearest;
use clearance_pairs::distance::point::face_planes::polyhedron;
use clearance_pairs::hull::{Built, Hull3, Polyhedron};
use clearance_pairs::shape::{Hull, Point};
use clearance_pairs::{Convex, Pose, Query};
use clearance_testing::Random;
use glam::DVec3;

/// The distance to a hull is that of GJK, for hulls of all sizes, flat ones and needles among them,
/// and for points near and far. Most points beside all faces are answered.
#[test]
fn the_nearest_corner_or_edge_is_that_of_gjk() {
    let (mut random, mut proven, mut left) = (Random::new(9), [0; 2], [0; 2]);
    let count = clearance_testing::pairs(20_000);
    for i in 0..count {
        let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -30, 30]));
        let thin =
            DVec3::new(1.0, *random.one_of(&[1.0, 1.0, 1e-2]), *random.one_of(&[1.0, 1.0, 1e-4]));
        let corners = 4 + random.below(60);
        let points: Vec<_> = (0..corners).map(|_| random.direction3() * thin * size).collect();
        let Ok(hull) = Hull::<DVec3>::new(points) else { continue };
        let Some(Built::Space(Hull3::Solid(solid))) = hull.built() else { continue };
        let is_far = random.below(2);
        let off = if is_far == 1 { 4.0 } else { random.range(1.0, 1.2) };
        let p = random.direction3() * thin * (size * off);
        let Some(found) = polyhedron(solid, hull.reach(), p) else {
            left[is_far] += 1;
            continue;
        };
        let spot = Point::new(p).unwrap();
        let slow = Query::new(&hull, &Pose::IDENTITY, &spot, &Pose::IDENTITY).clearance();
        let Nearest { distance, error, normal, point } = found;
        assert!(
            distance - error <= slow.upper && slow.lower <= distance + error,
            "{i} {found:?} {slow:?}"
        );
        assert!(error < 1e-12 * size * off, "{i} {found:?}");
        assert!((point + normal * distance - p).length() < 1e-13 * size * off, "{i} {found:?}");
        let is_beside = above_all(solid, p, point);
        proven[is_far] += usize::from(is_beside);
    }
    for (proven, left) in proven.iter().zip(&left) {
        assert!(*proven > count / 10 && left * 5 < *proven, "{proven} {left}");
    }
}

/// Is the nearest point a corner, or on an edge: on two faces at least?
fn above_all(solid: &Polyhedron<DVec3>, p: DVec3, point: DVec3) -> bool {
    let near = 1e-9 * (p - point).length();
    let faces = (0..solid.normals().len() as u32).filter(|face| {
        let height = solid.normals().get(*face).dot(point) - solid.offsets()[*face as usize];
        height.abs() < near
    });
    faces.count() > 1
}
