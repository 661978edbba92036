//! Depths: the translation that parts two shapes, and what two pieces prove.

use clearance::answer::Certificate;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::verify::{Verdict, check};
use clearance::{Collider, Status};
use clearance_testing::{Random, pairs};

use super::{Tally, shape};
use crate::common::pairs::{Maker, Stand, pose};
use crate::make::bumpy;

fn sweep<V: Maker>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let (mut parted, mut whole, mut halved, mut shallow) =
        (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    for i in 0..count {
        let [a, b] = [shape::<V>(&mut random), shape::<V>(&mut random)];
        let poses = [0.5, 1.5].map(|far| pose(&Stand::random(&mut random, far), 1.0));
        let found = clearance::clearance(&a, &poses[0], &b, &poses[1]);
        let proof = clearance::certificate(&a, &poses[0], &b, &poses[1]);
        if proof.pieces.is_none() || found.status() == Status::Apart {
            continue;
        }
        let verdict = |lower: V::Scalar, upper: V::Scalar| {
            let mut answer = found;
            (answer.lower, answer.signed_distance, answer.upper) = (lower, lower, upper);
            (answer.place_a, answer.place_b) = (proof.answer.place_a, proof.answer.place_b);
            check(&a, &poses[0], &b, &poses[1], &Certificate { answer, ..proof.clone() })
        };
        let zero = V::Scalar::ZERO;
        let verdicts = [verdict(found.lower, zero), verdict(found.lower, found.upper)];
        assert!(!verdicts.contains(&Verdict::Refuted), "{i}: {found:?}");
        parted.add(verdicts[0]);
        whole.add(verdicts[1]);
        halved.add(verdict(found.lower * V::Scalar::of(0.5), zero));
        // Two pieces are known to be deeper.
        let pair = proof.pieces.as_ref().unwrap().pair.answer.upper;
        if pair < zero && !found.inside {
            let half = pair * V::Scalar::of(0.5);
            shallow.add(verdict(half, zero));
        }
    }
    let told = format!("{parted:?} {whole:?} {halved:?} {shallow:?}");
    println!("{told}");
    assert!(parted.count() > count / 4 && parted.proven * 2 > parted.count(), "{told}");
    assert!(halved.proven * 20 < halved.count(), "{told}");
    assert!(shallow.refuted == shallow.count() && shallow.count() > count / 20, "{told}");
}

#[test]
fn depths_are_parted_and_lies_are_not() {
    sweep::<Vec3>(1, pairs(100));
    sweep::<DVec3>(2, pairs(100));
    sweep::<Vec2>(3, pairs(200));
    sweep::<DVec2>(4, pairs(200));
}

/// Surfaces that lie in each other everywhere: the checker gives up.
#[test]
fn a_depth_is_checked_in_bounded_time() {
    let mesh = Collider::from(bumpy(18, 1));
    let at = pose::<Vec3>(&Stand::random(&mut Random::new(6), 1.0), 1.0);
    let mut proof = clearance::certificate(&mesh, &at, &mesh, &at);
    (proof.answer.lower, proof.answer.signed_distance) = (-1e-3, -1e-3);
    let start = std::time::Instant::now();
    let verdict = check(&mesh, &at, &mesh, &at, &proof);
    let time = start.elapsed();
    println!("{verdict:?} {time:?}");
    assert!(verdict == Verdict::Unproven && time.as_secs_f64() < 20.0, "{verdict:?} {time:?}");
}
