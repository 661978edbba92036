//! The contact of two rectangles in 2D, from their four axes directly.
//!
//! The overlap along each axis is computed from half the edge lengths (below). The side with the least
//! overlap, or with the widest gap, gives the normal, if there are points with this overlap or gap along it.
//! [`super::ring_points`] does the same for all polygons, but takes longer. The contact points are the ends of the
//! common part of this side and of the side of the other rectangle that faces it most (`edges`).
//!
//! ```text
//!        +-------+                  x  the middle of B, from that of A
//!        |   x B |
//!     +--|--+    |     along A's axes:  half_a + |R| half_b - |x|
//!     | A+--|----+     along B's axes:  half_b + |R^T| half_a - |R^T x|
//!     +-----+                    R  the rotation of B in A's frame
//! ```

use core::hint::select_unpredictable;

use glam::DVec2;

use super::edges::{self, Limits};
use super::{Line, ProjectedEdge, set_tolerance};
use crate::number::min;
use crate::patch::{Outcome, Owner, Patch, ROUNDING};
use crate::space::{DVector, Motion};

/// The error bound of the clearance, relative to the size: the relative pose (27 epsilons), and the sums
/// of an overlap (8), with some room.
pub const ACCURACY: f64 = 64.0 * f64::EPSILON;

/// Overlaps and gaps up to this, relative to the size, are a touch, which has many normals.
const TOUCH: f64 = 64.0 * f64::EPSILON;

/// Two rectangles around the origins of their frames, and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct RectanglePair {
    /// Half the edge lengths of A.
    pub half_a: DVec2,
    /// Half the edge lengths of B.
    pub half_b: DVec2,
    /// The pose of B in A's frame.
    pub b_in_a: Motion<DVec2>,
    /// At least the sum of half the diagonals and the distance of the middles.
    pub size: f64,
}

/// The side with the least overlap, or with the widest gap.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// From A to B, perpendicular to the side.
    normal: DVec2,
    /// The shape that has the side.
    owner: Owner,
    /// The overlap along the normal; negative for a gap.
    overlap: f64,
}

/// A side, by the axis perpendicular to it (`up`), and whether it is at the positive end of this axis.
#[derive(Clone, Copy)]
struct Side {
    up: usize,
    positive: bool,
}

impl RectanglePair {
    /// Up to two points nearer than `margin`.
    pub fn contact<W: DVector>(&self, margin: f64, patch: &mut Patch<W>) -> Outcome {
        match self.best(margin) {
            Err(outcome) => outcome,
            Ok(best) if self.points(&best, margin, patch) => {
                Outcome::Touching { clearance: -best.overlap }
            }
            Ok(_) => Outcome::Open,
        }
    }

    /// Tests the axes. A gap beyond `margin` ends the test.
    #[inline(always)]
    fn best(&self, margin: f64) -> Result<Best, Outcome> {
        let Motion { columns: [x, y, _], translation } = self.b_in_a;
        let (half_a, half_b) = (self.half_a, self.half_b);
        let accuracy = ACCURACY * self.size;
        let projection = half_a + x.abs() * half_b.x + y.abs() * half_b.y;
        let overlaps_a = projection - translation.abs();
        let least_a = min(overlaps_a.x, overlaps_a.y);
        if -least_a - accuracy > margin {
            return Err(Outcome::Apart { at_least: -least_a - accuracy });
        }
        let in_b = self.b_in_a.unrotate(translation);
        let of_a = [x, y].map(|axis| axis.abs().dot(half_a));
        let overlaps_b = half_b + DVec2::from_array(of_a) - in_b.abs();
        let least_b = min(overlaps_b.x, overlaps_b.y);
        if -least_b - accuracy > margin {
            return Err(Outcome::Apart { at_least: -least_b - accuracy });
        }
        let overlap = min(least_a, least_b);
        // A touch has many normals.
        if overlap.abs() <= TOUCH * self.size {
            return Err(Outcome::Open);
        }
        // A processor cannot predict which side is the best, so it is selected by an index instead of a
        // branch. If overlaps are equal, the side of A is taken.
        let is_of_b = usize::from(least_b < least_a);
        let up_a = usize::from(overlaps_a.y < overlaps_a.x);
        let up_b = usize::from(overlaps_b.y < overlaps_b.x);
        let which = 2 * is_of_b + [up_a, up_b][is_of_b];
        let heights = [translation.x, translation.y, in_b.x, in_b.y];
        let axes = [DVec2::X, DVec2::Y, x, y];
        let normal = axes[which] * 1.0_f64.copysign(heights[which]);
        Ok(Best { normal, owner: [Owner::A, Owner::B][is_of_b], overlap })
    }

    /// Adds up to two points. Returns true if the separation of one of them is that along the normal,
    /// `-best.overlap`. If not, the nearest points are two corners, and they have another normal.
    fn points<W: DVector>(&self, best: &Best, margin: f64, patch: &mut Patch<W>) -> bool {
        let Best { normal, owner, overlap } = *best;
        let line = Line::across(normal);
        let still = Motion::identity();
        let side_a = Side::along(normal).projected(self.half_a, &still, &line);
        let out = -self.b_in_a.unrotate(normal);
        let side_b = Side::along(out).projected(self.half_b, &self.b_in_a, &line);
        let (rounding, accuracy) = (ROUNDING * self.size, ACCURACY * self.size);
        let limits = Limits { margin, doubt: rounding + accuracy, rounding };
        let mut projections = [side_a, side_b];
        set_tolerance(&mut projections);
        let least = edges::points(&projections, &line, owner, &limits, patch);
        // False for NaN, and if there are no points.
        least <= min(2.0 * accuracy + rounding - overlap, margin)
    }
}

impl Side {
    /// The side whose normal is nearest to a direction out of the rectangle.
    #[inline]
    fn along(out: DVec2) -> Self {
        let DVec2 { x, y } = out;
        let is_y = y.abs() > x.abs();
        let positive = (is_y & (y >= 0.0)) | (!is_y & (x >= 0.0));
        Self { up: usize::from(is_y), positive }
    }

    /// The side projected on a line. Its corners and the side have the numbers of a
    /// [`Cuboid`](crate::shape::Cuboid): bit k of a corner's number is set if its coordinate k is positive, and
    /// the number of a side is twice its axis, plus 1 at the positive end.
    #[inline]
    fn projected(self, half: DVec2, motion: &Motion<DVec2>, line: &Line<DVec2>) -> ProjectedEdge {
        let Self { up, positive } = self;
        let base = u32::from(positive) << up;
        // The sign is the highest bit.
        let sign = f64::from_bits(1.0_f64.to_bits() | u64::from(!positive) << 63);
        let (x, y) = (motion.columns[0] * half.x, motion.columns[1] * half.y);
        let is_y = up == 1;
        let (out, aside) = (select_unpredictable(is_y, y, x), select_unpredictable(is_y, x, y));
        let middle = motion.translation + out * sign;
        let points = [line.project(middle - aside), line.project(middle + aside)];
        ProjectedEdge::between(
            points,
            [base, base | 1 << (1 - up)],
            2 * up as u32 + u32::from(positive),
        )
    }
}
