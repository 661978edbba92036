//! Separating axis tests in 3D.

mod arcs;
mod bounded;
#[doc(hidden)]
pub mod box_sat;
#[doc(hidden)]
pub mod boxes_axes;
#[doc(hidden)]
pub mod boxes_lanes;
mod boxes_witness;
#[doc(hidden)]
pub mod face_lanes;
mod grid;
mod open_part;
mod polygon_clip;
mod polytope_pair;
mod pruned;
mod witness;

pub use bounded::{Scratch, bounded, bounded_by_choice, widest};
pub(crate) use box_sat::boxes_within;
pub use box_sat::{Boxes, boxes};
pub use boxes_axes::Axes;
pub(crate) use boxes_axes::NEXT;
#[doc(hidden)]
pub use boxes_axes::{Along, BoxAxes, Three};
pub use boxes_lanes::Lanes;
pub(crate) use boxes_witness::Crossing;
pub use polytope_pair::PolytopePair;
pub use pruned::pruned;
