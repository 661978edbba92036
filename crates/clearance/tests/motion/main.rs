//! Casts of shapes, rays and points.

mod cast;
#[path = "../common/mod.rs"]
mod common;
mod point;
mod ray;
