//! Sums and differences written out the fast way, against the hull of all pairs, on random
//! pairs and on those that are hard: aligned ones. `CLEARANCE_PAIRS` sets how many of each kind
//! (1,000 unless told otherwise).

mod common;

use clearance::d2_f64;
use clearance::glam::DVec2;
use clearance::hull::{Hull2, Outline, build2};
use clearance::minkowski::reference::signed_distance;
use clearance::minkowski::{
    Feature, Pairs, Polygon, difference, hull2, polygon_difference, polygon_sum, sum,
};
use clearance::space::{Motion, Vector};
use common::Random;

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
fn size<W: Vector<Scalar = f64>>(points: &[W]) -> f64 {
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
    std::env::var("CLEARANCE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// The perturbations that an aligned pair gets, in radians.
fn perturbation(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => 0.0,
        _ => libm::pow(10.0, random.range(-12.0, -2.0)),
    }
}

/// All that holds of sums and differences in either dimension. `points` are all pairs.
#[track_caller]
fn consistent<W: Vector<Scalar = f64>>(
    found: &Pairs<W>,
    points: &[W],
    pair: impl Fn(u32, u32) -> W,
) {
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

/// The depth that the sides tell, against the reference. True if there is an overlap.
#[track_caller]
fn same_depth<W: clearance::minkowski::reference::Explicit>(
    found: &Pairs<W>,
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

/// Both polygons written out, checked against all pairs. Returns sum and difference.
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
            // Turned by a quarter, which rounds, the shape is aligned again if 4 divides count.
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
    for exponent in (-150..=150).step_by(30) {
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
