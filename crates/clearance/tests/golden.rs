//! The same bits everywhere: in debug and in release, with and without the standard library,
//! on every machine. One hash stands for all the answers to all the named cases and to 2,000
//! random pairs, and it is a constant here.
//!
//! The hash changes when an algorithm, a tolerance or the order of two additions changes, and
//! that may be meant. Then take over the number that the failing test prints, and say in
//! CHANGELOG.md what changed and why: answers to the same input are part of what users rely on.
//! It must never differ between two builds of the same source. To see that it does not:
//!
//! ```text
//! cargo test --test golden
//! cargo test --test golden --release
//! cargo test --test golden --no-default-features
//! CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --test golden
//! ```

#[path = "common/cases.rs"]
mod cases;
mod common;
#[path = "common/pairs.rs"]
mod pairs;

use cases::{Case, Readable};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Pose, Shape, clearance};
use common::Random;
use pairs::{Maker, Pair};

/// The hash of all answers. See above before changing it.
const GOLDEN: u64 = 0xbd79_8540_d040_d93e;

/// Random pairs in each dimension and precision.
const PAIRS: usize = 500;

/// FNV-1a of 64 bits (Fowler, Noll and Vo), over the bytes of numbers.
struct Hash(u64);

impl Hash {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    /// As `f64`, which holds every `f32`: the sign of a zero counts.
    fn number<S: Scalar>(&mut self, x: S) {
        self.add(x.to_f64().to_bits());
    }
    fn vector<V: Vector>(&mut self, v: V) {
        (0..V::DIM).for_each(|i| self.number(v.get(i)));
    }
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
        // Two builds that differ are told apart by the part that does.
        println!("{name}: {part:#018x}");
        hash.add(part);
    }
    let found = hash.0;
    assert_eq!(found, GOLDEN, "the answers changed: if that is meant, GOLDEN = {found:#018x}");
}
