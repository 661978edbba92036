//! Contacts of two surfaces, against what is known of them otherwise.
//!
//! - [`agree`], [`gaps`]: convex solids, against the contacts of their hulls.
//! - [`boxes`]: unions of boxes, against separating axes.
//! - [`refine`]: more triangles, other frames and the other order change nothing.
//! - [`lattice`]: faces in one plane; [`named`]: pairs with known patches.

pub mod agree;
mod boxes;
mod gaps;
mod lattice;
mod named;
mod refine;
pub mod shapes;
