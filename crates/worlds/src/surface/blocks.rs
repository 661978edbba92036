//! Blocks: four facets in lanes of `f32`, in tree coordinates, with a bound on what rounding does to a
//! distance.
//!
//! **A distance in lanes is a lower bound**, once its slack is taken off ([`Block::distances_to`]): a search
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

use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;
use clearance_trees::{Bounds, Eights, NONE, Quads, Quality, Tree};
use glam::{DVec3, Vec4};

use crate::lanes::{Lanes, Triangles, cross, dot, splat, sub, times};

/// The unit roundoff of `f32`.
const U: f64 = 1.0 / (1_u64 << 24) as f64;

/// Four facets in lanes, in tree coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The corners, rounded. A lane without a facet repeats another one of the block.
    pub corners: Triangles,
    /// The numbers of the facets; [`NONE`] for a lane without.
    pub id: [u32; 4],
    /// The absolute part of the error of a distance.
    slack: Vec4,
    /// The part of the error that grows with the distance, as a share of it.
    share: Vec4,
}

impl Block {
    fn of(facets: &[[DVec3; 3]], id: [u32; 4]) -> Self {
        let mut corners = [[Vec4::ZERO; 3]; 3];
        let (mut slack, mut share) = (Vec4::ZERO, Vec4::ZERO);
        for lane in 0..4 {
            let exact = &facets[if id[lane] == NONE { id[0] } else { id[lane] } as usize];
            let rounded = exact.map(DVec3::as_vec3);
            for (corner, place) in corners.iter_mut().zip(&rounded) {
                for axis in 0..3 {
                    corner[axis][lane] = place[axis];
                }
            }
            let errors = errors(*exact, rounded.map(|p| p.as_dvec3())).map(f32::above);
            (slack[lane], share[lane]) = (errors[0], errors[1]);
        }
        Self { corners: Triangles { corners }, id, slack, share }
    }

    /// The corners of a facet, times `unit`.
    #[inline(always)]
    pub fn facet<V: Vector>(&self, lane: usize, unit: f64) -> [V::Wide; 3] {
        let corner = |p: &Lanes| V::Wide::from_fn(|i| f64::from(p[i].as_ref()[lane]) * unit);
        let [a, b, c] = &self.corners.corners;
        [corner(a), corner(b), corner(c)]
    }

    /// Bits of the facets whose boxes the ray along +x from a point meets. The point is rounded down and up; corners
    /// were rounded to nearest, and rounding keeps the order of numbers, so none is missed.
    #[inline(always)]
    pub fn along_x(&self, low: [f32; 3], high: [f32; 3]) -> u32 {
        let [a, b, c] = self.corners.corners;
        let spans = |k: usize| {
            a[k].min(b[k]).min(c[k]).cmple(Vec4::splat(high[k]))
                & a[k].max(b[k]).max(c[k]).cmpge(Vec4::splat(low[k]))
        };
        let ahead = a[0].max(b[0]).max(c[0]).cmpge(Vec4::splat(low[0]));
        (ahead & spans(1) & spans(2)).bitmask()
    }

    /// Lower bounds of the distances from a point to the facets, and the distances to their edges, as computed in
    /// `f32`. The coordinates of the point are at most 2^30.
    #[inline(always)]
    pub fn distances_to(&self, point: [f32; 3]) -> [Vec4; 2] {
        let tiny = Vec4::splat(f32::MIN_POSITIVE);
        let (p, [a, b, c]) = (splat(point), self.corners.corners);
        let edge = |e: Lanes, d: Lanes| {
            let t = (dot(e, d) / dot(e, e).max(tiny)).clamp(Vec4::ZERO, Vec4::ONE);
            let way = sub(d, times(e, t));
            dot(way, way)
        };
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (pa, pb, pc) = (sub(p, a), sub(p, b), sub(p, c));
        let n = cross(ab, bc);
        // Not for a facet without area: there n is 0.
        let inside = |e: Lanes, d: Lanes| dot(cross(n, e), d).cmpgt(Vec4::ZERO);
        let height = dot(n, pa);
        let plane = height * height / dot(n, n).max(tiny);
        let is_inside = inside(ab, pa) & inside(bc, pb) & inside(ca, pc);
        let face = Vec4::select(is_inside, plane, Vec4::INFINITY);
        let edges = edge(ab, pa).min(edge(bc, pb)).min(edge(ca, pc));
        let computed = edges.min(face).sqrt();
        [computed - computed * self.share - self.slack, edges.sqrt()]
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

/// The binary tree of facets with these corners.
pub(super) fn binary(facets: &[[DVec3; 3]], dim: usize) -> Tree {
    let boxes: Vec<Bounds> = facets.iter().map(|corners| around(corners, dim)).collect();
    Tree::new(&boxes, 4, Quality::Best)
}

/// The tree of eights, for one thing against the surface, and the facets of its leaves.
pub(super) fn eights(tree: &Tree, facets: &[[DVec3; 3]]) -> (Eights, Vec<Block>) {
    let eights = Eights::new(tree);
    let blocks = eights.leaves().iter().map(|leaf| Block::of(facets, *leaf)).collect();
    (eights, blocks)
}

/// The tree of turned boxes, for another surface against this one. It has the same leaves.
pub(super) fn quads(tree: &Tree, facets: &[[DVec3; 3]]) -> Quads {
    Quads::new(tree, |facet| facets[facet as usize].map(|p| p.as_vec3().to_array()))
}

/// The box of a facet, rounded outward. In 2D it is a prism from 0 to 1.
fn around([a, b, c]: &[DVec3; 3], dim: usize) -> Bounds {
    let (min, max) = (a.min(*b).min(*c), a.max(*b).max(*c));
    let (min, mut max) = (min.to_array().map(f32::below), max.to_array().map(f32::above));
    if dim == 2 {
        max[2] = 1.0;
    }
    Bounds { min, max }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testing::{Random, pairs};

    /// The distance from a point to a triangle in `f64`, by the same formula.
    fn distance([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
        let edge = |a: DVec3, b: DVec3| {
            let (e, d) = (b - a, p - a);
            let t = if e == DVec3::ZERO { 0.0 } else { (e.dot(d) / e.dot(e)).clamp(0.0, 1.0) };
            (d - e * t).length()
        };
        let n = (b - a).cross(c - a);
        let inside =
            [(a, b), (b, c), (c, a)].iter().all(|(a, b)| n.cross(*b - *a).dot(p - *a) > 0.0);
        let plane = if inside { n.dot(p - a).abs() / n.length() } else { f64::INFINITY };
        edge(a, b).min(edge(b, c)).min(edge(c, a)).min(plane)
    }

    /// A triangle of any shape: most are needles, and some are tiny or points.
    fn triangle(random: &mut Random) -> [DVec3; 3] {
        let smallest = *random.one_of(&[3.0, 30.0, 150.0]);
        let size = libm::exp2(-random.range(0.0, smallest));
        let thin = libm::exp2(-random.range(0.0, 40.0));
        // Tiny ones are not rounded away near the origin.
        let reach = *random.one_of(&[1.0, 0.0, size]);
        let a = random.in_cube(reach);
        let (along, off) = (random.in_cube(size), random.in_cube(size * thin));
        let share = *random.one_of(&[0.0, 0.5, 1.0, 0.3]);
        let mut corners =
            [a, a + along, a + along * share + off].map(|p| p.clamp(-DVec3::ONE, DVec3::ONE));
        corners.rotate_left(random.below(3));
        corners
    }

    #[test]
    fn lower_bounds_are_below_and_near() {
        let mut random = Random::new(4);
        let (mut tight, mut close, mut count) = (0, 0, 0);
        for _ in 0..pairs(20_000) {
            let corners = [(); 4].map(|()| triangle(&mut random));
            let block = Block::of(&corners, [0, 1, 2, 3]);
            let near = random.below(4);
            let weights = [random.unit(), random.unit(), random.unit()];
            let on = (0..3).map(|i| corners[near][i] * weights[i]).sum::<DVec3>()
                / weights.iter().sum::<f64>();
            let size = libm::exp2(random.range(-80.0, 4.0));
            let p = (on + random.in_cube(size)).as_vec3();
            let [below, edges] = block.distances_to(p.to_array());
            for lane in 0..4 {
                let (exact, below) =
                    (distance(corners[lane], p.as_dvec3()), f64::from(below[lane]));
                assert!(below <= exact * (1.0 + 1e-14), "{:?} {p} {exact}", corners[lane]);
                // The edges are a part of the triangle.
                assert!(
                    exact - f64::from(edges[lane]) < 1e-6 * (1.0 + exact),
                    "{:?} {p}",
                    corners[lane]
                );
                count += 1;
                tight += usize::from(exact - below < 1e-5 * (1.0 + exact));
                close += usize::from(exact - below < 1e-2 * (1.0 + exact));
            }
        }
        assert!(tight * 10 > count * 9 && close * 1000 > count * 999, "{tight} {close} of {count}");
    }
}
