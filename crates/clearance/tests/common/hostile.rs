//! Degenerate pairs in large numbers: concentric, coaxial, with equal radii, aligned, on a lattice,
//! rotated by lattice quaternions or by a tiny angle; of all kinds, with hulls of up to 512
//! vertices.

use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polygon, Segment,
    Triangle,
};
use clearance::space::Vector;
use clearance::{Axis, Pose, Rounded, Shape};
use clearance_testing::Random;

use super::pairs::{Maker, Stand, pose};

/// A shape with its kind's name.
#[derive(Clone, Debug)]
pub struct Body<V: Vector> {
    pub kind: &'static str,
    pub shape: Shape<V>,
}

/// Shapes to choose from: building a hull takes longer than a query about it.
pub struct Bodies<V: Vector>(Vec<Body<V>>);

/// Usually a number of the lattice of lengths.
fn length(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => random.range(0.1, 2.0),
        1 => 0.01,
        _ => [0.25, 0.5, 1.0, 1.0, 1.0, 2.0][random.below(6)],
    }
}

fn lattice(random: &mut Random) -> [f64; 3] {
    core::array::from_fn(|_| 0.5 * (random.below(5) as f64 - 2.0))
}

/// Points on a ball or an ellipsoid, on a lattice, or in a box.
fn cloud(random: &mut Random, dim: usize, most: usize) -> Vec<[f64; 3]> {
    let count = 4 + random.below(most - 3);
    let stretch: [f64; 3] = core::array::from_fn(|_| length(random).max(0.05));
    let round = random.below(3);
    (0..count)
        .map(|i| match round {
            0 => lattice(random),
            _ if dim == 2 => {
                let angle = core::f64::consts::TAU * i as f64 / count as f64;
                let (sin, cos) = libm::sincos(angle);
                let [x, y, _] = if round == 1 { [1.0; 3] } else { stretch };
                [x * cos, y * sin, 0.0]
            }
            1 => random.direction3().to_array(),
            _ => (random.direction3() * DVec3::from_array(stretch)).to_array(),
        })
        .collect()
}

impl<V: Maker> Bodies<V> {
    /// `count` shapes, with equal shares of all kinds; every eighth of a kind is rounded.
    pub fn random(random: &mut Random, count: usize) -> Self {
        let bodies = (0..).filter_map(|i| {
            let (kind, core) = Self::core(random, i % 12)?;
            let radius = if random.below(8) == 0 { length(random) } else { 0.0 };
            let shape = Shape::Convex(Rounded::new(core, V::Scalar::of(radius)).unwrap());
            Some(Body { kind, shape })
        });
        Self(bodies.take(count).collect())
    }

    fn core(random: &mut Random, kind: usize) -> Option<(&'static str, ConvexShape<V>)> {
        let vector = |p: [f64; 3]| V::from_fn(|i| V::Scalar::of(p[i]));
        let flat = V::DIM == 2;
        let sizes: [f64; 3] = core::array::from_fn(|_| length(random));
        let [s0, s1, _] = sizes.map(V::Scalar::of);
        let axis = random.below(V::DIM);
        // Through the centre, beside it, or along an axis.
        let ends = |random: &mut Random| {
            let along = V::unit(axis) * s0;
            match random.below(3) {
                0 => [along, -along],
                1 => [along, along * V::Scalar::of(-2.0)],
                _ => [vector(lattice(random)), vector(lattice(random))],
            }
        };
        let built: (&'static str, ConvexShape<V>) = match kind {
            0 => ("point", Point::new(V::ZERO).ok()?.into()),
            1 => {
                let [p, q] = ends(random);
                ("segment", Segment::new(p, q).ok()?.into())
            }
            2 => {
                let [p, q, r] = core::array::from_fn(|_| vector(lattice(random)));
                ("triangle", Triangle::new(p, q, r).ok()?.into())
            }
            3 => ("ball", Ball::new(s0).ok()?.into()),
            4 => {
                let [p, q] = ends(random);
                ("capsule", Capsule::new(p, q, s1).ok()?.into())
            }
            5 => ("box", Cuboid::new(vector(sizes)).ok()?.into()),
            6 => {
                let radii = match random.below(4) {
                    0 => [sizes[0]; 3],
                    1 => [sizes[0], sizes[0], sizes[1]],
                    _ => sizes,
                };
                ("ellipsoid", Ellipsoid::new(vector(radii)).ok()?.into())
            }
            7 | 8 if flat => {
                let points = cloud(random, 2, if kind == 7 { 12 } else { 512 });
                (
                    "polygon",
                    Polygon::new(points.into_iter().map(vector).collect::<Vec<V>>()).ok()?.into(),
                )
            }
            7 => ("cylinder", Cylinder::new(Axis::ALL[axis], s0, s1).ok()?.into()),
            8 => ("cone", Cone::new(Axis::ALL[axis], s0, s1).ok()?.into()),
            9 | 10 => {
                let points = cloud(random, V::DIM, if kind == 9 { 40 } else { 512 });
                ("hull", Hull::new(points.into_iter().map(vector).collect::<Vec<V>>()).ok()?.into())
            }
            _ if flat => ("ellipsoid", Ellipsoid::new(vector(sizes)).ok()?.into()),
            _ => {
                let both = random.below(2) == 0;
                if both {
                    ("cylinder", Cylinder::new(Axis::ALL[axis], s0, s0).ok()?.into())
                } else {
                    ("cone", Cone::new(Axis::ALL[axis], s0, s0).ok()?.into())
                }
            }
        };
        Some(built)
    }

    pub fn pick(&self, random: &mut Random) -> &Body<V> {
        &self.0[random.below(self.0.len())]
    }
}

/// A random pose, often on the lattice.
pub fn stand(random: &mut Random) -> Stand {
    let small = [1e-3, 1e-4, 1e-6, 1e-9, 1e-12][random.below(5)];
    let q = match random.below(8) {
        0..4 => [0.0, 0.0, 0.0, 1.0],
        4 | 5 => {
            let mut q = [0; 4].map(|_: i32| random.below(6) as f64 - 1.0);
            if q == [0.0; 4] {
                q[3] = 1.0;
            }
            q
        }
        6 => [small, 0.0, 0.0, 1.0],
        _ => random.rotation().to_array(),
    };
    let t = match random.below(10) {
        0..4 => [0.0; 3],
        4 | 5 => {
            let mut t = [0.0; 3];
            t[random.below(3)] = length(random);
            t
        }
        6 => lattice(random),
        7 => {
            let mut t = [0.0; 3];
            t[random.below(3)] = small;
            t
        }
        8 => [small; 3],
        _ => random.in_cube(1.5).to_array(),
    };
    let angle = match random.below(4) {
        0 | 1 => 0.0,
        2 => core::f64::consts::FRAC_PI_4 * random.below(8) as f64,
        _ => random.range(-3.2, 3.2),
    };
    Stand { t, q, angle }
}

/// Two bodies and their poses; A is at the origin in half of the cases.
pub fn pair<'b, V: Maker>(
    bodies: &'b Bodies<V>,
    random: &mut Random,
) -> [(&'b Body<V>, Pose<V>); 2] {
    let (a, b) = (bodies.pick(random), bodies.pick(random));
    let nothing = Stand { t: [0.0; 3], q: [0.0, 0.0, 0.0, 1.0], angle: 0.0 };
    let at_a = if random.below(2) == 0 { nothing } else { stand(random) };
    let mut at_b = stand(random);
    if random.below(4) == 0 {
        at_b.t = at_a.t;
    }
    if random.below(4) == 0 {
        (at_b.q, at_b.angle) = (at_a.q, at_a.angle);
    }
    [(a, pose(&at_a, 1.0)), (b, pose(&at_b, 1.0))]
}
