//! Tests of `number`.

use clearance_geometry::number::*;

#[test]
fn rounding_to_f32_is_directed() {
    let tiny = f64::from(f32::from_bits(1));
    let odd = [1e-50, -1e-50, 1e300, -1e300, 0.5, 0.0, -0.0, 0.6 * tiny, -0.6 * tiny, tiny];
    let ends = [f64::INFINITY, f64::NEG_INFINITY, f32::MAX.to_f64(), 3.4028235e38, -3.41e38];
    let many = (1..2000).map(|i| 1.0 / f64::from(i) - 0.01);
    for x in many.chain(odd).chain(ends) {
        let (below, above) = (f32::below(x), f32::above(x));
        assert!(below.to_f64() <= x && x <= above.to_f64(), "{x}");
        let nearest = x as f32;
        let down = if f64::from(nearest) > x { nearest.next_down() } else { nearest };
        assert_eq!(below.to_bits(), down.to_bits(), "{x}");
        assert!(above == below || above == below.next_up(), "{x}");
    }
    for x in [1.0, 1.0 + 1e-9, 1.5, 1.99999994, 0.3, 1e-40, 1e-44, 0.0, 1e37, 2.0_f64.powi(-126)] {
        for error in [0.0, 1e-16, 1e-9, 1e-7, 1e-2].map(|e| e * x) {
            for x in [x, -x] {
                let [low, high] = f32::around(x, error);
                let (below, above) = (f32::below(x - error), f32::above(x + error));
                assert!(low <= below && below <= low.next_up(), "{x} {error}");
                assert!(above <= high && high.next_down() <= above, "{x} {error}");
            }
        }
    }
    assert!(f32::below(f64::NAN).is_nan());
    assert_eq!((f32::below(0.5), f32::above(0.5)), (0.5, 0.5));
}

#[test]
fn binade_is_the_power_of_two_below() {
    assert_eq!(binade(1.0), 1.0);
    assert_eq!(binade(1.99), 1.0);
    assert_eq!(binade(1000.0), 512.0);
    assert_eq!(binade(0.3), 0.25);
    assert_eq!((binade(0.0), binade(f64::NAN), binade(f64::INFINITY)), (1.0, 1.0, 1.0));
    assert!((1.0 / binade(f64::MAX)).is_normal() && (1.0 / binade(f64::from_bits(1))).is_normal());
}
