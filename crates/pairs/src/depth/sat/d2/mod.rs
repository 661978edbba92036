//! Separating axis tests in 2D.
//!
//! The Gauss map of a polygon is a circle: the normals of its edges are points of the circle, and the arc
//! between two of them belongs to the vertex between the edges. The overlay with the map of -B divides
//! the arcs further, and the least overlap is at one of their ends: at the normal of an edge of A or of
//! -B. There are no pairs of edges.
//!
//! ```text
//!            n1                  A's normals n and those of -B, here m, around the circle.
//!         .-'o'-.                Along n1 the farthest vertex of A is either end of edge 1,
//!     m2 x   v2  x m1            and that of -B is the one between m1 and m2.
//!       |         |
//!       | v0   v1 |              From one normal to the next, in order, either the vertex of A
//!     n2 o       o n0            or that of -B moves on by one.
//!         '-.x.-'
//!            m0
//! ```
//!
//! This holds if no arc is half a circle or more. So a segment is taken as a rectangle without width,
//! whose ends have normals too, and a point as a square without size.

mod best;
#[doc(hidden)]
pub mod ends;
mod few;
mod merged;
#[doc(hidden)]
pub mod narrow;
mod polygon_pair;
mod polygon_witness;
#[doc(hidden)]
pub mod ring;
#[doc(hidden)]
pub mod tracked;

pub use best::{FacingEdges, Gap};
pub(crate) use ends::Ends;
pub use few::Few;
pub use merged::merged;
pub use narrow::{NarrowRing, OFF, Steepest};
pub use polygon_pair::PolygonPair;
pub use ring::Ring;
pub use tracked::{Tracked, tracked};
