//! Rays: the time of the first hit.

use clearance::glam::Vec3A;
use clearance::d3::{Collider, Mesh, Pose, Ray, Vec3};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray as ObvhsRay, RayHit};
use obvhs::triangle::Triangle;
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::query::{Ray as ParryRay, RayCast};
use parry3d::shape::TriMesh;

use crate::Row;
use crate::make::{Triangles, bumpy, rays};

/// parry's mesh.
pub fn parry_mesh(of: &Triangles) -> TriMesh {
    let vertices = of.vertices.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    TriMesh::new(vertices, of.triangles.clone()).expect("a mesh")
}

/// Our mesh.
pub fn our_mesh(of: &Triangles) -> Collider {
    Mesh::new(of.vertices.clone(), of.triangles.clone()).expect("a mesh").into()
}

/// All rows of rays.
pub fn rows(large: bool, measure: &mut dyn FnMut(Row<'_>)) {
    for (n, size) in [(91, "100k"), (289, "1M")] {
        if size == "1M" && !large {
            continue;
        }
        let shape = bumpy(n, 1);
        let (ours, parry) = (our_mesh(&shape), parry_mesh(&shape));
        let corner = |i: u32| {
            let p = shape.vertices[i as usize];
            Vec3A::new(p.x, p.y, p.z)
        };
        let triangles: Vec<Triangle> = shape
            .triangles
            .iter()
            .map(|t| Triangle { v0: corner(t[0]), v1: corner(t[1]), v2: corner(t[2]) })
            .collect();
        let bvh = build_cwbvh_from_tris(
            &triangles,
            BvhBuildParams::slow_build(),
            &mut std::time::Duration::default(),
        );
        let ordered: Vec<Triangle> =
            bvh.primitive_indices.iter().map(|i| triangles[*i as usize]).collect();
        for (coherent, name) in [(true, "coherent"), (false, "random")] {
            let rays = rays(20_000, coherent);
            let ask_ours = || {
                let time = |[from, way]: &[Vec3; 2]| {
                    let ray = Ray::new(*from, *way, f32::INFINITY).expect("a ray");
                    clearance::cast_ray(&ours, &Pose::IDENTITY, &ray).map_or(-1.0, |hit| hit.hit.time)
                };
                rays.iter().map(time).collect()
            };
            let ask_parry = || {
                let pose = ParryPose::IDENTITY;
                let time = |[from, way]: &[Vec3; 2]| {
                    let ray = ParryRay::new(
                        Vector::new(from.x, from.y, from.z),
                        Vector::new(way.x, way.y, way.z),
                    );
                    parry.cast_ray(&pose, &ray, f32::MAX, false).unwrap_or(-1.0)
                };
                rays.iter().map(time).collect()
            };
            let ask_obvhs = || {
                let time = |[from, way]: &[Vec3; 2]| {
                    let ray = ObvhsRay::new_inf(
                        Vec3A::new(from.x, from.y, from.z),
                        Vec3A::new(way.x, way.y, way.z),
                    );
                    let mut hit = RayHit::none();
                    let found = bvh.ray_traverse(ray, &mut hit, |ray, id| ordered[id].intersect(ray));
                    if found { hit.t } else { -1.0 }
                };
                rays.iter().map(time).collect()
            };
            measure(Row {
                group: if size == "1M" { "rays 1M" } else { "rays 100k" },
                name: format!("{size} {name}"),
                entrants: vec![
                    ("clearance", Box::new(ask_ours)),
                    ("parry", Box::new(ask_parry)),
                    ("obvhs", Box::new(ask_obvhs)),
                ],
                tolerance: 1e-3,
            });
        }
    }
}
