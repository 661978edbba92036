//! The evidence of the distance of shapes that are made of convex pieces.
//!
//! - *Upper bound.* The certificate of one pair of pieces, which decides.
//! - *Lower bound.* A [`Cover`]: all pairs of pieces, in few sets that an axis parts.
//! - *Inside.* Surfaces that are apart prove nothing about a shape that is wholly inside a solid. There the winding
//!   number decides; it needs no evidence.

use alloc::vec::Vec;

use super::Certificate;
use crate::shape::PieceId;
use crate::space::Vector;

/// The distance of two shapes that are made of pieces, with its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparationCertificate<V: Vector> {
    /// The distance: the best estimate, within `[lower, upper]`. 0 if the shapes touch or overlap.
    pub distance: V::Scalar,
    /// A lower bound on the distance of the exact shapes at the poses as given.
    pub lower: V::Scalar,
    /// An upper bound on this distance.
    pub upper: V::Scalar,
    /// Is one of the shapes inside the other, a solid, so that their surfaces do not meet?
    pub inside: bool,
    /// The pieces of A and of B that are nearest to each other, or that touch.
    pub pieces: [PieceId; 2],
    /// The clearance of these pieces with its evidence. Its points and normal are those of the answer.
    pub pair: Certificate<V>,
    /// Proves that the pieces of A are apart from those of B. `None` if the shapes may touch.
    pub cover: Option<Cover<V::Wide>>,
}

/// Proves that all pieces of A are farther than `lower` from all pieces of B.
///
/// A step is about a set of pieces of A and a set of pieces of B. It shows an axis that parts them, or cuts one of the
/// sets in two; then a step about the first half follows, and all that belongs to it, and a step about the second.
///
/// ```text
///     steps                                about
///     SplitB(2)                            A all          B all = [q0 q1 q2 q3 q4]
///     |-- Gap(x)                           A all          [q0 q1]
///     '-- SplitA(1)                        A all          [q2 q3 q4]
///         |-- Gap(y)                       [p0]           [q2 q3 q4]
///         '-- Gap(z)                       [p1 p2 ..]     [q2 q3 q4]
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cover<W> {
    /// A distance that each pair of pieces has at least; positive.
    pub lower: f64,
    /// All pieces of A and all of B, in the order in which they are cut.
    pub pieces: [Vec<PieceId>; 2],
    /// The steps. The first is about all pieces.
    pub steps: Vec<CoverStep<W>>,
}

/// A step of a [`Cover`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoverStep<W> {
    /// Along this axis, from A to B and in A's frame, the sets are `lower` apart. It has any length but zero.
    /// If a set is a half-space, its own normal counts instead.
    Gap(W),
    /// The set of A is cut behind this many pieces.
    SplitA(u32),
    /// The set of B is cut behind this many pieces.
    SplitB(u32),
}
