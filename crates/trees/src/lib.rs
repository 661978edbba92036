#![cfg_attr(not(feature = "std"), no_std)]
//! Trees of boxes: which of many things may be near, without knowing what the things are.
//!
//! ```text
//!   bounds -> split -> binary -> collapse -> eights -> line, walk, meeting
//!                              fit      -> quads  -> pairs
//!   packs -> joins
//! ```
//!
//! - [`Tree`] is the binary tree that the one builder makes.
//! - [`Eights`] is made from it for one thing against many: rays, points, shapes, boxes.
//!   [`Eights::nearest`] is the walk.
//! - [`Quads`] is made from it for many against many: its boxes are turned to fit, and [`pairs()`] visits pairs of
//!   leaves, the nearest first.
//! - [`Packs`] are boxes that come, move and go: pairs of boxes that meet, and the same walk. They have no tree.
//!
//! **Every bound is a bound.** Distances are rounded down by an error that is derived where it is used; what
//! a walk leaves out is farther than its limit.
//!
//! **Tree coordinates.** All numbers are `f32`, in a frame of the user's choice, which should be scaled (by a
//! power of two, so that nothing is rounded) until the largest coordinate is about 1. Nothing here overflows
//! or underflows in a harmful way for coordinates from 2^-40 to 2^40.
//!
//! **The plane.** A thing in the plane is a prism: the third interval of its box is [0, 1], so that the
//! surface area, which the builder minimises, measures it sensibly. Queries use [0, 1] or 0.5 there.
//!
//! The same boxes give the same bits on every machine and for any number of threads.

// Axes and lanes are counted: several arrays have the same index.
#![allow(clippy::needless_range_loop)]

extern crate alloc;

mod binary;
mod bits;
mod bounds;
mod collapse;
mod eights;
mod fit;
mod joins;
mod levels;
mod line;
mod meeting;
mod packs;
mod pairs;
mod quads;
#[cfg(feature = "serde")]
mod read;
mod split;
mod walk;

pub use binary::{Node, Quality, Tree};
pub use bits::each_bit;
pub use bounds::Bounds;
pub use collapse::NONE;
pub use eights::{Eight, Eights};
pub use levels::Child;
pub use line::Line;
pub use meeting::meeting;
pub use packs::Packs;
pub use pairs::{Found, Frames, Heap, pairs};
pub use quads::Quads;
