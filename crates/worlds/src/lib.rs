#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "std"), allow(unused, reason = "what only `overlap` takes"))]
//! Shapes that are not convex: meshes, solids, height fields and compounds, with the questions of convex shapes.
//!
//! ```text
//!   collider    a shape of any kind, posed parts   surface/    triangles, segments: how they are joined
//!   instance    a surface, scaled                  solid, height_field
//!
//!   separation/ how far apart, and where           contact/    patches of contact
//!   depth/      how deep                           motion      the first contact
//!   overlap/    what two solids have in common
//!   probe/      rays and points                    evidence/   what proves a distance
//! ```
//!
//! Trees (`clearance_trees`) and lanes of `f32` leave out pieces that are proven not to matter; the others are asked
//! with `clearance_pairs`, in `f64` and with bounds. So bounds of answers are proven.

extern crate alloc;

mod collider;
mod contact;
mod depth;
mod evidence;
mod frame;
mod height_field;
mod instance;
mod lanes;
mod lazy;
mod mass;
mod mesh;
mod motion;
#[cfg(feature = "std")]
mod overlap;
mod parts;
mod place;
mod probe;
mod questions;
mod separation;
mod shape_ref;
mod solid;
pub mod surface;
#[cfg(feature = "serde")]
mod text;
mod way;

pub use clearance_geometry::Error;
pub use clearance_geometry::answer::{Clearance, FacetFeature, Impact, Place, Projection, RayHit};
pub use collider::{Collider, Compound, CompoundPart, PartShape};
pub use contact::{Contact, Contacts};
pub use depth::Immersion;
pub use evidence::certificate;
pub use height_field::HeightField;
pub use instance::Instance;
pub use mesh::{Chain, Mesh};
#[cfg(feature = "std")]
pub use overlap::{LocalDepth, Overlap, OverlapPart};
pub use probe::Probes;
pub use questions::{
    Cast, Query, RayCast, cast_ray, cast_ray_all, cast_ray_any, cast_shapes, clearance,
    closest_points, contact_manifold, contacts, contains, distance, immersion, intersects,
    penetration, project, separation, signed_distance, time_of_impact, welded_contacts, within,
};
#[doc(hidden)]
pub use questions::{contacts_of_all_pieces, only_touches, separation_by_all_pieces};
#[cfg(feature = "std")]
pub use questions::{local_depth, overlap};
pub use separation::{PieceId, Separation};
#[doc(hidden)]
pub use shape_ref::ShapeRef;
pub use shape_ref::{AnyShape, ShapeKind};
pub use solid::{NotSolid, Solid};
pub use surface::{Bend, Edge, Piece, Places, Report, Surface};
#[doc(hidden)]
pub use way::Way;
