//! The convex hull in 2D, by Andrew's monotone chain with exact orientation.

use alloc::vec::Vec;

use glam::DVec2;

use super::normalised::normalised;
use super::search::{Boundary, Search, around};
use clearance_geometry::hull::exact::{chain, turn};
use clearance_geometry::space::{DVector, Vector};

/// The corners of the convex hull, counterclockwise from the leftmost, without duplicates and without
/// points that are collinear with their neighbours. Collinear points give two corners, a single point
/// one, and no points none. For drawing; coordinates must be finite.
pub fn hull2(points: &[DVec2]) -> Vec<DVec2> {
    let (points, size) = normalised(points);
    chain(&points).into_iter().map(|i| points[i] * size).collect()
}

/// Does a convex polygon, counterclockwise, contain the origin? Exact, for single points and segments
/// too: for these the turns do not decide, so the bounding box is tested as well.
pub(super) fn holds_origin(corners: &[DVec2]) -> bool {
    let left_of = |[u, v]: [DVec2; 2]| turn(u, v, DVec2::ZERO) >= 0.0;
    box_holds_origin(corners) && around(corners).into_iter().all(left_of)
}

/// Is the origin in the bounding box of the points?
fn box_holds_origin<W: DVector>(points: &[W]) -> bool {
    (0..W::DIM)
        .all(|i| points.iter().any(|p| p.get(i) <= 0.0) && points.iter().any(|p| p.get(i) >= 0.0))
}

impl Boundary for DVec2 {
    fn search_hull(points: &[Self], search: &mut Search<'_, Self>) -> bool {
        let corners: Vec<_> = chain(points).into_iter().map(|i| points[i]).collect();
        for [u, v] in around(&corners) {
            search.corner(u);
            search.edge(u, v);
        }
        holds_origin(&corners)
    }
    fn search_triangle(_: &mut Search<'_, Self>, _: [Self; 3]) {}
    fn across(edge: Self) -> Self {
        Vector::from_fn(|i| if i == 0 { edge.y } else { -edge.x })
    }
}
