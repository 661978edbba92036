//! The build report of hulls: counts of dropped points and merged faces; and planes that are exact.

use clearance::glam::DVec3;
use clearance::hull::{BuildReport, Hull3, build3, build3_with_report};
use clearance::minkowski::hull3;
use clearance::space::Vector;
use clearance_testing::Random;

use super::clouds::{cloud, counts, grid, prism, solid, sorted_vertices, turned, v3};

/// Builds with counts, and checks that every point is counted once and the hull is the same.
#[track_caller]
fn report<V: Vector<Wide = DVec3>>(points: &[V]) -> BuildReport {
    let (hull, m) = build3_with_report(points).unwrap();
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
fn report_of_a_grid_is_that_of_a_cube() {
    for n in [2, 3, 6] {
        let k = n - 2;
        let expected = BuildReport {
            inside: k * k * k,
            in_faces: 6 * k * k,
            on_edges: 12 * k,
            dimension: 3,
            ..BuildReport::default()
        };
        // The number of triangles in the faces depends on the order in which points were added.
        let grid = grid(n);
        let m = report(&grid);
        assert!(m.flat_edges >= 6, "{m:?}");
        assert_eq!(m, BuildReport { flat_edges: m.flat_edges, ..expected });
        let twice: Vec<DVec3> = grid.iter().chain(grid.iter().rev()).copied().collect();
        let m = report(&twice);
        assert_eq!(m, BuildReport { flat_edges: m.flat_edges, duplicates: n * n * n, ..expected });
    }
}

#[test]
fn report_of_flat_input() {
    let m = report(&[DVec3::ONE; 5]);
    assert_eq!(m, BuildReport { duplicates: 4, ..BuildReport::default() });
    let line: Vec<DVec3> = (0..9).map(|i| v3(1.0, 2.0, 3.0) * f64::from(i % 6)).collect();
    let expected =
        BuildReport { duplicates: 3, on_edges: 4, dimension: 1, ..BuildReport::default() };
    assert_eq!(report(&line), expected);
    let square: Vec<DVec3> =
        (0..25).map(|i| v3(f64::from(i % 5), f64::from(i / 5), f64::from(i % 5))).collect();
    let expected =
        BuildReport { in_faces: 9, on_edges: 12, dimension: 2, ..BuildReport::default() };
    assert_eq!(report(&square), expected);
    // Zeros of both signs are equal.
    assert_eq!(report(&[DVec3::ZERO, -DVec3::ZERO, DVec3::X]).duplicates, 1);
}

#[test]
fn report_of_a_rotated_box_has_its_six_diagonals() {
    let mut random = Random::new(15);
    let (mut rounded, mut slivers) = (0, 0);
    for _ in 0..50 {
        let m = report(&turned(&grid(2), &mut random));
        assert_eq!(m.rounded_edges + m.flat_edges, 6, "{m:?}");
        rounded += m.rounded_edges;
        slivers += report(&turned(&prism(64, 0.5), &mut random)).slivers;
    }
    assert!(rounded > 200 && slivers > 100, "{rounded} {slivers}");
    let ball = report(&cloud("ball", 1000, &mut random));
    assert!(ball.inside > 800, "{ball:?}");
    assert_eq!((ball.in_faces, ball.on_edges, ball.flat_edges, ball.rounded_edges), (0, 0, 0, 0));
}

#[test]
fn report_of_integer_points_by_all_planes() {
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
        let m = report(&points);
        assert_eq!([m.inside, m.in_faces, m.on_edges], [with(0), with(1), with(2)], "{points:?}");
        assert_eq!(m.duplicates, points.len() - distinct.len());
        seen = [seen[0] + m.inside, seen[1] + m.in_faces, seen[2] + m.on_edges];
    }
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}

#[test]
fn planes_along_the_axes_are_exact_off_the_lattice() {
    // Numbers such as 0.1 use all their digits: no coordinate is on a lattice.
    for scale in [v3(0.1, 0.3, 0.7), v3(1e-9, 1e9, 1.1)] {
        for n in [2, 4, 7] {
            let points: Vec<DVec3> =
                grid(n).iter().map(|p| *p * scale + v3(0.3, -0.7, 0.9) * scale).collect();
            assert_eq!(counts(&solid(&points)), [8, 12, 6]);
            // One ulp above the top is a vertex, one below is not.
            let top = points[points.len() - 1].z;
            let middle = (points[0] + points[points.len() - 1]) * 0.5;
            let with = |z: f64| [&points[..], &[v3(middle.x, middle.y, z)]].concat();
            assert_eq!(counts(&solid(&with(top.next_up())))[0], 9);
            assert_eq!(counts(&solid(&with(top.next_down()))), [8, 12, 6]);
        }
    }
}

#[test]
fn integers_as_large_as_the_lattice_and_larger() {
    let mut random = Random::new(17);
    for exponent in [8, 13, 14, 15, 16, 20] {
        let most = 1usize << exponent;
        for _ in 0..20 {
            // Near a plane through the corners of the cube: a step above, below or in it.
            let point = |random: &mut Random| {
                let (x, y) = (random.below(most) as f64, random.below(most) as f64);
                v3(x, y, (x + y) / 2.0).floor() + v3(0.0, 0.0, random.below(3) as f64 - 1.0)
            };
            let points: Vec<DVec3> = (0..50).map(|_| point(&mut random)).collect();
            // So thin that `same_as_slow` would compare the volumes too strictly.
            assert_eq!(sorted_vertices(&solid(&points)), hull3(&points).vertices);
        }
    }
}

#[test]
fn planes_along_one_axis_only_are_in_doubt() {
    let mut random = Random::new(18);
    for _ in 0..200 {
        // Columns of points whose x and y are collinear up to an ulp; a few more points make it
        // solid.
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
