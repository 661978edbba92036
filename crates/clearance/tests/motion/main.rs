//! Casts of shapes and rays, and queries about points.

mod cast;
#[path = "../common/mod.rs"]
mod common;
mod point;
mod ray;
mod walking;
