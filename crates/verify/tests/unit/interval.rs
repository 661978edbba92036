//! Tests of `interval`.

use clearance_geometry::number::Scalar;
use clearance_verify::interval::*;

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
