//! A ray and a triangle, so that no ray leaks between triangles that share an edge or a corner.
//!
//! ```text
//!        y ^    B            The corners are sheared so that the ray runs along z, and seen from its start
//!          |   / \           each edge turns left or right around the ray at the origin. The signs of the three
//!          |  / + \          edge functions  U = Cx By - Cy Bx, ...  are all 0 or more, or all 0 or less,
//!          | A-----C         if the ray meets the triangle.
//!          +-------> x
//! ```
//!
//! **No leaks.** A corner is sheared in the same way for all its triangles. The two products of an edge function are
//! each rounded, and rounding keeps the order of numbers; so the sign of their difference is right or 0, and 0 counts
//! as inside. The sheared corners are thus tested as in exact arithmetic, with the edges included, and neighbours
//! overlap but never part.
//!
//! *Source.* Woop, Benthin and Wald 2013, in `f64`; their second test in double precision is not needed, because 0
//! counts as inside.

use clearance_geometry::number::{max, min};
use clearance_geometry::space::{DVector, MOTION_ERROR};
use glam::Vec4;

use crate::lanes::{Lanes, Triangles, splat};
use crate::way::numbers;

/// A ray in the frame of a surface, made ready.
pub(crate) struct Ready {
    origin: [f64; 3],
    along: [f64; 3],
    /// The axes after the permutation: the last is the one along which the ray is steepest.
    axes: [usize; 3],
    /// The origin by these axes.
    start: [f64; 3],
    shear: [f64; 3],
    /// What the position of the ray may be off by.
    error: f64,
}

/// The axes in turn, such that the one with the largest number comes last; of equal ones the first.
#[inline(always)]
fn steepest_last<N: Copy + PartialOrd>([x, y, z]: [N; 3]) -> [usize; 3] {
    const TURNS: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];
    // Without branches, which would be mispredicted.
    let (first, most) = (usize::from(y > x), if y > x { y } else { x });
    TURNS[if z > most { 2 } else { first }]
}

/// Where a ray meets a triangle: the time, bounds, and the normal that the corners go around counterclockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub time: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: [f64; 3],
    /// The place on the triangle.
    pub weights: [f64; 3],
}

impl Ready {
    /// `size`: the largest coordinate on the way of the ray to the surface's frame.
    #[inline(always)]
    pub fn new<W: DVector>(origin: W, along: W, size: f64) -> Self {
        let (origin, along) = (numbers(origin), numbers(along));
        let axes = steepest_last(along.map(f64::abs));
        let by_axis = |v: &[f64; 3]| [v[axes[0]], v[axes[1]], v[axes[2]]];
        let (start, [x, y, z]) = (by_axis(&origin), by_axis(&along));
        let error = 2.0 * MOTION_ERROR * f64::EPSILON * size;
        Self { origin, along, axes, start, shear: [x / z, y / z, 1.0 / z], error }
    }

    /// A corner as the ray sees it.
    #[inline(always)]
    fn seen<W: DVector>(&self, corner: W) -> [f64; 3] {
        let (corner, [x, y, z]) = (numbers(corner), self.axes);
        let depth = corner[z] - self.start[2];
        [
            (corner[x] - self.start[0]) - self.shear[0] * depth,
            (corner[y] - self.start[1]) - self.shear[1] * depth,
            depth * self.shear[2],
        ]
    }

    /// Where the ray's line meets a triangle, or in 2D a segment, whose last two corners are equal; before its start and
    /// after its end, too.
    #[inline(always)]
    pub fn meets<W: DVector>(&self, corners: &[W; 3]) -> Option<Meets> {
        let [a, b, c] = [self.seen(corners[0]), self.seen(corners[1]), self.seen(corners[2])];
        let (u, v, w) = if W::DIM == 2 {
            // The ray runs along one axis, and the segment crosses it if its ends are on both sides. One of the first two
            // sheared coordinates is always 0: the one of the third axis.
            let side = usize::from(self.axes[0] == 2);
            (b[side], -a[side], 0.0)
        } else {
            (c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0])
        };
        let (least, most) = (min(min(u, v), w), max(max(u, v), w));
        if least < 0.0 && most > 0.0 {
            return None;
        }
        // The ray is in the planes of the corners, across the steepest axis, at these times.
        let (first, last) = (min(min(a[2], b[2]), c[2]), max(max(a[2], b[2]), c[2]));
        let sum = u + v + w;
        if sum == 0.0 {
            // It sees the triangle from the side: the first corner stands for all.
            let weights = [a[2], b[2], c[2]].map(|time| f64::from(u8::from(time == first)));
            return Some(Meets { time: first, first, last, weights });
        }
        let weights = [u / sum, v / sum, w / sum];
        let time = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
        Some(Meets { time, first, last, weights })
    }

    /// Bounds on the time at which the ray meets a triangle.
    ///
    /// It is n . (corner - origin) / n . along, where n has an error of 8 epsilons of `size`, the product of the edges'
    /// lengths, and so have the products with it. And it is between the times of the first and the last corner. Lengths
    /// are bounded by sums of coordinates.
    #[inline(always)]
    pub fn bounded<W: DVector>(&self, corners: &[W; 3], met: &Meets) -> Crossing {
        const ERROR: f64 = 16.0 * f64::EPSILON;
        let [p, q, r] = [numbers(corners[0]), numbers(corners[1]), numbers(corners[2])];
        let (e, f) = (difference(q, p), difference(r, p));
        let (normal, size) =
            if W::DIM == 2 { ([e[1], -e[0], 0.0], sum(e)) } else { (cross(e, f), sum(e) * sum(f)) };
        let fast = sum(self.along);
        let reach = sum(difference(p, self.origin)) + sum(e) + sum(f);
        // The steepest coordinate is at least the length divided by the root of 3.
        let loose = (ERROR * reach + self.error) * self.shear[2].abs() * 2.0;
        let (first, last) = (met.first - loose, met.last + loose);
        let rate = dot(normal, self.along).abs();
        let rate_error = ERROR * size * fast;
        let (lower, upper) = if rate > 2.0 * rate_error {
            let distance_error = ERROR * size * reach + sum(normal) * self.error;
            let off = (distance_error + met.time.abs() * rate_error) / (rate - rate_error);
            (max(met.time - off, first), min(met.time + off, last))
        } else {
            // It may miss the triangle.
            (first, f64::INFINITY)
        };
        let time = min(max(met.time, lower), upper);
        Crossing { time, lower, upper, normal, weights: met.weights }
    }
}

/// A ray's line meets a triangle.
pub(crate) struct Meets {
    pub time: f64,
    /// The times of the first and the last corner.
    pub first: f64,
    last: f64,
    /// Of the corners.
    weights: [f64; 3],
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
/// The sum of the coordinates' sizes, which is at least the length.
fn sum(a: [f64; 3]) -> f64 {
    a[0].abs() + a[1].abs() + a[2].abs()
}

/// The same test of four triangles in `f32`, which leaves out only those that the ray misses by more than rounding.
pub(crate) struct Sieve {
    origin: Lanes,
    axes: [usize; 3],
    shear: [Vec4; 2],
    error: f32,
}

impl Sieve {
    /// From the ray in the coordinates of a tree, in which no coordinate is larger than `largest`.
    #[inline(always)]
    pub fn new(origin: [f32; 3], along: [f32; 3], largest: f32) -> Self {
        let axes = steepest_last(along.map(f32::abs));
        let [x, y, z] = [along[axes[0]], along[axes[1]], along[axes[2]]];
        let shear = [Vec4::splat(x / z), Vec4::splat(y / z)];
        Self { origin: splat(origin), axes, shear, error: 32.0 * f32::EPSILON * largest }
    }

    /// Bits of the triangles that the ray may meet.
    ///
    /// A sheared coordinate is off by d = 16 units of roundoff of the largest coordinate (corner, origin and their
    /// difference, shear and its product, each at most 4). So a product of two of them is off by at most 2 d times the
    /// largest sheared coordinate m, if d is less than m, and an edge function by 4 d m; in any case by 4 d (m + d).
    #[inline(always)]
    pub fn candidates(&self, triangles: &Triangles) -> u32 {
        // The compiler does not know that they are below 3.
        let [x, y, z] = self.axes.map(|axis| axis.min(2));
        let seen = |c: usize| {
            let q = &triangles.corners[c];
            let depth = q[z] - self.origin[z];
            [
                (q[x] - self.origin[x]) - self.shear[0] * depth,
                (q[y] - self.origin[y]) - self.shear[1] * depth,
            ]
        };
        let (a, b, c) = (seen(0), seen(1), seen(2));
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let large = |p: [Vec4; 2]| p[0].abs().max(p[1].abs());
        let most = large(a).max(large(b)).max(large(c));
        let error = Vec4::splat(self.error);
        let slack = (most + error) * error * 4.0;
        let inside = u.min(v).min(w).cmpge(-slack) | u.max(v).max(w).cmple(slack);
        inside.bitmask()
    }
}
