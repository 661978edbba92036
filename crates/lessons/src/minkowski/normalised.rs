//! Scaling and sorting of points for the exact predicates.

use alloc::vec::Vec;

use clearance_geometry::hull::exact;
use clearance_geometry::space::DVector;

/// Divides the points by a power of two, such that the largest coordinate is between 1 and 2, sorts
/// them by coordinates and removes duplicates. Returns the points and the power.
pub(super) fn normalised<W: DVector>(points: &[W]) -> (Vec<W>, f64) {
    let (mut distinct, size) = exact::normalised(points);
    distinct.sort_by(exact::order);
    distinct.dedup();
    (distinct, size)
}
