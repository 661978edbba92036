//! Minkowski sums and differences by the fast algorithm, against the hull of all pairs of points,
//! on random pairs and on aligned ones, which are the hard ones. `CLEARANCE_PAIRS` sets how many
//! pairs of each kind (default 1,000).

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::hull::{Hull2, Hull3, Outline, Polyhedron, build2, build3};
use clearance::minkowski::reference::signed_distance;
use clearance::minkowski::{
    Feature, Polygon, PolytopeOfPairs, Solid, difference, hull2, hull3, polygon_difference,
    polygon_sum, polyhedron_difference, polyhedron_sum, sum,
};
use clearance::space::{DVector, Motion};
use clearance::{d2_f64, d3_f64};
use clearance_testing::Random;

const TAU: f64 = core::f64::consts::TAU;

fn outline(points: &[DVec2]) -> Outline<DVec2> {
    match build2(points).unwrap() {
        Hull2::Outline(outline) => outline,
        other => panic!("{other:?}"),
    }
}
fn motion2(at: DVec2, angle: f64) -> Motion<DVec2> {
    Motion::of(&d2_f64::Pose::new(at, angle).unwrap())
}
fn motion3(at: DVec3, turn: DQuat) -> Motion<DVec3> {
    Motion::of(&d3_f64::Pose::new(at, turn).unwrap())
}
fn size<W: DVector>(points: &[W]) -> f64 {
    points.iter().map(|p| p.norm()).fold(0.0, f64::max)
}
fn on_circle(angle: f64, radius: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
}
fn regular(count: usize, radius: f64) -> Vec<DVec2> {
    (0..count).map(|i| on_circle(TAU * i as f64 / count as f64, radius)).collect()
}
fn in_circle(random: &mut Random, count: usize) -> Vec<DVec2> {
    (0..count).map(|_| on_circle(random.range(0.0, TAU), random.range(0.5, 1.0))).collect()
}

fn pairs() -> usize {
    clearance_testing::pairs(1000)
}

/// The angle by which an aligned pair is perturbed, in radians.
fn perturbation(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => 0.0,
        _ => libm::pow(10.0, random.range(-12.0, -2.0)),
    }
}

/// Properties of sums and differences in either dimension. `points` are the sums of all pairs.
#[track_caller]
fn consistent<W: DVector>(found: &PolytopeOfPairs<W>, points: &[W], pair: impl Fn(u32, u32) -> W) {
    let slack = 32.0 * f64::EPSILON * size(points);
    for corner in &found.corners {
        assert_eq!(corner.at, pair(corner.a, corner.b));
    }
    for side in &found.sides {
        assert!((side.normal.norm() - 1.0).abs() < 1e-15);
        assert!(points.iter().all(|p| p.dot(side.normal) <= side.offset + slack), "{side:?}");
        for corner in &side.corners {
            let height = found.corners[*corner as usize].at.dot(side.normal);
            assert!((height - side.offset).abs() <= slack, "{side:?} {height}");
        }
        let corners = || side.corners.iter().map(|c| &found.corners[*c as usize]);
        for (feature, of) in [(side.a, 0), (side.b, 1)] {
            let mut used: Vec<u32> = corners().map(|c| [c.a, c.b][of]).collect();
            used.sort_unstable();
            used.dedup();
            match feature {
                Feature::Vertex(v) => assert_eq!(used, [v]),
                Feature::Edge(mut ends) => {
                    ends.sort_unstable();
                    assert_eq!(used, ends);
                }
                Feature::Face(_) => assert!(W::DIM == 3 && used.len() >= 3),
            }
        }
    }
}

/// The depth computed from the sides, against the reference. Returns whether they overlap.
#[track_caller]
fn same_depth<W: clearance::minkowski::reference::Explicit>(
    found: &PolytopeOfPairs<W>,
    points: &[W],
) -> bool {
    let slow = signed_distance(points);
    match found.nearest_side() {
        Some(side) => {
            let depth = found.sides[side].offset;
            let slack = 32.0 * f64::EPSILON * size(points);
            assert!((depth + slow.signed_distance).abs() <= slack, "{depth} {slow:?}");
            true
        }
        None => {
            assert!(slow.signed_distance >= 0.0, "{slow:?}");
            false
        }
    }
}

/// Computes the sum and the difference of two polygons, checks them against all pairs, and returns
/// both.
#[track_caller]
fn polygons(a: &[DVec2], b: &[DVec2], b_in_a: &Motion<DVec2>, exactly: bool) -> [Polygon; 2] {
    let (a, b) = (outline(a), outline(b));
    let of_a = a.vertices();
    let of_b: Vec<DVec2> = b.vertices().iter().map(|p| b_in_a.apply(*p)).collect();
    let both = [
        (polygon_sum(&a, &b, b_in_a), sum(of_a, &of_b), 1.0),
        (polygon_difference(&a, &b, b_in_a), difference(of_a, &of_b), -1.0),
    ];
    both.map(|(found, points, sign)| {
        consistent(&found, &points, |i, j| of_a[i as usize] + of_b[j as usize] * sign);
        let at: Vec<DVec2> = found.corners.iter().map(|c| c.at).collect();
        let slow = hull2(&points);
        if exactly {
            assert_eq!(at, slow);
        }
        let area = |corners: &[DVec2]| outline(corners).area();
        let (fast, slow) = (area(&at), area(&slow));
        let slack = 32.0 * f64::EPSILON * size(&points).powi(2);
        assert!((fast - slow).abs() <= slack, "{fast} {slow}");
        assert!((found.measure - slow).abs() <= slack, "{} {slow}", found.measure);
        let next = found.corners.iter().cycle().skip(1);
        assert!(found.sides.len() == found.corners.len());
        for ((i, side), (from, to)) in
            found.sides.iter().enumerate().zip(found.corners.iter().zip(next))
        {
            assert_eq!(side.corners, [i as u32, ((i + 1) % found.corners.len()) as u32]);
            assert!(side.normal.perp().dot(to.at - from.at) > 0.0);
        }
        found
    })
}

#[test]
fn random_polygons() {
    let mut random = Random::new(1);
    let (mut overlaps, rounds) = (0, pairs());
    for _ in 0..rounds {
        let (n, m) = (3 + random.below(40), 3 + random.below(40));
        let (a, b) = (in_circle(&mut random, n), in_circle(&mut random, m));
        let at = DVec2::new(random.range(-2.0, 2.0), random.range(-2.0, 2.0));
        let b_in_a = motion2(at, random.range(0.0, TAU));
        let [_, found] = polygons(&a, &b, &b_in_a, true);
        let moved: Vec<DVec2> = b.iter().map(|p| b_in_a.apply(*p)).collect();
        overlaps += usize::from(same_depth(&found, &difference(&a, &moved)));
    }
    assert!((rounds / 4..rounds * 3 / 4).contains(&overlaps), "{overlaps} of {rounds}");
}

#[test]
fn aligned_polygons() {
    let mut random = Random::new(2);
    let (mut overlaps, mut joined, rounds) = (0, 0, pairs());
    for round in 0..rounds {
        let count = 3 + random.below(14);
        let a = match round % 4 {
            0 => regular(count, random.range(0.1, 10.0)),
            1 => regular(4, 1.0)
                .iter()
                .map(|p| *p * DVec2::new(1.0, random.range(1e-4, 1.0)))
                .collect(),
            2 => in_circle(&mut random, count),
            _ => [(1., 1.), (-1., 1.), (-1., -1.), (1., -1.)]
                .map(|(x, y)| DVec2::new(x, y * 0.3))
                .into(),
        };
        let b = if round % 8 < 4 { a.clone() } else { regular(count.max(4), 0.7) };
        let turn = random.below(4) as f64 * TAU / 4.0 + perturbation(&mut random);
        let at = DVec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0)) * a[0].length();
        let b_in_a = motion2(at, turn);
        let [plus, minus] = polygons(&a, &b, &b_in_a, false);
        let moved: Vec<DVec2> = b.iter().map(|p| b_in_a.apply(*p)).collect();
        overlaps += usize::from(same_depth(&minus, &difference(&a, &moved)));
        joined += usize::from(
            plus.sides.len().min(minus.sides.len()) < outline(&a).vertices().len() + b.len(),
        );
    }
    assert!((rounds / 4..rounds).contains(&overlaps), "{overlaps} of {rounds}");
    assert!(joined > rounds / 5, "{joined} of {rounds}");
}

#[test]
fn parallel_edges_are_one_side() {
    let mut random = Random::new(3);
    for count in 3..40 {
        let shape = regular(count, random.range(0.1, 10.0));
        for quarter in 0..4 {
            // After a quarter turn, which rounds, the shape is aligned again if 4 divides `count`.
            let aligned = quarter == 0 || count % 4 == 0 || (count % 2 == 0 && quarter == 2);
            let turn = f64::from(quarter) * TAU / 4.0;
            let [plus, minus] = polygons(&shape, &shape, &motion2(DVec2::ZERO, turn), false);
            if aligned {
                assert_eq!(plus.sides.len(), count, "{quarter}");
                assert_eq!(minus.sides.len(), if count % 2 == 0 { count } else { 2 * count });
                assert!((plus.measure / outline(&shape).area() - 4.0).abs() < 1e-14);
            } else {
                assert!(plus.sides.len() > count);
            }
        }
    }
}

#[test]
fn polygons_of_all_sizes() {
    let mut random = Random::new(4);
    for exponent in (-150..=45).step_by(15) {
        let scale = 10f64.powi(exponent);
        for other in [1.0, 1e-8, 1e-20, 1e-200] {
            let a: Vec<DVec2> = in_circle(&mut random, 12).iter().map(|p| *p * scale).collect();
            let b: Vec<DVec2> =
                in_circle(&mut random, 12).iter().map(|p| *p * scale * other).collect();
            if size(&b) == 0.0 {
                continue;
            }
            polygons(&a, &b, &motion2(DVec2::ONE * scale, 1.0), other > 1e-9);
            polygons(&b, &a, &motion2(DVec2::ONE * scale, 1.0), other > 1e-9);
        }
    }
}

fn solid(points: &[DVec3]) -> Polyhedron<DVec3> {
    match build3(points).unwrap() {
        Hull3::Solid(solid) => *solid,
        other => panic!("{other:?}"),
    }
}
fn cuboid(half: DVec3) -> Vec<DVec3> {
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    (0..8).map(|i| DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2)) * half).collect()
}
fn prism(count: usize, half: f64) -> Vec<DVec3> {
    regular(count, 1.0).iter().flat_map(|p| [p.extend(-half), p.extend(half)]).collect()
}
fn cloud(random: &mut Random, count: usize) -> Vec<DVec3> {
    let scale = DVec3::new(1.0, random.range(0.1, 1.0), random.range(0.1, 1.0));
    (0..count).map(|_| random.direction3() * scale).collect()
}

/// The volume of a closed polygonal surface, in which each edge must occur once in each direction.
#[track_caller]
fn volume(found: &Solid) -> f64 {
    let at = |c: u32| found.corners[c as usize].at - found.corners[0].at;
    let (mut ways, mut volume) = (Vec::new(), 0.0);
    for side in &found.sides {
        let next = side.corners.iter().cycle().skip(1);
        ways.extend(side.corners.iter().zip(next).map(|(u, v)| [*u, *v]));
        let first = at(side.corners[0]);
        for pair in side.corners[1..].windows(2) {
            volume += first.dot(at(pair[0]).cross(at(pair[1]))) / 6.0;
        }
    }
    let edges = ways.len() / 2;
    assert_eq!(found.corners.len() + found.sides.len(), edges + 2);
    ways.sort_unstable();
    assert!(ways.windows(2).all(|w| w[0] != w[1]));
    assert!(ways.iter().all(|[u, v]| ways.binary_search(&[*v, *u]).is_ok()));
    volume
}

fn sorted(mut points: Vec<DVec3>) -> Vec<DVec3> {
    points.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).unwrap());
    points
}

/// Computes the sum and the difference of two polyhedra, checks them against all pairs, and returns
/// both.
#[track_caller]
fn polyhedra(a: &[DVec3], b: &[DVec3], b_in_a: &Motion<DVec3>, exactly: bool) -> [Solid; 2] {
    let (a, b) = (solid(a), solid(b));
    let of_a: Vec<DVec3> = a.vertices().iter().collect();
    let of_b: Vec<DVec3> = b.vertices().iter().map(|p| b_in_a.apply(p)).collect();
    let both = [
        (polyhedron_sum(&a, &b, b_in_a), sum(&of_a, &of_b), 1.0),
        (polyhedron_difference(&a, &b, b_in_a), difference(&of_a, &of_b), -1.0),
    ];
    both.map(|(found, points, sign)| {
        let found = found.unwrap();
        consistent(&found, &points, |i, j| of_a[i as usize] + of_b[j as usize] * sign);
        let slow = solid(&points);
        if exactly {
            let at = found.corners.iter().map(|c| c.at).collect();
            assert_eq!(sorted(at), sorted(slow.vertices().iter().collect()));
        }
        let (fast, slow) = (volume(&found), slow.mass().volume);
        let slack = 64.0 * f64::EPSILON * size(&points).powi(3);
        assert!((fast - slow).abs() <= slack, "{fast} {slow}");
        assert!((found.measure - slow).abs() <= slack, "{} {slow}", found.measure);
        found
    })
}

/// The number of pairs of an arc of A and an arc of -B that cross, by testing all pairs.
fn crossings(a: &Polyhedron<DVec3>, b: &Polyhedron<DVec3>, b_in_a: &Motion<DVec3>) -> usize {
    let arcs = |hull: &Polyhedron<DVec3>, turn: &dyn Fn(DVec3) -> DVec3| -> Vec<[DVec3; 2]> {
        let arc = |k| hull.topology().arc(k).map(|f| turn(hull.normals().get(f)));
        (0..hull.topology().edges() as u32).map(arc).collect()
    };
    let of_b = arcs(b, &|n| -b_in_a.rotate(n));
    let cross = |[a, b]: [DVec3; 2], [c, d]: [DVec3; 2]| {
        let (ba, dc) = (b.cross(a), d.cross(c));
        c.dot(ba) * d.dot(ba) < 0.0 && a.dot(dc) * b.dot(dc) < 0.0 && c.dot(ba) * b.dot(dc) > 0.0
    };
    let met = |arc| of_b.iter().filter(|other| cross(arc, **other)).count();
    arcs(a, &|n| n).into_iter().map(met).sum()
}

#[test]
fn random_polyhedra() {
    let mut random = Random::new(5);
    let (mut overlaps, rounds) = (0, pairs());
    for round in 0..rounds {
        let (n, m) = (4 + random.below(14), 4 + random.below(14));
        let (a, b) = (cloud(&mut random, n), cloud(&mut random, m));
        let b_in_a = motion3(random.in_cube(1.2), random.rotation());
        let [_, found] = polyhedra(&a, &b, &b_in_a, true);
        if round % 4 == 0 {
            let moved: Vec<DVec3> = b.iter().map(|p| b_in_a.apply(*p)).collect();
            let points = difference(&a, &moved);
            overlaps += usize::from(same_depth(&found, &points));
            assert_eq!(found.corners.len(), hull3(&points).vertices.len());
        }
        let (a, b) = (solid(&a), solid(&b));
        let faces = a.topology().faces() + b.topology().faces();
        assert_eq!(found.sides.len(), faces + crossings(&a, &b, &b_in_a));
    }
    assert!((rounds / 20..rounds / 4).contains(&overlaps), "{overlaps} of {}", rounds / 4);
}

/// A rotation that permutes the coordinate axes.
fn quarters(random: &mut Random) -> DQuat {
    let about = |axis, count: usize| DQuat::from_axis_angle(axis, count as f64 * TAU / 4.0);
    about(DVec3::X, random.below(4))
        * about(DVec3::Y, random.below(4))
        * about(DVec3::Z, random.below(4))
}

#[test]
fn aligned_polyhedra() {
    let mut random = Random::new(6);
    let (mut overlaps, mut joined, rounds) = (0, 0, pairs());
    for round in 0..rounds {
        let half = DVec3::new(random.range(0.1, 1.0), random.range(0.1, 1.0), 0.5);
        let count = 4 + random.below(10);
        let a = match round % 4 {
            0 => cuboid(half),
            1 => prism(count, half.x),
            2 => cloud(&mut random, count),
            _ => cuboid(DVec3::ONE),
        };
        let b = if round % 8 < 4 { a.clone() } else { prism(count, half.y) };
        let turn = match round % 5 {
            0 => DQuat::IDENTITY,
            1 => quarters(&mut random),
            2 => DQuat::from_rotation_z(TAU * random.below(count) as f64 / count as f64),
            3 => DQuat::from_rotation_x(random.range(0.0, TAU)), // One normal is shared.
            _ => DQuat::from_rotation_x(TAU / 2.0),
        };
        let tilt = DQuat::from_axis_angle(random.direction3(), perturbation(&mut random));
        // If both are rotated, no coordinate is exact.
        let common = if random.below(2) == 0 { DQuat::IDENTITY } else { random.rotation() };
        let a: Vec<DVec3> = a.iter().map(|p| common * *p).collect();
        let b_in_a = motion3(random.in_cube(0.8), common * tilt * turn);
        let [plus, minus] = polyhedra(&a, &b, &b_in_a, false);
        let generic = solid(&a).topology().faces() + solid(&b).topology().faces();
        joined += usize::from(plus.sides.len() < generic || minus.sides.len() < generic);
        if round % 8 == 0 {
            let moved: Vec<DVec3> = b.iter().map(|p| b_in_a.apply(*p)).collect();
            overlaps += usize::from(same_depth(&minus, &difference(&a, &moved)));
        }
    }
    assert!((rounds / 16..rounds / 8).contains(&overlaps), "{overlaps} of {}", rounds / 8);
    assert!(joined > rounds / 6, "{joined} of {rounds}");
}

/// Points on a small lattice: their hulls have many parallel faces and edges.
fn lattice(random: &mut Random, count: usize) -> Vec<DVec3> {
    let mut at = || random.below(3) as f64 - 1.0;
    (0..count).map(|_| DVec3::new(at(), at(), at())).collect()
}

#[test]
fn awkward_polyhedra() {
    let mut random = Random::new(7);
    let (mut done, rounds) = (0, pairs());
    for round in 0..rounds {
        let (n, m) = (4 + random.below(16), 4 + random.below(16));
        let scale = |random: &mut Random| match random.below(3) {
            0 => DVec3::ONE,
            1 => DVec3::new(1.0, 1.0, libm::pow(10.0, random.range(-6.0, 0.0))),
            _ => DVec3::ONE * libm::pow(10.0, random.range(-9.0, 0.0)),
        };
        let (of_a, of_b) = (scale(&mut random), scale(&mut random));
        let turn = if round % 3 == 0 { DQuat::IDENTITY } else { random.rotation() };
        let a: Vec<DVec3> = lattice(&mut random, n).iter().map(|p| turn * (*p * of_a)).collect();
        let b: Vec<DVec3> = lattice(&mut random, m).iter().map(|p| *p * of_b).collect();
        let tiny = libm::pow(10.0, random.range(-18.0, -10.0));
        let tilt = DQuat::from_axis_angle(random.direction3(), tiny);
        let b_in_a = motion3(random.in_cube(0.1), turn * tilt * quarters(&mut random));
        let is_solid = |points: &[DVec3]| matches!(build3(points), Ok(Hull3::Solid(_)));
        if is_solid(&a) && is_solid(&b) {
            polyhedra(&a, &b, &b_in_a, false);
            done += 1;
        }
    }
    assert!(done > rounds * 9 / 10, "{done} of {rounds}");
}

#[test]
fn aligned_boxes_make_a_box() {
    let mut random = Random::new(8);
    for round in 0..500 {
        let mut half = || DVec3::new(random.range(0.1, 1.0), random.range(0.1, 1.0), 0.5);
        let (of_a, of_b) = (half(), half());
        let common = if round % 2 == 0 { DQuat::IDENTITY } else { random.rotation() };
        let a: Vec<DVec3> = cuboid(of_a).iter().map(|p| common * *p).collect();
        let b_in_a = motion3(random.in_cube(1.0), common * quarters(&mut random));
        for found in polyhedra(&a, &cuboid(of_b), &b_in_a, false) {
            assert_eq!((found.corners.len(), found.sides.len()), (8, 6));
            let faces = |s: &&clearance::minkowski::Side<DVec3>| {
                matches!((s.a, s.b), (Feature::Face(_), Feature::Face(_)))
            };
            assert_eq!(found.sides.iter().filter(faces).count(), 6);
        }
        // Coordinates of f32 are coarser, and so is the test for parallel edges.
        let single = |points: &[DVec3]| {
            let points: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            match build3(&points).unwrap() {
                Hull3::Solid(solid) => solid,
                other => panic!("{other:?}"),
            }
        };
        let (a, b) = (single(&a), single(&cuboid(of_b)));
        let found = polyhedron_difference(&a, &b, &b_in_a).unwrap();
        assert_eq!((found.corners.len(), found.sides.len()), (8, 6));
    }
}

#[test]
fn parallel_faces_of_a_thousand_corners() {
    let count = 1000;
    let (lid, at) = (solid(&prism(count, 0.5)), motion3(DVec3::X, DQuat::IDENTITY));
    let found = polyhedron_difference(&lid, &lid, &at).unwrap();
    assert_eq!((found.corners.len(), found.sides.len()), (2 * count, count + 2));
    assert!((found.measure / lid.mass().volume - 8.0).abs() < 1e-12);
    volume(&found);
}
