//! Tests of `error`.

use clearance_geometry::Error;

#[test]
fn what_main_prints_is_a_sentence() {
    let wrong = Error::NotPositive { what: "radius", value: -1.0 };
    assert_eq!(std::format!("{wrong:?}"), "radius must be positive, but is -1");
}
