//! Tests of `cores`.

use clearance::{Axis, Error, d2_f64, d3_f64};
use clearance_geometry::shape::{Cone, Convex, Cuboid, Cylinder, Ellipsoid, Triangle};
use clearance_verify::cores::*;
use clearance_verify::frame::exact;
use glam::{DVec2, DVec3};

fn height<C: Convex<V = DVec3>>(shape: &C, axis: DVec3) -> Option<f64> {
    let exact_height = highest(&shape.view(), exact(axis))?;
    assert!(exact_height.high() - exact_height.low() <= 1e-15 * exact_height.magnitude());
    Some(exact_height.high())
}

#[test]
fn heights_are_those_of_the_support_functions() -> Result<(), Error> {
    let axes = [
        DVec3::X,
        -DVec3::Y,
        DVec3::new(0.3, -0.4, 0.9),
        DVec3::new(-2.0, 0.1, -0.3),
        DVec3::new(0.0, 1.0, 5.0),
    ];
    let triangle = Triangle::new(DVec3::X, DVec3::Y, DVec3::Z * 2.0)?;
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 3.0))?;
    let ellipsoid = Ellipsoid::new(DVec3::new(1.0, 0.5, 3.0))?;
    let cylinder = Cylinder::new(Axis::Y, 2.0, 0.5)?;
    let cone = Cone::new(Axis::Z, 1.5, 0.75)?;
    for axis in axes {
        let close = |found: Option<f64>, support: DVec3| {
            let expected = support.dot(axis);
            let found = found.unwrap_or(f64::NAN);
            assert!((found - expected).abs() < 1e-14, "{axis}: {found} {expected}");
        };
        close(height(&triangle, axis), triangle.support(axis));
        close(height(&cuboid, axis), cuboid.support(axis));
        close(height(&ellipsoid, axis), ellipsoid.support(axis));
        close(height(&cylinder, axis), cylinder.support(axis));
        close(height(&cone, axis), cone.support(axis));
    }
    Ok(())
}

#[test]
fn distances_outside_are_bounds() -> Result<(), Error> {
    let cuboid = d2_f64::Cuboid::new(DVec2::new(1.0, 2.0))?;
    assert_eq!(outside(&cuboid.view(), DVec2::new(-1.0, 2.0)), Some(0.0));
    assert_eq!(outside(&cuboid.view(), DVec2::new(-4.0, 6.0)), Some(5.0));
    let cylinder = d3_f64::Cylinder::new(Axis::Z, 1.0, 2.0)?;
    assert_eq!(outside(&cylinder.view(), DVec3::new(2.0, 0.0, 1.0)), Some(0.0));
    assert_eq!(outside(&cylinder.view(), DVec3::new(0.0, -6.0, 4.0)), Some(5.0));
    let ellipsoid = d3_f64::Ellipsoid::new(DVec3::new(2.0, 2.0, 1.0))?;
    assert_eq!(outside(&ellipsoid.view(), DVec3::new(0.0, 2.0, 0.0)), Some(0.0));
    let beyond = outside(&ellipsoid.view(), DVec3::new(0.0, 4.0, 0.0));
    assert!(beyond.is_some_and(|x| 0.9 < x && x <= 2.0), "{beyond:?}");
    let cone = d3_f64::Cone::new(Axis::Z, 1.0, 2.0)?;
    for inside in [DVec3::Z, DVec3::new(2.0, 0.0, -1.0), DVec3::new(0.0, 1.0, 0.0)] {
        assert_eq!(outside(&cone.view(), inside), Some(0.0), "{inside}");
    }
    assert_eq!(outside(&cone.view(), DVec3::new(0.0, 0.0, 3.0)), Some(2.0));
    assert_eq!(outside(&cone.view(), DVec3::new(0.0, 0.0, -3.0)), Some(2.0));
    assert_eq!(outside(&cone.view(), DVec3::new(0.0, 5.0, -1.0)), Some(3.0));
    let triangle = Triangle::new(DVec2::X, DVec2::Y, DVec2::ZERO)?;
    assert_eq!(outside(&triangle.view(), DVec2::Y), Some(0.0));
    assert_eq!(outside(&triangle.view(), DVec2::new(0.25, 0.25)), None);
    assert_eq!(outside(&triangle.view(), DVec2::NAN), None);
    // The largest length that a hull treats as 0, and twice as much.
    let tiny = TAKEN_FOR_ZERO;
    assert_eq!(outside(&triangle.view(), DVec2::new(1.0, -tiny)), Some(tiny));
    assert_eq!(outside(&triangle.view(), DVec2::new(1.0, 2.0 * tiny)), None);
    assert_eq!(outside(&cone.view(), DVec3::NAN), Some(f64::INFINITY));
    Ok(())
}
