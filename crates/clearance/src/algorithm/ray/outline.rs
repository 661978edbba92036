//! A line through a polygon in 2D: through the edge whose ends are on both sides of it.
//!
//! ```text
//!          .---1             Counterclockwise, the line enters through the edge from a corner on its left
//!         /     \            (1) to one on its right (0), and leaves through the edge from right to left.
//!    ----*-------*---->      So most lines need one area for each corner, and two divisions.
//!         \     /
//!          0---0
//! ```
//!
//! The line surely crosses an edge if both ends are farther than δ from it. Then the time at which it does
//! is that of the edge's plane, which is off by δ, too. Lines that miss are left to [`super::planes`].

use glam::DVec2;

use super::line::{Line, same};
use super::sure::{Ahead, Sure, in_range};
use crate::hull::Outline;
use crate::number::Scalar;
use crate::space::Vector;

/// Polygons with more corners are clipped by all planes.
const MOST: usize = 64;

/// The result for most lines; `line` and the normal are in the polygon's frame.
#[cfg_attr(not(feature = "small"), inline(always))]
pub fn sure<W: Vector<Scalar = f64>>(
    outline: &Outline<DVec2>,
    reach: f64,
    line: &Line<W>,
    hollow: bool,
) -> Sure<W> {
    let (slack, corners) = (line.slack(reach), outline.vertices());
    if !(in_range(slack) && corners.len() <= MOST) {
        return Sure::Open;
    }
    let (origin, along) = (same::<W, DVec2>(line.origin), same::<W, DVec2>(line.along));
    // How far a corner is to the left of the line, times the length of the direction.
    let middle = along.wedge(origin);
    let (mut left, mut bit) = (0_u64, 1_u64);
    for corner in corners {
        left |= if along.wedge(*corner) > middle { bit } else { 0 };
        bit = bit.wrapping_shl(1);
    }
    // The same of the next corner.
    let next = (left >> 1) | ((left & 1) << (corners.len() - 1));
    let margin = slack * (along.x.abs() + along.y.abs());
    // The time at which the line crosses an edge, and its error; the time is NaN if this is not sure.
    let crossing = |edges: u64| {
        let i = edges.trailing_zeros() as usize;
        let (Some(normal), Some(from)) = (outline.normals().get(i), corners.get(i)) else {
            return (f64::NAN, f64::NAN, DVec2::ZERO);
        };
        let to = corners.get(i + 1).unwrap_or(&corners[0]);
        let [from, to] = [from, to].map(|corner| (along.wedge(*corner) - middle).abs());
        let share = 1.0 / normal.dot(along);
        let at = (outline.offsets()[i] - normal.dot(origin)) * share;
        let at = if Scalar::min(from, to) > margin { at } else { f64::NAN };
        (at, 2.0 * slack * share.abs(), *normal)
    };
    let (at, error, normal) = crossing(left & !next);
    if at > error {
        return Sure::entering(Ahead { at, error, normal: same(normal) }, || false);
    }
    if at < -error {
        let (at, error, _) = crossing(next & !left);
        return match at > error {
            _ if at < -error => Sure::Missed,
            true if !hollow => Sure::Inside,
            _ => Sure::Open,
        };
    }
    Sure::Open
}
