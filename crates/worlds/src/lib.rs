#![cfg_attr(not(feature = "std"), no_std)]
//! Shapes that are not convex: meshes, solids, height fields and compounds, with the questions of convex
//! shapes.

extern crate alloc;

mod error;
mod height_field;
mod lazy;
mod solid;
mod surface;
#[cfg(feature = "serde")]
mod text;

pub use error::Error;
pub use height_field::HeightField;
pub use solid::{NotSolid, Solid};
pub use surface::{Bend, Block, Chain, Edge, Mesh, Places, Report, Surface};
