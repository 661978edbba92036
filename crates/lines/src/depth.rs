//! The signed clearance of shapes of any kind, and whether a common point of them is proven.

use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Clearance, Collider, Status};

/// The clearance. The status is `Overlapping` if a common point is proven, whether a depth is proven or not.
pub fn clearance<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> (Clearance<V>, Status) {
    let found = clearance::clearance(a, pose_a, b, pose_b);
    let is_convex = matches!((a, b), (Collider::Convex(_), Collider::Convex(_)));
    let status = match found.status() {
        Status::Undecided if !is_convex => clearance::separation(a, pose_a, b, pose_b).status(),
        status => status,
    };
    (found, status)
}

/// A length that is small for two shapes: a millionth of the smaller one.
pub fn tiny<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> f64 {
    let extent = |shape: &Collider<V>, pose: &Pose<V>| {
        let around = shape.aabb(pose);
        (around.max - around.min).max_abs().to_f64()
    };
    extent(a, pose_a).min(extent(b, pose_b)) / f64::from(1 << 20)
}
