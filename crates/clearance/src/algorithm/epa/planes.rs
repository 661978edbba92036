//! The planes of the triangles that a new corner makes, all at once: in lanes.
//!
//! A triangle's normal is the cross product of its two shortest edges. The rounding of the corners turns
//! it by about epsilon * |corner| / height, so that of a triangle lower than 1e-8 of its corners' distance
//! is not relied on as a direction.

use glam::DVec3;

use crate::number::Scalar;
use crate::number::simd::{Work, widest};
use crate::space::Vector;

/// How many triangles are looked at together. A new corner makes four or five, mostly.
pub(super) const LANES: usize = 4;

/// What rounding does to the height of a point p over the plane of a face: at most this, times the
/// largest coordinates of two edges and of p less a corner. Each coordinate of a difference is off by
/// half an epsilon of itself, of the cross product by 4 epsilons of that product, and the height is a
/// sum of three products: 24 epsilons in all.
const HEIGHT: f64 = 32.0 * f64::EPSILON;

/// The square of how low a triangle may be, relative to its corners' distance.
const LOW: f64 = 1e-16;

type Lanes = [f64; LANES];

/// Triangles, and what is found of their planes.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    /// The coordinates of the corners.
    corners: [[Lanes; 3]; 3],
    /// Outward, of any length.
    normals: [Lanes; 3],
    /// How far the corners are from the origin along the normal at least, where the normal is relied on;
    /// else NaN.
    distances: Lanes,
    /// A height along the normal is sure if it is more than this, times how far the point is from corner 0.
    pub rounding: Lanes,
}

impl Planes {
    /// Takes a triangle.
    #[inline]
    pub fn put<W: Vector<Scalar = f64>>(&mut self, lane: usize, corners: [W; 3]) {
        for (at, corner) in self.corners.iter_mut().zip(corners) {
            for (i, x) in at.iter_mut().enumerate() {
                x[lane] = corner.get(i);
            }
        }
    }
    /// Finds what is said of them.
    #[inline]
    pub fn find(&mut self) {
        widest(self);
    }
    #[inline]
    pub fn corners<W: Vector<Scalar = f64>>(&self, lane: usize) -> [W; 3] {
        self.corners.map(|corner| W::from_fn(|i| corner[i][lane]))
    }
    #[inline]
    pub fn normal<W: Vector<Scalar = f64>>(&self, lane: usize) -> W {
        W::from_fn(|i| self.normals[i][lane])
    }
    /// How far the triangle is from the origin at least; `None` if its normal is not relied on.
    #[inline]
    pub fn distance(&self, lane: usize) -> Option<f64> {
        let distance = self.distances[lane];
        (!distance.is_nan()).then_some(distance)
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

/// What is found of one plane.
struct Plane {
    normal: DVec3,
    distance: f64,
    rounding: f64,
}

/// The plane of one triangle. Without branches, so that the loop around it is compiled for lanes.
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
    let distance = if is_low { f64::NAN } else { height / Scalar::sqrt(square) };
    Plane { normal, distance, rounding: HEIGHT * (largest(first) * largest(second)) }
}

#[inline(always)]
fn either(which: bool, x: DVec3, y: DVec3) -> DVec3 {
    let one = |x: f64, y: f64| if which { x } else { y };
    DVec3::new(one(x.x, y.x), one(x.y, y.y), one(x.z, y.z))
}
/// Unlike `f64::max` one instruction.
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

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testing::Random;

    /// What the head of the file says, of triangles of all sizes and widths: slivers, and such whose
    /// plane has the origin on the other side.
    #[test]
    fn lanes_are_what_one_triangle_after_the_other_is() {
        let (mut random, mut low, mut behind) = (Random::new(5), 0, 0);
        for _ in 0..5000 {
            let mut corner = || {
                let far = random.direction3() * 10f64.powf(random.range(-3.0, 3.0));
                [far, far + random.direction3() * 10f64.powf(random.range(-12.0, 0.0))]
            };
            let all: [[DVec3; 3]; LANES] = core::array::from_fn(|_| {
                let ([a, b], [c, _]) = (corner(), corner());
                [a, b, c]
            });
            let mut planes = Planes::default();
            all.iter().enumerate().for_each(|(lane, corners)| planes.put(lane, *corners));
            planes.find();
            for (lane, corners) in all.iter().enumerate() {
                let mut edges = [0, 1, 2].map(|i| corners[(i + 1) % 3] - corners[i]);
                let longest = (0..3).max_by(|i, j| {
                    edges[*i].length_squared().total_cmp(&edges[*j].length_squared())
                });
                edges.rotate_left(longest.unwrap_or(0));
                let [longest, first, second] = edges;
                let normal = first.cross(second);
                assert_eq!(planes.normal::<DVec3>(lane), normal);
                let rounding = HEIGHT * first.abs().max_element() * second.abs().max_element();
                assert!((planes.rounding[lane] - rounding).abs() <= 1e-15 * rounding);
                let square = corners.iter().fold(0.0, |most, p| f64::max(most, p.length_squared()));
                let is_low = normal.length_squared() <= LOW * square * longest.length_squared();
                let distance = planes.distance(lane);
                assert_eq!(distance.is_none(), is_low);
                let Some(distance) = distance else {
                    low += 1;
                    continue;
                };
                let nearest = corners.map(|p| normal.dot(p) / normal.length());
                let nearest = nearest.into_iter().fold(f64::INFINITY, f64::min);
                assert!((distance - nearest).abs() <= 1e-15 * nearest.abs());
                behind += u32::from(distance < 0.0);
            }
        }
        assert!(low > 1000 && behind > 1000, "{low} {behind}");
    }
}
