//! Clearances and their certificates: named and random pairs, in both dimensions and precisions,
//! against exact arithmetic, slow algorithms and each other.

mod algorithms;
mod aligned;
mod bad_shapes;
mod batch;
mod booleans;
mod boxes;
mod cases;
#[path = "../common/mod.rs"]
mod common;
mod curved;
mod degenerate;
mod golden;
mod precision;
mod properties;
mod reference;
mod rings;
mod round;
mod sizes;
mod trace;
mod truth;
mod verify;
