//! The side from which a one-sided shape is touched.
//!
//! ```text
//!        v  c         c  the centre of the other shape: it is over the plane
//!      ( | x )        v  its velocity relative to the shape: against the front
//!     --\-+-/-----    front
//!        `-'  ^       its lowest point is less than `depth` behind
//!     . . . . v . .
//! ```
//!
//! If another shape fails one of these three, the two do not touch. Contacts have no velocity and test the
//! place alone.
//!
//! If neither shape turns, a shape that is refused at one time is refused for good: either it moves away from
//! the plane, or it moves on to the back, so that its centre and its lowest point only get lower. This is how
//! a cast proves a miss by one test at the time of the first contact.
//!
//! *Source.* The rule of the centre is that of `b2CollideChainSegmentAndPolygon` of Box2D, which has no depth;
//! the depth is `one_way_collision_margin` of Godot. Jolt's `EBackFaceMode` ignores triangles by the direction
//! of a cast alone, and so does a ray here.

use super::{Convex, NO_ID};
use crate::space::{Motion, Vector};

/// The side from which a one-sided shape is touched: see [`Convex::side`]. In the frame of the shape and in
/// `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side<W> {
    /// A point of the plane whose front is touched.
    pub point: W,
    /// The normal of the front, of length 1.
    pub front: W,
    /// The lowest point of another shape in contact is less than this behind the plane. Infinite if there is no
    /// such limit.
    pub depth: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Side<W> {
    /// The height of a point over the plane.
    pub fn height(&self, point: W) -> f64 {
        self.front.dot(point - self.point)
    }

    /// Is another shape where it can be touched? Its center is over the plane, or in it within rounding as that
    /// of a point is at contact, and its lowest point is less than [`Side::depth`] behind. `at` is the pose of
    /// `other` in this shape's frame.
    pub fn faces<C: Convex<V: Vector<Wide = W>>>(&self, other: &C, at: &Motion<W>) -> bool {
        /// The rounding of a pose and of a height, relative to the coordinates.
        const ROUNDING: f64 = 64.0 * f64::EPSILON;
        let size = self.point.max_abs() + at.translation.max_abs() + other.reach();
        if self.height(at.apply(other.center().widen())) <= -ROUNDING * size {
            return false;
        }
        if self.depth == f64::INFINITY {
            return true;
        }
        let lowest = other.support_wide(-at.unrotate(self.front), NO_ID).point;
        self.height(at.apply(lowest)) - other.radius_wide() > -self.depth
    }
}
