//! How a clearance changes when one of the shapes moves.
//!
//! Moving B by a small step s moves its nearest point by s, and what counts of it is the part
//! along the normal: the gradient is the normal. Turning B about its own origin o by a small w
//! moves the point p by w x (p - o), and n . (w x (p - o)) = w . ((p - o) x n).
//!
//! That holds in overlap, too: the depth is the least over all axes, and at a least one the
//! axis itself may be held fixed (the envelope theorem; Danskin 1966).

use super::Clearance;
use crate::space::{Pose, Vector};

/// The derivative of the signed clearance by how B stands, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient<V: Vector> {
    /// By a shift of B: clearance per length. It is the normal.
    pub translation: V,
    /// By a turn of B about its own origin: clearance per radian. In 2D a number, positive
    /// where a counterclockwise turn makes room; in 3D a vector w, so that turning by a small
    /// rotation vector r gains w . r.
    pub rotation: V::Wedge,
}

impl<V: Vector> Clearance<V> {
    /// The gradient, B standing where the query had it; for a relative query `pose_b` is the pose
    /// of B in the frame of A, and so is the gradient.
    ///
    /// It is unique where the nearest points are: not for parallel faces or edges, nor in the
    /// middle of an overlap, where two ways out are equally long. There it is one of several, all
    /// of which are slopes of the clearance to some side. It means nothing where the answer is
    /// not [`bounded`](Clearance::bounded).
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
