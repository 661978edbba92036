//! The plain functions in front of generic code: see [`EntryPoint`](crate::space::EntryPoint).

#[doc(hidden)]
pub use clearance_geometry::space::entry_points;
