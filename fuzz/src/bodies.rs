//! Shapes and poses from bytes, through the checked constructors.

use clearance::glam::{DQuat, DVec4};
use clearance::glam::{DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, ChainSegment, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, Facet, HalfSpace,
    Hull, Point, Polygon, Segment, Triangle,
};
use clearance::space::{Turn, Vector};
use clearance::{Axis, Error, Pose, Rounded, Shape};

use crate::bytes::Bytes;

/// A shape where it stands.
#[derive(Clone, Debug)]
pub struct Body<V: Vector> {
    pub shape: Shape<V>,
    pub pose: Pose<V>,
}

/// What differs between the types of vectors: rotations.
pub trait Space: Vector {
    /// From an angle, or from the four numbers of a quaternion.
    fn turn(numbers: [f64; 4]) -> <Self::Turn as Turn>::Given;
}

macro_rules! space {
    ($($v:ty: $numbers:ident => $turn:expr;)*) => {
        $(impl Space for $v {
            fn turn($numbers: [f64; 4]) -> <Self::Turn as Turn>::Given {
                $turn
            }
        })*
    };
}
space! {
    Vec2: numbers => numbers[0] as f32;
    DVec2: numbers => numbers[0];
    Vec3: numbers => Quat::from_vec4(DVec4::from_array(numbers).as_vec4());
    DVec3: numbers => DQuat::from_array(numbers);
}

impl<V: Space> Body<V> {
    /// Of this size, apart from what single numbers say. What a constructor refuses becomes a ball, or
    /// stays at the origin.
    pub fn read(bytes: &mut Bytes<'_>, size: f64) -> Self {
        // A body that is far larger or smaller than the others is rare.
        let own = if bytes.below(8) == 7 { bytes.power() } else { size };
        let shape = shape(bytes, own).unwrap_or_else(|_| ball());
        Self { shape, pose: pose(bytes, size).unwrap_or(Pose::IDENTITY) }
    }
}

fn ball<V: Vector>() -> Shape<V> {
    Ball::new(V::Scalar::ONE).expect("a ball").into()
}

/// A vector with coordinates on the lattice, in units of `size`.
pub fn vector<V: Vector>(bytes: &mut Bytes<'_>, size: f64) -> V {
    V::from_fn(|_| V::Scalar::of(bytes.number() * size))
}

/// Near the origin, and usually turned by nothing, or by a few integers as a quaternion.
pub fn pose<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Pose<V>> {
    let numbers = match bytes.below(4) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [bytes.number() * 1e-6, bytes.number() * 1e-9, 0.0, 1.0],
        _ => [(); 4].map(|()| bytes.number()),
    };
    Pose::new(vector(bytes, size), V::turn(numbers)).ok()
}

fn shape<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Result<Shape<V>, Error> {
    let kind = bytes.below(15);
    let rounded = bytes.below(4) == 0;
    let axis = Axis::ALL[bytes.below(V::DIM)];
    let length = |bytes: &mut Bytes<'_>| V::Scalar::of(bytes.size() * size);
    let p = |bytes: &mut Bytes<'_>| vector::<V>(bytes, size);
    let core: ConvexShape<V> = match kind {
        0 => Point::new(p(bytes))?.into(),
        1 => Segment::new(p(bytes), p(bytes))?.into(),
        2 => Triangle::new(p(bytes), p(bytes), p(bytes))?.into(),
        3 => Ball::new(length(bytes))?.into(),
        4 => Capsule::new(p(bytes), p(bytes), length(bytes))?.into(),
        5 | 6 => Cuboid::new(V::from_fn(|_| length(bytes)))?.into(),
        7 => Cylinder::new(axis, length(bytes), length(bytes))?.into(),
        8 => Cone::new(axis, length(bytes), length(bytes))?.into(),
        9 => Ellipsoid::new(V::from_fn(|_| length(bytes)))?.into(),
        10 => {
            let half = HalfSpace::new(vector(bytes, 1.0), V::Scalar::of(bytes.number() * size));
            return Ok(Shape::HalfSpace(half?));
        }
        11 if V::DIM == 2 => ChainSegment::new([p(bytes), p(bytes)])?.into(),
        11 => Facet::new([p(bytes), p(bytes), p(bytes)])?.into(),
        12 if V::DIM == 2 => {
            let count = 1 + bytes.below(12);
            Polygon::new((0..count).map(|_| p(bytes)).collect::<Vec<V>>())?.into()
        }
        _ => {
            let count = 1 + bytes.below(24);
            Hull::new((0..count).map(|_| p(bytes)).collect::<Vec<V>>())?.into()
        }
    };
    let margin = if rounded { length(bytes) } else { V::Scalar::ZERO };
    Ok(Shape::Convex(Rounded::new(core, margin)?))
}
