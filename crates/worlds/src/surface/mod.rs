//! Surfaces: triangles in 3D and segments in 2D, with what is known of how they are joined.
//!
//! ```text
//!   weld -----> ridges -----> edges        the facet beyond each edge, and the bend
//!   vertices    the edges     report       holes, doubled and turned facets    } joints
//!   at one      of facets,    components
//!   place       sorted
//!
//!   surface     the type, with joints made at first use
//!   blocks      facets in lanes, for searches in f32
//!   level       facets that have one plane around them
//!   crossing    exact crossings of a ray, and points on facets
//!   mended      shells: components, and which is in which
//! ```
//!
//! **Positions count, not vertex numbers.** Vertices with equal coordinates are one vertex for all that is
//! said here, because many files repeat a corner for each of its triangles.
//!
//! **The plane.** A segment from i to j is stored as the triangle i, j, j, so that one text serves both
//! dimensions. What an edge is to a triangle, an end is to a segment.

mod blocks;
mod buckets;
mod crossing;
mod edges;
mod joints;
mod level;
mod mended;
mod piece;
mod report;
mod ridges;
mod shells;
#[expect(clippy::module_inception, reason = "the type is in a file of its own, below its parts")]
mod surface;
mod unit;
mod weld;

pub(crate) use blocks::Block;
pub(crate) use buckets::buckets;
pub(crate) use crossing::{crossing, touches};
pub use edges::{Bend, Edge};
pub(crate) use level::{Level, MOST_TILT};
pub use piece::Piece;
pub(crate) use piece::piece;
pub use report::{Places, Report};
pub(crate) use ridges::Groups;
pub(crate) use shells::{Shell, Soup, shells};
pub use surface::Surface;
pub(crate) use unit::Unit;
