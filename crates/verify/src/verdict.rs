//! The result of a check: a verdict, or a bracket around the truth.

use super::interval::Interval;

/// The verdict of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// lower <= truth <= upper was confirmed, and so were the points and the normal if the answer claims
    /// them. The sign of the clearance may still be undecided.
    Proven,
    /// One of the bounds is wrong, a point is not where it should be, or the answer contradicts itself.
    Refuted,
    /// The evidence is not enough, or the checker does not know a shape.
    Unproven,
}

impl Verdict {
    /// The verdict on two claims together.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
            (Self::Proven, Self::Proven) => Self::Proven,
            _ => Self::Unproven,
        }
    }
    /// The same; the second claim is checked only if the first is not refuted.
    pub(super) fn and_then(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Refuted { self } else { self.and(other()) }
    }
}

/// An interval that is proven to contain the true clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// A lower bound of the truth; minus infinity if nothing is proven.
    pub lower: f64,
    /// An upper bound of the truth; infinity if nothing is proven.
    pub upper: f64,
}

impl Bracket {
    pub(super) const UNKNOWN: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    pub(super) fn around(truth: Interval) -> Self {
        Self { lower: truth.low(), upper: truth.high() }
    }
}
