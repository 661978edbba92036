//! The same solids with four and sixteen times the triangles, exchanged, and turned: the patches are the same.

use clearance::Contact;
use clearance::d3_f64::{Collider, Pose};
use clearance::glam::{DQuat, DVec3};
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, any, cuboid, ell, moved, peg, ring, solid, split, torus, turn};

const HERE: Pose = Pose::IDENTITY;

/// Normals and depths of patches, with normals turned back.
pub fn patches(
    a: &Collider,
    b: &Collider,
    at: &Pose,
    back: impl Fn(DVec3) -> DVec3,
) -> Vec<[f64; 4]> {
    let of = |patch: &Contact<DVec3>| {
        let n = back(patch.manifold.normal);
        [n.x, n.y, n.z, patch.manifold.depth()]
    };
    clearance::contacts(a, &HERE, b, at, 0.0).iter().map(of).collect()
}

/// Do both lists have the same patches? Of two that are nearly as deep rounding decides.
pub fn are_same(x: &[[f64; 4]], y: &[[f64; 4]]) -> bool {
    let is_like = |p: &[f64; 4], q: &[f64; 4]| {
        let off = |i: usize| (p[i] - q[i]).abs();
        (0..3).all(|i| off(i) < 5e-5) && off(3) < 2e-9
    };
    x.len() == y.len() && x.iter().all(|p| y.iter().any(|q| is_like(p, q)))
}

/// B on a way in, a little farther than where it first touches A.
pub fn shallow(random: &mut Random, a: &Collider, b: &Collider) -> Option<Pose> {
    let turn = if random.below(5) == 0 { DQuat::IDENTITY } else { turn(random) };
    let (aim, way) = (random.direction3() * random.unit(), random.direction3());
    let at = |s: f64| Pose::new(aim + way * (3.0 - s), turn).unwrap();
    let mut s = 0.0;
    for _ in 0..60 {
        let gap = clearance::separation(a, &HERE, b, &at(s)).distance;
        if gap < 1e-4 {
            return Some(at(s + libm::pow(10.0, random.range(-2.5, -1.0))));
        }
        s += gap;
        if s > 3.0 {
            break;
        }
    }
    None
}

#[test]
fn triangles_frames_and_order_do_not_matter() {
    let (mut random, mut asked, mut several) = (Random::new(7), 0, 0);
    let mut same = [0; 4];
    while asked < pairs(250) {
        let raw = [any(&mut random), any(&mut random)];
        let [a, b] = [solid(&raw[0]), solid(&raw[1])];
        let Some(at) = shallow(&mut random, &a, &b) else { continue };
        let found = patches(&a, &b, &at, |n| n);
        if found.is_empty() {
            continue;
        }
        asked += 1;
        several += usize::from(found.len() > 1);
        for k in [1, 2] {
            let [a, b] = [solid(&split(&raw[0], k)), solid(&split(&raw[1], k))];
            same[k - 1] += usize::from(are_same(&found, &patches(&a, &b, &at, |n| n)));
        }
        same[2] +=
            usize::from(are_same(&found, &patches(&b, &a, &at.inverse(), |n| -(at.turn() * n))));
        let turn = DQuat::from_axis_angle(DVec3::new(0.36, 0.48, 0.8), 1.1);
        let turned: [Raw; 2] = [moved(&raw[0], |p| turn * p), moved(&raw[1], |p| turn * p)];
        let [a, b] = [solid(&turned[0]), solid(&turned[1])];
        let at = Pose::new(turn * at.translation(), turn * at.turn() * turn.inverse()).unwrap();
        same[3] += usize::from(are_same(&found, &patches(&a, &b, &at, |n| turn.inverse() * n)));
    }
    println!("{asked} asked, {several} with several patches; the same {same:?}");
    assert!(several > 0, "{asked}");
    assert!(same.iter().all(|same| same * 100 >= asked * 99), "{same:?} of {asked}");
}

/// Pairs that nearly fit into each other, with contacts on many sides, and where B is.
fn fit(random: &mut Random) -> ([Raw; 2], Pose) {
    let e = libm::pow(10.0, random.range(-2.5, -1.0));
    let away = random.direction3() * e;
    let tilt = DQuat::from_axis_angle(random.direction3(), random.signed() * e * 0.5);
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let (pair, way, turn) = match random.below(4) {
        0 => {
            ([ring(1.0, 1.5, 0.6, 16), peg(16, 1.0 - e * 0.6, 1.0)], at(away.x, away.y, 0.0), tilt)
        }
        1 => (
            [ring(1.0, 2.0, 2.0, 16), cuboid([-0.2, -0.5, -0.5], [0.2, 0.5, 0.5])],
            at(0.0, 0.43 + e, 0.0),
            tilt,
        ),
        2 => (
            [ell(1.0), ell(1.0)],
            at(1.0 - e, 1.0 - e * random.unit(), 0.3 * random.signed()),
            tilt,
        ),
        _ => {
            let link = torus(1.0, 0.25, 24, 12);
            let across = DQuat::from_rotation_x(1.57 + random.range(-0.3, 0.3));
            ([link.clone(), link], at(1.5 + e, 0.0, 0.0), across)
        }
    };
    (pair, Pose::new(way, turn).unwrap())
}

#[test]
fn tight_fits_have_the_same_patches() {
    let (mut random, mut asked, mut several, mut same) = (Random::new(8), 0, 0, 0);
    while asked < pairs(150) {
        let (raw, at) = fit(&mut random);
        let found = patches(&solid(&raw[0]), &solid(&raw[1]), &at, |n| n);
        if found.is_empty() {
            continue;
        }
        asked += 1;
        several += usize::from(found.len() > 1);
        let fine = raw.map(|raw| solid(&split(&raw, 1)));
        same += usize::from(are_same(&found, &patches(&fine[0], &fine[1], &at, |n| n)));
    }
    println!("{asked} asked, {several} with several patches, {same} the same");
    assert!(several * 10 > asked && same * 100 >= asked * 95, "{several} {same} of {asked}");
}
