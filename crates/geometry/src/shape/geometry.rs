//! [`Geometry`], the trait of everything that queries accept: convex shapes and half-spaces.

use super::{Convex, HalfSpace, Lowered, Operand, Point, Wide};
use crate::space::{DVector, Vector};

/// A shape that queries accept: any [`Convex`] shape, or a half-space. A half-space is unbounded and has
/// no support function, so its queries are answered in closed form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape that clearance can query",
    note = "if `{Self}` is a `Result`, as constructors return it, take the shape out of it with `?` or `unwrap()`",
    note = "implement `clearance::Convex` for it: `type V`, `support` and `center` are enough"
)]
pub trait Geometry {
    /// The vector type of the shape's frame.
    type V: Vector;
    /// The type of the convex shape, if it is one.
    type Core: Convex<V = Self::V>;
    /// The convex shape or the half-space.
    fn part(&self) -> Part<'_, Self::Core>;
    /// The shape in the form that the solvers use: see [`Operand`]. The conversion is exact.
    #[doc(hidden)]
    #[inline]
    fn lowered(&self) -> Operand<'_, Wide<Self::Core>> {
        match self.part() {
            Part::Convex(shape) => Operand::Convex(Lowered::of(shape)),
            Part::HalfSpace(half) => Operand::HalfSpace(half.lowered()),
        }
    }
}

/// A [`Geometry`]: a convex shape or a half-space.
#[derive(Debug)]
pub enum Part<'a, C: Convex + ?Sized> {
    /// A bounded convex shape.
    Convex(&'a C),
    /// All points on one side of a plane (in 2D, of a line).
    HalfSpace(&'a HalfSpace<C::V>),
}

impl<C: Convex + ?Sized> Clone for Part<'_, C> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Convex + ?Sized> Copy for Part<'_, C> {}

impl<'a, C: Convex + ?Sized> Part<'a, C> {
    /// The convex shape; `None` for a half-space.
    #[inline]
    pub fn convex(self) -> Option<&'a C> {
        if let Self::Convex(shape) = self { Some(shape) } else { None }
    }
}

impl<C: Convex> Geometry for C {
    type V = C::V;
    type Core = C;
    #[inline]
    fn part(&self) -> Part<'_, C> {
        Part::Convex(self)
    }
}

impl<V: Vector> Geometry for HalfSpace<V> {
    type V = V;
    type Core = Point<V>;
    fn part(&self) -> Part<'_, Point<V>> {
        Part::HalfSpace(self)
    }
}

impl<'a, W: DVector> Operand<'a, W> {
    /// Lowers a shape. The conversion is exact.
    #[inline]
    pub fn of<G: Geometry<V: Vector<Wide = W>>>(shape: &'a G) -> Self {
        shape.lowered()
    }
    /// The convex shape or the half-space, as in [`Geometry::part`].
    #[inline]
    pub fn part(&self) -> Part<'_, Lowered<'a, W>> {
        match self {
            Self::Convex(shape) => Part::Convex(shape),
            Self::HalfSpace(half) => Part::HalfSpace(half),
        }
    }
}
