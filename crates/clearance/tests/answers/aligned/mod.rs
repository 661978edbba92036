//! Pairs that random sampling never makes: concentric, coaxial, aligned or equal shapes, and shapes
//! on one lattice, where axes tie, gradients vanish and determinants are exactly 0.
//!
//! The ordinary random tests passed while 200 million placements like those of `placed` found
//! eleven flaws. `found` has a test for each of them.
//!
//! `CLEARANCE_PAIRS` sets how many pairs are queried (default 10,000). To run all tests of this
//! folder with a million, use
//! `CLEARANCE_PAIRS=1000000 cargo test --release -p clearance --test answers aligned`. With
//! `-- --nocapture` the slowest query of each kind is printed (the shortest of five runs).

mod found;
mod near;
mod placed;
mod questions;
mod slowest;

/// The number of pairs for one dimension and precision.
fn pairs_per_suite() -> u32 {
    clearance_testing::some_pairs(10_000) / 4 + 1
}
