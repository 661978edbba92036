//! Separating axis tests in 3D.

mod bounded;
#[doc(hidden)]
pub mod boxes;
#[doc(hidden)]
pub mod boxes_axes;
#[doc(hidden)]
pub mod boxes_lanes;
mod boxes_witness;
mod clip;
mod crossing;
mod grid;
#[doc(hidden)]
pub mod lanes;
mod left;
mod pair;
mod pruned;
mod witness;

pub use bounded::{Scratch, bounded, bounded_by_choice, widest};
pub(crate) use boxes::boxes_within;
pub use boxes::{Boxes, boxes};
pub use boxes_axes::Axes;
pub(crate) use boxes_axes::NEXT;
#[doc(hidden)]
pub use boxes_axes::{Along, BoxAxes, Three};
pub use boxes_lanes::Lanes;
pub(crate) use boxes_witness::Crossing;
pub use pair::PolytopePair;
pub use pruned::pruned;
