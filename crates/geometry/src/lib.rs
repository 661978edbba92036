#![cfg_attr(not(feature = "std"), no_std)]
//! The foundation of `clearance` and of its checker: numbers, vectors, shapes and answers. Users depend
//! on `clearance`, which re-exports all of it under the same names.
//!
//! ```text
//!   number -> error -> space -> hull -> shape -> answer
//! ```
//!
//! Each module imports only modules before it. The checker (`clearance-verify`) depends on this crate
//! alone, so the compiler keeps it independent of the algorithms.
//!
//! Items that are public only for these crates are hidden from the documentation.

extern crate alloc;

pub mod answer;
mod error;
pub mod hull;
pub mod number;
pub mod shape;
pub mod space;

pub use error::Error;
