//! Uses wider registers if the machine has them. The width is selected at run time, once per query.
//!
//! Loops over lanes are written on arrays of eight, in plain arithmetic. Inside `widest` the compiler
//! may use 256-bit registers for them; elsewhere it uses only what every machine of the target has. The
//! results are the same to the last bit: no operations are fused, and the order of sums does not depend
//! on the width.

use core::sync::atomic::{AtomicU8, Ordering};

/// The width of registers that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// The registers that every machine of the target has: 128 bits on x86-64.
    Baseline = 0,
    /// 256 bits: AVX2 on x86-64.
    Wide = 1,
    /// 512 bits: AVX-512 on x86-64 (F, DQ and VL). Only batches use it; it is too wide for single pairs.
    Widest = 2,
}

const UNKNOWN: u8 = u8::MAX;
static WIDTH: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The width in use: the widest that the machine has, unless [`limit`] reduced it. Without the feature
/// `std` it is the baseline.
#[inline]
pub fn width() -> Width {
    match WIDTH.load(Ordering::Relaxed) {
        0 => Width::Baseline,
        1 => Width::Wide,
        2 => Width::Widest,
        _ => limit(Width::Widest),
    }
}

/// Limits the width of registers in the whole program from now on, for measurements. Returns the width
/// that is used, which is at most that of the machine.
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

/// Work that runs faster with wide registers. `run`, and everything it calls in its loops, must be
/// `#[inline(always)]`; otherwise it is not compiled for them.
#[doc(hidden)]
pub trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Runs the work for one pair, with registers of up to 256 bits.
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

/// Runs the work for many pairs, with the widest registers of the machine.
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

// `inline(never)`: the code around it could change the instructions of the loops.
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
