//! Bit-identical manifolds on every machine: one hash over the manifolds of 10,000 random pairs.
//! `tests/answers/golden.rs` explains when it may change, and how to compare two builds.

use clearance::contact_manifold;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance_testing::Random;

use crate::common::hash::Hash;
use crate::common::pairs::{Maker, Pair};

const GOLDEN: u64 = 0x9329385978d4e2f5;

/// Random pairs in each dimension and precision.
const PAIRS: usize = 2_500;

fn of_pairs<V: Maker>(seed: u64) -> (u64, usize)
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut hash, mut random, mut points) = (Hash::EMPTY, Random::new(seed), 0);
    for _ in 0..PAIRS {
        let pair = Pair::random::<V::Wide>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let margin = V::Scalar::of(0.1);
        let Some(manifold) = contact_manifold(&a, &pose_a, &b, &pose_b, margin) else {
            hash.add(0);
            continue;
        };
        hash.vector(manifold.normal);
        for point in manifold.points() {
            hash.vector(point.point_a);
            hash.vector(point.point_b);
            hash.number(point.separation);
            hash.add(point.feature.bits());
        }
        points += manifold.points().len();
    }
    (hash.0, points)
}

#[test]
fn the_bits_of_all_manifolds() {
    let parts = [
        ("2D f32", of_pairs::<Vec2>(21)),
        ("2D f64", of_pairs::<DVec2>(22)),
        ("3D f32", of_pairs::<Vec3>(23)),
        ("3D f64", of_pairs::<DVec3>(24)),
    ];
    let mut hash = Hash::EMPTY;
    for (name, (part, points)) in parts {
        println!("{name}: {part:#018x}, {points} points");
        assert!(points > PAIRS / 2, "{name}: {points} points");
        hash.add(part);
    }
    let found = hash.0;
    assert_eq!(found, GOLDEN, "the answers changed: if that is meant, GOLDEN = {found:#018x}");
}
