//! A character, which is a capsule, walks through a room of four bodies: along a wall, up a ramp, and not up a steeper one.
//!
//! `cargo run --example character`

use clearance::d3::*;
use clearance::scenes::{Ground, Walk};

/// A floor, a wall, a ramp that one can climb, and one that is too steep.
pub fn room(origin: Vec3) -> Result<Scene, Error> {
    let wall = Cuboid::new(Vec3::new(0.1, 9.0, 2.0))?;
    let ramp = Cuboid::new(Vec3::new(2.0, 5.0, 0.1))?;
    let at = |x, y, z, turn| Pose::new(origin + Vec3::new(x, y, z), turn);
    let mut room = Scene::new();
    room.add(Body::fixed(Cuboid::new(Vec3::new(40.0, 40.0, 1.0))?).at(at(
        0.0,
        0.0,
        -1.0,
        Quat::IDENTITY,
    )?));
    room.add(Body::fixed(wall).at(at(4.0, 0.0, 2.0, Quat::from_rotation_z(0.5))?));
    room.add(Body::fixed(ramp).at(at(0.0, -4.0, 0.0, Quat::from_rotation_x(-0.4))?));
    room.add(Body::fixed(ramp).at(at(-6.0, -4.0, 0.0, Quat::from_rotation_x(-1.1))?));
    Ok(room)
}

/// A character, and what it stands on.
pub struct Character {
    /// Its lowest point is 0.8 below its place.
    pub body: Capsule,
    /// Where it is.
    pub pose: Pose,
    ground: Option<Ground<Vec3>>,
}

impl Character {
    /// A character in the air.
    pub fn new(at: Vec3) -> Result<Self, Error> {
        let body = Capsule::new(Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, 0.0, 0.5), 0.3)?;
        Ok(Self { body, pose: Pose::at(at)?, ground: None })
    }
    /// One step on foot; without ground it falls.
    pub fn step(&mut self, way: Vec3, room: &Scene) -> Result<Vec3, Error> {
        let walk = Walk { skin: 0.01, ..Walk::new(Vec3::Z, 1.6) };
        let motion = way - Vec3::Z * 0.2;
        let moved = room.move_and_slide(&self.body, &self.pose, motion, self.ground, &walk)?;
        (self.pose, self.ground) = (moved.pose, moved.ground);
        Ok(self.pose.translation())
    }
}

fn main() -> Result<(), Error> {
    let room = room(Vec3::ZERO)?;
    let walk = |at: Vec3, way: Vec3| -> Result<Vec3, Error> {
        let mut character = Character::new(at)?;
        for _ in 0..8 {
            println!("  {:.3}", character.step(way, &room)?);
        }
        Ok(character.pose.translation())
    };
    println!("to the wall, and along it:");
    let at = walk(Vec3::new(0.0, 0.0, 0.9), Vec3::X * 0.8)?;
    assert!(at.x < 5.0 && at.y < -0.5 && (at.z - 0.81).abs() < 0.02);
    println!("up the ramp:");
    let at = walk(Vec3::new(0.0, 0.0, 0.9), Vec3::NEG_Y * 0.8)?;
    assert!(at.y < -5.0 && at.z > 1.7);
    println!("not up the steep ramp:");
    let at = walk(Vec3::new(-6.0, 0.0, 0.9), Vec3::NEG_Y * 0.8)?;
    assert!(at.y > -4.5 && (at.z - 0.81).abs() < 0.02);
    Ok(())
}
