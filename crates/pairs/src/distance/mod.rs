//! Distances: how far two cores are apart.
//!
//! ```text
//!   asked      Query::{intersects, within, distance, closest_points}: query.rs, answers.rs
//!   chosen     plan.rs
//!   solved     round/       points, segments, boxes and cylinders; polygons in 2D; solids on one axis
//!                closed/    their closed forms in 3D: a segment, or a cylinder, and a box; two boxes
//!                rings      two polygons in 2D, for contacts, too
//!              half_space   a half-space and anything
//!              nearest      a point and a core: the choice
//!                point/     its closed forms
//!              lanes        polytopes, by GJK in lanes of f32 (gjk/lanes.rs)
//!              curved       a cylinder, cone or ellipsoid and anything, by GJK in f32 (gjk/curved_difference.rs)
//!   left open  supports.rs: GJK in f64
//!   returned   bounds, and a witness if it is asked for: solution.rs
//! ```

pub mod closed;
#[doc(hidden)]
pub mod curved;
pub(crate) mod half_space_pair;
pub mod point;
pub mod polytope_lanes;
pub(crate) mod rings;
pub mod round;
pub(crate) mod surface_point;
