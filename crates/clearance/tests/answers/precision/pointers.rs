//! A shape behind a reference, a `Box`, an `Arc` or a `dyn` gives the same answers as the shape
//! itself, to the last bit. Also, `use` of a module of this crate works together with `use glam::*`.

use std::fmt::{Debug, Write};
use std::sync::Arc;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{ChainSegment, Convex, Face, Facet, Geometry};
use clearance::space::Vector;
use clearance::{
    Cache, Pose, Query, Ray, Shape, Sweep, cast_ray, certificate, contact_manifold, contains,
    intersects, penetration, project, time_of_impact,
};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Pair};

/// All properties of a shape, as text.
fn properties<C: Convex>(shape: &C, direction: C::V, pose: &Pose<C::V>) -> String {
    let wide = direction.widen().unit_along().expect("not zero");
    let mut face = Face::default();
    shape.face(wide, &mut face);
    let of_points = (
        shape.support(direction),
        shape.support_vertex(direction, 1),
        shape.support_wide(wide, 2),
        shape.center(),
        (0..4).map(|id| shape.vertex(id)).collect::<Vec<_>>(),
        shape.view(),
        shape.built().is_some(),
        shape.to_core(),
    );
    let of_size = (
        shape.radius(),
        shape.radius_wide(),
        shape.radius_bounds(),
        shape.reach(),
        shape.reach_from(wide),
        shape.support_error(),
        shape.aabb(pose),
    );
    let of_contacts =
        (shape.wants_normals(), shape.contact_normal(wide, wide), shape.identity(), face);
    format!("{of_points:?} {of_size:?} {of_contacts:?}")
}

/// The answers to all queries about a pair, as text: the shortest that gives the same bits.
fn answers<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    b: &B,
    [pose_a, pose_b]: [&Pose<A::V>; 2],
    direction: A::V,
    rest: &mut u32,
) -> String {
    let mut text = String::new();
    let mut add = |what: &dyn Debug| write!(text, "{what:?} ").expect("text");
    let point = pose_b.translation();
    let ray = Ray::new(
        point - direction * <A::V as Vector>::Scalar::of(4.0),
        direction,
        Scalar::INFINITY,
    )
    .unwrap();
    let sweep = |pose: &Pose<A::V>, v: A::V| Sweep::linear(pose, v).unwrap();
    let [still, moving] = [sweep(pose_a, Vector::ZERO), sweep(pose_b, direction)];

    add(&intersects(a, pose_a, b, pose_b));
    add(&penetration(a, pose_a, b, pose_b));
    add(&certificate(a, pose_a, b, pose_b));
    add(&contact_manifold(a, pose_a, b, pose_b, Scalar::of(0.1)));
    add(&time_of_impact(a, &still, b, &moving, Scalar::of(2.0)));
    add(&contains(a, pose_a, point));
    add(&project(a, pose_a, point));
    add(&cast_ray(a, pose_a, &ray));

    // Contacts of a body that moves ever less.
    let mut cache = Cache::default();
    let mut way = 1e-3;
    for _ in 0..4 {
        let moved = Pose::at(direction * <A::V as Vector>::Scalar::of(way)).unwrap() * *pose_b;
        let mut query = Query::new(a, pose_a, b, &moved).cache(&mut cache);
        let found = query.manifold(Scalar::of(0.1));
        *rest += found.iter().flat_map(|m| m.points()).filter(|p| p.persisted).count() as u32;
        add(&found);
        way *= 0.125;
    }
    add(&cache);
    text
}

/// Compares a shape with the same shape behind each kind of pointer.
macro_rules! same_in_all_ways {
    ($a:expr, $b:expr, $poses:expr, $direction:expr, $rest:expr, $known:ty) => {{
        let (a, b, poses, direction) = ($a, $b, $poses, $direction);
        let expected = answers(a, b, poses, direction, $rest);
        let boxed: Box<$known> = Box::new(a.clone());
        let (counted, known): (Arc<$known>, &$known) = (Arc::new(b.clone()), a);
        assert_eq!(answers(&boxed, &b, poses, direction, &mut 0), expected);
        assert_eq!(answers(&known, &counted, poses, direction, &mut 0), expected);
    }};
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let (mut rest, mut convex, mut half_spaces) = (0, 0, 0);
    for _ in 0..120 {
        let pair = Pair::random::<V::Wide>(&mut random);
        let (a, b) = pair.shapes::<V>(1.0);
        let (pose_a, pose_b) = pair.poses::<V>(1.0);
        let poses = [&pose_a, &pose_b];
        let direction = V::from_fn(|_| V::Scalar::of(random.range(-1.0, 1.0)));
        same_in_all_ways!(&a, &b, poses, direction, &mut rest, Shape<V>);
        match (&a, &b) {
            (Shape::Convex(a), Shape::Convex(b)) => {
                same_in_all_ways!(a, b, poses, direction, &mut rest, dyn Convex<V = V>);
                let expected = properties(a, direction, &pose_a);
                let (known, boxed): (&dyn Convex<V = V>, _) = (a, Box::new(a.clone()));
                assert_eq!(properties(&known, direction, &pose_a), expected);
                assert_eq!(properties(&boxed, direction, &pose_a), expected);
                assert_eq!(properties(&Arc::new(boxed), direction, &pose_a), expected);
                convex += 1;
            }
            (Shape::HalfSpace(half), Shape::Convex(b)) => {
                same_in_all_ways!(half, &Shape::from(b.clone()), poses, direction, &mut rest, _);
                half_spaces += 1;
            }
            _ => {}
        }
    }
    assert!(
        rest > 300 && convex > 80 && half_spaces > 2,
        "{rest} points, {convex} convex, {half_spaces} half-spaces"
    );
}

#[test]
fn plane_f64() {
    suite::<DVec2>(2);
}
#[test]
fn space_f32() {
    suite::<Vec3>(3);
}

/// Facets and chains change the normals of contacts.
#[test]
fn facets_and_chains_keep_their_normals() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let facet =
        Facet::new(corners).unwrap().with_neighbours([None, Some(Vec3::ONE), None]).unwrap();
    let known: Box<dyn Convex<V = Vec3>> = Box::new(facet);
    let direction = Vec3::new(1.0, 1.0, 0.5);
    assert_eq!(
        properties(&known, direction, &Pose::IDENTITY),
        properties(&facet, direction, &Pose::IDENTITY)
    );
    assert!(known.wants_normals() && known.contact_normal(DVec3::X, DVec3::ONE).is_some());
    assert!(known.contact_normal(DVec3::X, DVec3::NEG_Z).is_none());

    let chain = ChainSegment::new([Vec2::X, Vec2::ZERO]).unwrap();
    let known: Arc<dyn Convex<V = Vec2>> = Arc::new(chain);
    let direction = Vec2::new(1.0, 0.5);
    assert_eq!(
        properties(&known, direction, &Pose::IDENTITY),
        properties(&chain, direction, &Pose::IDENTITY)
    );
}

/// All names of both modules, without a conflict.
#[allow(dead_code, unused_imports)]
mod beside_glam {
    use clearance::d3::*;
    use clearance::glam::*;

    type Things<'a> = (
        (Vec3, Quat, Mat4, Affine3A, Pose, Sweep, Ray, Aabb, Query<'a>, Cast<'a>, Scratch, Scene),
        (Body, Shape, ConvexShape, HalfSpace, Point, Segment),
        (Triangle, Capsule, Cuboid, Sphere, Ellipsoid, Cylinder, Cone, Hull, Facet, Cache, Error),
        (Clearance, Certificate, ClosestPoints, Penetration, Manifold, ContactPoint, Gradient),
        (Impact, ImpactCertificate, RayHit, Projection, Algorithm, End, Status, ImpactStatus),
        (FeatureId, FeaturePart, Rounded<Cuboid>, RayCast<'a, Cuboid>, Box<dyn Convex<V = Vec3>>),
    );

    fn questions<G: Geometry<V = Vec3>>(a: &G, pose: &Pose, ray: &Ray) {
        let _ = (
            distance(a, pose, a, pose),
            clearance(a, pose, a, pose),
            within(a, pose, a, pose, 1.0),
        );
        let _ = (cast_ray(a, pose, ray), contains(a, pose, Vec3::ONE), vec3(1.0, 2.0, 3.0));
    }
}
