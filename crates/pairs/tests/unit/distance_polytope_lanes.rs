//! Tests of `distance::polytope_lanes`.

use std::vec::Vec;

use clearance_pairs::cores::Cores;
use clearance_pairs::distance::polytope_lanes::*;
use clearance_pairs::gjk::Search;
use clearance_pairs::shape::difference::Difference;
use clearance_pairs::shape::{Ball, Capsule, Cuboid, Hull, Operand, Triangle};
use clearance_pairs::solution::Ask;
use clearance_pairs::space::Motion;
use clearance_pairs::{Pose, Query, Shape};
use clearance_testing::Random;
use glam::DVec3;

use crate::trial::Trial;

/// Polytopes and what is rounded: sharp and blunt, thick and thin, on a lattice and not.
fn shape(random: &mut Random, size: f64) -> Shape<DVec3> {
    let is_lattice = random.below(3) == 0;
    let thin = [DVec3::ONE, DVec3::new(1.0, 1.0, 1e-3), DVec3::new(1.0, 1e-4, 1e-4)];
    let thin = *random.one_of(&[thin[0], thin[0], thin[0], thin[1], thin[2]]);
    let kind = random.below(8);
    let mut point = || {
        let p = random.in_cube(1.0);
        if is_lattice { (p * 2.0).round() * (0.5 * size) } else { p * thin * size }
    };
    let corners = [point(), point(), point()];
    match kind {
        0 => Cuboid::new((corners[0].abs() + DVec3::splat(0.01 * size)) * thin).unwrap().into(),
        1 => match Triangle::new(corners[0], corners[1], corners[2]) {
            Ok(triangle) => triangle.into(),
            Err(_) => Ball::new(size).unwrap().into(),
        },
        2 => Ball::new(0.3 * size).unwrap().into(),
        3 => Capsule::new(corners[0], corners[1], 0.1 * size).unwrap().into(),
        _ => {
            let count = 4 + 12 * (kind - 4) + kind;
            Hull::new((0..count).map(|_| point()).collect::<Vec<_>>()).unwrap().into()
        }
    }
}

#[test]
fn bounds_hold_the_answer_in_f64() {
    let trial = Trial {
        is_asked: |_| true,
        solve: |cores, ask, cache| {
            // How deep cores are is for others.
            let deeper = Ask::Within(-1.01 * cores.radii - 0.1 * (cores.size + cores.radii));
            assert!(solve(cores, deeper, None).is_none());
            solve(cores, ask, cache)
        },
        least: 0.0,
        width: 2.5e-6,
    };
    trial.run(3, shape);
}

/// The corners are as near as the shapes within the rounding of `f32`, and nearly all overlaps are proven.
#[test]
fn corners_are_nearest_and_overlaps_are_proven() {
    let (mut random, mut apart, mut proven, mut open) = (Random::new(1), 0, 0, 0);
    for _ in 0..clearance_testing::pairs(20_000) {
        let hull = |random: &mut Random| -> Shape<DVec3> {
            Hull::new((0..20).map(|_| random.in_cube(1.0)).collect::<Vec<_>>()).unwrap().into()
        };
        let shapes = [hull(&mut random), hull(&mut random)];
        let at = random.in_cube(2.0);
        let poses = [DVec3::ZERO, at].map(|at| Pose::new(at, random.rotation()).unwrap());
        let query = Query::new(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
            unreachable!("a half-space")
        };
        let motion = Motion::b_in_a(&poses[0], &poses[1]);
        let cores = Cores::new(a, b, &motion);
        let difference = Difference::new(a, b, &motion, cores.size);
        let mut search = Search::default();
        let overlap = begin(&cores, &difference, &mut search.simplex);
        let truth =
            Query::new(&shapes[0], &poses[0], &shapes[1], &poses[1]).clearance().signed_distance;
        match overlap {
            Some(upper) => {
                assert!(truth <= upper && upper < 0.0, "{truth} {upper}");
                proven += 1;
            }
            None => {
                search.begin(&difference, None);
                let distance = search.upper / difference.scale;
                let off = distance - truth.max(0.0);
                let is_near = off <= 1e-5 * distance + 1e-6 * cores.size;
                assert!(off >= -1e-12, "{truth} {distance}");
                open += usize::from(!is_near || truth < -1e-3);
                apart += 1;
            }
        }
    }
    assert!(apart > 3000 && proven > 3000, "{apart} {proven}");
    assert!(open * 100 < apart, "{open} of {apart}");
}

/// The upper bound that a question about a limit finds is never below what the full answer proves, and mostly shows
/// an overlap by itself.
#[test]
fn upper_bounds_of_near_pairs_are_not_below_the_clearance() {
    let (mut random, mut near, mut overlaps, mut shown) = (Random::new(9), 0, 0, 0);
    for round in 0..clearance_testing::pairs(20_000) {
        let size = *random.one_of(&[1e-6, 1.0, 1e6]);
        let shapes = [shape(&mut random, size), shape(&mut random, size)];
        let mut pose =
            |spread: f64| Pose::new(random.in_cube(spread * size), random.rotation()).unwrap();
        let (at_a, at_b) = (pose(1.0), pose(2.0));
        let mut query = Query::new(&shapes[0], &at_a, &shapes[1], &at_b);
        let full = query.clearance();
        for limit in [0.0, 0.3 * size] {
            let upper = query.upper_within(limit);
            assert_eq!(upper.is_some(), query.within(limit), "{round}");
            let Some(upper) = upper else { continue };
            near += 1;
            assert!(upper >= full.lower, "{round}: {upper} {full:?}");
            if full.upper < 0.0 && limit == 0.0 {
                overlaps += 1;
                shown += usize::from(upper < 0.0);
            }
        }
    }
    println!("{near} near, {overlaps} overlaps, of which {shown} are shown");
    let count = clearance_testing::pairs(20_000);
    assert!(near > count / 4 && overlaps > count / 20 && shown > overlaps / 2);
}
