//! Tests of `hull::double`.

use clearance_geometry::hull::double::*;
use glam::DVec3;

#[test]
fn an_area_of_which_32_digits_leave_none_is_exact() {
    // From a: b = (1, -1/2, e - k), c = (1 + d, -(1 + d)/2, e + k), with 2k = de. In b x c, all
    // cancels but the products of d and k.
    let [d, e, k] = [-71, -46, -118].map(|power| 2f64.powi(power));
    let a = DVec3::new(-1.0, 0.5, -e);
    let (b, c) = (DVec3::new(0.0, 0.0, -k), DVec3::new(d, -0.5 * d, k));
    let exact = DVec3::new(-0.5 * d * k, -d * k, 0.0);
    assert_eq!(outline_area([a, b, c].into_iter()), exact);
}

#[test]
fn a_sliver_as_thin_as_a_rounding_error_has_a_normal() {
    // The points a, b and their middle moved up by an ulp of z: exact in f64.
    let (a, b) = (DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.9, 0.7, 0.3));
    let thin = f64::EPSILON / 4.0;
    let mut middle = a;
    middle.z += thin;
    let area = outline_area([a, b, middle].into_iter());
    // (b - a) x (0, 0, thin)
    let exact = DVec3::new((b.y - a.y) * (middle.z - a.z), -(b.x - a.x) * (middle.z - a.z), 0.0);
    assert!((area - exact).length() <= 1e-15 * exact.length(), "{area} {exact}");
}
