//! The nearest points of two segments, which are the cores of capsules.

use super::nearness::{Nearness, answer, foot_share, heaviest_last, part_of_segment};
use crate::answer::{Member, Witness};
use crate::number::Scalar;
use crate::space::{Motion, Vector};

/// The nearest points of two segments, in A's frame.
pub(in crate::pair) struct Nearest<W> {
    /// The vectors from end to end, their squares and their product.
    pub ways: [W; 2],
    pub squares: [f64; 2],
    pub product: f64,
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

impl<W: Vector<Scalar = f64>> Nearest<W> {
    /// The nearest points of two lines, clamped to the segments: first one is clamped, then the other is
    /// its foot, and then the first is the foot of the other (Ericson, "Real-time collision detection",
    /// 5.1.9). For lines that are so nearly parallel that this is not enough, the gap shows it.
    #[inline(always)]
    pub fn of(a: &[W; 2], b: &[W; 2]) -> Self {
        let (u, v, from) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
        let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
        let (uf, vf) = (u.dot(from), v.dot(from));
        let area = uu * vv - uv * uv;
        let crossing = foot_share(uv * vf - vv * uf, area);
        let t = foot_share(vf + uv * crossing, vv);
        let s = foot_share(uv * t - uf, uu);
        let points = [a[0] + u * s, b[0] + v * t];
        let way = points[1] - points[0];
        let inner = |share: f64| 0.0 < share && share < 1.0;
        // The component along the edges, which is rounding error, would tilt the normal of long segments.
        let (ru, rv) = (u.dot(way), v.dot(way));
        let normal = match (inner(s), inner(t)) {
            (true, true) => {
                way - u * ((ru * vv - rv * uv) / area) - v * ((rv * uu - ru * uv) / area)
            }
            (true, false) => way - u * (ru / uu),
            (false, true) => way - v * (rv / vv),
            (false, false) => way,
        };
        let normal = normal * (1.0 / Scalar::sqrt(normal.dot(normal)));
        let low = Scalar::min(normal.dot(b[0] - points[0]), normal.dot(b[1] - points[0]));
        let high = Scalar::max(normal.dot(a[0] - points[0]), normal.dot(a[1] - points[0]));
        let (distance, gap) = (Scalar::sqrt(way.dot(way)), low - high);
        let (ways, squares, shares) = ([u, v], [uu, vv], [s, t]);
        Self { ways, squares, product: uv, shares, points, normal, distance, gap }
    }

    /// The bounds, the axis and the points.
    #[inline(always)]
    pub fn found(&self, slack: f64) -> Option<Nearness<W>> {
        let parts = [part_of_segment(self.shares[0]), part_of_segment(self.shares[1])];
        answer([self.gap, self.distance], slack, self.normal, self.points, parts, [false; 2])
    }
}

/// The gap of two segments in one frame along an axis, and the distance of two points.
#[inline(always)]
pub(super) fn between<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2]) -> [f64; 2] {
    let Nearest { gap, distance, .. } = Nearest::of(&a, &b);
    [gap, distance]
}

/// Two segments, of A and of B in their own frames.
#[inline]
pub(super) fn between_segments<W: Vector<Scalar = f64>>(
    a: [W; 2],
    b: [W; 2],
    b_in_a: &Motion<W>,
    slack: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let nearest = Nearest::of(&a, &[b_in_a.apply(b[0]), b_in_a.apply(b[1])]);
    let [s, t] = nearest.shares;
    let member = |i: usize, k: usize| Member { a: a[i], b: b[k] };
    let witness = || {
        let (both, aside) = (Scalar::min(s, t), (s - t).abs());
        let middle = if s > t { member(1, 0) } else { member(0, 1) };
        let rest = 1.0 - Scalar::max(s, t);
        heaviest_last([(member(1, 1), both), (middle, aside), (member(0, 0), rest)])
    };
    if let Some(proof) = proof {
        *proof = witness();
    }
    nearest.found(slack)
}
