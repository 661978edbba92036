//! How deep any point of one shape is in another, by branch and bound.
//!
//! The depth of a point in B changes by no more than the point moves. So in a cube with the middle c and the radius r,
//! no point is deeper than the depth of c plus r. Cubes that are outside of A are left out.
//!
//! *Source.* Tang, Lee and Kim 2009 bound the Hausdorff distance of meshes in this way.

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};

use super::cubes::{self, End, Judged, common_box};
use crate::ShapeRef;
use crate::probe::project;

/// The largest depth in B of any point of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Immersion<V: Vector> {
    /// A depth that is reached: that of `point`.
    pub lower: V::Scalar,
    /// A bound on the depth of all points of A.
    pub upper: V::Scalar,
    /// A point of both shapes, in world coordinates.
    pub point: V,
}

/// [`immersion`](crate::immersion()), of shapes as they are seen.
pub(crate) fn immersion<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    tolerance: V::Scalar,
) -> Option<Immersion<V>> {
    /// Cubes are opened at most so often; then the bounds are what they are.
    const MOST: usize = 20_000;
    let within = common_box(&a.aabb(pose_a), &b.aabb(pose_b))?;
    let end = End { most: MOST, tolerance: tolerance.to_f64(), share: 0.0 };
    let found = cubes::search(&within, end, |point: V, radius, best| {
        let in_b = project(b, pose_b, point).ok()?;
        let (depth, bound) = (-in_b.upper.to_f64(), -in_b.lower.to_f64() + radius);
        if bound < best {
            return None;
        }
        let in_a = project(a, pose_a, point).ok()?;
        let is_in_a = in_a.lower.to_f64() <= 0.0;
        let may_be = in_a.lower.to_f64() <= radius;
        may_be.then(|| Judged { bound, reached: is_in_a.then_some(depth) })
    });
    let (lower, point) = found.best?;
    let (lower, upper) = (V::Scalar::below(lower), V::Scalar::above(found.bound));
    Some(Immersion { lower, upper, point })
}
