//! Robots and joint paths: a motion is proven to be free of collisions, between its waypoints too.
//!
//! ```text
//!   robot       links and joints       kinematics   where frames are, and what rounding does
//!   piece       convex pieces, hulls around parts of concave ones
//!   world       a robot and what stands around it
//!   chain       the joints between two frames
//!   path        rows of joint values, straight lines between them
//!   bound       how far two pieces may move to each other
//!   gap         the gap along a direction, now and for a while
//!   look        one pair at one time
//!   inside      is a body inside a solid where a path begins?
//!   prover      the questions: clear, first, least, and limits
//! ```
//!
//! Everything is in space and in `f64`. Bounds hold for the robot and the path as given: the rounding of kinematics is
//! counted (`kinematics.rs`, `path.rs`).

mod bound;
mod chain;
mod clear;
mod error;
mod first;
mod gap;
mod inside;
mod kinematics;
mod least;
mod limits;
mod look;
mod path;
mod piece;
mod prover;
mod robot;
mod world;

pub use error::Error;
pub use limits::OverLimits;
pub use path::Path;
pub use prover::{FirstContact, Least, Meeting, Prover, Verdict};
pub use robot::{Joint, JointKind, LARGEST_VALUE, Link, Mimic, Robot};
pub use world::World;
