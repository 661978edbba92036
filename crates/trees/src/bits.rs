//! The bits of a mask of eight lanes.

/// Calls a function with the numbers of the bits that are set.
#[inline(always)]
pub fn each_bit(mut mask: u32, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize & 7);
        mask &= mask - 1;
    }
}

/// The number of the lowest bit that is set, which is cleared.
#[inline(always)]
pub(crate) fn next_bit(mask: &mut u32) -> usize {
    let bit = mask.trailing_zeros() as usize & 7;
    *mask &= *mask - 1;
    bit
}
