//! Shapes and placements for the survey.

use std::f64::consts::TAU;
use std::path::PathBuf;

use clearance::glam::{DQuat, DVec3};
use clearance::shape::{Capsule, Cone, ConvexShape, Cuboid, Cylinder, Hull};
use clearance::{Axis, Pose, Rounded, Shape, clearance};
use clearance_testing::Random;

use super::check::Body;

pub fn cuboid(half: [f64; 3]) -> Shape<DVec3> {
    ConvexShape::from(Cuboid::new(DVec3::from_array(half)).unwrap()).into()
}

pub fn hull(points: Vec<DVec3>) -> Shape<DVec3> {
    ConvexShape::from(Hull::new(points).unwrap()).into()
}

/// A prism over a regular polygon, along z.
pub fn prism(sides: usize, radius: f64, half_height: f64) -> Shape<DVec3> {
    let at = |k: usize, z: f64| {
        let (sin, cos) = libm::sincos(TAU * k as f64 / sides as f64);
        DVec3::new(radius * cos, radius * sin, z)
    };
    hull((0..2 * sides).map(|k| at(k / 2, [-half_height, half_height][k % 2])).collect())
}

pub fn cylinder(axis: usize, half_height: f64, radius: f64) -> Shape<DVec3> {
    ConvexShape::from(Cylinder::new(Axis::ALL[axis], half_height, radius).unwrap()).into()
}

pub fn cone(axis: usize, half_height: f64, radius: f64) -> Shape<DVec3> {
    ConvexShape::from(Cone::new(Axis::ALL[axis], half_height, radius).unwrap()).into()
}

pub fn capsule(axis: usize, half_length: f64, radius: f64) -> Shape<DVec3> {
    ConvexShape::from(Capsule::along(Axis::ALL[axis], half_length, radius).unwrap()).into()
}

/// The shape with rounded edges.
pub fn rounded(shape: &Shape<DVec3>, radius: f64) -> Shape<DVec3> {
    let Shape::Convex(shape) = shape else { return shape.clone() };
    Rounded::new(shape.inner().clone(), radius).unwrap().into()
}

/// The 24 rotations that map a cube to itself.
pub fn cube_rotations() -> Vec<DQuat> {
    let (x, y, z) = (DQuat::from_rotation_x, DQuat::from_rotation_y, DQuat::from_rotation_z);
    let quarter = TAU / 4.0;
    let sides = [x(0.0), x(quarter), x(2.0 * quarter), x(3.0 * quarter), y(quarter), y(-quarter)];
    (0..24).map(|i| sides[i / 4] * z((i % 4) as f64 * quarter)).collect()
}

/// The meshes of a robot arm, in metres.
pub fn parts() -> Vec<Shape<DVec3>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    let names = (0..8).map(|i| format!("link{i}.stl"));
    let names = names.chain(["hand.stl", "finger.stl"].map(String::from));
    names.map(|name| hull(stl(&std::fs::read(folder.join(name)).unwrap()))).collect()
}

/// The vertices in a binary STL file: 50 bytes per triangle after a header of 84 bytes.
fn stl(bytes: &[u8]) -> Vec<DVec3> {
    let triangles = bytes[84..].as_chunks::<50>().0.iter();
    let corners = triangles.flat_map(|t| t[12..48].as_chunks::<12>().0);
    let number = |b: &[u8]| f64::from(f32::from_le_bytes(b.try_into().unwrap()));
    corners.map(|c| DVec3::from_array([0, 4, 8].map(|i| number(&c[i..i + 4])))).collect()
}

/// A rotation around a random axis by 0, or by 1e-9 to 1e-2 rad.
pub fn slight_turn(random: &mut Random) -> DQuat {
    let angle = [0.0, libm::pow(10.0, random.range(-9.0, -2.0))][random.below(2)];
    DQuat::from_axis_angle(random.direction3(), angle)
}

/// B at a clearance of about `target` from A: it starts at `way` and is moved along the normal.
pub fn placed(a: &Body<DVec3>, b: &Shape<DVec3>, q: DQuat, way: DVec3, target: f64) -> Body<DVec3> {
    let from = Pose::new(way, q).unwrap();
    let answer = clearance(&a.0, &a.1, b, &from);
    let shift = answer.normal * (target - answer.signed_distance);
    (b.clone(), Pose::new(way + shift, q).unwrap())
}
