#![cfg_attr(not(feature = "std"), no_std)]
//! The independent checker: it shares no code with the algorithms.
//!
//! The checker brackets the truth by itself and compares. The truth is the clearance of the
//! exact shapes under the poses as they are stored; the bracket is what the certificate's
//! evidence proves of it, evaluated in interval arithmetic:
//!
//! | evidence | proves | in |
//! |---|---|---|
//! | an axis | a lower bound, by the shapes' projections on it | `pair` |
//! | a witness | an upper bound, by a point of the difference | `witness` |
//! | a surface | an upper bound below 0, by a ball in the difference | `surface` |
//! | none, for polytopes | the same, by a surface of the checker's own | `enumerate` |
//! | none, for half-spaces | both, in closed form | `half_space` |
//!
//! Then the points of the answer are looked at, in `points`: they have to be on the surfaces, none
//! of the shapes farther along the normal, and apart along it by the signed distance.
//!
//! [`check_ray`] does the same for where a ray meets a shape, [`check_impact`] for the time at
//! which moving shapes touch, and [`check_manifold`] for where they do.
//!
//! `interval` has the numbers, `frame` the relative pose in them, and `cores`, `nearest` and
//! `members` what the checker knows of the shapes. A shape of one's own without a [`clearance_geometry::shape::View`] is not known, so
//! finite bounds of its answers stay unproven.
//!
//! Certificates may come from anywhere: no index, weight or coordinate is trusted.

extern crate alloc;

mod angle;
mod apart;
mod cores;
mod enumerate;
mod frame;
mod half_space;
mod impact;
mod interval;
mod manifold;
mod members;
mod moving;
mod nearest;
mod pair;
mod points;
mod ray;
mod surface;
mod witness;

pub use impact::check_impact;
pub use manifold::{check_manifold, check_manifold_with_slop};
pub use ray::check_ray;

use clearance_geometry::answer::{Certificate, Clearance};
use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::shape::{Convex, Geometry, Part};
use clearance_geometry::space::{Pose, Vector};
use frame::{Frame, exact};
use interval::Interval;
use points::Body;

/// What the checker found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// lower <= truth <= upper was confirmed, and so were the points and the normal, where the
    /// answer claims some; that does not say that the sign is decided.
    Proven,
    /// One of the bounds is wrong, a point is not where it should be, or the answer contradicts
    /// itself.
    Refuted,
    /// The evidence does not reach, or a shape is not known to the checker.
    Unproven,
}

impl Verdict {
    /// Of two claims that an answer makes: what was found of both.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
            (Self::Proven, Self::Proven) => Self::Proven,
            _ => Self::Unproven,
        }
    }
    /// The same, where the second is looked at only if the first is not refuted.
    fn and_then(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Refuted { self } else { self.and(other()) }
    }
}

/// An interval that was proven to hold the true clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Not above the truth. Minus infinity where nothing is proven.
    pub lower: f64,
    /// Not below the truth. Infinity where nothing is proven.
    pub upper: f64,
}

impl Bracket {
    const UNKNOWN: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    fn around(truth: Interval) -> Self {
        Self { lower: truth.low(), upper: truth.high() }
    }
}

/// Checks an answer to a query on these shapes and poses. For a query on a relative pose,
/// the pose of A is the identity.
///
/// The answer is proven if its bounds hold the [`bracket`], refuted if they miss it: a bound
/// that says nothing, like an upper one at infinity, is proven as it is. An answer is refuted
/// as well if it has a NaN or crossed bounds, if the estimate lies outside of them, or if a
/// bounded answer has a normal that is not of length 1.
///
/// A bounded answer claims two points: that of A is on its surface and none of A is farther along
/// the normal, that of B is on its surface and none farther against it, and the way from the one to
/// the other is the signed distance along the normal. What has parallel faces or edges has many such
/// points, and each is right. They may be off by as much as the bounds leave open, which are far
/// apart where an algorithm stopped at a limit; by 32 epsilons of their coordinates, and of the
/// shapes' sizes; and by what the normal leans, of which 4e-9 rad are allowed, and 2e-6 where a
/// cylinder, a cone or an ellipsoid is one of the shapes. A point farther off is refuted.
/// An answer with an infinite bound claims no points, and of shapes of one's own they are not looked
/// at, as nothing is proven of these.
pub fn check<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Verdict {
    if contradicts_itself(&certificate.answer) {
        return Verdict::Refuted;
    }
    let points =
        || points::of_clearance(&Body::of(a, pose_a), &Body::of(b, pose_b), &certificate.answer);
    check_bounds(a, pose_a, b, pose_b, certificate).and_then(points)
}

fn check_bounds<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Verdict {
    let proven = bracket(a, pose_a, b, pose_b, certificate);
    let lower = certificate.answer.lower.to_f64();
    let upper = certificate.answer.upper.to_f64();
    if proven.upper < lower || upper < proven.lower {
        Verdict::Refuted
    } else if lower <= proven.lower && proven.upper <= upper {
        Verdict::Proven
    } else {
        Verdict::Unproven
    }
}

/// What the evidence of a certificate proves. For small polytopes that overlap, whose answer
/// claims more than its witness proves and has no surface, it is found without evidence.
pub fn bracket<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Bracket {
    match (a.part(), b.part()) {
        (Part::Convex(a), Part::Convex(b)) => {
            let radii = radius_of(a) + radius_of(b);
            let b_in_a = Frame::between(pose_a, pose_b);
            let pair = pair::CorePair { a: a.view(), b: b.view(), b_in_a, radii };
            of_cores(&pair, pose_a, certificate)
        }
        (Part::HalfSpace(half), Part::Convex(core)) => {
            let core_in_half = Frame::between(pose_a, pose_b);
            half_space::with_core(half, &core.view(), radius_of(core), &core_in_half)
        }
        (Part::Convex(core), Part::HalfSpace(half)) => {
            let core_in_half = Frame::between(pose_b, pose_a);
            half_space::with_core(half, &core.view(), radius_of(core), &core_in_half)
        }
        (Part::HalfSpace(a), Part::HalfSpace(b)) => {
            half_space::with_half_space(a, b, &Frame::between(pose_a, pose_b))
        }
    }
}

/// By the axis of the evidence, and the answer's normal as another one; by the witness, and
/// by a surface: the checker makes its own where there is none and the witness does not reach.
fn of_cores<V: Vector>(
    pair: &pair::CorePair<'_, V>,
    pose_a: &Pose<V>,
    certificate: &Certificate<V>,
) -> Bracket {
    let evidence = &certificate.answer.evidence;
    let length = binade(evidence.axis.max_abs());
    // Axes are proofs whatever they are, so this division may round.
    let axis = exact(<V::Wide as Vector>::from_fn(|i| evidence.axis.get(i) / length));
    let normal = Frame::of(pose_a).unrotate(exact(certificate.answer.normal));
    let by_witness = witness::upper_bound(pair, &evidence.witness);
    let reaches = by_witness <= certificate.answer.upper.to_f64();
    let own_surface = || if reaches { None } else { enumerate::surface(pair) };
    let surface = certificate.surface.clone().or_else(own_surface);
    let by_surface = surface.map_or(f64::INFINITY, |s| surface::upper_bound(pair, &s));
    Bracket {
        lower: pair.lower_bound(axis).max(pair.lower_bound(normal)),
        upper: by_witness.min(by_surface),
    }
}

fn radius_of<C: Convex>(shape: &C) -> Interval {
    Interval::between(shape.radius_bounds())
}

/// Does the answer deny what it says itself?
fn contradicts_itself<V: Vector>(answer: &Clearance<V>) -> bool {
    let holds = answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper;
    !holds || (answer.bounded() && !is_unit(answer.normal))
}

/// Is the length 1 within rounding? A rotation of a rounded quotient is wrong by some 10
/// roundings in each coordinate; 32 leave room without letting a real mistake pass.
fn is_unit<V: Vector>(normal: V) -> bool {
    let off = normal.widen().norm() - 1.0;
    off.abs() <= 32.0 * V::Scalar::EPSILON.to_f64()
}

#[cfg(test)]
mod tests;
