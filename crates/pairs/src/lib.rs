#![cfg_attr(not(feature = "std"), no_std)]
//! Two shapes: the questions, the solvers and the answers of `clearance`. Users depend on `clearance`,
//! which re-exports all that is public.
//!
//! ```text
//!   query, pair     what is asked                  contact/  motion/  probe/
//!   plan            which solver                   contacts, casts, and rays and points
//!   convex          calls it
//!   distance/ depth/ gjk/ patch/                   the solvers
//!   solution, answers   what is returned
//! ```
//!
//! `distance`, `depth`, `contact`, `motion` and `probe` are questions; `gjk` and `patch` serve several of them.
//! Each module imports only modules that ARCHITECTURE.md lists for it. The
//! foundation (`clearance-geometry`) is re-exported, so its modules are found under `crate`.

extern crate alloc;

#[doc(hidden)]
pub mod answers;
#[doc(hidden)]
pub mod cache;
#[doc(hidden)]
pub mod columns;
#[doc(hidden)]
pub mod contact;
mod convex;
#[doc(hidden)]
pub mod cores;
#[doc(hidden)]
pub mod depth;
#[doc(hidden)]
pub mod distance;
#[doc(hidden)]
pub mod entry;
pub mod gjk;
#[doc(hidden)]
pub mod kept;
#[doc(hidden)]
pub mod motion;
mod options;
pub mod pair;
pub mod patch;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod prefilter;
#[doc(hidden)]
pub mod probe;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod solution;
mod supports;
pub mod trace;

pub use answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, ContactPoint, End, FeatureId, FeaturePart,
    Gradient, Impact, ImpactCertificate, ImpactStatus, Manifold, Penetration, Projection, RayHit,
    Status,
};
#[doc(no_inline)]
pub use clearance_geometry::{Error, answer, hull, number, shape, space};
#[doc(hidden)]
pub use motion::checked_end;
pub use pair::{
    Cache, Cast, Query, RayCast, Scratch, Still, cast_ray, contains, project, signed_distance,
};
#[doc(hidden)]
pub use probe::ray::cast_ray_moved;
pub use shape::{Convex, ConvexShape, HalfSpace, Rounded, Shape};
pub use space::{Aabb, Axis, Pose, Ray, Sweep};
