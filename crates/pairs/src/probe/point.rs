//! Points: whether they are in a shape, and the nearest point of its surface.
//!
//! The closed forms are in [`crate::distance::point`]; where a shape has none, its clearance to
//! the point says the same.

use crate::Error;
use crate::answer::{Place, Projection};
use crate::distance::point::Nearest;
use crate::distance::surface_point::nearest;
use crate::entry::entry_points;
use crate::number::Scalar;
use crate::query::{Placement, Query};
use crate::shape::{Convex, Geometry, HalfSpace, Operand, Part, Point, View, size_of};
use crate::solution::Solution;
use crate::space::{DVector, MOTION_ERROR, Motion, Pose, Vector, finite};

/// Is the point, in world coordinates, in the shape or on its surface? False only where it is
/// proven to be outside.
///
/// # Errors
/// NaN and infinite points, coordinates past [`Scalar::LARGEST`].
#[inline(always)]
pub fn contains<G: Geometry>(shape: &G, pose: &Pose<G::V>, point: G::V) -> Result<bool, Error> {
    let point = checked(point)?;
    Ok(match found(shape, pose, point) {
        Some(near) => near.distance - near.error <= 0.0,
        None => searched(shape, pose, point.copied()).1[0] <= 0.0,
    })
}

/// How far the point, in world coordinates, is from the shape's surface; negative inside.
///
/// # Errors
/// NaN and infinite points, coordinates past [`Scalar::LARGEST`].
#[inline(always)]
pub fn signed_distance<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    point: G::V,
) -> Result<<G::V as Vector>::Scalar, Error> {
    let point = checked(point)?;
    Ok(Scalar::of(match found(shape, pose, point) {
        Some(near) => near.distance,
        None => searched(shape, pose, point.copied()).0.distance,
    }))
}

/// The point of the shape's surface that is nearest to the given one, in world coordinates,
/// from inside or outside.
///
/// ```
/// use clearance::d3::{self, Axis, Cylinder, Pose, Vec3};
/// let can = Cylinder::new(Axis::Z, 5.0, 1.0)?;
/// let near = d3::project(&can, &Pose::IDENTITY, Vec3::new(0.5, 0.0, 0.0))?;
/// assert_eq!((near.point, near.signed_distance), (Vec3::X, -0.5));
/// assert!(d3::contains(&can, &Pose::IDENTITY, Vec3::new(0.5, 0.0, 0.0))?);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// NaN and infinite points, coordinates past [`Scalar::LARGEST`].
#[inline(always)]
pub fn project<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    point: G::V,
) -> Result<Projection<G::V>, Error> {
    let point = checked(point)?;
    let (near, [lower, upper]) = match found(shape, pose, point) {
        Some(near) => (near, Scalar::around(near.distance, near.error)),
        None => {
            let (near, [lower, upper]) = searched(shape, pose, point.copied());
            (near.copied(), [Scalar::below(lower), Scalar::above(upper)])
        }
    };
    let [point, normal] = [near.point, near.normal].map(Vector::narrow);
    let (signed_distance, place) = (Scalar::of(near.distance), Place::default());
    Ok(Projection { point, normal, signed_distance, lower, upper, place })
}

#[inline(always)]
fn checked<V: Vector>(point: V) -> Result<V::Wide, Error> {
    let wide = point.widen();
    let fits = (0..V::DIM).fold(true, |all, i| all & (point.get(i).abs() <= V::Scalar::LARGEST));
    if fits { Ok(wide) } else { finite("point", None, point.copied()).map(Vector::widen) }
}

/// The nearest point of a surface, in the world, and bounds on its distance.
type Found<G> = (Nearest<WideOf<G>>, [f64; 2]);
type WideOf<G> = <<G as Geometry>::V as Vector>::Wide;

/// By a closed form; `None` if there is none, or if it does not decide.
fn found<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    point: WideOf<G>,
) -> Option<Nearest<WideOf<G>>> {
    let motion = Motion::of(pose);
    if motion.zero_if_finite() != 0.0 {
        return None;
    }
    // No length of an answer is as long as `most`.
    let (way, most) =
        (point - motion.translation, 8.0 * <G::V as Vector>::Scalar::LARGEST.to_f64());
    match shape.part() {
        Part::HalfSpace(half) => {
            let near = of_half_space(half, &motion, way);
            let point = near.point + motion.translation;
            near.is_within(0.0, most).then_some(Nearest { point, ..near })
        }
        Part::Convex(convex) => {
            let radius = size_of(convex.radius_wide());
            // A ball around the origin is the same however it is turned.
            let is_ball =
                matches!(convex.view(), View::Vertices([center]) if *center == Vector::ZERO);
            let local = if is_ball { way } else { motion.unrotate(way) };
            let near = rounded(nearest(convex, local)?.usable(radius, most)?, radius);
            if is_ball {
                return Some(Nearest { point: near.point + motion.translation, ..near });
            }
            let (point, normal) = (motion.apply(near.point), motion.rotate(near.normal));
            Some(Nearest { point, normal, ..near })
        }
    }
}

/// From the nearest point of a core with a radius around it.
#[inline(always)]
fn rounded<W: DVector>(core: Nearest<W>, radius: f64) -> Nearest<W> {
    // The difference is rounded, and the normal of length 1 to a few epsilons.
    let error = core.error + 4.0 * f64::EPSILON * radius;
    let point = core.point + core.normal * radius;
    Nearest { point, distance: core.distance - radius, error, ..core }
}

/// In world axes, from the origin of the half-space's frame.
fn of_half_space<V: Vector>(
    half: &HalfSpace<V>,
    motion: &Motion<V::Wide>,
    point: V::Wide,
) -> Nearest<V::Wide> {
    // It is less to turn the normal than the answer.
    let (normal, offset) = half.widen();
    let normal = motion.rotate(normal);
    let distance = normal.dot(point) - offset;
    let size = (0..V::DIM).fold(offset.abs(), |sum, i| sum + point.get(i).abs());
    let error = MOTION_ERROR * f64::EPSILON * size;
    Nearest { point: point - normal * distance, normal, distance, error }
}

/// By the clearance of shape and point. The point of the surface is then the given one, less the distance
/// along the normal.
#[cold]
#[inline(never)]
fn searched<G: Geometry>(shape: &G, pose: &Pose<G::V>, point: WideOf<G>) -> Found<G> {
    let shape = Operand::of(shape);
    G::V::enter::<SearchEntry<'_>>((&shape, pose, point))
}

entry_points! {
    SearchEntry<'x>(
        asked: (&'x Operand<'x, V::Wide>, &'x Pose<V>, V::Wide)
    ) -> (Nearest<V::Wide>, [f64; 2]) {
        let (shape, pose, point) = asked;
        by_clearance(shape, pose, point)
    }
}

fn by_clearance<V: Vector>(
    shape: &Operand<'_, V::Wide>,
    pose: &Pose<V>,
    point: V::Wide,
) -> (Nearest<V::Wide>, [f64; 2]) {
    // A shape at the point, and not a point far from its own origin: that loses no digits.
    let nothing = || (Solution::nothing(), [0.0; 2], Motion::identity());
    let at = V::narrow(point);
    let posed = Point::new(V::ZERO).and_then(|spot| Ok((spot, Pose::at(at)?)));
    let (solved, [radius, _], frame): (Solution<V::Wide>, _, _) = posed.map_or_else(
        |_| nothing(),
        |(spot, at)| {
            let placement = Placement::InWorld(pose, &at);
            Query::of([*shape, Operand::of(&spot)], placement).solved().unwrap_or_else(nothing)
        },
    );
    let distance = solved.estimate - radius;
    let normal = frame.rotate(solved.normal);
    let near = Nearest { point: point - normal * distance, normal, distance, error: 0.0 };
    (near, [solved.lower - radius, solved.upper - radius])
}
