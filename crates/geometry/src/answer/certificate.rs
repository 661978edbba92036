//! [`Certificate`]: a clearance with all of its evidence. That of two convex shapes is in `evidence.rs`. That of shapes
//! which are made of convex pieces:
//!
//! - *Upper bound.* The certificate of one pair of pieces, which decides.
//! - *Lower bound.* A [`Cover`]: all pairs of pieces, in few sets that an axis parts.
//! - *Inside.* Surfaces that are apart prove nothing about a shape that is wholly inside a solid. There the winding
//!   number decides; it needs no evidence.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Clearance, Surface};
use crate::shape::PieceId;
use crate::space::Vector;

/// An answer with all of its evidence, as `clearance::verify::check` needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate<V: Vector> {
    /// The answer. If a shape is not convex, it claims what the evidence can prove: of shapes that touch or overlap
    /// only that, so that `lower` is minus infinity.
    pub answer: Clearance<V>,
    /// The proof of the upper bound, if the cores of two convex shapes overlap.
    pub surface: Option<Surface<V::Wide>>,
    /// The evidence about pieces, if a shape is not convex.
    pub pieces: Option<Box<PiecesEvidence<V>>>,
}

impl<V: Vector> From<Clearance<V>> for Certificate<V> {
    /// The answer without a surface. This proves gaps, and those depths that come from the rounding radii.
    fn from(answer: Clearance<V>) -> Self {
        Self { answer, surface: None, pieces: None }
    }
}

/// What proves the clearance of two shapes of which one is not convex.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecesEvidence<V: Vector> {
    /// The clearance of the pieces that are nearest to each other, or that touch, with its evidence. Which ones they are
    /// say the places of the whole answer.
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
