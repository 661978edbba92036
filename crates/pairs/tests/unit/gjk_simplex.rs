//! Tests of `gjk::simplex`.

use clearance_pairs::gjk::simplex::{Known, *};
use glam::{DVec2, DVec3};

#[test]
fn regions_of_a_triangle_in_space() {
    let shift = |x: f64, y: f64| {
        [
            DVec3::new(-1.0 + x, -1.0 + y, 2.0),
            DVec3::new(1.0 + x, -1.0 + y, 2.0),
            DVec3::new(x, 1.0 + y, 2.0),
        ]
    };
    let face = closest(&shift(0.0, 0.0), Known::default());
    assert!((face.point - DVec3::new(0.0, 0.0, 2.0)).length() < 1e-15);
    assert_eq!(face.direction, DVec3::new(0.0, 0.0, 2.0));
    let side = closest(&shift(0.0, 3.0), Known::default());
    assert_eq!(side.point, DVec3::new(0.0, 2.0, 2.0));
    assert_eq!(side.weights, [0.5, 0.5, 0.0, 0.0]);
    let corner = closest(&shift(5.0, 3.0), Known::default());
    assert_eq!(corner.point, DVec3::new(4.0, 2.0, 2.0));
}

#[test]
fn full_simplices_hold_the_origin_or_not() {
    let plane = [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::new(0.0, 1.0)];
    assert!(closest(&plane, Known::default()).inside);
    assert!(!closest(&plane, Known { apart: true, newest: false }).inside);
    let tetra = [
        DVec3::new(-1.0, -1.0, -1.0),
        DVec3::new(1.0, -1.0, -1.0),
        DVec3::new(0.0, 1.0, -1.0),
        DVec3::new(0.0, 0.0, 1.0),
    ];
    let held = closest(&tetra, Known::default());
    assert!(held.inside && held.point.length() < 1e-15);
    assert!((held.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    let moved = tetra.map(|p| p - DVec3::new(0.0, 0.0, 2.0));
    assert_eq!(closest(&moved, Known::default()).point, DVec3::new(0.0, 0.0, -1.0));
}

#[test]
fn needles_keep_their_digits() {
    // A triangle of 1:1e8 whose face, not edge, is nearest, under a hundred turns.
    for k in 0..100 {
        let (s, c) = libm::sincos(f64::from(k) * 0.1);
        let turn = |x: f64, y: f64| DVec3::new(c * x - s * y, s * x + c * y, 1.0);
        let found =
            closest(&[turn(-0.5, -3e-9), turn(0.5, -3e-9), turn(0.1, 7e-9)], Known::default());
        assert!((found.point.length() - 1.0).abs() < 1e-14, "{found:?}");
        assert!(found.direction.x.abs() < 1e-6 && found.direction.y.abs() < 1e-6);
    }
}
