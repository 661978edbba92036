//! Bullets that are faster than the walls are thick, for a minute: each is cast along its way through a hall of pillars that
//! turn, and bounces off what it hits first. None gets through a wall, and none hits its own shooter.
//!
//! `cargo run --release --example ricochets`

use std::error::Error;
use std::f32::consts::TAU;

use clearance::d3::*;
use clearance::scenes::{Filter, Handle};

/// Half the width of the hall, which has walls of 5 cm.
const HALL: f32 = 10.0;
const SPEED: f32 = 300.0;
const STEP: f32 = 1.0 / 60.0;

struct Bullet {
    body: Handle,
    way: Vec3,
}

/// Walls, floor and ceiling, and pillars with their handles.
fn hall(scene: &mut Scene) -> Result<Vec<Handle>, clearance::Error> {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        for side in [-1.0, 1.0] {
            let half = Vec3::splat(HALL + 0.05).with_z(0.025);
            let pose =
                Pose::new(side * (HALL + 0.025) * axis, Quat::from_rotation_arc(Vec3::Z, axis))?;
            scene.add(Body::fixed(Cuboid::new(half)?).at(pose));
        }
    }
    let pillar = |i: i32| {
        let at = Vec3::new((i % 4) as f32 - 1.5, (i / 4) as f32 - 1.5, 0.0) * 4.0;
        Ok(Body::moving(Cuboid::new(Vec3::new(0.6, 0.2, HALL))?).at(Pose::at(at)?))
    };
    let pillars = (0..16).map(pillar).collect::<Result<Vec<_>, clearance::Error>>()?;
    Ok(scene.add_all(pillars))
}

/// Flies for one step, and counts the bounces.
fn fly(scene: &mut Scene, bullet: &mut Bullet) -> Result<usize, Box<dyn Error>> {
    let (ball, own) = (Sphere::new(0.02)?, [bullet.body]);
    let (mut at, mut left, mut bounces) = (scene[bullet.body].pose.translation(), STEP, 0);
    // Those that are caught between two pillars stop after some bounces.
    while left > 0.0 && bounces < 40 {
        let sweep = Sweep::linear(&Pose::at(at)?, bullet.way * SPEED)?;
        let hit = scene.cast_shape(&ball, &sweep, left, &Filter::all().without(&own))?;
        let time = hit.as_ref().map_or(left, |hit| hit.impact.lower);
        at += bullet.way * SPEED * time;
        left -= time;
        if let Some(hit) = hit {
            // The normal points from the body to the bullet. A bullet that grazes goes on along the wall, and a little off it.
            let away = hit.impact.normal;
            bullet.way -= 2.0 * bullet.way.dot(away).min(-1e-3) * away;
            bullet.way = bullet.way.normalize();
            at += 1e-4 * away;
            bounces += 1;
        }
    }
    scene.place(bullet.body, Pose::at(at)?)?;
    Ok(bounces)
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    let pillars = hall(&mut scene)?;
    let mut bullets = Vec::new();
    for i in 0..20 {
        let way = Vec3::new((i as f32).cos(), (i as f32).sin(), 0.3).normalize();
        let start = Pose::at(Vec3::new(0.0, 0.0, 0.4 * i as f32 - 4.0))?;
        bullets.push(Bullet { body: scene.add(Body::moving(Sphere::new(0.02)?).at(start)), way });
    }
    let mut bounces = 0;
    for frame in 0..3600 {
        for (i, &pillar) in pillars.iter().enumerate() {
            let turn =
                Quat::from_rotation_z(0.05 * (i as f32 + 1.0) * TAU * frame as f32 * STEP / 16.0);
            scene.place(pillar, Pose::new(scene[pillar].pose.translation(), turn)?)?;
        }
        for bullet in &mut bullets {
            bounces += fly(&mut scene, bullet)?;
            let at = scene[bullet.body].pose.translation();
            assert!(at.abs().max_element() < HALL, "a bullet is out of the hall, at {at}");
        }
    }
    println!("{bounces} bounces");
    assert!(bounces > 20_000);
    Ok(())
}
