//! Closed forms: pairs of shapes whose closest points or penetration need no iterative search.
//! Each file handles one pair of shapes.
//!
//! | file | pair |
//! |---|---|
//! | `box_box` | two boxes that are apart |
//! | `segment_box` | a segment and a box; the segment is the core of a capsule |
//! | `cylinder_box`, `cylinder_depth` | a cylinder and a box, apart and overlapping |
//!
//! All work in the frame of the box (for two boxes, the frame of A) and in the unit of the input.
//! They give no answer if rounding error leaves the result undecided.

#[doc(hidden)]
pub mod box_box;
pub(crate) mod cylinder_box;
pub(crate) mod cylinder_depth;
pub(crate) mod segment_box;
