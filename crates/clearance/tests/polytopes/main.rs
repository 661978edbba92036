//! Hulls, and tests of two polytopes: separating axes, sums and differences.

#[path = "../common/mod.rs"]
mod common;
mod hull;
mod sat;
mod sat_plane;
mod sums;
