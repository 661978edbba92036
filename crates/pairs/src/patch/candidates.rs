//! The candidates for contact points: one for each place, and one for each name.
//!
//! Candidates that are nearer to each other than a small distance are at one place. Which of them is the
//! deepest changes with the smallest motion. So the deepest gives the place, and the lowest name, which
//! stays the same, gives the name.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::answer::FeatureId;
use crate::number::min;

/// The most points that two faces can share, the deepest of each and of both, and the tilted supports.
pub(super) const MOST: usize = 2 * crate::shape::face::MOST + 24;

/// A place perpendicular to the normal: on a line, or in a plane.
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
    /// In most cases one coordinate differs by more, and no root is necessary.
    #[inline]
    fn is_at(self, other: Self, near: f64) -> bool {
        let way = self - other;
        way.x.abs() <= near && way.length() <= near
    }
}

/// A candidate for a contact point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate<P> {
    pub place: P,
    /// The heights of A and B there.
    pub heights: [f64; 2],
    pub feature: FeatureId,
}

impl<P> Candidate<P> {
    pub fn separation(&self) -> f64 {
        self.heights[1] - self.heights[0]
    }
}

/// The order of names, whichever shape is A: a name has the rank of the same name with A and B exchanged.
#[inline]
pub(super) fn rank(name: FeatureId) -> FeatureId {
    name.max(name.swapped())
}

/// Candidates up to a separation. Those that only rounding puts beyond it count as at it.
pub(super) struct Candidates<P, const MOST: usize> {
    all: ArrayVec<Candidate<P>, MOST>,
    pub margin: f64,
    /// The distance beyond the margin that may be rounding.
    pub doubt: f64,
    /// Separations whose difference is less are equal.
    pub tie: f64,
    /// Places nearer than this are the same.
    pub near: f64,
}

impl<P: Place, const MOST: usize> Candidates<P, MOST> {
    pub fn new(margin: f64, [doubt, tie, near]: [f64; 3]) -> Self {
        Self { all: ArrayVec::new(), margin, doubt, tie, near }
    }

    /// Is a separation near enough to count?
    pub fn counts(&self, separation: f64) -> bool {
        separation <= self.most()
    }

    /// The largest separation that counts.
    pub fn most(&self) -> f64 {
        self.margin + self.doubt
    }

    /// Adds a candidate, unless it is beyond the margin. If there is one at this place already, the
    /// deeper one counts; of two that are equally deep, the first, whose place does not depend on
    /// rounding. Returns the index of the one that counts.
    pub fn offer(&mut self, candidate: Candidate<P>) -> Option<usize> {
        let candidate = self.limited(candidate)?;
        let (tie, near) = (self.tie, self.near);
        let known = &mut self.all;
        let of_name = known.iter().position(|c| c.feature == candidate.feature);
        let at_place = || known.iter().position(|c| c.place.is_at(candidate.place, near));
        let same = of_name.or_else(at_place);
        if let Some(i) = same {
            let same = &mut known[i];
            let lower = rank(candidate.feature) < rank(same.feature);
            let name = if lower { candidate.feature } else { same.feature };
            if candidate.separation() < same.separation() - tie {
                *same = candidate;
            }
            same.feature = name;
        } else {
            // The capacity is enough for all possible candidates.
            self.all.try_push(candidate).ok()?;
        }
        Some(same.unwrap_or(self.all.len() - 1))
    }

    /// The candidate with its separation lowered to the margin; `None` if it is beyond the margin.
    fn limited(&self, mut candidate: Candidate<P>) -> Option<Candidate<P>> {
        let separation = candidate.separation();
        if separation > self.margin {
            candidate.heights[1] = candidate.heights[0] + self.margin;
        }
        self.counts(separation).then_some(candidate)
    }

    pub fn all(&self) -> &[Candidate<P>] {
        &self.all
    }

    /// The least separation; infinite if there are no points.
    pub fn least(&self) -> f64 {
        self.all().iter().map(Candidate::separation).fold(f64::INFINITY, min)
    }
}
