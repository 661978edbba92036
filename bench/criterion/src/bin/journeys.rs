//! Asks one question once, in a function of its own: `cargo xtask journeys` counts the files that it enters.

use std::hint::black_box;

use clearance::batch::{self, Distances, Pairs};
use clearance::d3::{Cuboid, Cylinder, Hull, Pose, Shape, Vec3};
use clearance::glam::{DVec2, DVec3};
use clearance::{Axis, Cache, Query, contact_manifold, distance};
use clearance_lines::{Choice, How, Line, Memory, reply};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("contact") => contact(),
        Some("distance") => cylinders(),
        Some("batch") => row(),
        Some("line") => line(),
        other => panic!("{other:?} is none of contact, distance, batch, line"),
    }
}

/// The function that is watched, and found by its name.
#[inline(never)]
fn journey(ask: &mut dyn FnMut()) {
    ask();
    black_box(());
}

fn at(x: f32, y: f32) -> Pose {
    Pose::at(Vec3::new(x, y, 0.0)).expect("finite")
}

/// Points on a sphere of radius 1, in a spiral.
fn hull() -> Hull {
    let point = |i: i32| {
        let (z, turn) = ((i as f32 - 15.5) / 16.0, 2.4 * i as f32);
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * turn.cos(), r * turn.sin(), z)
    };
    Hull::new((0..32).map(point).collect::<Vec<_>>()).expect("points")
}

/// A contact of two hulls with a cache: B has moved since.
fn contact() {
    let (hull, mut cache) = (hull(), Cache::default());
    let _ = Query::new(&hull, &at(0.0, 0.0), &hull, &at(1.8, 0.1)).cache(&mut cache).manifold(0.02);
    let b = at(1.79, 0.12);
    journey(&mut || {
        let query = Query::new(&hull, &at(0.0, 0.0), &hull, &b).cache(&mut cache).manifold(0.02);
        assert!(query.is_some());
    });
    assert!(contact_manifold(&hull, &at(0.0, 0.0), &hull, &b, 0.02).is_some());
}

fn cylinders() {
    let cylinder = Cylinder::new(Axis::Y, 0.5, 1.0).expect("sizes");
    let turned = Pose::new(Vec3::new(3.0, 0.4, 0.2), clearance::glam::Quat::from_rotation_z(0.8));
    let b = turned.expect("a pose");
    journey(&mut || assert!(distance(&cylinder, &at(0.0, 0.0), &cylinder, &b) > 0.0));
}

/// One row of a batch: the distance of a box and a hull.
fn row() {
    let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE).expect("sizes").into(), hull().into()];
    let (poses, pairs) = ([at(0.0, 0.0), at(3.0, 0.2)], [[0, 1]]);
    let mut distances = [0.0];
    journey(&mut || {
        let mut columns = Distances { distance: &mut distances, ..Distances::default() };
        let without = batch::distance(&shapes, &poses, Pairs::Bodies(&pairs), &mut columns);
        assert_eq!(without, Ok(0));
    });
}

/// A line of JSON: the clearance of a ball and a box.
fn line() {
    let text = br#"{"a": {"kind": "sphere", "radius": 1, "pose": {"t": [0, 0, 0]}},
        "b": {"kind": "box", "half_extents": [1, 1, 1], "pose": {"t": [3, 0, 0]}}}"#;
    let mut memory = Memory::default();
    journey(&mut || {
        let line = Line::parse(text);
        let said = reply::<DVec2, DVec3>(
            &line,
            1,
            How { choice: Choice::Auto, verify: false },
            &mut memory,
            None,
        );
        assert!(said.expect("an answer").text().is_ok());
    });
}
