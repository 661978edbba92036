//! Space: vectors over glam's types, poses, the pose of B in the frame of A, how a shape moves,
//! and boxes.

mod aabb;
mod motion;
mod pose;
mod sweep;
mod vector;

pub use aabb::Aabb;
pub use motion::MOTION_ERROR;
pub use motion::Motion;
pub use pose::{Pose, Rotation2, Turn};
pub use sweep::Sweep;
pub use vector::Vector;
pub(crate) use vector::{finite, finite_points};
