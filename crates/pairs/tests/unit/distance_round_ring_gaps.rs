//! Tests of `distance::round::ring_gaps`.

use std::vec::Vec;

use clearance_pairs::distance::round;
use clearance_pairs::distance::round::ring_gaps::*;
use clearance_pairs::distance::round::{slack_of, sum};
use clearance_pairs::shape::{Ball, Capsule, Core, Cuboid, Operand, Polygon, Triangle};
use clearance_pairs::solution::Ask;
use clearance_pairs::space::Motion;
use clearance_pairs::{Cache, Convex, Pose, Query, Shape};
use clearance_testing::Random;
use glam::DVec2;

/// Polygons, triangles, rectangles, circles and capsules, thin ones among them, on a lattice and not.
fn shape(random: &mut Random, size: f64) -> Shape<DVec2> {
    let (is_lattice, thin) = (random.below(3) == 0, *random.one_of(&[1.0, 1.0, 1e-3]));
    let kind = random.below(8);
    let mut point = || {
        let p = DVec2::new(random.signed(), thin * random.signed());
        if is_lattice { (p * 2.0).round() * (0.5 * size) } else { p * size }
    };
    let corners = [point(), point(), point()];
    match kind {
        0 => Cuboid::new(corners[0].abs() + DVec2::splat(0.01 * size)).unwrap().into(),
        1 => match Triangle::new(corners[0], corners[1], corners[2]) {
            Ok(triangle) => triangle.into(),
            Err(_) => Ball::new(size).unwrap().into(),
        },
        2 => Ball::new(0.3 * size).unwrap().into(),
        3 => Capsule::new(corners[0], corners[1], 0.1 * size).unwrap().into(),
        _ => {
            let count = 3 + (kind - 3) * 8;
            let around = |i: usize| {
                let angle = i as f64 * core::f64::consts::TAU / count as f64;
                DVec2::from_angle(angle) * DVec2::new(size, thin * size)
            };
            let all = if kind == 4 {
                (0..count).map(|_| point()).collect::<Vec<_>>()
            } else {
                (0..count).map(around).collect()
            };
            match Polygon::new(all) {
                Ok(polygon) => polygon.into(),
                Err(_) => Ball::new(size).unwrap().into(),
            }
        }
    }
}

/// The bounds hold the full answer, and are as close as that where the cores are apart; and nearly all
/// is answered that is not a touch.
#[test]
fn bounds_hold_the_full_answer() {
    let (mut random, mut answered, mut open) = (Random::new(7), [[0; 2]; 2], [[0; 2]; 2]);
    for i in 0..clearance_testing::pairs(20_000) {
        let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -30, 30, 3, -5]));
        let other = size * *random.one_of(&[1.0, 1.0, 1e-2, 1e-4]);
        let shapes = [shape(&mut random, size), shape(&mut random, other)];
        let any = [random.signed(), 3.0 * random.signed()];
        let turns = *random.one_of(&[[0.0, 0.0], [0.5, 0.5], any]);
        let mut at = DVec2::new(random.signed(), random.signed()) * (2.5 * size);
        if random.below(3) == 0 {
            at = (at / size * 2.0).round() * (0.5 * size);
        }
        let here = Pose::new(DVec2::ZERO, turns[0]).unwrap();
        let there = |at: DVec2| Pose::new(at, turns[1]).unwrap();
        if random.below(2) == 0 {
            let answer = Query::new(&shapes[0], &here, &shapes[1], &there(at)).clearance();
            let target = size * 10.0_f64.powf(random.range(-9.0, 0.3)) * random.signed().signum();
            at += answer.normal * (target - answer.signed_distance);
        }
        let there = there(at);
        let query = Query::new(&shapes[0], &here, &shapes[1], &there);
        let truth = Query::new(&shapes[0], &here, &shapes[1], &there).clearance();
        let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
            unreachable!("a half-space")
        };
        let b_in_a = Motion::b_in_a(&here, &there);
        let radii = a.radius_wide() + b.radius_wide();
        let size = a.reach() + b.reach() + sum(b_in_a.translation);
        // Two circles in one place have no size.
        let Some(slack) = slack_of(size, radii) else { continue };
        let limit = *random.one_of(&[0.0, 0.01, 0.5]) * size;
        // Corners near each other from the last question, and any for the first, also of no shape.
        let mut cache = Cache::default();
        cache.remember_corner(Some([random.below(30), random.below(5)]));
        let asks = [Ask::ClosestPoints, Ask::Within(limit)].into_iter();
        for (ask, is_warm) in asks.flat_map(|ask| [(ask, false), (ask, true)]) {
            let found = match (a.core(), b.core()) {
                (Core::Point(_) | Core::Segment(_), _) => continue,
                (_, &Core::Point(p)) => round::beside(a, b_in_a.apply(p), None, slack),
                (_, &Core::Segment([p, q])) => {
                    round::beside(a, b_in_a.apply(p), Some(b_in_a.apply(q)), slack)
                }
                _ => {
                    let sizes = [size, slack];
                    let cache = is_warm.then_some(&mut cache);
                    bounds([a, b], &b_in_a, sizes, ask, cache)
                }
            };
            let is_line = matches!(b.core(), Core::Point(_) | Core::Segment(_));
            let kind = [usize::from(is_line), usize::from(truth.lower + radii > 0.0)];
            let Some(found) = found else {
                let off = (truth.signed_distance + radii).abs();
                open[kind[0]][kind[1]] += usize::from(off > 1e-5 * size);
                continue;
            };
            answered[kind[0]][kind[1]] += 1;
            let (lower, upper) = (truth.lower + radii, truth.upper + radii);
            let pair = (i, ask, found, &truth, &shapes, &there);
            assert!(found.lower <= upper && found.upper >= lower, "{pair:?}");
            if ask == Ask::ClosestPoints && lower > 0.0 {
                assert!(found.upper - found.lower < 1e-13 * (size + radii), "{pair:?}");
            }
        }
    }
    for (answered, open) in answered.iter().flatten().zip(open.iter().flatten()) {
        assert!(*answered > 500 && open * 200 < *answered, "{answered:?} {open:?}");
    }
}
