//! Surfaces, solids and height fields.

mod edges;
mod garbage;
mod height_field;
mod mended;
mod models;
mod report;
mod solid;
mod text;
