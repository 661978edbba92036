//! Points with exact answers, points in special positions, and bad input.

use clearance::d3::{self, Cuboid, Cylinder, Pose, Sphere, Vec3};
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::{Axis, Error, Rounded, Shape, contains, d2_f64, d3_f64, project, signed_distance};

#[test]
fn bad_points_are_named() {
    let ball = Sphere::new(1.0).unwrap();
    for x in [f32::NAN, f32::INFINITY] {
        let point = Vec3::new(0.0, x, 0.0);
        let named = |e| matches!(e, Error::NotFinite { what: "point", .. });
        assert!(named(contains(&ball, &Pose::IDENTITY, point).unwrap_err()));
        assert!(named(project(&ball, &Pose::IDENTITY, point).unwrap_err()));
        assert!(named(signed_distance(&ball, &Pose::IDENTITY, point).unwrap_err()));
    }
    let ball = d3_f64::Sphere::new(1.0).unwrap();
    let far = contains(&ball, &d3_f64::Pose::IDENTITY, DVec3::splat(1e200));
    assert!(matches!(far.unwrap_err(), Error::TooLarge { what: "point", .. }));
}

#[test]
fn the_centre_has_a_nearest_point() {
    let pose = Pose::at(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    let near = project(&Sphere::new(2.0).unwrap(), &pose, pose.translation()).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-2.0, Vec3::X));
    assert_eq!(near.point, Vec3::new(3.0, 2.0, 3.0));
    let cube = Cuboid::new(Vec3::new(2.0, 1.0, 1.0)).unwrap();
    let near = project(&cube, &pose, pose.translation()).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-1.0, Vec3::Y));
    let can = Cylinder::new(Axis::X, 5.0, 1.0).unwrap();
    let near = project(&can, &pose, pose.translation()).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-1.0, Vec3::Y));
    let cone = d3::Cone::new(Axis::Z, 5.0, 5.0).unwrap();
    let near = project(&cone, &Pose::IDENTITY, Vec3::new(0.0, 0.0, -4.0)).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-1.0, -Vec3::Z));
    let capsule = d3::Capsule::along(Axis::Y, 3.0, 0.5).unwrap();
    let near = project(&capsule, &Pose::IDENTITY, Vec3::new(0.0, 2.0, 0.0)).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-0.5, Vec3::X));
}

/// From the centre of an ellipsoid both ends of the shortest axis are equally near. From other
/// points near the centre, the nearest points are not on a coordinate axis.
#[test]
fn the_middle_of_an_ellipsoid() {
    let egg = d3_f64::Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let pose = d3_f64::Pose::IDENTITY;
    let near = project(&egg, &pose, DVec3::ZERO).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-1.0, DVec3::X));
    let near = project(&egg, &pose, DVec3::new(0.0, 0.5, 1.0)).unwrap();
    // q = (x, 0.5 * 4 / 3, 1.0 * 9 / 8), as t is minus the square of the least radius.
    let [y, z] = [2.0 / 3.0, 9.0 / 8.0];
    let x = (1.0_f64 - y * y / 4.0 - z * z / 9.0).sqrt();
    assert!((near.point - DVec3::new(x, y, z)).length() < 1e-15, "{near:?}");
    let ball = d3_f64::Ellipsoid::new(DVec3::splat(2.0)).unwrap();
    let near = project(&ball, &pose, DVec3::ZERO).unwrap();
    assert_eq!((near.signed_distance, near.normal), (-2.0, DVec3::X));
    // Long and thin: the short axis keeps its digits.
    let needle = d2_f64::Ellipse::new(DVec2::new(1e4, 1e-4)).unwrap();
    let near = project(&needle, &d2_f64::Pose::IDENTITY, DVec2::new(0.0, 0.5e-4)).unwrap();
    assert!((near.signed_distance + 0.5e-4).abs() < 1e-15, "{near:?}");
    let near = project(&needle, &d2_f64::Pose::IDENTITY, DVec2::new(2e4, 0.0)).unwrap();
    assert_eq!((near.signed_distance, near.normal), (1e4, DVec2::X));
}

/// A point on the axis of a capsule, up to rounding along the axis: its offset from the segment is
/// no normal there, but was once used as one.
#[test]
fn on_the_axis_of_a_slanted_capsule() {
    let ends = [DVec3::new(0.3, -0.7, 0.1), DVec3::new(1.9, 0.4, -0.8)];
    let capsule = d3_f64::Capsule::new(ends[0], ends[1], 0.5).unwrap();
    let axis = (ends[1] - ends[0]).normalize();
    for k in 0..=100 {
        let point = ends[0] + (ends[1] - ends[0]) * (f64::from(k) / 100.0);
        let near = project(&capsule, &d3_f64::Pose::IDENTITY, point).unwrap();
        assert!((near.signed_distance + 0.5).abs() < 1e-15, "{k}: {near:?}");
        let outward = match k {
            0 => near.normal.dot(axis) <= 1e-9,
            100 => near.normal.dot(axis) >= -1e-9,
            _ => near.normal.dot(axis).abs() < 1e-9,
        };
        assert!(outward, "{k}: {near:?}");
    }
}

#[test]
fn shapes_without_an_interior() {
    let pose = d3_f64::Pose::IDENTITY;
    let sheet = d3_f64::Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y).unwrap();
    let near = project(&sheet, &pose, DVec3::new(0.25, 0.25, -1.0)).unwrap();
    assert_eq!((near.signed_distance, near.normal), (1.0, -DVec3::Z));
    let on = project(&sheet, &pose, DVec3::new(0.25, 0.25, 0.0)).unwrap();
    assert_eq!((on.signed_distance, on.normal.abs()), (0.0, DVec3::Z));
    let tile = Rounded::new(sheet, 0.5).unwrap();
    let near = project(&tile, &pose, DVec3::new(0.25, 0.25, 0.25)).unwrap();
    assert_eq!((near.signed_distance, near.point), (-0.25, DVec3::new(0.25, 0.25, 0.5)));
    assert_eq!(contains(&tile, &pose, DVec3::new(0.25, 0.25, 0.75)), Ok(false));
    assert_eq!(contains(&tile, &pose, DVec3::new(0.25, 0.25, 0.5)), Ok(true), "touching");
}

#[test]
fn shapes_of_extreme_sizes() {
    for size in [1e-300, 1e-200, 1e-160, 3.5e47] {
        let shapes: [Shape<DVec3>; 6] = [
            d3_f64::Sphere::new(size).unwrap().into(),
            d3_f64::Cuboid::new(DVec3::splat(size)).unwrap().into(),
            d3_f64::Cylinder::new(Axis::X, size, size).unwrap().into(),
            d3_f64::Capsule::along(Axis::X, 0.5 * size, 0.5 * size).unwrap().into(),
            d3_f64::Ellipsoid::new(DVec3::splat(size)).unwrap().into(),
            d3_f64::HalfSpace::new(DVec3::X, size).unwrap().into(),
        ];
        for shape in shapes {
            let near = project(&shape, &d3_f64::Pose::IDENTITY, DVec3::X * (4.0 * size)).unwrap();
            assert!(
                (near.signed_distance - 3.0 * size).abs() <= 1e-13 * size,
                "{near:?} {shape:?}"
            );
            assert!((near.normal - DVec3::X).length() < 1e-7, "{near:?} {shape:?}");
        }
    }
}

/// Beyond a needle's tip, a point is below all planes up to rounding: it was once reported as
/// inside.
#[test]
fn beyond_a_needle_tip() {
    let thin = 1e-4;
    let points = vec![
        DVec3::ZERO,
        DVec3::new(-1.0, thin, 0.0),
        DVec3::new(-1.0, -thin, thin),
        DVec3::new(-1.0, -thin, -thin),
    ];
    let needle = d3_f64::Hull::new(points).unwrap();
    let turn = DQuat::from_xyzw(
        0.5464692397811379,
        -0.49221933656902817,
        0.6228164351600435,
        -0.2668167587973183,
    );
    let at = DVec3::new(0.6657480077338271, -0.633204608441079, 0.7896292692959193);
    let pose = d3_f64::Pose::new(at, turn).unwrap();
    let point = DVec3::new(0.6657480077325184, -0.6332046084454537, 0.7896292692980205);
    // With 50 digits: the tip is the nearest point.
    let exact = 5.026534757477368e-12;
    let near = project(&needle, &pose, point).unwrap();
    assert!(near.lower <= exact && exact <= near.upper, "{near:?}");
    assert!(near.upper - near.lower < 1e-13, "{near:?}");
    assert_eq!(contains(&needle, &pose, point), Ok(near.lower <= 0.0));
    // A sharp cone and a thin triangle have such tips, too.
    let cone = d3_f64::Cone::new(Axis::Z, 1.0, 1e-4).unwrap();
    let sheet = d3_f64::Triangle::new(
        DVec3::ZERO,
        DVec3::new(-1.0, 2e-6, 0.0),
        DVec3::new(-1.0, -2e-6, 0.0),
    );
    let sheet = sheet.unwrap();
    for far in [1e-15, 1e-12, 1e-9, 1e-6] {
        let (top, identity) = (DVec3::new(0.0, 0.0, 1.0 + far), d3_f64::Pose::IDENTITY);
        let exact = top.z - 1.0;
        let near = project(&cone, &identity, top).unwrap();
        assert!(near.lower <= exact && exact <= near.upper, "{far:e} {near:?}");
        assert!(near.upper - near.lower < 1e-13, "{far:e} {near:?}");
        let near = project(&sheet, &identity, DVec3::X * far).unwrap();
        assert!(near.lower <= far && far <= near.upper, "{far:e} {near:?}");
        assert!(near.upper - near.lower < 1e-13, "{far:e} {near:?}");
    }
}
