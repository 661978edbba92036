//! Tests of `shape::mass`.

use clearance_geometry::Error;
use clearance_geometry::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Polygon, Rounded, Shape,
};
use clearance_geometry::space::{Axis, DVector};
use clearance_testing::Random;
use glam::{DMat3, DVec2, DVec3};

/// By points of a grid that are inside, told by support points.
fn by_counting<V: DVector>(shape: &Shape<V>, inside: impl Fn(V) -> bool) -> (f64, DVec3, DMat3) {
    let mut random = Random::new(5);
    let (mut count, mut sum, mut square) = (0.0, DVec3::ZERO, DMat3::ZERO);
    let size = 2.0;
    let all = 400_000;
    for _ in 0..all {
        let p = random.in_cube(size);
        if inside(V::from_fn(|i| p[i])) {
            let p = if V::DIM == 2 { p.truncate().extend(0.0) } else { p };
            count += 1.0;
            sum += p;
            square += DMat3::from_cols(p * p.x, p * p.y, p * p.z);
        }
    }
    let _ = shape;
    let cell = libm::pow(2.0 * size, V::DIM as f64) / f64::from(all);
    let centroid = sum / count;
    let second = square * cell
        - DMat3::from_cols(centroid * centroid.x, centroid * centroid.y, centroid * centroid.z)
            * (count * cell);
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    (count * cell, centroid, DMat3::from_diagonal(DVec3::splat(trace)) - second)
}

fn check<V: DVector>(shape: Shape<V>, inside: impl Fn(V) -> bool) {
    let found = shape.mass().unwrap();
    let (volume, centroid, inertia) = by_counting(&shape, inside);
    assert!((found.volume - volume).abs() < 0.02 * volume, "{found:?} {volume}");
    assert!((found.centroid - centroid).length() < 0.02, "{found:?} {centroid}");
    let off = found.inertia - inertia;
    let size = inertia.x_axis.length() + inertia.y_axis.length() + inertia.z_axis.length();
    let most =
        [off.x_axis, off.y_axis, off.z_axis].map(DVec3::length).into_iter().fold(0.0, f64::max);
    assert!(most < 0.02 * size, "{found:?} {inertia}");
}

#[test]
fn closed_forms_are_what_counting_points_gives() -> Result<(), Error> {
    check(Ball::<DVec3>::new(1.2)?.into(), |p| p.length() < 1.2);
    check(Ball::<DVec2>::new(1.2)?.into(), |p| p.length() < 1.2);
    let half = DVec3::new(0.5, 1.0, 1.5);
    check(Cuboid::new(half)?.into(), |p| p.abs().cmplt(half).all());
    check(Cuboid::new(half.truncate())?.into(), |p| p.abs().cmplt(half.truncate()).all());
    check(Ellipsoid::new(half)?.into(), |p| (p / half).length() < 1.0);
    check(Ellipsoid::new(half.truncate())?.into(), |p| (p / half.truncate()).length() < 1.0);
    check(Cylinder::<DVec3>::new(Axis::X, 1.1, 0.7)?.into(), |p| {
        p.x.abs() < 1.1 && DVec2::new(p.y, p.z).length() < 0.7
    });
    check(Cone::<DVec3>::new(Axis::Z, 1.1, 0.9)?.into(), |p| {
        p.z.abs() < 1.1 && p.truncate().length() < 0.9 * (1.1 - p.z) / 2.2
    });
    let (a, b) = (DVec3::new(-0.5, 0.2, 0.7), DVec3::new(0.6, -0.4, -0.9));
    let near = |p: DVec3, a: DVec3, b: DVec3| {
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        (p - a - (b - a) * t).length()
    };
    check(Capsule::new(a, b, 0.4)?.into(), |p| near(p, a, b) < 0.4);
    let flat = |p: DVec3| p.truncate().extend(0.0);
    check(Capsule::new(a.truncate(), b.truncate(), 0.4)?.into(), |p| {
        near(p.extend(0.0), flat(a), flat(b)) < 0.4
    });
    check(
        Polygon::new(vec![DVec2::ZERO, DVec2::new(1.5, 0.0), DVec2::new(0.0, 1.5)])?.into(),
        |p| p.x > 0.0 && p.y > 0.0 && p.x + p.y < 1.5,
    );
    check(Hull::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?.into(), |p| {
        p.min_element() > 0.0 && p.element_sum() < 1.0
    });
    Ok(())
}

#[test]
fn what_has_no_volume_or_no_formula_has_no_mass() -> Result<(), Error> {
    let segment = clearance_geometry::shape::Segment::new(DVec3::ZERO, DVec3::X)?;
    assert_eq!(Shape::from(segment).mass(), None);
    let rounded = Rounded::new(Cuboid::new(DVec3::ONE)?, 0.1)?;
    assert_eq!(Shape::from(rounded).mass(), None);
    Ok(())
}
