//! Shapes return the values they were made from, and these values make the same shape again.

use crate::common::pairs::{Kind, Maker, Recipe};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, Facet, Hull, Point, Polygon,
    Segment, Triangle,
};
use clearance::{Convex, HalfSpace, Rounded, Shape};
use clearance_testing::{Random, pairs};
use std::collections::BTreeSet;

/// The same shape, made from its getters.
fn again<V: Maker>(shape: &ConvexShape<V>) -> ConvexShape<V> {
    use ConvexShape as Any;
    match shape {
        Any::Point(s) => Point::new(s.position()).unwrap().into(),
        Any::Segment(s) => Segment::new(s.ends()[0], s.ends()[1]).unwrap().into(),
        Any::Triangle(s) => {
            let [a, b, c] = s.corners();
            Triangle::new(a, b, c).unwrap().into()
        }
        Any::Ball(s) => Ball::new(s.radius()).unwrap().into(),
        Any::Capsule(s) => Capsule::new(s.ends()[0], s.ends()[1], s.radius()).unwrap().into(),
        Any::Cuboid(s) => Cuboid::new(s.half_extents()).unwrap().into(),
        Any::Cylinder(s) => Cylinder::new(s.axis(), s.half_height(), s.radius()).unwrap().into(),
        Any::Cone(s) => Cone::new(s.axis(), s.half_height(), s.radius()).unwrap().into(),
        Any::Ellipsoid(s) => Ellipsoid::new(s.radii()).unwrap().into(),
        Any::Polygon(s) => Polygon::new(s.vertices()).unwrap().into(),
        Any::Hull(s) => Hull::new(s.points()).unwrap().into(),
        Any::Facet(s) => {
            Facet::new(s.corners()).unwrap().with_neighbours(s.neighbours()).unwrap().into()
        }
        other => panic!("{other:?}"),
    }
}

fn all_kinds<V: Maker>(seed: u64) {
    let (mut random, mut seen) = (Random::new(seed), BTreeSet::new());
    for _ in 0..pairs(200) {
        let recipe = Recipe::random(&mut random, V::DIM);
        seen.insert(recipe.kind);
        match recipe.make::<V>(1.0) {
            Shape::Convex(shape) => {
                let made = Rounded::new(again(shape.inner()), shape.margin()).unwrap();
                assert_eq!((made.identity(), &made), (shape.identity(), &shape));
                let of_core = shape.inner().radius() - V::Scalar::of(shape.inner().radius_wide());
                assert_eq!(of_core, Scalar::ZERO, "one radius, in both precisions");
            }
            Shape::HalfSpace(half) => {
                assert_eq!(HalfSpace::new(half.normal(), half.offset()), Ok(half));
            }
        }
    }
    assert_eq!(seen.len(), if V::DIM == 2 { 9 } else { 11 });
    assert!(seen.contains(&Kind::HalfSpace));
}

#[test]
fn getters_make_the_same_shape() {
    all_kinds::<Vec2>(1);
    all_kinds::<DVec2>(2);
    all_kinds::<Vec3>(3);
    all_kinds::<DVec3>(4);
}

/// The faces form a closed surface, use the ids of support points, and make the same hull again.
#[test]
fn vertices_and_faces_of_hulls() {
    let mut random = Random::new(5);
    let (mut solid, mut flat) = (0, 0);
    for i in 0..pairs(60) {
        let is_flat = i % 4 == 0;
        let count = 4 + random.below(30);
        let mut coordinate = || f64::from(random.range(-1.0, 1.0) as f32);
        let points: Vec<DVec3> = (0..count)
            .map(|_| {
                let [x, y, z] = core::array::from_fn(|_| coordinate());
                DVec3::new(x, y, if is_flat { 0.0 } else { z })
            })
            .collect();
        let hull = Hull::new(points.as_slice()).unwrap();
        let vertices: Vec<DVec3> = hull.vertices().collect();
        assert!(vertices.iter().all(|v| points.contains(v)));
        for (id, vertex) in vertices.iter().enumerate() {
            assert_eq!(hull.vertex(id as u32), Some(*vertex));
        }
        assert_eq!(hull.vertex(vertices.len() as u32), None);

        let faces: Vec<Vec<u32>> = hull.faces().map(Iterator::collect).collect();
        let mut sides = BTreeSet::new();
        for face in &faces {
            assert!(face.len() >= 3);
            for (k, v) in face.iter().enumerate() {
                assert!(
                    sides.insert((*v, face[(k + 1) % face.len()])),
                    "an edge occurs twice in the same direction"
                );
            }
        }
        assert!(sides.iter().all(|(v, w)| sides.contains(&(*w, *v))), "each edge has two faces");
        if is_flat {
            flat += 1;
            assert_eq!(faces.len(), 2);
        } else {
            solid += 1;
            assert_eq!(vertices.len() + faces.len(), sides.len() / 2 + 2, "Euler's formula");
            for face in &faces {
                let [a, b, c] = [0, 1, 2].map(|k| vertices[face[k] as usize]);
                let outward = (b - a).cross(c - a);
                assert!(points.iter().all(|p| outward.dot(*p - a) < 1e-9));
            }
        }
        let same = Hull::new(vertices).unwrap();
        assert_eq!(same.faces().count(), faces.len());
    }
    assert!(solid > 2 * flat && flat > 0);
    let line = Hull::new([DVec3::ZERO, DVec3::X, DVec3::X * 0.5]).unwrap();
    assert_eq!((line.vertices().len(), line.faces().count()), (2, 0));
    let square = Hull::new([DVec2::ZERO, DVec2::Y, DVec2::X, DVec2::ONE]).unwrap();
    assert_eq!((square.vertices().len(), square.faces().count()), (4, 0));
}
