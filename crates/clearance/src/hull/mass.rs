//! Volume, centroid and inertia of a solid of density 1.
//!
//! The solid is cut into tetrahedra from one point inside to the triangles of its faces. Over
//! the tetrahedron of 0, a, b, c with s = a + b + c and D = a . (b x c), the integral of 1 is
//! D/6, that of x is D/24 s, and that of x x' is D/120 (aa' + bb' + cc' + ss').

use glam::{DMat3, DVec3};

/// What a solid of density 1 weighs, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// In the cube of the unit of length. Past the range of `f64` infinite, or 0.
    pub volume: f64,
    /// In the local frame.
    pub centroid: DVec3,
    /// The inertia tensor about the centroid, axes parallel to those of the local frame, in
    /// the fifth power of the unit of length. Past the range of `f64` infinite, or 0.
    pub inertia: DMat3,
}

/// The matrix a a'.
fn square(a: DVec3) -> DMat3 {
    DMat3::from_cols(a * a.x, a * a.y, a * a.z)
}

/// The sum of 6 volumes, 24 first and 120 second moments, about `origin`.
#[derive(Clone, Copy)]
struct Moments {
    volume: f64,
    first: DVec3,
    second: DMat3,
}

/// The mass properties within an outline of triangles that look outward. `inside` is a point
/// inside, the better the nearer the middle; lengths are to be multiplied by `size`.
pub(super) fn mass(triangles: impl Iterator<Item = [DVec3; 3]>, inside: DVec3, size: f64) -> Mass {
    let mut sum = Moments { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };
    for triangle in triangles {
        let [a, b, c] = triangle.map(|p| p - inside);
        let (s, volume) = (a + b + c, a.dot(b.cross(c)));
        sum.volume += volume;
        sum.first += s * volume;
        sum.second += (square(a) + square(b) + square(c) + square(s)) * volume;
    }
    let volume = sum.volume / 6.0;
    // Slivers thinner than rounding can come out with no volume at all.
    let off = if sum.volume > 0.0 { sum.first / (4.0 * sum.volume) } else { DVec3::ZERO };
    let second = sum.second * (1.0 / 120.0) - square(off) * volume;
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - second;
    Mass {
        volume: volume.max(0.0) * size * size * size,
        centroid: (inside + off) * size,
        inertia: inertia * size * size * size * size * size,
    }
}
