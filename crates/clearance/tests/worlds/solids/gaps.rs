//! Gaps within the margin, against the contacts of the hulls.

use clearance::d3_f64::{Pose, contact_manifold, contacts};
use clearance::glam::DQuat;
use clearance_testing::{Random, pairs};

use super::agree::at_depth;
use super::shapes::{cuboid, hull, solid, split, turn};

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
        let depth = |p: &clearance::Contact<_>| p.manifold.depth();
        let best = found.iter().copied().reduce(|x, y| if depth(&y) > depth(&x) { y } else { x });
        let best = best.unwrap_or_else(|| panic!("{i}: {truth:?}"));
        let is_off = best.manifold.normal.dot(truth.normal) < 0.996
            || (best.manifold.depth() - truth.depth()).abs() > 1e-6;
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
