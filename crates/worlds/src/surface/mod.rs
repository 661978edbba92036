//! Surfaces: triangles in 3D and segments in 2D, with what is known of how they are joined.
//!
//! ```text
//!   weld ---> ridges ---> edges   the facet beyond each edge, and how the surface bends there
//!     equal     which     report  holes, doubled and turned facets
//!     vertices  facets
//!               meet      surface   the type; blocks  facets in lanes for searches in f32
//! ```
//!
//! **Positions count, not vertex numbers.** Vertices with equal coordinates are one vertex for all that is
//! said here, because many files repeat a corner for each of its triangles.
//!
//! **The plane.** A segment from i to j is stored as the triangle i, j, j, so that one text serves both
//! dimensions. What an edge is to a triangle, an end is to a segment.

mod blocks;
mod crossing;
mod edges;
mod mended;
mod piece;
mod report;
mod ridges;
mod shells;
#[expect(clippy::module_inception, reason = "the type is in a file of its own, below its parts")]
mod surface;
mod turned;
mod unit;
mod weld;

pub(crate) use blocks::Block;
pub use edges::{Bend, Edge};
pub use piece::Piece;
pub(crate) use piece::piece;
pub use report::{Places, Report};
pub(crate) use shells::{Shell, Soup, shells};
pub use surface::{Chain, Mesh, Surface};
pub(crate) use turned::TurnedBoxes;
pub(crate) use unit::Unit;
