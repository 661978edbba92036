//! Equal vertices are one: for each vertex the lowest number of a vertex at the same place.

use alloc::vec::Vec;

use glam::DVec3;

/// For each place its first equal one. There is no -0 among the coordinates ([`super::unit`]).
pub fn weld(places: &[DVec3]) -> Vec<u32> {
    let bits = |(i, place): (usize, &DVec3)| (place.to_array().map(f64::to_bits), i as u32);
    let mut order: Vec<([u64; 3], u32)> = places.iter().enumerate().map(bits).collect();
    order.sort_unstable();
    let mut first = alloc::vec![0; places.len()];
    for equal in order.chunk_by(|(p, _), (q, _)| p == q) {
        for (_, i) in equal {
            first[*i as usize] = equal[0].1;
        }
    }
    first
}
