//! The local depth, against closed forms and the depth of hulls.

use std::f64::consts::TAU;

use clearance::d3_f64::{Collider, Hull, Pose};
use clearance::glam::{DQuat, DVec3};
use clearance::{LocalDepth, clearance, local_depth, signed_distance};
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, any, convex, cuboid, hull, moved, peg, ring, solid, turn};

fn found(a: &Collider, b: &Collider, at: &Pose) -> LocalDepth<DVec3> {
    local_depth(a, &Pose::IDENTITY, b, at).expect("they overlap")
}

fn assert_near(found: &LocalDepth<DVec3>, depth: f64, share: f64) {
    let (low, high) = (found.lower * (1.0 - 1e-9), found.upper * (1.0 + 1e-9));
    assert!(low <= depth && depth <= high, "{depth} {found:?}");
    assert!(found.upper - found.lower <= share * depth, "{depth} {found:?}");
}

#[test]
fn boxes_are_as_deep_as_their_common_box_is_thin() {
    let mut random = Random::new(62);
    let a = solid(&cuboid([-1.0; 3], [1.0; 3]));
    for i in 0..pairs(200) {
        let unit = [1.0, 1e-6, 1e6][i % 3];
        let thin = random.range(0.01, 0.2);
        let far = if i % 2 == 0 { DVec3::new(10.0, 20.0, -30.0) * unit } else { DVec3::ZERO };
        let way = DVec3::new(2.0 - thin, random.range(-1.0, 1.0), random.range(-1.0, 1.0)) * unit;
        let scaled = a.scaled(DVec3::splat(unit)).unwrap();
        let at = Pose::at(far + way).unwrap();
        let found = local_depth(&scaled, &Pose::at(far).unwrap(), &scaled, &at).unwrap();
        assert_near(&found, thin * unit, 1e-3);
        assert!(found.normal.x > 0.999_999, "{found:?}");
    }
}

#[test]
fn a_tight_fit_is_as_deep_as_it_is_tight() {
    let (at, half_angle) = (Pose::IDENTITY, TAU / 24.0);
    let outer = solid(&ring(0.5, 1.0, 0.3, 12));
    for tight in [1e-4, 1e-3, 0.02] {
        // The flat sides are as far apart as the corners, times the cosine; the corners of the peg are the deepest.
        let inner = solid(&peg(12, 0.5 + tight, 1.0));
        let found = found(&outer, &inner, &at);
        println!("{tight}: {} to {}, {:?}", found.lower / tight, found.upper / tight, found.normal);
        assert_near(&found, tight * half_angle.cos(), 1.1);
    }
    // A square shaft in a square hole: its edges are the deepest, and leave only along both walls of a corner at once.
    let outer = solid(&ring(0.5, 1.0, 0.3, 4));
    for tight in [1e-4, 1e-3, 0.02] {
        let found = found(&outer, &solid(&peg(4, 0.5 + tight, 1.0)), &at);
        println!("{tight}: {} to {}, {:?}", found.lower / tight, found.upper / tight, found.normal);
        assert_near(&found, tight, 0.6);
    }
    // Round, as a drawing has it.
    let (hole, shaft) = (solid(&ring(1.0, 2.0, 2.0, 64)), solid(&peg(64, 1.01, 3.0)));
    let round = found(&hole, &shaft, &at);
    println!("round: {round:?}");
    assert!(round.upper >= 0.01 * (TAU / 128.0).cos() && round.upper < 0.05, "{round:?}");
    assert!(round.lower > 0.009);
    // Eight teeth, each 0.01 too deep.
    let turned = |p: DVec3, angle: f64| DQuat::from_rotation_z(angle) * p;
    let mut teeth: Raw = (vec![], vec![]);
    for i in 0..8 {
        let tooth = cuboid([0.49, -0.1, -0.2], [0.6, 0.1, 0.2]);
        let more = teeth.0.len() as u32;
        teeth.0.extend(tooth.0.iter().map(|p| turned(*p, f64::from(i) * TAU / 8.0)));
        teeth.1.extend(tooth.1.iter().map(|t| t.map(|v| v + more)));
    }
    let shaft = moved(&peg(8, 0.5 / (TAU / 16.0).cos(), 1.0), |p| turned(p, TAU / 16.0));
    assert_near(&found(&solid(&teeth), &solid(&shaft), &at), 0.01, 1e-3);
}

#[test]
fn what_goes_right_through_is_as_deep_as_the_thicker_one() {
    let bar = |half: [f64; 3]| solid(&cuboid(half.map(|x| -x), half));
    for (a, b, depth) in [
        ([0.1, 5.0, 0.1], [5.0, 0.1, 0.1], 0.1),
        ([5.0, 5.0, 0.05], [0.1, 0.1, 5.0], 0.1),
        ([5.0, 5.0, 0.25], [0.1, 0.1, 5.0], 0.25),
    ] {
        let found = found(&bar(a), &bar(b), &Pose::IDENTITY);
        println!("{found:?}");
        assert_near(&found, depth, 2e-3);
    }
}

/// The largest depth of points of both hulls, by chance.
fn deepest_sample(a: &Hull, b: &Hull, at: &Pose, random: &mut Random) -> f64 {
    let mut most = 0.0_f64;
    for _ in 0..500 {
        let point = DVec3::from_array([(); 3].map(|()| random.range(-1.0, 1.0)));
        let depths = [signed_distance(a, &Pose::IDENTITY, point), signed_distance(b, at, point)];
        let [in_a, in_b] = depths.map(|depth| -depth.unwrap());
        if in_a >= 0.0 && in_b >= 0.0 {
            most = most.max(in_a).max(in_b);
        }
    }
    most
}

#[test]
fn it_is_never_deeper_than_a_way_out() {
    let mut random = Random::new(63);
    let (mut asked, mut less, mut sampled, mut widths) = (0, 0, 0, vec![]);
    while asked < pairs(100) {
        let (a, b) = (convex(&mut random), convex(&mut random));
        let at =
            Pose::new(random.direction3() * random.range(0.3, 1.5), turn(&mut random)).unwrap();
        let depth = -clearance(&hull(&a), &Pose::IDENTITY, &hull(&b), &at).signed_distance;
        if !(1e-3..0.3).contains(&depth) {
            continue;
        }
        asked += 1;
        let found = found(&solid(&a), &solid(&b), &at);
        assert!(found.lower <= depth * (1.0 + 1e-9), "{depth} {found:?}");
        let held = deepest_sample(&hull(&a), &hull(&b), &at, &mut random);
        assert!(held <= found.upper * (1.0 + 1e-6), "{held} {found:?}");
        sampled += usize::from(held > 0.0);
        less += usize::from(found.upper <= depth * (1.0 + 1e-3));
        widths.push(found.upper / found.lower);
    }
    widths.sort_by(f64::total_cmp);
    let at = |share: usize| widths[asked * share / 100];
    println!(
        "{less} of {asked} no deeper than hulls, {sampled} with a point of both by chance; upper by lower bound {} {}",
        at(50),
        at(90)
    );
    assert!(sampled * 4 >= asked);
    assert!(less >= asked * 99 / 100 && at(50) < 1.1 && at(90) < 1.4);
}

#[test]
fn it_does_not_depend_on_the_order() {
    let mut random = Random::new(64);
    let (mut asked, mut same) = (0, 0);
    while asked < pairs(100) {
        let (a, b) = (solid(&any(&mut random)), solid(&any(&mut random)));
        let at =
            Pose::new(random.direction3() * random.range(0.2, 1.2), turn(&mut random)).unwrap();
        let Some(once) = local_depth(&a, &Pose::IDENTITY, &b, &at) else { continue };
        let swapped = local_depth(&b, &at, &a, &Pose::IDENTITY).unwrap();
        let global = -clearance(&a, &Pose::IDENTITY, &b, &at).lower;
        assert!(once.lower <= swapped.upper && swapped.lower <= once.upper, "{once:?} {swapped:?}");
        assert!(once.lower <= global, "{once:?} {global}");
        asked += 1;
        same += usize::from((once.upper / swapped.upper - 1.0).abs() <= 0.05);
    }
    println!("{same} of {asked} are the same");
    assert!(same * 10 >= asked * 9);
}
