#![cfg_attr(not(feature = "std"), no_std)]
//! The independent checker. It shares no code with the algorithms.
//!
//! The checker brackets the truth by itself and compares. The truth is the clearance of the exact shapes
//! under the poses as they are stored. The bracket is computed in interval arithmetic from the evidence
//! of the certificate:
//!
//! | evidence | proves | in |
//! |---|---|---|
//! | an axis | a lower bound, by the shapes' projections on it | `pair` |
//! | a witness | an upper bound, by a point of the difference | `witness` |
//! | a surface | an upper bound below 0, by a ball in the difference | `surface` |
//! | none, for polytopes | the same, by a surface of the checker's own | `enumerate` |
//! | none, for half-spaces | both, in closed form | `half_space` |
//!
//! Then the points of the answer are checked, in `points`: they must be on the surfaces, no point of the
//! shapes may be farther along the normal, and their distance along the normal must be the signed
//! distance.
//!
//! [`RayCheck`] does the same for rays, [`check_impact`] for the time at which moving shapes touch, and
//! [`check_manifold`] for contact manifolds, and [`check_path`] for the paths of mechanisms.
//!
//! All take shapes of any kind. If one is not convex, clearances are checked in `pieces` and `parted`, rays in `ray`, and patches of contact by [`check_patch`]; casts are [`Verdict::Unproven`], unless they contradict
//! themselves.
//!
//! `interval` has the numbers, and `frame` the relative pose. `cores`, `nearest` and `members` have the
//! properties of shapes. A user-defined shape without a [`clearance_geometry::shape::View`] has none of
//! them, so finite bounds of its answers stay unproven.
//!
//! Certificates may come from any source: no index, weight or coordinate is trusted.

extern crate alloc;

#[doc(hidden)]
pub mod angle;
mod apart;
mod assembly;
mod bounds;
mod certificate;
#[doc(hidden)]
pub mod cores;
mod enumerate;
#[doc(hidden)]
pub mod frame;
mod half_space;
mod impact;
mod inside;
#[doc(hidden)]
pub mod interval;
mod manifold;
mod members;
mod moving;
#[doc(hidden)]
pub mod nearest;
mod pair;
mod parted;
#[doc(hidden)]
pub mod path;
mod pieces;
mod points;
mod ray;
mod ray_convex;
mod seen;
mod sides;
mod surface;
mod verdict;
mod witness;

pub use certificate::{bracket, check};
pub use impact::check_impact;
pub use manifold::{check_manifold, check_manifold_with_slop, check_patch};
pub use path::{check_path, check_path_while};
pub use ray::{RayCheck, check_ray};
pub use verdict::{Bracket, Verdict};
