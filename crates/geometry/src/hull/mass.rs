//! Volume, centroid and inertia of a solid of density 1.
//!
//! The solid is divided into tetrahedra, from one point inside to the triangles of its faces. Over the
//! tetrahedron of 0, a, b, c with s = a + b + c and D = a . (b x c), the integral of 1 is D/6, that of x
//! is D/24 s, and that of x x' is D/120 (aa' + bb' + cc' + ss').
//!
//! In the plane the triangle of 0, a, b takes the place of the tetrahedron: with s = a + b and D = a x b the
//! integrals are D/2, D/6 s and D/24 (aa' + bb' + ss'). Its c is 0.

use glam::{DMat3, DVec3};

/// The mass properties of a solid of density 1. In 2D those of a lamina in the plane z = 0: its area takes the place
/// of the volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// In the cube of the unit of length. Infinite or 0 beyond the range of `f64`.
    pub volume: f64,
    /// In the local frame.
    pub centroid: DVec3,
    /// The inertia tensor about the centroid, in the axes of the local frame, in the fifth power of the
    /// unit of length. Infinite or 0 beyond the range of `f64`.
    pub inertia: DMat3,
}

/// The symmetric matrix a a': its diagonal, and the products yz, zx, xy.
fn square(a: DVec3) -> [DVec3; 2] {
    [a * a, DVec3::new(a.y * a.z, a.z * a.x, a.x * a.y)]
}

/// Six times the volume, 24 times the first moments and 120 times the second moments, about the point `inside`. In
/// 2D twice, 6 times and 24 times.
#[derive(Clone, Copy)]
struct Moments {
    volume: f64,
    first: DVec3,
    second: [DVec3; 2],
}

/// The mass properties of a solid with this surface of outward triangles. `inside` is a point inside,
/// best near the middle. In 2D a triangle is the two ends of a segment with the area on its left, and `inside`.
pub fn mass(dim: usize, triangles: impl Iterator<Item = [DVec3; 3]>, inside: DVec3) -> Mass {
    let [whole, of_second] = if dim == 2 { [2.0, 24.0] } else { [6.0, 120.0] };
    let mut sum = Moments { volume: 0.0, first: DVec3::ZERO, second: [DVec3::ZERO; 2] };
    for triangle in triangles {
        let [a, b, c] = triangle.map(|p| p - inside);
        let across = if dim == 2 { DVec3::Z } else { c };
        let (s, volume) = (a + b + c, a.dot(b.cross(across)));
        sum.volume += volume;
        sum.first += s * volume;
        let squares = [a, b, c, s].map(square);
        for (i, second) in sum.second.iter_mut().enumerate() {
            *second += (squares[0][i] + squares[1][i] + squares[2][i] + squares[3][i]) * volume;
        }
    }
    let volume = sum.volume / whole;
    // Solids thinner than rounding can have no volume at all.
    let off =
        if sum.volume > 0.0 { sum.first / ((dim + 1) as f64 * sum.volume) } else { DVec3::ZERO };
    let about = square(off);
    let [own, mixed] = [0, 1].map(|i| sum.second[i] / of_second - about[i] * volume);
    let diagonal = DVec3::splat(own.element_sum()) - own;
    let inertia = DMat3::from_cols(
        DVec3::new(diagonal.x, -mixed.z, -mixed.y),
        DVec3::new(-mixed.z, diagonal.y, -mixed.x),
        DVec3::new(-mixed.y, -mixed.x, diagonal.z),
    );
    Mass { volume: volume.max(0.0), centroid: inside + off, inertia }
}

impl Mass {
    /// The mass properties after all lengths were multiplied by `size`.
    #[doc(hidden)]
    pub fn scaled(&self, dim: usize, size: f64) -> Self {
        let volume = if dim == 2 { size * size } else { size * size * size };
        Self {
            volume: self.volume * volume,
            centroid: self.centroid * size,
            inertia: self.inertia * (volume * size * size),
        }
    }
}
