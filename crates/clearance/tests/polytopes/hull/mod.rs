//! Hulls: each is validated against its points, compared with the slow hull of `minkowski`, and
//! measured against known solids.

mod clouds;
mod farthest;
mod large;
mod measures;
mod report;
mod valid;
