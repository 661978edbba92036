//! Pairs that chance never makes: shapes that are concentric, coaxial, aligned, equal, or on one
//! lattice, where axes tie, gradients vanish and determinants are exactly 0.
//!
//! Random pairs hit none of these. 200 million placements like those of `placed` found eleven
//! flaws in a library whose random tests were green; `found` retells them one by one.
//!
//! `CLEARANCE_PAIRS` sets how many pairs are asked (10,000 unless told otherwise). All of them:
//! `CLEARANCE_PAIRS=1000000 cargo test --release -p clearance --test hunt -- --nocapture`.
//! With `--nocapture` the slowest query of each question is printed: the least of five tries.

#[path = "../common/mod.rs"]
mod common;
mod found;
mod near;
#[path = "../common/pairs.rs"]
mod pairs;
mod placed;
mod questions;
mod slowest;

/// How many pairs of a dimension and precision are asked.
fn pairs_per_suite() -> u32 {
    let all = std::env::var("CLEARANCE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    all / 4 + 1
}
