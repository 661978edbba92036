//! Numbers with twice the digits: the unevaluated sum of two `f64`.
//!
//! The normal of a very thin triangle is the cross product of two nearly parallel edges. If the triangle
//! is as thin as a rounding error, `f64` leaves no digit of it, and even 32 digits may leave none. So each
//! product is kept in exact parts, and their sum has 32 digits. After T. J. Dekker, *A floating-point
//! technique for extending the available precision*, Numerische Mathematik 18 (1971).

use core::ops::Add;

use glam::DVec3;

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, Default)]
struct Double {
    high: f64,
    low: f64,
}

/// The sum and its rounding error. Exact (Knuth).
fn two_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let of_b = high - a;
    Double { high, low: (a - (high - of_b)) + (b - of_b) }
}

/// The number as the sum of two numbers of 26 digits each. It does not overflow below 2^996.
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2^27 + 1
    let high = c - (c - a);
    (high, a - high)
}

/// The product and its rounding error. Exact if nothing underflows.
fn two_product(a: f64, b: f64) -> Double {
    let high = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    Double { high, low: al * bl - (((high - ah * bh) - al * bh) - ah * bl) }
}

impl Double {
    /// The difference of two numbers. Exact.
    fn difference(a: f64, b: f64) -> Self {
        two_sum(a, -b)
    }
    fn negated(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
    /// The nearest `f64`.
    fn nearest(self) -> f64 {
        self.high + self.low
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let high = two_sum(self.high, o.high);
        let low = two_sum(self.low, o.low);
        let sum = two_sum(high.high, high.low + low.high);
        two_sum(sum.high, sum.low + low.low)
    }
}

/// The sum of the cross products (p_i - p_0) x (p_i+1 - p_0) over an outline, with 32 digits of each, however
/// small it is: twice the area, along the normal.
pub fn outline_area(outline: impl Iterator<Item = DVec3>) -> DVec3 {
    let mut outline = outline.map(|p| p.to_array());
    let (Some(first), Some(second)) = (outline.next(), outline.next()) else {
        return DVec3::ZERO;
    };
    let from_first = |p: [f64; 3]| -> [Double; 3] {
        core::array::from_fn(|i| Double::difference(p[i], first[i]))
    };
    let (mut before, mut sum) = (from_first(second), [Double::default(); 3]);
    for point in outline {
        let here = from_first(point);
        sum = core::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            sum[i] + minor([before[j], here[k]], [before[k], here[j]])
        });
        before = here;
    }
    DVec3::from_array(sum.map(Double::nearest))
}

/// ab - cd with 32 digits of the difference, however small it is.
fn minor([a, b]: [Double; 2], [c, d]: [Double; 2]) -> Double {
    // The sum of all parts is exact. They do not overlap, and the smallest is first.
    let (mut parts, mut count) = ([0.0; 16], 0);
    for (a, b) in [(a, b), (c.negated(), d)] {
        for (a, b) in [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)] {
            let product = two_product(a, b);
            for mut number in [product.low, product.high] {
                for part in &mut parts[..count] {
                    let sum = two_sum(*part, number);
                    (*part, number) = (sum.low, sum.high);
                }
                parts[count] = number;
                count += 1;
            }
        }
    }
    parts.iter().fold(Double::default(), |sum, part| sum + Double { high: *part, low: 0.0 })
}
