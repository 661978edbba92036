//! What the checker says: a verdict, of a bracket around the truth.

use super::interval::Interval;

/// What the checker found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// lower <= truth <= upper was confirmed, and so were the points and the normal, where the
    /// answer claims some; that does not say that the sign is decided.
    Proven,
    /// One of the bounds is wrong, a point is not where it should be, or the answer contradicts
    /// itself.
    Refuted,
    /// The evidence does not reach, or a shape is not known to the checker.
    Unproven,
}

impl Verdict {
    /// Of two claims that an answer makes: what was found of both.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
            (Self::Proven, Self::Proven) => Self::Proven,
            _ => Self::Unproven,
        }
    }
    /// The same, where the second is looked at only if the first is not refuted.
    pub(super) fn and_then(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Refuted { self } else { self.and(other()) }
    }
}

/// An interval that was proven to hold the true clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Not above the truth. Minus infinity where nothing is proven.
    pub lower: f64,
    /// Not below the truth. Infinity where nothing is proven.
    pub upper: f64,
}

impl Bracket {
    pub(super) const UNKNOWN: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    pub(super) fn around(truth: Interval) -> Self {
        Self { lower: truth.low(), upper: truth.high() }
    }
}
