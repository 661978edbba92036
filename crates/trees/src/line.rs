//! When a ray enters eight boxes (Kay and Kajiya's slabs, 1986), in lanes, so that no box that the ray touches
//! is missed (Ize, "Robust BVH Ray Traversal", 2013).
//!
//! ```text
//!            enters x      enters y       leaves x      leaves y
//!   ray  o-------|------------|===============|-------------|---->  inside from the last "enters"
//!                                                                   to the first "leaves"
//! ```
//!
//! The time at which the ray is in a plane is (plane - origin) * (1 / direction). Each of the three operations is off
//! by a factor of at most 1 + e, with e = 2^-24. The inverses are made smaller and larger by 8 e, once for a ray, and
//! rounded again: as (1 - 8 e) (1 + e)^4 < 1 < (1 + 8 e) (1 - e)^4, no box is entered too late or left too early.
//!
//! *No case is special.* The inverse of a component that is 0, or below 2^-127, is 2^127. Boxes are grown by a few units
//! of roundoff of the origin along that axis; so where the ray is between the planes, it enters before its start and
//! leaves after 2^60, and where it is not, it never enters. And all boxes are grown by 2^-60, next to which nothing that
//! underflows matters.

use glam::Vec4;

use crate::bounds::{EPSILON, less, more};
use crate::eights::Eight;

/// A ray, prepared: points `origin + time * direction` at times of at least 0.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    axes: [Axis; 3],
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    /// The origin, off by the growth of the boxes: against planes where they are entered, and where they are left.
    origins: [Vec4; 2],
    /// The inverse of the direction, rounded down and up.
    inverses: [Vec4; 2],
    /// Does the ray run towards smaller coordinates?
    is_backward: bool,
}

/// See the head of the file.
const GROWTH: f32 = 1.0 / (1_u64 << 60) as f32;
const STEEPEST: f32 = (1_u128 << 127) as f32;

impl Line {
    /// A ray from `origin`. Times are in units of the length of `direction`, whose largest component should be from
    /// 2^-20 to 2^60; the others may be anything, 0 and -0 too.
    ///
    /// ```
    /// use clearance_trees::{Bounds, Eights, Line, Quality, Tree};
    /// let boxes: Vec<_> = (1..9).map(|i| Bounds::of([[i as f32, 0.0, 0.0], [i as f32 + 0.5, 1.0, 1.0]])).collect();
    /// let tree = Eights::new(&Tree::new(&boxes, 4, Quality::Best));
    /// // In the plane of a face of all boxes, up to time 1.5:
    /// let line = Line::new([0.0, 1.0, 0.5], [2.0, 0.0, 0.0]);
    /// let mut hits = vec![];
    /// tree.nearest(1.5, |node| node.entries(&line, 1.5), |leaf, limit| {
    ///     hits.extend(tree.items(leaf));
    ///     limit
    /// });
    /// assert!([0, 1, 2].iter().all(|i| hits.contains(i)));
    /// ```
    #[inline]
    pub fn new(origin: [f32; 3], direction: [f32; 3]) -> Self {
        let is_across = |axis: usize| (1.0 / direction[axis]).abs() > STEEPEST;
        let growth = |axis: usize| {
            if is_across(axis) { 2.0 * f32::EPSILON * origin[axis].abs() } else { 0.0 }
        };
        Self::grown(origin, direction, [growth(0), growth(1), growth(2)])
    }

    /// The same ray against boxes that are larger by `growth` on each side: for something with a size that moves
    /// along the ray, or for a ray that was rounded. `growth` should cover the rounding of `origin + growth`, too: it
    /// should be at least 2^-22 of the origin's coordinate.
    #[inline(always)]
    pub fn grown(origin: [f32; 3], direction: [f32; 3], growth: [f32; 3]) -> Self {
        let axis = |axis: usize| {
            let (at, by) = (origin[axis], growth[axis] + GROWTH);
            let inverse = 1.0 / direction[axis];
            let inverse = less(more(inverse, -STEEPEST), STEEPEST);
            // No branch, which would be mispredicted half of the time.
            let (is_backward, by) = (inverse < 0.0, by.copysign(inverse));
            Axis {
                origins: [Vec4::splat(at + by), Vec4::splat(at - by)],
                inverses: [Vec4::splat(inverse * EARLIER), Vec4::splat(inverse * LATER)],
                is_backward,
            }
        };
        Self { axes: [axis(0), axis(1), axis(2)] }
    }
}

const EARLIER: f32 = 1.0 - 8.0 * EPSILON;
const LATER: f32 = 1.0 + 8.0 * EPSILON;

impl Eight {
    /// When a ray enters each box: at least 0, rounded down. It is infinity if the ray misses the box, or enters
    /// it after `until`; a box that the ray touches by `until` is never missed.
    #[inline(always)]
    pub fn entries(&self, line: &Line, until: f32) -> [Vec4; 2] {
        let mut from = [Vec4::ZERO; 2];
        let mut to = [Vec4::splat(until); 2];
        for (axis, Axis { origins, inverses, is_backward }) in line.axes.iter().enumerate() {
            let (low, high) = (&self.bounds[axis], &self.bounds[3 + axis]);
            let (enter, leave) = if *is_backward { (high, low) } else { (low, high) };
            for half in 0..2 {
                from[half] = from[half].max((enter[half] - origins[0]) * inverses[0]);
                to[half] = to[half].min((leave[half] - origins[1]) * inverses[1]);
            }
        }
        [0, 1].map(|half| Vec4::select(from[half].cmple(to[half]), from[half], Vec4::INFINITY))
    }
}
