//! The deepest points of two polygons that overlap: a point of A and a point of B whose difference is the
//! depth along the axis.
//!
//! A vertex against an edge: the vertex. An edge against a parallel edge: the middle of their common
//! part, seen along the axis.
//!
//! ```text
//!           +------------
//!           |     B           Places along the tangent of the axis, heights along the axis.
//!     ------|----*----+       Both points * are at the same place: A's is the highest of A
//!           +----*----|---    there, B's the lowest of B, up to rounding.
//!        A            |
//! ```
//!
//! If edges are almost parallel, their overlaps are equal up to rounding, and the wrong edge may have
//! been chosen. Then the vertex is a little beyond the end of the edge. The points are taken at this end,
//! where the vertex's own edge is about as high.

use glam::DVec2;

use super::{PolygonPair, Ring};
use crate::depth::sat::Outcome;

impl PolygonPair<'_> {
    /// The point of A that is deepest in B and the point of B that is deepest in A, in A's frame. Their
    /// difference is the overlap along the axis.
    pub fn points(&self, outcome: &Outcome<DVec2>) -> [DVec2; 2] {
        let (axis, tangent) = (outcome.axis, outcome.axis.perp());
        // Places along the tangent, heights along the axis. B is mirrored.
        let of_a = |v: usize| self.a.vertices[v];
        let of_b = |v: usize| self.point_b(v);
        let (way_a, way_b) = (Way { tangent, up: axis }, Way { tangent, up: -axis });
        let slack = 4.0 * self.rounding;
        let (a, b) = (way_a.top(self.a, slack, of_a), way_b.top(self.b, slack, of_b));
        let wider = if a[1] - a[0] > b[1] - b[0] { a } else { b };
        let common = [a[0].max(b[0]), a[1].min(b[1])];
        let place = (0.5 * (common[0] + common[1])).max(wider[0]).min(wider[1]);
        let (height_a, height_b) =
            (way_a.height(self.a, place, of_a), -way_b.height(self.b, place, of_b));
        let middle = tangent * place + axis * (0.5 * (height_a + height_b));
        let half = axis * (0.5 * outcome.overlap);
        [middle + half, middle - half]
    }
}

/// The direction in which places and heights of a ring are measured.
struct Way {
    tangent: DVec2,
    up: DVec2,
}

impl Way {
    /// The interval of places at which a ring is at its top, up to `slack`.
    fn top(&self, ring: Ring<'_>, slack: f64, point: impl Fn(usize) -> DVec2) -> [f64; 2] {
        let least = self.highest(ring, &point) - slack;
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
        for p in (0..ring.len()).map(&point) {
            if self.up.dot(p) >= least {
                let x = self.tangent.dot(p);
                ends = [ends[0].min(x), ends[1].max(x)];
            }
        }
        ends
    }

    fn highest(&self, ring: Ring<'_>, point: impl Fn(usize) -> DVec2) -> f64 {
        (0..ring.len()).map(|v| self.up.dot(point(v))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The height of a ring's outline at a place; beyond its ends, the height of its top.
    fn height(&self, ring: Ring<'_>, place: f64, point: impl Fn(usize) -> DVec2) -> f64 {
        let mut highest = f64::NEG_INFINITY;
        let seen = |v: usize| {
            let p = point(v);
            (p, self.tangent.dot(p))
        };
        let mut from = seen(ring.len() - 1);
        for v in 0..ring.len() {
            let to = seen(v);
            let ((p, x), (q, end)) = (from, to);
            if x == place {
                highest = highest.max(self.up.dot(p));
            } else if (x < place && place <= end) || (end <= place && place < x) {
                let (low, high) = (self.up.dot(p), self.up.dot(q));
                highest = highest.max(low + (place - x) / (end - x) * (high - low));
            }
            from = to;
        }
        if highest.is_finite() { highest } else { self.highest(ring, point) }
    }
}
