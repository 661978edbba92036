//! Poses: where a shape stands. A pose maps local to world: turn, then move.
//!
//! Input is checked and normalised on entry, so that a [`Pose`] always holds finite numbers
//! and a rotation. In 2D a rotation stores (cos, sin), made once from the angle; in 3D it is a
//! quaternion (x, y, z, w). The rotation that an answer is *about* is the exact one of the
//! stored numbers: z / |z| in 2D, R(q) / |q|^2 in 3D, so that what is left of the rounding in
//! the normalisation does no harm.
//!
//! Poses compose, invert and transform points in `f64`, with these exact rotations, and the result
//! is rounded once to the pose's precision. [`super::matrix`] converts them to and from matrices.

use core::ops::{Mul, MulAssign};

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::motion::Motion;
use super::vector::{Vector, finite};
use crate::Error;
use crate::number::Scalar;

/// A rotation as a pose stores it.
pub trait Turn: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The vectors it turns.
    type Vector: Vector;
    /// What a caller gives: an angle in radians in 2D, a quaternion (x, y, z, w) in 3D.
    type Given: Copy;

    /// No rotation.
    const IDENTITY: Self;
    /// What [`Turn::columns`] of that are.
    const UNTURNED: [<Self::Vector as Vector>::Wide; 3];

    /// Checks and normalises. Errors: NaN, infinities, the zero quaternion.
    fn checked(given: Self::Given) -> Result<Self, Error>;
    /// The columns of the rotation matrix, in `f64`; the third is unused in 2D.
    fn columns(self) -> [<Self::Vector as Vector>::Wide; 3];
    /// The stored numbers as they are: (cos, sin, 0, 0) in 2D, the quaternion (x, y, z, w) in 3D.
    fn numbers(self) -> [f64; 4];
    /// The same rotation in `f64`.
    fn widen(self) -> <<Self::Vector as Vector>::Wide as Vector>::Turn;
    /// The nearest rotation of this precision.
    fn narrow(wide: <<Self::Vector as Vector>::Wide as Vector>::Turn) -> Self;
    /// The rotation by that angle in radians; in 3D about the vector `by`, of the angle's length.
    fn about(by: <<Self::Vector as Vector>::Wide as Vector>::Wedge) -> Self;
    /// This rotation first, then another one.
    fn then(self, next: Self) -> Self;
    /// The rotation that undoes this one. Exact.
    fn inverse(self) -> Self;
    /// The shortest rotation that leads from this one to `other`, as [`Turn::about`] takes it.
    fn towards(self, other: Self) -> <<Self::Vector as Vector>::Wide as Vector>::Wedge;
}

/// A rotation of the plane, stored as the cosine and sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation2<V: Vector> {
    /// Cosine of the angle.
    pub cos: V::Scalar,
    /// Sine of the angle.
    pub sin: V::Scalar,
}

impl<V: Vector> Rotation2<V> {
    /// From the cosine and the sine of an angle, for [`Pose::from_unit`]. Not checked.
    pub const fn new(cos: V::Scalar, sin: V::Scalar) -> Self {
        Self { cos, sin }
    }
    /// The angle in radians, from -pi to pi.
    pub fn angle(&self) -> V::Scalar {
        V::Scalar::of(libm::atan2(self.sin.to_f64(), self.cos.to_f64()))
    }
}

macro_rules! plane_turn {
    ($v:ty, $s:ty) => {
        impl Turn for Rotation2<$v> {
            type Vector = $v;
            type Given = $s;

            const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };
            const UNTURNED: [DVec2; 3] = [DVec2::X, DVec2::new(-0.0, 1.0), DVec2::ZERO];

            fn checked(angle: $s) -> Result<Self, Error> {
                let wide = Error::finite("angle", angle)?.to_f64();
                let (sin, cos) = libm::sincos(wide);
                Ok(Self { cos: <$s as Scalar>::of(cos), sin: <$s as Scalar>::of(sin) })
            }
            fn columns(self) -> [DVec2; 3] {
                let (c, s) = (self.cos.to_f64(), self.sin.to_f64());
                let length = Scalar::sqrt(c * c + s * s);
                let (c, s) = (c / length, s / length);
                [DVec2::new(c, s), DVec2::new(-s, c), DVec2::ZERO]
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
                let length = Scalar::sqrt(cos * cos + sin * sin);
                Self {
                    cos: <$s as Scalar>::of(cos / length),
                    sin: <$s as Scalar>::of(sin / length),
                }
            }
            fn inverse(self) -> Self {
                // 0 - 0 is 0, where -0 would not have the bits of no rotation.
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

            const IDENTITY: Self = $q::IDENTITY;
            const UNTURNED: [DVec3; 3] = DVec3::AXES;

            fn checked(given: $q) -> Result<Self, Error> {
                let q = given.to_array().map(|x| x.to_f64());
                for x in given.to_array() {
                    Error::finite("quaternion", x)?;
                }
                let largest = q.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                if largest == 0.0 {
                    return Err(Error::ZeroQuaternion);
                }
                let scaled = q.map(|x| x / largest);
                let length = Scalar::sqrt(scaled.iter().map(|x| x * x).sum::<f64>());
                // A unit quaternion is left as it is: its exact rotation is what was meant.
                if (length * largest - 1.0).abs() <= <$s as Scalar>::EPSILON.to_f64() {
                    return Ok(given);
                }
                Ok($q::from_array(scaled.map(|x| <$s as Scalar>::of(x / length))))
            }
            fn columns(self) -> [DVec3; 3] {
                let [x, y, z, w] = self.to_array().map(|x| x.to_f64());
                let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
                let s = 1.0 / (xx + yy + zz + ww);
                let t = 2.0 * s;
                [
                    DVec3::new(
                        s * ((ww + xx) - (yy + zz)),
                        t * (x * y + z * w),
                        t * (x * z - y * w),
                    ),
                    DVec3::new(
                        t * (x * y - z * w),
                        s * ((ww + yy) - (xx + zz)),
                        t * (y * z + x * w),
                    ),
                    DVec3::new(
                        t * (x * z + y * w),
                        t * (y * z - x * w),
                        s * ((ww + zz) - (xx + yy)),
                    ),
                ]
            }
            fn numbers(self) -> [f64; 4] {
                self.to_array().map(|x| x.to_f64())
            }
            fn widen(self) -> DQuat {
                DQuat::from_array(self.to_array().map(|x| x.to_f64()))
            }
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
                // q and -q are the same rotation; the one with w >= 0 is by at most half a turn.
                let (along, w) = (DVec3::new(x, y, z) * 1.0_f64.copysign(w), w.abs());
                let half = libm::atan2(Vector::norm(along), w);
                along.unit_along().unwrap_or(DVec3::ZERO) * (2.0 * half)
            }
        }
    };
}

/// An angle whose square overflows becomes one whose does not, 2^500: past 2^53 turns none of its
/// digits mean anything, and any rotation serves, but it has to be one.
fn bounded(angle: f64) -> f64 {
    const MOST: f64 = f64::from_bits((1023 + 500) << 52);
    angle.clamp(-MOST, MOST)
}

/// The product of two quaternions, of length 1: the second one turns first.
fn hamilton(p: DQuat, q: DQuat) -> [f64; 4] {
    let ([a, b, c, d], [x, y, z, w]) = (p.to_array(), q.to_array());
    let product = [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ];
    let length = Scalar::sqrt(product.iter().map(|x| x * x).sum::<f64>());
    product.map(|x| x / length)
}

plane_turn!(Vec2, f32);
plane_turn!(DVec2, f64);
space_turn!(Quat, Vec3, f32);
space_turn!(DQuat, DVec3, f64);

/// The pose of a shape: local to world, the rotation first.
///
/// ```
/// use clearance::d3::{Pose, Vec3};
/// use glam::Quat;
/// let pose = Pose::new(Vec3::new(1.0, 0.0, 0.0), Quat::from_rotation_z(0.5))?;
/// assert!(Pose::at(Vec3::new(f32::NAN, 0.0, 0.0)).is_err());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Pose<V: Vector> {
    translation: V,
    turn: V::Turn,
    /// Of the rotation matrix: made once, as every query asks for them.
    columns: [V::Wide; 3],
}

impl<V: Vector> core::fmt::Debug for Pose<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { translation, turn, .. } = self;
        f.debug_struct("Pose").field("translation", translation).field("turn", turn).finish()
    }
}

impl<V: Vector> Pose<V> {
    /// Local and world frame are the same.
    pub const IDENTITY: Self = Self {
        translation: V::ZERO,
        turn: <V::Turn as Turn>::IDENTITY,
        columns: <V::Turn as Turn>::UNTURNED,
    };

    /// A pose from a translation and, in 2D, an angle in radians or, in 3D, a quaternion
    /// (x, y, z, w) of any length but zero.
    ///
    /// # Errors
    /// NaN and infinities, lengths past [`Scalar::LARGEST`], the zero quaternion.
    pub fn new(translation: V, turn: <V::Turn as Turn>::Given) -> Result<Self, Error> {
        finite("translation", None, translation)?;
        let turn = <V::Turn as Turn>::checked(turn)?;
        Ok(Self { translation, turn, columns: turn.columns() })
    }

    /// A pose from a rotation that is of length 1 already, without a check: for engines that keep such
    /// rotations and move thousands of bodies a step. In 3D that is a quaternion, in 2D a
    /// [`Rotation2`] of cosine and sine. The translation is in the world's unit, as in [`Pose::new`].
    ///
    /// The rotation's direction counts, and not its length. At a pose that is not finite, or whose rotation
    /// is zero, nothing is proven of a shape: clearances and casts are undecided, `intersects` and
    /// `contains` are true, a ray's hit is not certain, and there are no contacts. Every question ends, and
    /// none panics, but points and normals mean nothing there. [`Pose::new`] refuses what makes such poses.
    ///
    /// ```
    /// use clearance::d3::{self, Pose, Quat, Sphere, Status, Vec3};
    /// let (ball, here) = (Sphere::new(1.0)?, Pose::IDENTITY);
    /// let there = Pose::from_unit(Vec3::X * 3.0, Quat::from_rotation_z(0.5));
    /// assert_eq!(d3::distance(&ball, &here, &ball, &there), 1.0);
    ///
    /// let nowhere = Pose::from_unit(Vec3::NAN, Quat::IDENTITY);
    /// assert_eq!(d3::clearance(&ball, &here, &ball, &nowhere).status(), Status::Undecided);
    /// assert!(d3::contact_manifold(&ball, &here, &ball, &nowhere, 0.1).is_none());
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline]
    pub fn from_unit(translation: V, turn: V::Turn) -> Self {
        Self::of_parts(translation, turn)
    }

    /// A pose without rotation.
    ///
    /// # Errors
    /// As [`Pose::new`].
    pub fn at(translation: V) -> Result<Self, Error> {
        finite("translation", None, translation)?;
        Ok(Self { translation, ..Self::IDENTITY })
    }

    /// Where the local origin stands in the world.
    #[inline]
    pub fn translation(&self) -> V {
        self.translation
    }
    /// The rotation, normalised.
    #[inline]
    pub fn turn(&self) -> V::Turn {
        self.turn
    }
    /// The columns of the rotation matrix, in `f64`; the third is unused in 2D.
    #[inline]
    pub fn columns(&self) -> [V::Wide; 3] {
        self.columns
    }
    /// The same where they lie.
    #[inline]
    pub(crate) fn columns_ref(&self) -> &[V::Wide; 3] {
        &self.columns
    }
    /// From a translation and a rotation that were checked.
    #[inline]
    pub(crate) fn of_parts(translation: V, turn: V::Turn) -> Self {
        Self { translation, turn, columns: turn.columns() }
    }

    /// From the local frame to the world: rotated and moved. Rounded once, from `f64`; a point that
    /// is not finite gives one that is not.
    pub fn transform_point(&self, local: V) -> V {
        V::narrow(Motion::of(self).apply(local.widen()))
    }
    /// As [`Pose::transform_point`] for a direction or velocity, which is rotated alone.
    pub fn transform_vector(&self, local: V) -> V {
        V::narrow(Motion::of(self).rotate(local.widen()))
    }
    /// From the world to the local frame: what [`Pose::transform_point`] undoes.
    pub fn inverse_transform_point(&self, world: V) -> V {
        let motion = Motion::of(self);
        V::narrow(motion.unrotate(world.widen() - motion.translation))
    }
    /// What [`Pose::transform_vector`] undoes.
    pub fn inverse_transform_vector(&self, world: V) -> V {
        V::narrow(Motion::of(self).unrotate(world.widen()))
    }

    /// World to local. The rotation is exact, the translation rounded once. See [`Pose::mul`] for
    /// translations past the largest length.
    pub fn inverse(&self) -> Self {
        let motion = Motion::of(self);
        let translation = motion.unrotate(V::Wide::ZERO - motion.translation);
        Self::of_parts(within_range(translation), self.turn.inverse())
    }

    /// The same pose in `f64`. Exact.
    pub fn widen(&self) -> Pose<V::Wide> {
        Pose {
            translation: self.translation.widen(),
            turn: self.turn.widen(),
            columns: self.columns,
        }
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A translation of a new pose: its coordinates are at most [`Scalar::LARGEST`].
fn within_range<V: Vector>(wide: V::Wide) -> V {
    let most = V::Scalar::LARGEST.to_f64();
    V::narrow(V::Wide::from_fn(|i| wide.get(i).clamp(-most, most)))
}

/// `a * b` is the pose of B in the world, where `b` is its pose in the frame of `a`: B's points go
/// through `b` first, and then through `a`.
///
/// ```
/// use clearance::d3::{Pose, Quat, Vec3};
/// let car = Pose::new(Vec3::new(10.0, 0.0, 0.0), Quat::from_xyzw(0.0, 0.0, 1.0, 0.0))?;
/// let wheel = Pose::at(Vec3::new(1.0, 0.0, -0.5))?;
/// assert_eq!((car * wheel).translation(), Vec3::new(9.0, 0.0, -0.5));
/// assert_eq!(car * wheel * wheel.inverse(), car);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// The product is formed in `f64` and rounded once. It is exact if either pose is
/// [`Pose::IDENTITY`]. A product always exists, so that a program need not check each of them: the
/// coordinates of a translation past [`Scalar::LARGEST`] become the largest. [`Pose::new`] refuses
/// such translations.
impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let translation = within_range(Motion::of(&self).apply(b.translation.widen()));
        let none = <V::Turn as Turn>::IDENTITY;
        if b.turn == none {
            return Self { translation, ..self };
        } else if self.turn == none {
            return Self { translation, ..b };
        }
        Self::of_parts(translation, b.turn.then(self.turn))
    }
}

impl<V: Vector> Mul<&Pose<V>> for Pose<V> {
    type Output = Pose<V>;
    fn mul(self, b: &Pose<V>) -> Pose<V> {
        self * *b
    }
}

impl<V: Vector> Mul<Pose<V>> for &Pose<V> {
    type Output = Pose<V>;
    fn mul(self, b: Pose<V>) -> Pose<V> {
        *self * b
    }
}

impl<V: Vector> Mul for &Pose<V> {
    type Output = Pose<V>;
    fn mul(self, b: Self) -> Pose<V> {
        *self * *b
    }
}

impl<V: Vector> MulAssign for Pose<V> {
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}
