//! Step counts of GJK for cylinders, cones and ellipsoids that are apart. With `--nocapture` the
//! mean step count of each pair of kinds is printed, for `CLEARANCE_PAIRS` pairs.

use clearance::glam::DVec3;
use clearance::{Algorithm, Query};
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
