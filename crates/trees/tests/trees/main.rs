//! Trees of boxes against all boxes in a row.

mod binary;
mod eights;
mod golden;
mod lines;
mod packs;
mod quads;
mod sets;
mod text;
