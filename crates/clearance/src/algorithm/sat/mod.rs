//! Separating axis tests: the depth of two polytopes, read off their faces and edges.
//!
//! Let h be the support functions, n a unit vector from A to B, and t the position of B in A's
//! frame. The shapes' projections along n overlap by
//!
//! ```text
//!     f(n) = h_A(n) + h_B(-n) - n.t
//! ```
//!
//! so B is clear of A once it has moved by f(n) along n. The shapes overlap exactly if f >= 0
//! for all n, and the depth is then the least f.
//!
//! *Where the least is.* The Gauss map of A cuts the sphere into cells: along all n of one cell
//! the same vertex of A is farthest. Corners of cells are normals of faces, and the arcs between
//! them belong to edges. Laid over the map of -B, the cells of both are cut to smaller ones; in
//! each, f(n) = n.c with a fixed c, the difference of two vertices.
//!
//! ```text
//!       ----o-----------o----      o  the normal of a face of A
//!           |     x     |          x  the normal of a face of -B
//!           |   ,' ',   |          *  where an arc of A crosses one of -B:
//!       ----o--*-----*--o----         perpendicular to an edge of A and one of B
//!           |,'       ',|
//! ```
//!
//! If n.c >= m > 0 at the corners of a cell, it is so at every n within: n is a sum of the
//! corners, with weights that come to 1 at least. So the least f is at one of these corners, and
//! there are only faces of A, faces of B, and pairs of edges to try.
//!
//! | file | tries |
//! |---|---|
//! | `exhaustive` | everything, and both ways along every cross product: slow and obvious |
//! | `pruned` | all faces, and the pairs of edges whose arcs cross |
//! | `gauss` | the same corners, found by walking each arc through the cells of the other map |
//! | `bounded` | the few that a bound does not rule out: the default; of small hulls by a `grid` |
//! | `boxes` | the 15 axes of two boxes |
//! | `boxes_swept` | the same while one of them moves |
//!
//! These are in space. In the plane, [`d2`], edges are the faces and there are no arcs: there
//! is `exhaustive`, and `merged`, which takes all normals in the order of their directions,
//! `lead`, which knows for a while which of them matter, and `swept`, which takes them while one
//! polygon moves.
//!
//! *Sources.* Gottschalk, Lin and Manocha 1996 (15 axes); Gregorius, GDC 2013 (pruning on the
//! Gauss map); the article on a faster separating axis test that walks the overlaid maps.
//! Bounded SAT is this library's own.

pub mod d2;
pub mod d3;

pub use crate::answer::Feature;
use crate::space::Vector;

/// What a test looked at. Of faces and arcs, first those of A, then those of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Farthest vertices looked for, over a whole hull.
    pub supports: u32,
    /// Axes along which the overlap was taken.
    pub axes: u32,
    /// Crossings of an arc of A and an arc of -B.
    pub crossings: u32,
    /// Walks along an arc that rounding led astray.
    pub lost: u32,
    /// Faces that a bound ruled out.
    pub faces_skipped: [u32; 2],
    /// Arcs that a bound ruled out.
    pub arcs_skipped: [u32; 2],
}

/// What all axes say of two shapes of which one moves along a line, from time 0 on.
///
/// Along each axis the projections overlap for one stretch of time. Shapes touch when the last of
/// these stretches begins:
///
/// ```text
///     axis 1      |----------------------|          they touch at x, along axis 2
///     axis 2               x-------------------
///     axis 3  ---------------------|
///     axis 4  ------|                               with axis 4 they pass: it has seen the end
///                                                   of contact before axis 2 sees its beginning
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept<W> {
    /// Projections overlap along all axes at time 0, by more than rounding.
    Overlap,
    /// The axis, of length 1 and from A to B, keeps the shapes apart until they touch.
    Meet {
        /// The axis.
        axis: W,
        /// What it is perpendicular to.
        feature: Feature,
    },
    /// They never touch.
    Pass {
        /// Keeps them apart until the time; none if that is 0.
        before: Option<W>,
        /// Keeps them apart from then on.
        after: W,
        /// When.
        time: f64,
    },
    /// They touch at time 0, up to rounding; or rounding leaves it open.
    Unclear,
}

/// The least overlap found, or the first axis that separates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<W> {
    /// The overlap of the projections along the axis: the depth, or where negative a gap.
    pub overlap: f64,
    /// Of length 1, from A to B, in A's frame.
    pub axis: W,
    /// What the axis is perpendicular to.
    pub feature: Feature,
    /// The numbers of the farthest vertices of A along the axis and of B against it.
    pub vertices: [u32; 2],
    /// What was looked at.
    pub counters: Counters,
}

impl<W: Vector> Outcome<W> {
    /// Before anything was tried.
    pub(crate) fn new() -> Self {
        Self {
            overlap: f64::INFINITY,
            axis: W::unit(0),
            feature: Feature::None,
            vertices: [0; 2],
            counters: Counters::default(),
        }
    }
    /// Takes an axis that has less overlap than any before.
    #[inline]
    pub(crate) fn offer(
        &mut self,
        overlap: f64,
        axis: W,
        feature: Feature,
        vertices: [u32; 2],
    ) -> bool {
        let better = overlap < self.overlap;
        if better {
            (self.overlap, self.axis) = (overlap, axis);
            (self.feature, self.vertices) = (feature, vertices);
        }
        better
    }
}
