//! Contact data that a solver keeps between frames: points in the bodies' frames, and the index of
//! each point in the last manifold.

use crate::common::pairs::{Maker, Pair, pose};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::{Cache, Impact, Manifold, Query};
use clearance_testing::{Random, pairs};

#[test]
fn answers_are_no_larger_than_they_were() {
    // 24 bytes of an impact are the pieces that touch.
    assert_eq!([size_of::<Impact<Vec2>>(), size_of::<Impact<Vec3>>()], [96, 112]);
    assert_eq!([size_of::<Impact<DVec2>>(), size_of::<Impact<DVec3>>()], [136, 168]);
    assert_eq!([size_of::<Manifold<Vec2>>(), size_of::<Manifold<Vec3>>()], [144, 176]);
    assert_eq!([size_of::<Manifold<DVec2>>(), size_of::<Manifold<DVec3>>()], [248, 320]);
}

/// Pairs that move slightly: each index leads to the point of the same name in the last manifold,
/// and the points in the bodies' frames are the same as in the world.
fn indices_lead_back<V: Maker<Scalar = f64>>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut same, mut moved, mut new, mut changed) = (0, 0, 0, 0);
    let count = pairs(300);
    for _ in 0..count {
        let mut pair = Pair::random::<V>(&mut random);
        let (a, b) = pair.shapes::<V>(1.0);
        let pose_a = pose::<V>(&pair.at_a, 1.0);
        let (mut cache, mut last): (_, Option<Manifold<V>>) = (Cache::default(), None);
        for _ in 0..8 {
            let step = [0.0, 1e-4, 1e-2, 0.1][random.below(4)];
            pair.at_b.t = pair.at_b.t.map(|x| x + random.range(-step, step));
            pair.at_b.angle += random.range(-step, step);
            let pose_b = pose::<V>(&pair.at_b, 1.0);
            let found = Query::new(&a, &pose_a, &b, &pose_b).cache(&mut cache).manifold(0.1);
            if let Some(found) = &found {
                let old = last.as_ref().map_or(&[][..], Manifold::points);
                for (i, point) in found.points().iter().enumerate() {
                    if let Some(k) = point.previous {
                        assert!(point.persisted);
                        assert_eq!(old[usize::from(k)].feature, point.feature);
                        if usize::from(k) != i {
                            moved += 1
                        }
                    } else {
                        new += 1;
                    }
                    let back = pose_a.transform_point(point.local_a(&pose_a)) - point.point_a;
                    assert!(back.max_abs() < 1e-14);
                    let back = pose_b.transform_point(point.local_b(&pose_b)) - point.point_b;
                    assert!(back.max_abs() < 1e-14);
                }
                let normals = [
                    pose_a.transform_vector(found.local_normal_a(&pose_a)),
                    pose_b.transform_vector(found.local_normal_b(&pose_b)),
                ];
                assert!(normals.iter().all(|n| (*n - found.normal).max_abs() < 1e-15));
                let names = |points: &[clearance::ContactPoint<V>]| {
                    points.iter().map(|p| p.feature).collect::<Vec<_>>()
                };
                if found.has_same_points() {
                    same += 1;
                    assert_eq!(names(found.points()), names(old));
                } else {
                    changed += 1;
                }
            }
            last = found;
        }
    }
    let least = if V::DIM == 2 { 0 } else { count / 50 };
    assert!(same > count && changed > count && new > count, "{same} {changed} {new} {moved}");
    assert!(moved >= least, "{moved}");
}

#[test]
fn each_point_has_its_previous_index() {
    indices_lead_back::<DVec2>(1);
    indices_lead_back::<DVec3>(2);
}

/// Without a cache no point has an index.
#[test]
fn without_a_cache_all_points_are_new() {
    let mut random = Random::new(3);
    for _ in 0..pairs(50) {
        let pair = Pair::random::<DVec3>(&mut random);
        let ((a, b), (p, q)) = (pair.shapes::<DVec3>(1.0), pair.poses::<DVec3>(1.0));
        if let Some(found) = Query::new(&a, &p, &b, &q).manifold(0.1) {
            assert!(!found.has_same_points());
            assert!(found.points().iter().all(|p| p.previous.is_none() && !p.persisted));
        }
    }
}
