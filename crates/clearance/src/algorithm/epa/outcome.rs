//! What is asked of EPA, and what it finds.

use super::super::simplex::Simplex;
use super::face::face_simplex;
use crate::answer::End;
use crate::shape::difference::Difference;
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;

/// No search takes more support points than this, in the plane a quarter, however many its [`Goal`]
/// allows: cones around axes that lean by 1e-4 rad take all of them to meet their bounds.
pub const MOST_STEPS: u32 = 4000;

/// How well the depth is wanted, in lengths of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The bounds have met when they are this near each other.
    pub accuracy: f64,
    /// End as soon as the depth is proven to be above this; infinity to go on.
    pub enough: f64,
    /// Widths up to this are rounding: the difference counts as flat.
    pub rounding: f64,
    /// End after that many support points, but for those of the first polytope: the former where
    /// the bounds are not within `near` of each other by then.
    pub most: [u32; 2],
    /// See `most`.
    pub near: f64,
}

/// What EPA found. Lengths are those of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<W: Vector> {
    /// The depth is at least this, but for rounding. Not above zero: nothing is known.
    pub lower: f64,
    /// The depth is at most this, but for rounding. Below zero: the cores are apart.
    pub upper: f64,
    /// The direction whose support is `upper`; of any length. B leaves A along it.
    pub axis: W,
    /// The corners of a nearest face, with the weights of the point where the axis leaves the
    /// polytope; where the origin is not inside, of the point nearest to it.
    pub nearest: Simplex<W>,
    /// Why it ended.
    pub end: End,
    /// How many support points it took.
    pub steps: u32,
}

/// The answer for a difference that has no width along `across`: no depth either.
pub(super) fn flat<A, B, W>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    across: W,
    steps: u32,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    let height = |n: W| n.dot(difference.support(n, [NO_ID; 2]).c);
    let (up, down) = (height(across), height(-across));
    let (upper, axis) = if down < up { (down, -across) } else { (up, across) };
    let nearest = face_simplex(start.corners(), W::ZERO).1;
    // Nothing is known of the depth: not even that there is a common point.
    let lower = f64::NEG_INFINITY;
    Outcome { lower, upper, axis, nearest, end: End::Converged, steps: steps + 2 }
}
