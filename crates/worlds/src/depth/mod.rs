//! How deep shapes are in each other, when they are not convex.
//!
//! The field has one word for several things. Here they have a name each:
//!
//! - [`separation`](crate::separation): the distance of what is apart; 0 for what overlaps.
//! - [`clearance`]: the distance, or minus the **translational depth**: the length of the shortest translation after
//!   which the shapes no longer overlap. For convex shapes it is found; for others it is an interval, because no
//!   algorithm finds it in a short time: the exact one takes the Minkowski sum of all pairs of convex pieces.
//! - [`immersion`]: the largest depth in B of any point of A, by branch and bound.
//! - [`contacts`](crate::contacts): a depth for each patch of contact, along its normal.

mod buried;
mod clearance;
pub(crate) mod cubes;
mod immersion;
mod parting;

pub(crate) use buried::contacts;
#[cfg(feature = "std")]
pub(crate) use clearance::Depths;
pub(crate) use clearance::{clearance, only_touches, within};
pub use immersion::Immersion;
pub(crate) use immersion::immersion;
