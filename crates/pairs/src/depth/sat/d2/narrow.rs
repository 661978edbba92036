//! Of all edges of two rings, the edge along whose normal they are the farthest apart, or overlap the
//! least, in `f32`. A search in `f64` begins there; if the result is clear enough, it answers a yes-or-no
//! question.
//!
//! [`LANES`] edges at a time are tested against all corners of the other ring, in the other ring's frame.
//! No branch depends on the numbers.
//!
//! *Rounding.* Let u be the unit of roundoff of `f32`. A normal turned into the other frame is off by 6 u:
//! each coordinate by 4 u of two products whose sum is at most 1. The height of a corner along it is off
//! by 9 u of the other's reach, including 3 u for the corner, the products and their sum. The other terms
//! are 4 u of the distance of the origins along the normal, u of the own reach, 2 u of either reach for
//! rounded units, and 2 u of everything for two sums. All together are at most 13 u of the size
//! ([`OFF`]). The height along the axis that is found is then computed in `f64`, whose error is a
//! billionth of this.

use core::array::from_fn;

use glam::DVec2;

use crate::hull::{Edges, LANES};
use crate::space::Motion;

/// The error bound of [`Steepest::height`], relative to the size of the pair: 16 u.
pub const OFF: f64 = 8.0 * f32::EPSILON as f64;

/// A ring in `f32`.
#[derive(Clone, Copy, Debug)]
pub struct NarrowRing<'r> {
    /// The edges, [`LANES`] to a row.
    pub rows: &'r [Edges],
    /// The number of corners.
    pub corners: usize,
}

/// An edge, and the height of the other ring above its line; negative if they overlap along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steepest {
    /// Its index.
    pub edge: usize,
    /// In the unit of the input.
    pub height: f64,
}

#[inline(always)]
fn narrowed(v: DVec2) -> [f32; 2] {
    [v.x as f32, v.y as f32]
}

/// The highest of each lane's heights, over all rows.
struct Highest {
    most: [f32; LANES],
    /// The row of the highest.
    rows: [f32; LANES],
    row: f32,
}

impl Highest {
    #[inline(always)]
    fn offer(&mut self, heights: [f32; LANES]) {
        for ((most, row), height) in self.most.iter_mut().zip(&mut self.rows).zip(heights) {
            let is_above = height > *most;
            *row = if is_above { self.row } else { *row };
            *most = if is_above { height } else { *most };
        }
        self.row += LANES as f32;
    }

    /// The lowest of equal lanes.
    #[inline(always)]
    fn found(&self, size: f64) -> Steepest {
        let top = self.most.iter().fold(f32::NEG_INFINITY, |m, h| if *h > m { *h } else { m });
        // NaN equals nothing, so there may be no lane.
        let lane = self.most.iter().position(|h| *h == top).unwrap_or(0);
        Steepest { edge: self.rows[lane] as usize + lane, height: f64::from(top) * size }
    }
}

impl NarrowRing<'_> {
    /// The edge above whose line all of the other ring is the farthest; the lowest lane of the first row
    /// wins ties. Takes the other ring's pose in this ring's frame, and a bound of all lengths.
    #[inline(always)]
    pub fn steepest(&self, other: &Self, motion: &Motion<DVec2>, size: f64) -> Steepest {
        let scale = 1.0 / size;
        let ([xx, xy], [yx, yy]) = (narrowed(motion.columns[0]), narrowed(motion.columns[1]));
        let [tx, ty] = narrowed(motion.translation * scale);
        let mut found = Highest { most: [f32::NEG_INFINITY; LANES], rows: [0.0; LANES], row: 0.0 };
        for Edges { normals: [nx, ny], offsets, unit, .. } in self.rows {
            let to_x: [f32; LANES] = from_fn(|k| xx * nx[k] + xy * ny[k]);
            let to_y: [f32; LANES] = from_fn(|k| yx * nx[k] + yy * ny[k]);
            let mut lowest = [f32::INFINITY; LANES];
            let mut look_at = |x: &[f32], y: &[f32]| {
                for (x, y) in x.iter().zip(y) {
                    let heights: [f32; LANES] = from_fn(|k| to_x[k] * x + to_y[k] * y);
                    lowest =
                        from_fn(|k| if heights[k] < lowest[k] { heights[k] } else { lowest[k] });
                }
            };
            // Most corners are padding of rings of four: half a row at a time.
            for (at, Edges { corners: [x, y], .. }) in other.rows.iter().enumerate() {
                look_at(&x[..4], &y[..4]);
                if other.corners > at * LANES + 4 {
                    look_at(&x[4..], &y[4..]);
                }
            }
            let [own, others] = [*unit, other.rows[0].unit].map(|unit| (unit * scale) as f32);
            let heights: [f32; LANES] =
                from_fn(|k| (nx[k] * tx + ny[k] * ty) + (lowest[k] * others - offsets[k] * own));
            found.offer(heights);
        }
        found.found(size)
    }
}
