//! Numbers: the two precisions that queries are made in, and directed rounding between them.
//!
//! All other modules are written once over [`Scalar`] and run in `f32` and `f64`. The algorithms never
//! compare with an absolute epsilon. They use the rounding unit of the type ([`Scalar::EPSILON`]), and
//! conversions from `f64` that can only widen an interval ([`Scalar::below`], [`Scalar::above`]). [`simd`]
//! selects the width of registers.

pub mod simd;

use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// `f32` or `f64`: a real number with IEEE rounding.
pub trait Scalar:
    Copy
    + PartialEq
    + PartialOrd
    + Debug
    + Display
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The distance from 1 to the next larger number: twice the unit roundoff.
    const EPSILON: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// The largest accepted length, for coordinates, sizes, translations and speeds alike: 2^160, about
    /// 1.46e48, in `f64` and 2^124, about 2.1e37, in `f32`.
    ///
    /// Algorithms multiply up to six lengths, in `f64` for both precisions. The longest is the distance
    /// of two points of shapes that are as far out as allowed. It is below 2^163, so that such products
    /// stay below 2^978. A number of an answer is a sum of at most 9 of these lengths (three of them the
    /// other side of a diagonal), which is below 2^128, where `f32` ends.
    const LARGEST: Self;

    /// The nearest number of this type. Exact for `f64`.
    fn of(x: f64) -> Self;
    /// The same number as `f64`. The conversion is always exact.
    fn to_f64(self) -> f64;
    /// The correctly rounded square root. NaN for negative numbers.
    fn sqrt(self) -> Self;

    /// The largest number of this type that is not above `x`.
    fn below(x: f64) -> Self;
    /// The smallest number of this type that is not below `x`.
    #[inline]
    fn above(x: f64) -> Self {
        -Self::below(-x)
    }

    /// Numbers of this type that are surely below `x - error` and above `x + error`. In `f32` they are at
    /// most one step farther out than [`Scalar::below`] and [`Scalar::above`], and take a third of their
    /// instructions. `x` and `error` are below 8 [`Scalar::LARGEST`].
    fn around(x: f64, error: f64) -> [Self; 2];

    /// The absolute value. It clears the sign bit, because a branch on the sign would be mispredicted
    /// half of the time.
    fn abs(self) -> Self;
    /// The larger of two numbers; `self` if they are equal.
    #[inline]
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
    /// The smaller of two numbers; `self` if they are equal.
    #[inline]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    /// Is the number neither NaN nor infinite?
    #[inline]
    fn is_finite(self) -> bool {
        self.abs() < Self::INFINITY
    }
}

/// The larger of two numbers; the first if they are equal or one is NaN. Unlike `f64::max`, which may return
/// either zero, this has the same bits everywhere.
#[inline(always)]
pub fn max<S: Scalar>(a: S, b: S) -> S {
    a.max(b)
}

/// The smaller of two numbers; the first if they are equal or one is NaN.
#[inline(always)]
pub fn min<S: Scalar>(a: S, b: S) -> S {
    a.min(b)
}

/// The correctly rounded square root. NaN for negative numbers.
#[inline(always)]
pub fn sqrt<S: Scalar>(x: S) -> S {
    x.sqrt()
}

impl Scalar for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const EPSILON: Self = f64::EPSILON;
    const INFINITY: Self = f64::INFINITY;
    const LARGEST: Self = f64::from_bits((1023 + 160) << 52);

    #[inline]
    fn of(x: f64) -> Self {
        x
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline]
    fn sqrt(self) -> Self {
        #[cfg(feature = "std")]
        return f64::sqrt(self);
        #[cfg(not(feature = "std"))]
        return libm::sqrt(self);
    }
    #[inline]
    fn below(x: f64) -> Self {
        x
    }
    #[inline]
    fn around(x: f64, error: f64) -> [Self; 2] {
        [x - error, x + error]
    }
    #[inline]
    fn abs(self) -> Self {
        Self::from_bits(self.to_bits() & !(1 << 63))
    }
}

impl Scalar for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const EPSILON: Self = f32::EPSILON;
    const INFINITY: Self = f32::INFINITY;
    const LARGEST: Self = f32::from_bits((127 + 124) << 23);

    #[inline]
    fn of(x: f64) -> Self {
        x as f32
    }
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    fn sqrt(self) -> Self {
        #[cfg(feature = "std")]
        return f32::sqrt(self);
        #[cfg(not(feature = "std"))]
        return libm::sqrtf(self);
    }
    #[inline]
    fn below(x: f64) -> Self {
        // Without branches, because the direction of the rounding cannot be predicted. The bits of negative
        // numbers increase as the numbers decrease. If 0 is the rounded number and above x, it is -0.
        let nearest = x as f32;
        let bits = nearest.to_bits();
        let up = ((bits as i32) >> 31) | 1;
        let step = up * i32::from(f64::from(nearest) > x);
        f32::from_bits(bits.wrapping_sub(step as u32))
    }
    #[inline]
    fn around(x: f64, error: f64) -> [Self; 2] {
        // A number y is rounded to one that is at most |y| / 2^24 away, or 2^-150 near zero. Where y is larger
        // than x, by less than the margin, the margin's last part covers it.
        const SHARE: f64 = (1.0 + 1e-7) / (1_u64 << 24) as f64;
        const LEAST: f64 = f64::from_bits((1023 - 125) << 52);
        let margin = error * (1.0 + 1e-7) + Scalar::max(Scalar::abs(x), LEAST) * SHARE;
        [(x - margin) as f32, (x + margin) as f32]
    }
    #[inline]
    fn abs(self) -> Self {
        Self::from_bits(self.to_bits() & !(1 << 31))
    }
}

/// The power of two `2^k` with `2^k <= x < 2^(k+1)` for a positive finite `x`, and 1 for any other `x`.
///
/// A query divides all lengths by the `binade` of the pair's size, so that products of six
/// lengths stay within range and scaling the input by a power of two gives the same bits.
#[inline]
pub fn binade(x: f64) -> f64 {
    // Outside this range the reciprocal would overflow or lose bits as a subnormal.
    const SMALLEST: f64 = f64::from_bits(3 << 52);
    const LARGEST: f64 = f64::from_bits(2043 << 52);
    // False for NaN, too. A test against infinity would be compiled to a dozen bit tests.
    if !(x > 0.0 && x <= f64::MAX) {
        return 1.0;
    }
    f64::from_bits(x.clamp(SMALLEST, LARGEST).to_bits() & (0x7ff << 52))
}
