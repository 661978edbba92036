//! Random shapes of all kinds and random pairs of them, as recipes: numbers that f32 represents
//! exactly, so that the same pair can be made in either precision and at any scale.

use clearance::glam::{DQuat, Quat, Vec2, Vec3};
use clearance::glam::{DVec2, DVec3};
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point, Polygon,
    Segment, Triangle,
};
use clearance::space::{Turn, Vector};
use clearance::{Axis, Pose, Rounded, Shape};
use clearance_testing::Random;

/// The kinds of shapes, 2D first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Point,
    Segment,
    Triangle,
    Ball,
    Capsule,
    Cuboid,
    Ellipsoid,
    HalfSpace,
    Polygon,
    Hull,
    Cylinder,
    Cone,
}

use Kind::*;

/// The kinds that exist in a dimension.
pub fn kinds(dim: usize) -> &'static [Kind] {
    if dim == 2 {
        &[Point, Segment, Triangle, Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, Polygon]
    } else {
        &[
            Point, Segment, Triangle, Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, Hull, Cylinder,
            Cone,
        ]
    }
}

/// The numbers that describe a shape.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub kind: Kind,
    pub points: Vec<[f64; 3]>,
    pub sizes: [f64; 3],
    pub axis: usize,
    pub margin: f64,
}

/// The number rounded to f32.
pub fn short(x: f64) -> f64 {
    f64::from(x as f32)
}

impl Recipe {
    /// A random shape with a size between 0.1 and 2.
    pub fn random(random: &mut Random, dim: usize) -> Self {
        let kinds = kinds(dim);
        let kind = kinds[random.below(kinds.len())];
        let count = match kind {
            Point => 1,
            Segment | Capsule => 2,
            Triangle => 3,
            Hull => 1 + random.below(20),
            _ => 1,
        };
        let mut point = |_| core::array::from_fn(|_| short(random.range(-1.0, 1.0)));
        let mut points: Vec<[f64; 3]> = (0..count).map(&mut point).collect();
        if kind == Polygon {
            points = ring(random);
        }
        let rounded = random.below(4) == 0;
        Self {
            kind,
            points,
            sizes: core::array::from_fn(|_| short(random.range(0.1, 1.0))),
            axis: random.below(dim),
            margin: if rounded { short(random.range(0.0, 0.3)) } else { 0.0 },
        }
    }

    /// Whether the core is curved; a rounding radius does not count.
    pub fn curved(&self) -> bool {
        matches!(self.kind, Ellipsoid | Cylinder | Cone)
    }

    /// The shape with all lengths multiplied by `scale`.
    pub fn make<V: Vector>(&self, scale: f64) -> Shape<V> {
        let length = |x: f64| V::Scalar::of(x * scale);
        let vector = |p: &[f64; 3]| V::from_fn(|i| length(p[i]));
        let p = |i: usize| vector(&self.points[i]);
        let [s0, s1, _] = self.sizes.map(length);
        let all = || self.points.iter().map(vector).collect::<Vec<V>>();
        let convex: ConvexShape<V> = match self.kind {
            Point => Point::new(p(0)).unwrap().into(),
            Segment => Segment::new(p(0), p(1)).unwrap().into(),
            Triangle => Triangle::new(p(0), p(1), p(2)).unwrap().into(),
            Ball => Ball::new(s0).unwrap().into(),
            Capsule => Capsule::new(p(0), p(1), s0).unwrap().into(),
            Cuboid => Cuboid::new(vector(&self.sizes)).unwrap().into(),
            Ellipsoid => Ellipsoid::new(vector(&self.sizes)).unwrap().into(),
            Polygon => Polygon::new(all()).unwrap().into(),
            Hull => Hull::new(all()).unwrap().into(),
            Cylinder => Cylinder::new(Axis::ALL[self.axis], s0, s1).unwrap().into(),
            Cone => Cone::new(Axis::ALL[self.axis], s0, s1).unwrap().into(),
            HalfSpace => {
                let normal = V::from_fn(|i| V::Scalar::of(self.points[0][i]));
                return Shape::HalfSpace(HalfSpace::new(normal, length(self.sizes[0])).unwrap());
            }
        };
        Shape::Convex(Rounded::new(convex, length(self.margin)).unwrap())
    }
}

/// Points of an ellipse in order, counterclockwise or clockwise: a convex polygon.
fn ring(random: &mut Random) -> Vec<[f64; 3]> {
    let count = 3 + random.below(30);
    let (rx, ry) = (random.range(0.2, 1.0), random.range(0.2, 1.0));
    let mut angles: Vec<f64> =
        (0..count).map(|_| random.range(0.0, core::f64::consts::TAU)).collect();
    angles.sort_by(f64::total_cmp);
    // Rounding to f32 could make the outline concave at a chord of a millionth.
    angles.dedup_by(|a, b| (*a - *b).abs() < 0.05);
    if random.below(2) == 0 {
        angles.reverse();
    }
    angles.iter().map(|a| [short(rx * libm::cos(*a)), short(ry * libm::sin(*a)), 0.0]).collect()
}

/// The numbers that describe a pose.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub t: [f64; 3],
    pub q: [f64; 4],
    pub angle: f64,
}

impl Stand {
    /// A random pose within `size` of the origin.
    pub fn random(random: &mut Random, size: f64) -> Self {
        let q = random.rotation();
        Self {
            t: core::array::from_fn(|_| short(random.range(-size, size))),
            q: q.to_array().map(short),
            angle: short(random.range(-3.2, 3.2)),
        }
    }
}

/// What differs between the four vector types: poses from numbers.
pub trait Maker: Vector {
    fn turn(stand: &Stand) -> <Self::Turn as Turn>::Given;
    /// The rotation by `first`, then by `second`.
    fn turned(first: &Stand, second: &Stand) -> <Self::Turn as Turn>::Given;
    /// The vector rotated by a stand.
    fn rotated(self, by: &Stand) -> Self;
}

macro_rules! maker {
    (2, $v:ty, $s:ty) => {
        impl Maker for $v {
            fn turn(stand: &Stand) -> $s {
                stand.angle as $s
            }
            fn turned(first: &Stand, second: &Stand) -> $s {
                (first.angle + second.angle) as $s
            }
            fn rotated(self, by: &Stand) -> Self {
                let wide = DVec2::from_angle(by.angle).rotate(self.widen());
                Self::narrow(wide)
            }
        }
    };
    (3, $v:ty, $q:ident, $s:ty) => {
        impl Maker for $v {
            fn turn(stand: &Stand) -> $q {
                $q::from_array(stand.q.map(|x| x as $s))
            }
            fn turned(first: &Stand, second: &Stand) -> $q {
                let [first, second] = [first, second].map(|s| DQuat::from_array(s.q).normalize());
                $q::from_array((second * first).to_array().map(|x| x as $s))
            }
            fn rotated(self, by: &Stand) -> Self {
                Self::narrow(DQuat::from_array(by.q).normalize() * DVec3::from(self.widen()))
            }
        }
    };
}
maker!(2, Vec2, f32);
maker!(2, DVec2, f64);
maker!(3, Vec3, Quat, f32);
maker!(3, DVec3, DQuat, f64);

/// The pose, its lengths multiplied by `scale`.
pub fn pose<V: Maker>(stand: &Stand, scale: f64) -> Pose<V> {
    let t = V::from_fn(|i| V::Scalar::of(stand.t[i] * scale));
    Pose::new(t, V::turn(stand)).unwrap()
}

/// The pose of `stand` after the whole world was moved by `motion`: rotated, then translated.
pub fn moved<V: Maker>(stand: &Stand, motion: &Stand) -> Pose<V> {
    let t = V::Wide::from_fn(|i| stand.t[i]);
    let t = V::narrow(t).rotated(motion) + V::from_fn(|i| V::Scalar::of(motion.t[i]));
    Pose::new(t, V::turned(stand, motion)).unwrap()
}

/// Two shapes and their poses.
#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Recipe,
    pub b: Recipe,
    pub at_a: Stand,
    pub at_b: Stand,
}

impl Pair {
    /// A random pair; three in four are then moved along the normal to a clearance between a
    /// billionth and a half of their size, or to 0.
    pub fn random<V: Maker<Scalar = f64>>(random: &mut Random) -> Self {
        let mut pair = Self {
            a: Recipe::random(random, V::DIM),
            b: Recipe::random(random, V::DIM),
            at_a: Stand::random(random, 1.0),
            at_b: Stand::random(random, 2.0),
        };
        let target = match random.below(8) {
            0 | 1 => return pair,
            2 => 0.0,
            _ => libm::pow(10.0, random.range(-9.0, -0.3)) * [-1.0, 1.0][random.below(2)],
        };
        let (a, b) = (pair.a.make::<V>(1.0), pair.b.make::<V>(1.0));
        let answer = clearance::clearance(&a, &pose(&pair.at_a, 1.0), &b, &pose(&pair.at_b, 1.0));
        if answer.bounded() {
            let shift = answer.normal * (target - answer.signed_distance);
            for i in 0..V::DIM {
                pair.at_b.t[i] += shift.get(i);
            }
        }
        pair
    }

    pub fn shapes<V: Vector>(&self, scale: f64) -> (Shape<V>, Shape<V>) {
        (self.a.make(scale), self.b.make(scale))
    }

    pub fn poses<V: Maker>(&self, scale: f64) -> (Pose<V>, Pose<V>) {
        (pose(&self.at_a, scale), pose(&self.at_b, scale))
    }
}
