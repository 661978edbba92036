//! The signed clearance of shapes of any kind, and whether a common point of them is proven.

use clearance::Status;
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::worlds::{self, Clearance, Collider, Separation};

/// The clearance. The status is `Overlapping` if a common point is proven, whether a depth is proven or not.
pub fn clearance<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> (Clearance<V>, Status) {
    if matches!((a, b), (Collider::Convex(_), Collider::Convex(_))) {
        let found = worlds::clearance(a, pose_a, b, pose_b);
        return (found, found.status());
    }
    let near = worlds::separation(a, pose_a, b, pose_b);
    let status = near.status();
    if status == Status::Apart {
        return (of_separation(&near), status);
    }
    let found = worlds::clearance(a, pose_a, b, pose_b);
    let is_deep = found.status() == Status::Overlapping;
    (found, if is_deep { Status::Overlapping } else { status })
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

/// A distance in the form of a clearance.
pub(crate) fn of_separation<V: Vector>(near: &Separation<V>) -> Clearance<V> {
    Clearance {
        signed_distance: near.distance,
        lower: near.lower,
        upper: near.upper,
        normal: near.normal,
        point_a: near.point_a,
        point_b: near.point_b,
        place_a: near.place_a,
        place_b: near.place_b,
        inside: near.inside,
    }
}
