//! Points: whether they are in a shape, and the nearest point of its surface.
//!
//! The closed forms are in [`crate::algorithm::point`]; where a shape has none, its clearance to
//! the point says the same.

use super::query::Query;
use super::solved::Solved;
use crate::Error;
use crate::algorithm::point::{Nearest, nearest, nearest_turned, within};
use crate::answer::Projection;
use crate::number::Scalar;
use crate::shape::{Convex, Geometry, HalfSpace, Part, Point};
use crate::space::{MOTION_ERROR, Motion, Pose, Vector, finite};

type WideOf<G> = <<G as Geometry>::V as Vector>::Wide;
type ScalarOf<G> = <<G as Geometry>::V as Vector>::Scalar;

/// Is the point, in world coordinates, in the shape or on its surface? False only where it is
/// proven to be outside.
///
/// # Errors
/// NaN and infinite points, coordinates past [`Scalar::LARGEST`].
#[inline(always)]
pub fn contains<G: Geometry>(shape: &G, pose: &Pose<G::V>, point: G::V) -> Result<bool, Error> {
    Ok(ask(shape, pose, checked(point)?, Contains))
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
) -> Result<ScalarOf<G>, Error> {
    Ok(ask(shape, pose, checked(point)?, Distance))
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
    Ok(ask(shape, pose, checked(point)?, Project))
}

#[inline(always)]
fn checked<V: Vector>(point: V) -> Result<V::Wide, Error> {
    let wide = point.widen();
    let fits = (0..V::DIM).all(|i| point.get(i).abs() <= V::Scalar::LARGEST);
    if fits { Ok(wide) } else { finite("point", None, point.copied()).map(Vector::widen) }
}

/// What is asked about the nearest point of a surface.
trait Question<V: Vector> {
    type Answer;
    /// The answer where it does not take the nearest point.
    #[inline(always)]
    fn early<C: Convex<V = V>>(
        &self,
        core: &C,
        radius: f64,
        local: V::Wide,
    ) -> Option<Self::Answer> {
        let _ = (core, radius, local);
        None
    }
    /// The nearest point in the shape's frame, bounds on its distance, and how to bring a point
    /// and a normal to the world.
    fn answer(
        self,
        near: &Nearest<V::Wide>,
        bounds: [f64; 2],
        to_world: impl Fn(V::Wide, V::Wide) -> [V::Wide; 2],
    ) -> Self::Answer;
}

struct Contains;

impl<V: Vector> Question<V> for Contains {
    type Answer = bool;
    #[inline(always)]
    fn early<C: Convex<V = V>>(&self, core: &C, radius: f64, local: V::Wide) -> Option<bool> {
        within(core, radius, local)
    }
    #[inline(always)]
    fn answer(
        self,
        _: &Nearest<V::Wide>,
        [lower, _]: [f64; 2],
        _: impl Fn(V::Wide, V::Wide) -> [V::Wide; 2],
    ) -> bool {
        lower <= 0.0
    }
}

struct Distance;

impl<V: Vector> Question<V> for Distance {
    type Answer = V::Scalar;
    #[inline(always)]
    fn answer(
        self,
        near: &Nearest<V::Wide>,
        _: [f64; 2],
        _: impl Fn(V::Wide, V::Wide) -> [V::Wide; 2],
    ) -> V::Scalar {
        Scalar::of(near.distance)
    }
}

struct Project;

impl<V: Vector> Question<V> for Project {
    type Answer = Projection<V>;
    #[inline(always)]
    fn answer(
        self,
        near: &Nearest<V::Wide>,
        [lower, upper]: [f64; 2],
        to_world: impl Fn(V::Wide, V::Wide) -> [V::Wide; 2],
    ) -> Projection<V> {
        let [point, normal] = to_world(near.point, near.normal).map(V::narrow);
        let signed_distance = V::Scalar::of(near.distance);
        let (lower, upper) = (V::Scalar::below(lower), V::Scalar::above(upper));
        Projection { point, normal, signed_distance, lower, upper }
    }
}

#[inline(always)]
fn ask<G: Geometry, Q: Question<G::V>>(
    shape: &G,
    pose: &Pose<G::V>,
    point: WideOf<G>,
    question: Q,
) -> Q::Answer {
    let translation = pose.translation().widen();
    let way = point - translation;
    let core = match shape.part() {
        Part::HalfSpace(half) => {
            let motion = Motion::of(pose);
            let near = of_half_space(half, &motion, way);
            return answer::<G::V, Q>(question, near, 0.0, |p, n| [p + translation, n]);
        }
        Part::Convex(core) => core,
    };
    let (radius, motion) = (core.radius_wide(), Motion::of(pose));
    let turned = nearest_turned(core, &motion, way);
    if let Some(near) = turned.and_then(|near| near.usable(radius)) {
        return answer::<G::V, Q>(question, near, radius, |p, n| [p + translation, n]);
    }
    let local = motion.unrotate(way);
    if let Some(answer) = question.early(core, radius, local) {
        return answer;
    }
    match nearest(core, local).and_then(|near| near.usable(radius)) {
        Some(near) => {
            answer::<G::V, Q>(question, near, radius, |p, n| [motion.apply(p), motion.rotate(n)])
        }
        None => {
            let (near, bounds) = searched(shape, pose, point.copied());
            question.answer(&near, bounds, |p, n| [p, n])
        }
    }
}

/// Answers from the nearest point of a core with a radius around it.
#[inline(always)]
fn answer<V: Vector, Q: Question<V>>(
    question: Q,
    core: Nearest<V::Wide>,
    radius: f64,
    to_world: impl Fn(V::Wide, V::Wide) -> [V::Wide; 2],
) -> Q::Answer {
    let near = Nearest {
        point: core.point + core.normal * radius,
        distance: core.distance - radius,
        ..core
    };
    // The difference is rounded, and the normal of length 1 to a few epsilons.
    let error = core.error + 4.0 * f64::EPSILON * radius;
    question.answer(&near, [near.distance - error, near.distance + error], to_world)
}

/// In world axes, from the origin of the half-space's frame.
#[inline]
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

/// By the clearance of shape and point. The point of the surface is then the given one, less
/// the distance along the normal.
#[cold]
#[inline(never)]
fn searched<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    point: WideOf<G>,
) -> (Nearest<WideOf<G>>, [f64; 2]) {
    // A shape at the point, and not a point far from its own origin: that loses no digits.
    let nothing = || (Solved::nothing(), [0.0; 2], Motion::identity());
    let at = G::V::narrow(point);
    let posed = Point::new(G::V::ZERO).and_then(|spot| Ok((spot, Pose::at(at)?)));
    let (solved, [radius, _], frame): (Solved<WideOf<G>>, _, _) = posed.map_or_else(
        |_| nothing(),
        |(spot, at)| Query::new(shape, pose, &spot, &at).solved().unwrap_or_else(nothing),
    );
    let distance = solved.estimate - radius;
    let normal = frame.rotate(solved.normal.unit_along().unwrap_or(Vector::unit(0)));
    let near = Nearest { point: point - normal * distance, normal, distance, error: 0.0 };
    (near, [solved.lower - radius, solved.upper - radius])
}
