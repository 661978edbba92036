//! [`Rake`]: balls that cover the links, at eight times of an edge at once, prove most of it. What is left is for
//! [`looks`](crate::looks).
//!
//! ```text
//!   covered   a world of balls and boxes
//!     cover     balls around the parts of bodies         standing   boxes and planes around what stands still
//!     frames    where frames are at eight times, and how they move
//!   sweep     the gaps between them on an edge          lanes      eight times at once
//! ```
//!
//! A ball around a part of a link moves as its center does, and all points of the part are in it at all times. Let c be its
//! center in the middle of a lane, v its velocity, h half the length of the lane, and A a bound on its acceleration. Along a
//! fixed direction n of length 1, with the nearest point p of something convex that stands still,
//!
//! ```text
//!     n (c(t) - p)  >=  n (c - p) - |n v| h - A h^2 / 2        for n = (c - p) / |c - p|
//! ```
//!
//! So if the right side is more than the radius, the ball is clear of it for the whole lane. For two balls, c - p is the way
//! from one center to the other, v the difference of their velocities, and A the sum of both bounds. A is that of `bound.rs`,
//! seen from the world: the sum over joints k of |D_k| (|D_k| rho_k + 2 sum over the joints j beyond of |D_j| rho_j).
//!
//! *Rounding.* The bounds of `kinematics.rs` hold here with the epsilon of `f32`. They count two products of matrices for each
//! joint, and Rodrigues' formula; here are one product and a mix of two columns, and sine and cosine are off by less than an
//! epsilon (`lanes.rs`). Coordinates of what stands still are rounded by themselves (`standing.rs`).
//!
//! *Source.* Balls in lanes are those of Thomason, Kingston and Kavraki 2024, "Motions in microseconds via vectorized
//! sampling-based planning", who ask samples; that a lane is a proof for all its times is our own.

mod cover;
mod covered;
mod frames;
mod lanes;
mod standing;
mod sweep;
#[cfg(test)]
mod tests;

pub(crate) use covered::{Group, Rake};
pub(crate) use sweep::{Open, Swept};
