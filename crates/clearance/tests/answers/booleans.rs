//! `intersects` and `within`, which stop as soon as the answer is known, against the full clearance
//! query: for pairs that are apart, that overlap, and that touch up to rounding.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Pose, Query, Shape};
use clearance_testing::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::common::pairs::{Maker, Recipe, Stand, pose};

#[derive(Debug, Default)]
struct Counts {
    apart: u32,
    overlapping: u32,
    /// Closer to 0, or to the limit, than 1e-5.
    near: u32,
}

/// Two shapes of size about 1. Two thirds of the pairs are moved until they nearly touch.
pub fn bodies<V: Maker>(random: &mut Random) -> [(Shape<V>, Pose<V>); 2] {
    let [a, b] = [0, 1].map(|_| Recipe::random(random, V::DIM));
    let [at_a, mut at_b] = [1.0, 3.0].map(|far| Stand::random(random, far));
    let (a, b) = (a.make::<V>(1.0), b.make::<V>(1.0));
    let left = match random.below(6) {
        0 | 1 => None,
        2 => Some(0.0),
        3 => Some(0.05 * random.signed()),
        _ => Some(10.0_f64.powf(random.range(-16.0, -3.0)).copysign(random.signed())),
    };
    for left in left.into_iter().chain(left) {
        let answer = Query::new(&a, &pose(&at_a, 1.0), &b, &pose(&at_b, 1.0)).clearance();
        // Two half-spaces may overlap without limit.
        if !answer.bounded() {
            break;
        }
        let step = answer.normal.widen() * (left - answer.signed_distance.to_f64());
        (0..V::DIM).for_each(|i| at_b.t[i] += step.get(i));
    }
    [(a, pose(&at_a, 1.0)), (b, pose(&at_b, 1.0))]
}

fn booleans_are_those_of_the_full_answer<V: Maker>(seed: u64) {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let count = clearance_testing::pairs(4000_u32);
    for _ in 0..count {
        let [(a, at_a), (b, at_b)] = &bodies::<V>(&mut random);
        let query = || Query::new(a, at_a, b, at_b);
        let full = query().clearance();
        assert_eq!(query().intersects(), full.intersects(), "{a:?} {at_a:?} {b:?} {at_b:?}");
        // One limit that is far from the clearance, and one that is close to it.
        let near = full.signed_distance.to_f64() + 1e-7 * random.signed();
        for limit in [0.3, f64::max(near, 0.0)] {
            let limit = V::Scalar::of(limit);
            let is_within = full.lower <= limit;
            assert_eq!(query().within(limit), is_within, "{limit}: {a:?} {at_a:?} {b:?} {at_b:?}");
        }
        seen.apart += u32::from(!full.intersects());
        seen.overlapping += u32::from(full.intersects());
        seen.near += u32::from(full.signed_distance.to_f64().abs() < 1e-5);
    }
    println!("{seen:?}");
    assert!(seen.apart > count / 4 && seen.overlapping > count / 4, "{seen:?}");
    assert!(seen.near > count / 4, "{seen:?}");
}

#[test]
fn of_all_kinds_in_the_plane() {
    booleans_are_those_of_the_full_answer::<DVec2>(31);
    booleans_are_those_of_the_full_answer::<Vec2>(32);
}

#[test]
fn of_all_kinds_in_space() {
    booleans_are_those_of_the_full_answer::<DVec3>(33);
    booleans_are_those_of_the_full_answer::<Vec3>(34);
}
