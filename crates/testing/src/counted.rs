//! Rounding errors, counted while an expression is evaluated: tests derive the constants of error bounds with it.
//!
//! A [`Counted`] has the value of a number and a bound on the error of the same number in floating-point arithmetic
//! of `DIGITS` binary digits. Each operation adds the errors of its operands to its own, half a unit in the last place of
//! its result (running error analysis: Higham, "Accuracy and Stability of Numerical Algorithms", section 3.3).
//! The test evaluates the expression of the code over `Counted`; the bound of the worst input is the constant.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number, and a bound on its error in arithmetic of this many binary digits: 24 for `f32`, 53 for `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted<const DIGITS: u32> {
    /// The value.
    pub value: f64,
    /// At least the distance of the computed number from the exact one.
    pub off: f64,
}

impl<const DIGITS: u32> Counted<DIGITS> {
    /// The unit of roundoff: half of epsilon.
    pub const UNIT: f64 = 1.0 / (1_u64 << DIGITS) as f64;

    /// A number that is given, without an error.
    pub fn exact(value: f64) -> Self {
        Self { value, off: 0.0 }
    }
    /// A number that was computed with an error of at most `units` of roundoff, as a length.
    pub fn within(value: f64, units: f64) -> Self {
        Self { value, off: units * Self::UNIT }
    }
    /// A number that is rounded once.
    pub fn rounded(value: f64) -> Self {
        Self::with(value, 0.0)
    }
    /// The result of an operation whose operands contribute this error.
    fn with(value: f64, off: f64) -> Self {
        Self { value, off: off + (value.abs() + off) * Self::UNIT }
    }

    /// The magnitude, which is not rounded.
    #[must_use]
    pub fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }
    /// The smaller one: its error is at most the larger of both.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { value: self.value.min(other.value), off: self.off.max(other.off) }
    }
    /// The square root of a positive number.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let root = libm::sqrt(self.value);
        Self::with(root, self.off / root)
    }
    /// The error in epsilons, of a number that is relative to this length.
    pub fn epsilons(self, length: f64) -> f64 {
        self.off / (2.0 * Self::UNIT * length)
    }
}

impl<const DIGITS: u32> Add for Counted<DIGITS> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::with(self.value + other.value, self.off + other.off)
    }
}

impl<const DIGITS: u32> Neg for Counted<DIGITS> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

impl<const DIGITS: u32> Sub for Counted<DIGITS> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<const DIGITS: u32> Mul for Counted<DIGITS> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let off = self.off * (other.value.abs() + other.off) + self.value.abs() * other.off;
        Self::with(self.value * other.value, off)
    }
}

impl<const DIGITS: u32> Div for Counted<DIGITS> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let (quotient, least) = (self.value / other.value, other.value.abs() - other.off);
        Self::with(quotient, (self.off + quotient.abs() * other.off) / least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The errors of sums, products, quotients and roots in `f32` are within the bounds, and not far below.
    #[test]
    fn errors_are_within_the_bounds_and_half_of_them_occur() {
        let (mut random, mut most) = (Random::new(1), 0.0_f64);
        for _ in 0..100_000 {
            let numbers = [0; 4].map(|_| random.range(0.5, 2.0) as f32);
            let [a, b, c, d] = numbers;
            let found = f64::from(((a * b + c) / d).sqrt() - a);
            let [a, b, c, d] = numbers.map(|x| Counted::<24>::exact(f64::from(x)));
            let counted = ((a * b + c) / d).sqrt() - a;
            let off = (found - counted.value).abs();
            assert!(off <= counted.off, "{off:e} {counted:?} of {numbers:?}");
            most = most.max(off / counted.off);
        }
        assert!(most > 0.5, "{most}");
    }
}
