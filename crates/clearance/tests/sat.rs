//! Separating axis tests against each other.

use clearance::algorithm::sat::d3::{Pair, bounded, exhaustive, pruned};
use clearance::glam::{DQuat, DVec3};
use clearance::hull::{Hull3, Polyhedron, build3};
use clearance::space::{Motion, Pose};

mod common;
use common::Random;

fn hull(random: &mut Random, count: usize) -> Polyhedron<DVec3> {
    let points: Vec<DVec3> = (0..count).map(|_| random.direction3()).collect();
    let Hull3::Solid(hull) = build3(&points).unwrap() else { panic!("random points are solid") };
    *hull
}

#[test]
fn pruned_is_exhaustive() {
    let mut random = Random::new(1);
    for i in 0..200 {
        let (a, b) = (hull(&mut random, 4 + i % 20), hull(&mut random, 4 + i % 17));
        let d = random.direction3() * random.unit() * 1.2;
        let q = DQuat::from_rotation_arc(random.direction3(), random.direction3());
        let m = Motion::of(&Pose::new(d, q).unwrap());
        let (a, b) = (a.facets(), b.facets());
        let pair = Pair::new(&a, &b, &m, d, 4.0);
        let all = exhaustive(&pair, &mut ());
        let some = pruned(&pair, &mut ());
        if all.overlap < 0.0 {
            assert!(some.overlap < 0.0);
            continue;
        }
        assert!((all.overlap - some.overlap).abs() < 1e-12, "{i} {all:?} {some:?}");
        let few = bounded(&pair, &mut Default::default(), &mut ());
        assert!((all.overlap - few.overlap).abs() < 1e-12, "{i} {all:?} {few:?}");
    }
}
