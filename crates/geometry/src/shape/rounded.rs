//! Any convex shape rounded by a radius: its Minkowski sum with a ball.

use super::{Convex, Face, Identity, Side, Vertex, View, kind};
use crate::Error;
use crate::hull::Built;
use crate::number::Scalar;
use crate::space::{Aabb, Pose, Vector};

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
    /// Rounds `shape` by `radius`, in addition to the rounding radius it already has.
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
    /// The given radius, which is added to the rounding radius of the inner shape.
    pub fn margin(&self) -> <C::V as Vector>::Scalar {
        self.extra
    }
    /// The exact sum of the radii minus the sum rounded to `f64`.
    #[inline]
    fn rounding_error(&self) -> f64 {
        two_sum(self.shape.radius_wide(), self.extra.to_f64()).1
    }
    /// Converts the inner shape to another type and keeps the added radius.
    pub(super) fn map<D: Convex<V = C::V>>(self, convert: impl FnOnce(C) -> D) -> Rounded<D> {
        Rounded { shape: convert(self.shape), extra: self.extra }
    }
    /// The inner shape.
    pub fn inner(&self) -> &C {
        &self.shape
    }
}

/// The rounded sum and its rounding error, which together are the exact sum (Knuth).
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let seen = sum - a;
    (sum, (a - (sum - seen)) + (b - seen))
}

impl<C: Convex> Rounded<C> {
    /// The bounding box of the shape, in the frame that `pose` maps to: [`Convex::aabb`], without an import of
    /// the trait.
    pub fn aabb(&self, pose: &Pose<C::V>) -> Aabb<C::V> {
        Convex::aabb(self, pose)
    }
}

impl<C: Convex> From<C> for Rounded<C> {
    /// The shape itself, with an added radius of 0.
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
    /// Includes the rounding error of the sum of radii, which is the same along any direction.
    fn support_error(&self) -> f64 {
        self.shape.support_error() + self.rounding_error().abs()
    }
    fn center(&self) -> C::V {
        self.shape.center()
    }
    /// The sum of the radii, rounded to the shape's precision. Queries use [`Convex::radius_wide`].
    #[inline]
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.shape.radius() + self.extra
    }
    /// The sum in `f64`: in `f32` a small radius would lose more digits beside a large one.
    #[inline]
    fn radius_wide(&self) -> f64 {
        self.shape.radius_wide() + self.extra.to_f64()
    }
    fn radius_bounds(&self) -> [f64; 2] {
        let [low, high] = self.shape.radius_bounds();
        let extra = self.extra.to_f64();
        // Each bound is one floating-point step outside the rounded sum, unless the rounded sum is exact or
        // already on the outer side.
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
    /// The plane stays that of the inner shape.
    fn side(&self) -> Option<Side<super::Wide<C>>> {
        self.shape.side()
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
