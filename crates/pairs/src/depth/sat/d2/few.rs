//! Rectangles, triangles, segments and points as rings of four edges at most, made for one query.
//!
//! ```text
//!     3 --- 2      rectangle: edges 0 to 3 are below, right, above, left
//!     |     |      segment: 0 is the end at the first point, 1 the right side on the way to the
//!     0 --- 1      second, 2 the end there, 3 the left side; points 0 0 1 1
//! ```

use core::array::from_fn;

use glam::DVec2;
use robust::{Coord, orient2d};

use super::Ring;
use crate::hull::Edges;
use crate::number::binade;
use crate::space::Vector;

/// A ring of at most four edges.
#[derive(Clone, Copy, Debug)]
pub struct Few {
    count: usize,
    vertices: [DVec2; 4],
    normals: [DVec2; 4],
    offsets: [f64; 4],
    numbers: [u32; 4],
}

impl Few {
    /// The rectangle around the origin. Its corners have the indices of those of
    /// [`Cuboid`](crate::shape::Cuboid).
    #[inline]
    pub fn rectangle(half_extents: DVec2) -> Self {
        let DVec2 { x, y } = half_extents;
        let corner = |u: f64, v: f64| DVec2::new(u * x, v * y);
        Self {
            count: 4,
            vertices: [corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.)],
            normals: [DVec2::NEG_Y, DVec2::X, DVec2::Y, DVec2::NEG_X],
            offsets: [y, x, y, x],
            numbers: [0, 1, 3, 2],
        }
    }

    /// The triangle of three points, in either orientation. The points may be collinear or equal.
    pub fn triangle(points: [DVec2; 3]) -> Self {
        let turn = turn(points);
        let order = if turn >= 0.0 { [0, 1, 2] } else { [0, 2, 1] };
        if turn == 0.0 {
            return Self::longest(points);
        }
        let [p, q, r] = order.map(|i| points[i]);
        let normal = |from: DVec2, to: DVec2| across(to - from).unwrap_or(DVec2::X);
        let normals = [normal(p, q), normal(q, r), normal(r, p), DVec2::X];
        let top = |n: DVec2| n.dot(p).max(n.dot(q)).max(n.dot(r));
        let [i, j, k] = order.map(|i| i as u32);
        Self {
            count: 3,
            vertices: [p, q, r, p],
            normals,
            offsets: normals.map(top),
            numbers: [i, j, k, i],
        }
    }

    /// The segment between two points, which may be equal.
    pub fn segment(points: [DVec2; 2]) -> Self {
        Self::between(points, [0, 1])
    }

    /// A point.
    pub fn point(p: DVec2) -> Self {
        Self::between([p, p], [0, 0])
    }

    /// The area of a triangle; `None` if the normals are at right angles.
    pub(crate) fn triangle_area(&self) -> Option<f64> {
        let [p, q, r, _] = self.vertices;
        (self.count == 3).then(|| 0.5 * (q - p).perp_dot(r - p))
    }

    /// Are the corners of a triangle in the order in which they were given? `None` if it has no area.
    #[doc(hidden)]
    pub fn turns_left(&self) -> Option<bool> {
        (self.count == 3).then_some(self.numbers[1] == 1)
    }

    /// The ring as the tests take it.
    #[inline]
    pub fn ring(&self) -> Ring<'_> {
        let count = self.count;
        Ring {
            vertices: &self.vertices[..count],
            normals: &self.normals[..count],
            offsets: &self.offsets[..count],
            numbers: &self.numbers[..count],
        }
    }

    /// The edges in `f32`, in the given unit.
    #[inline(always)]
    #[doc(hidden)]
    pub fn narrow(&self, unit: f64) -> Edges {
        let Self { count, vertices, normals, offsets, .. } = *self;
        let share = 1.0 / unit;
        let corner = |axis: usize| vertices.map(|corner| (corner[axis] * share) as f32);
        let normal = |axis: usize| normals.map(|normal| normal[axis] as f32);
        let offset = |k: usize| if k < count { (offsets[k] * share) as f32 } else { f32::INFINITY };
        let twice = |four: [f32; 4]| from_fn(|k| four[k % 4]);
        Edges {
            normals: [0, 1].map(|axis| twice(normal(axis))),
            offsets: from_fn(offset),
            corners: [0, 1].map(|axis| twice(corner(axis))),
            unit,
        }
    }

    /// The segment between the two points that are farthest apart, of three collinear points.
    fn longest(points: [DVec2; 3]) -> Self {
        let length = |[i, j]: [usize; 2]| (points[j] - points[i]).max_abs();
        let longer = |e, f| if length(f) > length(e) { f } else { e };
        let [i, j] = [[1, 2], [0, 2]].into_iter().fold([0, 1], longer);
        Self::between([points[i], points[j]], [i as u32, j as u32])
    }

    fn between([p, q]: [DVec2; 2], [i, j]: [u32; 2]) -> Self {
        let right = across(q - p).unwrap_or(DVec2::NEG_Y);
        let along = right.perp();
        let normals = [-along, right, along, -right];
        let top = |n: DVec2| n.dot(p).max(n.dot(q));
        Self {
            count: 4,
            vertices: [p, p, q, q],
            normals,
            offsets: normals.map(top),
            numbers: [i, i, j, j],
        }
    }
}

/// Positive if three points turn left, negative if they turn right. Exact.
fn turn(points: [DVec2; 3]) -> f64 {
    /// Products above this have lost no digits.
    const PRODUCTS: f64 = 1e-250;
    let exact = |points: [DVec2; 3]| {
        let [a, b, c] = points.map(|p| Coord { x: p.x, y: p.y });
        orient2d(a, b, c)
    };
    let plain = exact(points);
    if plain.abs() > PRODUCTS {
        return plain;
    }
    // Tiny or flat: computed again at a size of 1.
    let largest = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    exact(points.map(|p| p * (1.0 / binade(largest))))
}

/// The unit normal to the right of an edge; `None` if the edge has no length.
#[inline(always)]
pub(super) fn across(edge: DVec2) -> Option<DVec2> {
    DVec2::new(edge.y, -edge.x).unit_along()
}
