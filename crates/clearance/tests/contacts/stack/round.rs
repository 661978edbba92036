//! Round bodies: stacks of cylinders and coins, a tower of prisms, a coin that comes to rest, a
//! cylinder that rolls.
//!
//! The deepest point of a rim is not stable: a tilt of 1e-5 rad moves it by a quarter of the rim.
//! So the persistent points are at the quarters of the rim, and the deepest point has a name of its
//! own.

use std::f32::consts::{FRAC_PI_2, TAU};

use clearance::Axis;
use clearance::glam::{Mat3, Quat, Vec3};
use clearance::shape::{ConvexShape, Cylinder, Hull};

use super::still::{Motion, expect, watch, with_floor};
use super::world::{Body, World};

/// A cylinder along z of 1 kg, with its position and its rotation around z.
fn add_cylinder(world: &mut World, radius: f32, half_height: f32, at: Vec3, turn: Quat) {
    let across = 0.25 * radius * radius + half_height * half_height / 3.0;
    let inertia = Vec3::new(across, across, 0.5 * radius * radius);
    let shape = ConvexShape::from(Cylinder::new(Axis::Z, half_height, radius).unwrap());
    world.add(Body::Space(shape.into()), (at, turn), 1.0, Mat3::from_diagonal(inertia.recip()));
}

/// Nine cylinders with these radii and half heights in rotation, each slightly beside the one below
/// and rotated.
fn stack(sizes: &[[f32; 2]]) -> World {
    let (mut world, mut height) = (with_floor(0.02), 0.0);
    for (i, [radius, half_height]) in sizes.iter().copied().cycle().take(9).enumerate() {
        let (sin, cos) = (2.4 * i as f32).sin_cos();
        let at = Vec3::new(0.02 * cos, 0.02 * sin, height + half_height);
        add_cylinder(&mut world, radius, half_height, at, Quat::from_rotation_z(0.7 * i as f32));
        height += 2.0 * half_height;
    }
    world
}

#[test]
fn stacks_of_nine_cylinders_stand() {
    let sizes: [&[[f32; 2]]; 3] =
        [&[[0.5, 0.25]], &[[0.5, 0.05]], &[[0.5, 0.25], [0.4, 0.05], [0.3, 0.15]]];
    for sizes in sizes {
        let found = watch(&mut stack(sizes), 300);
        expect(found, Motion { drift: 1e-4, turn: 1e-4, speed: 1e-4, spin: 2e-4, renewed: 0.0 });
    }
}

#[test]
fn a_tower_of_ten_prisms_stands() {
    let mut world = with_floor(0.02);
    let corner = |k: usize| {
        let (sin, cos) = (TAU * (k / 2) as f32 / 8.0).sin_cos();
        Vec3::new(0.5 * cos, 0.5 * sin, [-0.25, 0.25][k % 2])
    };
    let prism = Hull::new((0..16).map(corner).collect::<Vec<_>>()).unwrap();
    let inertia = Mat3::from_diagonal(Vec3::new(0.077, 0.077, 0.113).recip());
    for i in 0..10 {
        let at = (Vec3::Z * (0.25 + 0.5 * i as f32), Quat::IDENTITY);
        world.add(Body::Space(ConvexShape::from(prism.clone()).into()), at, 1.0, inertia);
    }
    let found = watch(&mut world, 120);
    expect(found, Motion { drift: 5e-3, turn: 5e-3, speed: 5e-3, spin: 5e-3, renewed: 0.0 });
    assert!((world.moving[10].position.z - 4.75).abs() < 0.05, "the top is where it was");
}

#[test]
fn a_coin_comes_to_rest() {
    let mut world = with_floor(0.02);
    add_cylinder(&mut world, 0.5, 0.05, Vec3::Z * 0.4, Quat::from_rotation_x(0.5));
    world.moving[1].spin = Vec3::new(1.0, 2.0, 8.0);
    let found = watch(&mut world, 300);
    expect(found, Motion { drift: 1e-5, turn: 1e-5, speed: 1e-5, spin: 1e-5, renewed: 0.0 });
}

#[test]
fn a_cylinder_rolls_on() {
    const RADIUS: f32 = 0.3;
    for speed in [0.3, 1.0, 3.0] {
        let mut world = with_floor(0.02);
        add_cylinder(
            &mut world,
            RADIUS,
            0.4,
            Vec3::new(-8.0, 0.0, RADIUS),
            Quat::from_rotation_x(FRAC_PI_2),
        );
        world.moving[1].velocity = Vec3::X * speed;
        world.moving[1].spin = Vec3::Y * (speed / RADIUS);
        for _ in 0..30 {
            world.step();
        }
        let start = world.moving[1];
        let mut sunk = [f32::INFINITY, f32::NEG_INFINITY];
        for _ in 0..240 {
            world.step();
            let depth = RADIUS - world.moving[1].position.z;
            sunk = [sunk[0].min(depth), sunk[1].max(depth)];
        }
        let end = world.moving[1];
        let way = end.position - start.position;
        println!("{speed}: {sunk:?} {way} {} {}", end.velocity, end.spin);
        assert!(sunk[0] > 0.0 && sunk[1] < 1e-3, "at {speed}: {sunk:?}");
        assert!(way.y.abs() < 1e-3 * way.x && (way.x - 4.0 * speed).abs() < 0.01 * way.x, "{way}");
        assert!((end.velocity.x - speed).abs() < 0.01 * speed, "{}", end.velocity);
    }
}
