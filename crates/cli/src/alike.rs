//! Are two shapes the same at the same place, up to a tolerance? So it is where a file is loaded twice, or an object was
//! copied and left where it was.
//!
//! One shape at two poses: the corners of the box around it move by no more than the tolerance. Two surfaces: each vertex
//! of one has its nearest one of the other within the tolerance, and each facet has one of the same vertices.

use std::collections::BTreeSet;

use clearance::number::Scalar;
use clearance::scenes::near_boxes;
use clearance::space::{Aabb, Vector};
use clearance::{Collider, Instance, Pose};
use clearance_lines::depth;

/// A vertex with more others within the tolerance belongs to a surface whose details are smaller than that.
const MOST_NEAR: usize = 8;

/// Are they the same, up to this length or a millionth of their size?
pub fn are_alike<V: Vector>(
    [a, b]: [&Collider<V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
    tolerance: f64,
) -> bool {
    let near = tolerance.max(depth::tiny(a, pose_a, b, pose_b));
    let boxes = [a.aabb(pose_a), b.aabb(pose_b)];
    let far = |p: V, q: V| (p - q).max_abs().to_f64() > near;
    if far(boxes[0].min, boxes[1].min) || far(boxes[0].max, boxes[1].max) {
        return false;
    }
    if a == b {
        return pose_a == pose_b || moves_less(&a.aabb(&Pose::IDENTITY), [pose_a, pose_b], near);
    }
    match (a, b) {
        (Collider::Surface(a), Collider::Surface(b)) => same_facets([a, b], [pose_a, pose_b], near),
        _ => false,
    }
}

/// Is no corner of the box moved by more than this from one pose to the other? False if the box has no end.
fn moves_less<V: Vector>(of: &Aabb<V>, [from, to]: [&Pose<V>; 2], near: f64) -> bool {
    (0..1 << V::DIM).all(|corner| {
        let end = |i: usize| if corner >> i & 1 == 0 { of.min } else { of.max };
        let corner = V::from_fn(|i| end(i).get(i));
        (from.transform_point(corner) - to.transform_point(corner)).norm().to_f64() <= near
    })
}

fn same_facets<V: Vector>(
    [a, b]: [&Instance<V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
    near: f64,
) -> bool {
    let (facets_a, facets_b) = (a.surface().facets(), b.surface().facets());
    let count = a.surface().vertices().len();
    if count != b.surface().vertices().len() || facets_a.len() != facets_b.len() {
        return false;
    }
    let vertices = |of: &Instance<V>, pose: &Pose<V>| -> Vec<V> {
        (0..count as u32).map(|vertex| pose.transform_point(of.vertex(vertex))).collect()
    };
    let points = [vertices(a, pose_a), vertices(b, pose_b)].concat();
    let boxes: Vec<Aabb<V>> = points.iter().map(|p| Aabb { min: *p, max: *p }).collect();
    // For each vertex of a, the nearest of b so far, and how many there are.
    let mut nearest = vec![(f64::INFINITY, 0, 0); count];
    near_boxes(&boxes, near, |[p, q], _| {
        if p < count && q >= count {
            let (least, vertex, others) = &mut nearest[p];
            *others += 1;
            let found = ((points[p] - points[q]).norm().to_f64(), (q - count) as u32);
            if found.0 <= near && found < (*least, *vertex) {
                (*least, *vertex) = found;
            }
        }
        Some(near)
    });
    if nearest.iter().any(|(least, _, others)| least.is_infinite() || *others > MOST_NEAR) {
        return false;
    }
    let corners = |facet: &[u32; 3], map: &dyn Fn(u32) -> u32| {
        let mut corners = facet.map(map);
        corners.sort();
        corners
    };
    let of_b: BTreeSet<_> = facets_b.iter().map(|facet| corners(facet, &|vertex| vertex)).collect();
    let to_b = |vertex: u32| nearest.get(vertex as usize).map_or(vertex, |(_, to, _)| *to);
    let of_a: BTreeSet<_> = facets_a.iter().map(|facet| corners(facet, &to_b)).collect();
    of_a == of_b
}
