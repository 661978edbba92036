//! A facet as a convex shape.

use clearance_geometry::shape::{Operand, Segment, Shape, Triangle};
use clearance_geometry::space::Vector;

/// A facet as a convex shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<V: Vector> {
    /// In 2D.
    Segment(Segment<V>),
    /// In 3D.
    Triangle(Triangle<V>),
}

impl<V: Vector> From<Piece<V>> for Shape<V> {
    fn from(piece: Piece<V>) -> Self {
        match piece {
            Piece::Segment(segment) => segment.into(),
            Piece::Triangle(triangle) => triangle.into(),
        }
    }
}

impl<V: Vector> Piece<V> {
    /// The facet in the form that questions use.
    pub fn lowered(&self) -> Operand<'_, V::Wide> {
        match self {
            Self::Segment(segment) => Operand::of(segment),
            Self::Triangle(triangle) => Operand::of(triangle),
        }
    }
}

/// The facet with these corners, which are in the range of lengths: surfaces and scales are checked.
pub(crate) fn piece<V: Vector>([a, b, c]: [V; 3]) -> Piece<V> {
    let checked = "corners are checked when a surface is made or scaled";
    if V::DIM == 2 {
        Piece::Segment(Segment::new(a, b).expect(checked))
    } else {
        Piece::Triangle(Triangle::new(a, b, c).expect(checked))
    }
}
