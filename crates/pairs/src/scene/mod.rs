//! Scenes: bodies made of convex parts, and the clearance of every pair that matters.
//!
//! `pairs.rs` has the whole flow: shapes and poses go to the broad phase, which returns the pairs whose
//! boxes are near; each of those goes to a query; the answers are sorted, worst first.
//! [`Scene::contacts`] finds contacts by the same flow.
//!
//! ```text
//!   bodies -> boxes -> broad::pairs_within -> pair::Query for each two parts -> sorted answers
//! ```
//!
//! If the closest pairs are asked for, the distance shrinks on the way: a pair whose boxes are farther
//! apart than the last of the closest pairs so far is skipped, and only these are kept.
//!
//! ```
//! use clearance::d3::{Pose, Sphere, Vec3};
//! use clearance::scene::{Scene, Within};
//!
//! let mut scene = Scene::new();
//! for x in [0.0, 3.0, 10.0] {
//!     scene.add(format!("ball at {x}"), [Sphere::new(1.0)?], Pose::at(Vec3::new(x, 0.0, 0.0))?);
//! }
//! let near = scene.pairs(Within::Distance(2.0));
//! assert_eq!((near.pairs[0].a, near.pairs[0].b), (0, 1));
//! assert_eq!(near.pairs[0].answer.signed_distance, 1.0);
//! # Ok::<(), clearance::Error>(())
//! ```

mod contacts;
mod pairs;

pub use contacts::BodyContact;
pub use pairs::{Body, BodyPair, Class, Found, Scene, Totals, Within};
