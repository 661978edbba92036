//! The independent checker.

use crate::answer::Certificate;
use crate::shape::Geometry;
use crate::space::Pose;

/// What the checker found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// lower <= truth <= upper was confirmed; that does not say that the sign is decided.
    Proven,
    /// One of the bounds is wrong.
    Refuted,
    /// The evidence does not reach, or a shape is not known to the checker.
    Unproven,
}

/// Checks an answer.
pub fn check<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Verdict {
    let _ = (a.part(), pose_a, b.part(), pose_b, certificate);
    Verdict::Unproven
}
