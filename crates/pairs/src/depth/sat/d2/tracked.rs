//! The nearest points of two polygons that are apart, from two corners that were near them.
//!
//! ```text
//!       \        | B         p and q are the corners. The nearest points are these, or the foot of one of
//!     A  \       |           them on a side at the other. Along the direction between them, the farthest
//!         p     q|           corner of A and that of B bound the gap from below. If the gap is the
//!        / .___/ |           distance of the points, they are the nearest of all. Otherwise the search
//!       /        |           goes on from the farthest corners.
//! ```
//!
//! All corners are compared: a climb that ends too early would give too large a gap.
//!
//! *Source.* Lin and Canny, "A fast algorithm for incremental distance calculation", ICRA 1991, which follows
//! the nearest features from step to step. Unlike there, a separating axis proves the result, and the
//! search gives up after a few steps.

use glam::DVec2;

use super::Ring;
use crate::space::Motion;

/// The most pairs of corners that are visited.
const STEPS: usize = 3;

/// Two polygons that are apart.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// The gap along the direction between the nearest points.
    pub gap: f64,
    /// The distance of these points.
    pub distance: f64,
    /// The corners of A and of B beside them.
    pub corners: [usize; 2],
}

/// The nearest points of two polygons, sought from the given corners. The search ends if gap and distance
/// differ by no more than `slack`, or if the gap is more than `above`. `None` if neither is reached, as for
/// polygons that overlap.
#[inline(always)]
pub fn tracked(
    [a, b]: [&Ring<'_>; 2],
    b_in_a: &Motion<DVec2>,
    [mut i, mut j]: [usize; 2],
    [slack, above]: [f64; 2],
) -> Option<Tracked> {
    if i >= a.len() || j >= b.len() {
        return None;
    }
    for _ in 0..STEPS {
        let (p, q) = (a.vertex(i), b.vertex(j));
        let way = b_in_a.apply(q) - p;
        // From p to q in each frame, where it starts or ends at a foot.
        let from_a = way - a.toward(i, way);
        let back = b_in_a.unrotate(way);
        let to_b = back + b.toward(j, -back);
        let is_on_b = to_b.dot(to_b) < from_a.dot(from_a);
        let way = if is_on_b { b_in_a.rotate(to_b) } else { from_a };
        let (distance, in_b) = (way.length(), b_in_a.unrotate(way));
        if distance == 0.0 {
            return None;
        }
        // Divided at the end, so that the heights need not wait for the root.
        let gap = (way.dot(b_in_a.translation) - b.top(-in_b) - a.top(way)) / distance;
        if distance - gap <= slack || gap > above {
            return Some(Tracked { gap, distance, corners: [i, j] });
        }
        let farthest = [a.scan(way), b.scan(-in_b)];
        if farthest == [i, j] {
            return None;
        }
        [i, j] = farthest;
    }
    None
}

impl Ring<'_> {
    /// From a corner to the point nearest to a place, on the side at the corner that leads there. `way` is
    /// the place, seen from the corner.
    #[inline(always)]
    fn toward(&self, corner: usize, way: DVec2) -> DVec2 {
        let p = self.vertex(corner);
        for neighbour in [self.next(corner), self.previous(corner)] {
            let side = self.vertex(neighbour) - p;
            let share = way.dot(side);
            if share > 0.0 {
                let square = side.dot(side);
                return if share < square { side * (share / square) } else { side };
            }
        }
        DVec2::ZERO
    }
}
