//! Convex solids as surfaces of triangles, against the contacts of their hulls.

use clearance::Contact;
use clearance::d3_f64::{Collider, Hull, Pose, clearance};
use clearance::glam::{DQuat, DVec3};
use clearance_testing::{Random, pairs};

use super::shapes::{convex, hull, solid, turn};

/// Two hulls, B on a ray from the middle of A, so far away that they have this signed distance.
pub fn at_depth(hulls: [&Hull; 2], turn: DQuat, way: DVec3, distance: f64) -> Pose {
    let at = |far: f64| Pose::new(way * far, turn).unwrap();
    let (mut low, mut high) = (0.2, 6.0);
    for _ in 0..60 {
        let middle = (low + high) * 0.5;
        let found = clearance(hulls[0], &Pose::IDENTITY, hulls[1], &at(middle));
        if found.signed_distance < distance { low = middle } else { high = middle }
    }
    at(high)
}

/// The patch that is the deepest.
fn deepest(patches: &[Contact<DVec3>]) -> Option<(DVec3, f64)> {
    let found = patches.iter().map(|p| (p.manifold.normal, p.manifold.depth()));
    found.reduce(|x, y| if y.1 > x.1 { y } else { x })
}

/// What is counted of pairs in each other.
#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    missing: usize,
    turned: usize,
    off: usize,
    exact: usize,
    several: usize,
    sideways: usize,
    wrong: usize,
}

#[test]
fn convex_solids_touch_as_their_hulls() {
    let (mut random, mut tally) = (Random::new(1), Tally::default());
    for i in 0..pairs(2000) {
        let (a, b) = (convex(&mut random), convex(&mut random));
        let hulls = [hull(&a), hull(&b)];
        let turn = if random.below(10) < 3 { DQuat::IDENTITY } else { turn(&mut random) };
        let way = random.direction3();
        let way = if random.below(10) < 3 { way * DVec3::new(1.0, 0.05, 0.05) } else { way };
        let depth = libm::pow(10.0, random.range(-3.0, -1.0));
        let at = at_depth([&hulls[0], &hulls[1]], turn, way.normalize(), -depth);
        let truth = clearance(&hulls[0], &Pose::IDENTITY, &hulls[1], &at);
        let shapes: [Collider; 2] = [solid(&a), solid(&b)];
        let found = clearance::contacts(&shapes[0], &Pose::IDENTITY, &shapes[1], &at, 0.0);
        tally.asked += 1;
        let Some((normal, found_depth)) = deepest(&found) else {
            tally.missing += 1;
            tally.wrong += 1;
            continue;
        };
        let angle = normal.cross(truth.normal).length().atan2(normal.dot(truth.normal));
        let off = (found_depth + truth.signed_distance).abs();
        tally.turned += usize::from(angle.to_degrees() > 5.0);
        tally.off += usize::from(off > 0.01 * depth);
        tally.exact += usize::from(off < 2e-9);
        tally.several += usize::from(found.len() > 1);
        tally.sideways +=
            usize::from(found.iter().any(|p| p.manifold.normal.dot(truth.normal) < 0.5));
        if angle.to_degrees() > 5.0 || off > 0.01 * depth {
            tally.wrong += 1;
            println!("{i}: {truth:?}, found {found_depth} {normal}");
        }
    }
    println!("{tally:?}");
    assert!(
        tally.wrong * 1000 <= tally.asked && tally.exact * 1000 > tally.asked * 995,
        "{tally:?}"
    );
}
