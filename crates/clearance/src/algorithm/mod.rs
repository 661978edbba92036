//! Algorithms on the Minkowski difference of two cores.
//!
//! | file | answers |
//! |---|---|
//! | [`simplex`] | the point of a simplex nearest the origin: GJK's sub-problem |
//! | [`gjk`] | distance and closest points; whether the cores overlap |
//! | [`gjk_boolean`] | only whether they overlap, by evolving a simplex |
//! | [`epa`] | the penetration of overlapping cores, in 2D and in 3D |
//! | `closed` | the clearance of a segment, or a cylinder, and a box |
//! | [`cast`] | the time of impact of two moving shapes |
//! | [`sat`] | the penetration of polytopes, by separating axes |
//! | [`point`] | the point of a shape's surface nearest to a given point |
//! | [`ray`] | where a line enters and leaves one shape |
//! | [`manifold`] | where two shapes touch, once the clearance is known |
//!
//! [`simplex`], [`gjk`], [`gjk_boolean`], [`epa`] and [`cast`] work on a
//! [`crate::shape::difference::Difference`]: the frame is that of A, lengths are scaled to about 1,
//! and rounding radii are left out. `closed` works in the frame of the box. Separating axis tests
//! work on the faces and edges of two polytopes. Manifolds use the flat parts of any two shapes.

pub mod cast;
pub(crate) mod closed;
pub(crate) mod columns;
pub mod epa;
pub mod gjk;
pub mod gjk_boolean;
pub mod manifold;
pub mod point;
pub mod ray;
pub mod sat;
pub mod simplex;
