//! The point of a shape that is nearest to a given point, and whether the point is inside.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::Clearance;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Point;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use crate::frame::rounding;
use crate::parts::{Leaf, any_in, leaf, off_by_far, off_in_parts, reach};
use crate::separation::{self, Search, place};
use crate::{Collider, Instance, Place};

/// The point of a shape that is nearest to a given point, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint<V: Vector> {
    /// The nearest point of the surface.
    pub point: V,
    /// Unit vector from the surface to the given point; of a point inside, or on the surface, the outward normal
    /// there.
    pub normal: V,
    /// The distance, negative inside a convex shape or a solid. Of a compound, the least of its parts': inside
    /// several parts, the depth in the one where it is deepest.
    pub signed_distance: V::Scalar,
    /// A lower bound on the signed distance.
    pub lower: V::Scalar,
    /// An upper bound on the signed distance.
    pub upper: V::Scalar,
    /// Where the nearest point is on the shape.
    pub place: Place,
}

/// The point of a shape's surface that is nearest to a point of the world.
///
/// ```
/// use clearance::d3::{Collider, HeightField, Pose, Vec3};
/// use clearance::worlds;
/// let hill = HeightField::new(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [1.0, 1.0])?;
/// let near = worlds::project(&hill.into(), &Pose::IDENTITY, Vec3::new(1.0, 1.0, 3.0))?;
/// assert_eq!((near.point, near.signed_distance), (Vec3::new(1.0, 1.0, 1.0), 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A point with a coordinate that is NaN, infinite or past
/// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
pub fn project<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    point: V,
) -> Result<SurfacePoint<V>, Error> {
    let at = Pose::at(point)?;
    let probe = Collider::from(Point::new(V::ZERO)?);
    let (far, none) = (V::Scalar::INFINITY, -V::Scalar::INFINITY);
    let mut all = Search::new([shape, &probe], [pose, &at], far, none);
    separation::search(&mut all, shape, pose, &probe, &at);
    let mut found = SurfacePoint::of(&all, shape, pose);
    // Facets know nothing of the inside.
    let gap = found.lower.to_f64();
    for part in parts_around(shape, pose, point.widen()) {
        if let Some(own) = in_solid(shape, pose, part, point.widen(), gap) {
            let (lower, upper) = (found.lower.min(own.lower), found.upper.min(own.upper));
            let nearest = if own.signed_distance < found.signed_distance { own } else { found };
            found = SurfacePoint { lower, upper, ..nearest };
        }
    }
    Ok(found)
}

/// The parts that a point may be inside of, in order.
fn parts_around<V: Vector>(shape: &Collider<V>, pose: &Pose<V>, point: V::Wide) -> Vec<u32> {
    let to_world = Motion::of(pose);
    let local = to_world.unrotate(point - to_world.translation);
    let size = point.max_abs() + to_world.translation.max_abs() + reach(shape);
    let error = off_by_far(size) + 2.0 * off_in_parts(shape, pose);
    let mut near = Vec::new();
    any_in(shape, &to_world, &Aabb { min: local, max: local }.grown(error), |part, _, _| {
        near.push(part);
        false
    });
    near.sort_unstable();
    near
}

/// How far a point is from a shape's surface, negative inside: the number of [`project`].
///
/// # Errors
/// As [`project`].
pub fn signed_distance<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    point: V,
) -> Result<V::Scalar, Error> {
    Ok(project(shape, pose, point)?.signed_distance)
}

/// Is a point inside a convex part or a solid, or on any surface? False only if it is proven to be outside.
///
/// # Errors
/// As [`project`].
pub fn contains<V: Vector>(shape: &Collider<V>, pose: &Pose<V>, point: V) -> Result<bool, Error> {
    let at = Pose::at(point)?;
    if let Collider::Surface(surface) = shape {
        return match surely(surface, &Motion::of(pose), point.widen()) {
            Some(inside) => Ok(inside),
            None => Ok(project(shape, pose, point)?.lower <= V::Scalar::ZERO),
        };
    }
    let probe = Collider::from(Point::new(V::ZERO)?);
    Ok(separation::intersects(shape, pose, &probe, &at))
}

/// Is a point inside a solid, or outside and not near any facet? `None` if it is near.
fn surely<V: Vector>(
    surface: &Instance<V>,
    motion: &Motion<V::Wide>,
    point: V::Wide,
) -> Option<bool> {
    if motion.zero_if_finite().is_nan() {
        return None;
    }
    let local = motion.unrotate(point - motion.translation);
    if surface.is_solid() && surface.contains(local) {
        return Some(true);
    }
    // Many times more than a distance is off.
    let error = 64.0 * rounding(motion, surface.reach() + point.max_abs());
    (!surface.is_near(local, error)).then_some(false)
}

/// How deep a point is in a solid part that it may be inside of; `None` of a point that is outside, or of another part.
/// No surface is nearer to the point than `gap`.
fn in_solid<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    part: u32,
    point: V::Wide,
    gap: f64,
) -> Option<SurfacePoint<V>> {
    let (of_part, motion) = leaf(shape, pose, part);
    let Leaf::Surface(surface) = of_part else { return None };
    if !surface.is_solid() {
        return None;
    }
    let local = motion.unrotate(point - motion.translation);
    // Twice, because columns of parts are products of four, not of two.
    let still = Motion { translation: local, ..Motion::identity() };
    let error = 2.0 * rounding(&still, 0.0) + off_in_parts(shape, pose);
    let is_inside = surface.contains(local);
    if !is_inside && error < gap {
        return None;
    }
    let at = Motion { translation: point, ..Motion::identity() };
    let probe = Point::new(V::ZERO).ok()?.into();
    let (far, none) = (V::Scalar::INFINITY, -V::Scalar::INFINITY);
    let mut own = Search::new([shape; 2], [pose; 2], far, none);
    separation::pair(&mut own, [part, 0], [of_part, Leaf::Convex(&probe)], [&motion, &at]);
    let found = SurfacePoint::of(&own, shape, pose);
    let SurfacePoint { signed_distance, lower, upper, .. } = found;
    let is_known = error < lower.to_f64();
    if is_known && !is_inside {
        return None;
    }
    // So near to the surface, the point may be on either side of it.
    let (lower, upper) = (-upper, if is_known { -lower } else { upper });
    if !is_inside || signed_distance == V::Scalar::ZERO {
        return Some(SurfacePoint { lower, upper, ..found });
    }
    let (normal, signed_distance) = (-found.normal, -signed_distance);
    Some(SurfacePoint { normal, signed_distance, lower, upper, ..found })
}

impl<V: Vector> SurfacePoint<V> {
    /// What a search for the point found.
    fn of(search: &Search<V>, shape: &Collider<V>, pose: &Pose<V>) -> Self {
        let (answer, [piece, _]) = search.best();
        let Clearance { point_a: point, normal, signed_distance, lower, upper, .. } = answer;
        let place = place(shape, pose, piece, point);
        let mut found = Self { point, normal, signed_distance, lower, upper, place };
        let (leaf, motion) = leaf(shape, pose, piece.part);
        if let (Leaf::Surface(surface), Some(facet)) = (leaf, piece.facet) {
            // A facet has no depth. But another part may be a little nearer, and have one.
            let zero = V::Scalar::ZERO;
            found.signed_distance = signed_distance.max(zero);
            found.upper = upper.max(zero);
            if let Collider::Surface(_) = shape {
                found.lower = lower.max(zero);
            }
            if found.signed_distance == zero {
                found.normal =
                    surface.front(facet).map_or(normal, |front| V::narrow(motion.rotate(front)));
            }
        }
        found
    }
}
