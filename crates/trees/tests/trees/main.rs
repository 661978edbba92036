//! Trees of boxes against all boxes in a row.

mod binary;
mod eights;
mod lines;
mod quads;
mod sets;
mod text;
