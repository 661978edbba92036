//! Balls and capsules against each other, and balls against boxes: many pairs at once, in lanes of `f64`.
//!
//! ```text
//!   rows ---> group of 8 pairs of segments -----.
//!     |                                          >--- gap and distance of the cores ---> answer
//!     +-----> group of 8 points beside boxes ---'                |
//!     |                                                          |
//!     +---- other shapes ---> rest <--- gap and distance differ -+
//! ```
//!
//! A ball is a segment without length. The formulas are those of [`clearance_pairs::pair`] for single questions: the
//! nearest points of two segments, and the way of a point out of a box. As there, the gap along the axis
//! between the nearest points proves the lower bound, and their distance the upper bound. The bits may
//! differ from those of a single question by a rounding error, because segments are compared in the world's
//! axes. What lies so near to a limit that this might change an answer is left to the single question.
//!
//! *Source.* For two segments Ericson, "Real-time collision detection", 2005, 5.1.9.

use crate::boxes::InSpace;
use crate::boxes_group::Turns;
use crate::given::Batch;
use crate::run::Rest;
use clearance_geometry::number::Scalar;
use clearance_geometry::number::simd::{Work, widest_for_many};
use clearance_geometry::shape::{ConvexShape, Shape};
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::columns::{Columns, choose, dot, less, minus, plus, rotated, scaled};
use clearance_pairs::distance::round::RoundPair;
use clearance_pairs::solution::Bounds;

/// The number of pairs in a group.
const GROUP: usize = 8;

/// One number for each pair.
type Lane = [f64; GROUP];

impl<V: InSpace> Batch<'_, V> {
    /// Passes the rows of balls, capsules and boxes that are solved to `answer`: the index of the row from
    /// the start, the bounds of the clearance, and [`RoundPair::near`]. Returns the rows that are left:
    /// others, and those for which `answer` is false.
    pub(super) fn round(
        &self,
        start: usize,
        rows: impl Iterator<Item = usize>,
        answer: impl FnMut(usize, &Bounds, f64) -> bool,
    ) -> Rest {
        let mut rest = Rest::with_capacity(rows.size_hint().1.unwrap_or_default());
        widest_for_many(Sorted { batch: self, start, rows, answer, rest: &mut rest });
        rest
    }
}

/// Sorts rows into groups, and asks each when it is full.
struct Sorted<'w, 'b, V: Vector, I, F> {
    batch: &'w Batch<'b, V>,
    /// The part's first row, from which `rows` are counted.
    start: usize,
    rows: I,
    answer: F,
    rest: &'w mut Rest,
}

impl<V, I, F> Work for Sorted<'_, '_, V, I, F>
where
    V: InSpace,
    I: Iterator<Item = usize>,
    F: FnMut(usize, &Bounds, f64) -> bool,
{
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Self { batch, start, rows, mut answer, rest } = self;
        let (mut lines, mut boxes) = (Group::new(), Group::new());
        for i in rows {
            let [[a, b], [at_a, at_b]] = batch.pairs.indices(start + i);
            let (a, b) = (batch.shapes.get(a).and_then(core), batch.shapes.get(b).and_then(core));
            let (at_a, at_b) = (batch.places.get(at_a), batch.places.get(at_b));
            let (Some(a), Some(b), Some(at_a), Some(at_b)) = (a, b, at_a, at_b) else {
                rest.push(i as u16);
                continue;
            };
            let radii = [a.radius, b.radius];
            match (a.kind, b.kind) {
                (Kind::Box, Kind::Ball) => boxes.take_box(i, a.first, radii, [at_a, at_b]),
                (Kind::Ball, Kind::Box) => boxes.take_box(i, b.first, radii, [at_b, at_a]),
                (Kind::Box, _) | (_, Kind::Box) => rest.push(i as u16),
                _ => lines.take_segments(i, [&a, &b], [at_a, at_b]),
            }
            if lines.is_full() {
                lines.between_segments();
                lines.pass(&mut answer, rest);
            }
            if boxes.is_full() {
                boxes.out_of_boxes();
                boxes.pass(&mut answer, rest);
            }
        }
        lines.between_segments();
        lines.pass(&mut answer, rest);
        boxes.out_of_boxes();
        boxes.pass(&mut answer, rest);
    }
}

/// A shape as the groups take it.
struct Core<V> {
    kind: Kind,
    /// Half the lengths of a box's edges, or the first end of a segment.
    first: V,
    /// The other end.
    last: V,
    radius: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Ball,
    Capsule,
    Box,
}

#[inline(always)]
fn core<V: InSpace>(shape: &Shape<V>) -> Option<Core<V>> {
    let Shape::Convex(rounded) = shape else { return None };
    let (kind, [first, last], radius) = match rounded.inner() {
        ConvexShape::Ball(ball) => (Kind::Ball, [V::ZERO; 2], ball.radius()),
        ConvexShape::Capsule(capsule) => (Kind::Capsule, capsule.ends(), capsule.radius()),
        ConvexShape::Cuboid(cuboid) => (Kind::Box, [cuboid.half_extents(); 2], Scalar::ZERO),
        _ => return None,
    };
    Some(Core { kind, first, last, radius: radius.to_f64() + rounded.margin().to_f64() })
}

/// Up to [`GROUP`] pairs.
#[repr(align(64))]
struct Group {
    count: usize,
    /// The index of each pair's row in its part.
    rows: [u16; GROUP],
    /// Of A and B, in their frames: both ends of a segment, or half the lengths of a box's edges.
    ends: [[Columns<f64, GROUP>; 2]; 2],
    turns: [Turns<GROUP>; 2],
    /// From A's origin to B's, in the world.
    way: Columns<f64, GROUP>,
    radii: [[f64; 2]; GROUP],
    size: Lane,
    /// Of the cores.
    gap: Lane,
    distance: Lane,
}

impl Group {
    fn new() -> Self {
        let zero = [0.0; GROUP];
        Self {
            count: 0,
            rows: [0; GROUP],
            ends: [[Columns::ZERO; 2]; 2],
            turns: [Turns::NONE; 2],
            way: Columns::ZERO,
            radii: [[0.0; 2]; GROUP],
            size: zero,
            gap: zero,
            distance: zero,
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.count == GROUP
    }

    /// Takes the next pair without its cores, and returns its index.
    #[inline(always)]
    fn take<V: InSpace>(&mut self, row: usize, radii: [f64; 2], at: [&Pose<V>; 2]) -> usize {
        let k = self.count % GROUP;
        self.count += 1;
        self.rows[k] = row as u16;
        self.radii[k] = radii;
        let way = at[1].translation().widen() - at[0].translation().widen();
        self.way.put(k, way.to_array());
        self.turns[0].put(k, at[0]);
        self.turns[1].put(k, at[1]);
        k
    }

    #[inline(always)]
    fn take_segments<V: InSpace>(&mut self, row: usize, [a, b]: [&Core<V>; 2], at: [&Pose<V>; 2]) {
        let k = self.take(row, [a.radius, b.radius], at);
        for (ends, core) in self.ends.iter_mut().zip([a, b]) {
            ends[0].put(k, core.first.widen().to_array());
            ends[1].put(k, core.last.widen().to_array());
        }
    }

    /// Takes a box, half of whose edges are `half`, and a ball: first the pose of the box. The radii are in
    /// the order of the row.
    #[inline(always)]
    fn take_box<V: InSpace>(&mut self, row: usize, half: V, radii: [f64; 2], at: [&Pose<V>; 2]) {
        let k = self.take(row, radii, at);
        self.ends[0][0].put(k, half.widen().to_array());
    }

    /// 0, or NaN if a pose is not finite. As in [`clearance_geometry::space::Motion::zero_if_finite`].
    #[inline(always)]
    fn no_number(&self, k: usize) -> f64 {
        self.turns[0].zero_if_finite(k) + self.turns[1].zero_if_finite(k)
    }

    /// Passes the answers on, and empties the group.
    #[inline(always)]
    fn pass(&mut self, answer: &mut impl FnMut(usize, &Bounds, f64) -> bool, rest: &mut Rest) {
        for k in 0..self.count.min(GROUP) {
            let (row, size) = (self.rows[k], self.size[k]);
            let pair = RoundPair { size, radii: self.radii[k] };
            let found = pair.bounds([self.gap[k], self.distance[k]]);
            if !found.is_some_and(|bounds| answer(usize::from(row), &bounds, pair.near())) {
                rest.push(row);
            }
        }
        self.count = 0;
    }

    /// The nearest points of two segments: as `SegmentPair::shares` of single questions.
    #[inline(always)]
    fn between_segments(&mut self) {
        for k in 0..GROUP {
            let [[p, q], [r, s]] = &self.ends;
            let ([p, q], [r, s]) = ([p.get(k), q.get(k)], [r.get(k), s.get(k)]);
            let (turn_a, turn_b, way) =
                (self.turns[0].axes(k), self.turns[1].axes(k), self.way.get(k));
            let cores = length(p) + length(q) + length(r) + length(s);
            self.size[k] = cores + length(way) + self.no_number(k);
            // In the world's axes: from B's first end to A's, and along both.
            let from = minus(minus(rotated(turn_a, p), rotated(turn_b, r)), way);
            let (u, v) = (rotated(turn_a, minus(q, p)), rotated(turn_b, minus(s, r)));
            let (uu, vv, uv) = (dot(u, u), dot(v, v), dot(u, v));
            let area = uu * vv - uv * uv;
            let of_area = reciprocal(area, RoundPair::PARALLEL * (uu * vv));
            let (of_uu, of_vv) = (reciprocal(uu, RoundPair::TINY), reciprocal(vv, RoundPair::TINY));
            let (uf, vf) = (dot(u, from), dot(v, from));
            let crossing = within((uv * vf - vv * uf) * of_area);
            let t = within((vf + uv * crossing) * of_vv);
            let s = within((uv * t - uf) * of_uu);
            let way = plus(minus(scaled(v, t), from), scaled(u, -s));
            // Without its component along the segments whose nearest point is between their ends.
            let (is_a, is_b) = ((0.0 < s) & (s < 1.0), (0.0 < t) & (t < 1.0));
            let (ru, rv) = (dot(u, way), dot(v, way));
            let both = [(ru * vv - rv * uv) * of_area, (rv * uu - ru * uv) * of_area];
            let along_u = choose(is_a, choose(is_b, both[0], ru * of_uu), 0.0);
            let along_v = choose(is_b, choose(is_a, both[1], rv * of_vv), 0.0);
            let normal = minus(minus(way, scaled(u, along_u)), scaled(v, along_v));
            let normal = scaled(normal, 1.0 / Scalar::sqrt(dot(normal, normal)));
            let low = less(dot(normal, v), 0.0);
            let high = -less(-dot(normal, u), 0.0);
            self.gap[k] = low - high - dot(normal, from);
            self.distance[k] = Scalar::sqrt(dot(way, way));
        }
    }

    /// The way of a point out of a box: to the nearest point of the box, or from inside to the nearest
    /// face.
    #[inline(always)]
    fn out_of_boxes(&mut self) {
        for k in 0..GROUP {
            let ([x, y, z], way) = (self.turns[0].axes(k), self.way.get(k));
            let (p, half) = ([dot(x, way), dot(y, way), dot(z, way)], self.ends[0][0].get(k));
            self.size[k] = length(half) + length(way) + self.no_number(k);
            let over = [p[0].abs() - half[0], p[1].abs() - half[1], p[2].abs() - half[2]];
            let most = more(more(over[0], over[1]), over[2]);
            let out = [more(over[0], 0.0), more(over[1], 0.0), more(over[2], 0.0)];
            let signed = choose(most > 0.0, Scalar::sqrt(dot(out, out)), most);
            (self.gap[k], self.distance[k]) = (signed, signed);
        }
    }
}

/// The sum of the coordinates' magnitudes, an upper bound of the length.
#[inline(always)]
fn length([x, y, z]: [f64; 3]) -> f64 {
    x.abs() + y.abs() + z.abs()
}

/// The reciprocal of a number, or 0 if it is not above the least.
#[inline(always)]
fn reciprocal(number: f64, least: f64) -> f64 {
    let is_above = number > least;
    choose(is_above, 1.0 / choose(is_above, number, 1.0), 0.0)
}

/// A share limited to a segment.
#[inline(always)]
fn within(share: f64) -> f64 {
    less(more(share, 0.0), 1.0)
}

#[inline(always)]
fn more(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
