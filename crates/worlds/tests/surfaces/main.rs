//! Surfaces, solids and height fields.

mod blocks;
mod edges;
mod garbage;
mod height_field;
mod mended;
mod models;
mod report;
mod solid;
mod text;
