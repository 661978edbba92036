//! What two edges in 2D share: its two ends, without a list of candidates.
//!
//! ```text
//!      A   |--------o========|          = what is shared, from the inner of both left ends to the
//!      B            |========o------|     inner of both right ends: o
//! ```
//!
//! Each end is one of an edge's own, and over or under the other edge. So there are two points, or
//! one where they are near each other, with the names that the general way gives them (`candidates`).

use core::hint::select_unpredictable;

use glam::DVec2;

use super::{Line, Stretch};
use crate::algorithm::manifold::candidates::{Candidate, rank};
use crate::algorithm::manifold::{Owner, Patch, Touch};
use crate::answer::FeatureId;
use crate::number::Scalar;
use crate::space::{Vector, from_plane};

/// How near is near enough, and what is known of rounding.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Points that are farther apart do not count.
    pub margin: f64,
    /// By how much rounding may put a point beyond the margin.
    pub doubt: f64,
    /// What rounding does to a place and to a height.
    pub rounding: f64,
}

/// Both ends of what two edges share. None if that is nothing. It is not asked whose they are, because a
/// processor cannot predict that: the heights of an edge at its own end are its own to the last bit.
#[inline(always)]
fn ends([a, b]: &[Stretch; 2], rounding: f64) -> Option<[Candidate<f64>; 2]> {
    let (low_a, low_b) = (a.lower(), b.lower());
    let left = Scalar::max(a.end(low_a).place, b.end(low_b).place);
    let right = Scalar::min(a.end(1 - low_a).place, b.end(1 - low_b).place);
    // NaN shares nothing.
    let is_shared = right - left >= -rounding;
    if !is_shared {
        return None;
    }
    let (low, high) = ([low_a, low_b], [1 - low_a, 1 - low_b]);
    Some([end([a, b], low, low, left), end([a, b], low, high, right)])
}

/// What is at a place of both: with the lower ends, and those that heights count from.
#[inline(always)]
fn end([a, b]: [&Stretch; 2], low: [usize; 2], from: [usize; 2], place: f64) -> Candidate<f64> {
    let heights = [a.height_from(from[0], place), b.height_from(from[1], place)];
    let feature = FeatureId::new(a.part_along(low[0], place), b.part_along(low[1], place));
    Candidate { place, heights, feature }
}

/// The points of two edges, both with two ends: `None` if they share nothing within the margin.
/// Gives back the least separation, which is infinite where there are none.
#[inline(always)]
pub(super) fn points<W: Vector<Scalar = f64>>(
    stretches: &[Stretch; 2],
    line: &Line<DVec2>,
    owner: Owner,
    limits: &Limits,
    patch: &mut Patch<W>,
) -> f64 {
    patch.begin(from_plane(line.normal), owner);
    let Some([left, right]) = ends(stretches, limits.rounding) else { return f64::INFINITY };
    // The deeper one first: a solver that took the left one first would push bodies that way.
    let is_right = right.separation() < left.separation();
    let mut deep = select_unpredictable(is_right, right, left);
    let other = select_unpredictable(is_right, left, right);
    if !limits.include(&deep) {
        return f64::INFINITY;
    }
    let least = Scalar::min(deep.separation(), limits.margin);
    let (with_other, near) = (limits.include(&other), stretches[0].near());
    let is_far = right.place - left.place > near;
    if with_other & !is_far {
        deep.feature = lower(left.feature, right.feature);
    }
    patch.push(line.touch(&deep, limits.margin));
    if with_other & is_far {
        patch.push(line.touch(&other, limits.margin));
    }
    least
}

/// The deepest point, which is known, and that end of what is shared which is the farther from it.
#[inline]
pub(super) fn around<W: Vector<Scalar = f64>>(
    mut deepest: Candidate<f64>,
    stretches: &[Stretch; 2],
    line: &Line<DVec2>,
    owner: Owner,
    limits: &Limits,
    patch: &mut Patch<W>,
) {
    patch.begin(from_plane(line.normal), owner);
    let mut other = None;
    if stretches.iter().all(Stretch::is_edge)
        && let Some(ends) = ends(stretches, limits.rounding)
    {
        let mut farthest = stretches[0].near();
        for end in ends.into_iter().filter(|end| limits.include(end)) {
            let off = (end.place - deepest.place).abs();
            if off <= stretches[0].near() {
                deepest.feature = lower(deepest.feature, end.feature);
            } else if off > farthest && end.feature != deepest.feature {
                (farthest, other) = (off, Some(end));
            }
        }
    }
    patch.push(line.touch(&deepest, limits.margin));
    if let Some(other) = other.filter(|other| other.feature != deepest.feature) {
        patch.push(line.touch(&other, limits.margin));
    }
}

impl Line<DVec2> {
    /// What is beyond the margin by rounding alone is at it.
    #[inline]
    fn touch<W: Vector<Scalar = f64>>(&self, candidate: &Candidate<f64>, margin: f64) -> Touch<W> {
        let [low, high] = candidate.heights;
        let high = if high - low > margin { low + margin } else { high };
        let at = self.along * candidate.place;
        let [a, b] = [low, high].map(|h| from_plane(at + self.normal * h));
        Touch { a, b, separation: high - low, feature: candidate.feature }
    }
}

impl Limits {
    #[inline]
    fn include(&self, candidate: &Candidate<f64>) -> bool {
        candidate.separation() <= self.margin + self.doubt
    }
}

/// Of two names for a place the one that counts.
fn lower(p: FeatureId, q: FeatureId) -> FeatureId {
    if rank(q) < rank(p) { q } else { p }
}
