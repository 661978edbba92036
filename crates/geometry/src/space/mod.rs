//! Space: vectors over glam's types, poses, the pose of B in the frame of A, motions of shapes, bounding
//! boxes and rays.

mod aabb;
#[doc(hidden)]
pub mod axis;
mod concrete;
mod dimensions;
mod entry;
mod matrix;
#[cfg(feature = "mint")]
mod mint;
#[doc(hidden)]
pub mod motion;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[doc(hidden)]
pub mod pose;
#[doc(hidden)]
pub mod prepared;
mod ray;
mod rotation;
mod rotation2;
#[doc(hidden)]
pub mod sweep;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod text;
mod vector;

pub use aabb::Aabb;
pub use axis::Axis;
#[doc(hidden)]
pub use concrete::{from_plane, from_space, motion_in_plane, motion_in_space, plane, same, space};
#[doc(hidden)]
pub use entry::entry_points;
pub use motion::MOTION_ERROR;
pub use motion::Motion;
pub use pose::Pose;
#[doc(hidden)]
pub use prepared::{PreparedQuaternion, turned_axes};
pub use ray::Ray;
pub use rotation2::Rotation2;
pub use sweep::Sweep;
pub use vector::{DVector, EntryPoint, Prepared, Turn, Vector};
#[doc(hidden)]
pub use vector::{finite, finite_points};
