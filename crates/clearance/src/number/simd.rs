//! Wider registers where the machine has them: chosen when the program runs, once a query.
//!
//! Loops over lanes are written on arrays of eight, in plain arithmetic. Inside `widest` the
//! compiler may use 256-bit registers for them, outside it uses what every machine of the kind
//! has. The arithmetic is the same, and so are the bits: nothing is fused, and the order of
//! sums does not depend on the width.

use core::sync::atomic::{AtomicU8, Ordering};

/// How wide registers may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// What every machine of the kind has: 128 bits on x86-64.
    Baseline = 0,
    /// 256 bits: AVX2 on x86-64.
    Wide = 1,
}

const UNKNOWN: u8 = u8::MAX;
static WIDTH: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The width in use: the widest that the machine has, unless [`limit`] says less. Without the
/// feature `std` it is the baseline.
#[inline]
pub fn width() -> Width {
    match WIDTH.load(Ordering::Relaxed) {
        0 => Width::Baseline,
        1 => Width::Wide,
        _ => limit(Width::Wide),
    }
}

/// From now on uses no wider registers than these, in the whole program; for measurements. Gives
/// the width that is used: no more than what the machine has.
#[cold]
pub fn limit(most: Width) -> Width {
    let used = most.min(machine());
    WIDTH.store(used as u8, Ordering::Relaxed);
    used
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn machine() -> Width {
    if std::arch::is_x86_feature_detected!("avx2") { Width::Wide } else { Width::Baseline }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn machine() -> Width {
    Width::Baseline
}

/// Work that gains from wide registers. `run`, and what it calls in its loops, is to be
/// `#[inline(always)]`: only then is it compiled for them.
pub(crate) trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Does work with the widest registers there are.
#[inline]
pub(crate) fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if width() == Width::Wide {
        #[allow(unsafe_code)]
        // SAFETY: the width is `Wide` only if the machine was found to have AVX2.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

// Apart from the code around it, which could make other instructions of the same loops.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
