//! As `d3`, in the plane.
#![cfg(feature = "d2")]

use clearance_rapier::d2::Dispatcher;
use clearance_testing::Random;
use rapier2d::parry::query::details::ContactManifoldsWorkspace;
use rapier2d::parry::query::{
    ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher,
    ShapeCastOptions,
};
use rapier2d::prelude::*;

mod common;

use common::{Manifolds, ROUND, distances_are_those_of_parry, falls_asleep, touching};

fn v(x: f32, y: f32) -> Vector {
    Vector::new(x, y)
}

fn pose(random: &mut Random) -> Pose {
    let way = Rotation::new(7.0 * random.unit() as f32);
    Pose::from_parts(
        way * v(0.5 + 3.0 * random.unit() as f32, 0.0),
        Rotation::new(random.unit() as f32),
    )
}

fn convex() -> Vec<(SharedShape, Option<SharedShape>)> {
    let [a, b, c] = [v(0.5, 0.2), v(-0.4, 0.3), v(0.1, -0.6)];
    let points: Vec<_> = (0..5).map(|i| Rotation::new(1.25 * i as f32) * v(0.6, 0.0)).collect();
    let hull = || SharedShape::convex_hull(&points).unwrap();
    let sharp = [
        SharedShape::ball(0.6),
        SharedShape::capsule(a, b, 0.2),
        SharedShape::segment(a, b),
        SharedShape::cuboid(0.5, 0.3),
        SharedShape::triangle(a, b, c),
        hull(),
    ];
    let rounded = [
        (SharedShape::round_cuboid(0.4, 0.2, ROUND), SharedShape::cuboid(0.4, 0.2)),
        (SharedShape::round_triangle(a, b, c, ROUND), SharedShape::triangle(a, b, c)),
        (SharedShape::round_convex_hull(&points, ROUND).unwrap(), hull()),
    ];
    let with_core = rounded.map(|(shape, core)| (shape, Some(core)));
    sharp.map(|shape| (shape, None)).into_iter().chain(with_core).collect()
}

#[test]
fn each_shape_is_that_of_parry() {
    let halfspace = SharedShape::halfspace(v(0.6, 0.8));
    distances_are_those_of_parry(convex().into_iter().chain([(halfspace, None)]), pose);
}

#[test]
fn points_keep_their_data() {
    let (floor, brick) = (SharedShape::cuboid(5.0, 1.0), SharedShape::cuboid(0.5, 0.25));
    let mut kept = Manifolds::default();
    kept.ask(&Pose::from_translation(v(0.1, 1.249)), &floor, &brick);
    let [left, right] = &mut kept.all[0].points[..] else { panic!("two corners") };
    (left.data, right.data) = (1, 2);
    let first = kept.all[0].points.clone();
    for (x, y) in [(0.100_01, 1.248_99), (0.3, 1.245)] {
        kept.ask(&Pose::from_translation(v(x, y)), &floor, &brick);
        for point in &kept.all[0].points {
            let old = first.iter().find(|old| old.data == point.data).expect("1 or 2");
            assert_eq!((old.fid1, old.fid2), (point.fid1, point.fid2));
            assert!(old.fid1.is_face() && old.fid2.is_vertex());
        }
    }
    assert_eq!(kept.places().len(), 2);
    assert!((kept.least().unwrap() + 0.005).abs() < 1e-5);
}

#[test]
fn casts_tell_time_and_place() {
    let (bar, ball) =
        (SharedShape::capsule(Vector::ZERO, v(2.0, 0.0), 0.1), SharedShape::ball(0.1));
    let dispatcher = Dispatcher::default();
    let down = ShapeCastOptions::with_max_time_of_impact(9.0);
    let above = Pose::from_translation(v(1.0, 1.2));
    let hit = dispatcher.cast_shapes(&above, v(0.0, -1.0), &*bar, &*ball, down).unwrap().unwrap();
    assert!((hit.time_of_impact - 1.0).abs() < 1e-5 && hit.normal1.distance(Vector::Y) < 1e-5);

    // From time 1 on it turns, with its other end fast, and hits a ball above it.
    let turning = NonlinearRigidMotion::new(
        Pose::from_translation(v(-1.0, 0.0)),
        v(2.0, 0.0),
        Vector::ZERO,
        1.0,
    );
    let start =
        NonlinearRigidMotion::new(turning.position_at_time(-1.0), v(2.0, 0.0), Vector::ZERO, 1.0);
    let still = NonlinearRigidMotion::constant_position(Pose::from_translation(v(1.0, -1.0)));
    let hit = dispatcher.cast_shapes_nonlinear(&start, &*bar, &still, &*ball, 1.0, 9.0, true);
    let hit = hit.unwrap().expect("it comes around");
    let expected = 1.0 + core::f32::consts::FRAC_PI_2 - 0.2_f32.asin();
    assert!((hit.time_of_impact - expected).abs() < 1e-4, "{}", hit.time_of_impact);
}

/// A brick on a pair of tiles, and on a height field, whose segments have two sides.
#[test]
fn parts_are_asked_one_by_one() {
    let tile = |x| (Pose::from_translation(v(x, -0.5)), SharedShape::cuboid(0.5, 0.5));
    let row = SharedShape::compound(vec![tile(0.0), tile(2.0)]);
    let field = SharedShape::heightfield(vec![0.0; 5], v(8.0, 1.0));
    let brick = SharedShape::cuboid(0.25, 0.25);
    let on = |ground, x, y| touching(ground, &brick, &Pose::from_translation(v(x, y)));
    let (dist, normal, numbers) = on(&row, 2.0, 0.24).unwrap();
    assert!((dist + 0.01).abs() < 1e-6 && normal.distance(Vector::Y) < 1e-6);
    assert_eq!(numbers, (1, 0));
    for (y, up) in [(0.24, 1.0), (-0.24, -1.0)] {
        let (dist, normal, numbers) = on(&field, -1.0, y).unwrap();
        assert!((dist + 0.01).abs() < 1e-6 && normal.distance(Vector::Y * up) < 1e-6);
        assert_eq!(numbers, (1, 0));
    }
}

#[test]
fn piles_come_to_rest() {
    let flat = |s: &SharedShape| s.as_segment().is_some();
    let mut heights: Vec<_> = (-6..=6).map(|x| 0.05 * (x * x) as f32).collect();
    heights.reverse();
    for (name, ground) in [
        ("on a box", ColliderBuilder::cuboid(9.0, 0.5)),
        ("on a height field", ColliderBuilder::heightfield(heights, v(12.0, 1.0))),
    ] {
        let mut world = PhysicsWorld::new();
        world.narrow_phase.set_query_dispatcher(Dispatcher::default());
        world.insert(RigidBodyBuilder::fixed(), ground);
        for (i, (shape, _)) in convex().into_iter().filter(|(s, _)| !flat(s)).enumerate() {
            let at = v((i % 3) as f32 * 1.3 - 1.3, 1.5 + (i / 3) as f32 * 1.5);
            let body = RigidBodyBuilder::dynamic().translation(at).angular_damping(0.5);
            world.insert(body, ColliderBuilder::new(shape));
        }
        falls_asleep(name, world, 1500);
    }
}
