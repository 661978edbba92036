//! Two polygons, of which one moves along a line: when do their projections overlap along all normals?
//!
//! The difference A - B is a polygon, and a ray from the origin along B's velocity meets it when both
//! touch. For each edge with the outward normal n, the merged walk gives the gap g(0) (see `merged`), and
//! g(t) = g(0) + n.u t. If it shrinks, the ray enters through the edge's line; if it grows, the ray
//! leaves:
//!
//! ```text
//!            \    .-----.
//!     o-------x--/-------\---y---->      in through two lines, the last at x2, then out through
//!              \/ x2   y2 \ /            two, the first at y2; if that is before, they pass
//!              /\          X
//! ```
//!
//! **The place of contact** is on the edge of the last line, below the lowest vertex over it. If two
//! edges coincide, it is in the middle of their common part.

use glam::DVec2;

use super::{PolygonPair, Ring};
use crate::algorithm::sat::{Feature, Swept};
use crate::answer::Member;
use crate::space::{Motion, Vector};

/// A later edge replaces the last one only if its gap, at the time at which the edges before touch, is
/// more than this share of the rounding error.
const BETTER: f64 = 0.25;

/// A place where two polygons touch. Points of each polygon are in its own frame.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    /// The place.
    pub points: Member<DVec2>,
    /// Two pairs of vertices whose differences are on both sides of the place.
    pub around: [Member<DVec2>; 2],
    /// Two vertices on the other sides.
    pub behind: Member<DVec2>,
}

impl PolygonPair<'_> {
    /// Tests all normals until a time; the velocity is B's in A's frame.
    pub fn swept(&self, velocity: DVec2, until: f64) -> Swept<DVec2> {
        // The line through which the ray enters last, and the line through which it leaves first.
        let (mut enter, mut first) = (0.0, None);
        let (mut leave, mut last) = (f64::INFINITY, DVec2::X);
        let (mut parts, mut touches) = (None, false);
        let speed = velocity.norm();
        self.walk(|axis, overlap, feature, _| {
            let (gap, closing) = (-overlap, -axis.dot(velocity));
            let rounding = BETTER * (self.rounding + 8.0 * f64::EPSILON * speed * enter);
            touches |= gap >= -self.touch();
            if closing > 0.0 {
                if gap - closing * enter > rounding {
                    (enter, first) = (gap / closing, Some((axis, feature)));
                }
            } else if gap > rounding {
                parts = Some(axis);
            } else if closing < 0.0 && gap / closing < leave {
                (leave, last) = (gap / closing, axis);
            }
            parts.is_none() && enter <= until
        });
        match (parts, first) {
            (Some(after), _) => Swept::Pass { before: None, after, time: 0.0 },
            (None, Some((before, _))) if leave < enter && enter <= until => {
                Swept::Pass { before: Some(before), after: last, time: enter }
            }
            (None, Some((axis, feature))) => Swept::Meet { axis, feature },
            (None, None) if touches => Swept::Unclear,
            (None, None) => Swept::Overlap,
        }
    }

    /// The gap along any unit axis from A to B.
    pub fn gap_along(&self, axis: DVec2) -> f64 {
        let (a, b) = (self.a.scan(axis), self.b.scan(self.b_in_a.unrotate(-axis)));
        axis.dot(self.point_b(b) - self.a.vertices[a])
    }

    /// The place where the polygons touch along an axis, after B has moved by `way`.
    pub fn touching(&self, axis: DVec2, feature: Feature, way: DVec2) -> Touching {
        let translation = self.b_in_a.translation + way;
        let b_in_a = Motion { translation, ..self.b_in_a };
        let of_a = |v: usize| self.a.vertices[v];
        let of_b = |v: usize| b_in_a.apply(self.b.vertices[v]);
        let slack = 4.0 * (self.rounding + 8.0 * f64::EPSILON * way.norm());
        let (place, parts) = if let Feature::FaceB(edge) = feature {
            let low = self.a.scan(axis);
            let found = lands([self.b, self.a], [edge as usize, low], -axis, slack, of_b, of_a);
            (found.place, found.parts.map(|[b, a]| [a, b]))
        } else {
            let edge = if let Feature::FaceA(edge) = feature { edge as usize } else { 0 };
            let low = self.b.scan(b_in_a.unrotate(-axis));
            let found = lands([self.a, self.b], [edge, low], axis, slack, of_a, of_b);
            (found.place, found.parts)
        };
        let member = |[a, b]: [usize; 2]| Member { a: of_a(a), b: self.b.vertices[b] };
        let [one, other, behind] = parts.map(member);
        let points = Member { a: place, b: b_in_a.unrotate(place - translation) };
        Touching { points, around: [one, other], behind }
    }
}

/// The place where a polygon lands on an edge of another, in one frame.
struct Landing {
    place: DVec2,
    /// Vertices of the edge's polygon and of the other: on one side of the place, on the other, and far
    /// behind it.
    parts: [[usize; 2]; 3],
}

/// One polygon has the edge with this outward normal, the other the lowest vertex over it. Vertices that
/// are higher by at most the slack are level.
fn lands(
    [own, other]: [Ring<'_>; 2],
    [edge, lowest]: [usize; 2],
    normal: DVec2,
    slack: f64,
    of_own: impl Fn(usize) -> DVec2,
    of_other: impl Fn(usize) -> DVec2,
) -> Landing {
    let along = normal.perp();
    let ends = [edge, own.next(edge)];
    let [from, to] = ends.map(&of_own);
    let borders = [along.dot(from), along.dot(to)];
    let height = normal.dot(of_other(lowest));
    // The vertices at the ends of the low side, and their places along the edge.
    let at = along.dot(of_other(lowest));
    let (mut left, mut right) = ((at, lowest), (at, lowest));
    for next in [other.previous(lowest), other.next(lowest)] {
        let point = of_other(next);
        let at = along.dot(point);
        if normal.dot(point) <= height + slack {
            left = if at < left.0 { (at, next) } else { left };
            right = if at > right.0 { (at, next) } else { right };
        }
    }
    let middle = 0.5 * (borders[0].max(left.0) + borders[1].min(right.0));
    let share = (middle - borders[0]) / (borders[1] - borders[0]);
    // 0 for NaN, if the edge has no length.
    let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
    let across = |ring: Ring<'_>, from: usize| (from + ring.len().div_ceil(2)) % ring.len();
    let behind = [across(own, edge), across(other, lowest)];
    let parts = [[ends[0], right.1], [ends[1], left.1], behind];
    Landing { place: from + (to - from) * share, parts }
}
