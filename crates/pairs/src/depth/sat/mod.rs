//! Separating axis tests: the depth of two polytopes, from their faces and edges.
//!
//! Let h be the support functions, n a unit vector from A to B, and t the position of B in A's
//! frame. The shapes' projections along n overlap by
//!
//! ```text
//!     f(n) = h_A(n) + h_B(-n) - n.t
//! ```
//!
//! so the shapes are apart once B has moved by f(n) along n. The shapes overlap exactly if f >= 0 for all
//! n, and then the depth is the least f.
//!
//! *The place of the minimum.* The Gauss map of A divides the sphere into cells: for all n of one cell,
//! the same vertex of A is farthest along n. Corners of cells are the normals of faces, and the arcs
//! between them belong to edges. The overlay with the map of -B divides the cells further. In each cell
//! of the overlay, f(n) = n.c with a fixed c, the difference of two vertices.
//!
//! ```text
//!       ----o-----------o----      o  the normal of a face of A
//!           |     x     |          x  the normal of a face of -B
//!           |   ,' ',   |          *  where an arc of A crosses one of -B:
//!       ----o--*-----*--o----         perpendicular to an edge of A and one of B
//!           |,'       ',|
//! ```
//!
//! If n.c >= m > 0 at the corners of a cell, this holds for every n inside, because n is a sum of the
//! corners with weights whose sum is at least 1. So the least f is at a corner, and only the faces of A,
//! the faces of B, and pairs of edges need to be tried.
//!
//! | file | axes that it tries |
//! |---|---|
//! | `exhaustive` | all, and every cross product in both directions: the slow obvious version |
//! | `pruned` | all faces, and the pairs of edges whose arcs cross |
//! | `gauss` | the same, found by walking each arc through the cells of the other map |
//! | `bounded` | the few that a bound does not rule out: the default. For small hulls it uses a `grid` |
//! | `boxes` | the 15 axes of two boxes |
//!
//! These are for 3D. In 2D ([`d2`]), the edges are the faces, and there are no arcs. There are
//! `exhaustive`, and `merged`, which tries all normals in the order of their directions.
//!
//! *Sources.* Gottschalk, Lin and Manocha 1996 (15 axes); Gregorius, GDC 2013 (pruning on the Gauss map);
//! the article on a faster separating axis test that walks the overlaid maps. Bounded SAT comes from this
//! library.

pub mod d2;
pub mod d3;

pub use crate::answer::Feature;
use crate::space::Vector;

/// What a test computed. In pairs of numbers, the first is for faces and arcs of A, the second for those
/// of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Searches for the farthest vertex of a whole hull.
    pub supports: u32,
    /// Axes along which the overlap was computed.
    pub axes: u32,
    /// Crossings of an arc of A and an arc of -B.
    pub crossings: u32,
    /// Walks along an arc that failed because of rounding.
    pub lost: u32,
    /// Faces that a bound ruled out.
    pub faces_skipped: [u32; 2],
    /// Arcs that a bound ruled out.
    pub arcs_skipped: [u32; 2],
}

/// The least overlap, or the first separating axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<W> {
    /// The overlap of the projections along the axis: the depth, or a gap if it is negative.
    pub overlap: f64,
    /// Of length 1, from A to B, in A's frame.
    pub axis: W,
    /// The features to which the axis is perpendicular.
    pub feature: Feature,
    /// The indices of the farthest vertices of A along the axis and of B against it.
    pub vertices: [u32; 2],
    /// What the test computed.
    pub counters: Counters,
}

impl<W: Vector> Outcome<W> {
    /// The outcome before any axis was tried.
    #[doc(hidden)]
    pub fn new() -> Self {
        Self {
            overlap: f64::INFINITY,
            axis: W::unit(0),
            feature: Feature::None,
            vertices: [0; 2],
            counters: Counters::default(),
        }
    }
    /// Keeps an axis if its overlap is less than any before.
    #[doc(hidden)]
    pub fn offer(&mut self, overlap: f64, axis: W, feature: Feature, vertices: [u32; 2]) -> bool {
        let better = overlap < self.overlap;
        if better {
            (self.overlap, self.axis) = (overlap, axis);
            (self.feature, self.vertices) = (feature, vertices);
        }
        better
    }
}
