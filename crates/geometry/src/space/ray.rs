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
    /// In `f64`, as all casts ask for them.
    origin: V::Wide,
    direction: V::Wide,
    tmax: V::Scalar,
}

impl<V: Vector> Ray<V> {
    /// The shortest direction accepted, 2^-850: times stay finite in `f64`, as no way is longer
    /// than 2^164.
    pub const SHORTEST: f64 = f64::from_bits((1023 - 850) << 52);

    /// The ray from `origin` along `direction`, up to the time `tmax`. That may be infinite, or
    /// 0: then the ray is its origin.
    ///
    /// # Errors
    /// NaN and infinite vectors, coordinates past [`Scalar::LARGEST`], a direction of length zero or
    /// below [`Ray::SHORTEST`], a `tmax` that is NaN or negative.
    #[inline(always)]
    pub fn new(origin: V, direction: V, tmax: V::Scalar) -> Result<Self, Error> {
        // Rays are made by the million, and hardly ever refused: what for is asked afterwards.
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

    /// Where it starts.
    #[inline]
    pub fn origin(&self) -> V {
        V::narrow(self.origin)
    }
    /// Where it goes, as given.
    #[inline]
    pub fn direction(&self) -> V {
        V::narrow(self.direction)
    }
    /// Origin and direction in `f64`.
    #[inline]
    pub fn widen(&self) -> [V::Wide; 2] {
        [self.origin, self.direction]
    }
    /// The last time that counts.
    #[inline]
    pub fn tmax(&self) -> V::Scalar {
        self.tmax
    }
    /// The direction in `f64`, of length 1 to rounding.
    pub fn unit(&self) -> V::Wide {
        // There is one, as the direction was checked.
        self.direction.unit_along().unwrap_or(V::Wide::unit(0))
    }
    /// The direction's length, to rounding.
    pub fn length(&self) -> f64 {
        let wide = self.direction;
        let largest = wide.max_abs();
        V::Wide::from_fn(|i| wide.get(i) / largest).norm() * largest
    }
}
