//! Contacts: where two shapes touch.
//!
//! ```text
//!   axis       the normal and the clearance: from a fast path, or from the full answer
//!   features   the face, edge or corner of each shape across the normal
//!   clip       what the two share, seen along the normal; a few points of it, with names
//!                                                           algorithm/manifold
//!   raise      the points in the caller's frame and precision, remembered for the next query
//!                                                           raise, rest
//! ```
//!
//! A solver gets a [`Patch`] to fill and returns an [`Outcome`]. All of it is in A's frame and in `f64`.

mod fast;
mod raise;
mod rest;
mod rings;
mod round;
mod single;
mod slop;

use crate::algorithm::manifold::{Aim, Deepest, Outcome, Owner, Patch, Side, Sides, d2, d3};
use crate::answer::{Algorithm, Feature, FeatureId};
use crate::hull::Facets;
use crate::number::{Scalar, binade};
use crate::pair::cores::CONVERGED_CURVED;
use crate::pair::polytopes::with_facets;
use crate::pair::solved::{NEAR, Solved};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{Motion, Vector};
use crate::trace::Trace;
pub(in crate::pair) use rest::Rest;

/// A pair that is asked where it touches, up to a margin.
pub(in crate::pair) struct Contact<'s, W: Vector<Scalar = f64, Wide = W>> {
    pub a: Part<'s, Lowered<'s, W>>,
    pub b: Part<'s, Lowered<'s, W>>,
    pub b_in_a: &'s Motion<W>,
    pub margin: f64,
    /// See [`crate::Query::slop`]; 0 or more.
    pub slop: f64,
    /// May it take fast paths?
    pub is_auto: bool,
}

impl<'s, W: Vector<Scalar = f64, Wide = W>> Contact<'s, W> {
    #[inline]
    pub fn new(
        [a, b]: [Part<'s, Lowered<'s, W>>; 2],
        b_in_a: &'s Motion<W>,
        [margin, slop]: [f64; 2],
        is_auto: bool,
    ) -> Self {
        Self { a, b, b_in_a, margin, slop, is_auto }
    }

    /// Is what was found so near the margin that the full answer may deny it? `least` is the least
    /// separation of the points, if there are any.
    #[inline]
    pub fn is_open(&self, outcome: Outcome, least: Option<f64>) -> bool {
        let over = match (least, outcome) {
            (Some(least), _) => self.margin - least,
            (None, Outcome::Apart { at_least }) => at_least - self.margin,
            _ => return false,
        };
        // The sizes are asked for where they matter.
        over.is_finite() && over <= self.near()
    }

    /// Gaps that are this near to the margin may be proven by one search and not by another.
    pub fn near(&self) -> f64 {
        NEAR * self.size([radius(self.a), radius(self.b)])
    }

    /// Shows someone what tests of axes see of both: of hulls, and of other polytopes if both are
    /// such.
    #[inline(always)]
    pub fn with_facets<R>(&self, see: impl FnOnce([Option<&Facets<'_>>; 2]) -> R) -> R {
        let all = is_polytope(self.a) && is_polytope(self.b);
        seen(self.a, all, |a| seen(self.b, all, |b| see([a, b])))
    }

    /// The points of a pair whose clearance is known, from the features across its normal. Given is what
    /// is seen of polytopes, and the names of the points of the last query.
    pub fn of_features<T: Trace<W>>(
        &self,
        solved: &Solved<W>,
        facets: [Option<&Facets<'_>>; 2],
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
        trace: &mut T,
    ) -> Outcome {
        patch.algorithm = solved.algorithm;
        let size = self.size(radii);
        let touching = Outcome::Touching { clearance: solved.estimate };
        if self.single(solved, facets, size, patch).is_some() {
            return touching;
        }
        let apart = Outcome::Apart { at_least: solved.lower - (radii[0] + radii[1]) };
        let Some(normal) = solved.normal.unit_along() else { return apart };
        let bounded = solved.lower.is_finite() && solved.upper.is_finite();
        let beyond = solved.lower - (radii[0] + radii[1]) > self.margin;
        if !bounded || beyond || self.margin.is_nan() {
            return apart;
        }
        let Some(wanted) = self.wanted(normal) else { return Outcome::Refused };
        patch.unit = binade(size);
        let scale = 1.0 / patch.unit;
        let deepest = self.deepest(solved, [normal, wanted], radii, scale);
        let [facets_a, facets_b] = facets;
        let sides = Sides {
            a: Side { part: self.a, facets: facets_a, motion: Motion::identity(), scale },
            b: Side { part: self.b, facets: facets_b, motion: self.b_in_a.scaled(scale), scale },
            size: size * scale,
        };
        let margin = self.margin * scale;
        if W::DIM == 2 {
            d2::contact(&sides, &deepest, margin, patch, trace);
        } else {
            d3::contact(&sides, &deepest, margin, cached, patch, trace);
        }
        match (patch.touches(), deepest.aim) {
            ([], Aim::Wanted) => Outcome::Refused,
            ([], _) => apart,
            _ => touching,
        }
    }

    /// What is known of the clearance, scaled; with its normal, and the normal that is wanted.
    fn deepest(
        &self,
        solved: &Solved<W>,
        [normal, wanted]: [W; 2],
        radii: [f64; 2],
        scale: f64,
    ) -> Deepest<W> {
        let distance = solved.estimate - (radii[0] + radii[1]);
        let most = CONVERGED_CURVED * self.size(radii);
        let ends = [solved.point_a + normal * radii[0], solved.point_b - normal * radii[1]];
        let exact = solved.algorithm.is_sat() || solved.algorithm == Algorithm::HalfSpace;
        let aim = if exact { Aim::Exact } else { Aim::Near };
        Deepest {
            normal: wanted,
            points: ends.map(|p| p * scale),
            distance: distance * scale,
            // A search that reached its limit knows the clearance better than it can prove.
            accuracy: Scalar::min(solved.upper - solved.lower, most) * scale,
            aim: if wanted == normal { aim } else { Aim::Wanted },
            owner: if wanted == normal { self.owner(solved) } else { Owner::Wanted },
            feature: if wanted == normal { solved.feature } else { Feature::None },
        }
    }

    /// What the normal of the clearance is across.
    fn owner(&self, solved: &Solved<W>) -> Owner {
        match (self.a, self.b, solved.feature) {
            (Part::HalfSpace(_), ..) | (.., Feature::FaceA(_)) => Owner::A,
            (_, Part::HalfSpace(_), _) | (.., Feature::FaceB(_)) => Owner::B,
            (.., Feature::Edges(..)) => Owner::Edges,
            (.., Feature::None) => Owner::Gap,
        }
    }

    /// The normal that both shapes agree to; none if either does not want to be met. Most take any.
    #[inline(always)]
    fn wanted(&self, normal: W) -> Option<W> {
        let takes_any =
            |part: Part<'_, Lowered<'_, W>>| !matches!(part, Part::Convex(s) if s.wants_normals());
        let is_taken = self.slop <= 0.0 && takes_any(self.a) && takes_any(self.b);
        if is_taken { Some(normal) } else { self.agreed(normal) }
    }

    /// The same where it is not any normal that is taken.
    #[cold]
    #[inline(never)]
    fn agreed(&self, normal: W) -> Option<W> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Some(normal) };
        let normal = if self.slop > 0.0 { self.normal_within_slop(normal)? } else { normal };
        if !(a.wants_normals() || b.wants_normals()) {
            return Some(normal);
        }
        let motion = self.b_in_a;
        let (middle_a, middle_b) = (a.center().widen(), b.center().widen());
        let normal = a.contact_normal(normal, motion.apply(middle_b))?;
        let (out, seen) = (-motion.unrotate(normal), middle_a - motion.translation);
        let wanted = b.contact_normal(out, motion.unrotate(seen))?;
        // Turned there and back it would not be the same to the last bit.
        Some(if wanted == out { normal } else { -motion.rotate(wanted) })
    }

    /// No coordinate of a contact, in A's frame, is larger.
    fn size(&self, radii: [f64; 2]) -> f64 {
        // A length is at most the sum of its coordinates.
        let apart = (0..W::DIM).fold(0.0, |sum, i| sum + self.b_in_a.translation.get(i).abs());
        reach(self.a) + reach(self.b) + apart + radii[0] + radii[1]
    }
}

/// Has it faces in space, or may have?
#[inline]
fn is_polytope<W: Vector<Scalar = f64, Wide = W>>(part: Part<'_, Lowered<'_, W>>) -> bool {
    let Part::Convex(shape) = part else { return false };
    let core = shape.core();
    W::DIM == 3 && matches!(core, Core::Box(_) | Core::Triangle(_) | Core::Polytope { .. })
}

/// Shows someone what tests of axes see of a part in space, if that is a hull, or any polytope if
/// `all` are wanted.
#[inline(always)]
fn seen<W: Vector<Scalar = f64, Wide = W>, R>(
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

/// Around the core.
fn radius<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.radius_wide(),
        Part::HalfSpace(_) => 0.0,
    }
}

fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach(),
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}
