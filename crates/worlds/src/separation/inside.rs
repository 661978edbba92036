//! Surfaces are apart: is one shape inside the other?
//!
//! A connected piece whose surface is apart from a solid's surface is wholly inside or wholly outside. So one
//! point of each connected piece decides, by the winding number there.

use clearance_geometry::shape::{Convex, Shape};
use clearance_geometry::space::{Pose, Vector};

use crate::Collider;
use crate::parts::{Leaf, leaf, parts};

/// Is a part of one shape inside a solid of the other? The surfaces must be apart.
pub(crate) fn either<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> bool {
    is_inside(a, pose_a, b, pose_b) || is_inside(b, pose_b, a, pose_a)
}

/// Is a part of `inner` inside a solid of `outer`? What is inside a convex part has a distance of 0 already.
fn is_inside<V: Vector>(
    inner: &Collider<V>,
    pose_inner: &Pose<V>,
    outer: &Collider<V>,
    pose_outer: &Pose<V>,
) -> bool {
    (0..parts(outer)).any(|part_outer| {
        let (Leaf::Surface(solid), motion_outer) = leaf(outer, pose_outer, part_outer) else {
            return false;
        };
        solid.is_solid()
            && (0..parts(inner)).any(|part_inner| {
                let (inner, motion_inner) = leaf(inner, pose_inner, part_inner);
                let seen = motion_inner.seen_from(&motion_outer);
                any_point(inner, |point| solid.contains(seen.apply(point)))
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
