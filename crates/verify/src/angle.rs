//! Sine and cosine of numbers that are known within an interval.
//!
//! The angle is reduced to near 0 by quarter turns, which are known to 2^-109. Then the Taylor series is
//! used: the error of leaving off its rest is at most the first term of the rest.

use core::f64::consts::FRAC_PI_2;

use super::interval::Interval;

/// The rest of a quarter turn beyond [`FRAC_PI_2`], and a bound on the error of this rest: 1.4974e-33.
pub const REST: (f64, f64) = (6.123_233_995_736_766e-17, 1.5e-33);

/// The largest number of quarter turns for which the reduced angle is meaningful.
const MOST: f64 = (1_u64 << 50) as f64;

/// The number of terms of a series. For angles up to an eighth of a turn, the first term left off is
/// below 1e-32.
const TERMS: usize = 14;

/// The sine and the cosine of an angle in radians.
pub fn sin_cos(angle: Interval) -> [Interval; 2] {
    let turns = libm::round(angle.nearest() / FRAC_PI_2);
    if turns.abs() > MOST {
        return [Interval::ANY; 2];
    }
    let quarter = (Interval::exact(FRAC_PI_2) + Interval::exact(REST.0)).widened(REST.1);
    let rest = angle - quarter * Interval::exact(turns);
    let (sin, cos) = (series(rest, rest, 1.0), series(Interval::ONE, rest, 0.0));
    match (turns as i64).rem_euclid(4) {
        0 => [sin, cos],
        1 => [cos, -sin],
        2 => [-sin, -cos],
        _ => [-cos, sin],
    }
}

/// first - first x^2 / (k + 1)(k + 2) + .., where `first` is x^k / k!.
fn series(first: Interval, x: Interval, mut k: f64) -> Interval {
    let square = x * x;
    let (mut sum, mut term) = (Interval::ZERO, first);
    for _ in 0..TERMS {
        sum = sum + term;
        term = -(term * square) / Interval::exact((k + 1.0) * (k + 2.0));
        k += 2.0;
    }
    // Taylor's remainder: all derivatives are at most 1.
    sum.widened(term.magnitude())
}
