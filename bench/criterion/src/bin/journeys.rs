//! Asks one question once, in a function of its own: `cargo xtask journeys` counts the files that it enters.

use std::hint::black_box;

use clearance::batch::{self, Distances, Pairs};
use clearance::d3::{Cuboid, Cylinder, Hull, Mesh, Pose, Shape, Vec3};
use clearance::glam::{DVec2, DVec3};
use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance::{Axis, Cache, Collider, Query, contact_manifold, contacts, d3_f64, distance};
use clearance_lines::{Choice, How, Line, Memory, reply};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("contact") => contact(),
        Some("distance") => cylinders(),
        Some("batch") => row(),
        Some("line") => line(),
        Some("mesh-contact") => mesh_contact(),
        Some("mesh-distance") => mesh_distance(),
        Some("path") => path(),
        other => panic!(
            "{other:?} is none of contact, distance, batch, line, mesh-contact, mesh-distance, path"
        ),
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

/// Hills: 128 triangles over the square from -4 to 4.
fn hills() -> Mesh {
    let vertex = |k: u32| {
        let (x, y) = ((k % 9) as f32 - 4.0, (k / 9) as f32 - 4.0);
        Vec3::new(x, y, 0.3 * x.sin() * y.cos())
    };
    let cell = |k: u32| {
        let a = k / 8 * 9 + k % 8;
        [[a, a + 1, a + 10], [a, a + 10, a + 9]]
    };
    let triangles = (0..64).flat_map(cell).collect();
    Mesh::new((0..81).map(vertex).collect(), triangles).expect("a mesh")
}

fn mesh_contact() {
    let (mesh, hull) = (hills(), hull());
    let above = Pose::at(Vec3::new(0.3, 0.2, 0.95)).expect("finite");
    journey(&mut || assert!(!contacts(&mesh, &at(0.0, 0.0), &hull, &above, 0.02).is_empty()));
}

fn mesh_distance() {
    let mesh = hills();
    let above = Pose::new(Vec3::new(0.3, 0.2, 2.0), clearance::glam::Quat::from_rotation_z(0.8));
    let above = above.expect("a pose");
    journey(&mut || assert!(distance(&mesh, &at(0.0, 0.0), &mesh, &above) > 0.0));
}

/// One row of a path, and the way to it: an arm of two hulls along a wall. The balls
/// and the way between the middles do not tell them apart, so the clearance is asked.
fn path() {
    use d3_f64::{Cuboid, Hull, Pose, Sphere};
    let corner = |k: i32| {
        let [x, y, z] = [k & 1, k >> 1 & 1, k >> 2].map(f64::from);
        DVec3::new(x, 0.2 * y - 0.1 + 0.05 * x, 0.2 * z - 0.1)
    };
    let bar = Collider::from(Hull::new((0..8).map(corner).collect::<Vec<_>>()).expect("points"));
    let link = |name: &str| Link { name: name.into(), shapes: vec![(Pose::IDENTITY, bar.clone())] };
    let joint = |name: &str, parent: &str, child: &str, x: f64| Joint {
        name: name.into(),
        kind: JointKind::Revolute,
        parent: parent.into(),
        child: child.into(),
        origin: Pose::at(DVec3::X * x).expect("finite"),
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let foot = Collider::from(Sphere::new(0.05).expect("a radius"));
    let links = vec![
        Link { name: "foot".into(), shapes: vec![(Pose::IDENTITY, foot)] },
        link("upper"),
        link("fore"),
    ];
    let joints =
        vec![joint("shoulder", "foot", "upper", 0.0), joint("elbow", "upper", "fore", 1.1)];
    let mut world = World::new(Robot::new(links, joints).expect("a robot")).expect("a world");
    let place = Pose::at(DVec3::new(1.0, -0.45, 0.1)).expect("finite");
    let wall = Cuboid::new(DVec3::new(1.5, 0.2, 0.6)).expect("sizes");
    world.add("wall", [(place, wall.into())]).expect("a new name");
    let rows = vec![vec![0.0, 0.0], vec![0.3, 0.4]];
    let path = Path::new(world.robot(), rows).expect("rows");
    let prover = Prover::new(world);
    journey(&mut || assert_eq!(prover.clear(&path, 0.0), Verdict::Proven));
}
