//! Rotations: in 2D (cos, sin), computed once from the angle; in 3D a quaternion
//! (x, y, z, w).
//!
//! Answers refer to the exact rotation of the stored numbers: z / |z| in 2D, R(q) / |q|^2 in 3D. So the
//! rounding error that the normalisation leaves does no harm.

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::prepared::{PreparedQuaternion, PreparedRotation2};
use super::rotation2::Rotation2;
use super::vector::{Turn, Vector};
use crate::Error;
use crate::number::{Scalar, sqrt};

macro_rules! plane_turn {
    ($v:ty, $s:ty) => {
        impl Turn for Rotation2<$v> {
            type Vector = $v;
            type Given = $s;
            type Prepared = PreparedRotation2<$v>;

            const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

            fn checked(angle: $s) -> Result<Self, Error> {
                let wide = Error::finite("angle", angle)?.to_f64();
                let (sin, cos) = libm::sincos(wide);
                Ok(Self { cos: <$s as Scalar>::of(cos), sin: <$s as Scalar>::of(sin) })
            }
            fn numbers(self) -> [f64; 4] {
                [self.cos.to_f64(), self.sin.to_f64(), 0.0, 0.0]
            }
            fn widen(self) -> Rotation2<DVec2> {
                Rotation2 { cos: self.cos.to_f64(), sin: self.sin.to_f64() }
            }
            fn narrow(wide: Rotation2<DVec2>) -> Self {
                Self { cos: <$s as Scalar>::of(wide.cos), sin: <$s as Scalar>::of(wide.sin) }
            }
            fn about(by: f64) -> Self {
                let (sin, cos) = libm::sincos(bounded(by));
                Self { cos: <$s as Scalar>::of(cos), sin: <$s as Scalar>::of(sin) }
            }
            fn then(self, next: Self) -> Self {
                let ([c, s, ..], [d, t, ..]) = (self.numbers(), next.numbers());
                let (cos, sin) = (c * d - s * t, s * d + c * t);
                let length = sqrt(cos * cos + sin * sin);
                Self {
                    cos: <$s as Scalar>::of(cos / length),
                    sin: <$s as Scalar>::of(sin / length),
                }
            }
            fn inverse(self) -> Self {
                // 0 - 0 is 0. A negation would give -0, whose bits differ from those of the identity.
                Self { cos: self.cos, sin: 0.0 - self.sin }
            }
            fn towards(self, other: Self) -> f64 {
                let ([c, s, ..], [d, t, ..]) = (self.numbers(), other.numbers());
                libm::atan2(c * t - s * d, c * d + s * t)
            }
        }
    };
}

macro_rules! space_turn {
    ($q:ident, $v:ty, $s:ty) => {
        impl Turn for $q {
            type Vector = $v;
            type Given = $q;
            type Prepared = PreparedQuaternion<$s>;

            const IDENTITY: Self = $q::IDENTITY;

            #[inline]
            fn checked(given: $q) -> Result<Self, Error> {
                let q = given.to_array().map(|x| x.to_f64());
                // Most have length 1, and are found so without divisions. NaN and infinities fail the comparison.
                let square = q.iter().map(|x| x * x).sum::<f64>();
                if (square - 1.0).abs() <= 2.0 * <$s as Scalar>::EPSILON.to_f64() {
                    return Ok(given);
                }
                for x in given.to_array() {
                    Error::finite("quaternion", x)?;
                }
                let largest = q.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                if largest == 0.0 {
                    return Err(Error::ZeroQuaternion);
                }
                let scaled = q.map(|x| x / largest);
                let length = sqrt(scaled.iter().map(|x| x * x).sum::<f64>());
                // A unit quaternion is left as it is, because its exact rotation is the intended one.
                if (length * largest - 1.0).abs() <= <$s as Scalar>::EPSILON.to_f64() {
                    return Ok(given);
                }
                Ok($q::from_array(scaled.map(|x| <$s as Scalar>::of(x / length))))
            }
            #[inline]
            fn numbers(self) -> [f64; 4] {
                self.to_array().map(|x| x.to_f64())
            }
            #[inline]
            fn widen(self) -> DQuat {
                DQuat::from_array(self.to_array().map(|x| x.to_f64()))
            }
            #[inline]
            fn narrow(wide: DQuat) -> Self {
                $q::from_array(wide.to_array().map(<$s as Scalar>::of))
            }
            fn about(by: DVec3) -> Self {
                let by = DVec3::from_fn(|i| bounded(by[i]));
                let (sin, cos) = libm::sincos(0.5 * Vector::norm(by));
                let [x, y, z] = (by.unit_along().unwrap_or(DVec3::ZERO) * sin).to_array();
                $q::from_array([x, y, z, cos].map(<$s as Scalar>::of))
            }
            fn then(self, next: Self) -> Self {
                let both = hamilton(next.widen(), self.widen());
                $q::from_array(both.map(<$s as Scalar>::of))
            }
            fn inverse(self) -> Self {
                let [x, y, z, w] = self.to_array();
                $q::from_array([0.0 - x, 0.0 - y, 0.0 - z, w])
            }
            fn towards(self, other: Self) -> DVec3 {
                let [x, y, z, w] = self.numbers();
                let back = DQuat::from_array([-x, -y, -z, w]);
                let [x, y, z, w] = hamilton(other.widen(), back);
                // q and -q are the same rotation. The one with w >= 0 turns by at most half a turn.
                let (along, w) = (DVec3::new(x, y, z) * 1.0_f64.copysign(w), w.abs());
                let half = libm::atan2(Vector::norm(along), w);
                along.unit_along().unwrap_or(DVec3::ZERO) * (2.0 * half)
            }
        }
    };
}

/// The angle, limited to 2^500, so that its square does not overflow. Past 2^53 turns none of its digits
/// mean anything, so any rotation will do, but it must be a valid one.
fn bounded(angle: f64) -> f64 {
    const MOST: f64 = f64::from_bits((1023 + 500) << 52);
    angle.clamp(-MOST, MOST)
}

/// The product of two quaternions, normalised. The second rotation is applied first.
fn hamilton(p: DQuat, q: DQuat) -> [f64; 4] {
    let ([a, b, c, d], [x, y, z, w]) = (p.to_array(), q.to_array());
    let product = [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ];
    let length = sqrt(product.iter().map(|x| x * x).sum::<f64>());
    product.map(|x| x / length)
}

plane_turn!(Vec2, f32);
plane_turn!(DVec2, f64);
space_turn!(Quat, Vec3, f32);
space_turn!(DQuat, DVec3, f64);
