//! rapier's contacts, distances and casts by clearance: a dispatcher for rapier 0.36, in one line.
//!
//! ```
//! # #[cfg(feature = "d3")] {
//! use rapier3d::prelude::*;
//! let mut world = PhysicsWorld::new();
//! world.narrow_phase.set_query_dispatcher(clearance_rapier::d3::Dispatcher::default());
//!
//! world.insert(RigidBodyBuilder::fixed(), ColliderBuilder::cuboid(9.0, 0.5, 9.0));
//! let falling = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 1.1, 0.0));
//! let (body, _) = world.insert(falling, ColliderBuilder::cylinder(0.5, 0.5));
//! (0..200).for_each(|_| world.step());
//! assert!((world.bodies[body].translation().y - 1.0).abs() < 0.01);
//! assert!(world.bodies[body].is_sleeping());
//! # }
//! ```
//!
//! A world that was read from a file has parry's dispatcher, so it needs this line again.
//!
//! | pair | who answers |
//! |---|---|
//! | convex shapes, rounded or not, and half-spaces | clearance; each pair has a `Cache` |
//! | contacts of triangle meshes and height fields with `FIX_INTERNAL_EDGES`, which are one-sided | clearance's meshes, and a solid where the mesh is `ORIENTED` and closed |
//! | of compounds, polylines, other meshes and height fields, which are two-sided | parry walks their trees, clearance answers for each pair of parts |
//! | what has no convex parts: voxels, deformable meshes, shapes of one's own; parts whose normals parry constrains; casts, distances and sensors of height fields | parry |
//!
//! rapier's rays and points do not ask a dispatcher, and its continuous collision detection does so about cylinders and cones
//! only.

// The text of both dimensions is the same, but for what their own files have.
#![allow(clippy::duplicate_mod)]

#[cfg(feature = "d2")]
pub mod d2;
#[cfg(feature = "d3")]
pub mod d3;
