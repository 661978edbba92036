//! Points of a patch, and which four are kept.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, FeatureId};
use glam::DVec3;

use crate::contact::gather::spread;

/// A point of a patch, in the frame of A.
pub type Spot = ContactPoint<DVec3>;

/// The point with these places on A and B.
pub fn spot([point_a, point_b]: [DVec3; 2], separation: f64, feature: FeatureId) -> Spot {
    Spot { point_a, point_b, separation, feature, ..Spot::default() }
}

/// Of the deepest points the one farthest out, so that it does not change when rounding does, and those far from it.
/// Lengths below `tol` are none.
pub fn chosen(normal: DVec3, mut spots: Vec<Spot>, tol: f64) -> Vec<Spot> {
    spots.sort_by(|x, y| {
        let by_name = || x.feature.bits().cmp(&y.feature.bits());
        x.separation.total_cmp(&y.separation).then_with(by_name)
    });
    let Some(deepest) = spots.first().map(|spot| spot.separation) else { return spots };
    let ties = &spots[..spots.partition_point(|spot| spot.separation <= deepest + tol)];
    let middle = ties.iter().map(|spot| spot.point_a).sum::<DVec3>() / ties.len() as f64;
    let out = |spot: &Spot| (spot.point_a - middle).length();
    let first = ties.iter().reduce(|x, y| if out(y) > out(x) + tol { y } else { x });
    first.map_or_else(Vec::new, |first| spread(normal, first, &spots, tol))
}
