//! How far apart two shapes are, or how deep in each other.

use clearance_geometry::answer::{Clearance, ClosestPoints, Penetration};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::Query;

use super::entries::{depth, separation as pieces};
use crate::separation::separation_by_all_pieces as by_all_pieces;
use crate::shape_ref::{Scalar, ShapeRef::Convex};
use crate::{AnyShape, Immersion, Separation};

/// Do the shapes touch or overlap? Returns `false` only if a gap is proven.
///
/// ```
/// use clearance::d3::{self, HeightField, Pose, Sphere, Vec3};
/// let (ground, ball) = (HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0])?, Sphere::new(0.5)?);
/// let at = |height| Pose::at(Vec3::new(4.0, 4.0, height));
/// assert!(d3::intersects(&ground, &Pose::IDENTITY, &ball, &at(0.5)?));
/// assert!(!d3::intersects(&ground, &Pose::IDENTITY, &ball, &at(0.6)?));
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn intersects<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> bool {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).intersects(),
        [a, b] => pieces::intersects(&a, pose_a, &b, pose_b),
    }
}

/// Is the clearance at most `distance`? Returns `false` only if it is proven to be more. A negative number asks whether
/// the shapes are as deep in each other; if one of them is not convex, this takes as long as [`clearance`], and NaN
/// counts as 0.
#[inline]
pub fn within<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    distance: Scalar<A>,
) -> bool {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).within(distance),
        [a, b] => depth::within(&a, pose_a, &b, pose_b, distance),
    }
}

/// The distance between the shapes; 0 if they touch or overlap.
///
/// A sheet (mesh, height field, chain) has no inside: a ball in a closed mesh is apart from it. A solid has.
///
/// In 3D and `f32`, if both are convex and one is a triangle, hull, cylinder, cone or ellipsoid, rounded or not, the
/// distance may be too large by 2.4e-7 of the pair's size; [`closest_points`] and [`clearance`] are exact to
/// the rounding of `f32`. In `f64` the last digits may be others than those of [`clearance`].
///
/// ```
/// use clearance::d3::{self, Mesh, Pose, Sphere, Vec3};
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
/// let (ball, above) = (Sphere::new(0.5)?, Pose::at(Vec3::new(0.3, 0.2, 2.0))?);
/// assert_eq!(d3::distance(&square, &Pose::IDENTITY, &ball, &above), 1.5);
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn distance<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Scalar<A> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).distance(),
        [a, b] => pieces::separation(&a, pose_a, &b, pose_b).distance,
    }
}

/// The nearest points in world coordinates; `None` if the shapes touch or overlap.
#[inline]
pub fn closest_points<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<ClosestPoints<A::V>> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).closest_points(),
        [a, b] => pieces::separation(&a, pose_a, &b, pose_b).closest_points(),
    }
}

/// How far apart two shapes are, where they are nearest, and which pieces those are; 0 if they touch or overlap. It
/// asks for no depth, which takes long if a shape is not convex.
///
/// *Source.* Quinlan 1994 for the descent over two trees; the bounds of the pieces are those of [`clearance`].
pub fn separation<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Separation<A::V> {
    pieces::separation(&a.seen(), pose_a, &b.seen(), pose_b)
}

/// [`separation`] by all pairs of pieces; of the surfaces alone, even if one shape is inside the other.
#[doc(hidden)]
pub fn separation_by_all_pieces<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Separation<A::V> {
    by_all_pieces(&a.seen(), pose_a, &b.seen(), pose_b)
}

/// The signed clearance: one continuous number for gaps and overlaps, with bounds, normal and points in world
/// coordinates.
///
/// If a shape is not convex and they overlap, it is an interval; its lower bound comes with a translation that parts
/// them.
///
/// ```
/// use clearance::d3::{self, Collider, Compound, Cuboid, Pose, Vec3};
/// // Two posts, and a beam between them that is 0.1 deep in one of them.
/// let post = Collider::from(Cuboid::new(Vec3::new(1.0, 1.0, 9.0))?);
/// let posts = [-4.0, 4.0].map(|x| (Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap(), post.clone()));
/// let (posts, beam) = (Compound::new(posts)?, Cuboid::new(Vec3::new(2.5, 0.5, 0.5))?);
/// let found = d3::clearance(&posts, &Pose::IDENTITY, &beam, &Pose::at(Vec3::new(0.6, 0.0, 0.0))?);
/// assert!((found.signed_distance + 0.1).abs() < 1e-3 && found.normal.x < -0.999);
/// assert!(found.lower <= -0.1 && found.upper < -0.099);
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn clearance<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Clearance<A::V> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).clearance(),
        [a, b] => depth::clearance(&a, pose_a, &b, pose_b),
    }
}

/// Is neither a gap nor an overlap proven, and does a translation by a millionth of the smaller shape part them? The
/// bounds of their [`clearance`] say the same, and take much longer if a shape is not convex. False may be for want of a
/// proof.
#[doc(hidden)]
pub fn only_touches<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> bool {
    depth::only_touches(&a.seen(), pose_a, &b.seen(), pose_b)
}

/// A translation that separates the shapes, in world coordinates; `None` if there is a gap. Of two convex shapes it is
/// the shortest one; of others the shortest that was found, whose length is minus the lower bound of their [`clearance`].
///
/// The depth is minus the [`clearance`] of shapes that overlap. In 3D and `f32`, if both are convex and one of them is a
/// cylinder, cone or ellipsoid, it is proven in another way, and may differ in the last digit.
#[inline]
pub fn penetration<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<Penetration<A::V>> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).penetration(),
        [a, b] => depth_of(&depth::clearance(&a, pose_a, &b, pose_b)),
    }
}

/// The translation of a clearance; `None` if a gap is proven.
pub(super) fn depth_of<V: Vector>(found: &Clearance<V>) -> Option<Penetration<V>> {
    let Clearance { signed_distance, normal, point_a, point_b, .. } = *found;
    let depth = (-signed_distance).max(V::Scalar::ZERO);
    found.intersects().then_some(Penetration { depth, normal, point_a, point_b })
}

/// The largest depth in B of any point of A, up to `tolerance`, a length. `None` if no point of both was found. Sheets
/// have no inside: nothing is deep in them.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
/// let (ball, floor) = (Sphere::new(1.0)?, Cuboid::new(Vec3::new(9.0, 9.0, 5.0))?);
/// let at = Pose::at(Vec3::new(0.0, 0.0, 5.7))?;
/// // The lowest point of the ball is 0.3 below the floor's top.
/// let found = d3::immersion(&ball, &at, &floor, &Pose::IDENTITY, 0.01).unwrap();
/// assert!(found.lower <= 0.3001 && 0.2999 <= found.upper && found.upper - found.lower <= 0.01);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn immersion<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    tolerance: Scalar<A>,
) -> Option<Immersion<A::V>> {
    depth::immersion(&a.seen(), pose_a, &b.seen(), pose_b, tolerance)
}
