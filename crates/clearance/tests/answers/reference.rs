//! The reference compared with answers found by hand, with a second search that builds no hull, and
//! with properties that hold for every clearance.

use clearance::Axis;
use clearance::d2_f64::{self, DVec2};
use clearance::d3_f64::{DQuat, DVec3, Pose};
use clearance::minkowski::reference::{Explicit, Reference, by_all_simplices, signed_distance};
use clearance::minkowski::{
    Polyhedron, difference, hull2, hull3, inner_points, polytope_points, sum,
};
use clearance::shape::{Cone, Convex, Cuboid, Cylinder, Ellipsoid, View};
use clearance::space::{Motion, Vector};
use clearance_testing::Random;
use robust::{Coord3D, orient3d};
use serde_json::Value;

fn v2(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}
fn v3(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}
/// The square or cube with corners at plus and minus `half`, moved.
fn square(half: f64, at: DVec2, angle: f64) -> Vec<DVec2> {
    let shape = Cuboid::new(v2(half, half)).unwrap();
    let pose = d2_f64::Pose::new(at, angle).unwrap();
    polytope_points(shape.view(), &Motion::of(&pose)).unwrap()
}
fn cube(half: f64, at: DVec3, turn: DQuat) -> Vec<DVec3> {
    let shape = Cuboid::new(v3(half, half, half)).unwrap();
    polytope_points(shape.view(), &Motion::of(&Pose::new(at, turn).unwrap())).unwrap()
}
fn pair<W: Explicit>(a: &[W], b: &[W]) -> Reference<W> {
    let answer = signed_distance(&difference(a, b));
    consistent(&answer, &difference(a, b));
    answer
}
fn size<W: Explicit>(points: &[W]) -> f64 {
    points.iter().map(|p| p.norm()).fold(0.0, f64::max)
}

/// Checks every answer: order and width of the bounds, a unit normal that attains the clearance,
/// and a nearest point at that distance.
fn consistent<W: Explicit>(r: &Reference<W>, points: &[W]) {
    let slack = 1e-13 * size(points);
    assert!(r.lower <= r.signed_distance && r.signed_distance <= r.upper, "{r:?}");
    assert!(r.upper - r.lower <= slack, "{r:?} {points:?}");
    assert!((r.normal.norm() - 1.0).abs() < 1e-15, "{r:?}");
    let along = -points.iter().map(|p| p.dot(r.normal)).fold(f64::NEG_INFINITY, f64::max);
    assert!((along - r.signed_distance).abs() <= slack, "{r:?}: {along}");
    assert!((r.nearest.norm() - r.signed_distance.abs()).abs() <= slack, "{r:?}");
    assert!(if r.holds_origin { r.signed_distance <= 0.0 } else { r.signed_distance >= 0.0 });
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 4e-16 * (4.0 + expected.abs()), "{found} {expected}");
}

#[test]
fn sums_and_differences_are_all_pairs_in_order() {
    let (a, b) = ([v2(1.0, 2.0), v2(3.0, 4.0)], [v2(10.0, 0.0), v2(0.0, 10.0)]);
    assert_eq!(sum(&a, &b), [v2(11.0, 2.0), v2(1.0, 12.0), v2(13.0, 4.0), v2(3.0, 14.0)]);
    assert_eq!(difference(&a, &b), [v2(-9.0, 2.0), v2(1.0, -8.0), v2(-7.0, 4.0), v2(3.0, -6.0)]);
}

#[test]
fn squares() {
    let a = square(0.5, v2(0.0, 0.0), 0.0);
    for (x, y, clearance, normal) in [
        (3.0, 0.25, 2.0, v2(1.0, 0.0)),
        (0.75, 0.5, -0.25, v2(1.0, 0.0)),
        (-0.25, 0.75, -0.25, v2(0.0, 1.0)),
        (1.0, 0.0, 0.0, v2(1.0, 0.0)),
        (4.0, -5.0, 5.0, v2(0.6, -0.8)),
    ] {
        let r = pair(&a, &square(0.5, v2(x, y), 0.0));
        assert_eq!(r.signed_distance, clearance);
        assert!((r.normal - normal).length() < 1e-15, "{r:?}");
    }
    assert_eq!(pair(&a, &a).signed_distance, -1.0);
    let diamond = |x| square(0.5, v2(x, 0.0), core::f64::consts::FRAC_PI_4);
    near(pair(&a, &diamond(3.0)).signed_distance, 2.5 - 0.5f64.sqrt());
    near(pair(&a, &diamond(1.0)).signed_distance, 0.5 - 0.5f64.sqrt());
}

#[test]
fn small_sets_in_the_plane() {
    // Crossing segments: the shortest translation that separates them ends at an endpoint.
    let (level, upright) = ([v2(-1.0, 0.0), v2(1.0, 0.0)], [v2(0.25, -2.0), v2(0.25, 3.0)]);
    let r = pair(&level, &upright);
    assert_eq!((r.signed_distance, r.normal), (-0.75, v2(1.0, 0.0)));
    // On one line: with a gap, and overlapping, which has no depth.
    let on_line = |x: f64| [v2(x, 0.0), v2(x + 2.0, 0.0)];
    assert_eq!(pair(&level, &on_line(4.0)).signed_distance, 3.0);
    let r = pair(&level, &on_line(0.0));
    assert!(r.holds_origin && r.signed_distance == 0.0 && r.normal.y.abs() == 1.0);
    // Points.
    assert_eq!(pair(&[v2(1.0, 1.0)], &[v2(4.0, 5.0)]).signed_distance, 5.0);
    let r = pair(&[v2(1.0, 1.0)], &[v2(1.0, 1.0)]);
    assert!(r.holds_origin && r.signed_distance == 0.0);
    assert_eq!(signed_distance::<DVec2>(&[]).signed_distance, f64::INFINITY);
    // A corner on an edge, touching.
    let r = pair(&square(1.0, v2(0.0, 0.0), 0.0), &[v2(1.0, 0.3), v2(2.0, 0.0), v2(2.0, 1.0)]);
    assert!(r.holds_origin && r.signed_distance == 0.0 && r.normal == v2(1.0, 0.0), "{r:?}");
}

#[test]
fn cubes() {
    let straight = DQuat::IDENTITY;
    let a = cube(0.5, DVec3::ZERO, straight);
    for (at, clearance, normal) in [
        (v3(3.0, 0.25, 0.0), 2.0, v3(1.0, 0.0, 0.0)),
        (v3(0.5, -0.75, 0.5), -0.25, v3(0.0, -1.0, 0.0)),
        (v3(0.0, 0.0, 1.0), 0.0, v3(0.0, 0.0, 1.0)),
        (v3(4.0, 5.0, 0.0), 5.0, v3(0.6, 0.8, 0.0)),
        (v3(2.0, 3.0, 3.0), 3.0, v3(1.0, 2.0, 2.0) / 3.0),
    ] {
        let r = pair(&a, &cube(0.5, at, straight));
        assert_eq!(r.signed_distance, clearance);
        assert!((r.normal - normal).length() < 1e-15, "{r:?}");
    }
    assert_eq!(pair(&a, &a).signed_distance, -1.0);
    let r = pair(&a, &cube(0.5, v3(0.0, 0.0, 1.0), DQuat::from_rotation_x(0.0)));
    assert!(r.holds_origin);
    // An edge over a face, then the same cube with any rotation, translated: depth 2 h at the same
    // centre.
    let turn = DQuat::from_rotation_z(core::f64::consts::FRAC_PI_4);
    near(pair(&a, &cube(0.5, v3(3.0, 0.0, 0.0), turn)).signed_distance, 2.5 - 0.5f64.sqrt());
    let mut random = Random::new(1);
    for _ in 0..50 {
        let (at, turn) = (random.in_cube(2.0), random.rotation());
        let turned = cube(0.5, at, turn);
        near(pair(&turned, &turned).signed_distance, -1.0);
        // Parallel faces, translated along one of the common axes: all facets are flat up to
        // rounding.
        let shift = random.range(0.5, 2.0);
        let moved = cube(0.5, at + turn * v3(0.0, 0.0, shift), turn);
        near(pair(&turned, &moved).signed_distance, shift - 1.0);
    }
}

#[test]
fn small_sets_in_space() {
    // Two regular tetrahedra, vertex to vertex, along the diagonal.
    let corners =
        [v3(1.0, 1.0, 1.0), v3(1.0, -1.0, -1.0), v3(-1.0, 1.0, -1.0), v3(-1.0, -1.0, 1.0)];
    let opposite = corners.map(|p| -p + DVec3::splat(3.0));
    near(pair(&corners, &opposite).signed_distance, 3f64.sqrt());
    // The face opposite a vertex is 4 / sqrt 3 away from it, and the centre is a quarter of that
    // from the face.
    near(pair(&corners, &[DVec3::ZERO]).signed_distance, -1.0 / 3f64.sqrt());
    // Parallel segments, on one line, crossing: the difference is a segment or flat.
    let a = [v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0)];
    assert_eq!(pair(&a, &a.map(|p| p + v3(0.5, 3.0, 4.0))).signed_distance, 5.0);
    assert_eq!(pair(&a, &a.map(|p| p + v3(7.0, 0.0, 0.0))).signed_distance, 5.0);
    let r = pair(&a, &a.map(|p| p + v3(0.5, 0.0, 0.0)));
    assert!(r.holds_origin && r.signed_distance == 0.0 && r.normal.x == 0.0);
    let upright = [v3(0.0, -1.0, 0.0), v3(0.0, 2.0, 0.0)];
    let r = pair(&a, &upright);
    assert!(r.holds_origin && r.signed_distance == 0.0 && r.normal.z.abs() == 1.0);
    assert_eq!(pair(&a, &upright.map(|p| p + v3(0.25, 0.0, 2.0))).signed_distance, 2.0);
    assert_eq!(pair(&a, &upright.map(|p| p + v3(4.0, 0.0, 4.0))).signed_distance, 5.0);
    // Coplanar triangles: overlapping, apart within the plane, and one above the other.
    let triangle = [v3(0.0, 0.0, 1.0), v3(2.0, 0.0, 1.0), v3(0.0, 2.0, 1.0)];
    let r = pair(&triangle, &triangle.map(|p| p + v3(0.5, 0.5, 0.0)));
    assert!(r.holds_origin && r.signed_distance == 0.0 && r.normal.z.abs() == 1.0);
    let r = pair(&triangle, &triangle.map(|p| p + v3(3.0, -1.0, 0.0)));
    assert_eq!((r.signed_distance, r.normal), (1.0, v3(1.0, 0.0, 0.0)));
    let r = pair(&triangle, &triangle.map(|p| p + v3(0.25, 0.0, 0.5)));
    assert_eq!((r.signed_distance, r.normal), (0.5, v3(0.0, 0.0, 1.0)));
    // Points.
    let r = pair(&[v3(1.0, 2.0, 3.0)], &[v3(1.0, 2.0, 3.0)]);
    assert!(r.holds_origin && r.signed_distance == 0.0);
    assert_eq!(pair(&[v3(1.0, 2.0, 3.0)], &[v3(3.0, 3.0, 5.0)]).signed_distance, 3.0);
    assert_eq!(signed_distance::<DVec3>(&[]).signed_distance, f64::INFINITY);
}

/// Sets that are flat or collinear up to the rounding of a rotation: every triangle is a sliver or
/// close to it.
#[test]
fn thin_only_by_rounding() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let (turn, at) = (random.rotation(), random.in_cube(1.0));
        let place = |p: DVec3| turn * p + at;
        let points = |n: usize, random: &mut Random, flat: bool| -> Vec<DVec3> {
            let mut coordinate = |on: bool| if on { random.range(-1.0, 1.0) } else { 0.0 };
            (0..n).map(|_| v3(coordinate(true), coordinate(flat), 0.0)).collect()
        };
        for flat in [true, false] {
            let (mut a, mut b) = (points(5, &mut random, flat), points(5, &mut random, flat));
            a.push(v3(0.0, 0.0, 0.0));
            b.push(v3(0.0, 0.0, 0.0));
            let moved = |by: DVec3| b.iter().map(|p| place(*p + by)).collect::<Vec<_>>();
            let a: Vec<_> = a.iter().map(|p| place(*p)).collect();
            assert!(pair(&a, &moved(DVec3::ZERO)).signed_distance.abs() < 2e-15);
            let above = pair(&a, &moved(v3(0.0, 0.0, 0.5))).signed_distance;
            assert!((above - 0.5).abs() < 2e-15, "{above}");
        }
    }
}

/// Random points that reach the rare branches: on a small lattice, where many are coplanar,
/// collinear or equal; flattened along 0, 1 or 2 directions; needles.
fn awkward3(random: &mut Random, count: usize) -> Vec<DVec3> {
    let kind = random.below(5);
    let scale = [v3(1.0, 1.0, 1.0), v3(1.0, 1.0, 0.0), v3(0.0, 1.0, 0.0), v3(1.0, 1e-6, 1e-9)];
    let scale = scale[random.below(4)];
    let turn = if random.below(2) == 0 { DQuat::IDENTITY } else { random.rotation() };
    let lattice = |random: &mut Random| random.below(3) as f64 - 1.0;
    let mut point = || match kind {
        0 | 1 => v3(lattice(random), lattice(random), lattice(random)),
        2 => random.direction3(),
        _ => random.in_cube(1.0),
    };
    (0..count).map(|_| turn * (point() * scale)).collect()
}

#[test]
fn hulled_or_not_the_answer_is_the_same() {
    let mut random = Random::new(3);
    let (mut inside, rounds) = (0, 3000);
    for _ in 0..rounds {
        let (n, m) = (1 + random.below(5), 1 + random.below(5));
        let away = random.in_cube(0.5);
        let a = awkward3(&mut random, n);
        let b: Vec<_> = awkward3(&mut random, m).iter().map(|p| *p + away).collect();
        let points = difference(&a, &b);
        let (hulled, plain) = (signed_distance(&points), by_all_simplices(&points));
        consistent(&hulled, &points);
        let error = (hulled.signed_distance - plain.signed_distance).abs();
        assert!(error < 2e-15 * size(&points), "{hulled:?} {plain:?} {points:?}");
        inside += i32::from(hulled.signed_distance < -1e-9);

        let flattened = |p: &DVec3| v2(p.x, p.y);
        let points: Vec<_> = points.iter().map(flattened).collect();
        let (hulled, plain) = (signed_distance(&points), by_all_simplices(&points));
        consistent(&hulled, &points);
        let error = (hulled.signed_distance - plain.signed_distance).abs();
        assert!(error < 2e-15 * size(&points), "{hulled:?} {plain:?} {points:?}");
    }
    assert!((rounds / 20..rounds / 2).contains(&inside), "{inside} of {rounds} overlap in space");
}

fn orientation([a, b, c]: [DVec3; 3], d: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    -orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// Every facet supports all points, its corners are coplanar, and every supporting triple of points
/// is in the plane of exactly one facet.
fn facets_are_the_supporting_planes(points: &[DVec3], hull: &Polyhedron) {
    let corner = |k: usize| hull.vertices[k];
    let mut met = vec![false; hull.facets.len()];
    for facet in &hull.facets {
        let three = [corner(facet[0]), corner(facet[1]), corner(facet[2])];
        assert!(points.iter().all(|p| orientation(three, *p) <= 0.0));
        assert!(facet.iter().all(|k| orientation(three, corner(*k)) == 0.0));
    }
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                let three = [*a, *b, *c];
                let sides: Vec<f64> = points.iter().map(|p| orientation(three, *p)).collect();
                let (up, down) = (sides.iter().any(|s| *s > 0.0), sides.iter().any(|s| *s < 0.0));
                if up == down {
                    continue; // Points on both sides, or on neither if the three are collinear.
                }
                let holds = |f: &Vec<usize>| {
                    let plane = [corner(f[0]), corner(f[1]), corner(f[2])];
                    three.iter().all(|p| orientation(plane, *p) == 0.0)
                };
                let found: Vec<_> = (0..met.len()).filter(|k| holds(&hull.facets[*k])).collect();
                assert_eq!(found.len(), 1, "{points:?}");
                met[found[0]] = true;
            }
        }
    }
    assert!(met.iter().all(|m| *m), "a facet without a supporting triple: {points:?}");
}

fn obeys_euler(hull: &Polyhedron) {
    let (v, e, f) = (hull.vertices.len(), hull.edges().len(), hull.facets.len());
    assert_eq!(v + f, e + 2);
    assert_eq!(hull.facets.iter().map(|f| f.len()).sum::<usize>(), 2 * e);
    assert_eq!(hull.triangles().len(), 2 * v - 4);
}

#[test]
fn hulls_in_space_are_hulls() {
    let mut random = Random::new(4);
    let (mut solid, mut flat, mut thin, mut coplanar) = (0, 0, 0, 0);
    for _ in 0..600 {
        let count = 1 + random.below(12);
        let points = awkward3(&mut random, count);
        let hull = hull3(&points);
        match hull.facets.len() {
            0 => thin += 1,
            2 => flat += 1,
            _ => {
                solid += 1;
                coplanar += i32::from(hull.facets.iter().any(|f| f.len() > 3));
                // The vertices of `hull3` are input points, unrounded.
                facets_are_the_supporting_planes(&points, &hull);
            }
        }
        if hull.facets.is_empty() {
            assert!(hull.vertices.len() <= 2 && hull.edges().len() == hull.vertices.len() - 1);
        } else {
            obeys_euler(&hull);
        }
        assert!(hull.vertices.iter().all(|v| points.contains(v)));
    }
    assert!(
        solid > 200 && flat > 30 && thin > 30 && coplanar > 20,
        "{solid} {flat} {thin} {coplanar}"
    );
}

#[test]
fn hulls_of_differences() {
    // A cube minus a cube is a cube, from 64 points, 27 of them different.
    let a = cube(0.5, DVec3::ZERO, DQuat::IDENTITY);
    let hull = hull3(&difference(&a, &a));
    assert_eq!((hull.vertices.len(), hull.edges().len(), hull.facets.len()), (8, 12, 6));
    assert_eq!(hull3(&sum(&a, &a)), hull);
    assert!(hull.facets.iter().all(|f| f.len() == 4));
    // The difference of a tetrahedron with itself is a cuboctahedron: 8 triangles, 6 squares.
    let corners =
        [v3(1.0, 1.0, 1.0), v3(1.0, -1.0, -1.0), v3(-1.0, 1.0, -1.0), v3(-1.0, -1.0, 1.0)];
    let hull = hull3(&difference(&corners, &corners));
    assert_eq!((hull.vertices.len(), hull.edges().len(), hull.facets.len()), (12, 24, 14));
    let mut random = Random::new(5);
    for _ in 0..40 {
        let (n, m) = (4 + random.below(9), 4 + random.below(9));
        let a: Vec<_> = (0..n).map(|_| random.direction3()).collect();
        let b: Vec<_> = (0..m).map(|_| random.direction3()).collect();
        obeys_euler(&hull3(&difference(&a, &b)));
    }
}

#[test]
fn hulls_in_the_plane_are_hulls() {
    let grid: Vec<_> = (0..25).map(|k| v2((k % 5) as f64, (k / 5) as f64)).collect();
    assert_eq!(hull2(&grid), [v2(0.0, 0.0), v2(4.0, 0.0), v2(4.0, 4.0), v2(0.0, 4.0)]);
    assert_eq!(hull2(&grid[..5]), [v2(0.0, 0.0), v2(4.0, 0.0)]);
    assert_eq!(hull2(&[v2(-0.0, 1.0), v2(0.0, 1.0)]), [v2(0.0, 1.0)]);
    assert_eq!(hull2(&[]), []);
    // The difference of polygons has the edges of both: three and three directions.
    let triangle = [v2(0.0, 0.0), v2(1.0, 0.0), v2(0.0, 1.0)];
    assert_eq!(hull2(&difference(&triangle, &triangle)).len(), 6);
}

/// Properties of a clearance, on random polytopes of 4 to 8 points that are a few sizes apart at
/// most.
#[test]
fn properties_of_clearances() {
    let mut random = Random::new(6);
    let (mut overlapping, mut unique, rounds) = (0, 0, 500);
    for _ in 0..rounds {
        let (n, m) = (4 + random.below(5), 4 + random.below(5));
        let mut polytope = |n: usize, at: DVec3| -> Vec<DVec3> {
            (0..n).map(|_| random.direction3() * random.range(0.3, 1.0) + at).collect()
        };
        let a = polytope(n, DVec3::ZERO);
        let b = polytope(m, v3(0.6, 0.2, 0.1));
        let r = pair(&a, &b);
        overlapping += i32::from(r.signed_distance < 0.0);

        // Swapped, the normal flips.
        let swapped = pair(&b, &a);
        near(swapped.signed_distance, r.signed_distance);
        let flips = (swapped.normal + r.normal).length() < 1e-9;
        unique += i32::from(flips);

        // Scaling by powers of two is exact, far beyond the scales at which products of lengths
        // overflow.
        for k in [-300, -20, 1, 20, 150] {
            let factor = 2f64.powi(k);
            let scale = |points: &[DVec3]| points.iter().map(|p| *p * factor).collect::<Vec<_>>();
            let scaled = signed_distance(&difference(&scale(&a), &scale(&b)));
            assert_eq!(scaled.signed_distance, r.signed_distance * factor);
            assert_eq!((scaled.lower, scaled.upper), (r.lower * factor, r.upper * factor));
            assert_eq!((scaled.normal, scaled.nearest), (r.normal, r.nearest * factor));
        }

        // Moved along the normal, B closes the gap or leaves A, and then moves away.
        let moved = |by: f64| b.iter().map(|q| *q + r.normal * by).collect::<Vec<_>>();
        assert!(pair(&a, &moved(-r.signed_distance)).signed_distance.abs() < 1e-14);
        let on = pair(&a, &moved(0.5 - r.signed_distance)).signed_distance;
        assert!((on - 0.5).abs() < 1e-14, "{on}");

        // Rotated together, only the normal changes: it rotates, too.
        let turn = random.rotation();
        let turned = |points: &[DVec3]| points.iter().map(|p| turn * *p).collect::<Vec<_>>();
        let r_turned = pair(&turned(&a), &turned(&b));
        assert!((r_turned.signed_distance - r.signed_distance).abs() < 1e-14);

        // The projections of the pair on a plane are no farther apart than the pair.
        let shadow = |points: &[DVec3]| points.iter().map(|p| v2(p.x, p.y)).collect::<Vec<_>>();
        assert!(pair(&shadow(&a), &shadow(&b)).lower <= r.upper);
    }
    assert!((rounds / 4..rounds * 3 / 4).contains(&overlapping), "{overlapping} of {rounds}");
    // Random pairs have one nearest facet.
    assert_eq!(unique, rounds);
}

/// Needles and plates down to 1e-12 of their length, some with the origin in one of their triangles
/// up to rounding, compared with a search that builds no hull.
#[test]
fn slivers() {
    let mut random = Random::new(7);
    let (mut deep, rounds) = (0, 1000);
    for round in 0..rounds {
        let mut thin = || {
            let mut width = || 10f64.powf(random.range(-12.0, 0.0));
            let scale = v3(1.0, width(), width());
            let turn = random.rotation();
            (0..4).map(|_| turn * (random.in_cube(1.0) * scale)).collect::<Vec<_>>()
        };
        let mut points = difference(&thin(), &thin());
        if round % 2 == 0 {
            let (s, t) = (random.unit() / 2.0, random.unit() / 2.0);
            let [u, v, w] = [0, 1, 2].map(|_| points[random.below(16)]);
            let origin = u * s + v * t + w * (1.0 - s - t);
            points.iter_mut().for_each(|p| *p -= origin);
        }
        let (hulled, plain) = (signed_distance(&points), by_all_simplices(&points));
        consistent(&hulled, &points);
        assert!((hulled.signed_distance - plain.signed_distance).abs() < 2e-15 * size(&points));
        deep += i32::from(hulled.holds_origin);
    }
    assert!((rounds / 5..rounds * 4 / 5).contains(&deep), "{deep} of {rounds} overlap");
}

/// Proportions past 1e100, where products of three lengths underflow.
#[test]
fn extreme_proportions() {
    let mut random = Random::new(9);
    let (mut done, rounds) = (0, 3000);
    for _ in 0..rounds {
        let first = random.below(3);
        let mut thin = || {
            let mut tiny = || [1.0, 1e-60, 1e-110, 1e-150, 1e-165, 1e-300][random.below(6)];
            let mut scale = [1.0, tiny(), tiny()];
            scale.rotate_right(first);
            let points = awkward3(&mut random, 4);
            points.iter().map(|p| *p * DVec3::from_array(scale)).collect::<Vec<_>>()
        };
        let points = difference(&thin(), &thin());
        if size(&points) < 1e-100 {
            continue; // The test's own norms underflow.
        }
        let (hulled, plain) = (signed_distance(&points), by_all_simplices(&points));
        consistent(&hulled, &points);
        let error = (hulled.signed_distance - plain.signed_distance).abs();
        assert!(error <= 2e-15 * size(&points), "{hulled:?} {plain:?} {points:?}");
        hull3(&points).triangles();
        done += 1;
    }
    assert!(done > rounds / 2, "{done}");
}

/// Sampled shapes against clearances in closed form.
#[test]
fn curved_shapes_from_the_inside() {
    // With equal radii it would be a rounded point.
    let ball = Ellipsoid::new(v3(1.0, 1.0, 1.0 - f64::EPSILON)).unwrap();
    let mut random = Random::new(8);
    for _ in 0..20 {
        let distance = random.range(0.0, 3.0);
        encloses(ball.view(), random.direction3() * distance, distance - 1.0);
    }
    let disc = Ellipsoid::new(v2(2.0, 1.0)).unwrap();
    encloses(disc.view(), v2(5.0, 0.0), 3.0);
    encloses(disc.view(), v2(0.0, 0.0), -1.0);
    for axis in 0..3 {
        let up = <DVec3 as Vector>::unit(axis);
        let across = random.direction3().cross(up).normalize();
        let cylinder = Cylinder::<DVec3>::new(Axis::ALL[axis], 2.0, 1.0).unwrap();
        encloses(cylinder.view(), across * 3.0, 2.0);
        encloses(cylinder.view(), up * 3.0, 1.0);
        let cone = Cone::<DVec3>::new(Axis::ALL[axis], 2.0, 1.0).unwrap();
        encloses(cone.view(), up * 3.0, 1.0);
        encloses(cone.view(), across * 3.0 - up * 2.0, 2.0);
    }
}

/// The clearance of a sampled shape and a point is within the bounds of the sampling.
fn encloses<W: Explicit>(view: View<'_, W>, at: W, truth: f64) {
    let inner = inner_points(view, &Motion::identity(), 24).unwrap();
    let r = pair(&inner.points, &[at]);
    let (low, high) = (r.lower - inner.error, r.upper);
    assert!(low <= truth && truth <= high && inner.error < 0.05, "{low} {truth} {high}");
}

/// The pairs of `cases/` made of polytopes, spheres and capsules, compared with values found with
/// 50 digits: to 4e-15 of the size of the pair, plus the tolerance of the value.
#[test]
fn known_cases() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/cases.jsonl");
    let (mut apart, mut overlapping, mut flat, mut in_plane) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let Some(truth) = case["expected"]["signed_distance"].as_f64() else { continue };
        let found = match case["dim"].as_u64() {
            Some(2) => clearance_of(&case, placed2),
            _ => clearance_of(&case, placed3),
        };
        let Some((found, scale)) = found else { continue };
        let tolerance = case["expected"]["tol"].as_f64().unwrap_or(0.0).max(4e-15 * scale);
        assert!((found - truth).abs() <= tolerance, "{}: {found} {truth}", case["id"]);
        apart += i32::from(truth > 0.0);
        overlapping += i32::from(truth < 0.0);
        flat += i32::from(case["expected"]["flat_minkowski"] == true);
        in_plane += i32::from(case["dim"] == 2);
    }
    let counts = [apart, overlapping, flat, in_plane];
    assert!(apart > 150 && overlapping > 150 && flat > 5 && in_plane > 60, "{counts:?}");
}

type Placed<W> = fn(&Value) -> Option<(Vec<W>, f64)>;

/// The clearance of a case and the size of its numbers; `None` for other shapes.
fn clearance_of<W: Explicit>(case: &Value, placed: Placed<W>) -> Option<(f64, f64)> {
    let ((a, radius_a), (b, radius_b)) = (placed(&case["a"])?, placed(&case["b"])?);
    let scale = size(&a) + size(&b) + radius_a + radius_b;
    Some((pair(&a, &b).signed_distance - radius_a - radius_b, scale))
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

/// The core of a shape in its own frame, and its rounding radius.
fn core_of<W: Explicit>(shape: &Value) -> Option<(Vec<W>, f64)> {
    let vector = |v: &Value| numbers(v).map(|x| W::from_fn(|i| x[i]));
    let radius = shape["radius"].as_f64();
    match shape["kind"].as_str()? {
        "hull" | "triangle" | "segment" | "polygon" => {
            let points: Option<_> = shape["vertices"].as_array()?.iter().map(vector).collect();
            Some((points?, 0.0))
        }
        "box" => {
            let half_extents = vector(&shape["half_extents"])?;
            Some((polytope_points(View::Cuboid { half_extents }, &Motion::identity())?, 0.0))
        }
        "sphere" | "circle" => Some(([W::ZERO].into(), radius?)),
        "capsule" if shape["p1"].is_null() => {
            let axis = "xyz".find(shape["axis"].as_str()?)?;
            let end = W::unit(axis) * shape["half_length"].as_f64()?;
            Some(([-end, end].into(), radius?))
        }
        "capsule" => Some(([vector(&shape["p1"])?, vector(&shape["p2"])?].into(), radius?)),
        _ => None,
    }
}

fn placed2(shape: &Value) -> Option<(Vec<DVec2>, f64)> {
    let (points, radius) = core_of::<DVec2>(shape)?;
    let (t, angle) = (numbers(&shape["pose"]["t"])?, shape["pose"]["angle"].as_f64()?);
    let pose = d2_f64::Pose::new(v2(t[0], t[1]), angle).ok()?;
    Some((polytope_points(View::Vertices(&points), &Motion::of(&pose))?, radius))
}

fn placed3(shape: &Value) -> Option<(Vec<DVec3>, f64)> {
    let (points, radius) = core_of::<DVec3>(shape)?;
    let (t, q) = (numbers(&shape["pose"]["t"])?, numbers(&shape["pose"]["q"])?);
    let turn = DQuat::from_xyzw(q[0], q[1], q[2], q[3]);
    let pose = Pose::new(v3(t[0], t[1], t[2]), turn).ok()?;
    Some((polytope_points(View::Vertices(&points), &Motion::of(&pose))?, radius))
}
