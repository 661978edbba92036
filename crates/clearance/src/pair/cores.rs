//! Two convex shapes and how they stand to each other: what the solvers share. And what is known before
//! one of them begins.

use crate::algorithm::sat::{Feature, d3};
use crate::answer::End;
use crate::hull::Facets;
use crate::number::binade;
use crate::pair::solved::NEAR;
use crate::shape::{Convex, Lowered, NO_ID, Vertex, norm_above};
use crate::space::{MOTION_ERROR, Motion, Vector};

/// An answer whose bounds are at most this far apart, relative to the pair's size, converged.
const CONVERGED: f64 = 1e-9;
pub(in crate::pair) const CONVERGED_CURVED: f64 = 1e-8;

/// Separating axis tests do not scale a pair. Pairs smaller than this, 2^-200, whose products of
/// lengths are lost, are left to GJK and EPA, which do.
pub(in crate::pair) const SMALL: f64 = f64::from_bits((1023 - 200) << 52);

/// Two polytopes in space, as separating axis tests see them.
pub(super) type BothFacets<'s> = Option<[&'s Facets<'s>; 2]>;

/// Two convex shapes and how B stands in A's frame. Lengths are those of the input.
#[derive(Clone, Copy)]
pub(super) struct Cores<'s, W: Vector> {
    pub a: &'s Lowered<'s, W>,
    pub b: &'s Lowered<'s, W>,
    pub b_in_a: &'s Motion<W>,
    /// No point of the difference is farther from the origin than this.
    pub size: f64,
    pub radii: f64,
    /// A bound on what rounding does to a clearance computed from support points: the relative
    /// pose applied to a point ([`MOTION_ERROR`]), the difference of two points and its product
    /// with a unit direction (gamma_6 together: 3 epsilons), the length of a weighted sum of
    /// four points (gamma_8 on it: 4 epsilons), the sum with the radii, and what the shapes say
    /// of their own support points.
    pub slack: f64,
    /// What is seen of both, where that is there already.
    pub seen: BothFacets<'s>,
}

/// What is known before a search by support points.
pub(super) struct Known<W> {
    /// An axis from A to B that may be good, of any length.
    pub axis: Option<W>,
    /// What that is across, by number: any number will do.
    pub feature: Feature,
    /// Pairs of vertices that are about nearest.
    pub near: d3::Vertices,
}

/// The first axis, from A to B and of length 1, with what lies farthest along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct First<W> {
    pub axis: W,
    /// The overlap of the two projections on the axis; negative if they are apart.
    pub overlap: f64,
    /// Each in its own frame.
    pub vertices: [Vertex<W>; 2],
    /// What was the best the last time, by number: any number will do.
    pub feature: Feature,
}

impl<'s, W: Vector<Scalar = f64, Wide = W>> Cores<'s, W> {
    #[inline]
    pub(super) fn new(a: &'s Lowered<'s, W>, b: &'s Lowered<'s, W>, b_in_a: &'s Motion<W>) -> Self {
        let size = a.reach() + b.reach() + norm_above(b_in_a.translation);
        let radii = a.radius_wide() + b.radius_wide();
        let of_pair = (MOTION_ERROR + 8.0) * size + 4.0 * radii;
        let slack = f64::EPSILON * of_pair + (a.support_error() + b.support_error());
        Self { a, b, b_in_a, size, radii, slack, seen: None }
    }

    /// Is one of the shapes curved, or unknown?
    pub(super) fn curved(&self) -> bool {
        self.a.core().is_curved() || self.b.core().is_curved()
    }

    /// Gaps up to this are no more than what another search may deny.
    pub(super) fn near(&self) -> f64 {
        NEAR * (self.size + self.radii)
    }

    /// What an algorithm calls its end, the width of the interval confirms or denies.
    pub(super) fn verdict(&self, end: End, width: f64) -> End {
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
    pub(super) fn first(&self, known: Option<W>) -> First<W> {
        let middles = || self.b_in_a.apply(self.b.center().widen()) - self.a.center().widen();
        let axis = unit(known.unwrap_or_else(middles));
        let a = self.a.support_wide(axis, NO_ID);
        let b = self.b.support_wide(self.b_in_a.unrotate(-axis), NO_ID);
        let overlap = axis.dot(a.point - self.b_in_a.apply(b.point));
        First { axis, overlap, vertices: [a, b], feature: Feature::None }
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> First<W> {
    /// A placeholder for tests that do not use a first axis.
    pub(super) fn none() -> Self {
        let vertices = [Vertex { point: W::ZERO, id: NO_ID }; 2];
        Self { axis: W::unit(0), overlap: 0.0, vertices, feature: Feature::None }
    }
}

/// The vector of length 1 along another; some vector of length 1 for one of length 0.
#[inline]
fn unit<W: Vector<Scalar = f64>>(v: W) -> W {
    // Exact, so that shapes scaled by a power of two get the same bits.
    let v = v * (1.0 / binade(v.max_abs()));
    let share = 1.0 / v.norm();
    if share.is_finite() { v * share } else { W::unit(0) }
}
