//! How a clearance changes when one of the shapes moves.
//!
//! If B moves by a small step s, its nearest point moves by s. Only the part of s along the normal changes
//! the clearance, so the gradient is the normal. If B turns about its own origin o by a small rotation w,
//! the point p moves by w x (p - o), and n . (w x (p - o)) = w . ((p - o) x n).
//!
//! The same holds in overlap: the depth is the minimum over all axes, and at a minimum the axis may be
//! held fixed (the envelope theorem; Danskin 1966).

use super::Clearance;
use crate::space::{Pose, Vector};

/// The derivative of the signed clearance with respect to the pose of B, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient<V: Vector> {
    /// With respect to a translation of B: clearance per length. It is the normal.
    pub translation: V,
    /// With respect to a rotation of B about its own origin: clearance per radian. In 2D a number, positive
    /// if a counterclockwise rotation increases the clearance. In 3D a vector w: turning B by a small
    /// rotation vector r increases the clearance by w . r.
    pub rotation: V::Wedge,
}

impl<V: Vector> Clearance<V> {
    /// The gradient of the clearance. `pose_b` is the pose of B in the query. For a relative query it is
    /// the pose of B in the frame of A, and the gradient is in the frame of A, too.
    ///
    /// The gradient is unique if the nearest points are. They are not for parallel faces or edges, and not
    /// in an overlap with two equally short ways out. Then the result is one of several gradients, each of
    /// which is the slope of the clearance to some side. It means nothing if the answer is not
    /// [`bounded`](Clearance::bounded).
    ///
    /// ```
    /// use clearance::d2::{self, Circle, Cuboid, Pose, Vec2};
    /// let (ball, bar) = (Circle::new(1.0)?, Cuboid::new(Vec2::new(4.0, 0.5))?);
    /// let pose = Pose::at(Vec2::new(-3.0, 3.0))?; // the bar above, its right half over the ball
    /// let gradient = d2::clearance(&ball, &Pose::IDENTITY, &bar, &pose).gradient(&pose);
    /// assert_eq!(gradient.translation, Vec2::Y);
    /// assert_eq!(gradient.rotation, 3.0); // an arm of 3, turned up
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn gradient(&self, pose_b: &Pose<V>) -> Gradient<V> {
        let arm = self.point_b - pose_b.translation();
        Gradient { translation: self.normal, rotation: arm.wedge(self.normal) }
    }
}
