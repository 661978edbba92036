//! Pairs that random tests never make: concentric, coaxial, aligned and equal shapes, and shapes on
//! one lattice. For them axes tie, gradients vanish and determinants are exactly 0.
//!
//! 200 million placements like those of `placed` found eleven flaws in a library whose random tests
//! passed. `found` has a test for each.
//!
//! `CLEARANCE_PAIRS` sets the number of pairs (default 10,000). For many: `CLEARANCE_PAIRS=1000000
//! cargo test --release -p clearance --test answers hunt -- --nocapture`. With `--nocapture` the
//! time of the slowest query of each question is printed, the least of five tries.

mod found;
mod near;
mod placed;
mod questions;
mod slowest;

/// The number of pairs of a dimension and precision.
fn pairs_per_suite() -> u32 {
    clearance_testing::pairs(10_000) / 4 + 1
}
