//! Point clouds for hulls, and hulls that are validated when they are built.

use clearance::glam::DVec3;
use clearance::hull::{Hull3, Polyhedron, build3};
use clearance::space::Vector;
use clearance_testing::Random;

pub fn v3(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Builds and validates a hull, and fails if it is not solid.
#[track_caller]
pub fn solid<V: Vector<Wide = DVec3>>(points: &[V]) -> Polyhedron<V> {
    let hull = build3(points).unwrap();
    if let Err(fault) = hull.validate(points) {
        panic!("{fault}: {} points, the first {:?}", points.len(), &points[..points.len().min(12)]);
    }
    match hull {
        Hull3::Solid(solid) => *solid,
        other => panic!("{} points give {other:?}", points.len()),
    }
}

/// The numbers of vertices, edges and faces.
pub fn counts<V: Vector<Wide = DVec3>>(hull: &Polyhedron<V>) -> [usize; 3] {
    let t = hull.topology();
    [t.vertices(), t.edges(), t.faces()]
}

/// The points of an n x n x n grid over the cube from -1 to 1.
pub fn grid(n: usize) -> Vec<DVec3> {
    let at = |i: usize| 2.0 * i as f64 / (n - 1) as f64 - 1.0;
    (0..n * n * n).map(|i| v3(at(i % n), at(i / n % n), at(i / n / n))).collect()
}

pub fn prism(sides: usize, half_height: f64) -> Vec<DVec3> {
    let ring = |k: usize| {
        let angle = core::f64::consts::TAU * (k / 2) as f64 / sides as f64;
        let z = if k.is_multiple_of(2) { half_height } else { -half_height };
        v3(angle.cos(), angle.sin(), z)
    };
    (0..2 * sides).map(ring).collect()
}

pub fn turned(points: &[DVec3], random: &mut Random) -> Vec<DVec3> {
    let (turn, shift) = (random.rotation(), random.in_cube(1.0));
    points.iter().map(|p| turn * *p + shift).collect()
}

pub const CLOUDS: [&str; 5] = ["ball", "sphere", "cube", "gaussian", "cubes' corners"];

pub fn cloud(kind: &str, count: usize, random: &mut Random) -> Vec<DVec3> {
    let point = |random: &mut Random| match kind {
        "ball" => random.direction3() * random.unit().cbrt(),
        "sphere" => random.direction3(),
        "cube" => random.in_cube(1.0),
        "gaussian" => (0..6).fold(DVec3::ZERO, |sum, _| sum + random.in_cube(1.0)),
        _ => v3(random.below(4) as f64, random.below(4) as f64, random.below(4) as f64),
    };
    (0..count).map(|_| point(random)).collect()
}

pub fn sorted_vertices(hull: &Polyhedron<DVec3>) -> Vec<DVec3> {
    let mut vertices: Vec<DVec3> = hull.vertices().iter().collect();
    vertices.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).unwrap());
    vertices
}
