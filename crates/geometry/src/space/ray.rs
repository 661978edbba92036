//! Rays: an origin, a direction and a length.

use super::vector::{Vector, finite};
use crate::Error;
use crate::number::Scalar;

/// All points `origin + t * direction` with t from 0 to `tmax`, in world coordinates.
///
/// The direction may have any length but zero. Times are measured in lengths of the direction, so if the
/// direction is a velocity, they are real times.
///
/// ```
/// use clearance::d3::{Ray, Vec3};
/// let ray = Ray::new(Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0), f32::INFINITY)?;
/// assert!(Ray::new(Vec3::ZERO, Vec3::ZERO, 1.0).is_err());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    /// Origin and direction are stored in `f64`, because all ray casts need them in `f64`.
    origin: V::Wide,
    direction: V::Wide,
    tmax: V::Scalar,
}

impl<V: Vector> Ray<V> {
    /// The shortest accepted direction, 2^-850. With it, times are finite in `f64`, because no path is
    /// longer than 2^164.
    pub const SHORTEST: f64 = f64::from_bits((1023 - 850) << 52);

    /// The ray from `origin` along `direction`, up to the time `tmax`. `tmax` may be infinite. It may
    /// also be 0; then the ray is only its origin.
    ///
    /// # Errors
    /// NaN and infinite vectors, coordinates past [`Scalar::LARGEST`], a direction that is zero or shorter
    /// than [`Ray::SHORTEST`], a `tmax` that is NaN or negative.
    #[inline(always)]
    pub fn new(origin: V, direction: V, tmax: V::Scalar) -> Result<Self, Error> {
        // Rays are made by the million and hardly ever refused, so the reason is only determined after one
        // combined check has failed.
        let (from, along) = (origin.widen(), direction.widen());
        let fits = |v: V| (0..V::DIM).all(|i| v.get(i).abs() <= V::Scalar::LARGEST);
        let long = (0..V::DIM).any(|i| along.get(i).abs() >= Self::SHORTEST);
        if fits(origin) && fits(direction) && long && tmax >= V::Scalar::ZERO {
            Ok(Self { origin: from, direction: along, tmax })
        } else {
            Err(Self::refused(origin.copied(), direction.copied(), tmax))
        }
    }

    #[cold]
    #[inline(never)]
    fn refused(origin: V, direction: V, tmax: V::Scalar) -> Error {
        let (largest, limit) = (direction.max_abs().to_f64(), tmax.to_f64());
        let vectors = [("origin", origin), ("direction", direction)];
        let refused = vectors.map(|(what, v)| finite(what, None, v).err());
        if let Some(error) = refused.into_iter().flatten().next() {
            error
        } else if largest == 0.0 {
            Error::ZeroVector { what: "direction" }
        } else if largest < Self::SHORTEST {
            Error::TooShort { what: "direction", value: largest, least: Self::SHORTEST }
        } else if limit.is_nan() {
            Error::NotFinite { what: "tmax", index: None, value: limit }
        } else {
            Error::Negative { what: "tmax", value: limit }
        }
    }

    /// The origin.
    #[inline]
    pub fn origin(&self) -> V {
        V::narrow(self.origin)
    }
    /// The direction, as given.
    #[inline]
    pub fn direction(&self) -> V {
        V::narrow(self.direction)
    }
    /// Origin and direction in `f64`.
    #[inline]
    pub fn widen(&self) -> [V::Wide; 2] {
        [self.origin, self.direction]
    }
    /// The largest time of the ray.
    #[inline]
    pub fn tmax(&self) -> V::Scalar {
        self.tmax
    }
    /// The direction in `f64`, normalised. Its length is 1 up to rounding.
    pub fn unit(&self) -> V::Wide {
        // The direction was checked, so it can be normalised.
        self.direction.unit_along().unwrap_or(V::Wide::unit(0))
    }
    /// The length of the direction, up to rounding.
    pub fn length(&self) -> f64 {
        let wide = self.direction;
        let largest = wide.max_abs();
        V::Wide::from_fn(|i| wide.get(i) / largest).norm() * largest
    }
}
