//! Any convex shape rounded by a radius: its Minkowski sum with a ball.

use super::{Convex, Face, Identity, Vertex, View, kind};
use crate::Error;
use crate::hull::Built;
use crate::number::Scalar;
use crate::space::Vector;

/// All points within `radius` of `shape`.
///
/// ```
/// use clearance::{Rounded, d2};
/// let tile = Rounded::new(d2::Cuboid::new(d2::Vec2::new(1.0, 2.0))?, 0.25)?;
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<C: Convex> {
    shape: C,
    extra: <C::V as Vector>::Scalar,
}

impl<C: Convex> Rounded<C> {
    /// Rounds `shape` by `radius`, on top of whatever radius it has.
    ///
    /// # Errors
    /// NaN, infinite and negative radii.
    pub fn new(shape: C, radius: <C::V as Vector>::Scalar) -> Result<Self, Error> {
        Ok(Self { shape, extra: Error::not_negative("margin", radius)? })
    }
    /// The radius given: what it adds to that of the shape inside.
    pub fn margin(&self) -> <C::V as Vector>::Scalar {
        self.extra
    }
    /// The shape inside.
    pub fn inner(&self) -> &C {
        &self.shape
    }
}

impl<C: Convex> From<C> for Rounded<C> {
    /// The shape as it is, rounded by 0.
    fn from(shape: C) -> Self {
        Self { shape, extra: Scalar::ZERO }
    }
}

impl<C: Convex> Convex for Rounded<C> {
    type V = C::V;
    #[inline]
    fn support(&self, direction: C::V) -> C::V {
        self.shape.support(direction)
    }
    #[inline]
    fn support_vertex(&self, direction: C::V, hint: u32) -> Vertex<C::V> {
        self.shape.support_vertex(direction, hint)
    }
    #[inline]
    fn support_wide(&self, direction: super::Wide<C>, hint: u32) -> Vertex<super::Wide<C>> {
        self.shape.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.shape.support_error()
    }
    fn center(&self) -> C::V {
        self.shape.center()
    }
    #[inline]
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.shape.radius() + self.extra
    }
    fn vertex(&self, id: u32) -> Option<C::V> {
        self.shape.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.shape.reach()
    }
    fn built(&self) -> Option<&Built> {
        self.shape.built()
    }
    fn face(&self, direction: super::Wide<C>, face: &mut Face<super::Wide<C>>) {
        self.shape.face(direction, face)
    }
    #[inline]
    fn contact_normal(
        &self,
        normal: super::Wide<C>,
        other: super::Wide<C>,
    ) -> Option<super::Wide<C>> {
        self.shape.contact_normal(normal, other)
    }
    fn identity(&self) -> Option<u64> {
        let inner = self.shape.identity()?;
        if self.extra == Scalar::ZERO {
            return Some(inner);
        }
        Some(Identity::of(kind::ROUNDED).and(inner).scalar(self.extra).number())
    }
    fn view(&self) -> View<'_, C::V> {
        self.shape.view()
    }
}
