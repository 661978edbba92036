#![cfg_attr(not(feature = "std"), no_std)]
//! What the solvers of `clearance` and its checker stand on. Users depend on `clearance`, which has
//! all of it under the same names.
//!
//! ```text
//!   number -> error -> space -> hull -> shape -> answer
//! ```
//!
//! Each room imports only those before it. The checker (`clearance-verify`) depends on this crate
//! alone, so that the compiler holds the wall between it and the algorithms.
//!
//! Items that are public for these crates and of no use outside are hidden from the documentation.

extern crate alloc;

pub mod answer;
mod error;
pub mod hull;
pub mod number;
pub mod shape;
pub mod space;

pub use error::Error;
