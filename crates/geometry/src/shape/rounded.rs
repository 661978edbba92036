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
    /// NaN, infinite and negative radii; sums of radii past [`Scalar::LARGEST`].
    pub fn new(shape: C, radius: <C::V as Vector>::Scalar) -> Result<Self, Error> {
        let rounded = Self { shape, extra: Error::not_negative("margin", radius)? };
        let (value, most) = (rounded.radius_wide(), <C::V as Vector>::Scalar::LARGEST.to_f64());
        if value > most {
            return Err(Error::TooLarge { what: "sum of radii", index: None, value, most });
        }
        Ok(rounded)
    }
    /// The radius given: what it adds to that of the shape inside.
    pub fn margin(&self) -> <C::V as Vector>::Scalar {
        self.extra
    }
    /// What the sum of radii in `f64` is short of the exact one.
    #[inline]
    fn lost(&self) -> f64 {
        two_sum(self.shape.radius_wide(), self.extra.to_f64()).1
    }
    /// The same shape as another type, rounded by the same radius.
    pub(super) fn map<D: Convex<V = C::V>>(self, convert: impl FnOnce(C) -> D) -> Rounded<D> {
        Rounded { shape: convert(self.shape), extra: self.extra }
    }
    /// The shape inside.
    pub fn inner(&self) -> &C {
        &self.shape
    }
}

/// The rounded sum and what rounding took away: together the exact sum (Knuth).
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let seen = sum - a;
    (sum, (a - (sum - seen)) + (b - seen))
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
    /// What is lost of the sum of radii counts as well: it is as far off along any direction.
    fn support_error(&self) -> f64 {
        self.shape.support_error() + self.lost().abs()
    }
    fn center(&self) -> C::V {
        self.shape.center()
    }
    /// The nearest number to the sum; queries take [`Convex::radius_wide`].
    #[inline]
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.shape.radius() + self.extra
    }
    /// The sum in `f64`, where `f32` would lose more of a small radius beside a large one.
    #[inline]
    fn radius_wide(&self) -> f64 {
        self.shape.radius_wide() + self.extra.to_f64()
    }
    fn radius_bounds(&self) -> [f64; 2] {
        let [low, high] = self.shape.radius_bounds();
        let extra = self.extra.to_f64();
        // Each a step further out than the sum, unless that is exact.
        let [(least, below), (most, above)] = [two_sum(low, extra), two_sum(high, extra)];
        [
            if below < 0.0 { least.next_down() } else { least },
            if above > 0.0 { most.next_up() } else { most },
        ]
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
    fn wants_normals(&self) -> bool {
        self.shape.wants_normals()
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
