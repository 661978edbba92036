//! A point against one shape, in the shape's own frame: the nearest point of its surface.
//!
//! Inside or outside, the way from the surface's nearest point q to the point p is along the
//! outward normal there, and the signed distance is how far:
//!
//! ```text
//!        p  distance > 0
//!        |                      p - q = distance * normal
//!    ----q-------- surface
//!        |                      What has no inside (a segment in space) is all surface, and
//!        p' distance < 0        distances to it are not negative.
//! ```
//!
//! Many shapes have a closed form; each family of shapes has a file. If several points are equally
//! near (at the middle of a ball, on the axis of a cylinder), the answer is the one in the direction
//! of the first coordinate axis, x before y before z, that leads to such a point. All other shapes
//! are left to GJK and EPA, for which the point is a shape too.

mod corner;
pub(crate) mod ellipsoid;
mod nearest;
pub(crate) mod planes;
pub(crate) mod round;
pub(crate) mod segment;
pub(crate) mod triangle;

pub use nearest::Nearest;
pub use planes::above;

use core::hint::select_unpredictable;

use glam::DVec3;

use crate::hull::Polyhedron;
use crate::number::Scalar;
use crate::shape::Core;
use crate::space::{Motion, Vector};
use nearest::{CLOSE, TINY, same, slack};

/// The nearest point of a rotated core. Of `motion` only the rotation is used; `point` and the answer are in
/// the axes that it leads to. Only for cores for which this is cheaper than to rotate the point and the
/// answer: a point, a segment around the origin, a box and a cylinder. `None` for all others, and if
/// `point` is so close that the direction to it needs care. [`turns`] tells which cores may have an answer.
#[cfg_attr(not(feature = "small"), inline(always))]
pub fn nearest_turned<W: Vector<Scalar = f64>>(
    core: &Core<W>,
    motion: &Motion<W>,
    point: W,
) -> Option<Nearest<W>> {
    match *core {
        Core::Point(p) => {
            let center = if p == W::ZERO { p } else { motion.rotate(p) };
            let way = point - center;
            let distance = way.norm();
            let (normal, error) = (way * (1.0 / distance), slack(point, center.max_abs()));
            (distance > CLOSE).then_some(Nearest { point: center, normal, distance, error })
        }
        Core::Box(half) => of_turned_cuboid(half, motion, point),
        Core::Cylinder { radius, half_height, axis } => {
            round::turned_cylinder([radius, half_height], motion.rotate(W::unit(axis)), point)
        }
        Core::Segment([a, half]) if a == -half => {
            segment::beside(motion.rotate(half), 1.0 / half.dot(half), point)
        }
        _ => None,
    }
}

/// The cores for which [`nearest_turned`] has an answer for most points.
#[inline(always)]
pub fn turns<W: Vector<Scalar = f64>>(core: &Core<W>) -> bool {
    match *core {
        Core::Segment([a, b]) => a == -b,
        _ => matches!(core, Core::Point(_) | Core::Box(_) | Core::Cylinder { .. }),
    }
}

/// Is a point inside? `height` is its height over the highest supporting plane. `Some(true)` at or
/// below the plane (touching counts as inside), `Some(false)` if it is over the plane by more than
/// `error`, `None` between.
#[inline(always)]
fn is_below(height: f64, error: f64) -> Option<bool> {
    if height <= 0.0 {
        return Some(true);
    }
    (height > error).then_some(false)
}

/// Is the point in the box with corners at plus and minus `half`? `None` within rounding.
#[inline]
pub fn in_box<W: Vector<Scalar = f64>>(half: W, point: W) -> Option<bool> {
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let over = |i: usize| point.get(i).abs() - half.get(i);
    is_below((1..W::DIM).fold(over(0), |m, i| Scalar::max(m, over(i))), error)
}

/// Is the point in the solid, rounded by `radius`? Only the highest face plane is used, so the answer
/// is `None` if that does not decide. No vertex is farther from the origin than `reach`, which enters
/// only the rounding error.
#[inline]
pub fn in_solid<W: Vector<Scalar = f64>>(
    solid: &Polyhedron<DVec3>,
    [reach, radius]: [f64; 2],
    point: W,
) -> Option<bool> {
    if solid.inner_radius() <= 0.0 {
        return None;
    }
    let error = slack(point, reach) + 4.0 * f64::EPSILON * radius;
    let error = error + solid.error();
    let (height, _) = above(solid, same(point));
    // Beyond a sharp tip a point is within rounding of being below all planes, so `true` needs it to be
    // clearly below. A point over the planes by less than the radius may be outside near an edge.
    if height <= -error { Some(true) } else { is_below(height - radius, error).filter(|i| !i) }
}

/// The nearest point of a shape that is one point: always `center`. The normal is along x if `point` is
/// `center`.
#[inline]
pub fn of_point<W: Vector<Scalar = f64>>(center: W, point: W) -> Nearest<W> {
    let way = point - center;
    let distance = way.norm();
    let normal = if distance > 0.0 { way * (1.0 / distance) } else { W::unit(0) };
    Nearest { point: center, normal, distance, error: slack(point, center.max_abs()) }
}

/// The nearest point of the box with corners at plus and minus `half`.
#[inline]
pub fn of_cuboid<W: Vector<Scalar = f64>>(half: W, point: W) -> Nearest<W> {
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let clamped = W::from_fn(|i| Scalar::min(Scalar::max(point.get(i), -half.get(i)), half.get(i)));
    let way = point - clamped;
    let square = way.dot(way);
    if square > 0.0 {
        let distance = Scalar::sqrt(square);
        return Nearest { point: clamped, normal: way * (1.0 / distance), distance, error };
    }
    let depth = |i: usize| half.get(i) - point.get(i).abs();
    let face = (1..W::DIM).fold(0, |m, i| if depth(i) < depth(m) { i } else { m });
    let sign = if point.get(face) < 0.0 { -1.0 } else { 1.0 };
    let normal = W::unit(face) * sign;
    let on_face = W::from_fn(|i| if i == face { sign * half.get(i) } else { point.get(i) });
    Nearest { point: on_face, normal, distance: -depth(face), error }
}

/// The same for a rotated box: see [`nearest_turned`]. The vector between both points is rotated, and not
/// the nearest point and the normal.
#[cfg_attr(not(feature = "small"), inline(always))]
fn of_turned_cuboid<W: Vector<Scalar = f64>>(
    half: W,
    motion: &Motion<W>,
    point: W,
) -> Option<Nearest<W>> {
    let local = motion.unrotate(point);
    let error = slack(local, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let way = W::from_fn(|i| {
        let x = local.get(i);
        x - Scalar::min(Scalar::max(x, -half.get(i)), half.get(i))
    });
    let square = way.dot(way);
    if square > 0.0 {
        let (way, distance) = (motion.rotate(way), Scalar::sqrt(square));
        let normal = way * (1.0 / distance);
        let near = Nearest { point: point - way, normal, distance, error };
        return (distance > CLOSE).then_some(near);
    }
    // The nearest face, without branches: it cannot be predicted.
    let depth = |i: usize| half.get(i) - local.get(i).abs();
    let (mut least, mut axis, mut side) = (depth(0), motion.columns[0], local.get(0));
    for i in 1..W::DIM {
        let other = motion.columns[i];
        let nearer = depth(i) < least;
        axis = W::from_fn(|k| select_unpredictable(nearer, other.get(k), axis.get(k)));
        side = select_unpredictable(nearer, local.get(i), side);
        least = Scalar::min(least, depth(i));
    }
    // A negative zero counts as positive.
    let normal = axis * 1.0_f64.copysign(side + 0.0);
    // Of smaller lengths the square is zero outside, too.
    (error > TINY).then_some(Nearest {
        point: point + normal * least,
        normal,
        distance: -least,
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Pose;
    use clearance_testing::Random;
    use glam::DVec2;

    /// The same by the closed form in the shape's axes.
    fn slow<W: Vector<Scalar = f64>>(core: &Core<W>, motion: &Motion<W>, point: W) -> Nearest<W> {
        let local = motion.unrotate(point);
        let near = match *core {
            Core::Point(p) => of_point(p, local),
            Core::Segment(ends) => segment::nearest(ends, local),
            Core::Box(half) => of_cuboid(half, local),
            Core::Cylinder { radius, half_height, axis } => {
                round::cylinder([radius, half_height], axis, local)
            }
            _ => unreachable!(),
        };
        Nearest { point: motion.rotate(near.point), normal: motion.rotate(near.normal), ..near }
    }

    /// Both answers are the same up to rounding.
    fn assert_same<W: Vector<Scalar = f64>>(fast: &Nearest<W>, slow: &Nearest<W>) {
        let say = (fast, slow);
        assert!((fast.distance - slow.distance).abs() <= fast.error + slow.error, "{say:?}");
        assert!((fast.point - slow.point).norm() < 1e-13, "{say:?}");
        let is_clear = slow.distance.abs() > 1e-3;
        assert!(!is_clear || (fast.normal - slow.normal).norm() < 1e-11, "{say:?}");
    }

    /// Counts the answers for each kind of core.
    fn compare<W: Vector<Scalar = f64, Wide = W>>(
        random: &mut Random,
        motion: &Motion<W>,
        answered: &mut [u32],
    ) {
        let half = W::from_fn(|_| 0.1 + random.unit());
        let [radius, half_height] = [(); 2].map(|()| 0.1 + random.unit());
        let axis = random.below(3);
        let cores = [
            Core::Point(half),
            Core::Segment([half, -half]),
            Core::Box(half),
            Core::Cylinder { radius, half_height, axis },
        ];
        for (core, answered) in cores.iter().zip(answered) {
            let point = W::from_fn(|_| 2.0 * random.signed());
            assert!(turns(core));
            if let Some(fast) = nearest_turned(core, motion, point) {
                assert_same(&fast, &slow(core, motion, point));
                *answered += 1;
            }
        }
    }

    #[test]
    fn closed_forms_in_the_axes_of_the_world_are_those_of_the_shape() {
        let (mut random, mut plane, mut space) = (Random::new(1), [0; 3], [0; 4]);
        for _ in 0..5000 {
            let pose = Pose::new(DVec2::ZERO, 3.0 * random.signed()).unwrap();
            compare(&mut random, &Motion::of(&pose), &mut plane);
            let pose = Pose::new(DVec3::ZERO, random.rotation()).unwrap();
            compare(&mut random, &Motion::of(&pose), &mut space);
        }
        assert!(plane.iter().chain(&space).all(|answered| *answered > 4800), "{plane:?} {space:?}");
    }
}
