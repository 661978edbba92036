//! Surfaces, solids and height fields.

mod blocks;
mod edges;
mod models;
mod report;
mod solid;
