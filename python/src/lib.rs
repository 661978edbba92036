//! The Python package `clearance`: shapes, poses, questions about pairs in arrays, robots.
//!
//! ```text
//!   pose      Pose                          shape       Shape, and functions that make shapes
//!   poses     arrays of poses               table       the shapes of a question
//!   questions intersects, distance, ..      rows        many pairs, a part at a time
//!   parts     rows on threads, and signals
//!   sides     two sides, broadcast to rows  shapes      Shapes: pairs of indices
//!   columns   arrays that answers fill      answer      Clearance and others
//!   space     what differs between types of vectors
//!   plane     Pose2, Shape2 and its kinds   narrow      shapes in float32
//!   each      row by row, with its number   contacts    where shapes touch
//!   cast      when moving shapes touch      certificate proofs of paths
//!   probes    rays and points               scene       Scene: bodies with names
//!   near      its nearest pairs             step        its steps, in columns
//!   robot     Robot, World                  found       what is found about a path, and its chart
//!   path      Path
//!   picture    SVG for notebooks            trace       the steps of an algorithm
//!   single     one pair, for pictures and steps; one pose
//!   configurations  many of a robot         watch       signals and progress of long searches
//!   exchange  meshes of trimesh, of scipy   crossings   all hits of rays
//!   verify    the checker's verdicts         text        lines of shape files
//! ```
//!
//! The names, arguments and types that Python sees are in `clearance/_clearance.pyi`, with their documentation.

mod answer;
mod cast;
mod certificate;
mod columns;
mod configurations;
mod contacts;
mod crossings;
mod each;
mod error;
mod exchange;
mod found;
mod narrow;
mod near;
mod overlap;
mod parts;
mod path;
mod picture;
mod plane;
mod pose;
mod poses;
mod probes;
mod questions;
mod robot;
mod rows;
mod scene;
mod shape;
mod shapes;
mod sides;
mod single;
mod space;
mod step;
mod table;
mod text;
mod trace;
mod verify;
mod watch;

use pyo3::prelude::*;

/// What `clearance/__init__.py` takes its names from.
#[pymodule]
mod _clearance {
    /// That of the package.
    #[allow(non_upper_case_globals, reason = "Python's name")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::answer::{
        Clearance, ClosestPoints, Contacts, Impact, LocalDepth, Manifold, Overlap, OverlapPart,
        Penetration, Projection, RayHit, RayHits, SceneRayHit,
    };
    #[pymodule_export]
    use super::cast::cast;
    #[pymodule_export]
    use super::certificate::PathCertificate;
    #[pymodule_export]
    use super::contacts::contacts;
    #[pymodule_export]
    use super::crossings::raycast_all;
    #[pymodule_export]
    use super::found::{ClocksProof, Contact, LeastClearance, Proof};
    #[pymodule_export]
    use super::near::{BodyContact, BodyPair};
    #[pymodule_export]
    use super::overlap::overlap;
    #[pymodule_export]
    use super::path::Path;
    #[pymodule_export]
    use super::picture::{Picture, picture};
    #[pymodule_export]
    use super::plane::{
        Pose2, Shape2, box2, capsule2, chain, circle, compound2, ellipse, half_plane, polygon,
        region, segment2,
    };
    #[pymodule_export]
    use super::pose::Pose;
    #[pymodule_export]
    use super::probes::{contains, project, raycast, signed_distance};
    #[pymodule_export]
    use super::questions::{
        clearance, closest_points, distance, intersects, local_depth, penetration, within,
    };
    #[pymodule_export]
    use super::robot::{Robot, World};
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::shape::{
        Shape, box_, capsule, compound, cone, cylinder, ellipsoid, half_space, height_field, hull,
        mesh, rounded, segment, solid, sphere, triangle,
    };
    #[pymodule_export]
    use super::shapes::Shapes;
    #[pymodule_export]
    use super::step::SceneStep;
    #[pymodule_export]
    use super::trace::trace;
    #[pymodule_export]
    use super::verify::{verify, verify_cast, verify_contacts, verify_raycast};
}
