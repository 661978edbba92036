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

/// The largest depth in B of any point of A, up to `tolerance`, a length. `None` if no point of both was found. Sheets
/// have no inside: nothing is deep in them.
///
/// ```
/// use clearance::d3::{Cuboid, Pose, Sphere, Vec3};
/// use clearance::worlds;
/// let (ball, floor) = (Sphere::new(1.0)?.into(), Cuboid::new(Vec3::new(9.0, 9.0, 5.0))?.into());
/// let at = Pose::at(Vec3::new(0.0, 0.0, 5.7))?;
/// // The lowest point of the ball is 0.3 below the floor's top.
/// let found = worlds::immersion(&ball, &at, &floor, &Pose::IDENTITY, 0.01).unwrap();
/// assert!(found.lower <= 0.3001 && 0.2999 <= found.upper && found.upper - found.lower <= 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn immersion<V: Vector>(
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
