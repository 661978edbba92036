//! Real numbers known to about 32 digits, with a proven error bound.
//!
//! An [`Interval`] contains all reals within `radius` of `hi + lo`. With two `f64` for the middle, the
//! interval of a relative pose is 10^16 times narrower than between two `f64`. So if the checker cannot
//! decide something, it is a true tie, and not due to the checker's rounding.
//!
//! No analysis of rounding errors is necessary. Sums and products of two `f64` are split into the rounded
//! result and its rounding error, both exact (Knuth's two-sum, Dekker's product). Everything that is not
//! kept in `lo` is added to `radius`. Quotients and square roots are estimated first, and then the error
//! of the estimate is computed by multiplying back.
//!
//! If a number leaves the range of these methods, the interval becomes [`Interval::ANY`].

use core::ops::{Add, Div, Mul, Neg, Sub};

use clearance_geometry::number::Scalar;

/// All reals within `radius` of `hi + lo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    /// The middle, rounded to the nearest `f64`.
    hi: f64,
    /// The rest of the middle.
    lo: f64,
    /// Not negative; infinite if nothing is known.
    radius: f64,
}

/// Larger products could overflow in between.
const LARGE: f64 = f64::from_bits((1023 + 990) << 52);
/// Smaller products, below 2^-960, could lose bits as subnormals: 106 bits lower is 2^-1066.
const SMALL: f64 = f64::from_bits((1023 - 960) << 52);
/// Half of the last place of numbers below `SMALL`, with room: 2^-1012.
const LOST: f64 = f64::from_bits((1023 - 1012) << 52);

/// The rounded sum and its rounding error. Together they are the exact sum.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_seen = sum - a;
    (sum, (a - (sum - b_seen)) + (b - b_seen))
}

/// The upper 26 bits of a number, and the rest.
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// The rounded product, its rounding error, and a bound on the error that remains.
fn two_product(a: f64, b: f64) -> (f64, f64, f64) {
    let product = a * b;
    if a == 0.0 || b == 0.0 {
        return (0.0, 0.0, 0.0);
    }
    if product.abs() < SMALL {
        return (product, 0.0, LOST);
    }
    if !(product.abs() <= LARGE && a.abs() <= LARGE && b.abs() <= LARGE) {
        return (0.0, 0.0, f64::INFINITY);
    }
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    let rest = ((a1 * b1 - product) + a1 * b0 + a0 * b1) + a0 * b0;
    (product, rest, 0.0)
}

/// The least `f64` that is at least the sum.
fn add_up(a: f64, b: f64) -> f64 {
    let (sum, rest) = two_sum(a, b);
    if rest > 0.0 { sum.next_up() } else { sum }
}

/// An `f64` that is at least the product of two non-negative numbers. Infinity means unknown, so its
/// product with 0 is infinity.
fn mul_up(a: f64, b: f64) -> f64 {
    match (a, b) {
        (f64::INFINITY, _) | (_, f64::INFINITY) => f64::INFINITY,
        (0.0, _) | (_, 0.0) => 0.0,
        _ => (a * b).next_up(),
    }
}

impl Interval {
    /// All numbers: nothing is known.
    pub const ANY: Self = Self { hi: 0.0, lo: 0.0, radius: f64::INFINITY };
    /// 0.
    pub const ZERO: Self = Self { hi: 0.0, lo: 0.0, radius: 0.0 };
    /// 1.
    pub const ONE: Self = Self { hi: 1.0, lo: 0.0, radius: 0.0 };

    /// The number itself; [`Self::ANY`] for NaN and infinities.
    pub fn exact<S: Scalar>(x: S) -> Self {
        Self::around(x.to_f64(), 0.0, &[])
    }

    /// All numbers from the first to the second, which must be in order.
    pub fn between([low, high]: [f64; 2]) -> Self {
        if low == high {
            return Self::exact(low);
        }
        let half = 0.5 * add_up(high, -low);
        Self::around(low, half, &[half])
    }

    /// The interval whose middle is the exact sum of two numbers, and whose radius is at least the sum of
    /// `errors`.
    fn around(hi: f64, lo: f64, errors: &[f64]) -> Self {
        let (hi, lo) = two_sum(hi, lo);
        let radius = errors.iter().fold(0.0, |sum, e| add_up(sum, *e));
        let known = hi.abs() <= LARGE && lo.is_finite() && radius <= LARGE;
        if known { Self { hi, lo, radius } } else { Self::ANY }
    }

    /// The interval, grown by `error`.
    pub fn widened(self, error: f64) -> Self {
        Self::around(self.hi, self.lo, &[self.radius, error])
    }
    /// The middle only: a number known exactly.
    pub fn middle(self) -> Self {
        Self { radius: 0.0, ..self }
    }
    /// The `f64` nearest to the middle.
    pub fn nearest(self) -> f64 {
        self.hi
    }
    /// An `f64` that is at most all numbers of the interval. If the radius is 0, the largest such number.
    pub fn low(self) -> f64 {
        -(-self).high()
    }
    /// An `f64` that is at least all numbers of the interval. If the radius is 0, the least such number.
    pub fn high(self) -> f64 {
        if self.radius == f64::INFINITY {
            return f64::INFINITY;
        }
        add_up(self.hi, add_up(self.lo, self.radius))
    }
    /// An `f64` that is at least the magnitude of all numbers of the interval.
    pub fn magnitude(self) -> f64 {
        self.high().max((-self).high())
    }
    /// -1 or 1 if all numbers have this sign; `None` if the sign is not decided, or for zero.
    pub fn sign(self) -> Option<i32> {
        if self.low() > 0.0 {
            Some(1)
        } else if self.high() < 0.0 {
            Some(-1)
        } else {
            None
        }
    }

    /// Is the middle less than that of the other?
    fn before(self, other: Self) -> bool {
        (self.hi, self.lo) < (other.hi, other.lo)
    }
    /// The magnitude.
    pub fn abs(self) -> Self {
        if self.before(Self::ZERO) { -self } else { self }
    }
    /// The larger of two numbers. It is at least the number with the larger middle, and exceeds this
    /// middle by at most the larger radius.
    pub fn max(self, other: Self) -> Self {
        let larger = if self.before(other) { other } else { self };
        Self { radius: self.radius.max(other.radius), ..larger }
    }
    /// The smaller of two numbers.
    pub fn min(self, other: Self) -> Self {
        -(-self).max(-other)
    }

    /// The square root of a number that is known to be non-negative. Negative numbers in the interval do
    /// not count.
    pub fn sqrt(self) -> Self {
        if self.high() <= 0.0 {
            return Self::ZERO;
        }
        if self.low() <= 0.0 {
            // Between 0 and the root of the upper end.
            let half = Scalar::sqrt(self.high()).next_up() * 0.5;
            return Self::around(half, 0.0, &[half]);
        }
        let first = Self::exact(Scalar::sqrt(self.hi));
        let step = (self - first * first).hi / (2.0 * first.hi);
        let guess = Self::around(first.hi, step, &[]);
        // root - guess = (self - guess^2) / (root + guess), and the root is positive.
        let missed = (self - guess * guess).magnitude();
        guess.missing(missed, guess.low())
    }

    /// The same middle, with the error `missed / divisor`.
    fn missing(self, missed: f64, divisor: f64) -> Self {
        let error = if missed == 0.0 { 0.0 } else { (missed / divisor).next_up() };
        if divisor > 0.0 { Self::around(self.hi, self.lo, &[error]) } else { Self::ANY }
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo, radius: self.radius }
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (sum, rest) = two_sum(self.hi, other.hi);
        let (lows, lost) = two_sum(self.lo, other.lo);
        let (low, lost_too) = two_sum(rest, lows);
        Self::around(sum, low, &[lost.abs(), lost_too.abs(), self.radius, other.radius])
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (product, rest, e0) = two_product(self.hi, other.hi);
        let (cross, f1, e1) = two_product(self.hi, other.lo);
        let (cross_too, f2, e2) = two_product(self.lo, other.hi);
        let (crosses, f3) = two_sum(cross, cross_too);
        let (low, f4) = two_sum(rest, crosses);
        let small = mul_up(self.lo.abs(), other.lo.abs());
        // |x y - x0 y0| <= |x| ry + |y0| rx, with y0 the middle of y.
        let spread = mul_up(self.magnitude(), other.radius);
        let spread_too = mul_up(other.middle().magnitude(), self.radius);
        let rounding = [e0, e1, e2, f1.abs(), f2.abs(), f3.abs(), f4.abs()];
        let error = rounding.iter().fold(small, |sum, e| add_up(sum, *e));
        Self::around(product, low, &[error, spread, spread_too])
    }
}

impl Div for Interval {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = Self::exact(self.hi / other.hi);
        let step = (self - first * other).hi / other.hi;
        let guess = Self::around(first.hi, step, &[]);
        // quotient - guess = (self - guess * other) / other.
        let missed = (self - guess * other).magnitude();
        guess.missing(missed, other.abs().low())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(x: Interval, low: f64, high: f64) -> bool {
        x.low() <= low && high <= x.high()
    }

    #[test]
    fn small_integers_stay_exact() {
        let [two, three, six] = [2.0, 3.0, 6.0].map(Interval::exact);
        assert_eq!(two * three, six);
        assert_eq!(two + three - six, Interval::exact(-1.0));
        assert_eq!(six / three, two);
        assert_eq!(Interval::exact(49.0).sqrt(), Interval::exact(7.0));
        assert_eq!(Interval::ZERO.sqrt(), Interval::ZERO);
        assert_eq!(two.min(-three), -three);
        assert_eq!((-three).abs().max(two), three);
    }

    #[test]
    fn what_rounding_takes_away_is_kept() {
        // (1 + 2^-52)^2 - 1 - 2^-51 = 2^-104, which f64 loses entirely.
        let x = Interval::exact(1.0 + f64::EPSILON);
        let rest = x * x - Interval::ONE - Interval::exact(2.0 * f64::EPSILON);
        assert_eq!(rest, Interval::exact(f64::EPSILON * f64::EPSILON));
    }

    #[test]
    fn inexact_results_are_enclosed_and_narrow() {
        let third = Interval::ONE / Interval::exact(3.0);
        let back = third * Interval::exact(3.0) - Interval::ONE;
        assert!(holds(back, 0.0, 0.0) && back.magnitude() < 1e-30);
        let rounded = 1.0 / 3.0_f64;
        assert_eq!((third.low(), third.high()), (rounded, rounded.next_up()));
        let root = Interval::exact(2.0).sqrt();
        let back = root * root - Interval::exact(2.0);
        assert!(holds(back, 0.0, 0.0) && back.magnitude() < 1e-30 && back.magnitude() > 0.0);
        // The nearest `f64` is above the root.
        let rounded = Scalar::sqrt(2.0_f64);
        assert_eq!((root.low(), root.high()), (rounded.next_down(), rounded));
    }

    #[test]
    fn wide_intervals_hold_all_their_products() {
        let wide =
            |low: f64, high: f64| Interval::around((low + high) / 2.0, 0.0, &[(high - low) / 2.0]);
        assert!(holds(wide(-1.0, 2.0) * wide(-3.0, 5.0), -6.0, 10.0));
        assert!(holds(wide(1.0, 2.0) / wide(4.0, 8.0), 0.125, 0.5));
        assert!(holds(wide(1.0, 4.0).sqrt(), 1.0, 2.0));
        assert!(holds(wide(-1.0, 4.0).sqrt(), 0.0, 2.0));
        assert!(holds(wide(1.0, 2.0).max(wide(0.0, 3.0)), 1.0, 3.0));
        assert_eq!(wide(-1.0, 1.0).sign(), None);
        assert_eq!((wide(1.0, 2.0).sign(), wide(-2.0, -1.0).sign()), (Some(1), Some(-1)));
    }

    #[test]
    fn rounding_is_within_the_radius() {
        // Integers that need both parts: their sums and products are exact in i128.
        let middle = |x: Interval| x.hi as i128 + x.lo as i128;
        let mut random = clearance_testing::Random::new(7);
        let mut integer = || {
            let x = (random.bits() >> 1) as i64 - (1 << 62);
            let low = x % 1024;
            let interval = Interval::around((x - low) as f64, low as f64, &[]);
            (interval, middle(interval))
        };
        let mut rounded = 0;
        for _ in 0..2000 {
            let ((x, xi), (y, yi)) = (integer(), integer());
            let (sum, product) = (x + y, x * y);
            assert_eq!((middle(sum), sum.radius), (xi + yi, 0.0));
            let off = middle(product).abs_diff(xi * yi);
            assert!(off as f64 <= product.radius, "{xi} * {yi}: {off} > {}", product.radius);
            rounded += i32::from(off > 0);
        }
        assert!(rounded > 500, "{rounded} of 2000 products needed rounding");
    }

    #[test]
    fn out_of_range_is_anything() {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
            assert_eq!(Interval::exact(x), Interval::ANY, "{x}");
        }
        let huge = Interval::exact(1e200);
        assert_eq!(huge * huge, Interval::ANY);
        assert_eq!(Interval::ANY + Interval::ONE, Interval::ANY);
        assert_eq!(Interval::ANY.sqrt().high(), f64::INFINITY);
        assert_eq!(Interval::ONE / Interval::ZERO, Interval::ANY);
        assert_eq!((Interval::ANY.low(), Interval::ANY.high()), (f64::NEG_INFINITY, f64::INFINITY));
        let tiny = Interval::exact(1e-200);
        assert!((tiny * tiny).high() > 0.0 && (tiny * tiny).high() < 1e-300);
    }
}
