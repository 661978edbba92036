//! Pairs: the questions about two shapes, and the algorithms that answer them.

pub use crate::cache::{Cache, Still};
pub use crate::depth::scratch::Scratch;
pub use crate::motion::{Cast, cast_shapes, time_of_impact};
pub use crate::probe::point::{contains, project, signed_distance};
pub use crate::probe::ray::{RayCast, cast_ray};
pub use crate::query::Query;

use crate::answer::{Certificate, Clearance, ClosestPoints, Manifold, Penetration};
use crate::shape::Geometry;
use crate::space::{Pose, Vector};

type S<G> = <<G as Geometry>::V as Vector>::Scalar;

/// Do the shapes touch or overlap? Returns `false` only if a gap is proven.
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

/// The distance between the shapes; 0 if they intersect.
///
/// In 3D and `f32`, if one of the shapes is a triangle, hull, cylinder, cone or ellipsoid, rounded or not, the
/// distance may be too large by 2.4e-7 of the pair's size; [`closest_points`] and [`clearance`] are exact to
/// the rounding of `f32`. In `f64` the last digits may be others than those of [`clearance`].
pub fn distance<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> S<A> {
    Query::new(a, pose_a, b, pose_b).distance()
}

/// The nearest points in world coordinates; `None` if the shapes intersect.
pub fn closest_points<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<ClosestPoints<A::V>> {
    Query::new(a, pose_a, b, pose_b).closest_points()
}

/// The shortest separating translation, in world coordinates; `None` if there is a gap.
///
/// The depth is minus the [`clearance`] of shapes that overlap. In 3D and `f32`, if one of them is a cylinder,
/// cone or ellipsoid, it is proven in another way, and may differ in the last digit.
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

/// The points where the shapes touch, or come as near as `margin`: up to 2 points in 2D, up to 4 in 3D,
/// in world coordinates. `None` if the clearance is proven to be more than the margin, which may be
/// negative, and for two half-spaces whose overlap is infinite.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Vec3};
/// let (floor, brick) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Cuboid::new(Vec3::ONE)?);
/// let lying = Pose::at(Vec3::new(0.0, 0.0, 1.99))?;
/// let contact = d3::contact_manifold(&floor, &Pose::IDENTITY, &brick, &lying, 0.05).unwrap();
/// assert_eq!((contact.points().len(), contact.normal), (4, Vec3::Z));
/// assert!((contact.depth() - 0.01).abs() < 1e-6);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn contact_manifold<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    margin: S<A>,
) -> Option<Manifold<A::V>> {
    Query::new(a, pose_a, b, pose_b).manifold(margin)
}

/// The signed clearance with all of its evidence, for `clearance::verify::check`.
pub fn certificate<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Certificate<A::V> {
    Query::new(a, pose_a, b, pose_b).certificate()
}
