//! Rays and points against each shape that has a closed form: from outside, so that half of the
//! rays miss, and from near the middle.
//!
//! Run with `cargo bench -p clearance-benches --bench rays`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::d2::{self, Vec2};
use clearance::d3::{self, Vec3};
use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::{Convex, Polygon};
use clearance::space::Vector;
use clearance::{Axis, Pose, Ray, cast_ray, project};
use clearance_testing::Random;

/// Where a shape stands, and where a ray starts and leads.
struct Place<V: Vector>([Pose<V>; 2], V);

const PLACES: usize = 1000;

trait Posed: Vector {
    fn of(v: DVec3) -> Self;
    fn pose(at: DVec3, random: &mut Random) -> Pose<Self>;
}

impl Posed for Vec2 {
    fn of(v: DVec3) -> Self {
        v.truncate().as_vec2()
    }
    fn pose(at: DVec3, random: &mut Random) -> Pose<Self> {
        Pose::new(Self::of(at), random.range(-3.0, 3.0) as f32).expect("finite")
    }
}

impl Posed for Vec3 {
    fn of(v: DVec3) -> Self {
        v.as_vec3()
    }
    fn pose(at: DVec3, random: &mut Random) -> Pose<Self> {
        Pose::new(Self::of(at), random.rotation().as_quat()).expect("finite")
    }
}

fn places<V: Posed>(distance: f64) -> Vec<Place<V>> {
    let mut random = Random::new(9);
    (0..PLACES)
        .map(|_| {
            let mut direction = || V::of(random.direction3()).widen();
            let [away, aside] = [direction(), direction()].map(|v| {
                DVec3::from_array(core::array::from_fn(|i| if i < V::DIM { v.get(i) } else { 0.0 }))
            });
            let at = random.in_cube(1.0);
            let from = at + away * distance * random.range(0.9, 1.1);
            let along = (at + aside * random.range(0.0, 0.8) - from) * 1.5;
            let poses = [V::pose(at, &mut random), V::pose(from, &mut random)];
            Place(poses, V::of(along))
        })
        .collect()
}

fn each<C: Convex<V: Posed>>(c: &mut Criterion, name: &str, shape: &C) {
    for (how, distance) in [("from outside", 2.0), ("from inside", 0.1)] {
        let places = places::<C::V>(distance);
        let mut next = places.iter().cycle();
        c.bench_function(&format!("ray, {name}, {how}"), |b| {
            b.iter(|| {
                let Place([pose, from], along) = next.next().expect("a cycle has no end");
                let ray = Ray::new(from.translation(), *along, Scalar::ONE).expect("finite");
                black_box(cast_ray(shape, pose, &ray)).is_some()
            });
        });
        let mut next = places.iter().cycle();
        c.bench_function(&format!("point, {name}, {how}"), |b| {
            b.iter(|| {
                let Place([pose, from], _) = next.next().expect("a cycle has no end");
                black_box(project(shape, pose, from.translation())).is_ok()
            });
        });
    }
}

fn all(c: &mut Criterion) {
    let mut random = Random::new(3);
    let points: Vec<Vec3> = (0..32).map(|_| random.direction3().as_vec3() * 0.6).collect();
    let sides = |i: u8| Vec2::from_angle(f32::from(i) * core::f32::consts::FRAC_PI_4) * 0.6;
    each(c, "sphere", &d3::Sphere::new(0.6).expect("a radius"));
    each(c, "box", &d3::Cuboid::new(Vec3::new(0.3, 0.4, 0.5)).expect("extents"));
    each(c, "capsule", &d3::Capsule::along(Axis::Y, 0.4, 0.3).expect("lengths"));
    each(c, "cylinder", &d3::Cylinder::new(Axis::Y, 0.4, 0.3).expect("lengths"));
    each(c, "cone", &d3::Cone::new(Axis::Y, 0.4, 0.4).expect("lengths"));
    let corners = [Vec3::new(-0.5, -0.3, 0.0), Vec3::new(0.5, -0.3, 0.0), Vec3::new(0.0, 0.6, 0.0)];
    let [p, q, r] = corners;
    each(c, "triangle", &d3::Triangle::new(p, q, r).expect("finite"));
    each(c, "ellipsoid", &d3::Ellipsoid::new(Vec3::new(0.3, 0.4, 0.5)).expect("radii"));
    each(c, "hull of 32", &d3::Hull::new(points).expect("a solid"));
    each(c, "circle", &d2::Circle::new(0.6).expect("a radius"));
    each(c, "2D box", &d2::Cuboid::new(Vec2::new(0.3, 0.5)).expect("extents"));
    each(c, "2D capsule", &d2::Capsule::along(Axis::Y, 0.4, 0.3).expect("lengths"));
    each(c, "octagon", &Polygon::new((0..8).map(sides).collect::<Vec<_>>()).expect("convex"));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_millis(400));
    targets = all
}
criterion_main!(benches);
