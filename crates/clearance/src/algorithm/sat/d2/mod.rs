//! Separating axis tests in the plane.
//!
//! The Gauss map of a polygon is a circle: the normals of its edges are points of it, and the
//! arc between two of them belongs to the vertex between the edges. Laid over the map of -B, the
//! arcs of both are cut to smaller ones, and the least overlap is at one of their ends: at the
//! normal of an edge of A or of -B. There are no pairs of edges to try.
//!
//! ```text
//!            n1                  A's normals n and those of -B, here m, around the circle.
//!         .-'o'-.                Along n1 the farthest vertex of A is either end of edge 1,
//!     m2 x   v2  x m1            and that of -B is the one between m1 and m2.
//!       |         |
//!       | v0   v1 |              From one normal to the next, in order, either the vertex of A
//!     n2 o       o n0            or that of -B moves on by one.
//!         '-.x.-'
//!            m0
//! ```
//!
//! This holds if no arc is half a circle or more. So a segment is taken for a rectangle without
//! width, whose ends have normals too, and a point for a square without size.

mod best;
mod ends;
mod exhaustive;
mod few;
mod lead;
mod merged;
mod narrow;
mod swept;
mod witness;

pub use best::{Best, Gap};
pub use exhaustive::exhaustive;
pub use few::Few;
pub use lead::{Lead, Meeting};
pub use merged::merged;
pub use narrow::{NarrowRing, OFF, Steepest};
pub use swept::Touching;

use glam::DVec2;

use super::{Feature, Outcome};
use crate::hull::{self, Outline};
use crate::number::Scalar;
use crate::space::Motion;
use crate::trace::{Trace, Watch};

/// A convex polygon of three edges or more, counterclockwise: edge `i` runs from vertex `i` to
/// the next. Edges may have no length, but each has a normal, and from one normal to the next
/// it is less than half a turn.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    vertices: &'a [DVec2],
    /// Outward, of length 1.
    normals: &'a [DVec2],
    /// The largest height of all vertices along each normal.
    offsets: &'a [f64],
    /// Per vertex the number that answers name it by; if empty, its own.
    numbers: &'a [u32],
}

impl<'a> From<&'a Outline<DVec2>> for Ring<'a> {
    fn from(outline: &'a Outline<DVec2>) -> Self {
        let (vertices, normals) = (outline.vertices(), outline.normals());
        Self { vertices, normals, offsets: outline.offsets(), numbers: &[] }
    }
}

impl Ring<'_> {
    /// How many edges it has.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "there are three at least")]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }
    #[inline]
    pub(crate) fn vertex(&self, i: usize) -> DVec2 {
        self.vertices[i]
    }
    /// Of edge `i`.
    #[inline]
    pub(crate) fn normal(&self, i: usize) -> DVec2 {
        self.normals[i]
    }
    /// The edges, each by the vertex it begins at, its normal and how high that stands.
    #[inline]
    pub(crate) fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2, f64)> {
        let all = self.vertices.iter().zip(self.normals).zip(self.offsets);
        all.map(|((vertex, normal), offset)| (*vertex, *normal, *offset))
    }
    /// The area where all lengths are so many times longer.
    pub(crate) fn area_in(&self, unit: f64) -> f64 {
        let from = |i: usize| (self.vertices[i] - self.vertices[0]) * unit;
        (2..self.len()).fold(0.0, |sum, i| sum + 0.5 * from(i - 1).perp_dot(from(i)))
    }
    /// The edge whose normal is nearest to a direction.
    #[inline]
    pub(crate) fn edge_along(&self, direction: DVec2) -> usize {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, normal) in self.normals.iter().enumerate() {
            let here = direction.dot(*normal);
            if here > most {
                (best, most) = (i, here);
            }
        }
        best
    }
    /// The same, looked for from another edge on.
    #[inline]
    pub(crate) fn edge_near(&self, from: usize, direction: DVec2) -> usize {
        let along = |i: usize| direction.dot(self.normals[i]);
        let (mut best, mut most) = (from, along(from));
        let (ahead, behind) = (self.next(from), self.previous(from));
        let (up, down) = (along(ahead), along(behind));
        // Mostly it is that one.
        if up <= most && down <= most {
            return best;
        }
        let is_ahead = up > down;
        // Once around at most.
        for _ in 0..self.len() {
            let next = if is_ahead { self.next(best) } else { self.previous(best) };
            let here = along(next);
            if here <= most {
                break;
            }
            (best, most) = (next, here);
        }
        best
    }
    /// The edge whose line a point is the farthest above, and how far.
    #[inline]
    pub(crate) fn steepest(&self, p: DVec2) -> (usize, f64) {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, (normal, offset)) in self.normals.iter().zip(self.offsets).enumerate() {
            let here = normal.dot(p) - offset;
            if here > most {
                (best, most) = (i, here);
            }
        }
        (best, most)
    }
    /// The vertex farthest along a direction, on the way up from another.
    pub(crate) fn climb(&self, from: usize, direction: DVec2) -> usize {
        hull::around(self.len(), from, direction, |i| self.vertices[i])
    }
    /// How high edge `i` stands along its normal: all vertices are no higher.
    #[inline]
    pub(crate) fn offset(&self, i: usize) -> f64 {
        self.offsets[i]
    }
    /// The largest height of all vertices along a direction.
    #[inline(always)]
    pub(crate) fn top(&self, direction: DVec2) -> f64 {
        let height = |vertex: &DVec2| direction.dot(*vertex);
        self.vertices.iter().map(height).fold(f64::NEG_INFINITY, Scalar::max)
    }
    #[inline]
    pub(crate) fn next(&self, i: usize) -> usize {
        if i + 1 == self.len() { 0 } else { i + 1 }
    }
    #[inline]
    pub(crate) fn previous(&self, i: usize) -> usize {
        if i == 0 { self.len() - 1 } else { i - 1 }
    }
    /// Of the two edges at a corner the one that lies flatter across a direction.
    #[inline]
    pub(crate) fn flatter(&self, corner: usize, up: DVec2) -> usize {
        let before = self.previous(corner);
        let upright = |edge: usize| self.normals.get(edge).map_or(0.0, |normal| normal.dot(up));
        if upright(corner) > upright(before) { corner } else { before }
    }
    fn number(&self, vertex: usize) -> u32 {
        self.numbers.get(vertex).copied().unwrap_or(vertex as u32)
    }
    /// The vertex farthest along a direction, by looking at all. The lowest number wins ties.
    #[inline]
    pub(crate) fn scan(&self, direction: DVec2) -> usize {
        let (mut top, mut highest) = (0, f64::NEG_INFINITY);
        for (i, vertex) in self.vertices.iter().enumerate() {
            let height = direction.dot(*vertex);
            if height > highest {
                (top, highest) = (i, height);
            }
        }
        top
    }
}

/// Two polygons and how B stands in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct PolygonPair<'a> {
    a: Ring<'a>,
    b: Ring<'a>,
    b_in_a: Motion<DVec2>,
    start: DVec2,
    rounding: f64,
}

impl<'a> PolygonPair<'a> {
    /// `start` is the first axis to be tried, of any length: from a point inside A to one inside
    /// B, say, in A's frame. `size` is no less than the sum of the farthest vertices' distances
    /// from their origins and that of the origins.
    #[inline]
    pub fn new(a: Ring<'a>, b: Ring<'a>, b_in_a: &Motion<DVec2>, start: DVec2, size: f64) -> Self {
        // A height is a sum of four products, of lengths below `size`: gamma_6, and what the
        // offsets are rounded up by, with room.
        Self { a, b, b_in_a: *b_in_a, start, rounding: 8.0 * f64::EPSILON * size }
    }

    /// How B stands in A's frame.
    pub fn b_in_a(&self) -> &Motion<DVec2> {
        &self.b_in_a
    }
    /// How far the overlap found may be from the true one.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// Overlaps up to this may be rounding, that of the poses included: the shapes touch.
    pub fn touch(&self) -> f64 {
        8.0 * self.rounding
    }

    /// The normal of an edge of -B, in A's frame.
    #[inline]
    fn against_b(&self, edge: usize) -> DVec2 {
        -self.b_in_a.rotate(self.b.normals[edge])
    }
    /// A vertex of B in A's frame.
    #[inline]
    fn point_b(&self, vertex: usize) -> DVec2 {
        self.b_in_a.apply(self.b.vertices[vertex])
    }

    /// Takes the overlap along an axis of length 1 in A's frame, by the farthest vertices.
    fn try_axis<T: Trace<DVec2>>(
        &self,
        axis: DVec2,
        feature: Feature,
        best: &mut Outcome<DVec2>,
        watch: &mut Watch<'_, T>,
    ) {
        let (a, b) = (self.a.scan(axis), self.b.scan(self.b_in_a.unrotate(-axis)));
        let overlap = axis.dot(self.a.vertices[a] - self.point_b(b));
        best.counters.supports += 2;
        self.offer(overlap, axis, feature, [a, b], best, watch);
    }

    #[inline]
    fn offer<T: Trace<DVec2>>(
        &self,
        overlap: f64,
        axis: DVec2,
        feature: Feature,
        [a, b]: [usize; 2],
        best: &mut Outcome<DVec2>,
        watch: &mut Watch<'_, T>,
    ) {
        best.counters.axes += 1;
        watch.axis(axis, overlap, feature);
        if overlap < best.overlap {
            best.offer(overlap, axis, feature, [self.a.number(a), self.b.number(b)]);
        }
    }
}
