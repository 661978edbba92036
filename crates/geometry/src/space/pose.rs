//! Poses: where a shape stands. A pose maps local to world: turn, then move.
//!
//! Input is checked and normalised on entry, so that a [`Pose`] always holds finite numbers
//! and a rotation: see `rotation`.
//!
//! Poses compose, invert and transform points in `f64`, with these exact rotations, and the result
//! is rounded once to the pose's precision. [`super::matrix`] converts them to and from matrices.

use core::ops::{Mul, MulAssign};

use super::motion::Motion;
use super::vector::{Turn, Vector, finite};
use crate::Error;
use crate::number::Scalar;

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
    /// [`Rotation2`](super::Rotation2) of cosine and sine. The translation is in the world's unit, as in [`Pose::new`].
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
    #[doc(hidden)]
    pub fn columns_ref(&self) -> &[V::Wide; 3] {
        &self.columns
    }
    /// From a translation and a rotation that were checked.
    #[inline]
    #[doc(hidden)]
    pub fn of_parts(translation: V, turn: V::Turn) -> Self {
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

/// How poses become the matrices that the algorithms work on.
impl<W: Vector<Scalar = f64, Wide = W>> Motion<W> {
    /// The motion that a pose stands for, local to world.
    #[inline]
    pub fn of<V: Vector<Wide = W>>(pose: &Pose<V>) -> Self {
        Self { columns: pose.columns(), translation: pose.translation().widen() }
    }

    /// The pose of B in the frame of A.
    #[inline(always)]
    pub fn b_in_a<V: Vector<Wide = W>>(a: &Pose<V>, b: &Pose<V>) -> Self {
        let unrotate = |x: W| W::from_fn(|i| a.columns_ref()[i].dot(x));
        let mut columns = [W::ZERO; 3];
        for (seen, column) in columns.iter_mut().zip(b.columns_ref()).take(W::DIM) {
            *seen = unrotate(*column);
        }
        let way = b.translation().widen() - a.translation().widen();
        Self { columns, translation: unrotate(way) }
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
