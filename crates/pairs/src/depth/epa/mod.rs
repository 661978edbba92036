//! EPA: how deep the origin lies in the Minkowski difference.
//!
//! A polytope with corners in the difference grows from GJK's simplex. The face nearest the
//! origin is pushed out to the support point along its normal. If the support point is no farther
//! out than the face, the face is part of the difference's boundary, and the distance of the face
//! from the origin is the penetration depth.
//!
//! EPA keeps a lower and an upper bound of the depth. The polytope lies inside the difference, so the
//! depth is at least the distance of its nearest face. Along any unit vector n, the support h(n) is the
//! length of a translation that separates the shapes, so the depth is at most the least h(n) found.
//!
//! What makes it robust:
//! - Whether a face sees the new corner is decided by exact predicates, so the polytope is
//!   exactly convex at every step, its horizon is one loop, and no face is degenerate.
//! - The distance of a face is computed from its *points*: the least height of its corners along
//!   some direction. This is well-conditioned even on a very thin face; the distance of the
//!   face's plane is not.
//! - The origin may start outside or on the polytope (shapes that just touch). The polytope
//!   then grows towards it, and a negative support value proves that the shapes are apart.
//! - Flat differences (coplanar triangles, crossing segments in space) are recognised: their
//!   depth is zero, along the direction in which they have no width.
//!
//! EPA runs in `f64` only. There are two implementations, [`d2`] and [`d3`], because a polygon's
//! outline and a polyhedron's surface have little in common.
//!
//! Source: van den Bergen 2001, Proximity queries and penetration depth computation.

mod cap;
pub mod d2;
pub mod d3;
mod face;
mod outcome;
mod polytope;
pub(crate) mod spot;
#[doc(hidden)]
pub mod triangle_planes;
mod valley;

pub use outcome::{Goal, MOST_STEPS, Minima, OF_DEPTH, Outcome};
pub use valley::{MOST_STEPS as VALLEY_STEPS, lowest};

use crate::answer::Surface;
use crate::gjk::simplex::Simplex;
use crate::shape::difference::Difference;
use crate::space::{DVector, Vector};
use crate::trace::Trace;

/// The reusable buffers of EPA.
#[derive(Clone, Debug, Default)]
pub struct Scratch<W: Vector> {
    pub(crate) plane: d2::Outline<W>,
    pub(crate) space: polytope::Polytope<W>,
}

impl<W: DVector> Scratch<W> {
    /// The polytope of the last run, as evidence. Empty if the difference was flat.
    pub fn surface(&self) -> Surface<W> {
        if W::DIM == 2 { self.plane.surface() } else { self.space.surface() }
    }
}

/// Runs EPA from the simplex with which GJK ended. `scratch` is cleared first.
pub fn penetration<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    goal: &Goal,
    scratch: &mut Scratch<W>,
    trace: &mut T,
) -> Outcome<W> {
    if W::DIM == 2 {
        d2::penetration(difference, start, goal, &mut scratch.plane, trace)
    } else {
        d3::penetration(difference, start, goal, &mut scratch.space, trace)
    }
}
