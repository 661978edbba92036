//! The scenes: stacks that stand, and a heap that falls and comes to rest.

use clearance_testing::Random;
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld, RigidBodyBuilder, SharedShape};

pub const ALL: [(&str, fn() -> PhysicsWorld); 4] =
    [("wall", wall), ("pyramid", pyramid), ("boxes", boxes), ("hulls", hulls)];

fn body(world: &mut PhysicsWorld, at: Vector, shape: SharedShape) {
    let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
    world.insert(body, ColliderBuilder::new(shape));
}

fn slab(world: &mut PhysicsWorld, at: Vector, half: Vector) {
    let body = RigidBodyBuilder::fixed().translation(at);
    world.insert(body, ColliderBuilder::new(SharedShape::cuboid(half.x, half.y, half.z)));
}

fn on_a_floor() -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    slab(&mut world, Vector::new(0.0, -0.5, 0.0), Vector::new(20.0, 0.5, 20.0));
    world
}

/// Ten rows of bricks, each shifted by half a brick.
fn wall() -> PhysicsWorld {
    let mut world = on_a_floor();
    for row in 0..10 {
        for i in 0..10 {
            let x = i as f32 + 0.5 * (row % 2) as f32;
            let at = Vector::new(x, 0.25 + 0.5 * row as f32, 0.0);
            body(&mut world, at, SharedShape::cuboid(0.49, 0.25, 0.25));
        }
    }
    world
}

fn pyramid() -> PhysicsWorld {
    let mut world = on_a_floor();
    for row in 0..12 {
        for i in row..12 {
            let at = Vector::new(i as f32 - 0.5 * row as f32, 0.5 + row as f32, 0.0);
            body(&mut world, at, SharedShape::cuboid(0.49, 0.5, 0.5));
        }
    }
    world
}

/// A pit with 96 bodies above it.
fn pit(mut shape: impl FnMut(&mut Random) -> SharedShape) -> PhysicsWorld {
    let (mut world, mut random) = (on_a_floor(), Random::new(7));
    for side in [-1.0, 1.0] {
        let half = Vector::new(0.5, 3.0, 3.0);
        slab(&mut world, Vector::new(2.5 * side, 3.0, 0.0), half);
        slab(&mut world, Vector::new(0.0, 3.0, 2.5 * side), Vector::new(half.z, half.y, half.x));
    }
    for layer in 0..6 {
        for i in 0..16 {
            let place = Vector::new((i % 4) as f32 - 1.5, 0.8 + layer as f32, (i / 4) as f32 - 1.5);
            let shape = shape(&mut random);
            body(&mut world, place + random.in_cube(0.1).as_vec3(), shape);
        }
    }
    world
}

fn boxes() -> PhysicsWorld {
    pit(|random| {
        let half = random.in_cube(0.15).as_vec3() + Vector::splat(0.3);
        SharedShape::cuboid(half.x, half.y, half.z)
    })
}

fn hulls() -> PhysicsWorld {
    pit(hull)
}

fn hull(random: &mut Random) -> SharedShape {
    let points: Vec<_> = (0..24).map(|_| (random.direction3() * 0.42).as_vec3()).collect();
    SharedShape::convex_hull(&points).expect("a solid")
}

/// A floor, and a body that rests on it: where [`trembling`] places it.
pub fn resting() -> [(&'static str, SharedShape, SharedShape); 3] {
    let floor = || SharedShape::cuboid(5.0, 5.0, 0.5);
    let prism: Vec<_> = (0..24)
        .map(|i| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / 12.0).sin_cos();
            Vector::new(cos, sin, if i < 12 { 0.5 } else { -0.5 })
        })
        .collect();
    let prism = || SharedShape::convex_hull(&prism).expect("a solid");
    [
        ("box-box", floor(), SharedShape::cuboid(0.5, 0.5, 0.5)),
        ("box-hull", floor(), prism()),
        ("hull-hull", prism(), prism()),
    ]
}

/// The pose of a body of half height 0.5 on the floor, off by up to 20 um and 1e-5 rad.
pub fn trembling(random: &mut Random) -> Pose {
    let at = Vector::new(0.3, 0.4, 0.999) + random.in_cube(2e-5).as_vec3();
    let turn = random.in_cube(1e-5).as_vec3();
    Pose::from_parts(at, Rotation::from_scaled_axis(turn))
}
