//! Two convex shapes and their relative pose, which all solvers share, and the information that a solver
//! starts with.

use crate::answer::End;
use crate::answer::Feature;
use crate::hull::Facets;
use crate::number::binade;
use crate::shape::{Convex, Lowered, NO_ID, Vertex, norm_above};
use crate::solution::NEAR;
use crate::space::{DVector, MOTION_ERROR, Motion, Vector};

/// An answer has converged if its bounds differ by at most this, relative to the pair's size.
const CONVERGED: f64 = 1e-9;
pub(crate) const CONVERGED_CURVED: f64 = 1e-8;

/// Separating axis tests do not scale a pair. For pairs smaller than this, 2^-200, products of lengths
/// underflow, so they are left to GJK and EPA, which scale.
pub(crate) const SMALL: f64 = f64::from_bits((1023 - 200) << 52);

/// Two polytopes in 3D, as separating axis tests take them.
pub(crate) type BothFacets<'s> = Option<[&'s Facets<'s>; 2]>;

/// Two convex shapes and the pose of B in A's frame. Lengths are those of the input.
#[derive(Clone, Copy)]
pub struct Cores<'s, W: Vector> {
    pub a: &'s Lowered<'s, W>,
    pub b: &'s Lowered<'s, W>,
    pub b_in_a: &'s Motion<W>,
    /// No point of the difference is farther from the origin than this.
    pub size: f64,
    pub radii: f64,
    /// An error bound of a clearance computed from support points: the relative pose applied to a point
    /// ([`MOTION_ERROR`]), the difference of two points and its product with a unit direction (gamma_6
    /// together: 3 epsilons), the length of a weighted sum of four points (gamma_8: 4 epsilons), the sum
    /// with the radii, and the errors of the shapes' support points.
    pub slack: f64,
    /// The facets of both, if they were computed already.
    pub seen: BothFacets<'s>,
}

/// The information with which a search by support points starts.
pub(crate) struct Known<W> {
    /// An axis from A to B that may be good; of any length.
    pub axis: Option<W>,
    /// The feature to which this axis is perpendicular. Its indices may be invalid.
    pub feature: Feature,
    /// Is a gap along this axis proven?
    pub is_apart: bool,
}

/// The first axis, from A to B and of length 1, with the farthest vertices along it.
#[derive(Clone, Copy, Debug)]
pub struct First<W> {
    pub axis: W,
    /// The overlap of the two projections on the axis; negative if they are apart.
    pub overlap: f64,
    /// Each in its own frame.
    pub vertices: [Vertex<W>; 2],
    /// The best feature of the last query. Its indices may be invalid.
    pub feature: Feature,
}

impl<'s, W: DVector> Cores<'s, W> {
    #[inline]
    pub fn new(a: &'s Lowered<'s, W>, b: &'s Lowered<'s, W>, b_in_a: &'s Motion<W>) -> Self {
        let size = a.reach() + b.reach() + norm_above(b_in_a.translation);
        let radii = a.radius_wide() + b.radius_wide();
        let of_pair = (MOTION_ERROR + 8.0) * size + 4.0 * radii;
        let slack = f64::EPSILON * of_pair + (a.support_error() + b.support_error());
        Self { a, b, b_in_a, size, radii, slack, seen: None }
    }

    /// Is one of the shapes curved, or unknown?
    pub fn curved(&self) -> bool {
        self.a.core().is_curved() || self.b.core().is_curved()
    }

    /// Another search may not prove gaps up to this.
    pub fn near(&self) -> f64 {
        NEAR * (self.size + self.radii)
    }

    /// Whether an algorithm converged, according to the width of its interval.
    pub fn verdict(&self, end: End, width: f64) -> End {
        let tolerance = if self.curved() { CONVERGED_CURVED } else { CONVERGED };
        match end {
            End::Early => End::Early,
            _ if width <= tolerance * (self.size + self.radii) => End::Converged,
            End::Converged => End::NoProgress,
            other => other,
        }
    }

    /// The first axis: `known`, or else the direction from center to center.
    #[inline]
    pub fn first(&self, known: Option<W>) -> First<W> {
        let middles = || self.b_in_a.apply(self.b.center().widen()) - self.a.center().widen();
        let axis = unit(known.unwrap_or_else(middles));
        let a = self.a.support_wide(axis, NO_ID);
        let b = self.b.support_wide(self.b_in_a.unrotate(-axis), NO_ID);
        let overlap = axis.dot(a.point - self.b_in_a.apply(b.point));
        First { axis, overlap, vertices: [a, b], feature: Feature::None }
    }
}

impl<W: DVector> First<W> {
    /// A placeholder for tests that do not use a first axis.
    pub fn none() -> Self {
        let vertices = [Vertex { point: W::ZERO, id: NO_ID }; 2];
        Self { axis: W::unit(0), overlap: 0.0, vertices, feature: Feature::None }
    }
}

/// The vector of length 1 along another; some vector of length 1 if that is zero.
#[inline]
fn unit<W: DVector>(v: W) -> W {
    // Exact, so that shapes scaled by a power of two get the same bits.
    let v = v * (1.0 / binade(v.max_abs()));
    let share = 1.0 / v.norm();
    if share.is_finite() { v * share } else { W::unit(0) }
}
