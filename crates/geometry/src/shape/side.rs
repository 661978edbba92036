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

use crate::space::DVector;

/// The side from which a one-sided shape is touched: see [`Convex::side`](super::Convex::side). In the frame of the shape and in
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

impl<W: DVector> Side<W> {
    /// The height of a point over the plane.
    pub fn height(&self, point: W) -> f64 {
        self.front.dot(point - self.point)
    }
}
