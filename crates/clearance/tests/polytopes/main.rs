//! Hulls, and tests of pairs of polytopes: separating axes, Minkowski sums and differences.

#[path = "../common/mod.rs"]
mod common;
mod hull;
mod sat;
mod sat_plane;
mod sums;
