//! Gaps within the margin, against the contacts of the hulls.

use clearance::d3_f64::{Pose, contact_manifold, contacts};
use clearance::glam::DQuat;
use clearance_testing::{Random, pairs};

use super::agree::at_depth;
use super::refine::shallow;
use super::shapes::{any, cuboid, hull, solid, split, turn};

#[test]
fn boxes_apart_have_the_gap_of_their_hulls() {
    let (mut random, mut asked, mut off, mut several, mut points) = (Random::new(12), 0, 0, 0, 0);
    for i in 0..pairs(1000) {
        let mut half = || [(); 3].map(|()| random.range(0.3, 1.0));
        let (x, y) = (half(), half());
        let (a, b) = (split(&cuboid(x.map(|x| -x), x), 1), cuboid(y.map(|x| -x), y));
        let hulls = [hull(&a), hull(&b)];
        let turn = if random.below(10) < 3 { DQuat::IDENTITY } else { turn(&mut random) };
        let gap = libm::pow(10.0, random.range(-4.0, -1.5));
        let at = at_depth([&hulls[0], &hulls[1]], turn, random.direction3(), gap);
        let here = Pose::IDENTITY;
        let Some(truth) = contact_manifold(&hulls[0], &here, &hulls[1], &at, 0.05) else {
            continue;
        };
        let found = contacts(&solid(&a), &here, &solid(&b), &at, 0.05);
        asked += 1;
        let depth =
            |p: &clearance::Contact<clearance::glam::DVec3>| -p.manifold.deepest().separation;
        let best = found.iter().copied().reduce(|x, y| if depth(&y) > depth(&x) { y } else { x });
        let best = best.unwrap_or_else(|| panic!("{i}: {truth:?}"));
        let is_off = best.manifold.normal.dot(truth.normal) < 0.996
            || (depth(&best) + truth.deepest().separation).abs() > 1e-6;
        if is_off {
            println!("{i}: {truth:?} {found:?}");
        }
        off += usize::from(is_off);
        several += usize::from(found.len() > 1);
        points += usize::from(best.manifold.points().len() == truth.points().len());
    }
    println!(
        "{asked} asked, {off} off, {several} with several patches, {points} with as many points"
    );
    assert!(asked > 900 && off == 0 && several * 100 < asked, "{off} {several} of {asked}");
    assert!(points * 5 > asked * 4, "{points} of {asked}");
}

/// Of solids of all kinds that are apart, the nearest patch has the distance.
#[test]
fn the_least_gap_is_the_distance() {
    let (mut random, mut asked, mut several) = (Random::new(13), 0, 0);
    while asked < pairs(400) {
        let [a, b] = [any, any].map(|make| solid(&make(&mut random)));
        let Some(at) = shallow(&mut random, &a, &b) else { continue };
        // Back out, along a way that is not that of the distance.
        let out = at.translation().normalize() * random.range(0.05, 0.3);
        let at = Pose::new(at.translation() + out, at.turn()).unwrap();
        let found = clearance::separation(&a, &Pose::IDENTITY, &b, &at);
        if found.distance == 0.0 {
            continue;
        }
        asked += 1;
        let margin = found.distance * random.range(1.0001, 2.0);
        let patches = contacts(&a, &Pose::IDENTITY, &b, &at, margin);
        let gap = patches.iter().map(|p| p.manifold.deepest().separation).fold(1.0, f64::min);
        assert!((gap - found.distance).abs() < 1e-9, "{asked}: {found:?} {patches:?}");
        several += usize::from(patches.len() > 1);
        let too_near = contacts(&a, &Pose::IDENTITY, &b, &at, found.distance * 0.9999);
        assert!(too_near.is_empty(), "{asked}: {found:?} {too_near:?}");
    }
    assert!(several * 30 > asked, "{several} of {asked}");
}
