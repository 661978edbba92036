//! Two shapes whose nearest places, or least overlap, need no search: each file has one pair.
//!
//! | file | pair |
//! |---|---|
//! | `box_box` | two boxes that are apart |
//! | `segment_box` | a segment and a box: what a capsule does to one |
//! | `cylinder_box`, `cylinder_depth` | a cylinder and a box, apart and overlapping |
//!
//! Each works in the frame of the box, of two boxes in that of A, in the unit of the input, and answers nothing where rounding
//! leaves it open.

pub(crate) mod box_box;
pub(crate) mod cylinder_box;
pub(crate) mod cylinder_depth;
pub(crate) mod segment_box;
