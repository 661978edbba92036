//! The Python package `clearance`: shapes, poses, questions about pairs in arrays, robots.
//!
//! ```text
//!   pose      Pose                          shape       Shape, and functions that make shapes
//!   poses     arrays of poses               rows        two sides broadcast to rows
//!   questions intersects, distance, ..      probes      rays and points
//!   answer    Clearance and others          robot       Robot, World, what is proven about a path
//!   exchange  meshes of trimesh, of scipy     crossings  all hits of rays
//! ```
//!
//! The names, arguments and types that Python sees are in `clearance/_clearance.pyi`, with their documentation.

mod answer;
mod crossings;
mod error;
mod exchange;
mod pose;
mod poses;
mod probes;
mod questions;
mod robot;
mod rows;
mod shape;

use pyo3::prelude::*;

/// What `clearance/__init__.py` takes its names from.
#[pymodule]
mod _clearance {
    #[pymodule_export]
    use super::answer::RayHits;
    #[pymodule_export]
    use super::answer::{Clearance, Projection, RayHit};
    #[pymodule_export]
    use super::crossings::raycast_all;
    #[pymodule_export]
    use super::pose::Pose;
    #[pymodule_export]
    use super::probes::{contains, project, raycast, signed_distance};
    #[pymodule_export]
    use super::questions::{clearance, distance, intersects, within};
    #[pymodule_export]
    use super::robot::{Contact, LeastClearance, Proof, Robot, World};
    #[pymodule_export]
    use super::shape::{
        Shape, ball, box_, capsule, compound, cone, cylinder, ellipsoid, half_space, height_field,
        hull, mesh, rounded, segment, solid, triangle,
    };
}
