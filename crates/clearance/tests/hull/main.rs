//! Hulls: every one validated against its points, compared with the slow hull of `minkowski`,
//! and measured against solids that are known.

mod clouds;
#[path = "../common/mod.rs"]
mod common;
mod large;
mod measures;
mod mercies;
mod valid;
