//! The common part of two edges in 2D: its two ends, without a list of candidates.
//!
//! ```text
//!      A   |--------o========|          = what is shared, from the inner of both left ends to the
//!      B            |========o------|     inner of both right ends: o
//! ```
//!
//! Each end is an end of one edge, over or under the other edge. So there are two points, or one if they
//! are near each other, with the same names as on the general path (`candidates`).

use core::hint::select_unpredictable;

use glam::DVec2;

use super::{Line, ProjectedEdge};
use crate::answer::FeatureId;
use crate::number::{max, min};
use crate::patch::candidates::{Candidate, rank};
use crate::patch::{Owner, Patch, PatchPoint};
use crate::space::{DVector, from_plane};

/// The margin and the rounding tolerances.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The largest separation of a point.
    pub margin: f64,
    /// The distance beyond the margin that may be rounding.
    pub doubt: f64,
    /// The rounding of a place and of a height.
    pub rounding: f64,
}

/// The common part of two edges.
struct Shared<'p> {
    edges: &'p [ProjectedEdge; 2],
    /// The index of the lower end of each.
    low: [usize; 2],
    /// The left end and the right end, without names.
    ends: [Candidate<f64>; 2],
}

impl<'p> Shared<'p> {
    /// `None` if there is none. Nothing branches on which edge has an end, because a processor cannot
    /// predict that: the height of an edge at its own end is exact to the last bit.
    #[inline(always)]
    fn of(edges: &'p [ProjectedEdge; 2], rounding: f64) -> Option<Self> {
        let [a, b] = edges;
        let low = [a.lower(), b.lower()];
        let high = low.map(|end| 1 - end);
        let left = max(a.end(low[0]).place, b.end(low[1]).place);
        let right = min(a.end(high[0]).place, b.end(high[1]).place);
        // False for NaN.
        let is_shared = right - left >= -rounding;
        let end = |from: [usize; 2], place| {
            let heights = [a.height_from(from[0], place), b.height_from(from[1], place)];
            Candidate { place, heights, feature: FeatureId::default() }
        };
        is_shared.then(|| Self { edges, low, ends: [end(low, left), end(high, right)] })
    }

    /// The name of a place.
    #[inline(always)]
    fn name(&self, place: f64) -> FeatureId {
        let Self { edges: [a, b], low, .. } = self;
        FeatureId::new(a.part_along(low[0], place), b.part_along(low[1], place))
    }
}

/// Adds the contact points of two edges, both with two ends. Returns the least separation;
/// infinity if the edges have no common part within the margin.
#[inline(always)]
pub(super) fn points<W: DVector>(
    projections: &[ProjectedEdge; 2],
    line: &Line<DVec2>,
    owner: Owner,
    limits: &Limits,
    patch: &mut Patch<W>,
) -> f64 {
    patch.begin(from_plane(line.normal), owner);
    let Some(shared) = Shared::of(projections, limits.rounding) else { return f64::INFINITY };
    let [left, right] = shared.ends;
    // The deeper one comes first: if the left one always came first, a solver would push bodies to one
    // side.
    let is_right = right.separation() < left.separation();
    let mut deep = select_unpredictable(is_right, right, left);
    let mut other = select_unpredictable(is_right, left, right);
    if !limits.include(&deep) {
        return f64::INFINITY;
    }
    deep.feature = shared.name(deep.place);
    let least = min(deep.separation(), limits.margin);
    // Most often, the other end is beyond the margin.
    if !limits.include(&other) {
        patch.push(line.touch(&deep, limits.margin));
        return least;
    }
    other.feature = shared.name(other.place);
    let is_far = right.place - left.place > projections[0].near();
    if !is_far {
        let [left, right] = if is_right { [other, deep] } else { [deep, other] };
        deep.feature = lower(left.feature, right.feature);
    }
    patch.push(line.touch(&deep, limits.margin));
    if is_far {
        patch.push(line.touch(&other, limits.margin));
    }
    least
}

/// The deepest point, which is known, and the end of the common part that is the farther from it.
pub(super) fn around<W: DVector>(
    mut deepest: Candidate<f64>,
    projections: &[ProjectedEdge; 2],
    line: &Line<DVec2>,
    owner: Owner,
    limits: &Limits,
    patch: &mut Patch<W>,
) {
    patch.begin(from_plane(line.normal), owner);
    let mut other = None;
    if projections.iter().all(ProjectedEdge::is_edge)
        && let Some(shared) = Shared::of(projections, limits.rounding)
    {
        let mut farthest = projections[0].near();
        for mut end in shared.ends.into_iter().filter(|end| limits.include(end)) {
            end.feature = shared.name(end.place);
            let off = (end.place - deepest.place).abs();
            if off <= projections[0].near() {
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
    /// A point that only rounding puts beyond the margin counts as at the margin.
    fn touch<W: DVector>(&self, candidate: &Candidate<f64>, margin: f64) -> PatchPoint<W> {
        let [low, high] = candidate.heights;
        let high = if high - low > margin { low + margin } else { high };
        let at = self.along * candidate.place;
        let [a, b] = [low, high].map(|h| from_plane(at + self.normal * h));
        PatchPoint { a, b, separation: high - low, feature: candidate.feature }
    }
}

impl Limits {
    #[inline]
    fn include(&self, candidate: &Candidate<f64>) -> bool {
        candidate.separation() <= self.margin + self.doubt
    }
}

/// The name of a place that has two.
fn lower(p: FeatureId, q: FeatureId) -> FeatureId {
    if rank(q) < rank(p) { q } else { p }
}
