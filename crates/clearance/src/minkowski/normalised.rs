//! Scaling and sorting of points for the exact predicates.

use alloc::vec::Vec;

use crate::hull::exact;
use crate::space::Vector;

/// Divides the points by a power of two, such that the largest coordinate is between 1 and 2, sorts
/// them by coordinates and removes duplicates. Returns the points and the power.
pub(super) fn normalised<W: Vector<Scalar = f64, Wide = W>>(points: &[W]) -> (Vec<W>, f64) {
    let (mut distinct, size) = exact::normalised(points);
    let order =
        |p: &W, q: &W| (0..W::DIM).map(|i| p.get(i).total_cmp(&q.get(i))).find(|o| o.is_ne());
    distinct.sort_by(|p, q| order(p, q).unwrap_or(core::cmp::Ordering::Equal));
    distinct.dedup();
    (distinct, size)
}
