//! Sorting into buckets: one pass counts, another one places (counting sort).

use alloc::vec::Vec;

/// The items in the order of their buckets, and in the given order in each, and where the buckets begin
/// and end: bucket i is from `ends[i]` to `ends[i + 1]`. Each item comes with the number of its bucket,
/// below `count`.
pub fn buckets<T: Copy + Default>(
    count: usize,
    items: impl Iterator<Item = (u32, T)> + Clone,
) -> (Vec<T>, Vec<u32>) {
    let mut ends = alloc::vec![0_u32; count + 2];
    items.clone().for_each(|(bucket, _)| ends[bucket as usize + 2] += 1);
    for i in 2..ends.len() {
        ends[i] += ends[i - 1];
    }
    let mut sorted = alloc::vec![T::default(); ends[count + 1] as usize];
    // Entry i + 1 moves from the begin of bucket i to its end, which is the begin of the next.
    items.for_each(|(bucket, item)| {
        let at = &mut ends[bucket as usize + 1];
        sorted[*at as usize] = item;
        *at += 1;
    });
    ends.pop();
    (sorted, ends)
}
