//! The planes of the triangles that a new corner makes, computed together in lanes.
//!
//! A triangle's normal is the cross product of its two shortest edges. The rounding of the corners turns
//! the normal by about epsilon * |corner| / height. So the normal of a triangle whose height is below
//! 1e-8 of its corners' distance from the origin is not used as a direction.

use glam::DVec3;

use crate::number::simd::{Work, widest};
use crate::number::sqrt;
use crate::space::DVector;

/// The number of triangles that are computed together. A new corner makes four or five in most cases.
pub const LANES: usize = 4;

/// The rounding error of the height of a point p over the plane of a face is at most this, times the
/// product of the largest coordinates of two edges and of the vector from a corner to p. Each coordinate
/// of a difference is off by half an epsilon of itself, each of the cross product by 4 epsilons of that
/// product, and the height is a sum of three products: 24 epsilons in all.
pub const HEIGHT: f64 = 32.0 * f64::EPSILON;

/// The square of the lowest height of a usable triangle, relative to its corners' distance.
pub const LOW: f64 = 1e-16;

type Lanes = [f64; LANES];

/// Triangles and their planes.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    /// The coordinates of the corners.
    corners: [[Lanes; 3]; 3],
    /// Outward, of any length.
    normals: [Lanes; 3],
    /// A lower bound of the distance of the corners from the origin along the normal; NaN if the normal
    /// is not usable.
    pub distances: Lanes,
    /// A height along the normal is certain if it is more than this, times the distance of the point from
    /// corner 0.
    pub rounding: Lanes,
}

impl Planes {
    /// Adds a triangle.
    #[inline]
    pub fn put<W: DVector>(&mut self, lane: usize, corners: [W; 3]) {
        for (at, corner) in self.corners.iter_mut().zip(corners) {
            for (i, x) in at.iter_mut().enumerate() {
                x[lane] = corner.get(i);
            }
        }
    }
    /// Computes all planes.
    #[inline]
    pub fn find(&mut self) {
        widest(self);
    }
    #[inline]
    pub fn corners<W: DVector>(&self, lane: usize) -> [W; 3] {
        self.corners.map(|corner| W::from_fn(|i| corner[i][lane]))
    }
    #[inline]
    pub fn normal<W: DVector>(&self, lane: usize) -> W {
        W::from_fn(|i| self.normals[i][lane])
    }
}

impl Work for &mut Planes {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        for lane in 0..LANES {
            let corner = |[x, y, z]: &[Lanes; 3]| DVec3::new(x[lane], y[lane], z[lane]);
            let [a, b, c] = &self.corners;
            let plane = plane(corner(a), corner(b), corner(c));
            let [x, y, z] = &mut self.normals;
            (x[lane], y[lane], z[lane]) = plane.normal.into();
            self.distances[lane] = plane.distance;
            self.rounding[lane] = plane.rounding;
        }
    }
}

/// The plane of one triangle.
struct Plane {
    normal: DVec3,
    distance: f64,
    rounding: f64,
}

/// Computes the plane of one triangle. There are no branches, so that the compiler can use lanes.
#[inline(always)]
fn plane(a: DVec3, b: DVec3, c: DVec3) -> Plane {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (lab, lbc, lca) = (ab.dot(ab), bc.dot(bc), ca.dot(ca));
    let is_ab = lab >= lbc && lab >= lca;
    let is_bc = lbc >= lca;
    let first = either(is_ab, bc, either(is_bc, ca, ab));
    let second = either(is_ab, ca, either(is_bc, ab, bc));
    let longest = larger(lab, larger(lbc, lca));
    let normal = first.cross(second);
    let square = normal.dot(normal);
    let size = larger(a.dot(a), larger(b.dot(b), c.dot(c)));
    let height = smaller(normal.dot(a), smaller(normal.dot(b), normal.dot(c)));
    let is_low = square <= LOW * size * longest;
    let distance = if is_low { f64::NAN } else { height / sqrt(square) };
    Plane { normal, distance, rounding: HEIGHT * (largest(first) * largest(second)) }
}

#[inline(always)]
fn either(which: bool, x: DVec3, y: DVec3) -> DVec3 {
    let one = |x: f64, y: f64| if which { x } else { y };
    DVec3::new(one(x.x, y.x), one(x.y, y.y), one(x.z, y.z))
}
/// The larger number in one instruction, unlike `f64::max`.
#[inline(always)]
fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}
#[inline(always)]
fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}
/// The largest coordinate.
#[inline(always)]
fn largest(v: DVec3) -> f64 {
    larger(v.x.abs(), larger(v.y.abs(), v.z.abs()))
}
