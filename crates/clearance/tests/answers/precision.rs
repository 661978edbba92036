//! The source of GJK is generic over the precision. Queries search in f64; here the same source
//! runs in f32, compared with f64, on the same hulls. Also, in all four vector types: poses, and
//! shapes behind pointers.

mod pointers;
mod poses;

use clearance::algorithm::gjk::{self, Goal, Start};
use clearance::glam::{DVec3, Vec3};
use clearance::shape::Hull;
use clearance::shape::difference::Difference;
use clearance::space::Motion;
use clearance::{Convex, Pose};
use clearance_testing::Random;

/// Random points, the same in both precisions.
fn hulls(random: &mut Random) -> (Hull<Vec3>, Hull<DVec3>) {
    let count = 4 + random.below(28);
    let points: Vec<Vec3> = (0..count).map(|_| random.in_cube(1.0).as_vec3()).collect();
    let wide: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
    (Hull::new(points).unwrap(), Hull::new(wide).unwrap())
}

#[test]
fn gjk_in_f32_finds_what_it_finds_in_f64() {
    let mut random = Random::new(32);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..5_000 {
        let ((a, wide_a), (b, wide_b)) = (hulls(&mut random), hulls(&mut random));
        let pose = Pose::new(random.in_cube(1.6), random.rotation()).unwrap();
        let motion = Motion::of(&pose);
        let size = a.reach() + b.reach() + pose.translation().length();
        let narrow = Difference::new(&a, &b, &motion, size);
        let wide = Difference::new(&wide_a, &wide_b, &motion, size);

        let goal = Goal { above: f32::INFINITY, below: -1.0, accuracy: 1e-6, corners: false };
        let in_f32 = gjk::distance(&narrow, &Start::default(), &goal, &mut ());
        let goal = Goal { above: f64::INFINITY, below: -1.0, accuracy: 1e-14, corners: false };
        let in_f64 = gjk::distance(&wide, &Start::default(), &goal, &mut ());

        // The difference has a size of about 1.
        let near = in_f64.upper < 1e-5;
        assert!(in_f32.overlap == in_f64.overlap || near, "{in_f32:?} {in_f64:?}");
        let gap = if in_f32.overlap { 0.0 } else { f64::from(in_f32.upper) };
        let truth = if in_f64.overlap { 0.0 } else { in_f64.upper };
        assert!((gap - truth).abs() < 5e-6, "{in_f32:?} {in_f64:?}");
        assert!(in_f32.steps <= gjk::MOST_STEPS);
        *(if in_f64.overlap { &mut overlapping } else { &mut apart }) += 1;
    }
    assert!(apart > 1_500 && overlapping > 1_500, "{apart} apart, {overlapping} overlapping");
}
