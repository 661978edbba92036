//! A box turned to fit points (Gottschalk, Lin and Manocha, "OBBTree", 1996): its axes are the eigenvectors of
//! the points' covariance, its extents those of the points along them.

use alloc::vec::Vec;
use core::ops::Range;

use glam::{DMat3, DVec2, DVec3, Vec3, Vec4};

use crate::binary::Tree;
use crate::bounds::{EPSILON, TINY};

/// A box with axes of its own. For each of its points p and each axis x, |x (p - mid)| <= half, exactly; the axes
/// are orthonormal up to rounding to `f32`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub mid: Vec3,
    pub half: Vec3,
    pub axes: [Vec3; 3],
}

/// The points of a tree's items, and their sums by node.
pub(crate) struct Points<'a> {
    tree: &'a Tree,
    /// Four points by axis and lane; the points of an item begin in a block of their own, whose last point is
    /// repeated.
    blocks: Vec<[Vec4; 3]>,
    /// Where the blocks of the items begin, by their place in the order of the tree, and where the last ones end.
    begins: Vec<u32>,
    sums: Vec<Sums>,
}

/// Sums of coordinates and of their products.
#[derive(Clone, Copy)]
struct Sums {
    count: f64,
    points: DVec3,
    products: DMat3,
}

impl Sums {
    const NONE: Self = Self { count: 0.0, points: DVec3::ZERO, products: DMat3::ZERO };

    fn add(&mut self, point: [f32; 3]) {
        let p = DVec3::from_array(point.map(f64::from));
        self.count += 1.0;
        self.points += p;
        self.products += DMat3::from_cols(p * p.x, p * p.y, p * p.z);
    }
    fn join(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            points: self.points + other.points,
            products: self.products + other.products,
        }
    }
}

impl<'a> Points<'a> {
    pub fn new<P: AsRef<[[f32; 3]]>>(tree: &'a Tree, points: impl Fn(u32) -> P) -> Self {
        let mut blocks = Vec::with_capacity(tree.order().len());
        let mut begins = Vec::with_capacity(tree.order().len() + 1);
        let mut by_item = Vec::with_capacity(tree.order().len());
        begins.push(0);
        for item in tree.order() {
            let (points, mut sums) = (points(*item), Sums::NONE);
            for four in points.as_ref().chunks(4) {
                let mut block = [Vec4::ZERO; 3];
                for lane in 0..4 {
                    let point = four[lane.min(four.len() - 1)];
                    for axis in 0..3 {
                        block[axis][lane] = point[axis];
                    }
                }
                blocks.push(block);
                for point in four {
                    sums.add(*point);
                }
            }
            by_item.push(sums);
            begins.push(blocks.len() as u32);
        }
        let mut sums = alloc::vec![Sums::NONE; tree.nodes().len()];
        for (at, node) in tree.nodes().iter().enumerate().rev() {
            sums[at] = match node.children() {
                Some([a, b]) => sums[a as usize].join(sums[b as usize]),
                None => by_item[tree.range(at as u32)]
                    .iter()
                    .fold(Sums::NONE, |all, sums| all.join(*sums)),
            };
        }
        Self { tree, blocks, begins, sums }
    }

    /// The box of the points below a node of the tree.
    pub fn fit(&self, node: u32) -> Turned {
        let sums = &self.sums[node as usize];
        let mean = sums.points / sums.count.max(1.0);
        let m = mean * sums.count;
        let covariance = sums.products - DMat3::from_cols(mean.x * m, mean.y * m, mean.z * m);
        let axes = eigenvectors(covariance.to_cols_array_2d()).map(|axis| axis.as_vec3());
        let Range { start, end } = self.tree.range(node);
        extents(
            mean.as_vec3(),
            axes,
            &self.blocks[self.begins[start] as usize..self.begins[end] as usize],
        )
    }
}

/// Jacobi's rotations, until what they would change does not matter. The error of the eigenvectors makes
/// boxes larger, but not wrong.
fn eigenvectors(mut m: [[f64; 3]; 3]) -> [DVec3; 3] {
    let mut vectors = [DVec3::X, DVec3::Y, DVec3::Z];
    let small = f64::from(EPSILON) * 0.01 * (m[0][0] + m[1][1] + m[2][2]);
    for _ in 0..8 {
        let mut still = true;
        for [p, q, r] in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
            let off = m[p][q];
            let matters = off.abs() > small;
            if !matters {
                continue;
            }
            still = false;
            let theta = (m[q][q] - m[p][p]) / (2.0 * off);
            let tangent = 1f64.copysign(theta) / (theta.abs() + DVec2::new(theta, 1.0).length());
            let cosine = 1.0 / DVec2::new(tangent, 1.0).length();
            let sine = tangent * cosine;
            m[p][p] -= tangent * off;
            m[q][q] += tangent * off;
            (m[p][q], m[q][p]) = (0.0, 0.0);
            let (x, y) = (m[p][r], m[q][r]);
            (m[p][r], m[q][r]) = (cosine * x - sine * y, sine * x + cosine * y);
            (m[r][p], m[r][q]) = (m[p][r], m[q][r]);
            let (x, y) = (vectors[p], vectors[q]);
            (vectors[p], vectors[q]) = (x * cosine - y * sine, x * sine + y * cosine);
        }
        if still {
            break;
        }
    }
    vectors
}

/// The box around the points, measured from a point near them.
///
/// With e = 2^-24 and all points within r of that point, the differences are off by e r at most, and the three
/// products and two sums along an axis by 3 e r: 4 e r, and 5 e r with room for the rest, which is in `f64`.
fn extents(from: Vec3, axes: [Vec3; 3], blocks: &[[Vec4; 3]]) -> Turned {
    let (mut low, mut high) = ([Vec4::INFINITY; 3], [Vec4::NEG_INFINITY; 3]);
    for block in blocks {
        let [x, y, z] = [
            block[0] - Vec4::splat(from.x),
            block[1] - Vec4::splat(from.y),
            block[2] - Vec4::splat(from.z),
        ];
        for axis in 0..3 {
            let along = x * axes[axis].x + y * axes[axis].y + z * axes[axis].z;
            low[axis] = low[axis].min(along);
            high[axis] = high[axis].max(along);
        }
    }
    if blocks.is_empty() {
        (low, high) = ([Vec4::ZERO; 3], [Vec4::ZERO; 3]);
    }
    let low = DVec3::from_array(low.map(|low| f64::from(low.min_element())));
    let high = DVec3::from_array(high.map(|high| f64::from(high.max_element())));
    let error = 5.0 * f64::from(EPSILON) * low.abs().max(high.abs()).length() + f64::from(TINY);
    let wide = axes.map(|axis| axis.as_dvec3());
    let middle = (low + high) * 0.5;
    let mid =
        (from.as_dvec3() + wide[0] * middle.x + wide[1] * middle.y + wide[2] * middle.z).as_vec3();
    // From the middle as it was rounded.
    let moved = from.as_dvec3() - mid.as_dvec3();
    let moved = DVec3::new(wide[0].dot(moved), wide[1].dot(moved), wide[2].dot(moved));
    let half = (high + moved).max(-(low + moved)) + error;
    Turned { mid, half: Vec3::from_array(half.to_array().map(up)), axes }
}

/// A number of `f32` that is not below.
pub(crate) fn up(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Quality};
    use clearance_testing::Random;

    /// In `f64`, where the products of numbers of `f32` are exact.
    #[test]
    fn boxes_hold_their_points_and_are_tight() {
        let mut random = Random::new(1);
        let (mut flat, mut tight) = (0, 0);
        for round in 0..300 {
            let turn = DMat3::from_quat(random.rotation());
            let size = random.range(-20.0, 0.0).exp2();
            let sides =
                [DVec3::ONE, DVec3::new(1.0, 0.5, 0.0), DVec3::X, DVec3::ZERO][round % 4] * size;
            let at = random.in_cube([0.0, 0.01, 1.0][round % 3]);
            let item = |random: &mut Random| {
                [(); 3].map(|()| (turn * (random.in_cube(1.0) * sides) + at).as_vec3().to_array())
            };
            let items: Vec<_> = (0..20).map(|_| item(&mut random)).collect();
            let tree = Tree::new(&[Bounds::of([at.as_vec3().to_array()]); 20], 4, Quality::Best);
            let points = Points::new(&tree, |i| items[i as usize]);
            for node in 0..tree.nodes().len() as u32 {
                let Turned { mid, half, axes } = points.fit(node);
                let axes = axes.map(|axis| axis.as_dvec3());
                for i in 0..3 {
                    let across = axes[i].dot(axes[(i + 1) % 3]).abs();
                    assert!((axes[i].length() - 1.0).abs() < 1.5e-7 && across < 1.5e-7);
                }
                let mut most = DVec3::ZERO;
                for p in tree.order()[tree.range(node)].iter().flat_map(|i| items[*i as usize]) {
                    let d = DVec3::from_array(p.map(f64::from)) - mid.as_dvec3();
                    most = most.max(DVec3::from_array(axes.map(|axis| axis.dot(d).abs())));
                }
                assert!(most.cmple(half.as_dvec3()).all(), "{most} {half}");
                // How far the middle is rounded, and the error of extents
                let rounding = 1e-7 * (mid.length() + half.length()) + TINY;
                assert!(
                    (half.as_dvec3() - most).max_element() < 12.0 * f64::from(rounding),
                    "{most} {half}"
                );
                tight += usize::from(half.max_element() > 100.0 * rounding);
                flat += usize::from(half.min_element() < 0.001 * half.max_element());
            }
        }
        assert!(tight > 1000 && flat > 500, "{tight} {flat}");
    }
}
