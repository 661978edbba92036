//! What two shapes have in common.

use clearance_geometry::space::Pose;

use super::entries::overlap as common;
use crate::{AnyShape, LocalDepth, Overlap};

/// What two solids in 3D have in common: its connected parts, their volumes with bounds, and their surfaces as meshes.
/// `None` if one of the shapes is no solid or overlaps itself, or if more than two million pairs of triangles are near each
/// other.
///
/// The volume is proven to be within its bounds. B is moved by 1e-10 of its size, so bounds of thin parts are wide, and
/// parts that are thinner than that are not listed. Centers, boxes and meshes are off by that much, too.
///
/// It needs the feature `std`, as [`local_depth`] does.
///
/// *Source.* The volume of what is common needs only the corners and edges at which surfaces cross: Franklin and
/// Kankanhalli, Volumes from overlaying 3-D triangulations in parallel, 1993.
///
/// ```
/// use clearance::d3_f64::{self, DVec3, Mesh, Pose, Solid};
/// let corners = (0..8).map(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64));
/// let sides = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
///              [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]];
/// let cube = Solid::new(Mesh::new(corners.collect(), sides.to_vec())?)?;
///
/// let moved = Pose::at(DVec3::new(0.5, 0.25, 0.0))?;
/// let found = d3_f64::overlap(&cube, &Pose::IDENTITY, &cube, &moved).unwrap();
/// let [lower, upper] = found.parts[0].volume;
/// assert!(lower <= 0.375 && 0.375 <= upper && upper - lower < 1e-8);
/// assert!((found.parts[0].centroid - DVec3::new(0.75, 0.625, 0.5)).length() < 1e-8);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn overlap<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<Overlap<A::V>> {
    common::overlap(&a.seen(), pose_a, &b.seen(), pose_b)
}

/// How deep the deepest common point of two shapes is: the larger of its distances from the surfaces of A and of B.
/// `None` if a gap is proven.
///
/// A shaft that is too thick for its hole must be pulled out by all of its length to be free, which is the depth of
/// [`clearance`](crate::clearance()). Its local depth is by how much it is too thick. It is never more than that depth, and
/// for two boxes that overlap by a flat part it is the same.
///
/// The lower bound is proven: it is the depth of `point`. The upper bound is that of translations after which the surfaces do
/// not cross, one for each cell of the [`overlap`] of two solids, whose mesh is off by 1e-10 of the size; the cells are no more
/// than 48. Where the common part is flat, the bounds are within 1e-3 of each other; all around a fine round fit within a
/// factor of 3. For shapes that are not both solids they are those of branch and bound, a few percent. A compound is as deep
/// as the deepest of its parts.
///
/// ```
/// use clearance::d3_f64::{self, DVec3, Mesh, Pose, Solid};
/// # let corners = (0..8).map(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64));
/// # let sides = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
/// #              [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]];
/// # let cube = Solid::new(Mesh::new(corners.collect(), sides.to_vec())?)?;
/// let moved = Pose::at(DVec3::new(0.75, 0.25, 0.0))?; // of a cube from (0, 0, 0) to (1, 1, 1)
/// let found = d3_f64::local_depth(&cube, &Pose::IDENTITY, &cube, &moved).unwrap();
/// assert!(found.lower <= 0.25 && 0.25 <= found.upper && found.upper - found.lower < 1e-6);
/// assert!(found.normal.x > 0.999_999);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn local_depth<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Option<LocalDepth<A::V>> {
    common::local_depth(&a.seen(), pose_a, &b.seen(), pose_b)
}
