//! Hulls: every one validated against its points, compared with the slow hull of `minkowski`,
//! and measured against solids that are known.

mod clouds;
#[path = "../common/mod.rs"]
mod common;
mod farthest;
mod large;
mod measures;
mod report;
mod valid;

/// How many cases a random sweep has, unless `CLEARANCE_PAIRS` says otherwise.
fn pairs(unless_told: usize) -> usize {
    std::env::var("CLEARANCE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(unless_told)
}
