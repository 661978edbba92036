//! Bodies that go right through others: the depth of a patch is how far B must go, as hulls tell it.

use clearance::d3_f64::{Pose, clearance, contacts};
use clearance::glam::{DQuat, DVec3};
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, cuboid, hull, hull_of, moved, solid, turn};

/// A plate, a bar or a block.
fn flat(random: &mut Random) -> Raw {
    let thin = random.range(0.02, 0.1);
    let half = match random.below(3) {
        0 => [1.0, 1.0, thin],
        1 => [1.0, 4.0 * thin, thin],
        _ => [1.0, random.range(0.1, 0.5), random.range(0.05, 0.3)],
    };
    cuboid(half.map(|x: f64| -x), half)
}

/// A needle, a wedge or a bar.
fn long(random: &mut Random) -> Raw {
    let (w, h) = (random.range(0.02, 0.2), random.range(0.3, 2.0));
    let at = DVec3::new;
    match random.below(3) {
        0 => hull_of(vec![at(w, 0.0, h), at(-w, w, h), at(-w, -w, h), at(0.0, 0.0, -h)]),
        1 => hull_of(vec![
            at(w, w, h),
            at(-w, w, h),
            at(w, -w, h),
            at(-w, -w, h),
            at(0.0, w, -h),
            at(0.0, -w, -h),
        ]),
        _ => cuboid([-w, -0.5 * w, -h], [w, 0.5 * w, h]),
    }
}

#[test]
fn as_deep_as_hulls() {
    let mut random = Random::new(65);
    let (mut asked, mut wrong, mut long_ways, mut missing) = (0, 0, 0, 0);
    while asked < pairs(1000) {
        let (a, b) = (flat(&mut random), long(&mut random));
        let at =
            Pose::new(random.direction3() * random.range(0.0, 1.0), turn(&mut random)).unwrap();
        let depth = -clearance(&hull(&a), &Pose::IDENTITY, &hull(&b), &at).signed_distance;
        if depth < 1e-3 {
            continue;
        }
        asked += 1;
        let found = contacts(&solid(&a), &Pose::IDENTITY, &solid(&b), &at, 0.0);
        let deepest = found.iter().map(|c| c.manifold.depth()).fold(0.0, f64::max);
        missing += usize::from(found.is_empty());
        wrong += usize::from(deepest < depth * (1.0 - 1e-6));
        long_ways += usize::from(deepest > depth * 1.01);
    }
    println!(
        "of {asked} less deep than hulls {wrong}, deeper {long_ways}, without a patch {missing}"
    );
    assert!(missing == 0 && wrong * 40 <= asked && long_ways * 10 <= asked);
}

#[test]
fn tips_beyond_plates() {
    let plate = cuboid([-2.0, -2.0, 0.0], [2.0, 2.0, 0.3]);
    // A knife whose edge is 0.1 below a plate that is 0.3 thick.
    let knife = hull_of(
        [
            [0.5, 0.05, 1.0],
            [-0.5, 0.05, 1.0],
            [0.5, -0.05, 1.0],
            [-0.5, -0.05, 1.0],
            [0.5, 0.0, -0.1],
            [-0.5, 0.0, -0.1],
        ]
        .map(DVec3::from_array)
        .to_vec(),
    );
    let depth = |a: &Raw, b: &Raw| {
        let found = contacts(&solid(a), &Pose::IDENTITY, &solid(b), &Pose::IDENTITY, 0.0);
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].manifold.depth(), found[0].manifold.normal)
    };
    for raise in [0.0, 1e-9] {
        let turned = moved(&knife, |p| DQuat::from_rotation_z(raise) * p);
        let (deep, normal) = depth(&plate, &turned);
        println!("knife {deep} {normal}");
        assert!((deep - 0.4).abs() < 1e-6 && normal.z > 0.999, "{deep} {normal}");
    }
    let thin = cuboid([-2.0, -2.0, 0.0], [2.0, 2.0, 0.01]);
    let prism = hull_of(
        [[0.3, 0.0, 1.0], [-0.2, 0.2, 1.0], [-0.2, -0.2, 1.0], [0.0, 0.0, -0.05]]
            .map(DVec3::from_array)
            .to_vec(),
    );
    let (deep, normal) = depth(&thin, &prism);
    println!("tip {deep} {normal}");
    assert!((deep - 0.06).abs() < 1e-6 && normal.z > 0.999);
}
