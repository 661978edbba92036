//! Blocks: four facets in lanes of `f32`, in tree coordinates, with a bound on what rounding does to a
//! distance.
//!
//! **A distance in lanes is a lower bound**, once its slack is taken off ([`Block::lower_bounds`]): a search
//! leaves out the facets whose lower bound is above the best distance found, and computes the others in
//! `f64`. So only errors upward count.
//!
//! *Formula.* The distance from a point p to a triangle is the least of the distances to its edges and, if p
//! projects into the triangle, to its plane.
//!
//! *Slack.* u = 2^-24; a, b, c are the rounded corners, L is the longest edge, D the true distance, d = p - a,
//! e = b - a, n = e x (c - b). Differences of coordinates have a relative error u, and |d| <= D + L.
//!
//! - *An edge.* d - e t for any t in [0, 1] is the way to a point of the edge. If t is the nearest, the
//!   computed t is off by at most (5 + 6) u |d| / |e|: 5 u for each of the two dot products with their
//!   differences, u for the quotient. That makes 11 u |d|. The difference itself adds u (2 |d| + 3 |e|),
//!   and its norm 2.5 u |d|. All together at most 16 u (D + L) + 3 u L, so 16 u D + 19 u L. If e . e
//!   underflows, e is shorter than 2^-60, and any t is as good: that, and what else underflows, is below
//!   2^-58.
//! - *The plane.* The computed n is off by 4 sqrt(2) u |e| |c - b|: k = 6 u |e| |c - b| / |n| relative to
//!   its length, and as much in direction. Its product with d adds 4 u |d|, square, quotient and root 3.5
//!   u |d|. The distance to the plane is at most D, so the error upward is (1.04 k + 8 u) (D + L).
//! - *Found outside by mistake.* The side of edge e is the sign of (n x e) . d, off by |n| |e| |d| (k +
//!   10 u). So p projects to within (k + 10 u) |d| of the edge, and that is all that the nearest edge is
//!   farther than the plane. Found inside by mistake makes the result smaller, which is no error upward.
//! - *Never more than the inradius* r = |n| / (perimeter): each point of a triangle is that near to an edge, so
//!   if edges alone count, the result is too large by r at most. Needles use it, triangles so small that n . n
//!   may underflow, and segments, where it is 0.
//! - *Rounding of the corners* to `f32`: sqrt(3) times the most that a coordinate moved.
//!
//! So computed - D <= slack + share D with slack = moved + 2^-58 + 19 u L + min(K L, r), share = 16 u + K
//! or 16 u, K = 1.04 k + 10 u. Both are rounded up, and `share` has 4 u for the arithmetic of the lower
//! bound.

use alloc::vec::Vec;
use core::array::from_fn;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;
use glam::{DVec3, Vec3, Vec4};

use super::surface::Surface;

/// The number of a lane without a facet.
pub const NONE: u32 = u32::MAX;

/// The unit roundoff of `f32`.
const U: f64 = 1.0 / (1_u64 << 24) as f64;

/// Four facets in lanes, in tree coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The corners: `corners[corner][axis]` has the four facets in its lanes. A lane without a facet repeats
    /// another facet of the block.
    pub corners: [[Vec4; 3]; 3],
    /// The numbers of the facets; [`Block::NONE`] for a lane without.
    pub id: [u32; 4],
    /// The absolute part of the error of a distance.
    pub slack: Vec4,
    /// The part of the error that grows with the distance, as a share of it.
    pub share: Vec4,
}

/// A vector in each of four lanes.
type Four = [Vec4; 3];

#[inline(always)]
fn sub(a: Four, b: Four) -> Four {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot(a: Four, b: Four) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: Four, b: Four) -> Four {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Block {
    /// The number of a lane without a facet.
    pub const NONE: u32 = NONE;

    /// The squared distances from a point to the facets, computed in `f32`. The coordinates of the point are at
    /// most 2^30.
    #[inline(always)]
    pub fn squared_distances(&self, point: [f32; 3]) -> Vec4 {
        let tiny = Vec4::splat(f32::MIN_POSITIVE);
        let p = [Vec4::splat(point[0]), Vec4::splat(point[1]), Vec4::splat(point[2])];
        let [a, b, c] = self.corners;
        let edge = |e: Four, d: Four| {
            let t = (dot(e, d) / dot(e, e).max(tiny)).clamp(Vec4::ZERO, Vec4::ONE);
            let way = [d[0] - e[0] * t, d[1] - e[1] * t, d[2] - e[2] * t];
            dot(way, way)
        };
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (pa, pb, pc) = (sub(p, a), sub(p, b), sub(p, c));
        let n = cross(ab, bc);
        // Not for a facet without area: there n is 0.
        let inside = |e: Four, d: Four| dot(cross(n, e), d).cmpgt(Vec4::ZERO);
        let height = dot(n, pa);
        let plane = height * height / dot(n, n).max(tiny);
        let is_inside = inside(ab, pa) & inside(bc, pb) & inside(ca, pc);
        let face = Vec4::select(is_inside, plane, Vec4::INFINITY);
        edge(ab, pa).min(edge(bc, pb)).min(edge(ca, pc)).min(face)
    }

    /// Lower bounds of the true distances, for distances computed in `f32`; they may be negative. The point is
    /// exactly the one that the distances were computed for.
    #[inline(always)]
    pub fn lower_bounds(&self, distances: Vec4) -> Vec4 {
        distances - distances * self.share - self.slack
    }

    /// The four facets of a leaf of the surface's tree; at least one is not [`Block::NONE`].
    fn of<V: Vector>(surface: &Surface<V>, id: [u32; 4]) -> Self {
        let some = id.into_iter().find(|facet| *facet != NONE).unwrap_or(0);
        let exact = id.map(|facet| surface.places(if facet == NONE { some } else { facet }));
        let rounded = exact.map(|triangle| triangle.map(DVec3::as_vec3));
        let lanes = |corner: usize, axis: usize| {
            Vec4::from_array(rounded.map(|triangle| triangle[corner][axis]))
        };
        let errors =
            from_fn::<_, 4, _>(|lane| errors(exact[lane], rounded[lane].map(Vec3::as_dvec3)));
        Self {
            corners: from_fn(|corner| from_fn(|axis| lanes(corner, axis))),
            id,
            slack: Vec4::from_array(errors.map(|[slack, _]| f32::above(slack))),
            share: Vec4::from_array(errors.map(|[_, share]| f32::above(share))),
        }
    }
}

/// Slack and share of a triangle: see the head of the file.
fn errors(exact: [DVec3; 3], rounded: [DVec3; 3]) -> [f64; 2] {
    // Beyond it the inradius is the better bound.
    const NEEDLE: f64 = 1.0 / 1024.0;
    // n . n and what is multiplied with n stay far above the least number of f32.
    const SMALL: f64 = 1.0 / (1_u64 << 40) as f64;
    const TINY: f64 = 1.0 / (1_u64 << 58) as f64;
    let [a, b, c] = rounded;
    let lengths = [(b - a).length(), (c - b).length(), (a - c).length()];
    let longest = lengths.into_iter().fold(0.0, f64::max);
    let moved = (0..3).map(|i| (exact[i] - rounded[i]).abs().max_element()).fold(0.0, f64::max);
    let edges = 1.7321 * moved + TINY + 19.0 * U * longest;
    let area = (b - a).cross(c - b).length();
    let turned = 6.0 * U * lengths[0] * lengths[1] / area;
    let per_length = 1.04 * turned + 10.0 * U;
    let [slack, share] = if area > SMALL && per_length < NEEDLE {
        [edges + per_length * longest, per_length]
    } else {
        [edges + area / (lengths[0] + lengths[1] + lengths[2]).max(f64::MIN_POSITIVE), 0.0]
    };
    // A hundredth for the terms of second order, and for the arithmetic here.
    [slack * 1.01, (share + 20.0 * U) * 1.01]
}

impl<V: Vector> Surface<V> {
    /// The facets of the leaves of a tree, four to a leaf, in lanes.
    ///
    /// # Panics
    /// If there is no facet with one of the numbers.
    pub fn blocks(&self, leaves: &[[u32; 4]]) -> Vec<Block> {
        leaves.iter().map(|leaf| Block::of(self, *leaf)).collect()
    }

    /// The box of a facet in tree coordinates, rounded outward to `f32`: the smallest and the largest
    /// coordinates. In 2D the third are 0 and 1.
    ///
    /// # Panics
    /// If there is no such facet.
    pub fn box_of(&self, facet: u32) -> [[f32; 3]; 2] {
        let [a, b, c] = self.places(facet);
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        let [min, mut max] = [min.to_array().map(f32::below), max.to_array().map(f32::above)];
        if V::DIM == 2 {
            max[2] = 1.0;
        }
        [min, max]
    }
}
