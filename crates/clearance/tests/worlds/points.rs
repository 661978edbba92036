//! Points against all facets and parts, and inside of solids.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Collider, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, collider};

/// The point of the nearest piece, if no part is a solid.
fn nearest_of_all<V: Maker>(shape: &Collider<V>, at: &Pose<V>, point: V) -> f64 {
    let of_convex = |shape: &clearance::Shape<V>, at: &Pose<V>| {
        clearance::project(shape, at, point).unwrap().signed_distance.to_f64()
    };
    match shape {
        Collider::Convex(shape) => of_convex(shape, at),
        Collider::Surface(instance) => (0..instance.len() as u32)
            .map(|facet| of_convex(&instance.piece(facet).into(), at))
            .fold(f64::INFINITY, f64::min),
        Collider::Compound(compound) => {
            let part = |part: &clearance::CompoundPart<V>| {
                let alone: Collider<V> = match &part.shape {
                    clearance::PartShape::Convex(shape) => shape.clone().into(),
                    clearance::PartShape::Surface(instance) => Collider::Surface(instance.clone()),
                };
                nearest_of_all(&alone, &(*at * part.pose), point)
            };
            compound.parts().iter().map(part).fold(f64::INFINITY, f64::min)
        }
        _ => unreachable!("there are no others"),
    }
}

fn against_all_pieces<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut inside) = (Random::new(seed), 0);
    for i in 0..count {
        let shape = collider::<V>(&mut random, 2, false);
        let at: Pose<V> = pose(&Stand::random(&mut random, 1.0), 1.0);
        for _ in 0..10 {
            let point = V::from_fn(|_| V::Scalar::of(random.range(-1.5, 1.5)));
            let found = clearance::project(&shape, &at, point).unwrap();
            let slow = nearest_of_all(&shape, &at, point);
            // The poses of parts are rounded in the slow way.
            let rounding = 64.0 * V::Scalar::EPSILON.to_f64();
            assert!(
                (found.signed_distance.to_f64() - slow).abs() < rounding,
                "{i}: {found:?} {slow}"
            );
            assert!(
                found.lower.to_f64() <= slow + rounding && slow - rounding <= found.upper.to_f64(),
                "{i}: {found:?} {slow}"
            );
            let contains = clearance::contains(&shape, &at, point).unwrap();
            assert_eq!(contains, found.lower <= V::Scalar::ZERO, "{i}: {found:?}");
            inside += usize::from(slow < 0.0);
            if found.signed_distance.to_f64() > 1e-3 {
                let way = (point.widen() - found.point.widen()).norm();
                assert!((way - found.signed_distance.to_f64()).abs() < 1e-5, "{i}: {found:?}");
            }
        }
    }
    assert!(inside > count / 8, "{inside}");
}

#[test]
fn trees_change_no_point() {
    against_all_pieces::<Vec3>(1, pairs(300));
    against_all_pieces::<DVec3>(2, pairs(300));
    against_all_pieces::<Vec2>(3, pairs(300));
    against_all_pieces::<DVec2>(4, pairs(300));
}

/// The winding number as the sum of solid angles divided by 4 pi; in 2D of angles by 2 pi.
fn winding_by_angles<V: Vector>(solid: &Solid<V>, point: V::Wide) -> f64 {
    use std::f64::consts::PI;
    let angle = |facet: u32| {
        let [a, b, c] = solid.corners(facet).map(|p| p.widen() - point);
        if V::DIM == 2 {
            let cross = V::Wide::wedge_numbers(a.wedge(b))[0];
            return libm::atan2(cross, a.dot(b)) / (2.0 * PI);
        }
        let [x, y, z] = [a, b, c].map(Vector::norm);
        let top = V::Wide::volume(a.wedge(b), c);
        let bottom = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        2.0 * libm::atan2(top, bottom) / (4.0 * PI)
    };
    (0..solid.len() as u32).map(angle).sum()
}

fn of_solids<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut inside) = (Random::new(seed), 0);
    for i in 0..count {
        let (surface, _) = closed::<V>(&mut random);
        let solid = Solid::new(surface.mended().0).unwrap();
        let shape = Collider::from(solid.clone());
        let at: Pose<V> = pose(&Stand::random(&mut random, 1.0), 1.0);
        for _ in 0..20 {
            let point = V::from_fn(|_| V::Scalar::of(random.range(-2.0, 2.0)));
            let found = clearance::project(&shape, &at, point).unwrap();
            if found.signed_distance.to_f64().abs() < 1e-3 {
                continue;
            }
            let local = at.inverse_transform_point(point).widen();
            let winding = winding_by_angles(&solid, local);
            assert!((winding - winding.round()).abs() < 1e-3, "{i}: {winding}");
            assert_eq!(found.signed_distance < V::Scalar::ZERO, winding > 0.5, "{i}: {found:?}");
            assert_eq!(clearance::contains(&shape, &at, point).unwrap(), winding > 0.5, "{i}");
            inside += usize::from(winding > 0.5);
            // The normal leads out.
            let out = V::narrow(found.point.widen() + found.normal.widen() * 1e-4);
            assert!(
                !clearance::contains(&shape, &at, out).unwrap()
                    || found.signed_distance.to_f64() > 0.0,
                "{i}"
            );
        }
    }
    assert!(inside > count / 2, "{inside}");
}

#[test]
fn solids_know_their_inside() {
    of_solids::<Vec3>(1, pairs(100));
    of_solids::<DVec3>(2, pairs(100));
    of_solids::<Vec2>(3, pairs(100));
    of_solids::<DVec2>(4, pairs(100));
}

/// Near a surface of any size, at any distance from the origin, `contains` is what `project` says.
fn contains_near_surfaces<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut near, mut inside, mut asked) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let (surface, _) = closed::<V>(&mut random);
        let solid = Solid::new(surface.mended().0).unwrap();
        let sheet = Collider::sheet(solid.surface().clone());
        let at: Pose<V> = pose(&Stand::random(&mut random, [1.0, 1e4][i % 2]), 1.0);
        for shape in [sheet, solid.clone().into()] {
            for _ in 0..20 {
                let corners = solid.corners(random.below(solid.len()) as u32);
                let on = (corners[0] + corners[1]) * V::Scalar::of(0.5);
                let off = V::Scalar::of([0.0, 1e-8, 1e-6, 1e-3][random.below(4)]);
                let point =
                    at.transform_point(on) + V::from_fn(|_| V::Scalar::of(random.signed())) * off;
                let found = clearance::project(&shape, &at, point).unwrap();
                let contains = clearance::contains(&shape, &at, point).unwrap();
                assert_eq!(contains, found.lower <= V::Scalar::ZERO, "{i}: {found:?}");
                near += usize::from(found.signed_distance.abs().to_f64() < 1e-5);
                inside += usize::from(contains);
                asked += 1;
            }
        }
    }
    assert!(
        near * 4 > asked && inside * 10 > asked && inside < asked,
        "{near} {inside} of {asked}"
    );
}

#[test]
fn contains_agrees_with_project_near_surfaces() {
    contains_near_surfaces::<Vec3>(1, pairs(50));
    contains_near_surfaces::<DVec3>(2, pairs(50));
    contains_near_surfaces::<Vec2>(3, pairs(50));
    contains_near_surfaces::<DVec2>(4, pairs(50));
}
