//! The reference: the signed distance of the origin from the hull of points, by looking at
//! everything.
//!
//! Two families of candidates are searched, and they close in on the answer from both sides.
//!
//! - **Points.** Every corner, the nearest point of every edge, the nearest point of every
//!   facet triangle. Each is a convex combination of the input, so outside none is nearer than
//!   the true distance, and the nearest of all is it.
//! - **Axes.** For a unit vector n let h(n) be the maximum of n.p over *all* points. Every n
//!   says that the clearance is at least -h(n), and the best n attains it. The candidates are
//!   the normals of all facets, the directions from every edge straight to the origin, and
//!   those from every corner to it.
//!
//! Depth is the least h(n). Slivers, triangles whose corners are nearly collinear, have
//! normals that are mostly rounding error; since *any* unit vector has h(n) at or above the
//! true depth, a bad normal can lose the search but never spoil it. Nothing here is tuned or
//! skipped for their sake, and there is no tolerance.
//!
//! Whether the origin is inside is decided by exact orientation on the points as given;
//! coordinates below 2^-200 of the largest count as 0.

use super::normalised::normalised;
use super::search::Search;
pub use super::search::{Explicit, Reference};

/// The clearance of two shapes from all the points of their difference, by way of the hull.
///
/// Right to about 1e-15 of the size of the points. In the plane the time grows with the number
/// of points times that of edges; in space likewise, and a few hundred points take a few
/// milliseconds. Flat sets, collinear ones, single points and duplicates are taken as what
/// they are. Coordinates must be finite.
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
    // Only the boundary was searched, so the nearest point tells the depth, too.
    let other_depth = search.distance;
    search.answer(holds_origin, other_depth, size)
}

/// The same without a hull: every point, every pair, every triple of points is taken for a
/// corner, an edge, a facet. Those that are none can only lose. Nothing could be simpler, and
/// nothing slower: n^4 in space, so for tens of points.
///
/// The sign of a clearance within rounding of 0 is not exact here.
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
