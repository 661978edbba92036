//! A character, which is a capsule, walks through a room. It is cast along its way, stops a little before
//! an obstacle, and goes on along the surface. Steep slopes stop it like walls.
//!
//! `cargo run --example character`

use clearance::d3::*;

/// The distance that the character keeps from everything.
const SKIN: f32 = 0.01;
/// The least height of a normal that one can stand on: slopes of 45 degrees.
const LEVEL: f32 = 0.707;

/// Moves a body along `way` as far as the room allows. `stop` gives the normal of the wall that a
/// surface is for it. Returns its new place.
pub fn slide(
    body: &Capsule,
    mut at: Vec3,
    mut way: Vec3,
    room: &[(Shape, Pose)],
    stop: fn(Vec3) -> Vec3,
) -> Result<Vec3, Error> {
    // One wall, a second one in a corner, and the floor.
    for _ in 0..4 {
        let moving = Sweep::linear(&Pose::at(at)?, way)?;
        let mut first: Option<Impact> = None;
        for (shape, pose) in room {
            let still = Sweep::at_rest(pose);
            // Contacts that separate or slide are no obstacle.
            let cast = Cast::new(shape, &still, body, &moving, 1.0)?;
            let impact = cast.gap(SKIN)?.ignore_parting().impact();
            if impact.hit() && first.is_none_or(|first| impact.time < first.time) {
                first = Some(impact);
            }
        }
        let Some(hit) = first else { return Ok(at + way) };
        at += way * hit.time;
        // Places are rounded, so each step may lose a little of the skin: it is given back.
        if let Some(distance) = hit.initial {
            at += hit.normal * (SKIN - distance);
        }
        // The rest of the way, without its component into the surface.
        let rest = way * (1.0 - hit.time);
        let normal = stop(hit.normal);
        way = rest - normal * rest.dot(normal).min(0.0);
    }
    Ok(at)
}

/// One step on foot, and then down to the ground.
pub fn step(body: &Capsule, at: Vec3, walk: Vec3, room: &[(Shape, Pose)]) -> Result<Vec3, Error> {
    // Who walks cannot climb a steep slope. Who falls slides down on it, and stands on others.
    let wall = |n: Vec3| if n.z < LEVEL { n.with_z(0.0).normalize_or(n) } else { n };
    let ground = |n: Vec3| if n.z < LEVEL { n } else { Vec3::Z };
    let at = slide(body, at, walk, room, wall)?;
    slide(body, at, Vec3::new(0.0, 0.0, -0.2), room, ground)
}

/// A floor, a wall, a ramp that one can climb, and one that is too steep.
pub fn room(origin: Vec3) -> Result<[(Shape, Pose); 4], Error> {
    let wall = Cuboid::new(Vec3::new(0.1, 9.0, 2.0))?;
    let ramp = Cuboid::new(Vec3::new(2.0, 5.0, 0.1))?;
    let at = |x, y, z, turn| Pose::new(origin + Vec3::new(x, y, z), turn);
    Ok([
        (Cuboid::new(Vec3::new(40.0, 40.0, 1.0))?.into(), at(0.0, 0.0, -1.0, Quat::IDENTITY)?),
        (wall.into(), at(4.0, 0.0, 2.0, Quat::from_rotation_z(0.5))?),
        (ramp.into(), at(0.0, -4.0, 0.0, Quat::from_rotation_x(-0.4))?),
        (ramp.into(), at(-6.0, -4.0, 0.0, Quat::from_rotation_x(-1.1))?),
    ])
}

/// The character: its lowest point is 0.8 below its place.
pub fn body() -> Result<Capsule, Error> {
    Capsule::new(Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, 0.0, 0.5), 0.3)
}

fn main() -> Result<(), Error> {
    let (body, room) = (body()?, room(Vec3::ZERO)?);
    let walk = |mut at: Vec3, walk: Vec3| -> Result<Vec3, Error> {
        for _ in 0..8 {
            at = step(&body, at, walk, &room)?;
            println!("  {at:.3}");
        }
        Ok(at)
    };
    println!("to the wall, and along it:");
    let at = walk(Vec3::new(0.0, 0.0, 1.0), Vec3::X * 0.8)?;
    assert!(at.x < 5.0 && at.y < -0.5 && (at.z - 0.81).abs() < 1e-3);
    println!("up the ramp:");
    let at = walk(Vec3::new(0.0, 0.0, 1.0), Vec3::NEG_Y * 0.8)?;
    assert!(at.y < -5.0 && at.z > 1.7);
    println!("not up the steep ramp:");
    let at = walk(Vec3::new(-6.0, 0.0, 1.0), Vec3::NEG_Y * 0.8)?;
    assert!(at.y > -4.5 && (at.z - 0.81).abs() < 1e-3);
    Ok(())
}
