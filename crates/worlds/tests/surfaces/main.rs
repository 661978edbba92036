//! Surfaces, solids and height fields.

mod blocks;
mod edges;
mod mended;
mod models;
mod report;
mod solid;
