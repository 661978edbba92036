//! Clearances and their proofs: named and random pairs, in both dimensions and precisions, against
//! exact arithmetic, slow algorithms and each other.

mod batch;
mod booleans;
mod boxes;
mod cases;
#[path = "../common/mod.rs"]
mod common;
mod curved;
mod degenerate;
mod golden;
mod hunt;
mod lying;
mod precision;
mod properties;
mod reference;
mod rings;
mod round;
mod scene;
mod trace;
mod truth;
mod verify;
