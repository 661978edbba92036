//! Entry points: one text for both dimensions and both precisions, compiled in the library.
//!
//! A generic function is compiled in the crate that calls it, once for each type that it is called
//! with. An entry point puts one plain function for each type of vectors before a generic one:
//!
//! ```text
//!   user's crate                          |  this library
//!   Query<Vec3>::clearance                |
//!      -> Vec3::enter::<ClearanceEntry>   |  -> ClearanceEntry::space_f32 -> the generic text
//! ```
//!
//! The plain functions are not generic. So they are compiled with the library, and what they call is
//! compiled with them. Which of them serves a vector is known when the caller is compiled.
//!
//! *Source.* The standard library does so by hand: `std::fs::read` is generic over paths and calls a
//! plain function inside.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::Vector;

/// One function for each type of vectors; see the head of this file.
pub trait EntryPoint {
    /// What is handed in.
    type Given<V: Vector>;
    /// What comes back.
    type Answer<V: Vector>;
    /// The plane in `f32`.
    fn plane_f32(given: Self::Given<Vec2>) -> Self::Answer<Vec2>;
    /// The plane in `f64`.
    fn plane_f64(given: Self::Given<DVec2>) -> Self::Answer<DVec2>;
    /// Space in `f32`.
    fn space_f32(given: Self::Given<Vec3>) -> Self::Answer<Vec3>;
    /// Space in `f64`.
    fn space_f64(given: Self::Given<DVec3>) -> Self::Answer<DVec3>;
}
