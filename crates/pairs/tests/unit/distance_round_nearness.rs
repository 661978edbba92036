//! Tests of `distance::round::nearness`.

use clearance_pairs::FeaturePart;
use clearance_pairs::distance::round::nearness::*;
use clearance_pairs::number::max;
use clearance_pairs::space::DVector;
use clearance_testing::Random;
use glam::{DVec2, DVec3};

/// With a condition for each case.
fn slow<W: DVector>(half: W, point: W, up: usize) -> FeaturePart {
    let positive = |i: usize| u32::from(point.get(i) >= 0.0);
    let others = || (0..W::DIM).filter(|i| *i != up);
    let of_face = others().map(|i| half.get(i)).fold(0.0, max);
    let is_free = |i: &usize| half.get(*i) - point.get(*i).abs() > 2.0 * NEAR * of_face;
    match (others().filter(is_free).count(), others().find(is_free)) {
        (0, _) => FeaturePart::Vertex((0..W::DIM).fold(0, |id, i| id | positive(i) << i)),
        (1, Some(free)) if W::DIM == 3 => {
            let [u, v] = [(free + 1) % 3, (free + 2) % 3];
            FeaturePart::Edge(4 * free as u32 + positive(u) + 2 * positive(v))
        }
        (1, _) => FeaturePart::Edge(2 * up as u32 + positive(up)),
        _ => FeaturePart::Face(2 * up as u32 + positive(up)),
    }
}

fn compare<W: DVector>(random: &mut Random, seen: &mut [usize; 3]) {
    let half = W::from_fn(|_| random.unit() + 1e-3);
    let point = W::from_fn(|i| match random.below(4) {
        0 => half.get(i),
        1 => -half.get(i) * random.range(0.997, 1.0),
        _ => half.get(i) * random.signed(),
    });
    let up = random.below(W::DIM);
    let part = part_of_box(half, point, up);
    assert_eq!(part, slow(half, point, up), "{half:?} {point:?} {up}");
    seen[match part {
        FeaturePart::Vertex(_) => 0,
        FeaturePart::Edge(_) => 1,
        FeaturePart::Face(_) => 2,
    }] += 1;
}

#[test]
fn the_part_of_a_box_is_that_of_a_case_for_each() {
    let (mut random, mut seen) = (Random::new(5), [0; 3]);
    for _ in 0..10_000 {
        compare::<DVec2>(&mut random, &mut seen);
        compare::<DVec3>(&mut random, &mut seen);
    }
    assert!(seen.iter().all(|seen| *seen > 1000), "{seen:?}");
}
