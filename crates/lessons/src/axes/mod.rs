//! Separating axis tests without bounds: every axis, or all corners of the overlaid Gauss maps.
//!
//! The head of [`clearance_pairs::depth::sat`] explains why these axes are enough.

mod exhaustive;
mod gauss;
mod plane;

pub use exhaustive::exhaustive;
pub use gauss::gauss;
pub use plane::exhaustive as exhaustive_in_plane;
