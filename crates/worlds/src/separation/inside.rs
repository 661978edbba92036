//! Surfaces are apart: is one shape inside the other?
//!
//! A connected piece whose surface is apart from a solid's surface is wholly inside or wholly outside. So one
//! point of each connected piece decides, by the winding number there.

use clearance_geometry::shape::{Convex, Shape};
use clearance_geometry::space::{Motion, Pose, Vector};

use crate::Collider;
use crate::parts::{Leaf, any_in, leaf_box, whole_box};

/// Is a part of one shape inside a solid of the other? The surfaces must be apart.
pub(crate) fn either<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> bool {
    is_inside(a, pose_a, b, pose_b) || is_inside(b, pose_b, a, pose_a)
}

/// Is a part of `inner` inside a solid of `outer`? What is inside a convex part has a distance of 0 already. Only parts
/// whose boxes meet are asked.
fn is_inside<V: Vector>(
    inner: &Collider<V>,
    pose_inner: &Pose<V>,
    outer: &Collider<V>,
    pose_outer: &Pose<V>,
) -> bool {
    let motions = [pose_inner, pose_outer].map(Motion::of);
    any_meeting([inner, outer], &motions, |[inner, outer], [motion_inner, motion_outer]| {
        let Leaf::Surface(solid) = outer else { return false };
        let seen = motion_inner.seen_from(motion_outer);
        solid.is_solid() && any_point(inner, |point| solid.contains(seen.apply(point)))
    })
}

/// Is the test true for a bounded part of each shape whose boxes meet?
fn any_meeting<V: Vector>(
    [a, b]: [&Collider<V>; 2],
    [to_a, to_b]: &[Motion<V::Wide>; 2],
    mut test: impl FnMut([Leaf<'_, V>; 2], [&Motion<V::Wide>; 2]) -> bool,
) -> bool {
    let Some(around_b) = whole_box(b, &to_b.seen_from(to_a)) else { return false };
    any_in(a, to_a, &around_b, |_, leaf_a, motion_a| {
        let Some(around_a) = leaf_box(leaf_a, &motion_a.seen_from(to_b)) else { return false };
        any_in(b, to_b, &around_a, |_, leaf_b, motion_b| {
            test([leaf_a, leaf_b], [motion_a, motion_b])
        })
    })
}

/// Is the test true for a point of some connected piece?
fn any_point<V: Vector>(leaf: Leaf<'_, V>, mut test: impl FnMut(V::Wide) -> bool) -> bool {
    match leaf {
        Leaf::Convex(Shape::Convex(shape)) => test(Convex::center(shape).widen()),
        // It reaches beyond every bounded solid.
        Leaf::Convex(Shape::HalfSpace(_)) => false,
        Leaf::Surface(instance) => instance
            .surface()
            .component_vertices()
            .any(|vertex| test(instance.vertex(vertex).widen())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::parts;
    use crate::parts::tests::grid;
    use glam::DVec3;

    /// Two compounds of 10,000 boxes in each other, and beside each other: as many pairs as parts may be asked, not all.
    #[test]
    fn few_pairs_of_parts_meet() {
        let [a, b] = [grid(), grid()];
        for (shift, most) in [(0.45, 8 * parts(&a)), (15.5, parts(&a)), (30.0, 0)] {
            let at = Pose::at(DVec3::splat(shift)).unwrap();
            let motions = [Motion::identity(), Motion::of(&at)];
            let mut asked = 0;
            any_meeting([&a, &b], &motions, |_, _| {
                asked += 1;
                false
            });
            assert!(asked <= 4 * most, "{shift}: {asked}");
        }
    }
}
