//! The volume inside a closed surface whose corners are known up to small errors, with bounds.
//!
//! The volume is 1/6 sum (p - o) . (q - o) x (r - o) over the triangles. It is linear in each corner. So if corners move by
//! d_i, it changes by
//!
//! ```text
//!    first order    sum over corners    d_i . A_i / 3           A_i: the area vector of the triangles around corner i
//!    second         sum over edges      (d_i x d_j) . (r - s) / 6    r, s: the corners of the two triangles at the edge
//!    third          sum over triangles  (d_i x d_j) . d_k / 6
//! ```
//!
//! A hit slides along an edge, which is in the faces of its own surface, and where it slides far the other face is nearly
//! parallel to it. So A_i is nearly at right angles to the edge, and the volume hardly changes.

use alloc::vec::Vec;

use glam::DVec3;

use super::boundary::{Boundary, Off, Shell};

/// What is inside a closed surface.
pub struct Content {
    pub volume: f64,
    /// The volume is off by no more, if corners are where `Off` says.
    pub error: f64,
    pub centroid: DVec3,
    pub min: DVec3,
    pub max: DVec3,
}

impl Content {
    /// Of a shell. `rounding`: corners are off by that much in any direction.
    pub fn of(boundary: &Boundary, shell: &Shell, rounding: f64) -> Self {
        let points = &boundary.points;
        let origin = points[shell.triangles[0][0] as usize];
        let (mut sum, mut products, mut sizes, mut moment) = (0.0, 0.0, 0.0, DVec3::ZERO);
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for triangle in &shell.triangles {
            let [a, b, c] = triangle.map(|node| points[node as usize]);
            let [p, q, r] = [a, b, c].map(|at| at - origin);
            let volume = p.dot((b - a).cross(c - a));
            sum += volume;
            products += p.length() * (b - a).length() * (c - a).length();
            sizes += volume.abs();
            moment += (p + q + r) * volume;
            for corner in [a, b, c] {
                (min, max) = (min.min(corner), max.max(corner));
            }
        }
        // Each product has an error of at most 12 units of rounding, and the sum one for each summand.
        let summed = f64::EPSILON * (12.0 * products + shell.triangles.len() as f64 * sizes);
        let error = summed / 6.0 + moved(points, &boundary.off, shell, rounding);
        let centroid = if sum == 0.0 { (min + max) * 0.5 } else { origin + moment / (4.0 * sum) };
        let centroid = centroid.clamp(min, max);
        Self { volume: sum / 6.0, error, centroid, min, max }
    }
}

/// By how much the volume changes if the corners are elsewhere, at most.
fn moved(points: &[DVec3], off: &[Off], shell: &Shell, rounding: f64) -> f64 {
    let far = |node: u32| off[node as usize].slide + rounding;
    // For each corner the area vector around it, and the rounding of that.
    let mut corners: Vec<(u32, DVec3, f64)> = Vec::with_capacity(3 * shell.triangles.len());
    let mut higher = 0.0;
    for triangle in &shell.triangles {
        let [a, b, c] = triangle.map(|node| points[node as usize]);
        let area = (b - a).cross(c - a) * 0.5;
        let error = (b - a).length() * (c - a).length() * 4.0 * f64::EPSILON;
        corners.extend(triangle.map(|node| (node, area, error)));
        let [i, j, k] = triangle.map(far);
        let beside = |p: DVec3, q: DVec3, r: DVec3| r.distance((p + q) * 0.5);
        higher +=
            i * j * beside(a, b, c) + j * k * beside(b, c, a) + k * i * beside(c, a, b) + i * j * k;
    }
    corners.sort_unstable_by_key(|(node, ..)| *node);
    let first = corners.chunk_by(|x, y| x.0 == y.0).map(|around| {
        let (mut area, mut error) = (DVec3::ZERO, 0.0);
        around.iter().for_each(|(_, a, e)| (area, error) = (area + *a, error + e));
        let Off { along, slide } = off[around[0].0 as usize];
        slide * (along.dot(area).abs() + error) + rounding * (area.length() + error)
    });
    first.sum::<f64>() / 3.0 + higher / 6.0
}
