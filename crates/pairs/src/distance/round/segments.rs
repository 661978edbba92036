//! The nearest points of two segments, which are the cores of capsules.

use super::nearness::{Nearness, RoundPair, answer, heaviest_last, part_of_segment};
use crate::answer::{Member, Witness};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, Motion};

/// The nearest points of two segments, in A's frame.
pub(crate) struct Nearest<W> {
    /// The squares of the vectors from end to end, and their product.
    pub squares: [f64; 2],
    pub product: f64,
    /// The vectors' components along the normal.
    pub rises: [f64; 2],
    /// The nearest points as shares of the segments, and their positions.
    pub shares: [f64; 2],
    pub points: [W; 2],
    /// From A to B, of length 1.
    pub normal: W,
    /// The distance of the points.
    distance: f64,
    /// The gap of both segments along the normal.
    gap: f64,
}

/// The vectors along two segments, from end to end, with their squares and their product.
///
/// The reciprocals of squares and area are computed here, beside each other: as quotients of the shares
/// they would wait for each other.
#[derive(Clone, Copy)]
pub(crate) struct SegmentPair<W> {
    ways: [W; 2],
    squares: [f64; 2],
    product: f64,
    /// Finite: 0 for a segment of nearly no length.
    of_squares: [f64; 2],
    /// Finite: 0 for segments that are parallel, or have nearly no length.
    of_area: f64,
}

impl<W: DVector> SegmentPair<W> {
    #[inline(always)]
    pub fn of(ways: [W; 2]) -> Self {
        let [u, v] = ways;
        let (squares, product) = ([u.dot(u), v.dot(v)], u.dot(v));
        // The square of the area that both vectors span.
        let area = squares[0] * squares[1] - product * product;
        let of = |number: f64, least: f64| if number > least { 1.0 / number } else { 0.0 };
        let of_area = of(area, RoundPair::PARALLEL * (squares[0] * squares[1]));
        Self {
            ways,
            squares,
            product,
            of_squares: squares.map(|square| of(square, RoundPair::TINY)),
            of_area,
        }
    }

    /// The nearest points as shares of the segments; `from` is the vector from B's first end to A's.
    ///
    /// These are the nearest points of two lines, clamped to the segments: first one is clamped, then the
    /// other is its foot, and then the first is the foot of the other (Ericson, "Real-time collision
    /// detection", 5.1.9). For lines that are so nearly parallel that this is not enough, the gap shows it.
    #[inline(always)]
    pub fn shares(&self, from: W) -> [f64; 2] {
        let Self { ways: [u, v], squares: [_, vv], product: uv, of_squares, of_area } = *self;
        let (uf, vf) = (u.dot(from), v.dot(from));
        let crossing = within((uv * vf - vv * uf) * of_area);
        let t = within((vf + uv * crossing) * of_squares[1]);
        [within((uv * t - uf) * of_squares[0]), t]
    }

    /// The vector between these points, if A's segment starts at the origin and B's at `from`.
    #[inline(always)]
    pub fn between(&self, [s, t]: [f64; 2], from: W) -> W {
        let [u, v] = self.ways;
        from + v * t - u * s
    }

    /// A vector without its component along the segments whose nearest point is between their ends.
    #[inline(always)]
    pub fn across(&self, shares: [f64; 2], way: W) -> W {
        let Self { ways: [u, v], squares: [uu, vv], product: uv, of_squares, of_area } = *self;
        let [is_inner_a, is_inner_b] = shares.map(|share| 0.0 < share && share < 1.0);
        let (ru, rv) = (u.dot(way), v.dot(way));
        match (is_inner_a, is_inner_b) {
            (true, true) => {
                way - u * ((ru * vv - rv * uv) * of_area) - v * ((rv * uu - ru * uv) * of_area)
            }
            (true, false) => way - u * (ru * of_squares[0]),
            (false, true) => way - v * (rv * of_squares[1]),
            (false, false) => way,
        }
    }
}

impl<W: DVector> Nearest<W> {
    /// See [`SegmentPair::shares`].
    #[inline(always)]
    pub fn of(a: &[W; 2], b: &[W; 2]) -> Self {
        let (u, v, from) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
        let edges = SegmentPair::of([u, v]);
        let SegmentPair { squares, product, .. } = edges;
        let shares = edges.shares(from);
        let points = [a[0] + u * shares[0], b[0] + v * shares[1]];
        let way = points[1] - points[0];
        // The component along the edges, which is rounding error, would tilt the normal of long segments.
        let normal = edges.across(shares, way);
        let of_length = 1.0 / sqrt(normal.dot(normal));
        // The heights of the other ends over the first ones. They are divided by the length at the end, so
        // that they need not wait for the root.
        let rises = [normal.dot(u), normal.dot(v)];
        let (low, high) = (min(rises[1], 0.0), max(rises[0], 0.0));
        let gap = (low - high - normal.dot(from)) * of_length;
        let distance = sqrt(way.dot(way));
        let (normal, rises) = (normal * of_length, rises.map(|rise| rise * of_length));
        Self { squares, product, rises, shares, points, normal, distance, gap }
    }

    /// The bounds, the axis and the points.
    #[inline(always)]
    pub fn found(&self, slack: f64) -> Option<Nearness<W>> {
        let parts = [part_of_segment(self.shares[0]), part_of_segment(self.shares[1])];
        answer([self.gap, self.distance], slack, self.normal, self.points, parts, [false; 2])
    }
}

/// A share limited to a segment.
#[inline(always)]
fn within(share: f64) -> f64 {
    min(max(share, 0.0), 1.0)
}

/// The gap of two segments in one frame along an axis, and the distance of two points.
#[inline(always)]
pub(super) fn between<W: DVector>(a: [W; 2], b: [W; 2]) -> [f64; 2] {
    let Nearest { gap, distance, .. } = Nearest::of(&a, &b);
    [gap, distance]
}

/// Two segments, of A and of B in their own frames.
#[inline]
pub(super) fn between_segments<W: DVector>(
    a: [W; 2],
    b: [W; 2],
    b_in_a: &Motion<W>,
    slack: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let nearest = Nearest::of(&a, &[b_in_a.apply(b[0]), b_in_a.apply(b[1])]);
    let [s, t] = nearest.shares;
    let member = |i: usize, k: usize| Member { a: a[i], b: b[k] };
    if let Some(proof) = proof {
        let (both, aside) = (min(s, t), (s - t).abs());
        let middle = if s > t { member(1, 0) } else { member(0, 1) };
        let rest = 1.0 - max(s, t);
        heaviest_last([(member(1, 1), both), (middle, aside), (member(0, 0), rest)], proof);
    }
    nearest.found(slack)
}
