//! Two polygons, and the overlap along an axis.

use glam::DVec2;

use super::super::{Feature, Outcome};
use super::Ring;
use crate::space::Motion;
use crate::trace::{Trace, Watch};

/// Two polygons and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct PolygonPair<'a> {
    #[doc(hidden)]
    pub a: Ring<'a>,
    #[doc(hidden)]
    pub b: Ring<'a>,
    pub(super) b_in_a: Motion<DVec2>,
    pub(super) start: DVec2,
    pub(super) rounding: f64,
}

impl<'a> PolygonPair<'a> {
    /// `start` is the first axis to try, of any length, for example from a point inside A to a point
    /// inside B, in A's frame. `size` is at least the sum of the distances of the farthest vertices from
    /// their origins and of the distance of the origins.
    #[inline]
    pub fn new(a: Ring<'a>, b: Ring<'a>, b_in_a: &Motion<DVec2>, start: DVec2, size: f64) -> Self {
        // A height is a sum of four products of lengths below `size`: gamma_6. The rest is for the
        // rounding of the offsets.
        Self { a, b, b_in_a: *b_in_a, start, rounding: 8.0 * f64::EPSILON * size }
    }

    /// Both polygons.
    #[inline]
    pub(crate) fn rings(&self) -> [&Ring<'a>; 2] {
        [&self.a, &self.b]
    }
    /// The pose of B in A's frame.
    pub fn b_in_a(&self) -> &Motion<DVec2> {
        &self.b_in_a
    }
    /// The error bound of an overlap.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// Overlaps up to this, including the rounding of the poses, count as a touch.
    pub fn touch(&self) -> f64 {
        8.0 * self.rounding
    }

    /// The normal of an edge of -B, in A's frame.
    #[inline]
    #[doc(hidden)]
    pub fn against_b(&self, edge: usize) -> DVec2 {
        -self.b_in_a.rotate(self.b.normals[edge])
    }
    /// A vertex of B in A's frame.
    #[inline]
    pub(super) fn point_b(&self, vertex: usize) -> DVec2 {
        self.b_in_a.apply(self.b.vertices[vertex])
    }

    /// Tests an axis of length 1 in A's frame, by the farthest vertices.
    #[doc(hidden)]
    pub fn try_axis<T: Trace<DVec2>>(
        &self,
        axis: DVec2,
        feature: Feature,
        best: &mut Outcome<DVec2>,
        watch: &mut Watch<'_, DVec2, T>,
    ) {
        let (a, b) = (self.a.scan(axis), self.b.scan(self.b_in_a.unrotate(-axis)));
        let overlap = axis.dot(self.a.vertices[a] - self.point_b(b));
        best.counters.supports += 2;
        self.offer(overlap, axis, feature, [a, b], best, watch);
    }

    pub(super) fn offer<T: Trace<DVec2>>(
        &self,
        overlap: f64,
        axis: DVec2,
        feature: Feature,
        [a, b]: [usize; 2],
        best: &mut Outcome<DVec2>,
        watch: &mut Watch<'_, DVec2, T>,
    ) {
        best.counters.axes += 1;
        watch.axis(axis, overlap, feature);
        if overlap < best.overlap {
            best.offer(overlap, axis, feature, [self.a.number(a), self.b.number(b)]);
        }
    }
}
