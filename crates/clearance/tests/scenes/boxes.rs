//! The pairs of boxes that are near each other, against a look at all pairs.

use std::vec::Vec;

use clearance::Aabb;
use clearance::glam::{DVec3, Vec2};
use clearance::number::Scalar;
use clearance::scenes::near_boxes;
use clearance::space::Vector;
use clearance_testing::Random;

fn all_pairs<V: Vector>(boxes: &[Aabb<V>], limit: f64) -> Vec<[usize; 2]> {
    let n = boxes.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j]));
    pairs.filter(|[i, j]| boxes[*i].gap(&boxes[*j]) <= limit).collect()
}

fn pairs_within<V: Vector>(boxes: &[Aabb<V>], limit: f64) -> Vec<[usize; 2]> {
    let (mut pairs, mut most) = (Vec::new(), 0);
    near_boxes(boxes, limit, |pair, done| {
        assert!(done >= most && done < boxes.len(), "{done} of {}, {most} before", boxes.len());
        most = done;
        pairs.push(pair);
        Some(limit)
    });
    pairs.sort();
    pairs
}

/// Also large ones beside small ones, far away, and now and then one without end, as around a half-space.
fn strewn<V: Vector>(random: &mut Random, count: usize) -> Vec<Aabb<V>> {
    let mut number = |scale: f64| V::Scalar::of(scale * random.unit());
    (0..count)
        .map(|k| {
            let far = if k % 17 == 16 { 1e20 } else { 0.0 };
            let min = V::from_fn(|i| number(if i == 1 { 30.0 } else { 6.0 }) + V::Scalar::of(far));
            let max = min + V::from_fn(|_| number(if k % 5 == 4 { 9.0 } else { 1.0 }));
            let endless = |x: V::Scalar| if k % 29 == 28 { -V::Scalar::INFINITY } else { x };
            Aabb { min: V::from_fn(|i| if i == 0 { endless(min.get(0)) } else { min.get(i) }), max }
        })
        .collect()
}

fn the_same_as_of_all<V: Vector>() {
    let (mut random, mut found) = (Random::new(7), [0; 4]);
    for round in 0..200 {
        let boxes = strewn::<V>(&mut random, round % 60);
        for (limit, found) in [-1.0, 0.25, 2.0, f64::INFINITY].into_iter().zip(&mut found) {
            let near = pairs_within(&boxes, limit);
            assert_eq!(near, all_pairs(&boxes, limit.max(0.0)));
            *found += near.len();
        }
    }
    assert!(found[0] > 1500 && found.is_sorted_by(|a, b| b - a > 400), "too few: {found:?}");
}

#[test]
fn near_boxes_are_those_of_all_pairs() {
    the_same_as_of_all::<Vec2>();
    the_same_as_of_all::<DVec3>();
}

/// A limit that shrinks: what is the nearest so far is a limit for all that follow.
#[test]
fn the_nearest_boxes_are_found_without_a_look_at_all_pairs() {
    let (mut random, mut looks) = (Random::new(9), 0);
    for _ in 0..50 {
        let boxes: Vec<Aabb<DVec3>> = (0..200)
            .map(|_| {
                let at = DVec3::from_fn(|_| 100.0 * random.unit());
                Aabb { min: at, max: at + DVec3::ONE }
            })
            .collect();
        let (mut least, mut visits) = (f64::INFINITY, 0);
        near_boxes(&boxes, least, |[a, b], _| {
            visits += 1;
            least = least.min(boxes[a].gap(&boxes[b]));
            Some(least)
        });
        let gaps = all_pairs(&boxes, f64::INFINITY).into_iter();
        assert_eq!(gaps.map(|[a, b]| boxes[a].gap(&boxes[b])).reduce(f64::min), Some(least));
        looks += visits;
    }
    assert!(looks < 50 * 100, "{looks}");
}

#[test]
fn boxes_far_apart_do_not_overflow_and_a_visit_can_end_it() {
    let at = |x: f32| Aabb { min: Vec2::new(x, 0.0), max: Vec2::new(x, 1.0) };
    assert_eq!(pairs_within(&[at(-1e30), at(1e30)], 3e30), [[0, 1]]);
    assert_eq!(pairs_within(&[at(-1e30), at(1e30)], 1e30), [[0; 2]; 0]);
    let mut visits = 0;
    near_boxes(&[at(0.0), at(0.0), at(0.0)], 1.0, |_, _| {
        visits += 1;
        None
    });
    assert_eq!(visits, 1);
}
