//! Hulls are valid and equal to those of the slow version; degenerate input is an error.

use clearance::Error;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::hull::{Hull3, build2, build3, build3_with_report};
use clearance::minkowski::hull3;
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance_testing::Random;

use super::clouds::{CLOUDS, cloud, counts, grid, prism, solid, sorted_vertices, turned, v3};

/// The hull has the vertices and the volume of the slow hull.
#[track_caller]
fn same_as_slow(points: &[DVec3]) {
    let slow = hull3(points);
    let fast = solid(points);
    assert_eq!(sorted_vertices(&fast), slow.vertices);
    let middle = slow.vertices.iter().sum::<DVec3>() / slow.vertices.len() as f64;
    let volume: f64 = slow
        .triangles()
        .iter()
        .map(|t| t.map(|i| slow.vertices[i] - middle))
        .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
        .sum();
    let found = fast.mass().volume;
    assert!((found - volume).abs() <= 1e-12 * volume, "{found} {volume}");
    // Merging can only reduce the number of faces.
    assert!(fast.topology().faces() <= slow.facets.len());
}

#[test]
fn clouds_of_all_sizes_are_valid() {
    let mut random = Random::new(1);
    let mut vertices = 0;
    for kind in CLOUDS {
        for count in [4, 5, 6, 8, 12, 20, 50, 100, 300, 1000] {
            for _ in 0..1000 / count.max(20) {
                let points = cloud(kind, count, &mut random);
                if let Ok(Hull3::Solid(_)) = build3(&points) {
                    vertices += counts(&solid(&points))[0];
                }
            }
        }
    }
    assert!(vertices > 10_000, "{vertices}");
    for kind in CLOUDS {
        solid(&cloud(kind, 5000, &mut random));
    }
}

#[test]
fn small_hulls_equal_those_of_the_slow_version() {
    let mut random = Random::new(2);
    let mut compared = 0;
    for round in 0..400 {
        let kind = CLOUDS[round % CLOUDS.len()];
        let count = 4 + random.below(56);
        let mut points = cloud(kind, count, &mut random);
        if round % 3 == 0 {
            points = turned(&points, &mut random);
        }
        if let Hull3::Solid(_) = build3(&points).unwrap() {
            same_as_slow(&points);
            compared += 1;
        }
    }
    assert!(compared > 380, "{compared}");
    for points in [grid(2), grid(3), grid(4), prism(7, 0.3), prism(30, 2.0)] {
        same_as_slow(&points);
        same_as_slow(&turned(&points, &mut random));
    }
}

#[test]
fn coplanar_and_collinear_points_are_dropped() {
    for n in [2, 3, 5, 12] {
        let cube = solid(&grid(n));
        assert_eq!(counts(&cube), [8, 12, 6]);
        assert_eq!(
            (cube.mass().volume, cube.center(), cube.inner_radius() > 0.999_999),
            (8.0, DVec3::ZERO, true)
        );
    }
    let mut twice = grid(4);
    twice.extend(grid(4));
    assert_eq!(counts(&solid(&twice)), [8, 12, 6]);
    // An octahedron from the points of a grid: no face normal is along an axis.
    let octahedron: Vec<DVec3> =
        grid(9).into_iter().filter(|p| p.abs().element_sum() <= 1.0).collect();
    assert_eq!(counts(&solid(&octahedron)), [6, 12, 8]);
}

#[test]
fn faces_that_differ_by_rounding_are_merged() {
    let mut random = Random::new(3);
    for sides in [3, 4, 5, 6, 17, 64] {
        let expected = [2 * sides, 3 * sides, sides + 2];
        for _ in 0..50 {
            let points = turned(&prism(sides, random.range(0.01, 3.0)), &mut random);
            assert_eq!(counts(&solid(&points)), expected, "{points:?}");
            let single: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            assert_eq!(counts(&solid(&single)), expected, "{single:?}");
        }
    }
    for n in [3, 5] {
        for _ in 0..30 {
            let cube = solid(&turned(&grid(n), &mut random));
            // Some points on edges and in faces are extreme by rounding, and stay.
            assert!(cube.topology().vertices() >= 8);
            assert!(cube.error() < 6e-15, "{}", cube.error());
            assert!((cube.mass().volume - 8.0).abs() < 1e-13);
        }
    }
}

#[test]
fn nearly_coplanar_points() {
    let mut random = Random::new(4);
    for exponent in 3..=17 {
        let noise = 10f64.powi(-exponent);
        for _ in 0..20 {
            let mut points = grid(4);
            points.iter_mut().for_each(|p| *p += random.in_cube(noise));
            let hull = solid(&points);
            assert!((hull.mass().volume - 8.0).abs() < 30.0 * noise + 1e-13);
            // A single noisy plate, thinner than the noise in the other directions.
            let plate: Vec<DVec3> =
                (0..60).map(|_| random.in_cube(1.0) * v3(1.0, 1.0, noise)).collect();
            solid(&turned(&plate, &mut random));
            solid(&plate);
        }
    }
}

#[test]
fn needles_and_plates() {
    let mut random = Random::new(5);
    for ratio in [1e-4, 1e-3, 1e-2, 1e2, 1e3, 1e4] {
        for kind in CLOUDS {
            let points: Vec<DVec3> = cloud(kind, 200, &mut random)
                .into_iter()
                .map(|p| p * v3(1.0, 1.0, ratio))
                .collect();
            let hull = solid(&turned(&points, &mut random));
            assert!(hull.inner_radius() > 0.0);
            assert!(hull.error() < 1e-14 * hull.outer_radius().max(2.0), "{}", hull.error());
        }
    }
}

/// Points of a lattice, scaled by 2^-40 to 2^-130 along one axis. One to three are farther away, by 2^53
/// to 2^99: along one of the other axes, both, or all.
fn thinner_than_rounding<V: Vector>(random: &mut Random) -> Vec<V> {
    let power = |random: &mut Random, least: i32, count: usize| {
        2f64.powi(least + random.below(count) as i32)
    };
    let (thin, thickness) = (random.below(3), power(random, -130, 91));
    let (far, distance) = (random.below(3), power(random, 53, 47));
    let (count, far_points) = (6 + random.below(20), 1 + random.below(3));
    let levels = 3 + random.below(23);
    let coordinate = |random: &mut Random, number: usize, axis: usize| {
        let along = [axis == (thin + 1) % 3, axis != thin, true][far];
        let lattice = (random.below(levels) as f64 - (levels / 2) as f64) / 8.0;
        let size = if along && number < far_points { distance } else { 1.0 };
        lattice * size * if axis == thin { thickness } else { 1.0 }
    };
    let point = |number| V::from_fn(|i| V::Scalar::of(coordinate(random, number, i)));
    (0..count).map(point).collect()
}

/// Builds hulls of such points. Returns the number of those that have joined faces and no ball inside.
fn thinner_than_rounding_and_valid<V: Vector<Wide = DVec3>>(rounds: usize) -> usize {
    let mut random = Random::new(9);
    let mut joined = 0;
    for _ in 0..rounds {
        let points = thinner_than_rounding::<V>(&mut random);
        let (hull, report) = build3_with_report(&points).unwrap();
        hull.validate(&points).unwrap_or_else(|fault| panic!("{fault}: {points:?}"));
        let Hull3::Solid(hull) = hull else { continue };
        joined += usize::from(report.rounded_edges > 0 && hull.inner_radius() == V::Scalar::ZERO);
    }
    joined
}

#[test]
fn hulls_thinner_than_rounding_look_outward() {
    let joined = [
        thinner_than_rounding_and_valid::<DVec3>(11_500),
        thinner_than_rounding_and_valid::<Vec3>(11_500),
    ];
    assert!(joined.iter().all(|count| *count > 10_000), "{joined:?}");
}

/// The triangles 3 0 2 and 5 3 2 have opposite normals, are both within rounding of one plane, and have
/// the same area but for rounding. Joined, they would have no area and no normal.
#[test]
fn front_and_back_are_not_joined() {
    let [small, most] = [2f32.powi(-116), 1.765625];
    let points = [
        Vec3::new(-small, small, 2.0 * small),
        Vec3::splat(-2.884_210_2e-5),
        Vec3::splat(1.676_380_6e-7),
        Vec3::new(-1.732_26e-7, 1.676_380_6e-7, 1.676_380_6e-7),
        Vec3::new(most, -0.5 * small, -0.5 * small),
        Vec3::new(2.0 * small, -small, -12.0 * small),
    ];
    let hull = solid(&points);
    for face in 0..hull.topology().faces() as u32 {
        // The points are within 1e-33 of the plane y = z.
        let normal = hull.normals().get(face);
        assert!((normal.y + normal.z).abs() < 1e-6 && normal.y.abs() > 0.7, "{normal}");
    }
}

/// The triangle of the points 0, 3 and 4 is so thin that 32 digits leave no digit of its area.
#[test]
fn a_triangle_too_thin_for_32_digits_looks_outward() {
    let (far, tiny) = (2f64.powi(69), 2f64.powi(-46));
    let points = [
        v3(-far, 0.5 * far, -far * tiny),
        v3(far, far, -0.5 * far * tiny),
        v3(-0.5 * far, far, far * tiny),
        v3(0.0, 0.0, -0.125 * tiny),
        v3(0.25, -0.125, 0.125 * tiny),
    ];
    assert_eq!(counts(&solid(&points))[0], 5);
}

#[test]
fn flat_input_is_returned_as_flat() {
    let mut random = Random::new(6);
    let direction = v3(3.0, -5.0, 7.0);
    for count in [1, 2, 30] {
        let same = vec![direction; count];
        assert_eq!(build3(&same).unwrap(), Hull3::Point(direction));
        build3(&same).unwrap().validate(&same).unwrap();
    }
    let line: Vec<DVec3> = (0..40).map(|_| direction * random.below(1000) as f64).collect();
    let segment = build3(&line).unwrap();
    assert!(matches!(segment, Hull3::Segment(_)), "{segment:?}");
    segment.validate(&line).unwrap();
    let (u, v) = (v3(1.0, 2.0, -3.0), v3(-2.0, 5.0, 1.0));
    for at in [DVec3::ZERO, v3(100.0, 200.0, 300.0)] {
        // Integer coordinates, so that the points are exactly coplanar.
        let square: Vec<DVec3> = (0..100)
            .map(|_| at + u * random.below(9) as f64 + v * random.below(9) as f64)
            .chain([at, at + u * 9.0, at + v * 9.0, at + (u + v) * 9.0])
            .collect();
        let hull = build3(&square).unwrap();
        hull.validate(&square).unwrap();
        let Hull3::Flat(flat) = hull else { panic!("{hull:?}") };
        assert_eq!(flat.vertices().len(), 4);
        let area = 81.0 * u.cross(v).length();
        assert!((flat.area() - area).abs() < 1e-12 * area);
        assert!((flat.centroid() - at - (u + v) * 4.5).length() < 1e-12);
        assert!((flat.normal().dot(u)).abs() < 1e-15 * 4.0);
    }
    for axis in 0..3 {
        let mut plate = grid(3);
        plate.iter_mut().for_each(|p| p[axis] = 0.125);
        let hull = build3(&plate).unwrap();
        hull.validate(&plate).unwrap();
        let Hull3::Flat(flat) = hull else { panic!("{hull:?}") };
        assert_eq!((flat.vertices().len(), flat.area()), (4, 4.0));
        assert_eq!(flat.normal(), <DVec3 as Vector>::unit(axis));
    }
}

#[test]
fn bad_input_is_an_error() {
    assert!(matches!(build3::<DVec3>(&[]), Err(Error::Empty { .. })));
    assert!(matches!(
        build3(&[v3(0.0, f64::NAN, 0.0)]),
        Err(Error::NotFinite { index: Some(0), .. })
    ));
    assert!(matches!(
        build3(&[DVec3::ZERO, v3(0.0, 1e200, 0.0)]),
        Err(Error::TooLarge { index: Some(1), .. })
    ));
    assert!(matches!(build2::<DVec2>(&[]), Err(Error::Empty { .. })));
    assert!(matches!(build2(&[Vec2::INFINITY]), Err(Error::NotFinite { .. })));
}

#[test]
fn validate_rejects_other_hulls() {
    let points = grid(2);
    let hull = build3(&points).unwrap();
    let with = |p: DVec3| points.iter().copied().chain([p]).collect::<Vec<_>>();
    hull.validate(&with(v3(1.0, 0.5, 0.25))).unwrap();
    assert!(hull.validate(&with(v3(1.0 + 1e-15, 0.5, 0.25))).is_err());
    assert!(hull.validate(&points[1..]).is_err(), "a vertex that is not among the points");
}

#[test]
fn powers_of_two_scale_every_bit_and_others_are_valid() {
    let mut random = Random::new(7);
    let points = cloud("ball", 100, &mut random);
    let hull = solid(&points);
    for exponent in [-900, -100, -1, 3, 158] {
        let scale = 2f64.powi(exponent);
        let scaled: Vec<DVec3> = points.iter().map(|p| *p * scale).collect();
        let other = solid(&scaled);
        assert_eq!(other.topology(), hull.topology());
        assert!(other.normals() == hull.normals());
        let offsets: Vec<f64> = hull.offsets().iter().map(|d| d * scale).collect();
        assert_eq!(other.offsets(), offsets);
        assert_eq!(other.center(), hull.center() * scale);
        assert_eq!(other.inner_radius(), hull.inner_radius() * scale);
    }
    for exponent in (-150..=45).step_by(15) {
        // The largest accepted length is 2^160, about 1.5e48.
        let scale = 0.5 * 10f64.powi(exponent);
        for kind in CLOUDS {
            let points: Vec<DVec3> =
                cloud(kind, 80, &mut random).iter().map(|p| *p * scale).collect();
            let hull = solid(&points);
            assert!(hull.inner_radius() > 0.0 && hull.outer_radius() < 10.0 * scale);
        }
    }
}

#[test]
fn f32_hulls_of_all_clouds_are_valid() {
    let mut random = Random::new(8);
    for kind in CLOUDS {
        for count in [6, 30, 300] {
            for _ in 0..20 {
                let points = turned(&cloud(kind, count, &mut random), &mut random);
                let single: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
                if let Hull3::Solid(_) = build3(&single).unwrap() {
                    let hull = solid(&single);
                    assert!(hull.error() < 8e-6, "{}", hull.error());
                }
            }
        }
    }
}
