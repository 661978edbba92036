//! Robots and joint paths: a motion is proven to be free of collisions, between its waypoints too.
//!
//! ```text
//!   robot       links and joints, in frames       kinematics  where frames are, and what rounding does
//!   world       a robot and what stands around it
//!   piece       convex pieces, hulls around parts of concave ones
//!   chain       the joints between two frames     inside      is a body inside a solid?
//!   prover      the pieces and pairs of a world   moved       the same, where bodies stand elsewhere
//!   moment      where everything is at one time   path, curve rows of joint values, and polynomials between them
//!   bound       how far two pieces may move       gap         the gap along a direction, for a while
//!   arm         the joints between two pieces     tube        what joints take from the gap that may be off
//!   loose       what may stand elsewhere
//!   looks       two pieces at one time            leg, rates  the way between two rows, and how joints move on it
//!   look        how much of a stretch is clear?   effort      when a search gives up
//!   clear, first, least, still, limits, seek      the questions: questions.rs, answer.rs
//!   edges       many edges in one call               rake        balls that prove most of them
//!   clocks      the same for several paths, each with a clock of its own
//!   gradient    how distances change with joints
//!   record      what a proof closed, and why      mechanism   a world as plain data, for a checker
//! ```
//!
//! Everything is in space and in `f64`. Bounds hold for the robot and the path as given: the rounding of kinematics is
//! counted (`kinematics.rs`).

mod answer;
mod arm;
mod bound;
mod chain;
mod clear;
mod clocks;
mod curve;
mod edges;
mod effort;
mod error;
mod first;
mod gap;
mod gradient;
mod inside;
mod kinematics;
mod least;
mod leg;
mod limits;
mod look;
mod looks;
mod loose;
mod mechanism;
mod moment;
mod moved;
mod path;
mod piece;
mod prover;
mod questions;
mod rake;
mod rates;
mod record;
mod robot;
mod seek;
mod still;
#[cfg(test)]
mod tests;
mod tube;
mod world;

pub use answer::{Encounter, FirstContact, Least, Meeting, Verdict};
pub use error::Error;
pub use gradient::Gradient;
pub use limits::OverLimits;
pub use path::Path;
pub use prover::Prover;
pub use robot::{Joint, JointKind, LARGEST_VALUE, Link, Mimic, Robot};
pub use world::World;

pub use clearance_geometry::answer::{JointCurve, JointPath, TimedRow};
