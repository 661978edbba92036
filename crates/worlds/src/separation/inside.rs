//! Surfaces are apart: is one shape inside the other?
//!
//! A connected piece whose surface is apart from a solid's surface is wholly inside or wholly outside. So one
//! point of each connected piece decides, by the winding number there. The point is rounded on its way to the solid's
//! frame; if it may have crossed the surface, nothing is known.

use clearance_geometry::shape::{Convex, Operand, Point};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use super::one::each_within;
use crate::frame::rounding;
use crate::parts::{Leaf, leaf, off_in_parts, parts};
use crate::{Instance, ShapeRef};

/// Is a part of one shape inside a solid of the other? Their surfaces are `gap` apart, which may be 0. `None` if rounding
/// leaves it open.
pub(crate) fn either<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
    gap: f64,
) -> Option<bool> {
    let off = off_in_parts(a, pose_a) + off_in_parts(b, pose_b);
    let known = [
        is_inside((a, pose_a), (b, pose_b), [gap, off]),
        is_inside((b, pose_b), (a, pose_a), [gap, off]),
    ];
    if known.contains(&Some(true)) { Some(true) } else { known[0].and(known[1]) }
}

/// Is a part of `inner` inside a solid of `outer`? What is inside a convex part has a distance of 0 already.
fn is_inside<V: Vector>(
    (inner, pose_inner): (&ShapeRef<'_, V>, &Pose<V>),
    (outer, pose_outer): (&ShapeRef<'_, V>, &Pose<V>),
    [gap, off]: [f64; 2],
) -> Option<bool> {
    let mut answer = Some(false);
    for part_outer in 0..parts(outer) {
        let (Leaf::Surface(solid), motion_outer) = leaf(outer, pose_outer, part_outer) else {
            continue;
        };
        if !solid.is_solid() {
            continue;
        }
        for part_inner in 0..parts(inner) {
            let (inner, motion_inner) = leaf(inner, pose_inner, part_inner);
            let seen = motion_inner.seen_from(&motion_outer);
            // Twice, because columns of parts are products of four, not of two.
            let error = 2.0 * rounding(&seen, reach(inner)) + off;
            let found = any_point(inner, |point| {
                let at = seen.apply(point);
                if error < gap { Some(solid.contains(at)) } else { side(solid, at, error) }
            });
            match found {
                Some(true) => return Some(true),
                Some(false) => {}
                None => answer = None,
            }
        }
    }
    answer
}

/// Is a point that is off by `error` inside a solid, in whose frame it is? `None` if it is as near as that to the surface.
pub(crate) fn side<V: Vector>(solid: &Instance<V>, point: V::Wide, error: f64) -> Option<bool> {
    let is_near = solid.is_near(point, error) && is_within(solid, point, error);
    (!is_near).then(|| solid.contains(point))
}

/// Is a point of the local frame at most so far from a facet? False only if it is proven to be farther away.
fn is_within<V: Vector>(surface: &Instance<V>, point: V::Wide, distance: f64) -> bool {
    let Ok(point) = Point::new(point) else { return true };
    let (point, still) = (Operand::of(&point), Motion::identity());
    let mut found = false;
    each_within(surface, &point, &still, distance, |facet, _| {
        let piece = surface.piece(facet);
        let ask = || Query::<V::Wide>::moved(&piece.lowered(), &still, &point, &still);
        found = found || ask().within(distance);
    });
    found
}

fn reach<V: Vector>(leaf: Leaf<'_, V>) -> f64 {
    match leaf {
        Leaf::Convex(Operand::Convex(shape)) => shape.reach(),
        Leaf::Convex(Operand::HalfSpace(_)) => 0.0,
        Leaf::Surface(instance) => instance.reach(),
    }
}

/// Is the test true for a point of some connected piece? `None` if it is not, and open for one.
fn any_point<V: Vector>(
    leaf: Leaf<'_, V>,
    mut test: impl FnMut(V::Wide) -> Option<bool>,
) -> Option<bool> {
    match leaf {
        Leaf::Convex(Operand::Convex(shape)) => test(shape.center()),
        // It reaches beyond every bounded solid.
        Leaf::Convex(Operand::HalfSpace(_)) => Some(false),
        Leaf::Surface(instance) => {
            let mut answer = Some(false);
            for vertex in instance.surface().component_vertices() {
                match test(instance.vertex(vertex).widen()) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => answer = None,
                }
            }
            answer
        }
    }
}
