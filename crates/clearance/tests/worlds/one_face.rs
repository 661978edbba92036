//! One function a question, whatever the shapes are: two convex shapes get the answers of `clearance::pair`, to the last
//! bit, and the type of a shape of many pieces makes no difference.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Ray, Sweep, Vector};
use clearance::{AnyShape, Cast, Collider, Compound, Query, RayCast, Shape, pair};
use clearance_testing::Random;

use super::make::{closed, surface};
use crate::common::pairs::{Maker, Recipe, Stand, pose};

/// What the questions about two shapes answer, as text, which shows all bits.
fn answers<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    b: &B,
    [pose_a, pose_b]: [&Pose<A::V>; 2],
    margin: <A::V as Vector>::Scalar,
) -> Vec<String> {
    vec![
        format!("{:?}", clearance::intersects(a, pose_a, b, pose_b)),
        format!("{:?}", clearance::within(a, pose_a, b, pose_b, margin)),
        format!("{:?}", clearance::distance(a, pose_a, b, pose_b)),
        format!("{:?}", clearance::closest_points(a, pose_a, b, pose_b)),
        format!("{:?}", clearance::penetration(a, pose_a, b, pose_b)),
        format!("{:?}", clearance::clearance(a, pose_a, b, pose_b)),
        format!("{:?}", clearance::contact_manifold(a, pose_a, b, pose_b, margin)),
    ]
}

/// The same of a query.
fn asked<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    b: &B,
    [pose_a, pose_b]: [&Pose<A::V>; 2],
    margin: <A::V as Vector>::Scalar,
) -> Vec<String> {
    let mut query = Query::new(a, pose_a, b, pose_b);
    vec![
        format!("{:?}", query.intersects()),
        format!("{:?}", query.within(margin)),
        format!("{:?}", query.distance()),
        format!("{:?}", query.closest_points()),
        format!("{:?}", query.penetration()),
        format!("{:?}", query.clearance()),
        format!("{:?}", query.manifold(margin)),
    ]
}

/// What the questions about one shape, and about shapes that move, answer.
fn others<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    b: &B,
    [sweep_a, sweep_b]: [&Sweep<A::V>; 2],
    ray: &Ray<A::V>,
) -> Vec<String> {
    let (at, point) = (sweep_a.start(), ray.origin());
    let until = <A::V as Vector>::Scalar::of(2.0);
    vec![
        format!("{:?}", clearance::time_of_impact(a, sweep_a, b, sweep_b, until)),
        format!("{:?}", Cast::new(a, sweep_a, b, sweep_b, until).map(|mut cast| cast.impact())),
        format!("{:?}", clearance::cast_ray(a, at, ray)),
        format!("{:?}", RayCast::new(a, at, ray).hit()),
        format!("{:?}", clearance::project(a, at, point)),
        format!("{:?}", clearance::signed_distance(a, at, point)),
        format!("{:?}", clearance::contains(a, at, point)),
    ]
}

/// Two poses, two sweeps, and a ray, around the origin.
struct Placed<V: Maker> {
    sweeps: [Sweep<V>; 2],
    ray: Ray<V>,
}

impl<V: Maker> Placed<V> {
    fn random(random: &mut Random) -> Self {
        let mut vector = |size: f64| V::from_fn(|_| V::Scalar::of(random.range(-size, size)));
        let [origin, direction, v, w] = [3.0, 1.0, 1.0, 1.0].map(&mut vector);
        let sweep = |random: &mut Random, velocity| {
            Sweep::linear(&pose::<V>(&Stand::random(random, 1.5), 1.0), velocity).unwrap()
        };
        let sweeps = [sweep(random, v), sweep(random, w)];
        Self { sweeps, ray: Ray::new(origin, direction, V::Scalar::of(9.0)).unwrap() }
    }
}

fn convex<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut meet, mut hits) = (Random::new(seed), 0, 0);
    for i in 0..count {
        let [a, b] = [(); 2].map(|()| Recipe::random(&mut random, V::DIM).make::<V>(1.0));
        let Placed { sweeps, ray } = Placed::<V>::random(&mut random);
        let [pose_a, pose_b] = [sweeps[0].start(), sweeps[1].start()];
        let margin = V::Scalar::of(random.range(-0.1, 0.3));
        let query = || pair::Query::new(&a, pose_a, &b, pose_b);
        let two = vec![
            format!("{:?}", query().intersects()),
            format!("{:?}", query().within(margin)),
            format!("{:?}", query().distance()),
            format!("{:?}", query().closest_points()),
            format!("{:?}", query().penetration()),
            format!("{:?}", query().clearance()),
            format!("{:?}", query().manifold(margin)),
        ];
        let (sweeps, until) = ([&sweeps[0], &sweeps[1]], V::Scalar::of(2.0));
        let impact =
            pair::Cast::new(&a, sweeps[0], &b, sweeps[1], until).map(|mut cast| cast.impact());
        let hit = pair::cast_ray(&a, pose_a, &ray);
        (meet, hits) = (meet + usize::from(two[0] == "true"), hits + usize::from(hit.is_some()));
        let one = vec![
            format!("{impact:?}"),
            format!("{impact:?}"),
            format!("{hit:?}"),
            format!("{hit:?}"),
            format!("{:?}", pair::project(&a, pose_a, ray.origin())),
            format!("{:?}", pair::signed_distance(&a, pose_a, ray.origin())),
            format!("{:?}", pair::contains(&a, pose_a, ray.origin())),
        ];
        let any: [Collider<V>; 2] = [a.clone().into(), b.clone().into()];
        let poses = [pose_a, pose_b];
        assert_eq!(two, answers(&a, &b, poses, margin), "{i}: {a:?} {b:?}");
        assert_eq!(two, answers(&any[0], &b, poses, margin), "{i}: {a:?} {b:?}");
        assert_eq!(two, asked(&a, &any[1], poses, margin), "{i}: {a:?} {b:?}");
        assert_eq!(one, others(&a, &b, sweeps, &ray), "{i}: {a:?} {b:?}");
        assert_eq!(one, others(&any[0], &any[1], sweeps, &ray), "{i}: {a:?} {b:?}");
    }
    assert!(meet > count / 10 && hits > count / 20, "{meet} {hits} of {count}");
}

#[test]
fn convex_pairs_get_the_answers_of_pairs() {
    let pairs = std::env::var("CLEARANCE_PAIRS").ok().and_then(|n| n.parse().ok());
    let each = pairs.map_or(1_000, |pairs: usize| pairs / 4);
    convex::<Vec2>(1, each);
    convex::<DVec2>(2, each);
    convex::<Vec3>(3, each);
    convex::<DVec3>(4, each);
}

/// A mesh and a compound by their own types, and as colliders, against each other and a convex shape.
fn pieces<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut meet) = (Random::new(seed), 0);
    for i in 0..count {
        let mesh = if i % 2 == 0 { surface::<V>(&mut random) } else { closed(&mut random).0 };
        let Placed { sweeps, ray } = Placed::<V>::random(&mut random);
        let at = pose::<V>(&Stand::random(&mut random, 0.5), 1.0);
        let compound =
            Compound::new([(at, mesh.clone().into()), (Pose::IDENTITY, mesh.clone().into())])
                .unwrap();
        let shape: Shape<V> = Recipe::random(&mut random, V::DIM).make(1.0);
        let [any_mesh, any_compound, any_shape]: [Collider<V>; 3] =
            [mesh.clone().into(), compound.clone().into(), shape.clone().into()];
        let poses = [sweeps[0].start(), sweeps[1].start()];
        let sweeps = [&sweeps[0], &sweeps[1]];
        let margin = V::Scalar::of(0.05);
        let expected = answers(&any_mesh, &any_shape, poses, margin);
        meet += usize::from(expected[0] == "true");
        assert_eq!(expected, answers(&mesh, &shape, poses, margin), "{i}: {shape:?}");
        assert_eq!(expected, asked(&mesh, &shape, poses, margin), "{i}: {shape:?}");
        assert_eq!(
            others(&any_mesh, &any_shape, sweeps, &ray),
            others(&mesh, &shape, sweeps, &ray)
        );
        let far = poses[1].translation() * V::Scalar::of(4.0);
        let beside = Pose::from_unit(far, poses[1].turn());
        let poses = [poses[0], &beside];
        let expected = answers(&any_compound, &any_mesh, poses, margin);
        assert_eq!(expected, answers(&compound, &mesh, poses, margin), "{i}");
        assert_eq!(expected, asked(&compound, &any_mesh, poses, margin), "{i}");
    }
    assert!(meet > count / 10, "{meet} of {count}");
}

#[test]
fn the_type_of_a_shape_of_many_pieces_makes_no_difference() {
    pieces::<Vec2>(1, 20);
    pieces::<DVec2>(2, 20);
    pieces::<Vec3>(3, 20);
    pieces::<DVec3>(4, 20);
}

/// Of a cast with a gap, a mesh is touched as early as its facets are, one by one; without trees, that is.
#[test]
fn options_of_casts_are_those_of_the_pieces() {
    let (mut random, mut hits, mut ignored) = (Random::new(7), 0, 0);
    for i in 0..300 {
        let mesh = surface::<DVec3>(&mut random);
        let shape: Shape<DVec3> = Recipe::random(&mut random, 3).make(0.5);
        let Placed { sweeps: [a, b], .. } = Placed::<DVec3>::random(&mut random);
        let turning = i % 3 == 0;
        let a = if turning {
            Sweep::new(a.start(), a.velocity(), DVec3::splat(0.3)).unwrap()
        } else {
            a
        };
        let (gap, until) = (random.range(0.0, 0.4), 2.0);
        let found = Cast::new(&mesh, &a, &shape, &b, until).unwrap().gap(gap).unwrap();
        let parting = i % 2 == 0;
        let found = if parting { found.ignore_parting() } else { found }.impact();
        let each = (0..mesh.len() as u32).map(|facet| {
            let [p, q, r] = mesh.corners(facet);
            let facet = clearance::shape::Triangle::new(p, q, r).unwrap();
            let cast = pair::Cast::new(&facet, &a, &shape, &b, until).unwrap().gap(gap).unwrap();
            if parting { cast.ignore_parting() } else { cast }.impact()
        });
        let each: Vec<_> = each.collect();
        let first =
            each.iter().filter(|one| one.hit()).map(|one| one.time).fold(f64::INFINITY, f64::min);
        assert_eq!(found.hit(), first < f64::INFINITY, "{i}: {found:?}");
        assert!(!found.hit() || (found.time - first).abs() <= 1e-9, "{i}: {found:?} {first}");
        hits += usize::from(found.hit());
        ignored +=
            usize::from(parting && each.iter().any(|one| one.initial.is_some() && !one.hit()));
    }
    println!("{hits} hits, {ignored} with a contact that is ignored");
    assert!(hits > 80 && hits < 280 && ignored > 10, "{hits} {ignored}");
}
