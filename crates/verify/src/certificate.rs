//! [`check`]: a clearance of two shapes of any kind. Convex ones are checked in `bounds`, others in `pieces`.

use super::assembly::{Assembly, convex};
use super::bounds::{bracket_at, check_at, contradicts_itself};
use super::frame::Frame;
use super::pieces::check_pieces;
use super::points::either;
use super::{Bracket, Verdict};
use clearance_geometry::answer::Certificate;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Pieces;
use clearance_geometry::space::Pose;

/// Checks a clearance of two shapes of any kind, as `clearance::certificate` gives it. For a query on a relative pose,
/// the pose of A is the identity.
///
/// The answer is proven if its bounds contain the [`bracket`], and refuted if they contradict it. A bound
/// that claims nothing, like an upper bound of infinity, needs no proof. The answer is also refuted if it
/// has a NaN or crossed bounds, if the estimate is outside of the bounds, or if a bounded answer has a
/// normal whose length is not 1. Of shapes of many pieces it is refuted, too, if a piece of its evidence is wrong of these
/// shapes at these poses, or if `inside` contradicts the bounds, even where the bounds hold.
///
/// A bounded answer claims two points. That of A is on A's surface, and no point of A is farther along
/// the normal. That of B is on B's surface, and no point of B is farther against the normal. The vector
/// from the first to the second is the signed distance along the normal. Shapes with parallel faces or
/// edges have many such points, and each is right. Points as accurate as
/// [`Clearance`](clearance_geometry::answer::Clearance) says are proven, points that are surely farther off are refuted,
/// and between the answer is unproven. An answer with an infinite bound claims no points.
/// Points on user-defined shapes are not checked, as nothing can be proven about these shapes.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
/// use clearance::verify::{self, Verdict};
/// let (brick, ball) = (Cuboid::new(Vec3::ONE)?, Sphere::new(0.5)?);
/// let (here, there) = (Pose::IDENTITY, Pose::at(Vec3::new(1.25, 0.0, 0.0))?);
/// let mut proof = d3::certificate(&brick, &here, &ball, &there);
/// assert_eq!(proof.answer.signed_distance, -0.25);
/// assert_eq!(verify::check(&brick, &here, &ball, &there, &proof), Verdict::Proven);
/// proof.answer.lower = -0.2; // less deep than it is
/// assert_eq!(verify::check(&brick, &here, &ball, &there, &proof), Verdict::Refuted);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// **If a shape is not convex**, gaps are checked, and that shapes touch or overlap. A certificate does not claim a depth. If its
/// answer is that of `clearance`, at the places of the certificate, `lower` is proven if the translation by it along the
/// normal parts all pieces, and `upper` if two pieces are as deep. Unproven are also gaps that rest on user-defined
/// shapes, and points so near to a solid that `f64` cannot tell the side. A nearest point is checked on the piece that
/// `place_a` or `place_b` names.
///
/// ```
/// use clearance::d3::{self, Mesh, Pose, Sphere, Vec3};
/// use clearance::verify::{self, Verdict};
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
/// let (ball, here, above) = (Sphere::new(0.5)?, Pose::IDENTITY, Pose::at(Vec3::new(0.3, 0.2, 2.0))?);
/// let mut proof = d3::certificate(&square, &here, &ball, &above);
/// assert_eq!(proof.answer.signed_distance, 1.5);
/// assert_eq!(verify::check(&square, &here, &ball, &above, &proof), Verdict::Proven);
///
/// let cover = proof.pieces.as_mut().unwrap().cover.as_mut().unwrap();
/// cover.pieces[0].pop(); // a triangle is left out
/// assert_eq!(verify::check(&square, &here, &ball, &above, &proof), Verdict::Refuted);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn check<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Verdict {
    let frames = [Frame::of(pose_a), Frame::of(pose_b)];
    if let Some(evidence) = &certificate.pieces {
        let bodies = [Assembly::of(a, pose_a), Assembly::of(b, pose_b)];
        return check_pieces(&bodies, frames[0], &certificate.answer, evidence);
    }
    let (a, b) = (a.parts(), b.parts());
    match convex(&a).zip(convex(&b)) {
        Some((a, b)) => check_at(&a, frames[0], &b, frames[1], certificate),
        None => either(false, contradicts_itself(&certificate.answer)),
    }
}

/// The bracket that the evidence of a certificate proves. If the answer claims more depth than its
/// witness proves, and there is no surface, the checker computes its own surface for small polytopes. If a shape is not
/// convex, it has the bounds of an answer that [`check`] proves.
pub fn bracket<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    certificate: &Certificate<A::V>,
) -> Bracket {
    if certificate.pieces.is_some() {
        let answer = &certificate.answer;
        return match check(a, pose_a, b, pose_b, certificate) {
            Verdict::Proven => {
                Bracket { lower: answer.lower.to_f64(), upper: answer.upper.to_f64() }
            }
            _ => Bracket::UNKNOWN,
        };
    }
    let (a, b) = (a.parts(), b.parts());
    let Some((a, b)) = convex(&a).zip(convex(&b)) else { return Bracket::UNKNOWN };
    bracket_at(&a, &Frame::of(pose_a), &b, &Frame::of(pose_b), certificate)
}
