//! Ellipses and ellipsoids around the centre of other shapes: the points are on both surfaces, and
//! as far apart along the normal as the separation states.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, ConvexShape, Cuboid, Ellipsoid, Point, Segment, Triangle, is_wide,
};
use clearance::space::Vector;
use clearance::{Pose, Shape, clearance, contact_manifold, penetration, signed_distance};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Stand, pose};

fn centred<V: Vector>(random: &mut Random) -> Shape<V> {
    let mut sizes = [0.0; 3];
    sizes.iter_mut().for_each(|x| *x = [0.25, 0.5, 1.0, 1.5, 2.0][random.below(5)]);
    let v = |p: [f64; 3]| V::from_fn(|i| V::Scalar::of(p[i]));
    let size = V::Scalar::of(sizes[0]);
    let end = V::unit(random.below(V::DIM)) * V::Scalar::of(sizes[1]);
    let shape: ConvexShape<V> = match random.below(7) {
        0 => Ball::new(size).unwrap().into(),
        1 => Point::new(V::ZERO).unwrap().into(),
        2 => Segment::new(-end, end).unwrap().into(),
        3 => Capsule::new(-end, end, size).unwrap().into(),
        4 => {
            let corners = [v([-1.0, -0.5, 0.0]), v([1.0, -0.5, 0.0]), v([0.0, 1.0, 0.0])];
            let [p, q, r] = corners.map(|p| p * size);
            Triangle::new(p, q, r).unwrap().into()
        }
        5 => Cuboid::new(v(sizes)).unwrap().into(),
        _ => Ellipsoid::new(v(sizes)).unwrap().into(),
    };
    shape.into()
}

fn around_a_middle<V: Maker>(seed: u64, count: u32) -> u32 {
    let mut random = Random::new(seed);
    let tolerance = if is_wide::<V>() { 1e-8 } else { 2e-6 };
    let mut points = 0;
    for i in 0..count {
        let radii = V::from_fn(|_| V::Scalar::of([0.5, 1.0, 1.5, 2.0][random.below(4)]));
        let ellipse = Shape::from(Ellipsoid::new(radii).unwrap());
        let other = centred::<V>(&mut random);
        let q = match random.below(3) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => [1.0, 2.0, -1.0, 3.0].map(|x| x * [1.0, 0.0, -1.0][random.below(3)] + 0.5),
            _ => random.rotation().to_array(),
        };
        let angle = [0.0, 0.75, core::f64::consts::FRAC_PI_2][random.below(3)];
        let (pa, pb) = (Pose::IDENTITY, pose::<V>(&Stand { t: [0.0; 3], q, angle }, 1.0));
        let ((a, pa), (b, pb)) = if i % 2 == 0 {
            ((&ellipse, pa), (&other, pb))
        } else {
            ((&other, pb), (&ellipse, pa))
        };
        let on = |p: V, q: V, value: V::Scalar, normal: V| {
            let off_a = signed_distance(a, &pa, p).unwrap().to_f64().abs();
            let off_b = signed_distance(b, &pb, q).unwrap().to_f64().abs();
            let way = ((q - p).widen() - normal.widen() * value.to_f64()).norm();
            let off = off_a.max(off_b).max(way);
            assert!(off < tolerance, "off by {off:e}: {p:?} {q:?}: {a:?} {pa:?} {b:?} {pb:?}");
        };
        let whole = clearance(a, &pa, b, &pb);
        on(whole.point_a, whole.point_b, whole.signed_distance, whole.normal);
        let deep = penetration(a, &pa, b, &pb).expect("they overlap");
        on(deep.point_a, deep.point_b, -deep.depth, deep.normal);
        let manifold = contact_manifold(a, &pa, b, &pb, Scalar::ZERO).expect("they overlap");
        for point in manifold.points() {
            on(point.point_a, point.point_b, point.separation, manifold.normal);
            points += 1;
        }
    }
    points
}

#[test]
fn around_the_middle_of_ellipses() {
    let points = around_a_middle::<Vec2>(1, 3000)
        + around_a_middle::<DVec2>(2, 3000)
        + around_a_middle::<Vec3>(3, 3000)
        + around_a_middle::<DVec3>(4, 3000);
    assert!(points >= 12_000, "{points} points");
}
