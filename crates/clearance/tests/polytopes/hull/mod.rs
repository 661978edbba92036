//! Hulls: every one validated against its points, compared with the slow hull of `minkowski`,
//! and measured against solids that are known.

mod clouds;
mod farthest;
mod large;
mod measures;
mod report;
mod valid;
