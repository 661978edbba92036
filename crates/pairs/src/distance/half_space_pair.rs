//! Half-spaces in closed form: one support point of the other shape against the normal decides
//! everything.

use crate::answer::{Algorithm, End, Feature, Member, Witness};
use crate::shape::{Convex, HalfSpace, Lowered, norm_above};
use crate::solution::Solution;
use crate::space::{DVector, MOTION_ERROR, Motion};

/// A half-space (A) against a convex shape (B).
pub(crate) fn against_convex<W: DVector>(
    half: &HalfSpace<W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
) -> Solution<W> {
    let (normal, offset) = half.widen();
    let vertex = b.support(b_in_a.unrotate(-normal));
    let point_b = b_in_a.apply(vertex);
    let height = normal.dot(point_b) - offset;
    let point_a = point_b - normal * height;
    let size = b.reach() + norm_above(b_in_a.translation) + offset.abs();
    let slack = slack(size, b);
    solved(height, slack, normal, Member { a: point_a, b: vertex }, [point_a, point_b])
}

/// A convex shape (A) against a half-space (B).
pub(crate) fn of_convex<W: DVector>(
    a: &Lowered<'_, W>,
    half: &HalfSpace<W>,
    b_in_a: &Motion<W>,
) -> Solution<W> {
    let (normal, offset) = half.widen();
    let normal = b_in_a.rotate(normal);
    let point_a = a.support(-normal);
    let height = normal.dot(point_a - b_in_a.translation) - offset;
    let point_b = point_a - normal * height;
    let size = a.reach() + norm_above(b_in_a.translation) + offset.abs();
    let slack = slack(size, a);
    let local = b_in_a.unrotate(point_b - b_in_a.translation);
    solved(height, slack, -normal, Member { a: point_a, b: local }, [point_a, point_b])
}

/// Two half-spaces. Their overlap is infinite unless their normals are opposite.
pub(crate) fn of_both<W: DVector>(
    a: &HalfSpace<W>,
    b: &HalfSpace<W>,
    b_in_a: &Motion<W>,
) -> Solution<W> {
    let ((normal, offset_a), (normal_b, offset_b)) = (a.widen(), b.widen());
    let other = b_in_a.rotate(normal_b);
    let point_a = normal * offset_a;
    let point_b = b_in_a.translation + other * offset_b;
    let height = normal.dot(point_b - point_a);
    let size = norm_above(b_in_a.translation) + offset_a.abs() + offset_b.abs();
    let slack = (MOTION_ERROR + 8.0) * f64::EPSILON * size;
    let member = Member { a: point_a, b: normal_b * offset_b };
    let mut solved = solved(height, slack, normal, member, [point_a, point_a + normal * height]);
    if other != -normal || !is_exact(b_in_a) {
        solved.lower = f64::NEG_INFINITY;
        solved.estimate = f64::NEG_INFINITY;
        // A rotation within rounding: the exact normals may be opposite.
        if (other + normal).max_abs() > MOTION_ERROR * f64::EPSILON {
            solved.upper = f64::NEG_INFINITY;
        } else {
            solved.end = End::NoProgress;
        }
    }
    solved
}

/// Is a rotation free of rounding? In 3D, rotations that map axes to axes are. In 2D no stored angle
/// except 0 is a quarter or half turn, so such a matrix was rounded to one: planes that it makes opposite
/// do meet, however far away.
fn is_exact<W: DVector>(b_in_a: &Motion<W>) -> bool {
    let columns = &b_in_a.columns[..W::DIM];
    let is_whole = |c: &W| (0..W::DIM).all(|i| [0.0, 1.0].contains(&c.get(i).abs()));
    let is_identity = || columns == &Motion::<W>::identity().columns[..W::DIM];
    if W::DIM == 2 { is_identity() } else { columns.iter().all(is_whole) }
}

/// As for two convex shapes; the support point takes the place of the difference.
fn slack<W: DVector>(size: f64, shape: &Lowered<'_, W>) -> f64 {
    let of_pair = (MOTION_ERROR + 8.0) * size + 4.0 * shape.radius_wide();
    f64::EPSILON * of_pair + shape.support_error()
}

fn solved<W: DVector>(
    height: f64,
    slack: f64,
    axis: W,
    member: Member<W>,
    [point_a, point_b]: [W; 2],
) -> Solution<W> {
    Solution {
        lower: height - slack,
        upper: height + slack,
        estimate: height,
        axis,
        normal: axis,
        witness: Witness::new([(member, 1.0)]),
        point_a,
        point_b,
        end: End::Converged,
        algorithm: Algorithm::HalfSpace,
        feature: Feature::None,
        steps: 1,
    }
}
