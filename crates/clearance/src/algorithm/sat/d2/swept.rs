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
        self.passed(widest(Lined { pair: self, velocity, until }), until)
    }

    /// The same for two rectangles around their origins, from their half extents. Opposite edges have the
    /// same span, so four axes are enough.
    pub fn swept_rectangles(
        &self,
        [a, b]: [DVec2; 2],
        velocity: DVec2,
        until: f64,
    ) -> Swept<DVec2> {
        let Motion { columns: [x, y, _], translation: way } = self.b_in_a;
        // Along the axes of A, and then of B: both spans, the place of B's origin, and its velocity.
        let spans = [
            a.x + (x.x.abs() * b.x + y.x.abs() * b.y),
            a.y + (x.y.abs() * b.x + y.y.abs() * b.y),
            b.x + (x.x.abs() * a.x + x.y.abs() * a.y),
            b.y + (y.x.abs() * a.x + y.y.abs() * a.y),
        ];
        let places = [way.x, way.y, x.dot(way), y.dot(way)];
        let speeds = [velocity.x, velocity.y, x.dot(velocity), y.dot(velocity)];
        let mut lines = Lines::new();
        let speed = 8.0 * f64::EPSILON * velocity.norm();
        for (k, [low, high]) in FACING.into_iter().enumerate() {
            let (height, span, is_low) = (places[k].abs(), spans[k], places[k] < 0.0);
            let closing = if is_low { speeds[k] } else { -speeds[k] };
            let [near, far] = if is_low { [low, high] } else { [high, low] };
            let rounding = BETTER * (self.rounding + speed * lines.enter);
            lines.touches |= span - height <= self.touch();
            lines.offer(near, [height - span, closing], rounding);
            lines.offer(far, [-height - span, -closing], rounding);
        }
        self.passed(lines, until)
    }

    /// What the lines of all edges show.
    fn passed(&self, lines: Lines, until: f64) -> Swept<DVec2> {
        let Lines { enter, first, leave, last, parts, touches } = lines;
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

    /// The gap along any unit axis from A to B, and the support vertices of both.
    pub fn gap_along(&self, axis: DVec2) -> (f64, [usize; 2]) {
        let (a, b) = (self.a.scan(axis), self.b.scan(self.b_in_a.unrotate(-axis)));
        (axis.dot(self.point_b(b) - self.a.vertices[a]), [a, b])
    }

    /// The place where the polygons touch along an axis with these support vertices, after B has moved by
    /// `way`.
    pub fn touching(
        &self,
        axis: DVec2,
        feature: Feature,
        way: DVec2,
        [end_a, end_b]: [usize; 2],
    ) -> Touching {
        let translation = self.b_in_a.translation + way;
        let b_in_a = Motion { translation, ..self.b_in_a };
        let of_a = |v: usize| self.a.vertices[v];
        let of_b = |v: usize| b_in_a.apply(self.b.vertices[v]);
        let slack = 4.0 * (self.rounding + 8.0 * f64::EPSILON * way.norm());
        let (place, parts) = if let Feature::FaceB(edge) = feature {
            let found = lands([self.b, self.a], [edge as usize, end_a], -axis, slack, of_b, of_a);
            (found.place, found.parts.map(|[b, a]| [a, b]))
        } else {
            let edge = if let Feature::FaceA(edge) = feature { edge as usize } else { 0 };
            let found = lands([self.a, self.b], [edge, end_b], axis, slack, of_a, of_b);
            (found.place, found.parts)
        };
        let member = |[a, b]: [usize; 2]| Member { a: of_a(a), b: self.b.vertices[b] };
        let [one, other, behind] = parts.map(member);
        let points = Member { a: place, b: b_in_a.unrotate(place - translation) };
        Touching { points, around: [one, other], behind }
    }
}

/// The edges of two rectangles that face the other's origin, if B's is on the low or the high side of an axis:
/// of A's axes, and then of B's, where A's origin is on the other side.
const FACING: [[usize; 2]; 4] = [[3, 1], [0, 2], [4 + 1, 4 + 3], [4 + 2, 4]];

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
    fn new() -> Self {
        let (enter, leave) = (0.0, f64::INFINITY);
        Self { enter, first: NONE, leave, last: 0, parts: NONE, touches: false }
    }

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
        let mut lines = Lines::new();
        let (speed, touch) = (8.0 * f64::EPSILON * velocity.norm(), pair.touch());
        let mut number = 0;
        for (which, way) in [-velocity, pair.b_in_a.unrotate(velocity)].into_iter().enumerate() {
            let all = pair.all(which == 1);
            for first in (0..all.ring.len()).step_by(LANES) {
                let [overlaps, closing] = all.row(first, way);
                for k in 0..(all.ring.len() - first).min(LANES) {
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

#[cfg(test)]
mod tests {
    use super::super::Few;
    use super::*;
    use clearance_testing::Random;
    use core::f64::consts::TAU;

    /// The time at which the last normal's gap closes, by the support points along each; the time after
    /// which the first opens; and is there a gap that never closes?
    fn slow(pair: &PolygonPair<'_>, velocity: DVec2) -> (f64, f64, bool) {
        let (mut enter, mut leave, mut parts) = (f64::NEG_INFINITY, f64::INFINITY, false);
        let of_b = (0..pair.b.len()).map(|edge| pair.against_b(edge));
        for axis in pair.a.normals.iter().copied().chain(of_b) {
            let (gap, closing) = (pair.gap_along(axis).0, -axis.dot(velocity));
            if closing > 0.0 {
                enter = enter.max(gap / closing);
            } else {
                parts |= gap > 0.0;
                leave = leave.min(gap / closing);
            }
        }
        (enter, leave, parts)
    }

    /// All edges at once, and the axes of two rectangles, give what each normal alone gives.
    #[test]
    fn lines_are_those_of_single_normals() {
        let (mut random, mut seen) = (Random::new(7), [0; 4]);
        let count = clearance_testing::pairs(20_000);
        for _ in 0..count {
            let halves =
                [(); 2].map(|()| DVec2::new(random.range(0.1, 1.0), random.range(0.1, 1.0)));
            let made = halves.map(Few::rectangle);
            let x = DVec2::from_angle(random.range(0.0, TAU));
            let translation = DVec2::new(random.signed(), random.signed()) * 3.0;
            let b_in_a = Motion { columns: [x, x.perp(), DVec2::ZERO], translation };
            let rings = made.each_ref().map(Few::ring);
            let pair = PolygonPair::new(rings[0], rings[1], &b_in_a, translation, 6.0);
            let aim = DVec2::new(random.signed(), random.signed()) * 2.5;
            let (velocity, until) = (aim - translation, random.range(0.5, 2.0));
            let (enter, leave, parts) = slow(&pair, velocity);
            for found in
                [pair.swept(velocity, until), pair.swept_rectangles(halves, velocity, until)]
            {
                match found {
                    Swept::Overlap => assert!(enter <= 0.0 && !parts),
                    Swept::Unclear => {}
                    Swept::Pass { before: None, .. } => assert!(parts),
                    Swept::Pass { before: Some(_), .. } => assert!(leave < enter),
                    Swept::Meet { axis, .. } => {
                        let time = pair.gap_along(axis).0 / -axis.dot(velocity);
                        // The search ends with the first time that is too late.
                        assert!((time - enter).abs() < 1e-12 || time > until, "{time} {enter}");
                    }
                }
                seen[match found {
                    Swept::Overlap => 0,
                    Swept::Unclear | Swept::Pass { before: None, .. } => 1,
                    Swept::Pass { before: Some(_), .. } => 2,
                    Swept::Meet { .. } => 3,
                }] += 1;
            }
        }
        assert!(seen.iter().all(|n| n * 50 > count), "{seen:?}");
    }
}
