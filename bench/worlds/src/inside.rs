//! Whether points are inside of a closed mesh.

use clearance::d3::{Collider, Mesh, Pose, Solid, Vec3};
use clearance_testing::Random;
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::query::PointQuery;
use parry3d::shape::{TriMesh, TriMeshFlags};

use crate::Row;
use crate::make::bumpy;

/// Points in and around a mesh of 100,000 triangles: half of them inside, near the surface and anywhere.
pub fn rows(measure: &mut dyn FnMut(Row<'_>)) {
    let shape = bumpy(91, 1);
    let mesh = Mesh::new(shape.vertices.clone(), shape.triangles.clone()).expect("a mesh");
    let ours: Collider = Solid::new(mesh).expect("a solid").into();
    let vertices = shape.vertices.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    let flags = TriMeshFlags::ORIENTED;
    let parry = TriMesh::with_flags(vertices, shape.triangles.clone(), flags).expect("a mesh");
    for (name, spread) in [("near", 0.2), ("anywhere", 1.0)] {
        let mut random = Random::new(6);
        let points: Vec<Vec3> = (0..2000)
            .map(|_| {
                let radius = 1.0 + spread * random.range(-1.0, 1.0);
                (random.direction3() * radius).as_vec3()
            })
            .collect();
        let ask_ours = || {
            let ask = |p: &Vec3| {
                let inside = clearance::contains(&ours, &Pose::IDENTITY, *p).unwrap_or(false);
                f32::from(u8::from(inside))
            };
            points.iter().map(ask).collect()
        };
        // parry takes 30 us: a tenth of the points is enough.
        let ask_parry = || {
            let ask = |p: &Vec3| {
                let inside = parry.contains_point(&ParryPose::IDENTITY, Vector::new(p.x, p.y, p.z));
                f32::from(u8::from(inside))
            };
            points.iter().take(200).map(ask).collect()
        };
        measure(Row {
            group: "inside 100k",
            name: format!("points {name}"),
            entrants: vec![("clearance", Box::new(ask_ours)), ("parry", Box::new(ask_parry))],
            tolerance: 0.0,
        });
    }
}
