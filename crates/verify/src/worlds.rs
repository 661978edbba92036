//! Checks the distance of shapes that are made of convex pieces: surfaces and compounds.
//!
//! | claim | evidence | proof |
//! |---|---|---|
//! | the distance is at most `upper` | a pair of pieces | their certificate, as for convex shapes |
//! | all pieces are `lower` apart | a cover | each step by the supports of its pieces; each cut is complete |
//! | a shape is inside the other, or none is | none | winding numbers: see `inside` |
//!
//! Shapes are described by [`Pieces`]: nothing of how they are searched is seen here.

use core::ops::Range;

use super::assembly::Assembly;
use super::bounds::check_at;
use super::frame::{Frame, dot, exact, norm};
use super::half_space;
use super::inside::is_inside;
use super::interval::Interval;
use super::points::either;
use super::{Bracket, Verdict};
use clearance_geometry::answer::{Cover, CoverStep, SeparationCertificate};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{HalfSpace, PieceId, Pieces};
use clearance_geometry::space::{Pose, Vector};

/// Checks the distance of two shapes of any kind, as `clearance::worlds::certificate` gives it.
///
/// The answer is proven if the certificate of the deciding pair is, if it proves `upper`, and if the cover proves
/// `lower`. It is refuted if a claim is wrong:
///
/// - a bound, or a point of the deciding pair;
/// - a step of the cover whose axis shows less of a gap than the cover claims;
/// - a cover that leaves out a piece or a pair of sets, or names a piece that does not exist;
/// - whether one of the shapes is inside the other. If one has solids, exact winding numbers decide, in a time of the
///   number of components of the one times the number of facets of the other.
///
/// Covers with user-defined shapes stay unproven, as do points so near to a solid that `f64` cannot tell the side.
///
/// ```
/// use clearance::d3::{Collider, Mesh, Pose, Sphere, Vec3};
/// use clearance::{verify, worlds};
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Collider::from(Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?);
/// let ball = Collider::from(Sphere::new(0.5)?);
/// let (here, above) = (Pose::IDENTITY, Pose::at(Vec3::new(0.3, 0.2, 2.0))?);
///
/// let mut proof = worlds::certificate(&square, &here, &ball, &above);
/// assert_eq!(proof.distance, 1.5);
/// assert_eq!(verify::check_separation(&square, &here, &ball, &above, &proof), verify::Verdict::Proven);
///
/// let cover = proof.cover.as_mut().unwrap();
/// cover.pieces[0].pop(); // a triangle is left out
/// assert_eq!(verify::check_separation(&square, &here, &ball, &above, &proof), verify::Verdict::Refuted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_separation<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &SeparationCertificate<A::V>,
) -> Verdict {
    if contradicts_itself(certificate) {
        return Verdict::Refuted;
    }
    let bodies = [Assembly::of(a, pose_a), Assembly::of(b, pose_b)];
    of_pair(&bodies, certificate).and_then(|| {
        let Some(cover) = &certificate.cover else {
            let nothing = certificate.lower <= Scalar::ZERO && !certificate.inside;
            return either(nothing, false);
        };
        let frame_a = Frame::of(pose_a);
        let apart = Apart { bodies: &bodies, frame_a, cover }.verdict();
        let is_claimed = certificate.inside || certificate.lower.to_f64() <= cover.lower;
        match apart.and(either(is_claimed, false)) {
            Verdict::Proven => of_inside(&bodies, certificate.inside, cover.lower),
            other => other,
        }
    })
}

/// Does the certificate contradict itself?
fn contradicts_itself<V: Vector>(certificate: &SeparationCertificate<V>) -> bool {
    let SeparationCertificate { distance, lower, upper, inside, cover, .. } = certificate;
    let zero = V::Scalar::ZERO;
    let in_order = zero <= *lower && lower <= distance && distance <= upper;
    let gap_holds = cover.as_ref().is_none_or(|cover| {
        cover.lower > 0.0 && cover.lower.is_finite() && (*inside || cover.lower <= upper.to_f64())
    });
    !(in_order && gap_holds) || (*inside && *upper > zero)
}

/// The deciding pair: its own certificate, and what it says about the distance of the shapes.
fn of_pair<V: Vector>(
    bodies: &[Assembly<'_, V>; 2],
    certificate: &SeparationCertificate<V>,
) -> Verdict {
    let [id_a, id_b] = certificate.pieces;
    let Some(((a, frame_a), (b, frame_b))) = bodies[0].piece(id_a).zip(bodies[1].piece(id_b))
    else {
        return Verdict::Refuted;
    };
    let most = certificate.pair.answer.upper.max(V::Scalar::ZERO);
    let proves = certificate.inside || most <= certificate.upper;
    let refutes = !certificate.inside && most < certificate.lower;
    check_at(&a, frame_a, &b, frame_b, &certificate.pair).and(either(proves, refutes))
}

/// Surfaces that are `gap` apart: is one of the shapes inside the other?
fn of_inside<V: Vector>([a, b]: &[Assembly<'_, V>; 2], claimed: bool, gap: f64) -> Verdict {
    match (is_inside(a, b, gap), is_inside(b, a, gap)) {
        (Some(true), _) | (_, Some(true)) => either(claimed, !claimed),
        (Some(false), Some(false)) => either(!claimed, claimed),
        _ => Verdict::Unproven,
    }
}

/// The claim of a cover: all pieces of A are apart from all pieces of B.
struct Apart<'s, V: Vector> {
    bodies: &'s [Assembly<'s, V>; 2],
    frame_a: Frame,
    cover: &'s Cover<V::Wide>,
}

impl<V: Vector> Apart<'_, V> {
    fn verdict(&self) -> Verdict {
        if !(0..2).all(|side| self.is_complete(side)) {
            return Verdict::Refuted;
        }
        let all = |side: usize| 0..self.cover.pieces[side].len();
        // The pairs of sets about which nothing is shown yet, the next one last.
        let mut open = alloc::vec![[all(0), all(1)]];
        let mut verdict = Verdict::Proven;
        for step in &self.cover.steps {
            let Some(sets) = open.pop() else { return Verdict::Refuted };
            let halves = match *step {
                CoverStep::Gap(axis) => {
                    verdict = verdict.and(self.gap(sets, axis));
                    if verdict == Verdict::Refuted {
                        return verdict;
                    }
                    continue;
                }
                CoverStep::SplitA(at) => cut(sets, 0, at),
                CoverStep::SplitB(at) => cut(sets, 1, at),
            };
            let Some([first, second]) = halves else { return Verdict::Refuted };
            open.extend([second, first]);
        }
        verdict.and(either(open.is_empty(), !open.is_empty()))
    }

    /// Are all pieces there, each once?
    fn is_complete(&self, side: usize) -> bool {
        let mut given = self.cover.pieces[side].clone();
        given.sort_unstable();
        given.into_iter().eq(self.bodies[side].ids())
    }

    /// Are two sets of pieces apart along an axis in A's frame?
    fn gap(&self, [range_a, range_b]: [Range<usize>; 2], axis: V::Wide) -> Verdict {
        let (set_a, set_b) = (&self.cover.pieces[0][range_a], &self.cover.pieces[1][range_b]);
        let [a, b] = self.bodies;
        let gap = match (a.half_space(set_a), b.half_space(set_b)) {
            (Some((frame_a, half_a)), Some((frame_b, half_b))) => {
                let b_in_a = frame_b.seen_from(frame_a);
                let Bracket { lower, upper } = half_space::with_half_space(half_a, half_b, &b_in_a);
                Some(Interval::between([lower, upper]))
            }
            (Some(half), _) => over(half, b, set_b),
            (_, Some(half)) => over(half, a, set_a),
            _ => {
                let axis = self.frame_a.rotate(exact(axis));
                let heights = a.highest(set_a, axis).zip(b.highest(set_b, axis.map(|x| -x)));
                heights.map(|(a, b)| -(a + b) / norm(axis))
            }
        };
        let lower = self.cover.lower;
        gap.map_or(Verdict::Unproven, |gap| either(gap.low() >= lower, gap.high() < lower))
    }
}

/// Both halves of two sets of which one is cut behind `count` pieces; `None` if a half is empty.
fn cut(sets: [Range<usize>; 2], side: usize, count: u32) -> Option<[[Range<usize>; 2]; 2]> {
    let Range { start, end } = sets[side].clone();
    let middle = start + count as usize;
    let mut halves = [sets.clone(), sets];
    (halves[0][side], halves[1][side]) = (start..middle, middle..end);
    (start < middle && middle < end).then_some(halves)
}

/// The height of a set over a half-space; `None` if the set has a half-space or a user-defined shape.
fn over<V: Vector>(
    (frame, half): (&Frame, &HalfSpace<V>),
    body: &Assembly<'_, V>,
    set: &[PieceId],
) -> Option<Interval> {
    let normal = exact(half.normal());
    let down = frame.rotate(normal).map(|x| -x);
    // The plane's height along its normal in the world, where the largest height against it is that of the lowest point.
    let plane = half_space::level(half) - dot(down, frame.translation) / norm(normal);
    Some(-body.highest(set, down)? / norm(normal) - plane)
}
