//! Shapes and robots from the files that people have.
//!
//! ```text
//!   mesh file         --Meshes-->         parts: solids, sheets, or hulls of pieces     meshes.rs surfaces.rs copies.rs
//!   URDF, SRDF        --Model::load-->    a robot, the pairs that may touch, its states model.rs links.rs
//!   "elbow=1,.."      --configuration-->  a value for each joint                        values.rs
//!   CSV of joints     --Model::motion-->  a path                                        path.rs
//! ```
//!
//! `clearance_formats` reads the files as plain data; here they become what [`clearance`] asks about. What is
//! doubtful about a file is a sentence in [`Notes`]; what has no meaning is an [`Error`] with file and line.

mod copies;
mod links;
mod meshes;
mod model;
mod notes;
mod path;
mod planar;
mod surfaces;
mod values;

pub use clearance_formats::Error;
pub use links::pose;
pub use meshes::{Loaded, LoadedPart, Meshes, Reading, is_in_metres};
pub use model::{Model, Sources};
pub use notes::{FileNote, MeshNote, Notes, PartIs};
pub use path::Interpolation;
pub use surfaces::hull;
pub use values::Angles;
