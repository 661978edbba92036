//! The WebAssembly library of the npm package `clearance`: shapes by number, and questions about rows of numbers.
//!
//! ```text
//!   JavaScript                          |  this library
//!   shapes, poses --> numbers in `room` -> vectors, shapes by number -> a question -> numbers in `room`
//!   answers, errors <-------------------|
//! ```
//!
//! The files of `js/package` are what users call. They check types and lengths, and call these functions with numbers
//! only: nothing is copied on the way but the numbers themselves. What this library refuses it says in a sentence that
//! begins with the name of the argument.
//!
//! `cargo xtask npm` builds it for each entry of the package: space or the plane, in `f32` or `f64`, with all
//! questions or with those that a mesh needs first.

#[cfg(feature = "whole")]
mod contacts;
#[cfg(not(feature = "plane"))]
mod matrices;
mod pairs;
mod probes;
#[cfg(feature = "plane")]
mod regions;
mod room;
#[cfg(feature = "whole")]
mod scene;
mod shapes;
mod space;
