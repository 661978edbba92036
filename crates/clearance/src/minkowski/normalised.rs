//! Scaling and sorting of points for the exact predicates.

use alloc::vec::Vec;

use crate::number::binade;
use crate::space::Vector;

/// Divides the points by a power of two, such that the largest coordinate is between 1 and 2, sorts
/// them by coordinates and removes duplicates. Returns the points and the power.
///
/// Coordinates below 2^-200 become 0, which is negligible against the rounding error of 2^-53. Then the
/// last bit of any coordinate is at least 2^-253, that of a product of three 2^-759, nothing
/// underflows, and the exact predicates are exact for all points.
pub(super) fn normalised<W: Vector<Scalar = f64>>(points: &[W]) -> (Vec<W>, f64) {
    const TINY: f64 = f64::from_bits((1023 - 200) << 52);
    let size = binade(points.iter().map(|p| p.max_abs()).fold(0.0, f64::max));
    // This also removes -0, so that equal points have equal bits.
    let scaled = |x: f64| if (x / size).abs() < TINY { 0.0 } else { x / size };
    let scale = |p: &W| W::from_fn(|i| scaled(p.get(i)));
    let mut distinct: Vec<W> = points.iter().map(scale).collect();
    let order =
        |p: &W, q: &W| (0..W::DIM).map(|i| p.get(i).total_cmp(&q.get(i))).find(|o| o.is_ne());
    distinct.sort_by(|p, q| order(p, q).unwrap_or(core::cmp::Ordering::Equal));
    distinct.dedup();
    (distinct, size)
}
