//! The input settings ([`Goal`]) and the result ([`Outcome`]) of EPA.

use super::face::face_simplex;
use crate::answer::End;
use crate::gjk::simplex::Simplex;
use crate::number::{max, min};
use crate::shape::NO_ID;
use crate::shape::difference::Difference;
use crate::space::{DVector, Vector};

/// The most support points of a search in 3D, even if its [`Goal`] allows more. In 2D the limit is a
/// quarter of this. Cones around axes that lean by 1e-4 rad need all of them to meet their bounds.
pub const MOST_STEPS: u32 = 4000;

/// The accuracy of a curved minimum relative to the depth, so that the sign of a shallow overlap is proven.
/// With the deepest point in the polytope, faces that lean by t leave t^2 / 2 of the depth open.
pub const OF_DEPTH: f64 = 1e-6;

/// When EPA may stop. Lengths are in the unit of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The search converges when the two bounds differ by at most this. With [`Minima::Corners`], they
    /// also differ by at most [`OF_DEPTH`], or by rounding.
    pub accuracy: f64,
    /// Stop as soon as the depth is proven to be above this. Infinity disables this test.
    pub enough: f64,
    /// A difference whose width is at most this counts as flat.
    pub rounding: f64,
    /// The limit on the number of support points. It does not end the building of the first polytope, whose
    /// support points may exceed it.
    pub most: u32,
    /// How local minima on curved surfaces are used.
    pub minima: Minima,
}

/// How EPA uses local minima of the support height (see `spot.rs`). In 2D there are no caps, and none are
/// searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Minima {
    /// Not at all.
    Unused,
    /// Their points become corners of the polytope.
    Corners,
    /// They are proven by caps (see `cap.rs`), which the polytope does not show.
    Caps,
}

impl Goal {
    /// The gap between the bounds at which the search converges, for a depth of at most `height`.
    #[inline]
    pub(super) fn accuracy(&self, height: f64) -> f64 {
        match self.minima {
            Minima::Corners => max(min(self.accuracy, OF_DEPTH * height), self.rounding),
            Minima::Unused | Minima::Caps => self.accuracy,
        }
    }
}

/// The result of EPA. Lengths are in the unit of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<W: Vector> {
    /// Lower bound of the depth, up to rounding. No information if it is zero or negative.
    pub lower: f64,
    /// Upper bound of the depth, up to rounding. If it is negative, the cores are apart.
    pub upper: f64,
    /// The direction whose support is `upper`, not normalised. B leaves A along it.
    pub axis: W,
    /// The corners of a nearest face, with the weights of a point on it: the point where the axis
    /// leaves the polytope, or the point nearest to the origin if the origin is not inside.
    pub nearest: Simplex<W>,
    /// Why the search ended.
    pub end: End,
    /// The number of support points that the search took, without those that Newton's method took to find
    /// caps.
    pub steps: u32,
}

/// The outcome for a difference that has no width along `across`: its depth is zero.
pub(super) fn flat<W: DVector>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    across: W,
    steps: u32,
) -> Outcome<W> {
    let height = |n: W| n.dot(difference.support(n, [NO_ID; 2]).c);
    let (up, down) = (height(across), height(-across));
    let (upper, axis) = if down < up { (down, -across) } else { (up, across) };
    let nearest = face_simplex(start.corners());
    // There is no lower bound of the depth: the cores may not even have a common point.
    let lower = f64::NEG_INFINITY;
    Outcome { lower, upper, axis, nearest, end: End::Converged, steps: steps + 2 }
}
