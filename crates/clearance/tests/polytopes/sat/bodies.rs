//! The kinds of polytopes under test.

use std::f64::consts::TAU;
use std::path::PathBuf;

use clearance::Convex;
use clearance::glam::{DQuat, DVec3};
use clearance::hull::{Built, Facets, Hull3, Small};
use clearance::shape::Hull;
use clearance_testing::Random;

/// A polytope in its frame, in the form for both kinds of algorithms.
pub struct Body {
    /// For EPA.
    pub shape: Hull<DVec3>,
    /// For shapes without faces, or with faces from a table.
    small: Option<Small>,
    pub points: Vec<DVec3>,
    /// The mean of the points, and how far they are from it.
    pub middle: DVec3,
    pub radius: f64,
}

impl Body {
    /// The hull of some points, of any dimension.
    pub fn of(points: Vec<DVec3>) -> Self {
        let shape = Hull::new(points.clone()).unwrap();
        let small = match shape.built() {
            Some(Built::Space(Hull3::Segment(ends))) => Some(Small::segment(*ends)),
            Some(Built::Space(Hull3::Point(p))) => Some(Small::point(*p)),
            _ => None,
        };
        let middle = points.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / points.len() as f64;
        let radius = points.iter().map(|p| (*p - middle).length()).fold(0.0, f64::max);
        Self { shape, small, points, middle, radius }
    }
    /// A box with its faces from the table.
    pub fn cuboid(half: DVec3) -> Self {
        Self { small: Some(Small::cuboid(half)), ..Self::of(corners(half)) }
    }
    /// A triangle with its faces from the table.
    pub fn triangle(corners: [DVec3; 3]) -> Self {
        Self { small: Some(Small::triangle(corners)), ..Self::of(corners.to_vec()) }
    }
    /// The hull of the points after each was changed by `by`.
    pub fn moved(&self, by: impl FnMut(DVec3) -> DVec3) -> Self {
        Self::of(self.points.iter().copied().map(by).collect())
    }
    pub fn facets(&self) -> Facets<'_> {
        match (&self.small, self.shape.built()) {
            (Some(small), _) => small.facets(),
            (_, Some(Built::Space(Hull3::Solid(solid)))) => solid.facets(),
            (_, Some(Built::Space(Hull3::Flat(flat)))) => flat.facets(),
            _ => unreachable!("segments and points are small"),
        }
    }
    /// The farthest point along a direction.
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        self.points.iter().fold(self.points[0], |best, p| {
            if p.dot(direction) > best.dot(direction) { *p } else { best }
        })
    }
}

/// The vertices of a box.
pub fn corners(half: DVec3) -> Vec<DVec3> {
    let sign = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
    (0..8).map(|i| half * DVec3::new(sign(i & 1), sign(i & 2), sign(i & 4))).collect()
}

/// Points on the unit sphere; all are vertices.
pub fn round(random: &mut Random, count: usize) -> Body {
    Body::of((0..count).map(|_| random.direction3()).collect())
}

/// Points on an ellipsoid with these semi-axes.
pub fn stretched(random: &mut Random, count: usize, size: DVec3) -> Body {
    Body::of((0..count).map(|_| random.direction3() * size).collect())
}

/// A prism over a regular polygon, along z.
pub fn prism(sides: usize, radius: f64, half_height: f64) -> Body {
    let at = |k: usize, z: f64| {
        let (sin, cos) = libm::sincos(TAU * k as f64 / sides as f64);
        DVec3::new(radius * cos, radius * sin, z)
    };
    Body::of((0..2 * sides).map(|k| at(k / 2, [-half_height, half_height][k % 2])).collect())
}

/// Points with integer coordinates from -2 to 2: many are coplanar, and many edges are parallel.
pub fn lattice(random: &mut Random, count: usize) -> Body {
    let mut whole = || random.below(5) as f64 - 2.0;
    Body::of((0..count).map(|_| DVec3::new(whole(), whole(), whole())).collect())
}

/// Points with coordinates that are multiples of 1/2, from -1 to 1.
pub fn half_lattice(random: &mut Random, count: usize) -> Body {
    let mut half = || 0.5 * random.below(5) as f64 - 1.0;
    Body::of((0..count).map(|_| DVec3::new(half(), half(), half())).collect())
}

/// Points in about five clusters, which are 1e-16 to 1e-1 wide.
pub fn clustered(random: &mut Random, count: usize) -> Body {
    let width = libm::pow(10.0, random.range(-16.0, -1.0));
    let middles: Vec<DVec3> = (0..5).map(|_| random.direction3()).collect();
    Body::of((0..count).map(|i| middles[i % 5] + random.in_cube(width)).collect())
}

/// As [`lattice`], with noise of 1e-16 to 1e-5 in each coordinate.
pub fn rough(random: &mut Random, count: usize) -> Body {
    let noise = libm::pow(10.0, random.range(-16.0, -5.0));
    lattice(random, count).moved(|p| p + random.in_cube(noise))
}

/// A flat polygon with a random pose. It is exactly flat, because its plane is a coordinate plane
/// sheared by a power of two.
pub fn flat(random: &mut Random, count: usize) -> Body {
    let (axis, lift) = (random.below(3), [0.0, 0.25, 1.0][random.below(3)]);
    let points = (0..count).map(|_| {
        let angle = random.range(0.0, TAU);
        // Rounded, so that the shear is exact.
        let [x, y] = [libm::cos(angle), libm::sin(angle)].map(|x| f64::from(x as f32));
        let mut p = [x, y, lift * x];
        p.rotate_right(axis);
        DVec3::from_array(p)
    });
    Body::of(points.collect())
}

/// A hull of pairs of vertices that are `apart` from each other: there are slivers next to its
/// faces.
pub fn twins(random: &mut Random, count: usize, apart: f64) -> Body {
    let twin = |random: &mut Random| {
        let p = random.direction3();
        [p, (p + random.direction3() * apart).normalize()]
    };
    Body::of((0..count).flat_map(|_| twin(random)).collect())
}

/// The 24 rotations that map a cube to itself.
pub fn cube_rotations() -> Vec<DQuat> {
    let (x, y, z) = (DQuat::from_rotation_x, DQuat::from_rotation_y, DQuat::from_rotation_z);
    let quarter = TAU / 4.0;
    let sides = [x(0.0), x(quarter), x(2.0 * quarter), x(3.0 * quarter), y(quarter), y(-quarter)];
    let turn = |i: usize| sides[i / 4] * z((i % 4) as f64 * quarter);
    (0..24).map(turn).collect()
}

/// The meshes of a robot arm, in metres.
pub fn parts() -> Vec<Body> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    let names = (0..8).map(|i| format!("link{i}.stl"));
    let names = names.chain(["hand.stl", "finger.stl"].map(String::from));
    names.map(|name| Body::of(stl(&std::fs::read(folder.join(name)).unwrap()))).collect()
}

/// The vertices in a binary STL file: 50 bytes per triangle after a header of 84 bytes.
fn stl(bytes: &[u8]) -> Vec<DVec3> {
    let triangles = bytes[84..].as_chunks::<50>().0.iter();
    let corners = triangles.flat_map(|t| t[12..48].as_chunks::<12>().0);
    let number = |b: &[u8]| f64::from(f32::from_le_bytes(b.try_into().unwrap()));
    corners.map(|c| DVec3::from_array([0, 4, 8].map(|i| number(&c[i..i + 4])))).collect()
}
