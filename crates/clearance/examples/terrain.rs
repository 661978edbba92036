//! A character, which is a capsule, walks over hills: a height field with a rock and an arch on it, for a minute.
//!
//! `cargo run --example terrain`

use std::error::Error;

use clearance::d3::*;
use clearance::scenes::{Filter, Walk};

/// Hills on a grid of 65 x 65 heights, a metre apart.
fn hills() -> Result<HeightField, Box<dyn Error>> {
    let height = |i: usize, j: usize| {
        let (x, y) = (j as f32, i as f32);
        1.5 * (0.2 * x).sin() * (0.15 * y).cos() + 0.3 * (0.9 * x).sin()
    };
    let rows: Vec<Vec<f32>> = (0..65).map(|i| (0..65).map(|j| height(i, j)).collect()).collect();
    Ok(HeightField::new(&rows, [1.0, 1.0])?)
}

/// Hills, a rock, and an arch that one can walk through.
fn world() -> Result<Scene, Box<dyn Error>> {
    let post = Collider::from(Cuboid::new(Vec3::new(0.3, 0.3, 1.5))?);
    let beam = Collider::from(Cuboid::new(Vec3::new(0.3, 1.8, 0.3))?);
    let arch = Compound::new([
        (Pose::at(Vec3::new(0.0, -1.5, 1.5))?, post.clone()),
        (Pose::at(Vec3::new(0.0, 1.5, 1.5))?, post),
        (Pose::at(Vec3::new(0.0, 0.0, 3.3))?, beam),
    ])?;
    let mut world = Scene::new();
    world.add(Body::fixed(hills()?));
    world.add(Body::fixed(Sphere::new(1.2)?).at(Pose::at(Vec3::new(24.0, 31.0, 0.6))?));
    world.add(Body::fixed(arch).at(Pose::at(Vec3::new(40.0, 32.0, 0.0))?));
    Ok(world)
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn Error>> {
    let world = world()?;
    let body = Capsule::new(Vec3::Z * 0.3, Vec3::Z * 1.5, 0.3)?;
    let how = Walk::new(Vec3::Z, 1.8);
    let (mut pose, mut ground) = (Pose::at(Vec3::new(8.0, 32.0, 2.0))?, None);
    let (mut aside, mut in_the_air) = (0.0_f32, 0);
    for step in 0..3600 {
        // Towards +x at 6 cm a step until it is behind the arch, and back to the middle of the path.
        let at = pose.translation();
        let along = if at.x < 46.0 { 0.06 } else { 0.0 };
        let motion = Vec3::new(along, (32.0 - at.y).clamp(-0.02, 0.02), -0.05);
        let moved = world.move_and_slide(&body, &pose, motion, ground, &how)?;
        (pose, ground) = (moved.pose, moved.ground);
        aside = aside.max((at.y - 32.0).abs());
        in_the_air += u32::from(ground.is_none());
        assert!(world.touching(&body, &pose, &Filter::all()).is_empty());
        if step % 100 == 0 && step < 800 {
            let slope = ground.map_or(Vec3::ZERO, |ground| ground.normal);
            println!("at {at:.2}, on a slope with the normal {slope:.2}");
        }
    }
    let at = pose.translation();
    println!("at {at:.2}, {aside:.2} m aside at the rock, {in_the_air} steps in the air");
    assert!(at.x > 45.0, "it came through the arch");
    assert!(aside > 0.3 && in_the_air < 60, "it went round the rock, on the ground");
    Ok(())
}
