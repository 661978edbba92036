//! The answers are bit-identical everywhere: in debug and in release, with and without the standard
//! library, on every machine. One hash covers the answers to all named cases and to 2,000 random
//! pairs, another one 2,000 casts. The expected hashes are constants here.
//!
//! The hash changes when an algorithm, a tolerance or the order of two additions changes. If that
//! is intended, copy the number that the failing test prints, and give the reason in the commit,
//! and after a release in CHANGELOG.md: users rely on equal answers to equal input. The hash must never differ
//! between two builds of the same source. To check that:
//!
//! ```text
//! cargo test --test answers golden
//! cargo test --test answers golden --release
//! cargo test --test answers golden --no-default-features
//! CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --test answers golden
//! ```

use crate::common::cases::{Case, Readable};
use crate::common::hash::Hash;
use crate::common::pairs::{Maker, Pair};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Pose, Shape, Sweep, clearance, time_of_impact};
use clearance_testing::Random;

/// The hash of all answers. Read the module documentation before changing it.
const GOLDEN: u64 = 0x37aee20ed9ccb848;

/// The hash of all answers to casts.
const GOLDEN_CASTS: u64 = 0x31c2cd9d86e4c1b7;

/// Random pairs in each dimension and precision.
const PAIRS: usize = 500;

impl Hash {
    fn answer<V: Vector>(&mut self, (a, pose_a): &Body<V>, (b, pose_b): &Body<V>) {
        let answer = clearance(a, pose_a, b, pose_b);
        for x in [answer.signed_distance, answer.lower, answer.upper] {
            self.number(x);
        }
        for v in [answer.normal, answer.point_a, answer.point_b] {
            self.vector(v);
        }
    }
}

type Body<V> = (Shape<V>, Pose<V>);

/// The answers to the named cases of a dimension, where the precision holds their numbers.
fn of_cases<V: Readable>(all: &[Case]) -> u64 {
    let mut hash = Hash::EMPTY;
    let wide = clearance::shape::is_wide::<V>();
    let mine = all.iter().filter(|c| c.dim() == V::DIM && (wide || c.in_f32()));
    mine.for_each(|case| hash.answer(&case.body::<V>("a"), &case.body("b")));
    hash.0
}

/// The answers to random pairs.
fn of_pairs<V: Maker>(seed: u64) -> u64
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut hash, mut random) = (Hash::EMPTY, Random::new(seed));
    for _ in 0..PAIRS {
        let pair = Pair::random::<V::Wide>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        hash.answer(&(a, pose_a), &(b, pose_b));
    }
    hash.0
}

#[test]
fn the_bits_of_all_answers() {
    let all = Case::still();
    let parts = [
        ("cases, 2D f32", of_cases::<Vec2>(&all)),
        ("cases, 2D f64", of_cases::<DVec2>(&all)),
        ("cases, 3D f32", of_cases::<Vec3>(&all)),
        ("cases, 3D f64", of_cases::<DVec3>(&all)),
        ("pairs, 2D f32", of_pairs::<Vec2>(1)),
        ("pairs, 2D f64", of_pairs::<DVec2>(2)),
        ("pairs, 3D f32", of_pairs::<Vec3>(3)),
        ("pairs, 3D f64", of_pairs::<DVec3>(4)),
    ];
    let mut hash = Hash::EMPTY;
    for (name, part) in parts {
        // Printed part by part, so that two builds that differ can be compared.
        println!("{name}: {part:#018x}");
        hash.add(part);
    }
    let found = hash.0;
    assert_eq!(found, GOLDEN, "the answers changed: if that is meant, GOLDEN = {found:#018x}");
}

/// Random pairs that move, every other one with rotation; and how many of them hit.
fn of_motions<V: Maker>(seed: u64) -> (u64, usize)
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut hash, mut random, mut hits) = (Hash::EMPTY, Random::new(seed), 0);
    for i in 0..PAIRS {
        let pair = Pair::random::<V::Wide>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let mut sweep = |pose: &Pose<V>| {
            let velocity = V::from_fn(|_| V::Scalar::of(random.range(-1.0, 1.0)));
            let turn = random.direction3().to_array();
            let linear = Sweep::linear(pose, velocity);
            let turning = Sweep::new(pose, velocity, V::wedge_of(turn));
            if i % 2 == 0 { linear } else { turning }.expect("a sweep")
        };
        let sweeps = [sweep(&pose_a), sweep(&pose_b)];
        let tmax = V::Scalar::of(8.0);
        let impact = time_of_impact(&a, &sweeps[0], &b, &sweeps[1], tmax).expect("a cast");
        hash.add(impact.status as u64);
        for x in [impact.time, impact.lower, impact.upper] {
            hash.number(x);
        }
        for v in [impact.normal, impact.point_a, impact.point_b] {
            hash.vector(v);
        }
        hits += usize::from(impact.hit() && impact.initial.is_none());
    }
    (hash.0, hits)
}

#[test]
fn the_bits_of_all_impacts() {
    let parts = [
        ("motions, 2D f32", of_motions::<Vec2>(31)),
        ("motions, 2D f64", of_motions::<DVec2>(32)),
        ("motions, 3D f32", of_motions::<Vec3>(33)),
        ("motions, 3D f64", of_motions::<DVec3>(34)),
    ];
    let mut hash = Hash::EMPTY;
    for (name, (part, hits)) in parts {
        println!("{name}: {part:#018x}, {hits} hits");
        assert!(hits * 10 > PAIRS, "{name}: {hits} hits");
        hash.add(part);
    }
    let found = hash.0;
    assert_eq!(found, GOLDEN_CASTS, "if that is meant, GOLDEN_CASTS = {found:#018x}");
}
