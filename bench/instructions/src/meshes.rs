//! Meshes: shapes, rays and points at a terrain of 2,048 triangles, and two bumpy balls of 192 each.
//!
//! The clearance of the regimes is that of the ball around a shape over the height below its middle, so it is not exact.
//! B moves to the height below it in one unit of time.

use std::hint::black_box;

use clearance::d3::{Capsule, Hull, Mesh, Pose, Quat, Ray, Sphere, Sweep, Vec3};
use clearance::{
    AnyShape, Axis, cast_ray, contacts, distance, intersects, penetration, project, time_of_impact,
};
use clearance_testing::Random;

use crate::ask::{COUNT, Rows, cold};
use crate::entrant::MARGIN;
use crate::make::{Triangles, bumpy, height, terrain};
use crate::place::{Near, REGIMES};
use crate::shape::{Make, Recipe};

/// Bodies have this radius, or less.
const RADIUS: f64 = 0.5;

/// All rows of meshes.
pub fn rows(rows: &Rows<'_>) {
    let ground = mesh(&terrain(32));
    let ball = Sphere::new(RADIUS as f32).expect("a radius");
    let capsule = Capsule::along(Axis::Y, 0.25, 0.25).expect("sizes");
    let hull = Hull::make(&Recipe::hull(32, [RADIUS; 3], &mut Random::new(64)));
    for (regime, near) in REGIMES {
        let Near::Clearance(gap) = near else { unreachable!("they are clearances") };
        on_ground(rows, regime, gap, &ground, "sphere", &ball);
        on_ground(rows, regime, gap, &ground, "capsule", &capsule);
        on_ground(rows, regime, gap, &ground, "hull-32", &hull);
        points(rows, regime, gap, &ground);
        depths(rows, regime, gap, &ground, &hull);
    }
    let bumpy = mesh(&bumpy(4, 1));
    for (regime, apart) in [("far", 3.6), ("near", 2.3), ("deep", 1.7)] {
        two_meshes(rows, regime, apart, &bumpy);
    }
}

/// A mesh with all that questions make at their first use.
fn mesh(of: &Triangles) -> Mesh {
    let mesh = Mesh::new(of.vertices.clone(), of.triangles.clone()).expect("a mesh");
    let (ball, pose) = (Sphere::new(1.0).expect("a radius"), Pose::IDENTITY);
    let first =
        (contacts(&mesh, &pose, &ball, &pose, 0.0), penetration(&mesh, &pose, &ball, &pose));
    black_box(&first);
    mesh
}

/// A shape, its pose, and its velocity.
type Body = (Pose, Vec3);

/// Places over the ground, all turned at random.
fn over(clearance: f64) -> Vec<Body> {
    let mut random = Random::new(7);
    let mut place = || {
        let [x, y] = [(); 2].map(|()| random.range(-45.0, 45.0));
        let at = Vec3::new(x as f32, y as f32, (height(x, y) + clearance) as f32);
        let turn = Quat::from_array(random.rotation().to_array().map(|x| x as f32));
        (Pose::new(at, turn).expect("finite"), Vec3::Z * -(clearance.max(0.1) as f32))
    };
    (0..COUNT).map(|_| place()).collect()
}

fn on_ground(
    rows: &Rows<'_>,
    regime: &str,
    gap: f64,
    ground: &Mesh,
    name: &str,
    shape: &impl AnyShape<V = Vec3>,
) {
    let (name, still) = (format!("3D mesh-{name}"), &Pose::IDENTITY);
    let bodies = over(RADIUS + gap);
    rows.row(&name, regime, "boolean cold", || {
        cold(&bodies, |(pose, _)| black_box(intersects(ground, still, shape, pose)))
    });
    rows.row(&name, regime, "distance cold", || {
        cold(&bodies, |(pose, _)| black_box(distance(ground, still, shape, pose)) == 0.0)
    });
    rows.row(&name, regime, "manifold cold", || {
        cold(&bodies, |(pose, _)| {
            !black_box(&contacts(ground, still, shape, pose, MARGIN as f32)).is_empty()
        })
    });
    rows.row(&name, regime, "shapecast cold", || {
        cold(&bodies, |(pose, velocity)| {
            let moving = Sweep::linear(pose, *velocity).expect("finite");
            let found = time_of_impact(ground, &Sweep::at_rest(still), shape, &moving, 1.0);
            black_box(&found).as_ref().expect("finite").hit()
        })
    });
}

/// A few, because each takes millions of instructions.
fn depths(rows: &Rows<'_>, regime: &str, gap: f64, ground: &Mesh, hull: &Hull) {
    let bodies = over(RADIUS + gap);
    rows.row("3D mesh-hull-32", regime, "penetration cold", || {
        cold(&bodies[..COUNT / 20], |(pose, _)| {
            black_box(&penetration(ground, &Pose::IDENTITY, hull, pose)).is_some()
        })
    });
}

/// Rays from points over the ground, along a slope down, and the points of the ground that are nearest to them.
fn points(rows: &Rows<'_>, regime: &str, gap: f64, ground: &Mesh) {
    let (bodies, still) = (over(gap), &Pose::IDENTITY);
    rows.row("3D mesh", regime, "raycast cold", || {
        cold(&bodies, |(pose, _)| {
            let along = pose.transform_vector(Vec3::X * 2.0) - Vec3::Z;
            let ray = Ray::new(pose.translation(), along, 9.0).expect("finite");
            black_box(&cast_ray(ground, still, &ray)).is_some()
        })
    });
    rows.row("3D mesh", regime, "project cold", || {
        cold(&bodies, |(pose, _)| {
            black_box(&project(ground, still, pose.translation()).expect("finite")).upper < 0.01
        })
    });
}

fn two_meshes(rows: &Rows<'_>, regime: &str, apart: f32, shape: &Mesh) {
    let mut random = Random::new(9);
    let mut place = || {
        let [a, b] = [(); 2].map(|()| random.rotation().to_array().map(|x| x as f32));
        let at = [Vec3::ZERO, random.direction3().as_vec3() * apart];
        let pose = |at, turn| Pose::new(at, Quat::from_array(turn)).expect("finite");
        [pose(at[0], a), pose(at[1], b)]
    };
    let places: Vec<[Pose; 2]> = (0..COUNT / 4).map(|_| place()).collect();
    rows.row("3D mesh-mesh", regime, "boolean cold", || {
        cold(&places, |[a, b]| black_box(intersects(shape, a, shape, b)))
    });
    rows.row("3D mesh-mesh", regime, "distance cold", || {
        cold(&places, |[a, b]| black_box(distance(shape, a, shape, b)) == 0.0)
    });
    rows.row("3D mesh-mesh", regime, "manifold cold", || {
        cold(&places, |[a, b]| !black_box(&contacts(shape, a, shape, b, MARGIN as f32)).is_empty())
    });
}
