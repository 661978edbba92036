//! Two polygons, of which one moves along a line: when do their projections overlap along all normals?
//!
//! The difference A - B is a polygon, and a ray from the origin along B's velocity meets it when both
//! touch. For each edge with the outward normal n, a test of all corners gives the gap g(0) (see `best`), and
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
use crate::hull::LANES;
use crate::number::simd::{Work, widest};
use crate::space::{Motion, Vector};

/// A later edge replaces the last one only if its gap, at the time at which the edges before touch, is
/// more than this share of the rounding error.
const BETTER: f64 = 0.25;

/// The number of edges that are tested together: those of a rectangle, or where the feature `small` asks
/// for little code as many as elsewhere. The bits are the same.
const AT_ONCE: usize = if cfg!(feature = "small") { LANES } else { 4 };

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
        let Lines { enter, first, leave, last, parts, touches } =
            widest(Lined { pair: self, velocity, until });
        let of_a = self.a.len();
        let axis = |edge: usize| {
            if edge < of_a { self.a.normals[edge] } else { self.against_b(edge - of_a) }
        };
        if parts != NONE {
            return Swept::Pass { before: None, after: axis(parts), time: 0.0 };
        }
        if first == NONE {
            return if touches { Swept::Unclear } else { Swept::Overlap };
        }
        if leave < enter && enter <= until {
            return Swept::Pass { before: Some(axis(first)), after: axis(last), time: enter };
        }
        let is_of_a = first < of_a;
        let face = if is_of_a { Feature::FaceA } else { Feature::FaceB };
        let edge = if is_of_a { first } else { first - of_a };
        Swept::Meet { axis: axis(first), feature: face(edge as u32) }
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

/// No edge.
const NONE: usize = usize::MAX;

/// Lines of the difference that the ray crosses. They have the numbers of the edges, those of A first.
struct Lines {
    /// When the ray enters through the last of its lines, and which that is: none if at the start.
    enter: f64,
    first: usize,
    /// The same for the line through which it leaves first.
    leave: f64,
    last: usize,
    /// A line beyond which the ray stays.
    parts: usize,
    /// Is the origin on a line, within rounding?
    touches: bool,
}

impl Lines {
    /// The line of an edge, with the gap along its normal and the speed at which it closes. It replaces the
    /// last line that the ray enters through only if its gap is more than `rounding` by then.
    #[inline(always)]
    fn offer(&mut self, edge: usize, [gap, closing]: [f64; 2], rounding: f64) {
        if closing > 0.0 {
            if gap - closing * self.enter > rounding {
                (self.enter, self.first) = (gap / closing, edge);
            }
        } else if gap > rounding {
            self.parts = edge;
        } else if closing < 0.0 && gap > closing * self.leave {
            (self.leave, self.last) = (gap / closing, edge);
        }
    }
}

/// The lines of all edges.
struct Lined<'r> {
    pair: &'r PolygonPair<'r>,
    velocity: DVec2,
    until: f64,
}

impl Work for Lined<'_> {
    type Output = Lines;

    #[inline(always)]
    fn run(self) -> Lines {
        let Self { pair, velocity, until } = self;
        let (enter, leave) = (0.0, f64::INFINITY);
        let mut lines = Lines { enter, first: NONE, leave, last: 0, parts: NONE, touches: false };
        let (speed, touch) = (8.0 * f64::EPSILON * velocity.norm(), pair.touch());
        let mut number = 0;
        for (which, way) in [-velocity, pair.b_in_a.unrotate(velocity)].into_iter().enumerate() {
            let all = pair.all(which);
            for first in (0..all.ring.len()).step_by(AT_ONCE) {
                let [overlaps, closing] = all.row::<AT_ONCE>(first, way);
                for k in 0..(all.ring.len() - first).min(AT_ONCE) {
                    let rounding = BETTER * (pair.rounding + speed * lines.enter);
                    lines.touches |= overlaps[k] <= touch;
                    lines.offer(number, [-overlaps[k], closing[k]], rounding);
                    number += 1;
                }
                if lines.parts != NONE || lines.enter > until {
                    return lines;
                }
            }
        }
        lines
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
