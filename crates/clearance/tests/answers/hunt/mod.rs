//! Pairs that chance never makes: shapes that are concentric, coaxial, aligned, equal, or on one
//! lattice, where axes tie, gradients vanish and determinants are exactly 0.
//!
//! Random pairs hit none of these. 200 million placements like those of `placed` found eleven
//! flaws in a library whose random tests were green; `found` retells them one by one.
//!
//! `CLEARANCE_PAIRS` sets how many pairs are asked (10,000 unless told otherwise). All of them:
//! `CLEARANCE_PAIRS=1000000 cargo test --release -p clearance --test answers hunt -- --nocapture`.
//! With `--nocapture` the slowest query of each question is printed: the least of five tries.

mod found;
mod near;
mod placed;
mod questions;
mod slowest;

/// How many pairs of a dimension and precision are asked.
fn pairs_per_suite() -> u32 {
    clearance_testing::pairs(10_000) / 4 + 1
}
