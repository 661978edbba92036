//! Translational depths and immersions.

use clearance::d3_f64::{Cuboid, Sphere};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::worlds::{self, Collider, Mesh, Solid, separation_by_all_pieces};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::collider;

/// The lower bound of an overlap comes with a translation: it parts the shapes.
fn translations_part<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut overlaps, mut apart, mut tight) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let (a, b) = (collider::<V>(&mut random, 1, false), collider::<V>(&mut random, 1, false));
        let [at_a, at_b] = [1.0, 1.5].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        let found = worlds::clearance(&a, &at_a, &b, &at_b);
        assert!(found.lower <= found.signed_distance, "{i}: {found:?}");
        assert!(found.signed_distance <= found.upper, "{i}: {found:?}");
        let separation = worlds::separation(&a, &at_a, &b, &at_b);
        if !separation.intersects() {
            apart += 1;
            assert_eq!(
                (found.signed_distance, found.lower),
                (separation.distance, separation.lower)
            );
            continue;
        }
        if found.lower == -V::Scalar::INFINITY {
            // Half-spaces.
            continue;
        }
        overlaps += 1;
        tight += usize::from(found.upper.to_f64() < 0.5 * found.lower.to_f64());
        let size = V::Scalar::of(1.0 + 1e-4);
        let way = found.normal * (-found.lower * size + V::Scalar::of(1e-5));
        let there = Pose::at(way).unwrap() * at_b;
        let moved = separation_by_all_pieces(&a, &at_a, &b, &there);
        assert!(moved.upper.to_f64() > 0.0, "{i}: {found:?} {moved:?}");
    }
    assert!(overlaps > count / 4 && apart > count / 8, "{overlaps} {apart}");
    assert!(tight > overlaps / 8, "{tight} of {overlaps}");
}

#[test]
fn overlaps_end_after_their_translation() {
    translations_part::<Vec3>(1, pairs(60));
    translations_part::<DVec3>(2, pairs(60));
    translations_part::<Vec2>(3, pairs(100));
    translations_part::<DVec2>(4, pairs(100));
}

/// The solid of a convex shape has the depth of the convex shape.
#[test]
fn solids_of_boxes_are_as_deep_as_boxes() {
    let (mut random, mut deep) = (Random::new(7), 0);
    let half = DVec3::new(0.5, 0.7, 0.9);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::from_fn(|k| if i >> k & 1 == 0 { -half[k] } else { half[k] }))
        .collect();
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let solid = Solid::new(Mesh::new(corners, faces.to_vec()).unwrap()).unwrap();
    let (as_solid, as_box) = (Collider::from(solid), Cuboid::new(half).unwrap());
    for _ in 0..200 {
        let ball = Sphere::new(random.range(0.1, 0.5)).unwrap();
        let at: Pose<DVec3> = pose(&Stand::random(&mut random, 0.8), 1.0);
        let identity = Pose::IDENTITY;
        let exact = clearance::clearance(&as_box, &identity, &ball, &at);
        let found = worlds::clearance(&as_solid, &identity, &ball.into(), &at);
        assert!(found.lower <= exact.upper && exact.lower <= found.upper, "{found:?} {exact:?}");
        if exact.signed_distance < 0.0 {
            deep += 1;
            let inside = worlds::contains(&as_solid, &identity, at.translation()).unwrap();
            assert!(inside || worlds::intersects(&as_solid, &identity, &ball.into(), &at));
        }
    }
    assert!(deep > 80, "{deep}");
}

/// Immersions against a grid of points.
#[test]
fn no_point_is_deeper_than_the_immersion() {
    let (mut random, mut found_some) = (Random::new(3), 0);
    for i in 0..60 {
        let (a, b) =
            (collider::<DVec3>(&mut random, 1, true), collider::<DVec3>(&mut random, 1, true));
        let [at_a, at_b] =
            [0.5, 0.5].map(|size| pose::<DVec3>(&Stand::random(&mut random, size), 1.0));
        let found = worlds::immersion(&a, &at_a, &b, &at_b, 0.05);
        let (lower, upper) = found.map_or((0.0, 1e-9), |found| (found.lower, found.upper));
        assert!(lower <= upper, "{i}");
        if let Some(found) = found {
            found_some += usize::from(found.lower > 0.0);
            let depth = -worlds::signed_distance(&b, &at_b, found.point).unwrap();
            assert!((depth - found.lower).abs() < 1e-6, "{i}: {depth} {found:?}");
            assert!(worlds::contains(&a, &at_a, found.point).unwrap(), "{i}");
        }
        for _ in 0..300 {
            let point = random.in_cube(1.5);
            if worlds::contains(&a, &at_a, point).unwrap() && found.is_some() {
                let depth = -worlds::signed_distance(&b, &at_b, point).unwrap();
                assert!(depth <= upper + 1e-9, "{i}: {depth} {found:?}");
            }
        }
    }
    assert!(found_some > 5, "{found_some}");
}
