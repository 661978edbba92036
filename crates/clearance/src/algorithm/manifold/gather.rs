//! The points found so far: one to a name, the deepest.

use crate::answer::FeatureId;

/// The most points that two faces can share, and the deepest of each and of both.
const MOST: usize = 2 * crate::shape::face::MOST + 8;

/// A place where the shapes face each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate<P> {
    /// Where, in the plane across the normal.
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

/// Candidates up to a separation: those that may be beyond it by rounding alone are at it.
pub(super) struct Gather<P> {
    all: [Candidate<P>; MOST],
    len: usize,
    margin: f64,
    /// By how much rounding may put a candidate beyond the margin.
    doubt: f64,
    /// Separations that differ by less are the same.
    pub tie: f64,
}

impl<P: Copy + Default> Gather<P> {
    pub fn new(margin: f64, doubt: f64, tie: f64) -> Self {
        Self { all: [Candidate::default(); MOST], len: 0, margin, doubt, tie }
    }

    /// Takes a candidate, unless it is beyond the margin or another of that name is deeper. Of
    /// two that are as deep the first counts, whose place does not depend on rounding.
    pub fn offer(&mut self, mut candidate: Candidate<P>) {
        let separation = candidate.separation();
        if separation > self.margin + self.doubt || separation.is_nan() {
            return;
        }
        if separation > self.margin {
            candidate.heights[1] = candidate.heights[0] + self.margin;
        }
        let known = &mut self.all[..self.len];
        if let Some(same) = known.iter_mut().find(|c| c.feature == candidate.feature) {
            if separation < same.separation() - self.tie {
                *same = candidate;
            }
        } else if self.len < MOST {
            self.all[self.len] = candidate;
            self.len += 1;
        }
    }

    pub fn all(&self) -> &[Candidate<P>] {
        &self.all[..self.len]
    }

    /// The least separation; infinite if there are no points.
    pub fn least(&self) -> f64 {
        self.all().iter().map(Candidate::separation).fold(f64::INFINITY, f64::min)
    }
}
