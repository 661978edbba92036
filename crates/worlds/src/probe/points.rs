//! The point of a shape that is nearest to a given point, and whether the point is inside.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{Clearance, Projection};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Operand, Point};
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use crate::frame::rounding;
use crate::parts::{Leaf, any_in, leaf, off_by_far, off_in_parts, reach};
use crate::separation::{self, Search, place};
use crate::{Instance, ShapeRef};

/// [`project`](crate::project()), of a shape that is not convex.
pub(crate) fn project<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    point: V,
) -> Result<Projection<V>, Error> {
    let at = Pose::at(point)?;
    let origin = Point::new(V::ZERO)?;
    let probe = ShapeRef::Convex(Operand::of(&origin));
    let (far, none) = (V::Scalar::INFINITY, -V::Scalar::INFINITY);
    let mut all = Search::new([shape, &probe], [pose, &at], far, none);
    separation::search(&mut all, shape, pose, &probe, &at);
    let mut found = found_point(&all, shape, pose);
    // Facets know nothing of the inside.
    let gap = found.lower.to_f64();
    for part in parts_around(shape, pose, point.widen()) {
        if let Some(own) = in_solid(shape, pose, part, point.widen(), gap) {
            let (lower, upper) = (found.lower.min(own.lower), found.upper.min(own.upper));
            let nearest = if own.signed_distance < found.signed_distance { own } else { found };
            found = Projection { lower, upper, ..nearest };
        }
    }
    Ok(found)
}

/// The parts that a point may be inside of, in order.
fn parts_around<V: Vector>(shape: &ShapeRef<'_, V>, pose: &Pose<V>, point: V::Wide) -> Vec<u32> {
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

/// [`contains`](crate::contains()), of a shape that is not convex.
pub(crate) fn contains<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    point: V,
) -> Result<bool, Error> {
    let at = Pose::at(point)?;
    if let ShapeRef::Surface(surface) = shape {
        return match surely(surface, &Motion::of(pose), point.widen()) {
            Some(inside) => Ok(inside),
            None => Ok(project(shape, pose, point)?.lower <= V::Scalar::ZERO),
        };
    }
    let origin = Point::new(V::ZERO)?;
    let probe = ShapeRef::Convex(Operand::of(&origin));
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
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    part: u32,
    point: V::Wide,
    gap: f64,
) -> Option<Projection<V>> {
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
    let origin = Point::new(V::ZERO).ok()?;
    let (far, none) = (V::Scalar::INFINITY, -V::Scalar::INFINITY);
    let mut own = Search::new([shape; 2], [pose; 2], far, none);
    separation::pair(
        &mut own,
        [part, 0],
        [of_part, Leaf::Convex(Operand::of(&origin))],
        [&motion, &at],
    );
    let found = found_point(&own, shape, pose);
    let Projection { signed_distance, lower, upper, .. } = found;
    let is_known = error < lower.to_f64();
    if is_known && !is_inside {
        return None;
    }
    // So near to the surface, the point may be on either side of it.
    let (lower, upper) = (-upper, if is_known { -lower } else { upper });
    if !is_inside || signed_distance == V::Scalar::ZERO {
        return Some(Projection { lower, upper, ..found });
    }
    let (normal, signed_distance) = (-found.normal, -signed_distance);
    Some(Projection { normal, signed_distance, lower, upper, ..found })
}

/// What a search for the point found.
fn found_point<V: Vector>(
    search: &Search<V>,
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
) -> Projection<V> {
    let (answer, [piece, _]) = search.best();
    let Clearance { point_a: point, normal, signed_distance, lower, upper, .. } = answer;
    let place = place(shape, pose, piece, point);
    let mut found = Projection { point, normal, signed_distance, lower, upper, place };
    let (leaf, motion) = leaf(shape, pose, piece.part);
    if let (Leaf::Surface(surface), Some(facet)) = (leaf, piece.facet) {
        // A facet has no depth. But another part may be a little nearer, and have one.
        let zero = V::Scalar::ZERO;
        found.signed_distance = signed_distance.max(zero);
        found.upper = upper.max(zero);
        if let ShapeRef::Surface(_) = shape {
            found.lower = lower.max(zero);
        }
        if found.signed_distance == zero {
            found.normal =
                surface.front(facet).map_or(normal, |front| V::narrow(motion.rotate(front)));
        }
    }
    found
}
