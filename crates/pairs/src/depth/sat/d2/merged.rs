//! Every normal of both polygons in the order of directions, while the vertices move on.
//!
//! Both lists of normals are sorted. Merged, they give the farthest vertex of -B at each normal of A: the
//! one between the normals of -B before and after it. So each normal costs one step, whatever the number
//! of vertices: n + m steps in all. It is the walk around the Minkowski difference (see
//! [`minkowski`](crate::minkowski)), which is not stored.
//!
//! If there are few vertices, and no trace asks for the order of the normals, testing all of them in
//! lanes is faster (`best`).
//!
//! The walk compares normals, never heights. If rounding puts two normals in the wrong order, they are
//! parallel within rounding, and the wrong vertex is as high as the right one within rounding. A
//! comparison of heights would stop at an edge as short as a rounding error.

use core::hint::select_unpredictable;

use glam::DVec2;

use super::PolygonPair;
use crate::depth::sat::{Feature, Outcome};
use crate::space::Vector;
use crate::trace::{Trace, Watch};

/// The least overlap over all normals, or the first separating axis.
pub fn merged<T: Trace<DVec2>>(pair: &PolygonPair<'_>, trace: &mut T) -> Outcome<DVec2> {
    merged_within(pair, pair.rounding, trace)
}

/// The least overlap over all normals, or the first axis whose gap is wider than the limit. `None` for
/// the feature means that no edge is perpendicular to the axis; a gap between two corners may be wider.
#[inline(always)]
pub(super) fn merged_within<T: Trace<DVec2>>(
    pair: &PolygonPair<'_>,
    gap: f64,
    trace: &mut T,
) -> Outcome<DVec2> {
    let mut watch = Watch::new(trace, 1.0);
    let mut best = Outcome::new();
    // Its overlap is raised by rounding, so that an edge with the same normal replaces it.
    let start = pair.start.unit_along().unwrap_or(DVec2::X);
    pair.try_axis(start, Feature::None, &mut best, &mut watch);
    best.overlap += pair.rounding;
    if best.overlap < -gap {
        return best;
    }
    pair.walk(|axis, overlap, feature, vertices| {
        pair.offer(overlap, axis, feature, vertices, &mut best, &mut watch);
        best.overlap >= -gap
    });
    best
}

impl PolygonPair<'_> {
    /// Visits the normals of both in order, while `go_on` returns true. `go_on` takes the overlap along a
    /// normal, its edge, and the farthest vertices of A and B.
    pub(super) fn walk(&self, mut go_on: impl FnMut(DVec2, f64, Feature, [usize; 2]) -> bool) {
        let (a, b) = (self.a, self.b);
        // The next edge and the vertex at which it starts, of A and of B.
        let (mut i, mut j) = (0, self.first_of_b());
        let (mut left_a, mut left_b) = (a.len(), b.len());
        let (mut axis_b, mut point_b) = (self.against_b(j), self.point_b(j));
        let mut on = true;
        while left_a + left_b > 0 && on {
            // Both lists are less than half a turn apart, so the sign gives the order.
            if left_b == 0 || (left_a > 0 && a.normals[i].perp_dot(axis_b) >= 0.0) {
                let overlap = a.offsets[i] - a.normals[i].dot(point_b);
                on = go_on(a.normals[i], overlap, Feature::FaceA(i as u32), [i, j]);
                (i, left_a) = (a.next(i), left_a - 1);
            } else {
                let overlap = b.offsets[j] + axis_b.dot(a.vertices[i] - self.b_in_a.translation);
                on = go_on(axis_b, overlap, Feature::FaceB(j as u32), [i, j]);
                (j, left_b) = (b.next(j), left_b - 1);
                (axis_b, point_b) = (self.against_b(j), self.point_b(j));
            }
        }
    }

    /// The edge of B whose normal in the map of -B is the first after A's first normal.
    fn first_of_b(&self) -> usize {
        let from = self.b_in_a.unrotate(-self.a.normals[0]);
        let normals = self.b.normals;
        let seen = |normal: &DVec2| (from.dot(*normal) > 0.0, from.perp_dot(*normal) >= 0.0);
        let (mut first, mut before) = (0, seen(&normals[normals.len() - 1]));
        let mut none_yet = true;
        for (j, normal) in normals.iter().enumerate() {
            let here = seen(normal);
            // Opposite to `from` the sign changes the other way, up to rounding. There is no branch,
            // because it could not be predicted. Lengths are 1, so there is no NaN.
            let is_here = (before.0 | here.0) & !before.1 & here.1 & none_yet;
            first = select_unpredictable(is_here, j, first);
            (none_yet, before) = (none_yet & !is_here, here);
        }
        first
    }
}
