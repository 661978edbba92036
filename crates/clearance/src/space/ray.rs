//! Rays: where they start, which way they go, and how far.

use super::vector::{Vector, finite};
use crate::Error;
use crate::number::Scalar;

/// All points `origin + t * direction` with t from 0 to `tmax`, in world coordinates.
///
/// The direction may have any length but zero: times are counted in it. With a velocity for a
/// direction, they are times.
///
/// ```
/// use clearance::d3::{Ray, Vec3};
/// let ray = Ray::new(Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0), f32::INFINITY)?;
/// assert!(Ray::new(Vec3::ZERO, Vec3::ZERO, 1.0).is_err());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    origin: V,
    direction: V,
    tmax: V::Scalar,
    /// Along the direction, of length 1.
    unit: V::Wide,
    /// Of the direction.
    length: f64,
}

impl<V: Vector> Ray<V> {
    /// The shortest direction accepted, 2^-900: below it a length may have lost its digits.
    pub const SHORTEST: f64 = f64::from_bits((1023 - 900) << 52);

    /// The ray from `origin` along `direction`, up to the time `tmax`. That may be infinite, or
    /// 0: then the ray is its origin.
    ///
    /// # Errors
    /// NaN and infinite vectors, a direction of length zero or below [`Ray::SHORTEST`], a `tmax`
    /// that is NaN or negative.
    pub fn new(origin: V, direction: V, tmax: V::Scalar) -> Result<Self, Error> {
        finite("origin", None, origin)?;
        finite("direction", None, direction)?;
        let wide = direction.widen();
        let unit = wide.unit_along().ok_or(Error::ZeroVector { what: "direction" })?;
        let largest = wide.max_abs();
        if largest < Self::SHORTEST {
            return Err(Error::TooShort { what: "direction", value: largest });
        }
        let limit = tmax.to_f64();
        if limit.is_nan() {
            return Err(Error::NotFinite { what: "tmax", index: None, value: limit });
        }
        if limit < 0.0 {
            return Err(Error::Negative { what: "tmax", value: limit });
        }
        let length = V::Wide::from_fn(|i| wide.get(i) / largest).norm() * largest;
        Ok(Self { origin, direction, tmax, unit, length })
    }
    /// Where it starts.
    pub fn origin(&self) -> V {
        self.origin
    }
    /// Where it goes, as given.
    pub fn direction(&self) -> V {
        self.direction
    }
    /// The last time that counts.
    pub fn tmax(&self) -> V::Scalar {
        self.tmax
    }
    /// The direction in `f64`, of length 1 to rounding.
    #[inline]
    pub fn unit(&self) -> V::Wide {
        self.unit
    }
    /// The direction's length, to rounding.
    #[inline]
    pub fn length(&self) -> f64 {
        self.length
    }
}
