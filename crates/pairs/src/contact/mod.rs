//! Contacts: where two shapes touch.
//!
//! ```text
//!   asked      question     Query::manifold; slop, wanted: what its options and shapes change
//!   chosen     fast         the fast path of the plan: boxes and rectangles themselves, or
//!   solved       round      balls and capsules
//!                rings      polygons in 2D
//!              features     the others: from the full answer
//!   returned   raise        answer::Manifold
//! ```
//!
//! A solver works in these steps:
//!
//! ```text
//!   axis       the normal and the clearance: from a fast path, or from the full answer
//!   features   the face, edge or corner of each shape across the normal
//!   clip       what the two share, seen along the normal; a few points of it, with names
//!                                                           patch
//!   raise      the points in the caller's frame and precision, remembered for the next query
//!                                                           raise, rest
//! ```
//!
//! A solver gets a `Patch` to fill and returns an `Outcome`. All of it is in A's frame and in `f64`.

mod accepted;
mod closed_form;
mod fast;
mod features;
mod question;
pub mod raise;
mod ring_contacts;
mod slop;
