//! Distances, nearest points and depths of shapes of the plane, as they are asked for alone, against the
//! full answer. Of polygons, segments and points they have a solver of their own.

use clearance::number::Scalar;
use clearance::shape::Core;
use clearance::space::Vector;
use clearance::{Convex, Pose, Query, Shape};
use clearance_testing::Random;
use glam::{DVec2, Vec2};

use super::booleans::bodies;
use crate::common::pairs::Maker;

#[derive(Debug, Default)]
struct Seen {
    apart: u32,
    deep: u32,
}

fn reach<V: Vector>(shape: &Shape<V>) -> f64 {
    let Shape::Convex(shape) = shape else { return 1.0 };
    shape.reach() + shape.radius().to_f64()
}

/// GJK finds the points of ellipses to the root of what it finds distances to.
fn is_ellipse<V: Vector>(shape: &Shape<V>) -> bool {
    matches!(shape, Shape::Convex(shape) if matches!(shape.to_core(), Core::Ellipsoid(_)))
}

/// What is off by no more than `off` of the size is the same.
fn distances_are_those_of_the_full_answer<V: Maker>(seed: u64, off: f64) {
    let (mut random, mut seen) = (Random::new(seed), Seen::default());
    let count = clearance_testing::pairs(6000_u32);
    for _ in 0..count {
        let [(a, at_a), (b, at_b)] = &bodies::<V>(&mut random);
        let query = || Query::new(a, at_a, b, at_b);
        let (full, distance) = (query().clearance(), query().distance());
        if !full.bounded() {
            continue;
        }
        let size =
            1.0 + reach(a) + reach(b) + (at_b.translation() - at_a.translation()).norm().to_f64();
        let wide = (full.upper - full.lower).to_f64();
        let off = if is_ellipse(a) || is_ellipse(b) { off.max(1e-8) } else { off };
        let most = off * size + wide;
        let pair = format!("{a:?} {at_a:?} {b:?} {at_b:?} {full:?}");
        let signed = full.signed_distance.to_f64();
        assert!((distance.to_f64() - signed.max(0.0)).abs() <= most, "{distance:?} {pair}");
        if let Some(nearest) = query().closest_points() {
            let way = (nearest.point_b - nearest.point_a).widen();
            assert!((way.norm() - signed).abs() <= most, "{nearest:?} {pair}");
            assert!((way.dot(nearest.normal.widen()) - signed).abs() <= most, "{nearest:?} {pair}");
            seen.apart += 1;
        }
        if let Some(penetration) = query().penetration() {
            let way = (penetration.point_a - penetration.point_b).widen();
            assert!((penetration.depth.to_f64() + signed).abs() <= most, "{penetration:?} {pair}");
            let along = way.dot(penetration.normal.widen());
            assert!((along + signed).abs() <= most, "{penetration:?} {pair}");
            // Moved by it the shapes are apart, and not by much.
            let by = penetration.normal * V::Scalar::of(most - signed);
            let moved = Pose::at(by).unwrap() * *at_b;
            let left = Query::new(a, at_a, b, &moved).clearance().signed_distance.to_f64();
            assert!(left >= -most && left <= 4.0 * most, "{left} {penetration:?} {pair}");
            seen.deep += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.apart > count / 4 && seen.deep > count / 4, "{seen:?}");
}

#[test]
fn of_all_kinds() {
    distances_are_those_of_the_full_answer::<DVec2>(41, 1e-12);
    distances_are_those_of_the_full_answer::<Vec2>(42, 1e-6);
}
