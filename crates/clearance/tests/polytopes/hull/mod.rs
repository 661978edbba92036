//! Hulls: each is validated against its points and compared with the slow hull of `minkowski`, and
//! solids with known measures are measured.

mod clouds;
mod farthest;
mod large;
mod measures;
mod report;
mod valid;
