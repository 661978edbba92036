//! A pair and its margin: the input of all contact solvers.

use crate::depth::polytopes::with_facets;
use crate::hull::Facets;
use crate::number::Scalar;
use crate::patch::Outcome;
use crate::shape::{Convex, Core, Lowered, Part};
use crate::solution::{Ask, NEAR};
use crate::space::{DVector, Motion};

/// A pair whose contact points are asked for, up to a margin.
pub(crate) struct ContactPair<'s, W: DVector> {
    pub a: Part<'s, Lowered<'s, W>>,
    pub b: Part<'s, Lowered<'s, W>>,
    pub b_in_a: &'s Motion<W>,
    pub margin: f64,
    /// See [`crate::Query::slop`]; 0 or more.
    pub slop: f64,
}

impl<'s, W: DVector> ContactPair<'s, W> {
    pub fn new(
        [a, b]: [Part<'s, Lowered<'s, W>>; 2],
        b_in_a: &'s Motion<W>,
        [margin, slop]: [f64; 2],
    ) -> Self {
        Self { a, b, b_in_a, margin, slop }
    }

    /// The question about the clearance.
    pub fn ask(&self) -> Ask {
        Ask::Contact(self.margin)
    }

    /// Is the result so near to the margin that the full answer may contradict it? `least` is the least
    /// separation of the points, if there are any.
    pub fn is_near_margin(&self, outcome: Outcome, least: Option<f64>) -> bool {
        let over = match (least, outcome) {
            (Some(least), _) => self.margin - least,
            (None, Outcome::Apart { at_least }) => at_least - self.margin,
            _ => return false,
        };
        // The sizes are computed only if they matter.
        over.is_finite() && over <= self.near()
    }

    /// Gaps this near to the margin may be proven by one search and not by another.
    pub fn near(&self) -> f64 {
        NEAR * self.size([radius(self.a), radius(self.b)])
    }

    /// Calls `see` with the facets of both shapes. Hulls always have facets here; other polytopes only if
    /// both shapes are polytopes.
    #[inline(always)]
    pub fn with_facets<R>(&self, see: impl FnOnce([Option<&Facets<'_>>; 2]) -> R) -> R {
        let all = is_polytope(self.a) && is_polytope(self.b);
        seen(self.a, all, |a| seen(self.b, all, |b| see([a, b])))
    }

    /// An upper bound of all coordinates of a contact, in A's frame.
    pub fn size(&self, radii: [f64; 2]) -> f64 {
        // A length is at most the sum of its coordinates.
        let apart = (0..W::DIM).fold(0.0, |sum, i| sum + self.b_in_a.translation.get(i).abs());
        reach(self.a) + reach(self.b) + apart + radii[0] + radii[1]
    }
}

/// Does the shape have faces in 3D, or may it?
fn is_polytope<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> bool {
    let Part::Convex(shape) = part else { return false };
    let core = shape.core();
    W::DIM == 3 && matches!(core, Core::Box(_) | Core::Triangle(_) | Core::Polytope { .. })
}

/// Calls `see` with the facets of a shape in 3D if it is a hull, or any polytope if `all` are needed.
#[inline(always)]
fn seen<W: DVector, R>(
    part: Part<'_, Lowered<'_, W>>,
    all: bool,
    see: impl FnOnce(Option<&Facets<'_>>) -> R,
) -> R {
    match part {
        Part::Convex(shape) if W::DIM == 3 && (all || shape.built().is_some()) => {
            with_facets(shape, see)
        }
        _ => see(None),
    }
}

/// Is the shape a ball around its origin, in 3D? It looks the same however it is turned. In 2D a rotation is
/// so cheap that nothing asks.
#[inline(always)]
pub(crate) fn is_ball<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> bool {
    let Part::Convex(shape) = part else { return false };
    W::DIM == 3 && matches!(shape.core(), Core::Point(p) if *p == W::ZERO)
}

/// The rounding radius.
pub(crate) fn radius<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> f64 {
    match part {
        Part::Convex(shape) => shape.radius_wide(),
        Part::HalfSpace(_) => 0.0,
    }
}

/// The distance of a shape's core from its origin; for a half-space, that of its plane.
pub(crate) fn reach<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach(),
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}
