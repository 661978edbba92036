//! Poses: the position and orientation of a shape. A pose maps local to world: first it rotates, then it
//! translates.
//!
//! Input is checked and normalised, so that a [`Pose`] always contains finite numbers and a rotation: see
//! `rotation`. The exception is [`Pose::from_unit`].
//!
//! Poses are composed and inverted, and transform points, in `f64` with the exact rotations. The result is
//! rounded once to the pose's precision. `matrix` converts poses to and from matrices.

use core::ops::{Mul, MulAssign};

use super::motion::Motion;
use super::vector::{DVector, Prepared, Turn, Vector, finite};
use crate::Error;
use crate::number::Scalar;

/// The pose of a shape. It maps from the local to the world frame: first the rotation, then the
/// translation.
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
    turn: <V::Turn as Turn>::Prepared,
}

impl<V: Vector> core::fmt::Debug for Pose<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut pose = f.debug_struct("Pose");
        pose.field("translation", &self.translation).field("turn", &self.turn()).finish()
    }
}

impl<V: Vector> Pose<V> {
    /// The pose of a shape whose local frame is the world frame.
    pub const IDENTITY: Self = Self { translation: V::ZERO, turn: Prepared::IDENTITY };

    /// A pose from a translation and a rotation. In 2D the rotation is an angle in radians, in 3D a
    /// quaternion (x, y, z, w) of any length but zero.
    ///
    /// # Errors
    /// NaN and infinities, lengths past [`Scalar::LARGEST`], the zero quaternion.
    #[inline]
    pub fn new(translation: V, turn: <V::Turn as Turn>::Given) -> Result<Self, Error> {
        finite("translation", None, translation)?;
        Ok(Self::of_parts(translation, <V::Turn as Turn>::checked(turn)?))
    }

    /// A pose from a rotation that already has length 1, without checks. It is for engines that store such
    /// rotations and move thousands of bodies per step. In 3D the rotation is a quaternion, in 2D a
    /// [`Rotation2`](super::Rotation2) of cosine and sine. The translation is in the world's unit, as in
    /// [`Pose::new`].
    ///
    /// Only the direction of the rotation matters, not its length. If the pose is not finite, or its
    /// rotation is zero, queries prove nothing about the shape: clearances and casts are undecided,
    /// `intersects` and `contains` are true, a ray's hit is not certain, and there are no contacts.
    /// Every query ends and none panics, but points and normals are meaningless. [`Pose::new`] refuses
    /// the input of such poses.
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
    /// The same as of [`Pose::new`].
    pub fn at(translation: V) -> Result<Self, Error> {
        finite("translation", None, translation)?;
        Ok(Self { translation, ..Self::IDENTITY })
    }

    /// The position of the local origin in the world.
    #[inline]
    pub fn translation(&self) -> V {
        self.translation
    }
    /// The rotation, normalised. That of [`Pose::from_unit`], and of a pose that was read from text, is as it was given.
    #[inline]
    pub fn turn(&self) -> V::Turn {
        self.turn.turn()
    }
    /// The columns of the rotation matrix, in `f64`: the local axes in the world. The third is unused in 2D. In
    /// 3D they are computed with each call.
    #[inline]
    pub fn columns(&self) -> [V::Wide; 3] {
        self.turn.columns()
    }
    /// The rotation as it is stored.
    #[inline(always)]
    #[doc(hidden)]
    pub fn prepared(&self) -> &<V::Turn as Turn>::Prepared {
        &self.turn
    }
    /// One vector rotated back: see [`Prepared::unrotate`].
    #[inline(always)]
    #[doc(hidden)]
    pub fn unrotate(&self, x: V::Wide) -> V::Wide {
        self.turn.unrotate(x)
    }
    /// 0 if the rotation is finite and not zero, otherwise NaN.
    #[inline(always)]
    #[doc(hidden)]
    pub fn zero_if_turn_is_finite(&self) -> f64 {
        self.turn.zero_if_finite()
    }
    /// A pose from a checked translation and a checked rotation.
    #[inline]
    #[doc(hidden)]
    pub fn of_parts(translation: V, turn: V::Turn) -> Self {
        Self { translation, turn: Prepared::of(turn) }
    }

    /// Transforms a point from the local to the world frame: rotates and translates it. The result is
    /// computed in `f64` and rounded once. If the point is not finite, the result is not either.
    pub fn transform_point(&self, local: V) -> V {
        V::narrow(Motion::of(self).apply(local.widen()))
    }
    /// Transforms a direction or a velocity from the local to the world frame: only rotates it.
    pub fn transform_vector(&self, local: V) -> V {
        V::narrow(Motion::of(self).rotate(local.widen()))
    }
    /// Transforms a point from the world to the local frame: the inverse of [`Pose::transform_point`].
    pub fn inverse_transform_point(&self, world: V) -> V {
        let motion = Motion::of(self);
        V::narrow(motion.unrotate(world.widen() - motion.translation))
    }
    /// Transforms a direction or a velocity from the world to the local frame: the inverse of
    /// [`Pose::transform_vector`].
    pub fn inverse_transform_vector(&self, world: V) -> V {
        V::narrow(Motion::of(self).unrotate(world.widen()))
    }

    /// The inverse pose, which maps from the world to the local frame. The rotation is exact, the
    /// translation is rounded once. For translations past the largest length see [`Pose::mul`].
    pub fn inverse(&self) -> Self {
        let motion = Motion::of(self);
        let translation = motion.unrotate(V::Wide::ZERO - motion.translation);
        Self::of_parts(within_range(translation), self.turn().inverse())
    }

    /// The same pose in `f64`. The conversion is exact.
    pub fn widen(&self) -> Pose<V::Wide> {
        Pose::of_parts(self.translation.widen(), self.turn().widen())
    }
}

/// Conversions of poses to the matrices that the algorithms work on.
impl<W: DVector> Motion<W> {
    /// The motion of a pose, from the local to the world frame.
    #[inline(always)]
    pub fn of<V: Vector<Wide = W>>(pose: &Pose<V>) -> Self {
        Self { columns: pose.columns(), translation: pose.translation().widen() }
    }

    /// The rotation about the origin, from the local to the world frame.
    pub fn of_turn<T: Turn<Vector: Vector<Wide = W>>>(turn: T) -> Self {
        Self { columns: T::Prepared::of(turn).columns(), translation: W::ZERO }
    }

    /// The pose of B in the frame of A.
    #[inline(always)]
    pub fn b_in_a<V: Vector<Wide = W>>(a: &Pose<V>, b: &Pose<V>) -> Self {
        Self::of(b).seen_from(&Self::of(a))
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The translation of a new pose, with its coordinates clamped to [`Scalar::LARGEST`].
fn within_range<V: Vector>(wide: V::Wide) -> V {
    let most = V::Scalar::LARGEST.to_f64();
    V::narrow(V::Wide::from_fn(|i| wide.get(i).clamp(-most, most)))
}

/// If `b` is the pose of B in the frame of `a`, then `a * b` is the pose of B in the world: points of B are
/// transformed by `b` first, and then by `a`.
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
/// The product is computed in `f64` and rounded once. It is exact if either pose is [`Pose::IDENTITY`]. A
/// product never fails, so programs need not check it: coordinates of the translation past
/// [`Scalar::LARGEST`] are clamped to it. [`Pose::new`] refuses such translations.
impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let translation = within_range(Motion::of(&self).apply(b.translation.widen()));
        let (first, then) = (b.turn(), self.turn());
        let none = <V::Turn as Turn>::IDENTITY;
        if first == none {
            return Self { translation, ..self };
        } else if then == none {
            return Self { translation, ..b };
        }
        Self::of_parts(translation, first.then(then))
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
