//! What two solids have in common: its parts, how large they are, and their surfaces.
//!
//! ```text
//!    common              the parts of the overlap
//!      cross, flood      the curves where the surfaces cross, and what is inside (contact/lens)
//!      boundary          the closed surfaces around what is common
//!        fill            triangles of facets that are cut
//!      itself            solids that overlap themselves are left out
//!      volume            how much is inside, with bounds
//!    local               the depth of the deepest common point
//! ```

mod boundary;
mod common;
mod fill;
mod itself;
mod local;
mod volume;

pub(crate) use common::overlap;
pub use common::{Overlap, OverlapPart};
pub use local::LocalDepth;
pub(crate) use local::local_depth;
