//! The questions about shapes of any kind: which solver is asked is decided by the types.
//!
//! ```text
//!    both convex -----------> clearance_pairs
//!    one of many pieces ----> separation, depth, contact, motion, probe (this crate)
//! ```

mod contacts;
mod distances;
mod entries;
mod impacts;
#[cfg(feature = "std")]
mod overlaps;
mod probes;
mod query;

pub use contacts::{contact_manifold, contacts, contacts_of_all_pieces, welded_contacts};
pub use distances::{
    clearance, closest_points, distance, immersion, intersects, only_touches, penetration,
    separation, separation_by_all_pieces, within,
};
pub use impacts::{Cast, cast_shapes, time_of_impact};
#[cfg(feature = "std")]
pub use overlaps::{local_depth, overlap};
pub use probes::{
    RayCast, cast_ray, cast_ray_all, cast_ray_any, contains, project, signed_distance,
};
pub use query::Query;
