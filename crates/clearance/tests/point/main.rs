//! Points: the closed forms against the clearance of shape and point, which GJK and EPA answer,
//! and against what a nearest point is: its tangent plane supports the shape.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pairs.rs"]
mod pairs;

mod gradient;
mod named;
mod nearest;
