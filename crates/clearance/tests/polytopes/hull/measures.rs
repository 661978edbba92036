//! Mass, inner balls, hill climbing, the Gauss map, and hulls in the plane.

use clearance::d2_f64;
use clearance::d3_f64::DQuat;
use clearance::glam::{DMat3, DVec2, DVec3, Vec2};
use clearance::hull::{Hull2, Hull3, Topology, build2, build3};
use clearance::minkowski::hull2;
use clearance_testing::Random;

use super::clouds::{CLOUDS, cloud, grid, solid, turned, v3};

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
    // Points on a spiral around a sphere.
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
        // The depth is concave, so a local maximum is the global one.
        for _ in 0..50 {
            let other = center + random.direction3() * radius * 1e-4;
            assert!(depth(other) <= radius + 1e-12, "{} {radius}", depth(other));
        }
    }
    let thin: Vec<DVec3> = grid(2).iter().map(|p| *p * v3(1.0, 2.0, 1e-3)).collect();
    let inner = solid(&thin).inner_radius();
    assert!((inner - 1e-3).abs() < 1e-14, "{inner}");
}

/// Of two vertices that differ by rounding each has half of the edges, and the edge between them
/// does not seem to rise. A climb that reached the wrong one stopped there: up to every tenth
/// support of such hulls was wrong, by as much as their size.
#[test]
fn climbing_passes_duplicate_vertices() {
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
fn arcs_of_the_gauss_map_are_in_order() {
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
