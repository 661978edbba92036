//! What queries accept: a convex shape or a half-space.

use super::{Convex, HalfSpace, Point};
use crate::space::Vector;

/// A shape that queries accept: any [`Convex`] one, or a half-space, which has no finite
/// support and is answered in closed form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape that clearance can query",
    note = "implement `clearance::Convex` for it: `type V`, `support` and `center` are enough"
)]
pub trait Geometry {
    /// The vectors of the shape's frame.
    type V: Vector;
    /// The convex shape that it may be.
    type Core: Convex<V = Self::V>;
    /// Which of the two it is.
    fn part(&self) -> Part<'_, Self::Core>;
}

/// What a [`Geometry`] is.
#[derive(Debug)]
pub enum Part<'a, C: Convex> {
    /// Bounded and convex.
    Convex(&'a C),
    /// All points on one side of a plane (in 2D, a line).
    HalfSpace(&'a HalfSpace<C::V>),
}

impl<C: Convex> Clone for Part<'_, C> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Convex> Copy for Part<'_, C> {}

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
