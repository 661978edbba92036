//! A ball, a capsule, a hull and points against a terrain of 100,000 triangles.

use clearance::d3::{Capsule, Collider, Hull, Pose, Sphere, Vec3};
use clearance_testing::Random;
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::query::PointQuery;
use parry3d::shape::{Ball, Capsule as ParryCapsule, ConvexPolyhedron, Shape};

use crate::Row;
use crate::make::{bumpy, height, terrain};
use crate::meshes::poses;
use crate::rays::{our_mesh, parry_mesh};

/// The shapes, in both libraries.
pub fn shapes() -> Vec<(&'static str, Collider, Box<dyn Shape>)> {
    let mut random = Random::new(3);
    let points: Vec<Vec3> = (0..32).map(|_| (random.direction3() * 0.8).as_vec3()).collect();
    let parry_points: Vec<_> = points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    let [low, high] = [-Vec3::Z * 0.6, Vec3::Z * 0.6];
    vec![
        ("ball", Sphere::new(0.5).expect("a ball").into(), Box::new(Ball::new(0.5))),
        (
            "capsule",
            Capsule::new(low, high, 0.3).expect("a capsule").into(),
            Box::new(ParryCapsule::new_z(0.6, 0.3)),
        ),
        (
            "hull-32",
            Hull::new(points).expect("a hull").into(),
            Box::new(ConvexPolyhedron::from_convex_hull(&parry_points).expect("a hull")),
        ),
    ]
}

/// Placements over the terrain at heights around `over`.
pub fn placements(over: f64, count: usize) -> Vec<(Pose, ParryPose)> {
    let mut random = Random::new(11);
    let place = |_| {
        let (x, y) = (random.range(-45.0, 45.0), random.range(-45.0, 45.0));
        let z = height(x, y) + over * random.range(0.8, 1.2);
        poses(&mut random, clearance::glam::DVec3::new(x, y, z).as_vec3())
    };
    (0..count).map(place).collect()
}

/// All rows of shapes and points.
pub fn rows(measure: &mut dyn FnMut(Row<'_>)) {
    let ground = terrain(224);
    let (ours, parry) = (our_mesh(&ground), parry_mesh(&ground));
    for (name, shape, parry_shape) in &shapes() {
        for (over, where_at) in [(1.5, "near"), (6.0, "far")] {
            let placed = placements(over, 500);
            let ask_ours = || {
                let ask = |pose: &Pose| clearance::distance(&ours, &Pose::IDENTITY, shape, pose);
                placed.iter().map(|(pose, _)| ask(pose)).collect()
            };
            let ask_parry = || {
                let ask = |pose: &ParryPose| {
                    let here = ParryPose::IDENTITY;
                    let found = parry3d::query::distance(&here, &parry, pose, &**parry_shape);
                    found.map_or(-1.0, |found| found.distance)
                };
                placed.iter().map(|(_, pose)| ask(pose)).collect()
            };
            measure(Row {
                group: match *name {
                    "ball" => "shapes, ball to terrain",
                    "capsule" => "shapes, capsule to terrain",
                    _ => "shapes, hull to terrain",
                },
                name: format!("{name} {where_at}"),
                entrants: vec![
                    ("clearance", Box::new(ask_ours)),
                    ("parry", Box::new(ask_parry)),
                ],
                tolerance: 1e-3,
            });
        }
    }
    points(measure);
}

/// Projections onto a mesh.
fn points(measure: &mut dyn FnMut(Row<'_>)) {
    let shape = bumpy(91, 1);
    let (ours, parry) = (our_mesh(&shape), parry_mesh(&shape));
    for (name, size) in [("near", 1.3), ("far", 4.0)] {
        let mut random = Random::new(4);
        let points: Vec<Vec3> = (0..2000)
            .map(|_| (random.direction3() * random.range(0.9, 1.1) * size).as_vec3())
            .collect();
        let ask_ours = || {
            let ask = |p: &Vec3| clearance::signed_distance(&ours, &Pose::IDENTITY, *p).unwrap_or(-1.0);
            points.iter().map(ask).collect()
        };
        let ask_parry = || {
            let ask = |p: &Vec3| {
                let here = ParryPose::IDENTITY;
                parry.distance_to_point(&here, Vector::new(p.x, p.y, p.z), false)
            };
            points.iter().map(ask).collect()
        };
        measure(Row {
            group: "shapes, projection",
            name: format!("point {name}"),
            entrants: vec![("clearance", Box::new(ask_ours)), ("parry", Box::new(ask_parry))],
            tolerance: 1e-4,
        });
    }
}
