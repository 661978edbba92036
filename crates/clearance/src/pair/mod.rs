//! Pairs: the questions one can ask of two shapes, and which algorithm answers them.

mod axes;
mod cast;
mod convex;
mod half_space;
mod point;
mod polytopes;
mod query;
mod ray;
mod scratch;
mod solved;

pub use cast::{Cast, cast_shapes, time_of_impact};
pub use point::{contains, project, signed_distance};
pub use query::{Cache, Query};
pub use ray::{RayCast, cast_ray};
pub use scratch::Scratch;

use crate::answer::{Certificate, Clearance, ClosestPoints, Penetration};
use crate::shape::Geometry;
use crate::space::{Pose, Vector};

type S<G> = <<G as Geometry>::V as Vector>::Scalar;

/// Do the shapes touch or overlap? False only where a gap is proven.
pub fn intersects<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> bool {
    Query::new(a, pose_a, b, pose_b).intersects()
}

/// Is the clearance at most `distance`? A negative `distance` asks for a penetration.
pub fn within<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    distance: S<A>,
) -> bool {
    Query::new(a, pose_a, b, pose_b).within(distance)
}

/// The distance between the shapes; 0 where they intersect.
pub fn distance<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> S<A> {
    Query::new(a, pose_a, b, pose_b).distance()
}

/// The nearest points in world coordinates; `None` where the shapes intersect.
pub fn closest_points<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<ClosestPoints<A::V>> {
    Query::new(a, pose_a, b, pose_b).closest_points()
}

/// The shortest separating translation, in world coordinates; `None` where there is a gap.
pub fn penetration<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<Penetration<A::V>> {
    Query::new(a, pose_a, b, pose_b).penetration()
}

/// The signed clearance: one continuous number for gaps and overlaps, with bounds, normal
/// and points in world coordinates.
pub fn clearance<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Clearance<A::V> {
    Query::new(a, pose_a, b, pose_b).clearance()
}

/// The signed clearance with all of its evidence, for [`crate::verify::check`].
pub fn certificate<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Certificate<A::V> {
    Query::new(a, pose_a, b, pose_b).certificate()
}
