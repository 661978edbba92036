//! Tests of `space::text`.

use clearance_geometry::space::Vector;
use clearance_geometry::space::text::*;
use glam::{DVec2, Vec2};
use serde_json::{from_str, to_string};

fn again<V: Vector>(v: V) -> V {
    from_str::<Numbers<V>>(&to_string(&Numbers(v)).unwrap()).unwrap().0
}

#[test]
fn numbers_survive() {
    let twice = 7.038531e-26_f32;
    assert_ne!(7.038531e-26_f64 as f32, twice, "no longer just between two");
    for x in [twice, -twice, 0.1, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY] {
        assert_eq!(again(Vec2::new(x, -x)).to_array(), [x, -x]);
    }
    for x in [0.1, f64::MIN_POSITIVE, f64::MAX, f64::NEG_INFINITY] {
        assert_eq!(again(DVec2::new(x, -x)).to_array(), [x, -x]);
    }
    for wrong in ["[1]", "[1, 2, 3]", "[1, \"nan\"]", "[1, null]"] {
        assert!(from_str::<Numbers<Vec2>>(wrong).is_err(), "{wrong}");
    }
}
