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
use crate::parts::{Leaf, any_in, leaf_box, off_by_far, off_in_parts, reach, whole_box};
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
    let has_inside = match outer {
        ShapeRef::Convex(_) => false,
        ShapeRef::Surface(surface) => surface.is_solid(),
        ShapeRef::Compound(_) => true,
    };
    if !has_inside {
        return Some(false);
    }
    let motions = [pose_inner, pose_outer].map(Motion::of);
    let mut is_open = false;
    let is_found = any_meeting([inner, outer], &motions, off, |[inner, outer], seen| {
        let Leaf::Surface(solid) = outer else { return false };
        if !solid.is_solid() {
            return false;
        }
        // Twice, because columns of parts are products of four, not of two.
        let error = 2.0 * rounding(seen, reach_of(inner)) + off;
        let found = any_point(inner, |point| {
            let at = seen.apply(point);
            if error < gap { Some(solid.contains(at)) } else { side(solid, at, error) }
        });
        is_open |= found.is_none();
        found == Some(true)
    });
    if is_found { Some(true) } else { (!is_open).then_some(false) }
}

/// Is the test true for a bounded part of each shape, and the motion from the first to the second? Only parts are asked
/// whose boxes meet, if rounding moves them.
fn any_meeting<V: Vector>(
    [inner, outer]: [&ShapeRef<'_, V>; 2],
    [to_inner, to_outer]: &[Motion<V::Wide>; 2],
    off: f64,
    mut test: impl FnMut([Leaf<'_, V>; 2], &Motion<V::Wide>) -> bool,
) -> bool {
    let size = [to_inner, to_outer].map(|motion| motion.translation.max_abs());
    let error = off_by_far(size[0] + size[1] + reach(inner) + reach(outer)) + 2.0 * off;
    let Some(around) = whole_box(inner, &to_inner.seen_from(to_outer)) else { return false };
    any_in(outer, to_outer, &around.grown(error), |_, leaf_outer, to_outer| {
        let Some(around) = leaf_box(leaf_outer, &to_outer.seen_from(to_inner)) else {
            return false;
        };
        any_in(inner, to_inner, &around.grown(error), |_, leaf_inner, to_inner| {
            test([leaf_inner, leaf_outer], &to_inner.seen_from(to_outer))
        })
    })
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
    each_within(surface, &point, &still, distance, &mut |facet, _| {
        let piece = surface.piece(facet);
        let ask = || Query::<V::Wide>::moved(&piece.lowered(), &still, &point, &still);
        found = found || ask().within(distance);
    });
    found
}

fn reach_of<V: Vector>(leaf: Leaf<'_, V>) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyShape;
    use crate::parts::parts;
    use crate::parts::tests::grid;
    use glam::DVec3;

    /// Two compounds of 10,648 boxes in each other, at each other's corner, and apart: about as many pairs as there are
    /// overlaps are asked, of 113 million.
    #[test]
    fn few_pairs_of_parts_meet() {
        let grids = [grid(), grid()];
        let [a, b] = [grids[0].seen(), grids[1].seen()];
        for (shift, overlaps) in [(0.45, 21 * 21 * 21 * 8), (15.45, 6 * 6 * 6 * 8), (30.0, 0)] {
            let at = Pose::at(DVec3::splat(shift)).unwrap();
            let (mut asked, mut met) = (0, 0);
            any_meeting([&a, &b], &[Motion::identity(), Motion::of(&at)], 0.0, |pair, seen| {
                asked += 1;
                let [a, b] = [(pair[0], seen), (pair[1], &Motion::identity())]
                    .map(|(leaf, motion)| leaf_box(leaf, motion).unwrap());
                met += u32::from(a.distance(&b) == 0.0);
                false
            });
            println!("{shift}: {asked} asked, {met} met, of {} parts each", parts(&a));
            assert!(met >= overlaps && asked <= 8 * met, "{shift}: {asked} {met}");
        }
    }
}
