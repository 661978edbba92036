//! Gradients of distances: central differences find the same slopes, wherever the distance has no kink.

use clearance::paths::World;
use clearance_testing::Random;

use crate::{configuration, world};

/// The step of differences, as a part of a joint's values.
const STEP: f64 = 1e-6;

/// The signed distances of all pairs.
fn distances(world: &World, configuration: &[f64]) -> Vec<f64> {
    world.gradients(configuration).unwrap().iter().map(|found| found.distance).collect()
}

#[test]
fn gradients_are_what_differences_are() {
    let (mut rng, count) = (Random::new(3), clearance_testing::pairs(100));
    let (mut smooth, mut kinks, mut overlaps, mut moved) = (0, 0, 0, 0);
    for _ in 0..count {
        let size = *rng.one_of(&[1.0, 1e-3, 1e3]);
        let world = world(&mut rng, size);
        let q = configuration(&mut rng, world.robot(), size);
        let found = world.gradients(&q).unwrap();
        assert!(found.iter().map(|found| found.pair).eq(world.pairs()));
        let posed = world.posed(&q).unwrap();
        let is_convex = |body: usize| {
            posed[body].iter().all(|(_, shape)| matches!(shape, clearance::Collider::Convex(_)))
        };
        for joint in 0..q.len() {
            let step = STEP * size.min(1.0);
            let at = |by: f64| {
                let mut q = q.clone();
                q[joint] += by;
                distances(&world, &q)
            };
            let all = [at(-2.0 * step), at(-step), at(step), at(2.0 * step)];
            for (k, found) in found.iter().enumerate() {
                let is_overlap = found.distance < 0.0;
                // The depth of what is not convex is a bound.
                if is_overlap && !found.pair.iter().all(|body| is_convex(*body)) {
                    continue;
                }
                let [far_below, below, above, far_above] = all.each_ref().map(|all| all[k]);
                let slopes = [
                    (below - far_below) / step,
                    (found.distance - below) / step,
                    (above - found.distance) / step,
                    (far_above - above) / step,
                ];
                let unit = if found.by_joint[joint] == 0.0 { size } else { size / size.min(1.0) };
                let tolerance = 1e-4 * unit.max(found.by_joint[joint].abs());
                let spread = slopes.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x))
                    - slopes.iter().fold(f64::INFINITY, |least, x| least.min(*x));
                if spread > tolerance {
                    kinks += 1;
                    continue;
                }
                let slope = (above - below) / (2.0 * step);
                let off = (slope - found.by_joint[joint]).abs();
                assert!(
                    off < tolerance,
                    "joint {joint}: {slope}, not {} of {found:?}",
                    found.by_joint[joint]
                );
                smooth += 1;
                overlaps += usize::from(is_overlap);
                moved += usize::from(slope.abs() > tolerance);
            }
        }
    }
    println!("{smooth} smooth, {overlaps} of them overlaps, {moved} that move; {kinks} kinks");
    assert!(kinks < smooth / 20 && overlaps > smooth / 200 && moved > smooth / 10);
}
