//! A platform game in 2D: a character climbs gentle slopes and not steep ones, jumps through a one-way
//! platform and stands on it, and is carried by a platform that moves.
//!
//! `cargo run --example platformer`

use clearance::d2::*;

/// The distance that the character keeps from everything.
const SKIN: f32 = 0.01;
/// The least height of a normal that one can stand on: slopes of 45 degrees.
const LEVEL: f32 = 0.707;
/// The time of a step.
const DT: f32 = 1.0 / 60.0;

/// The parts of a level. The last one moves.
pub struct Level {
    /// The shapes, and where they are.
    pub parts: Vec<(Shape, Pose)>,
    /// The velocity of the last part.
    pub speed: Vec2,
}

impl Level {
    /// The level around a point.
    pub fn new(origin: Vec2) -> Result<Self, Error> {
        // A chain from right to left has its front above: a cliff, a slope, and a floor.
        let ground = [[14.0, 5.0], [9.0, 5.0], [8.0, 1.5], [4.0, 1.5], [0.0, 0.0], [-12.0, 0.0]];
        let links = ChainSegment::chain(&ground.map(Vec2::from), false)?;
        let one_way = ChainSegment::new([Vec2::new(-3.0, 2.2), Vec2::new(-5.0, 2.2)])?;
        let mut parts: Vec<(Shape, Pose)> = Vec::new();
        for link in links {
            parts.push((link.into(), Pose::at(origin)?));
        }
        parts.push((one_way.with_depth(0.3)?.into(), Pose::at(origin)?));
        let lift = Cuboid::new(Vec2::new(1.0, 0.1))?;
        parts.push((lift.into(), Pose::at(origin + Vec2::new(-9.0, 0.5))?));
        Ok(Self { parts, speed: Vec2::new(0.5, 0.25) })
    }
}

/// The character.
pub struct Player {
    /// Its lowest point is 0.8 below its place.
    pub body: Capsule,
    /// Its place.
    pub at: Vec2,
    /// The vertical velocity.
    pub fall: f32,
    /// The part it stands on.
    pub ground: Option<usize>,
}

impl Player {
    /// A player in the air.
    pub fn new(at: Vec2) -> Result<Self, Error> {
        let body = Capsule::new(Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5), 0.3)?;
        Ok(Self { body, at, fall: 0.0, ground: None })
    }

    /// Moves along `way` as far as the level allows. `stop` gives the normal of the wall that a surface is for
    /// this motion. Returns the parts that were met, with the normals.
    fn slide(
        &mut self,
        mut way: Vec2,
        level: &Level,
        stop: fn(Vec2) -> Vec2,
    ) -> Result<Vec<(usize, Vec2)>, Error> {
        let mut met = Vec::new();
        for _ in 0..4 {
            let moving = Sweep::linear(&Pose::at(self.at)?, way)?;
            let mut first: Option<(usize, Impact)> = None;
            for (i, (shape, pose)) in level.parts.iter().enumerate() {
                let still = Sweep::at_rest(pose);
                // What comes from behind a one-way platform does not meet it.
                let cast = Cast::new(shape, &still, &self.body, &moving, 1.0)?;
                let impact = cast.gap(SKIN)?.ignore_parting().impact();
                if impact.hit() && first.is_none_or(|(_, first)| impact.time < first.time) {
                    first = Some((i, impact));
                }
            }
            let Some((i, hit)) = first else {
                self.at += way;
                break;
            };
            self.at += way * hit.time;
            // A part that moves, and rounding, take of the skin: it is given back.
            if let Some(distance) = hit.initial {
                self.at += hit.normal * (SKIN - distance);
            }
            met.push((i, hit.normal));
            let rest = way * (1.0 - hit.time);
            let normal = stop(hit.normal);
            way = rest - normal * rest.dot(normal).min(0.0);
        }
        Ok(met)
    }

    /// One step of the level and of the player, who walks at a speed and may jump.
    pub fn step(&mut self, level: &mut Level, walk: f32, jump: bool) -> Result<(), Error> {
        // Who walks cannot climb a steep slope. Who falls slides down on it, and stands on others.
        let wall = |n: Vec2| if n.y < LEVEL { Vec2::new(n.x, 0.0).normalize_or(n) } else { n };
        let floor = |n: Vec2| if n.y < LEVEL { n } else { Vec2::Y };
        let (last, carried) = (level.parts.len() - 1, level.speed * DT);
        let lift = &mut level.parts[last].1;
        *lift = Pose::at(lift.translation() + carried)?;
        if self.ground == Some(last) {
            self.slide(carried, level, wall)?;
        }
        if jump && self.ground.is_some() {
            self.fall = 10.0;
        }
        self.slide(Vec2::X * (walk * DT), level, wall)?;
        self.fall -= 20.0 * DT;
        let met = self.slide(Vec2::Y * (self.fall * DT), level, floor)?;
        self.ground = met.iter().find(|(_, n)| n.y >= LEVEL).map(|(i, _)| *i);
        if !met.is_empty() {
            self.fall = 0.0;
        }
        Ok(())
    }
}

fn main() -> Result<(), Error> {
    let level = || Level::new(Vec2::ZERO);
    let mut player = Player::new(Vec2::new(-2.0, 0.9))?;
    let mut go = |level: &mut Level, walk: f32, jump: bool| -> Result<Vec2, Error> {
        for i in 0..180 {
            player.step(level, walk, jump && i == 60)?;
            if i % 30 == 29 {
                println!("  {:.3}", player.at);
            }
        }
        Ok(core::mem::replace(&mut player, Player::new(Vec2::new(-4.0, 0.9))?).at)
    };
    println!("up the slope, to the cliff:");
    let at = go(&mut level()?, 4.0, false)?;
    assert!((7.0..8.0).contains(&at.x) && (at.y - 2.31).abs() < 1e-2);
    println!("up through the platform:");
    let at = go(&mut level()?, 0.0, true)?;
    assert!((at.y - 3.01).abs() < 1e-2);
    println!("on the lift:");
    let mut moving = level()?;
    let mut player = Player::new(Vec2::new(-9.0, 1.5))?;
    for _ in 0..180 {
        player.step(&mut moving, 0.0, false)?;
    }
    println!("  {:.3}", player.at);
    assert!((player.at - Vec2::new(-7.6, 2.16)).length() < 0.1);
    Ok(())
}
