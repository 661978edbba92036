//! A convex polygon in 2D with its normals, offsets and moments, in the local frame.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::DVec2;

use super::lanes::Edges;
use crate::number::Scalar;
use crate::space::Vector;

/// A hull in 2D that has an area.
///
/// ```text
///         v2              Edge i runs from vertex i to vertex i + 1, counterclockwise,
///        /  \             the last one back to vertex 0.
///   e2  /    \  e1        Its normal points outward, and no vertex is outside of the
///      v0 --- v1          line normal . x = offset.
///         e0
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    vertices: Box<[V]>,
    normals: Box<[V]>,
    offsets: Box<[V::Scalar]>,
    area: f64,
    first: u32,
    aside: Box<Aside>,
}

/// Data that is stored apart, because it would make shapes larger, which lie in arrays.
#[derive(Clone, Debug, PartialEq)]
struct Aside {
    narrow: Box<[Edges]>,
    centroid: DVec2,
    second_moment: f64,
}

impl<V: Vector<Wide = DVec2>> Outline<V> {
    /// The corners: exactly the extreme points, counterclockwise from the leftmost (and of several the
    /// lowest). No corner is in line with its neighbours.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// For each edge its outward unit normal, up to rounding.
    pub fn normals(&self) -> &[V] {
        &self.normals
    }
    /// For each edge the largest height of all vertices along the stored normal, rounded up.
    pub fn offsets(&self) -> &[V::Scalar] {
        &self.offsets
    }
    /// Corners, normals and offsets in `f32`.
    #[doc(hidden)]
    #[inline]
    pub fn narrow(&self) -> &[Edges] {
        &self.aside.narrow
    }
    /// In the square of the unit of length.
    pub fn area(&self) -> f64 {
        self.area
    }
    /// The centroid of the area, in the local frame.
    pub fn centroid(&self) -> DVec2 {
        self.aside.centroid
    }
    /// The polar second moment of area about the centroid, in the fourth power of the unit of length. For
    /// density 1 it is the moment of inertia.
    pub fn second_moment(&self) -> f64 {
        self.aside.second_moment
    }

    /// The number of the first corner in the shape that stores this outline, if the shape has an order of
    /// its own.
    #[doc(hidden)]
    pub fn first(&self) -> u32 {
        self.first
    }
    /// Sets this number.
    pub(crate) fn name_first(&mut self, first: u32) {
        self.first = first;
    }

    /// Makes an outline of the normalised corners of a hull.
    pub(super) fn of(corners: &[DVec2], size: f64) -> Self {
        let normals: Vec<V> = (0..corners.len())
            .map(|i| {
                let edge = corners[(i + 1) % corners.len()] - corners[i];
                V::narrow(DVec2::new(edge.y, -edge.x).unit_along().unwrap_or(DVec2::X))
            })
            .collect();
        let offset = |(i, n): (usize, &V)| V::Scalar::above(top(corners, n.widen(), i) * size);
        let vertices: Box<[V]> = corners.iter().map(|p| V::narrow(*p * size)).collect();
        let offsets: Box<[V::Scalar]> = normals.iter().enumerate().map(offset).collect();
        let wide = |all: &[V]| all.iter().map(|v| v.widen()).collect::<Vec<_>>();
        let heights: Vec<f64> = offsets.iter().map(|offset| offset.to_f64()).collect();
        let narrow = Edges::all(&wide(&vertices), &wide(&normals), &heights, size);
        let (area, centroid, second_moment) = moments(corners);
        Self {
            vertices,
            offsets,
            normals: normals.into(),
            area: area * size * size,
            first: 0,
            aside: Box::new(Aside {
                narrow,
                centroid: centroid * size,
                second_moment: second_moment * size * size * size * size,
            }),
        }
    }
}

/// The largest height of all corners along the normal of edge `i`, rounded up.
///
/// Heights rise to the highest corner and fall behind it. So a walk from the edge in both directions,
/// over all corners that are not lower by more than rounding, reaches the highest.
fn top(corners: &[DVec2], normal: DVec2, i: usize) -> f64 {
    let count = corners.len();
    let height = |k: usize| normal.dot(corners[k % count]);
    let reach = corners.iter().map(|p| p.length()).fold(0.0, f64::max);
    // Two products and a sum, with |n| |v| <= reach: two roundings of 2^-53, and some reserve.
    let rounding = 2.0 * f64::EPSILON * reach;
    let floor = height(i).max(height(i + 1)) - 2.0 * rounding;
    let ahead = (i..i + count).map(height).take_while(|h| *h >= floor);
    let back = (1..=count).map(|k| height(i + 1 + count - k)).take_while(|h| *h >= floor);
    ahead.chain(back).fold(height(i).max(height(i + 1)), f64::max) + rounding
}

/// Area, centroid, and polar second moment about the centroid, by triangles from the middle.
pub(super) fn moments(corners: &[DVec2]) -> (f64, DVec2, f64) {
    let count = corners.len();
    let middle = corners.iter().fold(DVec2::ZERO, |sum, p| sum + *p) / count as f64;
    let (mut twice, mut first, mut second) = (0.0, DVec2::ZERO, 0.0);
    for i in 0..count {
        let (a, b) = (corners[i] - middle, corners[(i + 1) % count] - middle);
        let area = a.perp_dot(b);
        twice += area;
        first += (a + b) * area;
        second += (a.dot(a) + a.dot(b) + b.dot(b)) * area;
    }
    let off = if twice > 0.0 { first / (3.0 * twice) } else { DVec2::ZERO };
    let area = 0.5 * twice;
    (area, middle + off, second / 12.0 - off.dot(off) * area)
}
