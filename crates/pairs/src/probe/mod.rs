//! Rays and points: questions about one shape.
//!
//! ```text
//!   asked      ray          RayCast, cast_ray; which closed form: plan.rs
//!   solved       rays/      where a line enters and leaves one shape: closed forms, and a march with GJK
//!   asked      point        project, contains, signed_distance
//!   solved       the closed forms of distance/nearest.rs, or the clearance of a point
//!   returned   answer::RayHit, answer::Projection
//! ```

#[doc(hidden)]
pub mod point;
#[doc(hidden)]
pub mod ray;
pub mod rays;
