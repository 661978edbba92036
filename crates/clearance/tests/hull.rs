//! Hulls: every one validated against its points, compared with the slow hull of `minkowski`,
//! and measured against solids that are known.

mod common;

use clearance::d3_f64::DQuat;
use clearance::glam::{DMat3, DVec2, DVec3, Vec2, Vec3};
use clearance::hull::{Hull2, Hull3, Mercies, Polyhedron, Topology};
use clearance::hull::{build2, build3, build3_with_mercies};
use clearance::minkowski::{hull2, hull3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Error, d2_f64};
use common::Random;

fn v3(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Builds and validates; what is not solid is a failure.
#[track_caller]
fn solid<V: Vector<Wide = DVec3>>(points: &[V]) -> Polyhedron<V> {
    let hull = build3(points).unwrap();
    if let Err(fault) = hull.validate(points) {
        panic!("{fault}: {} points, the first {:?}", points.len(), &points[..points.len().min(12)]);
    }
    match hull {
        Hull3::Solid(solid) => *solid,
        other => panic!("{} points give {other:?}", points.len()),
    }
}

/// Vertices, edges, faces.
fn counts<V: Vector<Wide = DVec3>>(hull: &Polyhedron<V>) -> [usize; 3] {
    let t = hull.topology();
    [t.vertices(), t.edges(), t.faces()]
}

/// The points of an n x n x n grid over the cube from -1 to 1.
fn grid(n: usize) -> Vec<DVec3> {
    let at = |i: usize| 2.0 * i as f64 / (n - 1) as f64 - 1.0;
    (0..n * n * n).map(|i| v3(at(i % n), at(i / n % n), at(i / n / n))).collect()
}

fn prism(sides: usize, half_height: f64) -> Vec<DVec3> {
    let ring = |k: usize| {
        let angle = core::f64::consts::TAU * (k / 2) as f64 / sides as f64;
        let z = if k.is_multiple_of(2) { half_height } else { -half_height };
        v3(angle.cos(), angle.sin(), z)
    };
    (0..2 * sides).map(ring).collect()
}

fn turned(points: &[DVec3], random: &mut Random) -> Vec<DVec3> {
    let (turn, shift) = (random.rotation(), random.in_cube(1.0));
    points.iter().map(|p| turn * *p + shift).collect()
}

const CLOUDS: [&str; 5] = ["ball", "sphere", "cube", "gaussian", "cubes' corners"];

fn cloud(kind: &str, count: usize, random: &mut Random) -> Vec<DVec3> {
    let point = |random: &mut Random| match kind {
        "ball" => random.direction3() * random.unit().cbrt(),
        "sphere" => random.direction3(),
        "cube" => random.in_cube(1.0),
        "gaussian" => (0..6).fold(DVec3::ZERO, |sum, _| sum + random.in_cube(1.0)),
        _ => v3(random.below(4) as f64, random.below(4) as f64, random.below(4) as f64),
    };
    (0..count).map(|_| point(random)).collect()
}

fn sorted_vertices(hull: &Polyhedron<DVec3>) -> Vec<DVec3> {
    let mut vertices: Vec<DVec3> = hull.vertices().iter().collect();
    vertices.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).unwrap());
    vertices
}

/// Does it have the vertices and the volume that the slow hull has?
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
    // Joined faces are only ever fewer.
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
fn small_hulls_are_those_of_the_slow_version() {
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
fn coplanar_and_collinear_points_are_gone() {
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
    // An octahedron out of its grid: no face along an axis.
    let octahedron: Vec<DVec3> =
        grid(9).into_iter().filter(|p| p.abs().element_sum() <= 1.0).collect();
    assert_eq!(counts(&solid(&octahedron)), [6, 12, 8]);
}

#[test]
fn faces_that_rounding_keeps_apart_are_joined() {
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
            // A single noisy plate, thinner than the noise elsewhere.
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

#[test]
fn what_is_not_solid_is_given_back_as_what_it_is() {
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
        // Whole numbers, so that the points are in one plane exactly.
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
fn bad_input_is_refused() {
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
fn validate_refuses_what_is_no_hull_of_the_points() {
    let points = grid(2);
    let hull = build3(&points).unwrap();
    let with = |p: DVec3| points.iter().copied().chain([p]).collect::<Vec<_>>();
    hull.validate(&with(v3(1.0, 0.5, 0.25))).unwrap();
    assert!(hull.validate(&with(v3(1.0 + 1e-15, 0.5, 0.25))).is_err());
    assert!(hull.validate(&points[1..]).is_err(), "a vertex from nowhere");
}

#[test]
fn powers_of_two_scale_every_bit_and_others_are_valid() {
    let mut random = Random::new(7);
    let points = cloud("ball", 100, &mut random);
    let hull = solid(&points);
    for exponent in [-900, -100, -1, 3, 400] {
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
    for exponent in (-150..=150).step_by(25) {
        // The largest length that is accepted is 2^500, about 3e150.
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

#[track_caller]
fn near_matrix(found: DMat3, expected: DMat3, tolerance: f64) {
    let off = (found - expected).abs().to_cols_array().into_iter().fold(0.0, f64::max);
    assert!(off <= tolerance, "{found} {expected}");
}

#[test]
fn mass_of_a_box_a_tetrahedron_and_a_sphere() {
    let mut random = Random::new(9);
    let half = v3(0.5, 1.0, 1.5);
    let corners: Vec<DVec3> = grid(2).iter().map(|p| *p * half).collect();
    let shift = v3(10.0, -20.0, 5.0);
    for turn in [DQuat::IDENTITY, random.rotation(), random.rotation()] {
        let points: Vec<DVec3> = corners.iter().map(|p| turn * *p + shift).collect();
        let mass = *solid(&points).mass();
        let squares = half * half * 4.0;
        let moments =
            v3(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y) * 6.0 / 12.0;
        let r = DMat3::from_quat(turn);
        let expected = r * DMat3::from_diagonal(moments) * r.transpose();
        assert!((mass.volume - 6.0).abs() < 1e-13, "{}", mass.volume);
        assert!((mass.centroid - shift).length() < 1e-13);
        near_matrix(mass.inertia, expected, 1e-12);
    }
    // The corner of a cube: the moments about its centroid are 3/80 x mass x 2 on the
    // diagonal, and the products of inertia x y are -1/80 x mass: mass = 1/6.
    let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let mass = *solid(&corner).mass();
    assert!((mass.volume - 1.0 / 6.0).abs() < 1e-16);
    assert!((mass.centroid - DVec3::splat(0.25)).length() < 1e-15);
    let (d, o) = (1.0 / 80.0, 1.0 / 480.0);
    near_matrix(mass.inertia, DMat3::from_cols_array(&[d, o, o, o, d, o, o, o, d]), 1e-15);
    // A spiral of points on a sphere.
    let count = 20_000;
    let sphere: Vec<DVec3> = (0..count)
        .map(|i| {
            let z = (2 * i + 1) as f64 / count as f64 - 1.0;
            let (sin, cos) = (i as f64 * 2.399963229728653).sin_cos();
            let ring = (1.0 - z * z).sqrt();
            v3(ring * cos, ring * sin, z)
        })
        .collect();
    let Hull3::Solid(ball) = build3(&sphere).unwrap() else { panic!() };
    let volume = core::f64::consts::TAU * 2.0 / 3.0;
    assert_eq!(ball.topology().vertices(), count);
    assert!((ball.mass().volume / volume - 1.0).abs() < 1e-3);
    assert!(ball.mass().centroid.length() < 1e-4);
    near_matrix(ball.mass().inertia, DMat3::from_diagonal(DVec3::splat(0.4 * volume)), 3e-3);
    assert!(ball.inner_radius() > 0.999 && ball.outer_radius() < 1.001);
}

#[test]
fn the_inner_ball_is_the_largest() {
    let mut random = Random::new(10);
    for round in 0..200 {
        let points = turned(&cloud(CLOUDS[round % 4], 8 + round, &mut random), &mut random);
        let hull = solid(&points);
        let depth = |c: DVec3| {
            let heights = hull.normals().iter().map(|n| n.dot(c));
            heights.zip(hull.offsets()).map(|(h, d)| d - h).fold(f64::INFINITY, f64::min)
        };
        let (center, radius) = (hull.center(), hull.inner_radius());
        assert!(depth(center) >= radius && depth(center) < radius + 1e-13);
        // The depth is concave: where no small step helps, no step does.
        for _ in 0..50 {
            let other = center + random.direction3() * radius * 1e-4;
            assert!(depth(other) <= radius + 1e-12, "{} {radius}", depth(other));
        }
    }
    let thin: Vec<DVec3> = grid(2).iter().map(|p| *p * v3(1.0, 2.0, 1e-3)).collect();
    let inner = solid(&thin).inner_radius();
    assert!((inner - 1e-3).abs() < 1e-14, "{inner}");
}

/// Of two corners that differ by rounding each has half of the edges, and the one between them
/// does not seem to rise. A climb that came by the wrong one stayed there: up to every tenth
/// support of such hulls was wrong, by as much as their size.
#[test]
fn climbing_passes_corners_that_came_twice() {
    let mut random = Random::new(19);
    for noise in [1e-16, 3e-16, 1e-15, 1e-14, 1e-12, 1e-9] {
        for count in [64, 120] {
            let twice = cloud("sphere", count, &mut random);
            let mut rough = || twice.iter().map(|p| *p + random.in_cube(noise)).collect::<Vec<_>>();
            let hull = solid(&[rough(), rough()].concat());
            let facets = hull.facets();
            let edges = facets.topology().edges();
            let edge = |k: usize| {
                let [from, to] =
                    [2 * k as u32, 2 * k as u32 + 1].map(|e| facets.topology().origin(e));
                facets.vertices().get(to) - facets.vertices().get(from)
            };
            for _ in 0..2000 {
                let across = edge(random.below(edges)).cross(edge(random.below(edges)));
                for direction in [across.normalize_or_zero(), random.direction3()] {
                    let height = |v| facets.vertices().get(v).dot(direction);
                    let missed = height(facets.scan(direction)) - height(facets.support(direction));
                    assert!(missed <= 1e-13, "{noise:e} {count}: {missed:e} along {direction}");
                }
            }
        }
    }
}

#[test]
fn climbing_finds_the_farthest_vertex() {
    let mut random = Random::new(11);
    for count in [5, 31, 80, 500] {
        let points = cloud("sphere", count, &mut random);
        let hull = solid(&points);
        let mut exact_seeds = 0;
        for round in 0..500 {
            let direction = random.direction3() * 10f64.powi(round % 7 - 3);
            let farthest =
                hull.vertices().iter().map(|v| v.dot(direction)).fold(f64::MIN, f64::max);
            let seed = hull.seed(direction);
            let top = hull.climb(direction, seed);
            assert_eq!(hull.vertices().get(top).dot(direction), farthest);
            assert_eq!(hull.climb(direction, 0), top);
            exact_seeds += usize::from(seed == top);
        }
        assert!(count != 80 || exact_seeds > 300, "{exact_seeds} of {count}");
        for weird in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY, v3(f64::MAX, 0.0, f64::MAX)] {
            assert!((hull.seed(weird) as usize) < hull.vertices().len());
        }
        for axis in 0..3 {
            let high = hull.vertices().get(hull.extremes()[2 * axis])[axis];
            let low = hull.vertices().get(hull.extremes()[2 * axis + 1])[axis];
            assert!(hull.vertices().iter().all(|v| (low..=high).contains(&v[axis])));
        }
    }
}

#[test]
fn the_gauss_map_is_one_of_arcs_in_order() {
    let mut random = Random::new(12);
    let hull = solid(&cloud("sphere", 100, &mut random));
    let t = hull.topology();
    let mut known = vec![false; t.faces()];
    known[0] = true;
    for k in 0..t.edges() as u32 {
        let [from, to] = t.arc(k);
        assert!(known[from as usize]);
        known[to as usize] = true;
        let (u, v) = (hull.normals().get(from), hull.normals().get(to));
        let edge = hull.vertices().get(t.target(2 * k)) - hull.vertices().get(t.origin(2 * k));
        assert!(u.cross(v).dot(edge) > 0.0, "convex: the arc goes around its edge");
        assert_eq!(Topology::twin(2 * k), 2 * k + 1);
    }
    assert!(known.into_iter().all(|k| k));
    for vertex in 0..t.vertices() as u32 {
        assert!(t.vertex_edges(vertex).all(|e| t.origin(e) == vertex));
    }
    let lanes = hull.vertices();
    assert_eq!(lanes.x().len() % 8, 0);
    assert_eq!(lanes.z()[lanes.z().len() - 1], lanes.get(lanes.len() as u32 - 1).z);
    assert_eq!(hull.offsets().len(), hull.normals().y().len());
}

#[test]
fn hulls_in_the_plane() {
    let mut random = Random::new(13);
    for round in 0..500 {
        let count = 1 + random.below(200);
        let scale = 10f64.powi(random.below(21) as i32 - 10);
        let point = |random: &mut Random| match round % 3 {
            0 => random.in_cube(1.0).truncate() * scale,
            1 => DVec2::from_angle(random.range(0.0, 7.0)) * scale,
            _ => DVec2::new(random.below(5) as f64, random.below(5) as f64),
        };
        let points: Vec<DVec2> = (0..count).map(|_| point(&mut random)).collect();
        let hull = build2(&points).unwrap();
        hull.validate(&points).unwrap();
        let single: Vec<Vec2> = points.iter().map(|p| p.as_vec2()).collect();
        build2(&single).unwrap().validate(&single).unwrap();
        if let Hull2::Outline(outline) = &hull {
            assert_eq!(outline.vertices(), hull2(&points));
            for (n, d) in outline.normals().iter().zip(outline.offsets()) {
                let top = points.iter().map(|p| p.dot(*n)).fold(f64::MIN, f64::max);
                assert!(top <= *d && *d - top <= 1e-15 * 4.0 * scale.max(5.0), "{top} {d}");
            }
        }
    }
    assert_eq!(build2(&[DVec2::X; 3]).unwrap(), Hull2::Point(DVec2::X));
    let line: Vec<DVec2> = (0..9).map(|i| DVec2::new(1.0, 3.0) * f64::from(i)).collect();
    assert_eq!(
        build2(&line).unwrap(),
        Hull2::Segment([DVec2::ZERO, d2_f64::DVec2::new(8.0, 24.0)])
    );
    // A rectangle of 2 x 6 around (5, 7): area 12, polar moment 12 (4 + 36) / 12.
    let corner = |x: f64, y: f64| DVec2::new(5.0 + x, 7.0 + 3.0 * y);
    let rectangle =
        [corner(1., 1.), corner(-1., 1.), corner(0., -1.), corner(1., -1.), corner(-1., -1.)];
    let Hull2::Outline(outline) = build2(&rectangle).unwrap() else { panic!() };
    assert_eq!(
        (outline.area(), outline.centroid(), outline.vertices().len()),
        (12.0, DVec2::new(5.0, 7.0), 4)
    );
    assert!((outline.second_moment() - 40.0).abs() < 1e-13);
    assert_eq!(outline.normals()[0], DVec2::NEG_Y);
}

/// The corners of a binary STL file's triangles.
fn stl(bytes: &[u8]) -> Vec<Vec3> {
    let number = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    let corner = |b: &[u8]| Vec3::new(number(b), number(&b[4..]), number(&b[8..]));
    bytes[84..]
        .chunks_exact(50)
        .flat_map(|t| [corner(&t[12..]), corner(&t[24..]), corner(&t[36..])])
        .collect()
}

#[test]
fn the_parts_of_a_robot() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/panda");
    let mut parts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "stl") {
            continue;
        }
        let points = stl(&std::fs::read(&path).unwrap());
        let hull = solid(&points);
        let wide: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
        let exact = solid(&wide);
        assert_eq!(hull.topology().vertices(), exact.topology().vertices());
        assert!(hull.topology().faces() <= exact.topology().faces());
        assert!((hull.mass().volume / exact.mass().volume - 1.0).abs() < 1e-6);
        assert!(hull.inner_radius() > 0.0 && hull.error().to_f64() < 1e-6);
        parts += 1;
        println!(
            "{}: {} points, {:?} in f32, {:?} in f64, inner {:.4}, outer {:.4}, error {:.1e}",
            path.file_name().unwrap().display(),
            points.len(),
            counts(&hull),
            counts(&exact),
            hull.inner_radius(),
            hull.outer_radius(),
            hull.error()
        );
    }
    assert!(parts >= 8, "{parts}");
}

#[test]
fn sixty_five_thousand_points() {
    let mut random = Random::new(14);
    let mut sets: Vec<(&str, Vec<DVec3>)> =
        ["ball", "sphere", "cube"].map(|kind| (kind, cloud(kind, 65_000, &mut random))).into();
    sets.push(("grid", grid(40)));
    sets.push(("turned grid", turned(&grid(40), &mut random)));
    sets.push(("cylinder", prism(32_500, 0.5)));
    sets.push(("turned cylinder", turned(&prism(32_500, 0.5), &mut random)));
    for (kind, points) in sets {
        let start = std::time::Instant::now();
        let Hull3::Solid(hull) = build3(&points).unwrap() else { panic!() };
        println!("{} points, {kind}: {:?}, {:?}", points.len(), counts(&hull), start.elapsed());
        hull.topology().validate().unwrap();
        match kind {
            "sphere" => assert_eq!(hull.topology().vertices(), 65_000),
            "grid" => assert_eq!(counts(&hull), [8, 12, 6]),
            "cylinder" => assert_eq!(counts(&hull), [65_000, 97_500, 32_502]),
            _ => assert!(hull.topology().vertices() >= 8),
        }
    }
}

/// Builds with counts, and checks that every point is counted once and the hull is the same.
#[track_caller]
fn mercies<V: Vector<Wide = DVec3>>(points: &[V]) -> Mercies {
    let (hull, m) = build3_with_mercies(points).unwrap();
    assert!(hull == build3(points).unwrap());
    let vertices = match &hull {
        Hull3::Point(_) => 1,
        Hull3::Segment(_) => 2,
        Hull3::Flat(flat) => flat.vertices().len(),
        Hull3::Solid(solid) => solid.vertices().len(),
    };
    assert_eq!(vertices + m.duplicates + m.inside + m.in_faces + m.on_edges, points.len());
    m
}

#[test]
fn mercies_of_a_grid_are_those_of_a_cube() {
    for n in [2, 3, 6] {
        let k = n - 2;
        let expected = Mercies {
            inside: k * k * k,
            in_faces: 6 * k * k,
            on_edges: 12 * k,
            dimension: 3,
            ..Mercies::default()
        };
        // How many triangles there are in the faces depends on which points were apexes.
        let grid = grid(n);
        let m = mercies(&grid);
        assert!(m.flat_edges >= 6, "{m:?}");
        assert_eq!(m, Mercies { flat_edges: m.flat_edges, ..expected });
        let twice: Vec<DVec3> = grid.iter().chain(grid.iter().rev()).copied().collect();
        let m = mercies(&twice);
        assert_eq!(m, Mercies { flat_edges: m.flat_edges, duplicates: n * n * n, ..expected });
    }
}

#[test]
fn mercies_of_what_is_not_solid() {
    let m = mercies(&[DVec3::ONE; 5]);
    assert_eq!(m, Mercies { duplicates: 4, ..Mercies::default() });
    let line: Vec<DVec3> = (0..9).map(|i| v3(1.0, 2.0, 3.0) * f64::from(i % 6)).collect();
    let expected = Mercies { duplicates: 3, on_edges: 4, dimension: 1, ..Mercies::default() };
    assert_eq!(mercies(&line), expected);
    let square: Vec<DVec3> =
        (0..25).map(|i| v3(f64::from(i % 5), f64::from(i / 5), f64::from(i % 5))).collect();
    let expected = Mercies { in_faces: 9, on_edges: 12, dimension: 2, ..Mercies::default() };
    assert_eq!(mercies(&square), expected);
    // Zeros of both signs are the same point.
    assert_eq!(mercies(&[DVec3::ZERO, -DVec3::ZERO, DVec3::X]).duplicates, 1);
}

#[test]
fn mercies_of_a_turned_box_are_its_six_diagonals() {
    let mut random = Random::new(15);
    let (mut rounded, mut slivers) = (0, 0);
    for _ in 0..50 {
        let m = mercies(&turned(&grid(2), &mut random));
        assert_eq!(m.rounded_edges + m.flat_edges, 6, "{m:?}");
        rounded += m.rounded_edges;
        slivers += mercies(&turned(&prism(64, 0.5), &mut random)).slivers;
    }
    assert!(rounded > 200 && slivers > 100, "{rounded} {slivers}");
    let ball = mercies(&cloud("ball", 1000, &mut random));
    assert!(ball.inside > 800, "{ball:?}");
    assert_eq!((ball.in_faces, ball.on_edges, ball.flat_edges, ball.rounded_edges), (0, 0, 0, 0));
}

#[test]
fn mercies_of_whole_numbers_are_counted_by_all_planes() {
    let mut random = Random::new(16);
    let mut seen = [0; 3];
    for _ in 0..200 {
        let points = cloud("cubes' corners", 5 + random.below(60), &mut random);
        let Ok(Hull3::Solid(hull)) = build3(&points) else { continue };
        let t = hull.topology();
        // Products of such small numbers are exact.
        let planes: Vec<[DVec3; 2]> = (0..t.faces() as u32)
            .map(|f| {
                let mut corners = t.face_edges(f).map(|e| hull.vertices().get(t.origin(e)));
                let [a, b, c] = core::array::from_fn(|_| corners.next().unwrap());
                [a, (b - a).cross(c - a)]
            })
            .collect();
        let mut distinct: Vec<DVec3> = Vec::new();
        points.iter().for_each(|p| {
            if !distinct.contains(p) {
                distinct.push(*p);
            }
        });
        let around = |p: &DVec3| planes.iter().filter(|[a, n]| n.dot(*p - a) == 0.0).count();
        let with = |count: usize| distinct.iter().filter(|p| around(p) == count).count();
        let m = mercies(&points);
        assert_eq!([m.inside, m.in_faces, m.on_edges], [with(0), with(1), with(2)], "{points:?}");
        assert_eq!(m.duplicates, points.len() - distinct.len());
        seen = [seen[0] + m.inside, seen[1] + m.in_faces, seen[2] + m.on_edges];
    }
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}

#[test]
fn planes_along_the_axes_are_exact_off_the_lattice() {
    // 0.1 and so on have all their digits: nothing here is on a lattice.
    for scale in [v3(0.1, 0.3, 0.7), v3(1e-9, 1e9, 1.1)] {
        for n in [2, 4, 7] {
            let points: Vec<DVec3> =
                grid(n).iter().map(|p| *p * scale + v3(0.3, -0.7, 0.9) * scale).collect();
            assert_eq!(counts(&solid(&points)), [8, 12, 6]);
            // One ulp above the top is a vertex, one below is none.
            let top = points[points.len() - 1].z;
            let middle = (points[0] + points[points.len() - 1]) * 0.5;
            let with = |z: f64| [&points[..], &[v3(middle.x, middle.y, z)]].concat();
            assert_eq!(counts(&solid(&with(top.next_up())))[0], 9);
            assert_eq!(counts(&solid(&with(top.next_down()))), [8, 12, 6]);
        }
    }
}

#[test]
fn whole_numbers_as_large_as_the_lattice_and_larger() {
    let mut random = Random::new(17);
    for exponent in [8, 13, 14, 15, 16, 20] {
        let most = 1usize << exponent;
        for _ in 0..20 {
            // Near a plane through the corners of the cube, a step above, below or in it.
            let point = |random: &mut Random| {
                let (x, y) = (random.below(most) as f64, random.below(most) as f64);
                v3(x, y, (x + y) / 2.0).floor() + v3(0.0, 0.0, random.below(3) as f64 - 1.0)
            };
            let points: Vec<DVec3> = (0..50).map(|_| point(&mut random)).collect();
            // So thin that the volumes agree to less than `same_as_slow` wants.
            assert_eq!(sorted_vertices(&solid(&points)), hull3(&points).vertices);
        }
    }
}

#[test]
fn planes_along_one_axis_only_are_in_doubt() {
    let mut random = Random::new(18);
    for _ in 0..200 {
        // Columns of points on a line of x and y, but for an ulp; some more make it solid.
        let mut points: Vec<DVec3> = (0..30)
            .map(|_| {
                let x = (random.below(8) as f64 + 1.0) * 0.1;
                let y = [x / 3.0, (x / 3.0).next_up(), (x / 3.0).next_down()][random.below(3)];
                v3(x, y, random.below(3) as f64 - 0.3)
            })
            .collect();
        points.extend((0..4).map(|_| random.in_cube(0.2) + v3(0.4, 0.5, 0.5)));
        let turn = random.below(3);
        let points: Vec<DVec3> =
            points.iter().map(|p| v3(p[turn], p[(turn + 1) % 3], p[(turn + 2) % 3])).collect();
        assert_eq!(sorted_vertices(&solid(&points)), hull3(&points).vertices);
    }
}
