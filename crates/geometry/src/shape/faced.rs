//! Whether a shape is where a one-sided shape can be touched: the rule at the head of `side.rs`.

use super::{Convex, NO_ID, Side};
use crate::space::{DVector, Motion, Vector};

impl<W: DVector> Side<W> {
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
