#![allow(unsafe_code, reason = "pointers of C can only be read with `unsafe`")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the rules for pointers are the same for all functions, and here"
)]
#![cfg_attr(
    not(all(feature = "plane", feature = "scenes", feature = "robots")),
    allow(unused, reason = "what only the parts that are left out use")
)]
//! The C library of clearance: shapes behind pointers, questions that return a code.
//!
//! ```text
//!   C                                   |  this library
//!   sizes, points  -> cl_box(..)        |  `given` checks pointers and lengths, the library the numbers
//!   cl_shape *, cl_pose -> cl_distance  |  `answers` catches panics; a question of the library
//!   cl_code, *out  <--------------------|  the answer is written if the code is CL_CODE_GOOD
//!   cl_last_error() <-------------------|  else a sentence of the thread, which begins with the argument's name
//! ```
//!
//! **One text for four spaces.** Each function is written once, for a type of vectors `S`; `exported!` in `space` makes
//! the functions `cl_` (space, `f64`), `clf_` (space, `f32`), `cl2_` and `clf2_` (the plane) of it. `cargo xtask capi
//! --header` writes `include/clearance.h` of the same text, so a declaration cannot differ from what is compiled.
//! cbindgen reads no macros without a nightly compiler, and would need the text four times.
//!
//! **Rules for pointers.** A pointer is null, which is refused, or points to what its type says, for as long as the call
//! lasts. What is behind `const` may be shared by threads. A freed pointer is not given again.

#[doc(hidden)]
pub mod answers;
mod batches;
mod caches;
mod casts;
mod contacts;
mod given;
mod pairs;
mod probes;
#[cfg(feature = "robots")]
mod robots;
#[cfg(feature = "scenes")]
mod scenes;
mod shapes;
mod space;
mod support;
