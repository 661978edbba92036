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
pub struct Interval {
    /// The middle, rounded to the nearest `f64`.
    pub hi: f64,
    /// The rest of the middle.
    pub lo: f64,
    /// Not negative; infinite if nothing is known.
    pub radius: f64,
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
    pub fn around(hi: f64, lo: f64, errors: &[f64]) -> Self {
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
