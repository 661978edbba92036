//! Resting shapes that tremble: the number and the names of their contact points must not change.

use clearance::glam::{DQuat, DVec3};
use clearance::{Cache, FeatureId, Pose, Query, Shape, contact_manifold};
use clearance_testing::Random;

use super::bodies::{capsule, cuboid, cylinder, prism};

/// The largest random rotation around each axis, in radians.
const TREMOR: f64 = 1e-6;
const FRAMES: usize = 1000;

/// The names of the contacts of two trembling bodies in each frame, with and without a cache.
fn frames(
    a: (&Shape<DVec3>, &Pose<DVec3>),
    b: (&Shape<DVec3>, &Pose<DVec3>),
) -> [Vec<Vec<FeatureId>>; 2] {
    let mut random = Random::new(9);
    let mut tremble = |pose: &Pose<DVec3>| {
        let turn = DQuat::from_scaled_axis(random.in_cube(TREMOR));
        Pose::new(pose.translation() + random.in_cube(TREMOR), turn * pose.turn()).unwrap()
    };
    let (mut with, mut without, mut cache) = (Vec::new(), Vec::new(), Cache::default());
    for _ in 0..FRAMES {
        let (pose_a, pose_b) = (tremble(a.1), tremble(b.1));
        // The margin is larger than the motion of the tremor.
        let margin = 1e-3;
        let fresh = contact_manifold(a.0, &pose_a, b.0, &pose_b, margin).unwrap();
        let mut query = Query::new(a.0, &pose_a, b.0, &pose_b).cache(&mut cache);
        let warm = query.manifold(margin).unwrap();
        for (list, manifold) in [(&mut without, fresh), (&mut with, warm)] {
            let mut names: Vec<_> = manifold.points().iter().map(|p| p.feature).collect();
            names.sort_unstable();
            list.push(names);
        }
    }
    [with, without]
}

/// B rests on A at a depth of 1e-4, moved sideways and rotated around z.
#[track_caller]
fn expect(
    a: &Shape<DVec3>,
    b: &Shape<DVec3>,
    height: f64,
    aside: [f64; 2],
    turn: f64,
    count: usize,
    cold: bool,
) {
    let pose_a = Pose::at(DVec3::new(0.1, 0.2, 0.3)).unwrap();
    let at = pose_a.translation() + DVec3::new(aside[0], aside[1], height - 1e-4);
    let pose_b = Pose::new(at, DQuat::from_rotation_z(turn)).unwrap();
    let [with, without] = frames((a, &pose_a), (b, &pose_b));
    assert_eq!(with[0].len(), count, "{:?}", with[0]);
    let changes = |frames: &[Vec<FeatureId>]| frames.windows(2).filter(|w| w[0] != w[1]).count();
    assert_eq!(changes(&with), 0, "with a cache");
    if cold {
        assert_eq!(changes(&without), 0, "without a cache");
    }
}

#[test]
fn stacked_boxes() {
    let cube = cuboid([0.5; 3]);
    // In the middle, flush with one side, with two, and over the edge.
    for aside in [[0.0, 0.0], [0.25, 0.0], [0.25, 0.125], [0.7, 0.3]] {
        for b in [cuboid([0.5; 3]), cuboid([0.25, 0.25, 0.5]), cuboid([0.75, 0.75, 0.5])] {
            expect(&cube, &b, 1.0, aside, 0.0, 4, true);
        }
    }
}

#[test]
fn a_small_box_on_a_large_one() {
    for ratio in [10.0, 100.0] {
        let floor = cuboid([0.5 * ratio, 0.5 * ratio, 0.5]);
        expect(&floor, &cuboid([0.5; 3]), 1.0, [0.3, 0.1], 0.3, 4, true);
    }
}

/// More corners than four: the points kept must not depend on tiny differences of depth.
#[test]
fn turned_boxes() {
    let cube = cuboid([0.5; 3]);
    for turn in [0.3, core::f64::consts::FRAC_PI_4] {
        expect(&cube, &cube, 1.0, [0.0, 0.0], turn, 4, false);
    }
}

#[test]
fn other_shapes() {
    let cube = cuboid([1.0, 1.0, 0.5]);
    expect(&cube, &prism(6, 0.5, 0.5), 1.0, [0.0, 0.0], 0.0, 4, false);
    expect(&cube, &prism(8, 0.5, 0.5), 1.0, [0.7, 0.0], 0.1, 4, false);
    expect(&cube, &cylinder(2, 0.5, 0.5), 1.0, [0.0, 0.0], 0.0, 4, true);
    expect(&cube, &cylinder(2, 0.5, 1.0), 1.0, [0.0, 0.0], 0.0, 4, false);
    expect(&cube, &cylinder(0, 0.5, 0.25), 0.75, [0.0, 0.0], 0.3, 2, true);
    expect(&cube, &capsule(0, 0.5, 0.25), 0.75, [0.6, 0.0], 0.3, 2, true);
    let capsule = capsule(0, 0.5, 0.25);
    expect(&capsule, &capsule, 0.5, [0.0, 0.0], 0.0, 2, true);
    // They cross at an angle: the middle is the deepest.
    expect(&capsule, &capsule, 0.5, [0.25, 0.0], 0.01, 3, true);
    let drum = cylinder(2, 0.5, 0.5);
    expect(&drum, &drum, 1.0, [0.0, 0.0], 0.2, 4, false);
}

/// With a margin of 0, cached points give the depth of the clearance, however a box rocks: only with a margin
/// may they be less deep, by a share of it.
#[test]
fn cached_points_are_deepest_without_a_margin() {
    let (mut random, mut four) = (Random::new(12), 0);
    while four < clearance_testing::pairs(10_000) {
        let mut half = || random.in_cube(1.0).abs() + DVec3::splat(0.1);
        let [p, q] = [half(), half()];
        let (a, b) = if random.below(2) == 0 {
            (cuboid(p.to_array()), cuboid(q.to_array()))
        } else {
            (cuboid(p.to_array()), cylinder(2, q.z, q.x))
        };
        let aside = random.in_cube(0.3).truncate().extend(p.z + q.z - 1e-3);
        let turn = DQuat::from_rotation_z(random.range(0.0, 3.0));
        let mut cache = Cache::default();
        for _ in 0..20 {
            let tilt = libm::pow(10.0, random.range(-7.0, -4.0));
            let turn = DQuat::from_scaled_axis(random.in_cube(tilt)) * turn;
            let at = Pose::new(aside, turn).unwrap();
            let query = || Query::new(&a, &Pose::IDENTITY, &b, &at);
            let Some(warm) = query().cache(&mut cache).manifold(0.0) else { continue };
            let clearance = query().clearance();
            let off = warm.deepest().separation - clearance.signed_distance;
            assert!(off.abs() <= 1e-13 * 4.0 + clearance.upper - clearance.lower, "{off} {warm:?}");
            four += usize::from(warm.points().len() == 4);
        }
    }
}
