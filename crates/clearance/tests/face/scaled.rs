//! Scaled shapes: as far along a direction as the factors say, or refused for a reason.

use crate::common::pairs::{Maker, Recipe, Stand, pose};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Collider, Compound, Convex, Error, Shape, distance};
use clearance_testing::{Random, pairs};

/// How far the shape reaches along a direction of any length, in `f64`.
fn height<V: Vector>(shape: &Shape<V>, direction: V) -> f64 {
    let wide = direction.widen();
    match shape {
        Shape::Convex(shape) => {
            shape.support(direction).widen().dot(wide) + shape.radius_wide() * wide.norm()
        }
        Shape::HalfSpace(half) => {
            let turned = (half.normal().widen() * wide.norm() - wide).norm() > 1e-5 * wide.norm();
            if turned { f64::INFINITY } else { half.offset().to_f64() * wide.norm() }
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    even: usize,
    uneven: usize,
    half_spaces: usize,
    refused: usize,
}

fn sweep<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut counts) = (Random::new(seed), Counts::default());
    for i in 0..count {
        let shape: Shape<V> = Recipe::random(&mut random, V::DIM).make(1.0);
        let is_even = random.below(2) == 0;
        let size = random.range(0.2, 3.0);
        let mut sign = || if random.below(3) == 0 { -1.0 } else { 1.0 };
        let signs = [sign(), sign(), sign()];
        let factor = |random: &mut Random| if is_even { size } else { random.range(0.2, 3.0) };
        let factors = signs.map(|sign| sign * factor(&mut random));
        let by = V::from_fn(|k| V::Scalar::of(factors[k]));
        let scaled = match shape.scaled(by) {
            Ok(scaled) => scaled,
            Err(Error::NotScaled { .. }) => {
                counts.refused += 1;
                continue;
            }
            Err(wrong) => panic!("{i}: {shape:?} by {by:?}: {wrong}"),
        };
        if let Shape::HalfSpace(half) = &shape {
            // A point of its plane is one of the scaled plane.
            let Shape::HalfSpace(other) = &scaled else { panic!("{i}: {scaled:?}") };
            let point = half.normal() * half.offset();
            let moved = V::from_fn(|k| point.get(k) * by.get(k)).widen();
            let off = moved.dot(other.normal().widen()) - other.offset().to_f64();
            assert!(off.abs() <= 1e-5, "{i}: {shape:?} by {by:?}: {scaled:?}");
            counts.half_spaces += 1;
            continue;
        }
        counts.even += usize::from(is_even);
        counts.uneven += usize::from(!is_even);
        for _ in 0..8 {
            let direction = V::from_fn(|_| V::Scalar::of(random.signed()));
            let before = V::from_fn(|k| direction.get(k) * by.get(k));
            let (found, expected) = (height(&scaled, direction), height(&shape, before));
            let off = 200.0 * V::Scalar::EPSILON.to_f64() * (1.0 + expected.abs());
            assert!(
                (found - expected).abs() <= off,
                "{i}: {shape:?} by {by:?}: {found} {expected}"
            );
        }
    }
    let Counts { even, uneven, half_spaces, refused } = counts;
    assert!(even * 3 > count && uneven * 10 > count, "{counts:?}");
    assert!(half_spaces * 100 > count && refused * 20 > count, "{counts:?}");
}

#[test]
fn shapes_reach_as_far_as_the_factors_say() {
    sweep::<Vec3>(1, pairs(2000));
    sweep::<DVec3>(2, pairs(2000));
    sweep::<Vec2>(3, pairs(2000));
    sweep::<DVec2>(4, pairs(2000));
}

/// Everything twice as large: distances are, too, within 1e-12.
#[test]
fn compounds_are_scaled_by_one_factor() {
    let mut random = Random::new(5);
    let part = |random: &mut Random| loop {
        let shape = Recipe::random(random, 3).make::<DVec3>(0.5);
        let twice = shape.scaled(DVec3::splat(2.0));
        if let (Shape::Convex(_), Ok(_)) = (&shape, twice) {
            break Collider::from(shape);
        }
    };
    let mut apart = 0;
    for i in 0..pairs(300) {
        let mut parts = [(); 3].map(|()| {
            let stand = Stand::random(&mut random, 1.0);
            (pose::<DVec3>(&stand, 1.0), part(&mut random))
        });
        let inner = Collider::from(Compound::new(parts.clone()).unwrap());
        parts[0].1 = inner;
        let shape = Collider::from(Compound::new(parts).unwrap());
        let probe = part(&mut random);
        let there = pose::<DVec3>(&Stand::random(&mut random, 4.0), 1.0);
        let far = Pose::from_unit(there.translation() * 2.0, there.turn());
        let [large, larger] = [&shape, &probe].map(|s| s.scaled(DVec3::splat(2.0)).unwrap());
        let once = distance(&shape, &Pose::IDENTITY, &probe, &there);
        let twice = distance(&large, &Pose::IDENTITY, &larger, &far);
        assert!((twice - 2.0 * once).abs() <= 1e-12, "{i}: {once} {twice}");
        apart += usize::from(once > 0.0);
        assert!(matches!(large.scaled(DVec3::NEG_ONE), Err(Error::NotScaled { .. })), "{i}");
    }
    assert!(apart > 100, "{apart}");
}

#[test]
fn factors_are_checked() {
    let brick = Collider::from(clearance::d3::Cuboid::new(Vec3::ONE).unwrap());
    for wrong in [0.0, f32::NAN, f32::INFINITY] {
        let found = brick.scaled(Vec3::new(1.0, wrong, 1.0)).unwrap_err();
        assert!(matches!(found, Error::Scale { .. }), "{found}");
    }
    assert!(matches!(brick.scaled(Vec3::splat(1e38)), Err(Error::TooLarge { .. })));
    let cone = Collider::from(clearance::d3::Cone::new(clearance::Axis::Z, 1.0, 1.0).unwrap());
    let upside_down = cone.scaled(Vec3::new(1.0, 1.0, -1.0)).unwrap_err();
    assert!(upside_down.to_string().contains("its apex would be on the other side"));
}
