//! Convex solids that hardly overlap or only touch: each overlap that is proven has a patch, and none is deeper than the
//! bodies are in each other.

use clearance::d3_f64::{Hull, Pose, clearance, contacts};
use clearance::glam::{DQuat, DVec3};
use clearance::{Collider, Status};
use clearance_testing::{Random, pairs};

use super::agree::at_depth;
use super::shapes::{Raw, convex, cuboid, hull, moved, solid, turn};

/// The deepest point of all patches; `None` if there is no patch.
fn depth_of(a: &Collider<DVec3>, b: &Collider<DVec3>, at: &Pose) -> Option<f64> {
    let patches = contacts(a, &Pose::IDENTITY, b, at, 0.0);
    patches.iter().map(|patch| patch.manifold.depth()).reduce(f64::max)
}

/// A tetrahedron, and a prism of three sides.
fn corner() -> Raw {
    let vertices = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    (vertices.map(DVec3::from).to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
}

fn wedge() -> Raw {
    let side = |x: f64| [[x, 0.0, 0.0], [x, 2.0, 0.0], [x, 0.0, 2.0]];
    let vertices = [side(0.0), side(4.0)].concat();
    let sides = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]];
    let ends = [[0, 2, 1], [3, 4, 5]];
    (vertices.into_iter().map(DVec3::from).collect(), [&sides[..], &ends].concat())
}

/// Bodies with whole numbers as corners, at whole numbers: many touch in a corner, along an edge or in a face.
#[test]
fn what_touches_is_not_deep() {
    let mut random = Random::new(31);
    let (mut touching, mut missing, mut deep) = (0, 0, 0);
    let body = |random: &mut Random| match random.below(3) {
        0 => corner(),
        1 => wedge(),
        _ => cuboid([0.0; 3], [0; 3].map(|_| 1.0 + random.below(4) as f64)),
    };
    for i in 0..pairs(6000) {
        let (a, b) = (body(&mut random), body(&mut random));
        let axes = [random.below(3), random.below(2)];
        // Turned by an even permutation of the axes, perhaps twice mirrored.
        let b = moved(&b, |p| {
            let p = [p, DVec3::new(p.y, p.z, p.x), DVec3::new(p.z, p.x, p.y)][axes[0]];
            if axes[1] == 0 { p } else { DVec3::new(-p.x, -p.y, p.z) }
        });
        let whole = |random: &mut Random| random.below(9) as f64 - 4.0;
        let at = Pose::at(DVec3::new(whole(&mut random), whole(&mut random), whole(&mut random)));
        let at = at.unwrap();
        let truth = clearance(&hull(&a), &Pose::IDENTITY, &hull(&b), &at);
        if truth.signed_distance.abs() > 1e-9 {
            continue;
        }
        touching += 1;
        match depth_of(&solid(&a), &solid(&b), &at) {
            None => missing += 1,
            Some(depth) if depth > 1e-8 => {
                println!("{i}: {depth}: {a:?} {b:?} {at:?}");
                deep += 1;
            }
            Some(_) => {}
        }
    }
    println!("{touching} touch: {missing} without a patch, {deep} deep");
    assert!(touching * 8 > pairs(6000) && missing == 0 && deep == 0);
}

/// Random overlaps from 1e-14 to 1e-9 of the size, of boxes and other hulls, turned or not.
#[test]
fn overlaps_of_any_depth_have_a_patch() {
    let mut random = Random::new(32);
    let (mut asked, mut missing, mut deep) = (0, 0, 0);
    for i in 0..pairs(1500) {
        let is_box = random.below(2) == 0;
        let body =
            |random: &mut Random| if is_box { cuboid([-1.0; 3], [1.0; 3]) } else { convex(random) };
        let (a, b) = (body(&mut random), body(&mut random));
        let hulls: [Hull; 2] = [hull(&a), hull(&b)];
        let turn = if random.below(3) == 0 { DQuat::IDENTITY } else { turn(&mut random) };
        let depth = libm::pow(10.0, random.range(-14.0, -9.0));
        let at = at_depth([&hulls[0], &hulls[1]], turn, random.direction3(), -depth);
        let truth = clearance(&hulls[0], &Pose::IDENTITY, &hulls[1], &at);
        if truth.status() != Status::Overlapping {
            continue;
        }
        asked += 1;
        match depth_of(&solid(&a), &solid(&b), &at) {
            None => {
                println!("{i}: none at {depth}, box {is_box}, {turn:?}");
                missing += 1;
            }
            Some(found) => deep += usize::from(found > 1e-8),
        }
    }
    println!("{asked} overlap: {missing} without a patch, {deep} deep");
    assert!(asked * 2 > pairs(1500) && missing == 0 && deep == 0);
}
