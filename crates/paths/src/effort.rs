//! [`Effort`]: what a search may cost.
//!
//! Where two bodies graze each other for a while, or nearly, no number of looks is enough for a proof. So the looks of a
//! search are limited, and it returns what it knows at the limit. The stretches that it keeps for later take some ten
//! megabytes at most.

use crate::look::Seen;
use crate::looks::Looks;

/// The looks at one leg, and some more for each piece of the bodies: a tenth of a second. A long path of an arm takes some
/// hundred, one of a humanoid some ten thousand. On a path that cannot be decided, each of five searches reaches the limit.
const LOOKS: u64 = 1 << 17;
const LOOKS_A_PIECE: u64 = 1 << 6;
/// After so many looks at bodies whose clearance is what is needed, up to rounding, nothing more is looked for. One is
/// enough for the path not to be proven; the others look for a place where they are nearer.
const GRAZES: u32 = 64;

/// A search goes breadth first while it keeps less than so many stretches for later, and depth first from then on.
pub(crate) const KEPT: usize = 1 << 16;

/// What is left of the effort for a leg.
pub(crate) struct Effort {
    /// How many looks there may have been at the end.
    most: u64,
    grazes: u32,
}

impl Effort {
    pub fn new(looks: &Looks<'_>) -> Self {
        Self::of_legs(looks, 1)
    }
    /// For so many legs.
    pub fn of_legs(looks: &Looks<'_>, legs: usize) -> Self {
        Self { most: looks.looked + most(looks) * legs as u64, grazes: GRAZES }
    }
    /// Was this the last look? `graze` is what is needed, and the slack above it.
    pub fn ends(&mut self, looks: &Looks<'_>, seen: &Seen, [need, graze]: [f64; 2]) -> bool {
        let grazes = seen.lower <= graze && need <= seen.upper && seen.upper < f64::INFINITY;
        self.grazes -= u32::from(grazes);
        looks.looked >= self.most || self.grazes == 0
    }
}

/// The most looks at a leg.
pub(crate) fn most(looks: &Looks<'_>) -> u64 {
    let pieces: usize = looks.prover.pieces.iter().map(|piece| piece.range.len()).sum();
    LOOKS + LOOKS_A_PIECE * pieces as u64
}
