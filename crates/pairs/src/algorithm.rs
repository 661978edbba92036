//! The algorithms by name: for those who want one of them, and for tests, measurements and the page.
//!
//! | name | answers | place |
//! |---|---|---|
//! | [`simplex`] | the point of a simplex nearest the origin: GJK's sub-problem | `gjk` |
//! | [`gjk`] | distance and closest points; whether the cores overlap | `gjk` |
//! | [`gjk_boolean`] | only whether they overlap, by evolving a simplex | `gjk` |
//! | [`epa`] | the penetration of overlapping cores, in 2D and in 3D | `depth` |
//! | [`sat`] | the penetration of polytopes, by separating axes | `depth` |
//! | [`cast`] | the time of impact of two moving shapes | `motion` |
//! | [`point`] | the point of a shape's surface nearest to a given point | `distance` |
//! | [`ray`] | where a line enters and leaves one shape | `probe` |
//! | [`manifold`] | where two shapes touch, once the clearance is known | `patch` |
//!
//! [`simplex`], [`gjk`], [`gjk_boolean`], [`epa`] and [`cast`] work on a
//! [`crate::shape::difference::Difference`]: the frame is that of A, lengths are scaled to about 1,
//! and rounding radii are left out. Separating axis tests work on the faces and edges of two polytopes.
//! Manifolds use the flat parts of any two shapes.

pub use crate::depth::{epa, sat};
pub use crate::distance::point;
#[doc(inline)]
pub use crate::gjk::{self, boolean as gjk_boolean, simplex};
pub use crate::motion::search as cast;
#[doc(inline)]
pub use crate::patch as manifold;
pub use crate::probe::rays as ray;
