//! Surfaces, solids and height fields.

mod edges;
mod models;
mod report;
mod solid;
