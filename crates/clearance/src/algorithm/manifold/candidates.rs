//! The points found so far: one to a place, and one to a name.
//!
//! Candidates that are nearer to each other than a small distance count as one place. Which of them is
//! the deepest changes with the smallest motion. So the deepest gives the place, and the lowest name
//! counts, which stays the same.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use crate::answer::FeatureId;

/// The most points that two faces can share, the deepest of each and of both, and the
/// tilted supports.
pub(super) const MOST: usize = 2 * crate::shape::face::MOST + 24;

/// Where something is across the normal: on a line, on a plane, or in space.
pub(super) trait Place: Copy + Default {
    /// Is the distance of two places at most `near`?
    fn is_at(self, other: Self, near: f64) -> bool;
}

impl Place for f64 {
    #[inline]
    fn is_at(self, other: Self, near: f64) -> bool {
        (self - other).abs() <= near
    }
}

impl Place for DVec2 {
    /// Mostly one coordinate is off by more, and no root is taken.
    #[inline]
    fn is_at(self, other: Self, near: f64) -> bool {
        let way = self - other;
        way.x.abs() <= near && way.length() <= near
    }
}

impl Place for DVec3 {
    #[inline]
    fn is_at(self, other: Self, near: f64) -> bool {
        let way = self - other;
        way.x.abs() <= near && way.length() <= near
    }
}

/// A place where the shapes face each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate<P> {
    pub place: P,
    /// The heights of A and B there.
    pub heights: [f64; 2],
    pub feature: FeatureId,
}

impl<P> Candidate<P> {
    #[inline]
    pub fn separation(&self) -> f64 {
        self.heights[1] - self.heights[0]
    }
}

/// What decides between names, whichever of the shapes is called A.
pub(super) fn rank(name: FeatureId) -> (FeatureId, FeatureId) {
    let swapped = name.swapped();
    if name < swapped { (swapped, name) } else { (name, swapped) }
}

/// Candidates up to a separation: those that may be beyond it by rounding alone are at it.
pub(super) struct Candidates<P, const MOST: usize> {
    all: ArrayVec<Candidate<P>, MOST>,
    pub margin: f64,
    /// What is deeper is taken for that deep.
    pub floor: f64,
    /// By how much rounding may put a candidate beyond the margin.
    pub doubt: f64,
    /// Separations that differ by less are the same.
    pub tie: f64,
    /// Places nearer than this are the same.
    pub near: f64,
}

impl<P: Place, const MOST: usize> Candidates<P, MOST> {
    pub fn new(margin: f64, [doubt, tie, near]: [f64; 3]) -> Self {
        Self { all: ArrayVec::new(), margin, floor: f64::NEG_INFINITY, doubt, tie, near }
    }

    /// Is a separation near enough to count?
    #[inline]
    pub fn counts(&self, separation: f64) -> bool {
        separation <= self.most()
    }

    /// The largest separation that counts.
    #[inline]
    pub fn most(&self) -> f64 {
        self.margin + self.doubt
    }

    /// Takes a candidate, unless it is beyond the margin. Where there is one already, the deeper
    /// one counts; of two that are as deep the first, whose place does not depend on rounding.
    pub fn offer(&mut self, mut candidate: Candidate<P>) {
        let separation = candidate.separation();
        if !self.counts(separation) {
            return;
        }
        if separation < self.floor {
            candidate.heights[1] = candidate.heights[0] + self.floor;
        }
        if separation > self.margin {
            candidate.heights[1] = candidate.heights[0] + self.margin;
        }
        let (tie, near) = (self.tie, self.near);
        let known = &mut self.all;
        let of_name = known.iter().position(|c| c.feature == candidate.feature);
        let at_place = || known.iter().position(|c| c.place.is_at(candidate.place, near));
        if let Some(i) = of_name.or_else(at_place) {
            let same = &mut known[i];
            let lower = rank(candidate.feature) < rank(same.feature);
            let name = if lower { candidate.feature } else { same.feature };
            if candidate.separation() < same.separation() - tie {
                *same = candidate;
            }
            same.feature = name;
        } else {
            // There is room for all that there can be.
            let _ = self.all.try_push(candidate);
        }
    }

    pub fn all(&self) -> &[Candidate<P>] {
        &self.all
    }

    /// The least separation; infinite if there are no points.
    pub fn least(&self) -> f64 {
        self.all().iter().map(Candidate::separation).fold(f64::INFINITY, f64::min)
    }
}
