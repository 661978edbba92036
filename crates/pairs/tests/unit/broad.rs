//! Tests of `broad`.

use std::vec::Vec;

use clearance_pairs::Aabb;
use clearance_pairs::broad::*;
use clearance_pairs::number::Scalar;
use clearance_pairs::space::Vector;
use clearance_testing::Random;
use glam::{DVec3, Vec2};

/// The slow, obvious version.
fn all_pairs<V: Vector>(boxes: &[Aabb<V>], distance: f64) -> Vec<(usize, usize)> {
    let n = boxes.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    pairs.filter(|(i, j)| boxes[*i].gap(&boxes[*j]) <= distance).collect()
}

fn strewn<V: Vector>(random: &mut Random, count: usize) -> Vec<Aabb<V>> {
    let mut number = |scale: f64| V::Scalar::of(scale * random.unit());
    (0..count)
        .map(|k| {
            let min = V::from_fn(|i| number(if i == 1 { 30.0 } else { 6.0 }));
            let max = min + V::from_fn(|_| number(1.0));
            // Now and then a box without end, as around a half-space.
            let endless = |x: V::Scalar| if k % 29 == 28 { -V::Scalar::INFINITY } else { x };
            Aabb { min: V::from_fn(|i| if i == 0 { endless(min.get(0)) } else { min.get(i) }), max }
        })
        .collect()
}

fn sweep_agrees<V: Vector>() {
    let (mut random, mut found) = (Random::new(7), 0);
    for round in 0..200 {
        let boxes = strewn::<V>(&mut random, round % 60);
        for distance in [0.0, 0.25, 2.0] {
            let swept = pairs_within(&boxes, V::Scalar::of(distance));
            assert_eq!(swept, all_pairs(&boxes, distance));
            found += swept.len();
        }
    }
    assert!(found > 1000, "too few pairs to prove anything: {found}");
}

#[test]
fn the_sweep_finds_what_all_pairs_find() {
    sweep_agrees::<Vec2>();
    sweep_agrees::<DVec3>();
}

#[test]
fn boxes_far_apart_do_not_overflow() {
    let at = |x: f32| Aabb { min: Vec2::new(x, 0.0), max: Vec2::new(x, 1.0) };
    assert_eq!(pairs_within(&[at(-1e30), at(1e30)], 3e30), [(0, 1)]);
    assert_eq!(pairs_within(&[at(-1e30), at(1e30)], 1e30), []);
}
