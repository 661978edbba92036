//! Polygons and polyhedra whose corners are pairs of vertices: what sums and differences are.
//!
//! Along any direction the farthest feature of A + B is the sum of those of A and of B. So a
//! corner is a vertex and a vertex, and a side is one of these:
//!
//! ```text
//!   plane:  edge + vertex     space:  face + vertex    edge + edge, a parallelogram
//!           vertex + edge             vertex + face    and where A and B are aligned:
//!           edge + edge, parallel     edge + face, face + edge, face + face
//! ```

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use crate::space::Vector;

/// A corner, and the two vertices that it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<W> {
    /// The sum or difference of the two vertices, in the frame of A.
    pub at: W,
    /// The number of the vertex of A.
    pub a: u32,
    /// The number of the vertex of B.
    pub b: u32,
}

/// The part of A or of B that a side is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The vertex of this number.
    Vertex(u32),
    /// The edge between two vertices: in the plane from the one to the other counterclockwise,
    /// in space the lower number first.
    Edge([u32; 2]),
    /// The face of this number. Only in space.
    Face(u32),
}

/// A side of a sum or difference and its line or plane, `normal . x = offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Side<W> {
    /// The numbers of its corners, counterclockwise seen from outside; in the plane two.
    pub corners: Vec<u32>,
    /// Outward, in the frame of A, of length 1 to rounding.
    pub normal: W,
    /// The height of the corners along the normal, to rounding.
    pub offset: f64,
    /// What it is of A.
    pub a: Feature,
    /// What it is of B. Of a difference, B looks the other way there: -n is its normal.
    pub b: Feature,
}

/// A sum or difference: a polygon for `DVec2`, a polyhedron for `DVec3`, in the frame of A.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<W> {
    /// In the plane counterclockwise from the leftmost.
    pub corners: Vec<Corner<W>>,
    /// In the plane side `i` runs from corner `i` to the next.
    pub sides: Vec<Side<W>>,
    /// The area or volume.
    pub measure: f64,
}

impl<W: Vector<Scalar = f64>> Pairs<W> {
    /// The side whose line or plane is nearest the origin, by number, where the origin is
    /// inside; the lowest number wins ties. Of a difference its offset is the depth: moving B
    /// so far along its normal separates. `None` if the origin is outside.
    pub fn nearest_side(&self) -> Option<usize> {
        let offset = |i: &usize| self.sides[*i].offset;
        let nearest = (0..self.sides.len()).min_by(|i, j| offset(i).total_cmp(&offset(j)))?;
        (offset(&nearest) >= 0.0).then_some(nearest)
    }
}

/// Is B added or subtracted?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Sum,
    Difference,
}

impl Sign {
    /// The number or vector as it is, or with the other sign.
    pub(super) fn of<T: core::ops::Neg<Output = T>>(self, x: T) -> T {
        match self {
            Self::Sum => x,
            Self::Difference => -x,
        }
    }
}

/// Something wrong by this much is not wrong: the size of A and B times a few epsilons.
///
/// `reach` is the largest magnitude of a vertex of A and that of B, together. A vertex of B is
/// turned (of three products and two sums at most 3 roundings) and added (1), and a height is
/// taken (3): 7 roundings of half an epsilon. A pose that should make A and B parallel misses
/// that by an epsilon or two itself. 8 leave a third to spare. Larger, and edges that are
/// parallel only nearly are joined; smaller, and sums of turned boxes have more than six sides.
pub(super) fn rounding(reach: f64) -> f64 {
    8.0 * f64::EPSILON * reach
}

/// The largest magnitude of a point.
pub(super) fn reach<W: Vector<Scalar = f64>>(points: &[W]) -> f64 {
    points.iter().map(|p| p.norm()).fold(0.0, f64::max)
}

/// A sum or difference of two polygons.
pub type Polygon = Pairs<DVec2>;
/// A sum or difference of two polyhedra.
pub type Solid = Pairs<DVec3>;
