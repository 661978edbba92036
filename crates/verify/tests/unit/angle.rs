//! Tests of `angle`.

use core::f64::consts::FRAC_PI_2;

use clearance_verify::angle::*;
use clearance_verify::interval::Interval;

#[test]
fn quarters_and_none() {
    assert_eq!(sin_cos(Interval::ZERO), [Interval::ZERO, Interval::ONE]);
    let quarter = Interval::exact(FRAC_PI_2);
    let [sin, cos] = sin_cos(quarter);
    // The cosine of the rounded quarter is what rounding took away.
    assert!((cos.nearest() - REST.0).abs() < 1e-32 && cos.magnitude() < 1e-16);
    assert!((sin - Interval::ONE).magnitude() < 1e-31);
    for wild in [f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(sin_cos(Interval::exact(wild)), [Interval::ANY; 2], "{wild}");
    }
}

#[test]
fn as_libm_says_and_to_thirty_digits() {
    let mut angle = 1e-9_f64;
    while angle < 1e6 {
        for angle in [angle, -angle] {
            let [sin, cos] = sin_cos(Interval::exact(angle));
            let (s, c) = libm::sincos(angle);
            assert!((sin.nearest() - s).abs() <= f64::EPSILON, "{angle}: {sin:?} {s}");
            assert!((cos.nearest() - c).abs() <= f64::EPSILON, "{angle}: {cos:?} {c}");
            let off = sin * sin + cos * cos - Interval::ONE;
            assert!(off.low() <= 0.0 && 0.0 <= off.high(), "{angle}: {off:?}");
            assert!(off.magnitude() < 1e-29 * (1.0 + angle.abs()), "{angle}: {off:?}");
            // Double angles, reduced on their own.
            let [twice, _] = sin_cos(Interval::exact(2.0 * angle));
            let off = twice - (sin * cos + sin * cos);
            assert!(off.low() <= 0.0 && 0.0 <= off.high(), "{angle}: {off:?}");
        }
        angle *= 1.37;
    }
}
