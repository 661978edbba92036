//! Every normal of both polygons in the order of directions: the vertices move on.
//!
//! Both lists of normals are sorted as they come. Merged, they tell at each normal of A which
//! vertex of -B is the farthest: the one between the normals of -B before and behind. So each
//! normal costs a step, whatever the number of vertices: n + m in all. It is the walk around
//! the difference of the two (see [`minkowski`](crate::minkowski)), which is not written down.
//!
//! Where vertices are few, and nobody asks in which order normals were tried, looking at all of them in
//! lanes takes less (`best`).
//!
//! Normals are compared, never heights. Where rounding puts two of them in the wrong order they
//! are parallel to rounding, and the wrong vertex is as high as the right one, to rounding. A
//! comparison of heights would stop at an edge as short as a rounding error.

use core::hint::select_unpredictable;

use glam::DVec2;

use super::PolygonPair;
use crate::algorithm::sat::{Feature, Outcome};
use crate::space::Vector;
use crate::trace::{Trace, Watch};

/// The least overlap over all normals, or the first axis that separates.
pub fn merged<T: Trace<DVec2>>(pair: &PolygonPair<'_>, trace: &mut T) -> Outcome<DVec2> {
    merged_noting(pair, pair.rounding, trace, |_, _| ())
}

/// The least overlap over all normals, or the first along which the gap is wider than that. An
/// axis that no edge lies across says so: a gap between two corners may be wider along it. Tells of each
/// edge and the overlap along its normal.
#[inline(always)]
pub(super) fn merged_noting<T: Trace<DVec2>>(
    pair: &PolygonPair<'_>,
    gap: f64,
    trace: &mut T,
    mut note: impl FnMut(Feature, f64),
) -> Outcome<DVec2> {
    let mut watch = Watch::new(trace, 1.0);
    let mut best = Outcome::new();
    // It counts as more by rounding, so that an edge that lies across it takes its place.
    let start = pair.start.unit_along().unwrap_or(DVec2::X);
    pair.try_axis(start, Feature::None, &mut best, &mut watch);
    best.overlap += pair.rounding;
    if best.overlap < -gap {
        return best;
    }
    pair.walk(|axis, overlap, feature, vertices| {
        note(feature, overlap);
        pair.offer(overlap, axis, feature, vertices, &mut best, &mut watch);
        best.overlap >= -gap
    });
    best
}

impl PolygonPair<'_> {
    /// Goes through the normals of both in order, while `go_on`: with the overlap along each, the
    /// edge that it belongs to and the farthest vertices of A and B.
    #[inline]
    pub(super) fn walk(&self, mut go_on: impl FnMut(DVec2, f64, Feature, [usize; 2]) -> bool) {
        let (a, b) = (self.a, self.b);
        // The edge that is next and the vertex that it starts at, of A and of B.
        let (mut i, mut j) = (0, self.first_of_b());
        let (mut left_a, mut left_b) = (a.len(), b.len());
        let (mut axis_b, mut point_b) = (self.against_b(j), self.point_b(j));
        let mut on = true;
        while left_a + left_b > 0 && on {
            // All that was walked is less than half a turn behind either, so the sign tells.
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

    /// The edge of B whose normal in the map of -B is the first from A's first normal on.
    fn first_of_b(&self) -> usize {
        let from = self.b_in_a.unrotate(-self.a.normals[0]);
        let normals = self.b.normals;
        let seen = |normal: &DVec2| (from.dot(*normal) > 0.0, from.perp_dot(*normal) >= 0.0);
        let (mut first, mut before) = (0, seen(&normals[normals.len() - 1]));
        let mut none_yet = true;
        for (j, normal) in normals.iter().enumerate() {
            let here = seen(normal);
            // Opposite to `from` the sign changes too, the other way, up to rounding. Nobody can
            // guess when, so nothing branches on it. Lengths are 1: there is no NaN.
            let is_here = (before.0 | here.0) & !before.1 & here.1 & none_yet;
            first = select_unpredictable(is_here, j, first);
            (none_yet, before) = (none_yet & !is_here, here);
        }
        first
    }
}
