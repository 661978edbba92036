//! EPA: how deep the origin lies in the Minkowski difference.
//!
//! A polytope with corners in the difference grows from GJK's simplex. The face nearest the
//! origin is pushed out to the support point along its normal, until it cannot be: then it is
//! part of the difference's boundary, and its distance is the penetration depth.
//!
//! Both bounds are kept. The polytope lies inside the difference, so the depth is at least the
//! distance of its nearest face; and along any unit n the support h(n) is the length of a
//! translation that separates, so the depth is at most the least h(n) seen.
//!
//! What makes it robust:
//! - Whether a face sees the new corner is decided by exact predicates, so the polytope is
//!   exactly convex at every step, its horizon is one loop, and no face is degenerate.
//! - A face's distance is taken of its *points*, as the least height of its corners along some
//!   direction, which is well-conditioned on the thinnest sliver, where the plane's is not.
//! - The origin may start outside or on the polytope (shapes that just touch). The polytope
//!   then grows towards it, and a support below zero proves the shapes apart.
//! - Flat differences (coplanar triangles, crossing segments in space) are recognised: their
//!   depth is nothing, along the direction in which they have no width.
//!
//! It runs in `f64` only. The text is written twice, [`d2`] and [`d3`]: a polygon's outline and
//! a polyhedron's surface have little in common.
//!
//! Source: van den Bergen 2001, Proximity queries and penetration depth computation.

pub mod d2;
pub mod d3;
mod face;
mod outcome;
mod planes;
mod polytope;
mod valley;

pub use outcome::{Goal, MOST_STEPS, Outcome};
pub use valley::{MOST_STEPS as VALLEY_STEPS, lowest};

use super::simplex::Simplex;
use crate::answer::Surface;
use crate::shape::Convex;
use crate::shape::difference::Difference;
use crate::space::Vector;
use crate::trace::Trace;

/// EPA's memory, which grows once and can be used again.
#[derive(Clone, Debug)]
pub struct Scratch<W: Vector> {
    pub(crate) plane: d2::Outline<W>,
    pub(crate) space: polytope::Polytope<W>,
}

impl<W: Vector> Default for Scratch<W> {
    fn default() -> Self {
        Self { plane: d2::Outline::default(), space: polytope::Polytope::default() }
    }
}

impl<W: Vector<Scalar = f64>> Scratch<W> {
    /// The last polytope, as evidence. Empty where the difference was flat.
    pub fn surface(&self) -> Surface<W> {
        if W::DIM == 2 { self.plane.surface() } else { self.space.surface() }
    }
}

/// Runs EPA from the simplex with which GJK ended. `scratch` is cleared first.
pub fn penetration<A, B, W, T>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    goal: &Goal,
    scratch: &mut Scratch<W>,
    trace: &mut T,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
    T: Trace<W>,
{
    if W::DIM == 2 {
        d2::penetration(difference, start, goal, &mut scratch.plane, trace)
    } else {
        d3::penetration(difference, start, goal, &mut scratch.space, trace)
    }
}
