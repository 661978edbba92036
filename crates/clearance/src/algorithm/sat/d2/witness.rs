//! Where two polygons that overlap touch deepest: a point of A and one of B, the depth apart
//! along the axis.
//!
//! A vertex against an edge: the vertex. An edge against a parallel edge: the middle of what
//! both have in common, seen along the axis.
//!
//! ```text
//!           +------------
//!           |     B           Places along the tangent of the axis, heights along the axis.
//!     ------|----*----+       Both points * are at the same place: A's is the highest of A
//!           +----*----|---    there, B's the lowest of B, but for rounding.
//!        A            |
//! ```
//!
//! Where edges are almost parallel, their overlaps are the same to rounding, and the wrong one
//! may have won. Then the vertex lies a little beside the end of the edge. The points are taken
//! at that end: the vertex's own edge is about as high there.

use glam::DVec2;

use super::{PolygonPair, Ring};
use crate::algorithm::sat::Outcome;

impl PolygonPair<'_> {
    /// The point of A that is deepest in B and the point of B that is deepest in A, in A's frame.
    /// They are the overlap apart along the axis.
    pub fn points(&self, outcome: &Outcome<DVec2>) -> [DVec2; 2] {
        let (axis, tangent) = (outcome.axis, outcome.axis.perp());
        // Seen along the axis: x is the place and y the height. B is turned over.
        let of_a = |v: usize| {
            let p = self.a.vertices[v];
            DVec2::new(tangent.dot(p), axis.dot(p))
        };
        let of_b = |v: usize| {
            let p = self.point_b(v);
            DVec2::new(tangent.dot(p), -axis.dot(p))
        };
        let slack = 4.0 * self.rounding;
        let (a, b) = (top(self.a, slack, of_a), top(self.b, slack, of_b));
        let wider = if a[1] - a[0] > b[1] - b[0] { a } else { b };
        let common = [a[0].max(b[0]), a[1].min(b[1])];
        let place = (0.5 * (common[0] + common[1])).max(wider[0]).min(wider[1]);
        let (height_a, height_b) = (height(self.a, place, of_a), -height(self.b, place, of_b));
        let middle = tangent * place + axis * (0.5 * (height_a + height_b));
        let half = axis * (0.5 * outcome.overlap);
        [middle + half, middle - half]
    }
}

/// From which place to which a ring is at its top, but for `slack`.
fn top(ring: Ring<'_>, slack: f64, seen: impl Fn(usize) -> DVec2) -> [f64; 2] {
    let all = || (0..ring.len()).map(&seen);
    let top = all().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let there = all().filter(|p| p.y >= top - slack);
    there.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| [low.min(p.x), high.max(p.x)])
}

/// The height of a ring's outline at a place; beyond its ends, that of its top.
fn height(ring: Ring<'_>, place: f64, seen: impl Fn(usize) -> DVec2) -> f64 {
    let on_edge = |v: usize| {
        let (p, q) = (seen(v), seen(ring.next(v)));
        let share = (place - p.x) / (q.x - p.x);
        if p.x == place {
            Some(p.y)
        } else {
            (0.0..=1.0).contains(&share).then_some(p.y + share * (q.y - p.y))
        }
    };
    let highest = (0..ring.len()).filter_map(on_edge).fold(f64::NEG_INFINITY, f64::max);
    let top = || (0..ring.len()).map(|v| seen(v).y).fold(f64::NEG_INFINITY, f64::max);
    if highest.is_finite() { highest } else { top() }
}
