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
    /// 512 bits: AVX-512 on x86-64 (F, DQ and VL). Batches use it; for single pairs it is too wide.
    Widest = 2,
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
        2 => Width::Widest,
        _ => limit(Width::Widest),
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
    use std::arch::is_x86_feature_detected as has;
    if !has!("avx2") {
        Width::Baseline
    } else if has!("avx512f") && has!("avx512dq") && has!("avx512vl") {
        Width::Widest
    } else {
        Width::Wide
    }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn machine() -> Width {
    Width::Baseline
}

/// Work that gains from wide registers. `run`, and what it calls in its loops, is to be
/// `#[inline(always)]`: only then is it compiled for them.
#[doc(hidden)]
pub trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Does work on one pair with registers of up to 256 bits.
#[inline]
#[doc(hidden)]
pub fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if width() >= Width::Wide {
        #[allow(unsafe_code)]
        // SAFETY: the width is `Wide` or more only if the machine was found to have AVX2.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// Does work on many pairs with the widest registers there are.
#[inline]
#[doc(hidden)]
pub fn widest_for_many<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if width() == Width::Widest {
        #[allow(unsafe_code)]
        // SAFETY: the width is `Widest` only if the machine was found to have these parts of AVX-512.
        return unsafe { with_avx512(work) };
    }
    widest(work)
}

// Apart from the code around it, which could make other instructions of the same loops.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
#[inline(never)]
fn with_avx512<W: Work>(work: W) -> W::Output {
    work.run()
}
