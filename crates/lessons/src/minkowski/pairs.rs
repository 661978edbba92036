//! Polygons and polyhedra whose corners are pairs of vertices: the results of sums and differences.
//!
//! Along any direction, the farthest feature of A + B is the sum of the farthest features of A and of B.
//! So a corner is the sum of two vertices, and a side is one of these sums:
//!
//! ```text
//!   2D:  edge + vertex     3D:  face + vertex    edge + edge, a parallelogram
//!        vertex + edge          vertex + face    and for parallel features:
//!        parallel edges         edge + face, face + edge, face + face
//! ```

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use clearance_geometry::space::DVector;

/// A corner, and its two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<W> {
    /// The sum or difference of the two vertices, in the frame of A.
    pub at: W,
    /// The index of the vertex of A.
    pub a: u32,
    /// The index of the vertex of B.
    pub b: u32,
}

/// The feature of A or of B that a side is a sum of. (`answer::Feature` names the feature of an axis.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The vertex with this index.
    Vertex(u32),
    /// The edge between two vertices: in 2D counterclockwise from the first to the second, in 3D with the
    /// lower index first.
    Edge([u32; 2]),
    /// The face with this index. Only in 3D.
    Face(u32),
}

/// A side of a sum or difference and its line or plane, `normal . x = offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Side<W> {
    /// The indices of its corners, counterclockwise seen from outside. In 2D there are two.
    pub corners: Vec<u32>,
    /// The outward unit normal up to rounding, in the frame of A.
    pub normal: W,
    /// The height of the corners along the normal, up to rounding.
    pub offset: f64,
    /// The feature of A.
    pub a: Feature,
    /// The feature of B. In a difference, the normal of B there is the opposite of `normal`.
    pub b: Feature,
}

/// A sum or difference: a polygon for `DVec2`, a polyhedron for `DVec3`, in the frame of A.
#[derive(Clone, Debug, PartialEq)]
pub struct PolytopeOfPairs<W> {
    /// In 2D counterclockwise from the leftmost.
    pub corners: Vec<Corner<W>>,
    /// In 2D, side `i` runs from corner `i` to the next.
    pub sides: Vec<Side<W>>,
    /// The area or volume.
    pub measure: f64,
}

impl<W: DVector> PolytopeOfPairs<W> {
    /// The index of the side whose line or plane is nearest to the origin, if the origin is inside. Of
    /// equally near sides, the lowest index. For a difference, the offset of the side is the depth:
    /// moving B by it along the normal separates the shapes. `None` if the origin is outside.
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
    /// The number or vector, negated if B is subtracted.
    pub fn of<T: core::ops::Neg<Output = T>>(self, x: T) -> T {
        match self {
            Self::Sum => x,
            Self::Difference => -x,
        }
    }
}

/// The rounding error of a height: the size of A and B times a few epsilons.
///
/// `reach` is the sum of the largest magnitudes of the vertices of A and of B. A vertex of B is rotated
/// (no term passes through more than 3 roundings) and added (1), and a height is computed (3): 7 roundings,
/// which are 3.5 epsilons. A pose that makes A and B parallel has an error of an epsilon or two itself, so it
/// is up to 5.5. 8 epsilons leave a third of them in reserve. With a larger value, edges that are only nearly
/// parallel are joined. With a smaller one, sums of two boxes with the same rotation have more than six
/// sides.
pub(super) fn rounding(reach: f64) -> f64 {
    8.0 * f64::EPSILON * reach
}

/// The largest magnitude of a point.
pub(super) fn reach<W: DVector>(points: &[W]) -> f64 {
    points.iter().map(|p| p.norm()).fold(0.0, f64::max)
}

/// A sum or difference of two polygons. Not [`Polygon`](clearance_geometry::shape::Polygon), which is a shape.
pub type Polygon = PolytopeOfPairs<DVec2>;
/// A sum or difference of two polyhedra. Not [`Polyhedron`](super::Polyhedron), the hull of points.
pub type Solid = PolytopeOfPairs<DVec3>;
