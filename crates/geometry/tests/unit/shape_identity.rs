//! Tests of `shape::identity`.

use std::vec::Vec;

use clearance_geometry::shape::identity::*;
use glam::DVec3;

fn distinct(triples: impl Iterator<Item = [f64; 3]>) -> usize {
    let identity = |t: [f64; 3]| Identity::of(1).vector(DVec3::from_array(t)).number();
    let mut all: Vec<u64> = triples.map(identity).collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}

/// Round sizes have few bits set and resemble each other most.
#[test]
fn round_numbers_are_told_apart() {
    let numbers = (1..=32).map(|i| f64::from(i) / 8.0);
    let triples = numbers.clone().flat_map(|x| {
        numbers.clone().flat_map(move |y| (1..=32).map(move |k| [x, y, f64::from(k) / 8.0]))
    });
    assert_eq!(distinct(triples), 32 * 32 * 32);
}

/// Neighbouring floating-point numbers have different identities.
#[test]
fn what_differs_in_a_bit_is_told_apart() {
    let numbers = (0..32).map(|i| f64::from(f32::from_bits(0.5_f32.to_bits() + i)));
    let all: Vec<f64> = numbers.collect();
    let triples =
        all.iter().flat_map(|x| all.iter().flat_map(|y| all.iter().map(|z| [*x, *y, *z])));
    assert_eq!(distinct(triples), 32 * 32 * 32);
}
