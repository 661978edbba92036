//! The bounds of a clearance, by its evidence; and the check of a whole answer, points included.

use super::cores::radius_of;
use super::frame::{Frame, exact, is_unit};
use super::points::{self, Body};
use super::{Bracket, Verdict, enumerate, half_space, pair, surface, witness};
use clearance_geometry::answer::{Certificate, Clearance};
use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::shape::{Convex, Geometry, Part};
use clearance_geometry::space::{Pose, Vector};

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
/// An answer with an infinite bound claims no points, and of user-defined shapes they are not looked
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

/// Does the answer deny what it says itself?
fn contradicts_itself<V: Vector>(answer: &Clearance<V>) -> bool {
    let holds = answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper;
    !holds || (answer.bounded() && !is_unit(answer.normal))
}
