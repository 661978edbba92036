//! A platform game in 2D: a character climbs gentle slopes and not steep ones, jumps through a one-way
//! platform and stands on it, and is carried by a platform that moves.
//!
//! `cargo run --example platformer`

use std::error::Error;

use clearance::d2::*;
use clearance::scenes::{Ground, Handle, Walk};

/// The time of a step.
const DT: f32 = 1.0 / 60.0;

/// A level: a chain of ground, a platform to jump through, and a lift.
pub struct Level {
    /// Its bodies.
    pub scene: Scene,
    /// The platform.
    pub one_way: Handle,
    lift: Handle,
    /// The velocity of the lift.
    pub speed: Vec2,
}

impl Level {
    /// The level around a point.
    pub fn new(origin: Vec2) -> Result<Self, Box<dyn Error>> {
        // A chain from right to left has its front above: a cliff, a slope, and a floor.
        let ground = [[14.0, 5.0], [9.0, 5.0], [8.0, 1.5], [4.0, 1.5], [0.0, 0.0], [-12.0, 0.0]];
        let at = |x, y| Pose::at(origin + Vec2::new(x, y));
        let mut scene = Scene::new();
        let chain = Chain::open(ground.map(Vec2::from).to_vec())?;
        scene.add(Body::fixed(chain).at(at(0.0, 0.0)?));
        let one_way = scene.add(Body::fixed(Cuboid::new(Vec2::new(1.0, 0.1))?).at(at(-4.0, 2.1)?));
        let lift = scene.add(Body::moving(Cuboid::new(Vec2::new(1.0, 0.1))?).at(at(-9.0, 0.5)?));
        Ok(Self { scene, one_way, lift, speed: Vec2::new(0.5, 0.25) })
    }
}

/// The character.
pub struct Player {
    /// Its lowest point is 0.8 below its place.
    pub body: Capsule,
    /// Its place.
    pub at: Vec2,
    /// The vertical velocity.
    fall: f32,
    /// What it stands on.
    pub ground: Option<Ground<Vec2>>,
}

impl Player {
    /// A player in the air.
    pub fn new(at: Vec2) -> Result<Self, Box<dyn Error>> {
        let body = Capsule::new(Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5), 0.3)?;
        Ok(Self { body, at, fall: 0.0, ground: None })
    }
    /// One step of the level and of the player, who walks at a speed and may jump.
    pub fn step(&mut self, level: &mut Level, walk: f32, jump: bool) -> Result<(), Box<dyn Error>> {
        let lift = level.scene[level.lift].pose.translation();
        level.scene.place(level.lift, Pose::at(lift + level.speed * DT)?)?;

        self.fall = match self.ground {
            Some(_) if jump => 10.0,
            Some(_) => 0.0,
            None => self.fall,
        } - 20.0 * DT;
        let is_one_way = |body| body == level.one_way;
        let how = Walk { skin: 0.01, one_way: Some(&is_one_way), ..Walk::new(Vec2::Y, 1.6) };
        let (pose, motion) = (Pose::at(self.at)?, Vec2::new(walk, self.fall) * DT);
        let moved = level.scene.move_and_slide(&self.body, &pose, motion, self.ground, &how)?;
        (self.at, self.ground) = (moved.pose.translation(), moved.ground);
        if moved.hit_ceiling {
            self.fall = self.fall.min(0.0);
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let go = |at, walk: f32, jump: bool| -> Result<Vec2, Box<dyn Error>> {
        let (mut level, mut player) = (Level::new(Vec2::ZERO)?, Player::new(at)?);
        for i in 0..180 {
            player.step(&mut level, walk, jump && i == 60)?;
            if i % 30 == 29 {
                println!("  {:.3}", player.at);
            }
        }
        Ok(player.at)
    };
    println!("up the slope, to the cliff:");
    let at = go(Vec2::new(-2.0, 0.9), 4.0, false)?;
    assert!((7.0..8.0).contains(&at.x) && (at.y - 2.31).abs() < 0.02);
    println!("up through the platform:");
    let at = go(Vec2::new(-4.0, 0.9), 0.0, true)?;
    assert!((at.y - 3.01).abs() < 0.02);
    println!("on the lift:");
    let at = go(Vec2::new(-9.0, 1.5), 0.0, false)?;
    assert!((at - Vec2::new(-7.6, 2.16)).length() < 0.1);
    Ok(())
}
