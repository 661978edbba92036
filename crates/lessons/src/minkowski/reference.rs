//! The reference: the signed distance of the origin from the hull of points, by exhaustive search.
//!
//! Two families of candidates are searched. They bound the answer from both sides.
//!
//! - **Points.** Every corner, the nearest point of every edge, and the nearest point of every facet
//!   triangle. Each is a convex combination of the input. So if the origin is outside, none is nearer
//!   than the true distance, and the nearest candidate has this distance.
//! - **Axes.** For a unit vector n, let h(n) be the maximum of n.p over *all* points. For every n, the
//!   clearance is at least -h(n), and for the best n it is equal. The candidates are the normals of all
//!   facets, the directions from every edge straight to the origin, and those from every corner to it.
//!
//! The depth is the least h(n). Triangles whose corners are nearly collinear have normals that are mostly
//! rounding error. But h(n) is at least the true depth for *any* unit vector, so a wrong normal does no
//! harm. There is no tolerance and no special treatment for such triangles.
//!
//! Whether the origin is inside is decided by exact orientation on the given points. Coordinates below
//! 2^-200 of the largest count as 0.

use super::normalised::normalised;
use super::search::Search;
pub use super::search::{Explicit, Reference};

/// The clearance of two shapes from all points of their difference, by the hull of the points.
///
/// Accurate to about 1e-15 of the size of the points. The time grows with the number of points times that
/// of edges in 2D or facets in 3D; a few hundred points in 3D take a few milliseconds. Flat sets,
/// collinear sets, single points and duplicates are allowed. Coordinates must be finite.
///
/// ```
/// use clearance::d2_f64::DVec2;
/// use clearance::minkowski::{difference, reference};
/// let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
/// let square = |x: f64| corners.map(|(u, v)| DVec2::new(x + u, v));
/// let gap = reference::signed_distance(&difference(&square(0.0), &square(2.0)));
/// assert_eq!((gap.signed_distance, gap.normal), (1.0, DVec2::X));
/// let overlap = reference::signed_distance(&difference(&square(0.0), &square(0.75)));
/// assert_eq!((overlap.signed_distance, overlap.normal), (-0.25, DVec2::X));
/// ```
pub fn signed_distance<W: Explicit>(points: &[W]) -> Reference<W> {
    let (points, size) = normalised(points);
    let mut search = Search::new(&points);
    let holds_origin = W::search_hull(&points, &mut search);
    // Only the boundary was searched, so its nearest point gives the depth, too.
    let other_depth = search.distance;
    search.answer(holds_origin, other_depth, size)
}

/// The same without a hull: every point, every pair and every triple of points is treated as a corner, an
/// edge or a facet. Those that are not on the hull can only lose. This is the simplest method and the
/// slowest: n^4 in 3D, so for tens of points.
///
/// Within rounding of 0, the sign of the clearance is not exact here.
pub fn by_all_simplices<W: Explicit>(points: &[W]) -> Reference<W> {
    let (points, size) = normalised(points);
    let mut search = Search::new(&points);
    for (i, &u) in points.iter().enumerate() {
        search.corner(u);
        for (j, &v) in points.iter().enumerate().skip(i + 1) {
            search.edge(u, v);
            for &w in &points[j + 1..] {
                W::search_triangle(&mut search, [u, v, w]);
            }
        }
    }
    let (holds_origin, depth) = (search.gap <= 0.0, -search.gap);
    search.answer(holds_origin, depth, size)
}
