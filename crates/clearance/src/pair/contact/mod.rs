//! Contacts: where two shapes touch.
//!
//! ```text
//!   axis       the normal and the clearance: from a fast path, or from the full answer
//!   features   the face, edge or corner of each shape across the normal
//!   clip       what the two share, seen along the normal; a few points of it, with names
//!                                                           algorithm/manifold
//!   raise      the points in the caller's frame and precision, remembered for the next query
//!                                                           raise, rest
//! ```
//!
//! A solver gets a [`Patch`] to fill and returns an [`Outcome`]. All of it is in A's frame and in `f64`.

mod asked;
mod fast;
mod features;
mod raise;
mod rest;
mod rings;
mod round;
mod slop;
mod wanted;

pub(in crate::pair) use asked::{Contact, is_ball};
pub(in crate::pair) use fast::between_balls;
pub(crate) use raise::point_in_world;
pub(in crate::pair) use rest::Rest;
