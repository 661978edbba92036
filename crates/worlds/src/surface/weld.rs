//! Equal vertices are one: for each vertex the lowest number of a vertex at the same place.

use alloc::vec::Vec;

use glam::DVec3;

use super::buckets::buckets;

/// For each place its first equal one. There is no -0 among the coordinates ([`super::unit`]).
///
/// Places are sorted into as many buckets as there are places, by a hash of their coordinates. In a
/// bucket, which has few different places, they are sorted by coordinates. If all are in one, this is
/// slower, but no search.
pub fn weld(places: &[DVec3]) -> Vec<u32> {
    let count = places.len() as u64;
    let bits = |i: u32| places[i as usize].to_array().map(f64::to_bits);
    let bucket = |i: u32| (((hash(bits(i)) >> 32) * count) >> 32) as u32;
    let (mut order, ends) = buckets(places.len(), (0..places.len() as u32).map(|i| (bucket(i), i)));
    let mut first = alloc::vec![0; places.len()];
    for bucket in ends.windows(2) {
        let bucket = &mut order[bucket[0] as usize..bucket[1] as usize];
        bucket.sort_unstable_by_key(|i| (bits(*i), *i));
        for equal in bucket.chunk_by(|i, j| bits(*i) == bits(*j)) {
            equal.iter().for_each(|i| first[*i as usize] = equal[0]);
        }
    }
    first
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014) after each coordinate.
fn hash(bits: [u64; 3]) -> u64 {
    bits.into_iter().fold(0, |hash: u64, bits| {
        let mut z = (hash ^ bits).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
