//! Ten thousand parcels on conveyors that run in circles, for ten seconds: placed all at once, they bump into each other where
//! conveyors cross, and gates count what passes.
//!
//! `cargo run --release --example conveyor`

use std::error::Error;
use std::f32::consts::TAU;

use clearance::d3::*;
use clearance::scenes::{Event, Handle};

/// Rings of conveyors, and the parcels on each.
const RINGS: usize = 100;
const PARCELS: usize = 100;

/// Where a parcel is after a time: rings are 16 m apart and have a radius of 9, so that each crosses its neighbours.
fn place(ring: usize, parcel: usize, time: f32) -> Result<Pose, clearance::Error> {
    let middle = Vec3::new((ring % 10) as f32, (ring / 10) as f32, 0.0) * 16.0;
    let speed = 0.05 + 0.001 * (ring % 7) as f32;
    let angle = TAU * parcel as f32 / PARCELS as f32 + speed * time;
    let (sin, cos) = angle.sin_cos();
    Pose::new(middle + 9.0 * Vec3::new(cos, sin, 0.0), Quat::from_rotation_z(angle))
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    let parcel = Collider::from(Cuboid::new(Vec3::new(0.2, 0.15, 0.1))?);
    let all = (0..RINGS).flat_map(|ring| (0..PARCELS).map(move |parcel| (ring, parcel)));
    let at = |time: f32| -> Result<Vec<Pose>, clearance::Error> {
        all.clone().map(|(ring, parcel)| place(ring, parcel, time)).collect()
    };
    let bodies = at(0.0)?.into_iter().map(|pose| Body::moving(parcel.clone()).at(pose));
    let parcels: Vec<Handle> = scene.add_all(bodies);
    let gate = Collider::from(Cuboid::new(Vec3::new(0.5, 0.02, 0.3))?);
    let gates: Vec<Handle> = (0..RINGS)
        .map(|ring| Ok(scene.add(Body::sensor(gate.clone()).at(place(ring, 0, -0.1)?))))
        .collect::<Result<_, clearance::Error>>()?;

    let (mut passed, mut bumps, mut most) = (0, 0, 0);
    for frame in 0..600 {
        scene.place_all(&parcels, &at(frame as f32 / 60.0)?)?;
        let step = scene.step(0.005);
        for event in step.events() {
            match event {
                Event::Began(pair) if gates.binary_search(&pair.b).is_ok() => passed += 1,
                Event::Began(_) => bumps += 1,
                Event::Stayed(_) | Event::Ended(_) => {}
            }
        }
        most = most.max(step.contacts().count());
    }
    println!("{passed} parcels passed gates; {bumps} bumps, up to {most} at a time");
    // A parcel comes every TAU / 100, at 0.05 to 0.056 radians a second: 8 or 9 in ten seconds.
    assert!((RINGS * 7..RINGS * 11).contains(&passed));
    assert!(bumps > 100);
    Ok(())
}
