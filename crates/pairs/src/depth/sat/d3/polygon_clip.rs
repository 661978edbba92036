//! Polygons in 3D that are clipped by half-spaces, one after another.
//!
//! Source: Sutherland and Hodgman 1974, Reentrant polygon clipping.

use alloc::vec::Vec;

use glam::DVec3;

/// A polygon that is being clipped, and a buffer for the result.
pub(super) type Polygons = [Vec<DVec3>; 2];

/// Calls `keep` with the corners of the part of a polygon, segment or point that is no higher than `highest`.
pub(super) fn clip(polygon: &[DVec3], outward: DVec3, highest: f64, mut keep: impl FnMut(DVec3)) {
    let height = |p: DVec3| outward.dot(p) - highest;
    for (i, &to) in polygon.iter().enumerate() {
        let from = polygon[if i == 0 { polygon.len() } else { i } - 1];
        let (before, here) = (height(from), height(to));
        if (before < 0.0 && here > 0.0) || (before > 0.0 && here < 0.0) {
            keep(from + (to - from) * (before / (before - here)));
        }
        if here <= 0.0 {
            keep(to);
        }
    }
}

/// The middle of the corners that are as low as the lowest along a direction, within a slack. `None` without
/// corners.
pub(super) fn lowest(polygon: &[DVec3], up: DVec3, slack: f64) -> Option<DVec3> {
    let height = |p: &DVec3| up.dot(*p);
    let lowest = polygon.iter().map(height).fold(f64::INFINITY, f64::min);
    let low = polygon.iter().filter(|p| height(p) <= lowest + slack);
    let (sum, count) = low.fold((DVec3::ZERO, 0.0), |(sum, n), p| (sum + *p, n + 1.0));
    (count > 0.0).then(|| sum / count)
}
