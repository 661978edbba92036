//! Rays with exact answers, special rays, and bad input.

use clearance::d3::{self, Cuboid, Pose, Ray, Sphere, Vec3};
use clearance::glam::{DVec2, DVec3, Quat};
use clearance::verify::{Verdict, check_ray};
use clearance::{Axis, Error, Rounded, Shape, d2_f64, d3_f64};
use clearance_testing::Random;

use crate::common::rays::{cast_ray, hit_of};

fn wide_ray(from: [f64; 3], along: [f64; 3]) -> d3_f64::Ray {
    d3_f64::Ray::new(from.into(), along.into(), f64::INFINITY).unwrap()
}

#[test]
fn bad_input_is_named() {
    let (zero, x) = (Vec3::ZERO, Vec3::X);
    let error = |origin, direction, tmax| Ray::new(origin, direction, tmax).unwrap_err();
    assert_eq!(error(zero, zero, 1.0), Error::ZeroVector { what: "direction" });
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    assert!(matches!(error(nan, x, 1.0), Error::NotFinite { what: "origin", .. }));
    assert!(matches!(error(zero, nan, 1.0), Error::NotFinite { what: "direction", .. }));
    let endless = Vec3::new(0.0, f32::INFINITY, 0.0);
    assert!(matches!(error(zero, endless, 1.0), Error::NotFinite { what: "direction", .. }));
    assert!(matches!(error(zero, x, f32::NAN), Error::NotFinite { what: "tmax", .. }));
    assert!(matches!(error(zero, x, -1.0), Error::Negative { what: "tmax", .. }));
    assert!(matches!(error(zero, x, f32::NEG_INFINITY), Error::Negative { what: "tmax", .. }));
    assert!(Ray::new(zero, x, f32::INFINITY).is_ok() && Ray::new(zero, x, 0.0).is_ok());
    let short = d3_f64::Ray::new(DVec3::ZERO, DVec3::X * 1e-300, 1.0).unwrap_err();
    assert_eq!(
        short.to_string(),
        "direction is too short: 1e-300, the least is 2^-850 = 1.33e-256"
    );
    let large = d3_f64::Ray::new(DVec3::X * 1e200, DVec3::X, 1.0).unwrap_err();
    assert!(matches!(large, Error::TooLarge { what: "origin", .. }));
    assert!(Ray::new(zero, Vec3::X * 1e-45, 1.0).is_ok());
}

/// The usual quadratic formula loses digits of the radius if the sphere is far away.
#[test]
fn a_small_sphere_far_away_is_exact() {
    let ball = Sphere::new(1.0).unwrap();
    let far = Pose::at(Vec3::new(1e6, 0.0, 0.0)).unwrap();
    let ray = Ray::new(Vec3::new(0.0, 0.25, 0.0), Vec3::X, f32::INFINITY).unwrap();
    let hit = cast_ray(&ball, &far, &ray).unwrap();
    let expected = 1e6 - (1.0 - 0.0625_f64).sqrt();
    assert!((f64::from(hit.time) - expected).abs() <= 0.03125, "{hit:?}"); // half an ulp
    let normal = DVec3::new(-(1.0 - 0.0625_f64).sqrt(), 0.25, 0.0);
    assert!((hit.axis - normal).length() < 1e-9, "{hit:?}");
    // Both are far from the origin of the world, and near each other.
    let ray = Ray::new(Vec3::new(1e6 - 4.0, 0.0, 0.0), Vec3::X * 0.5, 100.0).unwrap();
    let hit = cast_ray(&ball, &far, &ray).unwrap();
    assert_eq!((hit.time, hit.normal), (6.0, -Vec3::X));
}

#[test]
fn along_a_face_and_an_edge_of_a_box() {
    let cube = d3_f64::Cuboid::new(DVec3::ONE).unwrap();
    let pose = d3_f64::Pose::IDENTITY;
    // In the plane of a face, along an edge, through a corner: touching is a hit, but not a certain
    // one.
    for (from, along, time) in [
        ([-3.0, 1.0, 0.25], [1.0, 0.0, 0.0], 2.0),
        ([-3.0, 1.0, -1.0], [2.0, 0.0, 0.0], 1.0),
        ([-2.0, 2.0, 0.0], [1.0, -1.0, 0.0], 1.0),
        ([-2.0, 0.0, 1.0], [1.0, 1.0, 0.0], 1.0),
    ] {
        let ray = wide_ray(from, along);
        let hit = cast_ray(&cube, &pose, &ray).expect("touched");
        assert!((hit.time - time).abs() < 1e-14 && hit.lower <= time, "{hit:?}");
        assert!(hit.lower > time - 1e-13, "{hit:?}");
    }
    // Slightly outside there is no hit.
    assert!(
        cast_ray(&cube, &pose, &wide_ray([-3.0, 1.0 + 1e-12, 0.25], [1.0, 0.0, 0.0])).is_none()
    );
    let inside = wide_ray([-3.0, 1.0 - 1e-12, 0.25], [1.0, 0.0, 0.0]);
    assert!(cast_ray(&cube, &pose, &inside).unwrap().is_certain());
}

#[test]
fn starting_on_the_surface() {
    let cube = Cuboid::new(Vec3::ONE).unwrap();
    let pose = Pose::IDENTITY;
    let cast = |along| Ray::new(Vec3::new(1.0, 0.25, 0.0), along, 10.0).unwrap();
    // Outwards, inwards and along the surface: each hits at time 0.
    for along in [Vec3::X, -Vec3::X, Vec3::Y] {
        let ray = cast(along);
        for hollow in [false, true] {
            let hit = hit_of(&cube, &pose, &ray, hollow).expect("it touches");
            assert_eq!((hit.time, hit.lower, hit.inside), (0.0, 0.0, false), "{along}");
            assert_eq!(hit.point, Vec3::new(1.0, 0.25, 0.0));
        }
    }
    let hit = cast_ray(&cube, &pose, &cast(-Vec3::X)).unwrap();
    assert_eq!(hit.normal, Vec3::X);
}

#[test]
fn solid_and_hollow_from_inside() {
    let turn = Quat::from_rotation_z(0.5);
    let pose = Pose::new(Vec3::new(3.0, 0.0, 0.0), turn).unwrap();
    let shape = Rounded::new(Cuboid::new(Vec3::ONE).unwrap(), 0.5).unwrap();
    let ray = Ray::new(pose.translation(), turn * Vec3::Y * 0.5, 10.0).unwrap();
    let solid = cast_ray(&shape, &pose, &ray).unwrap();
    assert_eq!((solid.time, solid.upper, solid.inside), (0.0, 0.0, true));
    assert!((solid.normal + turn * Vec3::Y).length() < 1e-6);
    let hollow = hit_of(&shape, &pose, &ray, true).unwrap();
    assert!((hollow.time - 3.0).abs() < 1e-5 && hollow.inside, "{hollow:?}");
    assert!((hollow.normal - turn * Vec3::Y).length() < 1e-5, "{hollow:?}");
    // It ends before the wall.
    let short = Ray::new(pose.translation(), Vec3::Y, 1.0).unwrap();
    assert!(hit_of(&shape, &pose, &short, true).is_none());
}

#[test]
fn the_ray_ends_where_it_ends() {
    let ball = Sphere::new(1.0).unwrap();
    let pose = Pose::at(Vec3::new(5.0, 0.0, 0.0)).unwrap();
    let ray = |tmax| Ray::new(Vec3::ZERO, Vec3::X * 2.0, tmax).unwrap();
    assert_eq!(cast_ray(&ball, &pose, &ray(2.5)).unwrap().time, 2.0);
    assert_eq!(cast_ray(&ball, &pose, &ray(2.0)).unwrap().time, 2.0);
    assert!(cast_ray(&ball, &pose, &ray(1.999)).is_none());
    // A ray of length 0 is a point.
    let inside = Ray::new(Vec3::new(5.0, 0.5, 0.0), Vec3::X, 0.0).unwrap();
    assert!(cast_ray(&ball, &pose, &inside).is_some_and(|hit| hit.inside));
}

#[test]
fn half_spaces() {
    let ground = d3::HalfSpace::new(Vec3::Z, 0.0).unwrap();
    let pose = Pose::IDENTITY;
    let ray = |z: f32, along| Ray::new(Vec3::new(1.0, 2.0, z), along, f32::INFINITY).unwrap();
    let down = cast_ray(&ground, &pose, &ray(3.0, Vec3::new(0.0, 3.0, -1.5))).unwrap();
    assert_eq!((down.time, down.point, down.normal), (2.0, Vec3::new(1.0, 8.0, 0.0), Vec3::Z));
    assert!(cast_ray(&ground, &pose, &ray(3.0, Vec3::X)).is_none(), "parallel");
    assert!(cast_ray(&ground, &pose, &ray(3.0, Vec3::Z)).is_none(), "away");
    assert!(cast_ray(&ground, &pose, &ray(-3.0, Vec3::Z)).unwrap().inside);
    let up = ray(-3.0, Vec3::Z);
    assert_eq!(hit_of(&ground, &pose, &up, true).unwrap().time, 3.0);
    let deep = ray(-3.0, Vec3::X);
    assert!(hit_of(&ground, &pose, &deep, true).is_none(), "the ray never leaves");
}

/// At the apex of a cone the two roots of its quadratic coincide: they were off by 1e-12 there. The
/// apex has no normal of its own: a formula divided by the distance from the axis and gave NaN, and
/// from inside the march ran for milliseconds without finding that it was inside.
#[test]
fn onto_and_out_of_an_apex() {
    for axis in 0..3 {
        let up = DVec3::from_array(core::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 }));
        let aside = DVec3::new(up.y, up.z, up.x);
        let pose = d3_f64::Pose::IDENTITY;
        let cone = d3_f64::Cone::new(Axis::ALL[axis], 0.5, 0.25).unwrap();
        for beside in [0.0, 1e-300, 1e-200, 1e-18] {
            let hit =
                cast_ray(&cone, &pose, &wide_ray((up * 3.0 + aside * beside).into(), (-up).into()));
            let hit = hit.expect("the apex");
            assert!((hit.time - 2.5).abs() < 1e-14 && hit.is_certain(), "{hit:?}");
            // Any normal of the side is valid at the apex.
            assert!(hit.normal.is_normalized() && hit.normal.dot(up) > 0.24, "{hit:?}");
        }
        let hit = cast_ray(&cone, &pose, &wide_ray((up * 3.0).into(), (-up).into())).unwrap();
        assert_eq!((hit.normal, hit.axis), (up, up));
        // Slanted, through the apex into the cone, and out of it.
        let along = aside * 0.125 - up;
        let hit = cast_ray(&cone, &pose, &wide_ray((up * 0.5 - along * 2.0).into(), along.into()));
        let hit = hit.expect("the apex");
        assert!((hit.time - 2.0).abs() < 1e-14 && hit.normal.is_normalized(), "{hit:?}");
        let cone = d3_f64::Cone::new(Axis::ALL[axis], 1.0, 1.0).unwrap();
        for from in [0.0, -0.5, 0.75] {
            let ray = wide_ray((up * from).into(), up.into());
            let hit = hit_of(&cone, &pose, &ray, true).expect("the apex");
            assert!((hit.time - (1.0 - from)).abs() < 1e-14 && hit.is_certain(), "{hit:?}");
            assert_eq!((hit.normal, hit.inside), (up, true));
        }
    }
}

/// A ray along a face of a box that starts on the face entered by another plane, and got that
/// plane's normal.
#[test]
fn along_a_face_from_its_middle() {
    let wall = d2_f64::Cuboid::new(DVec2::new(2.0, 0.5)).unwrap();
    let pose = d2_f64::Pose::IDENTITY;
    for along in [DVec2::Y, -DVec2::Y] {
        let ray = d2_f64::Ray::new(DVec2::new(2.0, 0.0), along, f64::INFINITY).unwrap();
        for hollow in [false, true] {
            let hit = hit_of(&wall, &pose, &ray, hollow).expect("it touches");
            assert_eq!((hit.time, hit.normal), (0.0, DVec2::X), "{along}");
        }
    }
}

#[test]
fn past_the_apex_of_a_cone() {
    let cone = d3_f64::Cone::new(Axis::Y, 1.0, 0.5).unwrap();
    let pose = d3_f64::Pose::IDENTITY;
    for k in 0..400 {
        let (sin, cos) = libm::sincos(f64::from(k) * 0.37);
        let height = 1.0 - libm::pow(10.0, -f64::from(k % 13));
        // A point of the side near the apex, hit by a ray that goes down along the far side.
        let radius = 0.25 * (1.0 - height);
        let target = DVec3::new(radius * cos, height, radius * sin);
        let along = DVec3::new(-0.25 * cos + 1e-4, -1.0, -0.25 * sin).normalize();
        let ray = wide_ray((target - along * 2.0).into(), along.into());
        let hit = cast_ray(&cone, &pose, &ray).expect("the side");
        let slant = -along.dot(DVec3::new(4.0 * cos, 1.0, 4.0 * sin).normalize());
        assert!((hit.time - 2.0).abs() < 4e-14 / slant.abs(), "{k}: {hit:?}");
        assert!(hit.lower <= 2.0 + 1e-15 && 2.0 - 1e-15 <= hit.upper, "{k}: {hit:?}");
    }
}

#[test]
fn shapes_of_extreme_sizes() {
    for size in [1e-300, 1e-200, 1e-160, 3.5e47] {
        let shapes: [Shape<DVec3>; 5] = [
            d3_f64::Sphere::new(size).unwrap().into(),
            d3_f64::Cuboid::new(DVec3::splat(size)).unwrap().into(),
            d3_f64::Cylinder::new(Axis::X, size, size).unwrap().into(),
            d3_f64::Capsule::along(Axis::X, 0.5 * size, 0.5 * size).unwrap().into(),
            d3_f64::Ellipsoid::new(DVec3::splat(size)).unwrap().into(),
        ];
        for shape in shapes {
            let unit = size.max(1e-250);
            let along = DVec3::X * unit;
            let ray = d3_f64::Ray::new(-DVec3::X * (4.0 * size), along, f64::INFINITY).unwrap();
            let hit = cast_ray(&shape, &d3_f64::Pose::IDENTITY, &ray).expect("ahead");
            let time = 3.0 * size / unit;
            assert!((hit.time - time).abs() <= 1e-13 * time, "{size:e} {hit:?}");
            assert!((hit.normal + DVec3::X).length() < 1e-7, "{size:e} {hit:?}");
            let beside = d3_f64::Ray::new(DVec3::new(-4.0, 1.5, 0.0) * size, along, 1e9).unwrap();
            assert!(cast_ray(&shape, &d3_f64::Pose::IDENTITY, &beside).is_none(), "{size:e}");
        }
    }
}

/// A user-defined shape may return nonsense: no panic, no NaN, no endless loop.
#[test]
fn nonsense_does_not_panic() {
    struct Nonsense(f64);
    impl clearance::Convex for Nonsense {
        type V = DVec2;
        fn support(&self, _: DVec2) -> DVec2 {
            DVec2::new(self.0, f64::NAN)
        }
        fn center(&self) -> DVec2 {
            DVec2::ZERO
        }
        fn radius(&self) -> f64 {
            self.0
        }
    }
    for x in [f64::NAN, f64::INFINITY, 0.0, 1.0] {
        let ray = d2_f64::Ray::new(DVec2::new(3.0, 0.0), DVec2::X, 10.0).unwrap();
        for hollow in [false, true] {
            let shape = Nonsense(x);
            let Some(hit) = hit_of(&shape, &d2_f64::Pose::IDENTITY, &ray, hollow) else { continue };
            assert!(
                hit.time.is_finite() && hit.normal.is_finite() && hit.point.is_finite(),
                "{hit:?}"
            );
            assert!(hit.lower <= hit.time && hit.time <= hit.upper, "{hit:?}");
        }
    }
}

/// A ray that starts on a sheet within rounding may start behind it: the hit was once reported as
/// certain.
#[test]
fn starting_on_a_sheet_is_not_certain() {
    let ends = [DVec2::new(0.1, 0.3), DVec2::new(0.7, -0.9)];
    let sheet = d2_f64::Segment::new(ends[0], ends[1]).unwrap();
    let ray = d2_f64::Ray::new((ends[0] + ends[1]) * 0.5, DVec2::Y, 1.0).unwrap();
    let hit = cast_ray(&sheet, &d2_f64::Pose::IDENTITY, &ray).expect("touching is a hit");
    assert_eq!((hit.lower, hit.is_certain()), (0.0, false), "{hit:?}");
    assert!(hit.time < 1e-15, "{hit:?}");
}

/// In a disk that is hardly thicker than rounding, and in a needle, no ray knows whether it starts inside: what it says of
/// its point is not more than its bounds say.
#[test]
fn starting_in_shapes_hardly_thicker_than_rounding() {
    let (mut random, mut checked, mut open) = (Random::new(12), 0, 0);
    for i in 0..20_000 {
        let size = libm::pow(10.0, random.range(-6.0, 4.0));
        let thin = size * f64::EPSILON * libm::pow(10.0, random.range(0.5, 4.0));
        let [half_height, radius] = if i % 2 == 0 { [thin, size] } else { [size, thin] };
        let cylinder = d3_f64::Cylinder::new(Axis::X, half_height, radius).unwrap();
        let pose = d3_f64::Pose::new(random.in_cube(size), random.rotation()).unwrap();
        let inside = DVec3::new(half_height, radius * 0.7, radius * 0.7);
        let [from, to] = [(); 2].map(|()| inside * random.in_cube(1.0));
        // Along the thin shape, so that it is left far away.
        let along = if i % 2 == 0 { (to - from).with_x(0.0) } else { DVec3::X };
        let Some(along) = pose.transform_vector(along).try_normalize() else { continue };
        let ray = d3_f64::Ray::new(pose.transform_point(from), along, f64::INFINITY).unwrap();
        let Some(hit) = clearance::cast_ray(&cylinder, &pose, &ray) else { continue };
        let verdict = check_ray(&cylinder, &pose, &ray, &hit);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {cylinder:?} {pose:?} {ray:?} {hit:?}");
        checked += 1;
        open += usize::from(!hit.inside);
    }
    assert!(checked > 10_000 && open > 2_000, "{checked} {open}");
}
