//! Clips two polygons against each other: finds the corners of the intersection of their projections, up
//! to the margin.
//!
//! ```text
//!          b2-----b1
//!          |       |          o  a corner of one within the other: an end of two edges
//!     a3---x--a2   |          x  where two edges cross: found with either of them
//!     |    |   |   |
//!     |    o---x---b0
//!     a0------a1
//! ```
//!
//! The results are those of [`clip`](super::clip), for polygons only, which hulls and boxes have. Whether
//! an edge begins inside, where it ends, and whether this end is near enough are unpredictable for a
//! processor's branch prediction. So four edges of one polygon are clipped side by side by all borders of
//! the other. Both ends of each result are computed, even if nothing of the edge is left. The first
//! branch is on the points that are near enough and new.
//!
//! *Source.* Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping".

use glam::DVec2;

use super::projection::Projection;
use crate::algorithm::manifold::candidates::{Candidate, Candidates, MOST};
use crate::answer::{FeatureId, FeaturePart};
use crate::number::simd::{Work, widest};
use crate::shape::face;

/// Offers all corners: those on A's edges, then those on B's.
pub(super) fn clip_polygons(
    a: &Projection,
    b: &Projection,
    slack: f64,
    candidates: &mut Candidates<DVec2, MOST>,
) {
    let mut once = Once { crossings: [0; face::MOST], corners: [0; 2] };
    let most = candidates.most();
    for (one, other, from_a) in [(a, b, true), (b, a, false)] {
        for first in (0..one.len().div_ceil(WIDE)).map(|row| row * WIDE) {
            let row = Row { one, other, first, slack, from_a, most };
            for end in widest(row).found().filter(|end| other.spans(end.place, slack)) {
                let edges = if from_a { [end.edge, end.by] } else { [end.by, end.edge] };
                if once.is_new(edges, end.corner(one), usize::from(!from_a)) {
                    let [p, q] = end.parts(one, other);
                    let name = if from_a { FeatureId::new(p, q) } else { FeatureId::new(q, p) };
                    candidates.offer(end.candidate(name));
                }
            }
        }
    }
}

/// The corners that were already found.
struct Once {
    /// For each edge of A, one bit for each edge of B that crosses it.
    crossings: [u32; face::MOST],
    /// One bit for each corner, of A and of B.
    corners: [u32; 2],
}

impl Once {
    /// Is this point found for the first time? It is a corner of one polygon, or a crossing of an edge of
    /// A and an edge of B.
    #[inline]
    fn is_new(&mut self, [of_a, of_b]: [usize; 2], corner: Option<usize>, whose: usize) -> bool {
        let (known, bit) = match corner {
            Some(corner) => (&mut self.corners[whose], 1 << corner),
            None => (&mut self.crossings[of_a], 1 << of_b),
        };
        let is_new = *known & bit == 0;
        *known |= bit;
        is_new
    }
}

/// The number of edges that are clipped side by side.
const WIDE: usize = 4;

type Four = [f64; WIDE];

/// The index of the border that cuts an edge, or one of the following two values. This one: no border.
const NOTHING: u64 = u64::MAX;
/// The edge runs along the border. Then the place of the crossing has no meaning.
const ALONG: u64 = u64::MAX - 1;

/// Four edges of one polygon, from `first` on, which the borders of the other clip.
struct Row<'s> {
    one: &'s Projection,
    other: &'s Projection,
    first: usize,
    /// Points outside of a border by no more than this are on it.
    slack: f64,
    /// Is `one` the polygon of A?
    from_a: bool,
    /// Larger separations do not count.
    most: f64,
}

/// The remaining parts of four edges: where each begins, and where it ends.
struct Ends {
    first: usize,
    /// The places.
    x: [Four; 2],
    y: [Four; 2],
    /// The heights of A and B at these places.
    heights: [[Four; 2]; 2],
    /// The border that cuts there.
    by: [[u64; WIDE]; 2],
    /// The ends that count, one bit each: begin of the first edge, its end, begin of the second edge, and
    /// so on.
    count: u32,
}

/// Four edges, and the part of each that is inside, as shares of the edge and the borders that cut there.
struct Cut {
    from: [Four; 2],
    to: [Four; 2],
    shares: [Four; 2],
    by: [[u64; WIDE]; 2],
}

impl Work for Row<'_> {
    type Output = Ends;

    #[inline(always)]
    fn run(self) -> Ends {
        self.ends(&self.cut())
    }
}

impl Row<'_> {
    #[inline(always)]
    fn cut(&self) -> Cut {
        let Self { one, other, first, slack, .. } = *self;
        let (mut from, mut to) = ([[0.0; WIDE]; 2], [[0.0; WIDE]; 2]);
        for k in 0..WIDE {
            let i = (first + k).min(one.len() - 1);
            let (p, q) = (one.corners[i], one.corners[one.after(i)]);
            (from[0][k], from[1][k]) = (p.x, p.y);
            (to[0][k], to[1][k]) = (q.x, q.y);
        }
        let (mut start, mut end) = ([0.0; WIDE], [1.0; WIDE]);
        let (mut start_by, mut end_by) = ([NOTHING; WIDE], [NOTHING; WIDE]);
        for (border, (corner, inward)) in (0..).zip(other.corners.iter().zip(&other.inward)) {
            for k in 0..WIDE {
                let inside = |x: f64, y: f64| inward.x * (x - corner.x) + inward.y * (y - corner.y);
                let (before, after) = (inside(from[0][k], from[1][k]), inside(to[0][k], to[1][k]));
                let (comes, goes) = (before < -slack, after < -slack);
                let along = (before.abs() <= other.near) & (after.abs() <= other.near);
                let t = before / (before - after);
                let by = if along { ALONG } else { border };
                let later = comes & !goes & (t > start[k]);
                let sooner = goes & !comes & (t < end[k]);
                start[k] = if later { t } else { start[k] };
                start_by[k] = if later { by } else { start_by[k] };
                end[k] = if sooner { t } else { end[k] };
                end_by[k] = if sooner { by } else { end_by[k] };
                // If all of an edge is outside, its end is put before its start.
                end[k] = if comes & goes { f64::NEG_INFINITY } else { end[k] };
            }
        }
        Cut { from, to, shares: [start, end], by: [start_by, end_by] }
    }

    #[inline(always)]
    fn ends(&self, Cut { from, to, shares, by }: &Cut) -> Ends {
        let Self { one, other, first, from_a, most, .. } = *self;
        let (a, b) = if from_a { (one, other) } else { (other, one) };
        let (x, y) = ([[0.0; WIDE]; 2], [[0.0; WIDE]; 2]);
        let mut ends = Ends { first, x, y, heights: [x, x], by: *by, count: 0 };
        for i in 0..2 {
            let mut room = [0.0; WIDE];
            for k in 0..WIDE {
                // If nothing cuts the edge, its end is taken without rounding.
                let whole = (i == 1) & (by[i][k] == NOTHING);
                let t = shares[i][k];
                let x = from[0][k] + (to[0][k] - from[0][k]) * t;
                let y = from[1][k] + (to[1][k] - from[1][k]) * t;
                let (x, y) = (if whole { to[0][k] } else { x }, if whole { to[1][k] } else { y });
                let (low, high) = (a.level_at(x, y), b.level_at(x, y));
                (ends.x[i][k], ends.y[i][k]) = (x, y);
                (ends.heights[0][i][k], ends.heights[1][i][k]) = (low, high);
                let none = (shares[0][k] > shares[1][k]) | (by[i][k] == ALONG);
                room[k] = if none { -1.0 } else { most - (high - low) };
            }
            for (k, room) in room.iter().enumerate() {
                // The sign bit is used, which takes no branch.
                ends.count |= ((!room.to_bits() >> 63) as u32) << (2 * k + i);
            }
        }
        let there = (one.len() - first).min(WIDE);
        ends.count &= (1 << (2 * there)) - 1;
        ends
    }
}

impl Ends {
    fn found(&self) -> impl Iterator<Item = End> {
        let mut left = self.count;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let (k, i) = (bit / 2, bit % 2);
            Some(End {
                edge: self.first + k,
                last: i == 1,
                by: self.by[i][k] as usize,
                within: self.by[i][k] == NOTHING,
                place: DVec2::new(self.x[i][k], self.y[i][k]),
                heights: [self.heights[0][i][k], self.heights[1][i][k]],
            })
        })
    }
}

/// An end of the remaining part of an edge.
struct End {
    edge: usize,
    /// Is it the second end?
    last: bool,
    /// The border that cuts there.
    by: usize,
    /// Is it a corner inside the other polygon?
    within: bool,
    place: DVec2,
    heights: [f64; 2],
}

impl End {
    /// The corner of its polygon, if it is one.
    #[inline]
    fn corner(&self, one: &Projection) -> Option<usize> {
        let corner = if self.last { one.after(self.edge) } else { self.edge };
        self.within.then_some(corner)
    }

    /// The features at this end: of the polygon of the edge, and of the other polygon.
    fn parts(&self, one: &Projection, other: &Projection) -> [FeaturePart; 2] {
        let there = if self.within {
            other.part_at(self.place)
        } else {
            other.part_on_edge(self.by, self.place)
        };
        [one.part_on_edge(self.edge, self.place), there]
    }

    fn candidate(&self, feature: FeatureId) -> Candidate<DVec2> {
        Candidate { place: self.place, heights: self.heights, feature }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::DVec3;

    use super::super::across::Across;
    use super::super::clip::clip;
    use super::*;
    use crate::shape::{Face, Vertex};

    /// Numbers between 0 and 1, the same each time.
    fn numbers() -> impl FnMut() -> f64 {
        let mut random = clearance_testing::Random::new(1);
        move || random.unit()
    }

    /// A polygon around a place, seen from above or, for B, from below; level or not. Its corners may
    /// be in places that are whole, so that edges lie along each other.
    fn projection(next: &mut impl FnMut() -> f64, side: f64, whole: bool) -> Projection {
        let count = 3 + (next() * 9.0) as usize;
        let (middle, turn) = (DVec2::new(next(), next()), next() * core::f64::consts::TAU);
        let slope = DVec2::new(next() - 0.5, next() - 0.5) * if whole { 0.0 } else { 0.5 };
        let mut corners: Vec<DVec2> = (0..count)
            .map(|i| {
                let angle =
                    turn + core::f64::consts::TAU * (i as f64 + 0.5 * next()) / count as f64;
                middle + DVec2::from_angle(angle * side)
            })
            .collect();
        if whole {
            let [low, high] = [0, 1].map(|k| ((next() - 0.5) * 4.0).round() + k as f64 * 2.0);
            let other = (next() * 2.0).round();
            corners = [[low, other], [high, other], [high, other + 1.0], [low, other + 1.0]]
                .map(DVec2::from)
                .into();
        }
        let point = |p: &DVec2| DVec3::new(p.x, p.y, slope.dot(*p) + 0.05 * side);
        let around: Vec<_> = corners
            .iter()
            .enumerate()
            .map(|(i, p)| (Vertex { point: point(p), id: i as u32 }, i as u32))
            .collect();
        let normal = DVec3::new(-slope.x, -slope.y, 1.0).normalize() * side;
        let mut face = Face::new();
        face.set_polygon(around.into_iter(), normal, 7);
        let mut projection = Projection::plane(0.0);
        projection.cast(&face, &Across::new(DVec3::Z), side);
        projection
    }

    /// One at a time, as of all that is no polygon.
    fn by_meeting(
        a: &Projection,
        b: &Projection,
        slack: f64,
        candidates: &mut Candidates<DVec2, MOST>,
    ) {
        clip(a, b, [slack, 4.0], &mut |place, parts| {
            let heights = [a.height(place), b.height(place)];
            if candidates.counts(heights[1] - heights[0]) {
                let [of_a, of_b] = parts();
                candidates.offer(Candidate { place, heights, feature: FeatureId::new(of_a, of_b) });
            }
        });
    }

    #[test]
    fn four_edges_at_a_time_are_cut_like_one() {
        let (mut next, slack) = (numbers(), 1e-14);
        let (mut points, mut none, mut cut_off) = (0, 0, 0);
        for trial in 0..40_000 {
            let whole = trial % 4 == 0;
            let [mut a, mut b] = [1.0, -1.0].map(|side| projection(&mut next, side, whole));
            Projection::settle(&mut a, &mut b);
            let margin = if trial % 2 == 0 { 0.1 } else { 10.0 };
            let new = || Candidates::new(margin, [slack, slack, a.near]);
            let (mut fast, mut slow, mut all) =
                (new(), new(), Candidates::new(1e3, [slack, slack, a.near]));
            clip_polygons(&a, &b, slack, &mut fast);
            by_meeting(&a, &b, slack, &mut slow);
            by_meeting(&a, &b, slack, &mut all);
            let of = |candidates: &Candidates<DVec2, MOST>| -> Vec<_> {
                candidates.all().iter().map(|c| (c.feature, c.place, c.heights)).collect()
            };
            assert_eq!(of(&fast), of(&slow), "trial {trial}");
            points += fast.all().len();
            none += usize::from(fast.all().is_empty());
            cut_off += usize::from(fast.all().len() < all.all().len());
        }
        assert!(points > 100_000, "{points} points");
        assert!(
            none > 1_000 && cut_off > 3_000,
            "{none} without points, {cut_off} beyond the margin"
        );
    }
}
