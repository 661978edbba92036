//! Tests of `hull::facets`.

use std::vec::Vec;

use clearance_geometry::hull::facets::*;
use clearance_geometry::hull::{Hull3, build3};
use glam::DVec3;

#[test]
fn lanes_find_the_vertex_that_a_scan_finds() {
    let mut random = clearance_testing::Random::new(7);
    let mut next = || random.signed();
    let mut ties = 0;
    for count in [4, 8, 9, 20, 64, 100, MOST_IN_LANES] {
        // Every other one from a lattice, so that vertices tie.
        for lattice in [false, true] {
            let round = |x: f64| if lattice { (4.0 * x).round() } else { x };
            let mut point = || DVec3::from_array([round(next()), round(next()), round(next())]);
            let points: Vec<DVec3> = (0..count).map(|_| point()).collect();
            let Ok(Hull3::Solid(hull)) = build3(&points) else { continue };
            let facets = hull.facets();
            assert!(facets.vertices().len() <= MOST_IN_LANES);
            for _ in 0..200 {
                let direction = point();
                let found = facets.support(direction);
                assert_eq!(found, facets.scan(direction), "{count} points, {direction}");
                let top = direction.dot(facets.vertices().get(found));
                let level = facets.vertices().all.iter().filter(|v| direction.dot(**v) == top);
                ties += u32::from(level.count() > 1);
            }
        }
    }
    assert!(ties > 150, "only {ties} ties");
}
