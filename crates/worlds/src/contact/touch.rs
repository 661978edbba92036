//! [`Contact`], what is returned, and [`Touch`], what it is made of.

use clearance_geometry::answer::Manifold;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;

use crate::separation::PieceId;

/// A patch of contact of two shapes: points with one normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The part of A and the facet of the deepest point.
    pub piece_a: PieceId,
    /// The part of B and the facet of the deepest point.
    pub piece_b: PieceId,
    /// The normal from A to B, and up to 4 points; in 2D 2.
    pub manifold: Manifold<V>,
}

/// A contact of two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<V: Vector> {
    pub contact: Contact<V>,
    /// Is the normal that of the front of a facet? False for convex shapes without facets.
    pub is_front: bool,
}

/// Are two unit normals the same, up to rounding in the precision of `V`? Normals in `f64` that are rounded, rotated
/// or not, differ by less than 4 epsilons in each coordinate.
pub(super) fn same_normal<V: Vector>(a: V, b: V) -> bool {
    (a - b).max_abs() <= V::Scalar::of(4.0) * V::Scalar::EPSILON
}
