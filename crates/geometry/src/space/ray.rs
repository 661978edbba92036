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
        // Rays are made by the million and hardly ever refused, so one combined check without branches
        // comes first. The square of a very short direction underflows, and of NaN it is NaN.
        let (from, along) = (origin.widen(), direction.widen());
        let fits = |i| {
            (origin.get(i).abs() <= V::Scalar::LARGEST)
                & (direction.get(i).abs() <= V::Scalar::LARGEST)
        };
        let fit = (0..V::DIM).fold(tmax >= V::Scalar::ZERO, |all, i| all & fits(i));
        if !(fit & (along.dot(along) > Self::SHORT_SQUARE)) {
            Self::check(origin.copied(), direction.copied(), tmax)?;
        }
        Ok(Self { origin: from, direction: along, tmax })
    }

    /// The square of a direction that is certainly long enough.
    const SHORT_SQUARE: f64 = 1e-300;

    /// The same ray from a point and along a direction that this precision rounds. They round to those of this ray.
    #[doc(hidden)]
    #[must_use]
    pub fn unrounded(self, origin: V::Wide, direction: V::Wide) -> Self {
        Self { origin, direction, ..self }
    }

    /// Each check alone, for the reason of a refusal.
    #[cold]
    #[inline(never)]
    fn check(origin: V, direction: V, tmax: V::Scalar) -> Result<(), Error> {
        let (largest, limit) = (direction.max_abs().to_f64(), tmax.to_f64());
        finite("origin", None, origin)?;
        finite("direction", None, direction)?;
        if largest == 0.0 {
            Err(Error::ZeroVector { what: "direction" })
        } else if largest < Self::SHORTEST {
            Err(Error::TooShort { what: "direction", value: largest, least: Self::SHORTEST })
        } else if limit.is_nan() {
            Err(Error::NotFinite { what: "tmax", index: None, value: limit })
        } else if limit < 0.0 {
            Err(Error::Negative { what: "tmax", value: limit })
        } else {
            Ok(())
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
