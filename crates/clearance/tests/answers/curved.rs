//! Cylinders, cones and ellipsoids: step counts of GJK if they are apart, and shallow overlaps. With
//! `--nocapture` the counts are printed, for `CLEARANCE_PAIRS` pairs.

use clearance::glam::DVec3;
use clearance::verify::{Verdict, check};
use clearance::{
    Algorithm, Pose, Query, Status, certificate, clearance, contact_manifold, penetration,
};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Recipe, Stand, pose};

/// GJK finds the distance of curved shapes in few steps, because it uses Newton's method to choose
/// directions: about 7 steps on average, where support points alone took 10 to 20.
#[test]
fn curved_distances_take_few_steps() {
    let mut random = Random::new(21);
    let curved = [Kind::Cylinder, Kind::Cone, Kind::Ellipsoid];
    let others = [curved.as_slice(), &[Kind::Cuboid, Kind::Segment, Kind::Hull]].concat();
    let recipe = |kind: Kind, random: &mut Random| loop {
        let recipe = Recipe { margin: 0.0, ..Recipe::random(random, 3) };
        if recipe.kind == kind {
            break recipe;
        }
    };
    for (kind, other) in curved.iter().flat_map(|a| others.iter().map(move |b| (*a, *b))) {
        let (mut steps, mut asked, mut many) = (0, 0, 0);
        while asked < clearance_testing::pairs(200) {
            let (a, b) = (recipe(kind, &mut random), recipe(other, &mut random));
            let stands = [Stand::random(&mut random, 1.0), Stand::random(&mut random, 3.0)];
            let [pa, pb] = stands.map(|stand| pose::<DVec3>(&stand, 1.0));
            let (a, b) = (a.make::<DVec3>(1.0), b.make(1.0));
            let answer = Query::new(&a, &pa, &b, &pb).algorithm(Algorithm::Gjk).clearance();
            if answer.lower <= 0.0 {
                continue;
            }
            assert!(answer.converged(), "{answer:?}");
            asked += 1;
            steps += answer.iterations;
            many += u32::from(answer.iterations > 20);
        }
        println!("{kind:?} {other:?}: {:.1}", f64::from(steps) / f64::from(asked));
        assert!(steps < 10 * asked && 10 * many < asked, "{kind:?} {other:?}: {steps}, {many}");
    }
}

/// Shallow overlaps of curved shapes, 1e-10 to 1e-8 of their size, are decided, and the bounds are narrow: the
/// deepest point, which Newton's method finds, is a corner of EPA's polytope.
#[test]
fn shallow_overlaps_are_decided() {
    let mut random = Random::new(5);
    let curved = [Kind::Cylinder, Kind::Cone, Kind::Ellipsoid];
    let others = [curved.as_slice(), &[Kind::Cuboid, Kind::Hull, Kind::Segment]].concat();
    let (mut overlapping, mut undecided, mut wide, mut off, mut proven) = (0, 0, 0, 0, 0);
    for i in 0..clearance_testing::pairs(12_000) {
        let mut recipe = |kind: Kind| {
            let point = |_| core::array::from_fn(|_| random.range(-1.0, 1.0));
            let points = (0..if kind == Kind::Hull { 12 } else { 2 }).map(point).collect();
            Recipe { kind, points, margin: 0.0, ..Recipe::random(&mut random, 3) }
        };
        let mut recipes = [recipe(curved[i % 3]), recipe(others[i / 3 % 6])];
        if i % 2 == 0 {
            recipes.reverse();
        }
        let [a, b] = recipes.map(|recipe| recipe.make::<DVec3>(1.0));
        let [pa, mut pb] =
            [0.0, 3.0].map(|size| pose::<DVec3>(&Stand::random(&mut random, size), 1.0));
        let depth = libm::pow(10.0, random.range(-9.5, -8.0));
        for target in [0.1, 1e-3, -depth] {
            let answer = clearance(&a, &pa, &b, &pb);
            let way = answer.normal * (target - answer.signed_distance);
            pb = Pose::new(pb.translation() + way, pb.turn()).unwrap();
        }
        let answer = clearance(&a, &pa, &b, &pb);
        // At an edge or a corner another direction may be less deep.
        if answer.signed_distance > -0.5 * depth {
            continue;
        }
        overlapping += 1;
        undecided += usize::from(answer.status() == Status::Undecided);
        wide += usize::from(answer.upper - answer.lower > 1e-13 * 3.0);
        let found = penetration(&a, &pa, &b, &pb).map_or(0.0, |found| found.depth);
        let deepest =
            contact_manifold(&a, &pa, &b, &pb, 0.0).map_or(0.0, |found| found.deepest().separation);
        let is_off = |x: f64| (x - answer.signed_distance).abs() > 1e-13 * 3.0;
        off += usize::from(is_off(-found) || is_off(deepest));
        if i % 50 == 0 {
            let full = certificate(&a, &pa, &b, &pb);
            assert_eq!(check(&a, &pa, &b, &pb, &full), Verdict::Proven, "{i}: {full:?}");
            proven += 1;
        }
    }
    println!(
        "{overlapping} overlapping, {undecided} undecided, {wide} wide, {off} off, {proven} proven"
    );
    assert!(overlapping >= 10_000 && proven >= 200, "{overlapping} {proven}");
    assert!(100 * (undecided + wide + off) < overlapping, "{undecided} {wide} {off}");
}
