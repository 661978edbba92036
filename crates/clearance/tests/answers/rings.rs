//! Distance, closest points and penetration of 2D shapes, queried alone, against the full clearance
//! query. For polygons, segments and points these queries have a solver of their own.

use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Core, Polygon, Triangle};
use clearance::space::Vector;
use clearance::{Convex, Pose, Query, Shape};
use clearance_testing::Random;
use glam::{DVec2, Vec2};

use super::booleans::bodies;
use crate::common::pairs::Maker;

#[derive(Debug, Default)]
struct Counts {
    apart: u32,
    deep: u32,
}

fn reach<V: Vector>(shape: &Shape<V>) -> f64 {
    let Shape::Convex(shape) = shape else { return 1.0 };
    shape.reach() + shape.radius().to_f64()
}

/// For ellipses the error of GJK's points is about the square root of the error of its distance.
fn is_ellipse<V: Vector>(shape: &Shape<V>) -> bool {
    matches!(shape, Shape::Convex(shape) if matches!(shape.to_core(), Core::Ellipsoid(_)))
}

/// The results are equal up to `off` of the size.
fn distances_are_those_of_the_full_answer<V: Maker>(seed: u64, off: f64) {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
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
            // Moved by the penetration, the shapes are apart by little.
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

/// A triangle with collinear corners has edges of length 0 or edges that overlap: points beyond its
/// ends are nearest to these ends.
#[test]
fn beside_a_triangle_that_is_a_line() {
    fn gap<V: Maker>(shape: &Shape<V>, at: [f64; 2], flat: &Shape<V>, turned: bool) -> f64 {
        let at = Pose::at(V::from_fn(|i| V::Scalar::of(at[i]))).unwrap();
        let here = Pose::IDENTITY;
        let mut query = if turned {
            Query::new(shape, &at, flat, &here)
        } else {
            Query::new(flat, &here, shape, &at)
        };
        query.distance().to_f64()
    }
    fn all<V: Maker>(off: f64) {
        let v = |x: f64, y: f64| V::from_fn(|i| V::Scalar::of([x, y][i]));
        let of = V::Scalar::of;
        let ball = Shape::from(Ball::new(of(0.5)).unwrap());
        let capsule = Shape::from(Capsule::new(v(0.0, -1.0), v(0.0, 1.0), of(0.5)).unwrap());
        let octagon = |i: usize| {
            let angle = (i as f64 + 0.5) * core::f64::consts::FRAC_PI_4;
            v(libm::cos(angle), libm::sin(angle))
        };
        let octagon = Shape::from(Polygon::new(core::array::from_fn::<V, 8, _>(octagon)).unwrap());
        let reach = libm::cos(core::f64::consts::PI / 8.0);
        for corners in [[0.0, 1.0, 3.0], [3.0, 0.0, 1.0], [0.0, 3.0, 3.0], [0.0, 0.0, 3.0]] {
            let [a, b, c] = corners.map(|x| v(x, 0.0));
            let flat = Shape::from(Triangle::new(a, b, c).unwrap());
            for turned in [false, true] {
                let gaps = [
                    (gap(&ball, [1.0, 2.0], &flat, turned), 1.5),
                    (gap(&ball, [7.0, 3.0], &flat, turned), 4.5),
                    (gap(&ball, [-3.0, -4.0], &flat, turned), 4.5),
                    (gap(&capsule, [5.0, 0.0], &flat, turned), 1.5),
                    (gap(&capsule, [-2.0, 5.0], &flat, turned), libm::sqrt(20.0) - 0.5),
                    (gap(&octagon, [2.0, 4.0], &flat, turned), 4.0 - reach),
                    (gap(&octagon, [6.0, 0.0], &flat, turned), 3.0 - reach),
                ];
                for (i, (found, truth)) in gaps.into_iter().enumerate() {
                    assert!((found - truth).abs() <= off, "{i} {corners:?} {turned}: {found}");
                }
            }
        }
    }
    all::<DVec2>(1e-14);
    all::<Vec2>(1e-6);
}
