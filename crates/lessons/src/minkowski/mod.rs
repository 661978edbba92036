//! Explicit Minkowski sums and differences, and the reference, an exhaustive search over them.
//!
//! The sum of two sets is { a + b }, and the difference is { a - b }, over all a of A and b of B. For
//! convex hulls of points, both are the hull of the pairwise sums or differences. Two shapes share a
//! point exactly if their difference contains the origin. Their clearance is the distance of the origin
//! from the difference if the origin is outside, and minus its distance from the boundary if it is
//! inside.
//!
//! ```text
//!                 A         B                     A - B
//!               +---+     +---+        +-------------------+
//!               |   |     |   |        |                   |
//!               |   |<-1->|   |        |                   |<-1->o  the origin
//!               |   |     |   |        |                   |
//!               +---+     +---+        +-------------------+
//!        x:     0   1     2   3       -3                  -1     0
//! ```
//!
//! The articles on collision detection begin here. GJK and EPA avoid computing the whole difference. This
//! module computes it, in two ways:
//!
//! - *To draw:* [`polygon_difference`] merges edges, and [`polyhedron_difference`] overlays
//!   Gauss maps. The results have corners and sides, each with its features of A and B, and
//!   parallel sides are joined. [`polygon_sum`] and [`polyhedron_sum`] are alike.
//! - *To test:* n times m points ([`fn@difference`]), their hull by exact predicates, and a
//!   search over every corner, edge and facet. [`mod@reference`] is slow and meant to be
//!   obviously right. The fast algorithms are tested against it, and none of them uses it.
//!
//! ```
//! use clearance::d2_f64::{DVec2, Pose};
//! use clearance::hull::{Hull2, build2};
//! use clearance::minkowski::{Feature, polygon_difference};
//! use clearance::space::Motion;
//!
//! let Hull2::Outline(a) = build2(&[DVec2::ZERO, DVec2::X, DVec2::Y])? else { unreachable!() };
//! let at = Motion::of(&Pose::at(DVec2::splat(0.25))?);
//! let difference = polygon_difference(&a, &a, &at);
//!
//! assert_eq!(difference.corners.len(), 6); // A triangle less itself is a hexagon,
//! assert_eq!(difference.measure, 3.0); // of six times its area.
//! let way_out = &difference.sides[difference.nearest_side().unwrap()];
//! assert!((way_out.offset - 0.5f64.sqrt() / 2.0).abs() < 1e-15);
//! assert_eq!((way_out.a, way_out.b), (Feature::Edge([1, 2]), Feature::Vertex(0)));
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! All points are `f64`, in the unit of the input. They are in one common frame, to which
//! [`polytope_points`] transforms two shapes, or in the frame of A, with a motion that is the pose of B.

use alloc::vec::Vec;

use clearance_geometry::space::DVector;

mod d2;
mod d3;
mod join;
mod merge;
mod normalised;
mod overlay;
mod pairs;
mod points;
pub mod reference;
mod search;

pub use d2::hull2;
pub use d3::{Polyhedron, hull3};
pub use merge::{polygon_difference, polygon_sum};
pub use overlay::{polyhedron_difference, polyhedron_sum};
pub use pairs::{Corner, Feature, Polygon, PolytopeOfPairs, Side, Solid};
pub use points::{InnerPoints, inner_points, polytope_points};

/// { a + b }: all pairwise sums, that of `a[i]` and `b[j]` at `i * b.len() + j`.
pub fn sum<W: DVector>(a: &[W], b: &[W]) -> Vec<W> {
    a.iter().flat_map(|p| b.iter().map(move |q| *p + *q)).collect()
}

/// { a - b }: all pairwise differences, that of `a[i]` and `b[j]` at `i * b.len() + j`.
///
/// Each coordinate is rounded once: the hull of the result lies within half an epsilon of the
/// size of the true difference.
pub fn difference<W: DVector>(a: &[W], b: &[W]) -> Vec<W> {
    a.iter().flat_map(|p| b.iter().map(move |q| *p - *q)).collect()
}
