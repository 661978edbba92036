//! The bounds of a clearance that its evidence proves, and the check of a whole answer, points included.

use super::cores::radius_of;
use super::frame::{Frame, exact, is_unit};
use super::points::{self, Body, either};
use super::{Bracket, Verdict, enumerate, half_space, pair, surface, witness};
use clearance_geometry::answer::{Certificate, Clearance};
use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::shape::{Convex, Geometry, Part};
use clearance_geometry::space::Vector;

/// Checks an answer about two convex shapes in these frames, which no pose may hold.
pub(super) fn check_at<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    frame_a: Frame,
    b: &B,
    frame_b: Frame,
    certificate: &Certificate<A::V>,
) -> Verdict {
    if contradicts_itself(&certificate.answer) {
        return Verdict::Refuted;
    }
    let proven = bracket_at(a, &frame_a, b, &frame_b, certificate);
    let [lower, upper] = [certificate.answer.lower, certificate.answer.upper].map(Scalar::to_f64);
    let refuted = proven.upper < lower || upper < proven.lower;
    let within = lower <= proven.lower && proven.upper <= upper;
    let bounds = either(within && !refuted, refuted);
    bounds.and_then(|| {
        let (a, b) = (Body::at(a, frame_a), Body::at(b, frame_b));
        points::of_clearance(&a, &b, &certificate.answer, proven.upper - proven.lower)
    })
}

/// The bracket that the evidence proves.
pub(super) fn bracket_at<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    frame_a: &Frame,
    b: &B,
    frame_b: &Frame,
    certificate: &Certificate<A::V>,
) -> Bracket {
    match (a.part(), b.part()) {
        (Part::Convex(a), Part::Convex(b)) => {
            let radii = radius_of(a) + radius_of(b);
            let b_in_a = frame_b.seen_from(frame_a);
            let pair = pair::CorePair { a: a.view(), b: b.view(), b_in_a, radii };
            of_cores(&pair, frame_a, certificate)
        }
        (Part::HalfSpace(half), Part::Convex(core)) => {
            let core_in_half = frame_b.seen_from(frame_a);
            half_space::with_core(half, &core.view(), radius_of(core), &core_in_half)
        }
        (Part::Convex(core), Part::HalfSpace(half)) => {
            let core_in_half = frame_a.seen_from(frame_b);
            half_space::with_core(half, &core.view(), radius_of(core), &core_in_half)
        }
        (Part::HalfSpace(a), Part::HalfSpace(b)) => {
            half_space::with_half_space(a, b, &frame_b.seen_from(frame_a))
        }
    }
}

/// Uses the axis of the evidence, and the answer's normal as another axis; then the witness; then a
/// surface, which the checker computes itself if there is none and the witness is not enough.
fn of_cores<V: Vector>(
    pair: &pair::CorePair<'_, V>,
    frame_a: &Frame,
    certificate: &Certificate<V>,
) -> Bracket {
    let evidence = &certificate.answer.evidence;
    let length = binade(evidence.axis.max_abs());
    // Any axis is a valid proof, so this division may round.
    let axis = exact(<V::Wide as Vector>::from_fn(|i| evidence.axis.get(i) / length));
    let normal = frame_a.unrotate(exact(certificate.answer.normal));
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

/// Does the answer contradict itself?
pub(super) fn contradicts_itself<V: Vector>(answer: &Clearance<V>) -> bool {
    let holds = answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper;
    !holds || (answer.bounded() && !is_unit(answer.normal))
}
