//! Sweeps: the motion of a shape with a constant velocity and a constant angular velocity.
//!
//! One point of the shape, its *center*, moves along a line, and the shape rotates about it:
//!
//! ```text
//!     x(t) = c + v t + exp(w t) R (x - center)         c: where the centre is at t = 0
//! ```
//!
//! Velocities are in world coordinates, per unit of time, which is up to the caller. Angular velocities are
//! in radians per unit of time. In 2D they are numbers, positive for counterclockwise; in 3D vectors along
//! the axis of rotation.

use super::motion::Motion;
use super::pose::Pose;
use super::vector::Turn;
use super::vector::{Vector, finite};
use crate::Error;
use crate::number::Scalar;

/// The pose of a shape at time 0, and its motion from there.
///
/// ```
/// use clearance::d3::{Pose, Quat, Sweep, Vec3};
///
/// let rolling = Sweep::new(&Pose::IDENTITY, Vec3::X, Vec3::new(0.0, -0.5, 0.0))?;
/// let later = rolling.pose_at(2.0)?;
/// assert_eq!(later.translation(), Vec3::new(2.0, 0.0, 0.0));
/// assert!(later.turn().abs_diff_eq(Quat::from_rotation_y(-1.0), 1e-6));
/// assert!(Sweep::linear(&Pose::IDENTITY, Vec3::new(f32::NAN, 0.0, 0.0)).is_err());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<V: Vector> {
    start: Pose<V>,
    linear: V,
    angular: V::Wedge,
    center: V,
}

impl<V: Vector> From<Pose<V>> for Sweep<V> {
    /// A shape that does not move.
    fn from(pose: Pose<V>) -> Self {
        Self::at_rest(&pose)
    }
}

impl<V: Vector> Sweep<V> {
    /// A shape that does not move.
    pub fn at_rest(pose: &Pose<V>) -> Self {
        Self { start: *pose, linear: V::ZERO, angular: Default::default(), center: V::ZERO }
    }

    /// A shape that moves along a line and does not rotate. The velocity is in world coordinates.
    ///
    /// # Errors
    /// NaN and infinities, velocities past [`Scalar::LARGEST`].
    pub fn linear(pose: &Pose<V>, velocity: V) -> Result<Self, Error> {
        Ok(Self { linear: finite("velocity", None, velocity)?, ..Self::at_rest(pose) })
    }

    /// A shape whose local origin moves at a constant velocity, and which rotates about its local origin
    /// at a constant angular velocity. See [`Sweep::about`] for another center.
    ///
    /// # Errors
    /// NaN and infinities, velocities past [`Scalar::LARGEST`].
    pub fn new(pose: &Pose<V>, velocity: V, angular: V::Wedge) -> Result<Self, Error> {
        for number in V::wedge_numbers(angular) {
            Error::length("angular velocity", number)?;
        }
        Ok(Self { angular, ..Self::linear(pose, velocity)? })
    }

    /// The same velocities for another center, a point in the local frame: it moves along the line, and the
    /// shape rotates about it.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`].
    pub fn about(self, center: V) -> Result<Self, Error> {
        Ok(Self { center: finite("center", None, center)?, ..self })
    }

    /// The motion from one pose at time 0 to another at time 1. The local origin moves along a line, and
    /// the shape rotates by the shortest rotation.
    ///
    /// # Errors
    /// Displacements past [`Scalar::LARGEST`].
    pub fn between(start: &Pose<V>, end: &Pose<V>) -> Result<Self, Error> {
        Self::between_about(start, end, V::ZERO)
    }

    /// Like [`Sweep::between`], but the point `center` of the local frame moves along the line. This is
    /// usually the center of mass.
    ///
    /// # Errors
    /// NaN and infinities; coordinates and displacements past [`Scalar::LARGEST`].
    pub fn between_about(start: &Pose<V>, end: &Pose<V>, center: V) -> Result<Self, Error> {
        let wide = finite("center", None, center)?.widen();
        let way = Motion::of(end).apply(wide) - Motion::of(start).apply(wide);
        let by = V::Wide::wedge_numbers(start.turn().towards(end.turn()));
        Self::new(start, V::narrow(way), V::wedge_of(by))?.about(center)
    }

    /// Does the shape rotate?
    pub fn turns(&self) -> bool {
        self.angular != V::Wedge::default()
    }
    /// The pose at time 0.
    pub fn start(&self) -> &Pose<V> {
        &self.start
    }
    /// The velocity of the center, in world coordinates.
    pub fn velocity(&self) -> V {
        self.linear
    }
    /// The angular velocity, in radians per unit of time and in world coordinates.
    pub fn angular(&self) -> V::Wedge {
        self.angular
    }
    /// The center: the point in the local frame that moves along a line.
    pub fn center(&self) -> V {
        self.center
    }

    /// The motion from the local to the world frame at a time, in `f64`.
    pub fn at(&self, time: f64) -> Motion<V::Wide> {
        let start = Motion::of(&self.start);
        let way = self.linear.widen() * time;
        if !self.turns() {
            return Motion { translation: start.translation + way, ..start };
        }
        let turn = Motion::of_turn(self.turn_at(time));
        let arm = start.rotate(self.center.widen());
        Motion {
            columns: start.columns.map(|column| turn.rotate(column)),
            translation: start.translation + way + (arm - turn.rotate(arm)),
        }
    }

    /// The position of a point of the local frame at a time, in `f64`. It is the same as with
    /// [`Sweep::at`], to the last bit, but faster if the shape does not rotate. `start` is the pose at time 0.
    #[inline]
    #[doc(hidden)]
    pub fn carry(&self, start: &Motion<V::Wide>, point: V::Wide, time: f64) -> V::Wide {
        if self.turns() {
            return self.at(time).apply(point);
        }
        start.rotate(point) + (start.translation + self.linear.widen() * time)
    }

    /// The pose at a time.
    ///
    /// # Errors
    /// NaN and infinite times, translations past [`Scalar::LARGEST`].
    pub fn pose_at(&self, time: V::Scalar) -> Result<Pose<V>, Error> {
        let time = Error::finite("time", time)?.to_f64();
        let translation = V::narrow(self.at(time).translation);
        let turn = self.start.turn().widen().then(self.turn_at(time));
        Ok(Pose::of_parts(finite("translation", None, translation)?, Turn::narrow(turn)))
    }

    /// The rotation since time 0.
    fn turn_at(&self, time: f64) -> <V::Wide as Vector>::Turn {
        Turn::about(V::wedge_widen(self.angular) * time)
    }
}
