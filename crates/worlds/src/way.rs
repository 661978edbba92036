//! A line through the coordinates of a tree: the way of a ray, or of the centre of a shape that moves.
//!
//! ```text
//!     local frame of the instance   * unit / scale   -->   tree coordinates of the surface, in [-1, 1]
//! ```
//!
//! The line is moved to the tree's coordinates, scale included, so that nothing of the tree has to be scaled. Times
//! stay the same.

use clearance_geometry::number::{Scalar, max};
use clearance_geometry::space::{DVector, Vector};
use clearance_trees::Line;

use crate::Instance;

/// A way in the coordinates of a tree. It starts where it enters the cube around the tree, so that a start far away
/// costs no digits.
#[doc(hidden)]
#[derive(Debug)]
pub struct Way {
    /// The line against boxes that are grown by half the size of what moves.
    pub line: Line,
    /// Its start and direction, whose largest coordinate is 1. In 2D the third coordinates are 0.
    pub origin: [f32; 3],
    pub direction: [f32; 3],
    /// No coordinate that matters is larger.
    pub largest: f32,
    /// The time of the start, and the way of the largest coordinate in a time of 1.
    start: f64,
    speed: f64,
}

/// The coordinates of a vector; in 2D the third is 0.
#[inline]
pub(crate) fn numbers<W: DVector>(v: W) -> [f64; 3] {
    [v.get(0), v.get(1), if W::DIM == 3 { v.get(2) } else { 0.0 }]
}

impl Way {
    /// The way from `origin` along `along`, in the frame of a surface, of something that reaches `half` to each side;
    /// `None` if it misses the cube around the tree.
    #[inline(always)]
    pub fn of<V: Vector>(line: [V::Wide; 2], surface: &Instance<V>, half: V::Wide) -> Option<Self> {
        Self::through::<V>(line, surface.to_tree(), half, 1.0)
    }

    /// The same through a tree whose coordinates are those of the frame times these factors, and at most `extent`.
    #[inline(always)]
    pub fn through<V: Vector>(
        [origin, along]: [V::Wide; 2],
        factors: [f64; 3],
        half: V::Wide,
        extent: f64,
    ) -> Option<Self> {
        let scaled = |v: [f64; 3]| [v[0] * factors[0], v[1] * factors[1], v[2] * factors[2]];
        let [origin, along, half] = [origin, along, half].map(|v| scaled(numbers(v)));
        let half = half.map(f64::abs);
        let largest = |v: [f64; 3]| max(max(v[0].abs(), v[1].abs()), v[2].abs());
        // Corners are products that are rounded: a subnormal coordinate is off by half of the smallest number. And `f64`
        // rounds a start far away. Both count as a unit of roundoff, in `f32`, of something larger.
        let smallest =
            V::Scalar::above(f64::from_bits(1)).to_f64() * (1 << 23) as f64 * largest(factors);
        let size = extent + largest(half) + largest(origin) / (1 << 25) as f64 + smallest;
        let fits = size < (1_u64 << 40) as f64;
        if !fits {
            return Some(Self::everywhere());
        }
        // The cube is larger by a quarter, which is more than any rounding.
        let enters = |i: usize| (origin[i].abs() - 1.25 * size) / along[i].abs();
        // NaN, of a start in a side of the cube along which the way leads, counts as 0.
        let start = max(max(max(0.0, enters(0)), enters(1)), enters(2));
        let at = |i: usize| origin[i] + along[i] * start;
        let entry = [at(0), at(1), at(2)];
        // Not of a way that leads past the cube or away from it, where times are infinite or NaN, too.
        let enters = largest(entry) < 1.5 * size;
        if !enters {
            return None;
        }
        let speed = largest(along);
        // Of something at rest every direction is right, as long as no time passes.
        let direction =
            if speed > 0.0 { along.map(|x| (x / speed) as f32) } else { [1.0, 0.0, 0.0] };
        let origin = entry.map(|x| x as f32);
        // Rounding to f32: a unit of roundoff of each coordinate of the start, of the direction over a way of at most
        // 2.5 times the largest coordinate, of corners that are scaled, and of `half`: 8 units are enough.
        let growth = size as f32 * 4.0 * f32::EPSILON;
        let grown = half.map(|half| half as f32 + growth);
        let in_prism = if V::DIM == 2 { [origin[0], origin[1], 0.5] } else { origin };
        let line = Line::grown(in_prism, direction, grown);
        Some(Self { line, origin, direction, largest: 2.5 * size as f32, start, speed })
    }

    /// A way that meets every box: of something too large for `f32`.
    fn everywhere() -> Self {
        let (origin, direction, largest) = ([0.0; 3], [1.0, 0.0, 0.0], (1_u64 << 50) as f32);
        let line = Line::grown(origin, direction, [largest; 3]);
        Self { line, origin, direction, largest, start: 0.0, speed: 0.0 }
    }

    /// A time in the coordinates of the tree, rounded up by more than such times are off: a few units of roundoff of a
    /// way through the cube.
    #[inline]
    pub fn limit(&self, until: f64) -> f32 {
        // At rest no time passes, even if it is infinite.
        let way = if self.speed > 0.0 { (until - self.start) * self.speed } else { 0.0 };
        let limit = f32::above(max(way, -1.0));
        limit + 16.0 * f32::EPSILON * (self.largest + limit.abs())
    }
}
