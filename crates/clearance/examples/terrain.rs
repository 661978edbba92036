//! A character, which is a capsule, walks over hills: a height field with a rock and an arch on it. It is moved along,
//! pushed out of what it meets, and set down on the ground below.
//!
//! `cargo run --example terrain`

use std::error::Error;

use clearance::d3::*;

/// Steeper slopes push the character back: the least height of a normal that one can stand on.
const LEVEL: f32 = 0.7;

/// Hills on a grid of 65 x 65 heights, a metre apart.
fn hills() -> Result<HeightField, Box<dyn Error>> {
    let height = |i: usize, j: usize| {
        let (x, y) = (j as f32, i as f32);
        1.5 * (0.2 * x).sin() * (0.15 * y).cos() + 0.3 * (0.9 * x).sin()
    };
    let rows: Vec<Vec<f32>> = (0..65).map(|i| (0..65).map(|j| height(i, j)).collect()).collect();
    Ok(HeightField::new(&rows, [1.0, 1.0])?)
}

/// The world: hills, a rock, and an arch that one can walk through. One shape of three parts and their parts.
fn world() -> Result<Compound, Box<dyn Error>> {
    let post = Collider::from(Cuboid::new(Vec3::new(0.3, 0.3, 1.5))?);
    let beam = Collider::from(Cuboid::new(Vec3::new(0.3, 1.8, 0.3))?);
    let arch = Compound::new([
        (Pose::at(Vec3::new(0.0, -1.5, 1.5))?, post.clone()),
        (Pose::at(Vec3::new(0.0, 1.5, 1.5))?, post),
        (Pose::at(Vec3::new(0.0, 0.0, 3.3))?, beam),
    ])?;
    Ok(Compound::new([
        (Pose::IDENTITY, hills()?.into()),
        (Pose::at(Vec3::new(24.0, 31.0, 0.6))?, Sphere::new(1.2)?.into()),
        (Pose::at(Vec3::new(40.0, 32.0, 0.0))?, arch.into()),
    ])?)
}

/// Pushes a body out along the deepest contact that is too steep to stand on, a few times: a wall, and a corner.
fn pushed_out(world: &Compound, body: &Capsule, mut at: Vec3) -> Result<Vec3, Box<dyn Error>> {
    for _ in 0..4 {
        let patches = contacts(world, &Pose::IDENTITY, body, &Pose::at(at)?, 0.0);
        let steep = patches.iter().map(|patch| &patch.manifold).filter(|m| m.normal.z < LEVEL);
        let Some(deepest) = steep.max_by(|a, b| a.depth().total_cmp(&b.depth())) else { break };
        at += deepest.normal.with_z(0.0).normalize_or_zero() * deepest.depth();
    }
    Ok(at)
}

/// The place on the ground below, and the normal there.
fn on_ground(world: &Compound, body: &Capsule, at: Vec3) -> Result<(Vec3, Vec3), Box<dyn Error>> {
    let falling = Sweep::linear(&Pose::at(at + Vec3::Z * 0.6)?, Vec3::NEG_Z)?;
    let at_rest = Sweep::at_rest(&Pose::IDENTITY);
    let impact = time_of_impact(world, &at_rest, body, &falling, 3.0)?;
    Ok((falling.pose_at(impact.time.min(3.0))?.translation(), impact.normal))
}

fn main() -> Result<(), Box<dyn Error>> {
    let world = world()?;
    let body = Capsule::new(Vec3::Z * 0.3, Vec3::Z * 1.5, 0.3)?;
    let (mut at, mut lowest, mut aside) = (Vec3::new(8.0, 32.0, 2.0), f32::MAX, 0.0_f32);
    for step in 0..400 {
        // Towards +x at 10 cm a step, and back to the middle of the path.
        let walk = Vec3::new(0.1, (32.0 - at.y).clamp(-0.02, 0.02), 0.0);
        at = pushed_out(&world, &body, at + walk)?;
        let (place, normal) = on_ground(&world, &body, at)?;
        at = place;
        lowest = lowest.min(distance(&world, &Pose::IDENTITY, &body, &Pose::at(at)?));
        aside = aside.max((at.y - 32.0).abs());
        if step % 50 == 0 {
            println!("at {at:.2}, on a slope with the normal {normal:.2}");
        }
    }
    println!("at {at:.2}, {aside:.2} m aside at the rock");
    assert!(at.x > 44.0, "it came through the arch");
    assert!(aside > 0.3 && lowest < 0.01, "it went round the rock, on the ground");
    Ok(())
}
