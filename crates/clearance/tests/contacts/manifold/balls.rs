//! A ball looks the same however it is turned, and so do its contacts.

use clearance::d3::{Capsule, ConvexShape, Cuboid, Cylinder, Sphere};
use clearance::glam::{Quat, Vec3};
use clearance::shape::Convex;
use clearance::{Axis, Cache, Manifold, Pose, Query, contact_manifold};
use clearance_testing::Random;

fn others() -> [ConvexShape; 4] {
    [
        Cuboid::new(Vec3::new(0.5, 0.7, 0.4)).unwrap().into(),
        Capsule::along(Axis::Y, 0.5, 0.3).unwrap().into(),
        Cylinder::new(Axis::Z, 0.5, 0.6).unwrap().into(),
        Sphere::new(0.6).unwrap().into(),
    ]
}

/// The manifold of a ball and another shape in both orders, and those with the ball turned.
fn both_turns(random: &mut Random, other: &ConvexShape) -> [[Option<Manifold<Vec3>>; 2]; 2] {
    let ball: ConvexShape = Sphere::new(0.5).unwrap().into();
    let there = Pose::new(random.in_cube(1.0).as_vec3(), random.rotation().as_quat()).unwrap();
    let here = random.in_cube(1.0).as_vec3();
    [Quat::IDENTITY, random.rotation().as_quat()].map(|turn| {
        let at = Pose::new(here, turn).unwrap();
        let first = contact_manifold(&ball, &at, other, &there, 0.1);
        [first, contact_manifold(other, &there, &ball, &at, 0.1)]
    })
}

#[test]
fn a_turned_ball_has_the_same_contacts() {
    let mut random = Random::new(71);
    let mut touching = 0;
    for i in 0..2000 {
        let [still, turned] = both_turns(&mut random, &others()[i % 4]);
        assert_eq!(still, turned);
        // Both orders have the same points up to rounding.
        let [first, second] = &still;
        assert_eq!(first.is_some(), second.is_some());
        if let (Some(first), Some(second)) = (first, second) {
            touching += 1;
            let off = first.deepest().separation - second.deepest().separation;
            assert!(off.abs() < 2e-6, "{first:?} {second:?}");
        }
    }
    assert!((400..1600).contains(&touching), "{touching}");
}

#[test]
fn a_ball_that_spins_in_its_place_is_at_rest() {
    let mut random = Random::new(72);
    for other in others() {
        let ball: ConvexShape = Sphere::new(0.5).unwrap().into();
        let (there, mut cache) = (Pose::IDENTITY, Cache::default());
        let up = other_height(&other) + 0.49;
        let mut last = None;
        for step in 0..10 {
            let at = Pose::new(Vec3::Z * up, random.rotation().as_quat()).unwrap();
            let found = Query::new(&other, &there, &ball, &at).cache(&mut cache).manifold(0.1);
            assert_eq!(cache.is_at_rest(), step > 0);
            let now = found.map(|found| found.deepest().separation);
            assert!(now.is_some_and(|separation| (separation + 0.01).abs() < 1e-6), "{now:?}");
            assert!(step == 0 || now == last);
            last = now;
        }
    }
}

/// The height of a shape's top above its middle.
fn other_height(shape: &ConvexShape) -> f32 {
    shape.support(Vec3::Z).z + shape.radius()
}

#[test]
fn a_ball_without_a_valid_turn_has_no_contacts() {
    let ball: ConvexShape = Sphere::new(0.5).unwrap().into();
    for other in others() {
        let invalid =
            [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)];
        for turn in invalid {
            let at = Pose::from_unit(Vec3::Z * 0.1, turn);
            let orders = [
                Query::new(&ball, &at, &other, &Pose::IDENTITY),
                Query::new(&other, &Pose::IDENTITY, &ball, &at),
            ];
            for mut query in orders {
                assert_eq!(query.manifold(0.1), None);
                assert_eq!(query.cache(&mut Cache::default()).manifold(0.1), None);
            }
        }
    }
}
