//! A character, which is a capsule, walks through a room. It is cast along its way, stops a little before
//! an obstacle, and goes on along the surface.
//!
//! `cargo run --example sliding_character`

use clearance::d3::*;

/// The distance that the character keeps from everything.
const SKIN: f32 = 0.01;

/// Moves the character along `way` as far as the room allows. Returns its new place.
fn slide(
    body: &Capsule,
    mut at: Vec3,
    mut way: Vec3,
    room: &[(Shape, Pose)],
) -> Result<Vec3, Error> {
    // One wall, a second one in a corner, and the floor.
    for _ in 0..4 {
        let moving = Sweep::linear(&Pose::at(at)?, way)?;
        let mut first: Option<Impact> = None;
        for (shape, pose) in room {
            let still = Sweep::at_rest(pose);
            // Contacts that separate or slide are no obstacle.
            let mut cast =
                Cast::new(shape, &still, body, &moving, 1.0)?.gap(SKIN)?.ignore_parting();
            let impact = cast.impact();
            if impact.hit() && first.is_none_or(|first| impact.time < first.time) {
                first = Some(impact);
            }
        }
        let Some(hit) = first else { return Ok(at + way) };
        at += way * hit.time;
        // The rest of the way, without its component into the surface.
        let rest = way * (1.0 - hit.time);
        way = rest - hit.normal * rest.dot(hit.normal).min(0.0);
    }
    Ok(at)
}

fn main() -> Result<(), Error> {
    let body = Capsule::new(Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, 0.0, 0.5), 0.3)?;
    let wall = Cuboid::new(Vec3::new(0.1, 5.0, 2.0))?;
    let ramp = Cuboid::new(Vec3::new(2.0, 5.0, 0.1))?;
    let room: [(Shape, Pose); 3] = [
        (HalfSpace::new(Vec3::Z, 0.0)?.into(), Pose::IDENTITY),
        (wall.into(), Pose::new(Vec3::new(4.0, 0.0, 2.0), Quat::from_rotation_z(0.5))?),
        (ramp.into(), Pose::new(Vec3::new(0.0, -4.0, 0.0), Quat::from_rotation_x(-0.4))?),
    ];
    for (name, step) in [("to the wall", Vec3::X), ("up the ramp", Vec3::NEG_Y)] {
        println!("{name}, a step of {step} at a time:");
        let mut at = Vec3::new(0.0, 0.0, 1.0);
        for _ in 0..6 {
            let fallen = Vec3::new(0.0, 0.0, -0.2);
            at = slide(&body, at, step + fallen, &room)?;
            println!("  {at:.3}");
        }
    }
    Ok(())
}
