//! Depths: how deep two cores overlap.
//!
//! ```text
//!   asked      Query::{penetration, clearance}: query.rs, answers.rs
//!   chosen     plan.rs
//!   solved     axes         polytopes: one axis, then the best separating axis test
//!                polytopes  which test, by the number of faces
//!                  sat/     the separating axis tests
//!                touch      the points of two cores that just touch
//!              epa/         any two cores, from a simplex around the origin that GJK found
//!   memory     scratch      of these searches, from query to query
//!   returned   the axis and the depth, with both vertices or EPA's surface: solution.rs
//! ```
//!
//! Closed forms of depths are with those of distances, because they share their first steps:
//! `distance/closed/cylinder_depth.rs`, `distance/round`.

pub(crate) mod axes;
pub mod epa;
#[doc(hidden)]
pub mod lesson;
pub(crate) mod polytopes;
pub mod sat;
pub mod scratch;
pub(crate) mod touch;
