//! Contact points of single pairs, and of bodies that rest on each other for many steps.

#[path = "../common/mod.rs"]
mod common;
mod manifold;
mod soak;
mod stack;
