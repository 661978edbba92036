//! When a ray enters eight boxes (Kay and Kajiya's slabs, 1986), in lanes, so that no box that the ray touches
//! is missed (Ize, "Robust BVH Ray Traversal", 2013).
//!
//! ```text
//!            enters x      enters y       leaves x      leaves y
//!   ray  o-------|------------|===============|-------------|---->  inside from the last "enters"
//!                                                                   to the first "leaves"
//! ```
//!
//! The time at which the ray is in a plane is (plane - origin) * (1 / direction). Each of the three operations
//! is off by a factor of at most 1 + e, with e = 2^-24, so a time by at most (1 + e)^3; and by 2^-149 where it
//! underflows.

use glam::Vec4;

use crate::bounds::{EPSILON, TINY};
use crate::eights::Eight;

/// A ray, prepared: points `origin + time * direction` at times of at least 0.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    axes: [Axis; 3],
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    /// The rows of [`Eight::bounds`] in which the ray enters and leaves.
    /// Half the growth of the boxes is in the origin against which each is measured.
    Along { origins: [Vec4; 2], inverse: Vec4, enter: usize, leave: usize },
    /// The ray does not leave the plane at right angles to this axis through its origin. Then `low` and `high`
    /// are the origin's coordinate, and boxes are hit if it is in their interval. If the direction's component
    /// is so small that its inverse overflows, they are plus and minus infinity, and this axis rules nothing out.
    Across { low: Vec4, high: Vec4 },
}

impl Line {
    /// A ray from `origin`. Times are in units of the length of `direction`, whose components should be below
    /// 2^60, so that their inverses do not underflow; 0 and -0 are fine.
    ///
    /// ```
    /// use clearance_trees::{Bounds, Eights, Line, Quality, Stack, Tree};
    /// let boxes: Vec<_> = (1..9).map(|i| Bounds::of([[i as f32, 0.0, 0.0], [i as f32 + 0.5, 1.0, 1.0]])).collect();
    /// let tree = Eights::new(&Tree::new(&boxes, 4, Quality::Best));
    /// // In the plane of a face of all boxes, up to time 1.5:
    /// let line = Line::new([0.0, 1.0, 0.5], [2.0, 0.0, 0.0]);
    /// let mut hits = vec![];
    /// tree.nearest(&mut Stack::default(), 1.5, |node| node.entries(&line, 1.5), |leaf, limit| {
    ///     hits.extend(tree.items(leaf));
    ///     limit
    /// });
    /// assert!([0, 1, 2].iter().all(|i| hits.contains(i)));
    /// ```
    #[inline]
    pub fn new(origin: [f32; 3], direction: [f32; 3]) -> Self {
        Self::grown(origin, direction, [0.0; 3])
    }

    /// The same ray against boxes that are larger by `growth` on each side: for something with a size that moves
    /// along the ray, or for a ray that was rounded. `growth` should cover the rounding of `origin + growth`, too.
    #[inline]
    pub fn grown(origin: [f32; 3], direction: [f32; 3], growth: [f32; 3]) -> Self {
        let axis = |axis: usize| {
            let (at, by, inverse) = (origin[axis], growth[axis], 1.0 / direction[axis]);
            if inverse.is_finite() {
                let (enter, leave, by) =
                    if inverse < 0.0 { (3 + axis, axis, -by) } else { (axis, 3 + axis, by) };
                return Axis::Along {
                    origins: [Vec4::splat(at + by), Vec4::splat(at - by)],
                    inverse: Vec4::splat(inverse),
                    enter,
                    leave,
                };
            }
            let [low, high] = if direction[axis] == 0.0 {
                [at + by, at - by]
            } else {
                [f32::INFINITY, f32::NEG_INFINITY]
            };
            Axis::Across { low: Vec4::splat(low), high: Vec4::splat(high) }
        };
        Self { axes: [axis(0), axis(1), axis(2)] }
    }
}

/// A box that the exact ray touches is entered at `a <= b`, where it is left. The computed times are at most
/// `a (1 + e)^3` and at least `b (1 - e)^3`; the latter's product and sum below take two more factors 1 - e.
/// (1 + 16 e) (1 - e)^5 > (1 + e)^3, so it is not missed.
const LATER: f32 = 1.0 + 16.0 * EPSILON;
/// (1 - 8 e) (1 + e)^5 < 1: the computed time, its product and difference below are not later than the exact one.
const EARLIER: f32 = 1.0 - 8.0 * EPSILON;

impl Eight {
    /// When a ray enters each box: at least 0, rounded down. It is infinity if the ray misses the box, or enters
    /// it after `until`; a box that the ray touches by `until` is never missed.
    #[inline(always)]
    pub fn entries(&self, line: &Line, until: f32) -> [Vec4; 2] {
        let mut from = [Vec4::ZERO; 2];
        let mut to = [Vec4::splat(until); 2];
        for (axis, along) in line.axes.iter().enumerate() {
            match *along {
                Axis::Along { origins: [near, far], inverse, enter, leave } => {
                    for half in 0..2 {
                        from[half] = from[half].max((self.bounds[enter][half] - near) * inverse);
                        to[half] = to[half].min((self.bounds[leave][half] - far) * inverse);
                    }
                }
                Axis::Across { low, high } => {
                    for half in 0..2 {
                        let missed = self.bounds[axis][half].cmpgt(low)
                            | self.bounds[3 + axis][half].cmplt(high);
                        from[half] = Vec4::select(missed, Vec4::INFINITY, from[half]);
                    }
                }
            }
        }
        let mut entries = from;
        for half in 0..2 {
            let hit = from[half].cmple(to[half] * LATER + Vec4::splat(TINY));
            let time = (from[half] * EARLIER - Vec4::splat(TINY)).max(Vec4::ZERO);
            entries[half] = Vec4::select(hit, time, Vec4::INFINITY);
        }
        entries
    }
}
