//! Ten seconds of a pyramid, of a wall and of real parts, after some time to settle.

use std::path::PathBuf;

use clearance::Axis;
use clearance::glam::{DVec3, Mat3, Quat, Vec2, Vec3};
use clearance::hull::{Built, Hull3};
use clearance::shape::{Capsule, Convex, ConvexShape, Cuboid, Hull};

use super::world::{Body, World, of_box};

/// Ten seconds.
const STEPS: usize = 600;

/// The largest motion of any body in any step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Motion {
    /// The distance from the first position, in metres.
    pub drift: f32,
    /// In radians.
    pub turn: f32,
    /// In metres a second.
    pub speed: f32,
    /// In radians a second.
    pub spin: f32,
    /// The share of contact points that did not exist in the step before.
    pub renewed: f32,
}

/// Lets the world settle, and then measures its motion.
pub fn watch(world: &mut World, settling: usize) -> Motion {
    for _ in 0..settling {
        world.step();
    }
    let first = world.moving.clone();
    let (mut most, mut renewed, mut points) = (Motion::default(), 0, 0);
    for _ in 0..STEPS {
        world.step();
        renewed += world.new_points;
        points += world.points;
        for (now, then) in world.moving.iter().zip(&first) {
            assert!(now.position.is_finite() && now.turn.is_finite());
            most.drift = most.drift.max((now.position - then.position).length());
            let turned = now.turn * then.turn.inverse();
            most.turn = most.turn.max(2.0 * turned.xyz().length());
            most.speed = most.speed.max(now.velocity.length());
            most.spin = most.spin.max(now.spin.length());
        }
    }
    most.renewed = renewed as f32 / points as f32;
    assert!(points > STEPS, "they touch");
    most
}

#[track_caller]
pub fn expect(found: Motion, most: Motion) {
    println!("{found:?}");
    let pairs = [
        (found.drift, most.drift),
        (found.turn, most.turn),
        (found.speed, most.speed),
        (found.spin, most.spin),
        (found.renewed, most.renewed),
    ];
    assert!(pairs.iter().all(|(found, most)| found <= most), "{found:#?} is more than {most:#?}");
}

fn cuboid(half: Vec3) -> Body {
    Body::Space(ConvexShape::from(Cuboid::new(half).unwrap()).into())
}

/// A world with a floor whose top is at z = 0.
pub fn with_floor(margin: f32) -> World {
    let mut world = World::new(margin, 0.6);
    world.add_fixed(cuboid(Vec3::new(20.0, 20.0, 1.0)), -Vec3::Z);
    world
}

#[test]
fn a_pyramid_of_ten_boxes_stands() {
    let mut world = with_floor(0.02);
    let half = Vec3::splat(0.5);
    for row in 0..4 {
        for i in 0..4 - row {
            let at = Vec3::new(1.1 * (i as f32 + 0.5 * row as f32), 0.0, 0.5 + row as f32);
            world.add(cuboid(half), (at, Quat::IDENTITY), 1.0, of_box(1.0, half));
        }
    }
    let found = watch(&mut world, 60);
    expect(found, Motion { drift: 1e-4, turn: 5e-4, speed: 5e-4, spin: 2e-4, renewed: 0.0 });
    assert!((world.moving[10].position.z - 3.5).abs() < 0.01, "the top is where it was");
}

#[test]
fn a_pyramid_in_the_plane_stands() {
    let square = |half| Body::Plane(ConvexShape::from(Cuboid::new(half).unwrap()).into());
    let mut world = World::new(0.02, 0.6);
    world.add_fixed(square(Vec2::new(20.0, 1.0)), -Vec3::Z);
    let upright = Mat3::from_diagonal(Vec3::new(0.0, 6.0, 0.0));
    for row in 0..10 {
        for i in 0..10 - row {
            let at = Vec3::new(1.1 * (i as f32 + 0.5 * row as f32), 0.0, 0.5 + row as f32);
            world.add(square(Vec2::splat(0.5)), (at, Quat::IDENTITY), 1.0, upright);
        }
    }
    let found = watch(&mut world, 120);
    expect(found, Motion { drift: 1e-4, turn: 5e-4, speed: 5e-4, spin: 2e-4, renewed: 0.0 });
}

/// Lying capsules between two posts, each above the gap between two capsules.
#[test]
fn a_wall_of_capsules_stands() {
    let mut world = with_floor(0.01);
    let radius = 0.25;
    for x in [-2.0, 2.0] {
        world.add_fixed(cuboid(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(x, 0.0, 3.0));
    }
    let inverse_inertia = of_box(1.0, Vec3::new(0.22, 0.85, 0.22));
    for row in 0..6 {
        for i in 0..4 - row % 2 {
            let x = radius * (2 * i + row % 2) as f32 - 3.0 * radius;
            let at = Vec3::new(x, 0.0, radius * (1.0 + 3.0_f32.sqrt() * row as f32));
            let capsule = Capsule::along(Axis::Y, 0.75, radius).unwrap();
            let shape = Body::Space(ConvexShape::from(capsule).into());
            world.add(shape, (at, Quat::IDENTITY), 1.0, inverse_inertia);
        }
    }
    let found = watch(&mut world, 120);
    expect(found, Motion { drift: 2e-4, turn: 2e-3, speed: 5e-3, spin: 0.03, renewed: 1e-3 });
}

/// The vertices in a binary STL file: 50 bytes per triangle after a header of 84 bytes.
fn stl(bytes: &[u8]) -> Vec<DVec3> {
    let triangles = bytes[84..].as_chunks::<50>().0.iter();
    let corners = triangles.flat_map(|t| t[12..48].as_chunks::<12>().0);
    let number = |b: &[u8]| f64::from(f32::from_le_bytes(b.try_into().unwrap()));
    corners.map(|c| DVec3::from_array([0, 4, 8].map(|i| number(&c[i..i + 4])))).collect()
}

/// The parts of a robot arm, as hulls around their centres of mass, with inverse inertia for 1 kg.
fn parts() -> Vec<(Hull<Vec3>, Mat3)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    let names = (0..8).map(|i| format!("link{i}.stl"));
    let names = names.chain(["hand.stl", "finger.stl"].map(String::from));
    let part = |name: String| {
        let points = stl(&std::fs::read(folder.join(name)).unwrap());
        let hull = Hull::new(points.clone()).unwrap();
        let Some(Built::Space(Hull3::Solid(solid))) = hull.built() else { panic!("it is solid") };
        let mass = *solid.mass();
        let around: Vec<Vec3> = points.iter().map(|p| (*p - mass.centroid).as_vec3()).collect();
        let inertia = (mass.inertia * (1.0 / mass.volume)).as_mat3();
        (Hull::new(around).unwrap(), inertia.inverse())
    };
    names.map(part).collect()
}

#[test]
fn twenty_real_parts_come_to_rest() {
    let mut world = with_floor(0.005);
    for (i, (hull, inverse_inertia)) in parts().into_iter().cycle().take(20).enumerate() {
        let place = Vec3::new((i % 5) as f32 * 0.4, (i / 5) as f32 * 0.4, 0.2);
        let turn = Quat::from_rotation_y(i as f32 * 0.7);
        let shape = Body::Space(ConvexShape::from(hull).into());
        world.add(shape, (place, turn), 1.0, inverse_inertia);
    }
    let found = watch(&mut world, 300);
    expect(found, Motion { drift: 1e-4, turn: 5e-4, speed: 5e-4, spin: 2e-4, renewed: 0.0 });
}

/// Parts on top of each other in a bin. Where a 2 cm finger leans on a round surface of another
/// part, both with faces of about a millimetre, the contact alternates between pairs of faces. The
/// finger trembles by a few hundredths of a degree, at times at a radian per second, but it does
/// not move on.
#[test]
fn a_pile_of_real_parts_comes_to_rest() {
    let mut world = with_floor(0.005);
    for side in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y] {
        world.add_fixed(cuboid(Vec3::splat(1.0)), side * 1.3 + Vec3::Z);
    }
    for (i, (hull, inverse_inertia)) in parts().into_iter().cycle().take(20).enumerate() {
        let [x, y, z] = [i % 2, i / 2 % 2, i / 4].map(|k| k as f32);
        let place = Vec3::new(0.3 * x - 0.15, 0.3 * y - 0.15, 0.25 * z + 0.2);
        let turn = Quat::from_rotation_y(i as f32 * 0.7);
        let shape = Body::Space(ConvexShape::from(hull).into());
        world.add(shape, (place, turn), 1.0, inverse_inertia);
    }
    let found = watch(&mut world, 900);
    expect(found, Motion { drift: 2e-3, turn: 0.15, speed: 0.05, spin: 2.0, renewed: 0.02 });
}
