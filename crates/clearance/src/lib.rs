#![cfg_attr(not(feature = "std"), no_std)]
//! clearance: certified signed clearance between convex shapes.

extern crate alloc;

mod error;
pub mod number;
pub mod shape;
pub mod space;

pub use error::Error;
pub use glam;
pub use shape::{Convex, Rounded};
