//! The signed clearance of shapes of any kind, and whether a common point of them is proven.
//!
//! To find how deep two surfaces are in each other, `worlds::clearance` asks each facet of one about the other. Two
//! spheres of 4,000 triangles take 3 s, and of 16,000 half a minute. For surfaces of more facets two translations are
//! tried only: a tiny one, which parts shapes that touch, and the one that parts their boxes, which is long.

use clearance::Status;
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::worlds::{self, Clearance, Collider, PartShape, Separation};

/// With more pairs of pieces, boxes tell the depth: about 1 s.
const MOST_PAIRS: f64 = 4e6;

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
    if pieces(a) * pieces(b) <= MOST_PAIRS {
        let found = worlds::clearance(a, pose_a, b, pose_b);
        let is_deep = found.status() == Status::Overlapping;
        return (found, if is_deep { Status::Overlapping } else { status });
    }
    let tiny = tiny_parting(&near, [a, b], [pose_a, pose_b]);
    let (length, normal) = tiny.unwrap_or_else(|| boxes_apart(a, pose_a, b, pose_b));
    let (lower, upper) = (V::Scalar::below(-length), V::Scalar::ZERO);
    (Clearance { signed_distance: lower, lower, upper, normal, ..of_separation(&near) }, status)
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

/// A tiny translation of B that parts the shapes, if there is one along the normal or an axis: its length, rounded up,
/// and its direction.
fn tiny_parting<V: Vector>(
    near: &Separation<V>,
    [a, b]: [&Collider<V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> Option<(f64, V)> {
    let length = tiny(a, pose_a, b, pose_b);
    let axes = (0..V::DIM).map(V::unit);
    let ways = [near.normal].into_iter().chain(axes).flat_map(|way| [way, -way]);
    let parts = |way: &V| {
        let moved = Pose::at(*way * V::Scalar::of(length)).map(|step| step * *pose_b);
        moved.is_ok_and(|moved| {
            let size = moved.translation().max_abs().to_f64().max(length);
            // The way that it moved is rounded.
            size * V::Scalar::EPSILON.to_f64() < length
                && worlds::separation(a, pose_a, b, &moved).status() == Status::Apart
        })
    };
    ways.into_iter().find(parts).map(|way| (2.0 * length, way))
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

/// The number of facets and convex parts.
fn pieces<V: Vector>(shape: &Collider<V>) -> f64 {
    match shape {
        Collider::Surface(surface) => surface.len() as f64,
        Collider::Compound(compound) => {
            let pieces = compound.parts().iter().map(|part| match &part.shape {
                PartShape::Surface(surface) => surface.len() as f64,
                PartShape::Convex(_) => 1.0,
            });
            pieces.sum()
        }
        _ => 1.0,
    }
}

/// The shortest translation of B along an axis of the world after which the boxes of both do not overlap: its
/// length, rounded up, and its direction.
fn boxes_apart<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> (f64, V) {
    let (box_a, box_b) = (a.aabb(pose_a), b.aabb(pose_b));
    let along = |axis: usize| {
        let ends = |low: V, high: V| (high.get(axis).to_f64() - low.get(axis).to_f64()).next_up();
        let unit = V::unit(axis);
        [(ends(box_b.min, box_a.max), unit), (ends(box_a.min, box_b.max), -unit)]
    };
    let ways = (0..V::DIM).flat_map(along);
    let shortest = ways.reduce(|best, way| if way.0 < best.0 { way } else { best });
    shortest.expect("there is an axis")
}
