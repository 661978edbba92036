//! Half-spaces in 3D and half-planes in 2D.

use super::{Identity, kind};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Aabb, Motion, Pose, Vector};

/// All points x with `normal . x <= offset`, in the local frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
    /// Normal and offset in `f64`, divided by the length that the normal has in `f64`.
    wide: (V::Wide, f64),
}

impl<V: Vector> HalfSpace<V> {
    /// A half-space with this outward normal, of any length but zero. `offset` is the distance of the plane
    /// from the local origin, along the normal.
    ///
    /// # Errors
    /// NaN and infinities, offsets past [`Scalar::LARGEST`], the zero normal.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, Error> {
        for i in 0..V::DIM {
            Error::finite("normal", normal.get(i))?;
        }
        let offset = Error::length("offset", offset)?;
        // A normal that has unit length within rounding error is left as it is.
        let length = normal.norm();
        let unit = (length - V::Scalar::ONE).abs() <= V::Scalar::EPSILON;
        let normal = if unit { Some(normal) } else { normal.unit_along() };
        let normal = normal.ok_or(Error::ZeroVector { what: "normal" })?;
        let (exact, length) = (normal.widen(), normal.widen().norm());
        let wide = (exact * (1.0 / length), offset.to_f64() / length);
        Ok(Self { normal, offset, wide })
    }
    /// The outward unit normal.
    pub fn normal(&self) -> V {
        self.normal
    }
    /// The plane's distance from the local origin along the normal.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
    /// Normal and offset in `f64`. The normal has length 1 in `f64`, too.
    #[inline]
    #[doc(hidden)]
    pub fn widen(&self) -> (V::Wide, f64) {
        self.wide
    }

    /// The same half-space in `f64`.
    #[inline]
    pub(crate) fn lowered(&self) -> HalfSpace<V::Wide> {
        let (normal, offset) = (self.normal.widen(), self.offset.to_f64());
        HalfSpace { normal, offset, wide: self.wide }
    }

    /// The number that identifies the half-space: see [`Convex::identity`](super::Convex::identity).
    #[inline]
    #[doc(hidden)]
    pub fn identity(&self) -> u64 {
        Identity::of(kind::HALF_SPACE).vector(self.normal).scalar(self.offset).number()
    }

    /// The bounding box. All sides are infinite, except one if the normal is along a coordinate axis of the
    /// frame that `pose` maps to.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        let motion = Motion::of(pose);
        let normal = motion.rotate(self.normal.widen());
        let level = self.offset.to_f64() + normal.dot(motion.translation);
        let slack = (level.abs() + motion.translation.max_abs()) * 64.0 * f64::EPSILON;
        let lone = |i: usize| (0..V::DIM).all(|j| j == i || normal.get(j) == 0.0);
        let end = |i: usize, sign: f64| {
            if lone(i) && normal.get(i) * sign > 0.0 {
                sign * (level + slack)
            } else {
                sign * f64::INFINITY
            }
        };
        Aabb {
            min: V::from_fn(|i| Scalar::below(end(i, -1.0))),
            max: V::from_fn(|i| Scalar::above(end(i, 1.0))),
        }
    }
}
