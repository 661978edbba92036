//! Tests of `nearest`.

use std::vec::Vec;

use clearance::{Axis, Error, d3_f64};
use clearance_geometry::shape::{Convex, Cuboid, Ellipsoid, Hull, Polygon};
use clearance_geometry::space::DVector;
use clearance_testing::Random;
use clearance_verify::cores::highest;
use clearance_verify::frame::{dot, exact};
use clearance_verify::nearest::*;
use glam::{DVec2, DVec3};

fn vector<V: DVector>(random: &mut Random, scale: f64) -> V {
    V::from_fn(|_| random.range(-scale, scale))
}

/// How many of some points around the shape were found to be inside. No point of the core is
/// above the plane through the nearest one across the way that leads from there.
fn inside<C: Convex<V: DVector>>(shape: &C) -> usize {
    let (mut random, mut inside) = (Random::new(1), 0);
    for i in 0..400 {
        let scale = [1.0, 3.0, 1.2, 1e3][i % 4];
        let point = exact(vector::<C::V>(&mut random, scale));
        let view = shape.view();
        let found = nearest(&view, point).unwrap();
        let (way, far) = found.way(point);
        let near = match found {
            // Inside of the hull, and on the border of a simplex to the last digit.
            Nearest::Point(near) if far.nearest() > 1e-30 => near,
            _ => {
                inside += 1;
                continue;
            }
        };
        let above = highest(&view, way).unwrap() - dot(way, near);
        assert!(above.nearest() <= 1e-13 * scale * far.nearest(), "{above:?} {far:?} {point:?}");
    }
    inside
}

#[test]
fn no_point_is_nearer() -> Result<(), Error> {
    let mut random = Random::new(2);
    let points: Vec<DVec3> = (0..40).map(|_| vector(&mut random, 1.0)).collect();
    let counts = [
        inside(&Hull::new(points)?),
        inside(&d3_f64::Hull::new(vec_of_box())?),
        inside(&Cuboid::new(DVec3::new(0.9, 0.5, 0.3))?),
        inside(&Ellipsoid::new(DVec3::new(0.9, 0.5, 0.3))?),
        inside(&Ellipsoid::new(DVec2::new(0.9, 0.3))?),
        inside(&d3_f64::Cylinder::new(Axis::Y, 0.4, 0.9)?),
        inside(&d3_f64::Cone::new(Axis::X, 0.8, 0.9)?),
        inside(&Polygon::new([DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y])?),
    ];
    assert!(counts.iter().all(|n| (2..200).contains(n)), "{counts:?}");
    let flat = Hull::new([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.7, 0.8, 0.0)])?;
    assert_eq!(inside(&flat), 0);
    Ok(())
}

fn vec_of_box() -> Vec<DVec3> {
    (0..8).map(|i| DVec3::from([0, 1, 2].map(|k| f64::from(i >> k & 1) * 1.4 - 0.7))).collect()
}

#[test]
fn lengths_of_any_magnitude() -> Result<(), Error> {
    for scale in [1e-150, 1.0, 7e47] {
        let cone = d3_f64::Cone::new(Axis::Z, 1.0 * scale, 2.0 * scale)?;
        let above = exact(DVec3::Z * 3.0 * scale);
        let (_, far) = nearest(&cone.view(), above).unwrap().way(above);
        assert!((far.nearest() / scale - 2.0).abs() < 1e-15, "{scale}: {far:?}");
    }
    let cone = d3_f64::Cone::new(Axis::Z, 1.0, 2.0)?;
    let nowhere = exact(DVec3::NAN);
    let (_, far) = nearest(&cone.view(), nowhere).unwrap().way(nowhere);
    assert_eq!(far.high(), f64::INFINITY);
    Ok(())
}
