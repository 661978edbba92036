//! Shapes whose numbers are exact in `f32`, so that all libraries make the same shape from them.

use clearance::Axis;
use clearance::number::Scalar;
use clearance::shape::{self, Convex, ConvexShape, Cuboid, Hull, Polygon};
use clearance::space::Vector;

use clearance_testing::Random;

/// A shape as numbers. In 2D the third coordinates are not used.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// Half extents.
    Box([f64; 3]),
    /// A radius.
    Ball(f64),
    /// Along y: half the length of the segment, and a radius.
    Capsule(f64, f64),
    /// Along y: half the height, and a radius.
    Cylinder(f64, f64),
    /// The hull of points in 3D; in 2D a polygon, counterclockwise.
    Points(Vec<[f64; 3]>),
    /// Corners.
    Triangle([[f64; 3]; 3]),
    /// Along y, with the apex on top: half the height, and the radius of the base.
    Cone(f64, f64),
    /// The origin.
    Point,
}

use Recipe::*;

/// A number, rounded to `f32`.
pub fn short(x: f64) -> f64 {
    f64::from(x as f32)
}

/// The approximate size of shapes. Tolerances and regimes are relative to it.
pub const SIZE: f64 = 1.0;

/// The kind of a random shape.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// About [`SIZE`] along each side.
    Box,
    /// A sphere or circle, about [`SIZE`] across.
    Ball,
    /// [`SIZE`] long and half as thick.
    Capsule,
    /// [`SIZE`] high, and about as wide.
    Cylinder,
    /// This many points on a sphere, all of them corners; in 2D on a circle, one in each of as many equal
    /// arcs.
    Points(usize),
    /// Corners on a sphere.
    Triangle,
    /// [`SIZE`] high, and about as wide.
    Cone,
    /// A point.
    Point,
}

impl Recipe {
    /// A shape of a kind.
    pub fn random(kind: Kind, dim: usize, random: &mut Random) -> Self {
        let mut range = |low: f64, high: f64| short(SIZE * random.range(low, high));
        match kind {
            Kind::Box => Box([(); 3].map(|()| range(0.3, 0.7))),
            Kind::Ball => Ball(range(0.3, 0.7)),
            Kind::Capsule => Capsule(range(0.2, 0.3), range(0.2, 0.3)),
            Kind::Cylinder => Cylinder(range(0.3, 0.7), range(0.3, 0.6)),
            Kind::Points(count) if dim == 2 => {
                Points((0..count).map(|i| on_circle(random, i, count)).collect())
            }
            Kind::Points(count) => Self::hull(count, [SIZE / 2.0; 3], random),
            Kind::Triangle => Triangle([(); 3].map(|()| on_ellipsoid([SIZE / 2.0; 3], random))),
            Kind::Cone => Cone(range(0.3, 0.7), range(0.3, 0.6)),
            Kind::Point => Point,
        }
    }
    /// A hull with this many random corners on an ellipsoid with these half axes.
    pub fn hull(corners: usize, axes: [f64; 3], random: &mut Random) -> Self {
        Points((0..corners).map(|_| on_ellipsoid(axes, random)).collect())
    }
    /// clearance's enum of all shapes. It is slower than a concrete type, and used for the truth.
    pub fn any<V: Vector>(&self) -> ConvexShape<V> {
        match self {
            Box(_) => Cuboid::make(self).into(),
            Ball(_) => shape::Ball::make(self).into(),
            Capsule(..) => shape::Capsule::make(self).into(),
            Cylinder(..) => shape::Cylinder::make(self).into(),
            Points(_) if V::DIM == 2 => Polygon::make(self).into(),
            Points(_) => Hull::make(self).into(),
            Triangle(_) => shape::Triangle::make(self).into(),
            Cone(..) => shape::Cone::make(self).into(),
            Point => shape::Point::make(self).into(),
        }
    }
}

fn on_ellipsoid(axes: [f64; 3], random: &mut Random) -> [f64; 3] {
    let direction = random.direction3().to_array();
    core::array::from_fn(|i| short(direction[i] * axes[i]))
}

/// A point in the `i`-th of `count` arcs, not too near to its ends.
fn on_circle(random: &mut Random, i: usize, count: usize) -> [f64; 3] {
    let angle = core::f64::consts::TAU * (i as f64 + random.range(0.1, 0.9)) / count as f64;
    let (sin, cos) = libm::sincos(angle);
    [short(cos * SIZE / 2.0), short(sin * SIZE / 2.0), 0.0]
}

/// A shape type of clearance that can be made from the numbers of its kind.
pub trait Make: Convex {
    /// Makes the shape. Panics on numbers of another kind, which would be an error in the table of pairs.
    fn make(recipe: &Recipe) -> Self;
}

/// A vector of these numbers.
pub fn vector<V: Vector>(numbers: &[f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::of(numbers[i]))
}

macro_rules! make {
    ($($shape:path, from $pattern:pat => $made:expr;)*) => {$(
        impl<V: Vector> Make for $shape {
            fn make(recipe: &Recipe) -> Self {
                let $pattern = recipe else { panic!("the table of pairs has a wrong kind") };
                $made.expect("shapes are made of sound numbers")
            }
        }
    )*};
}

make! {
    Cuboid<V>, from Box(half) => Self::new(vector(half));
    shape::Ball<V>, from Ball(radius) => Self::new(V::Scalar::of(*radius));
    shape::Capsule<V>, from Capsule(half, radius) =>
        Self::along(Axis::Y, V::Scalar::of(*half), V::Scalar::of(*radius));
    shape::Cylinder<V>, from Cylinder(half, radius) =>
        Self::new(Axis::Y, V::Scalar::of(*half), V::Scalar::of(*radius));
    Hull<V>, from Points(points) => Self::new(points.iter().map(vector).collect::<Vec<V>>());
    Polygon<V>, from Points(points) => Self::new(points.iter().map(vector).collect::<Vec<V>>());
    shape::Cone<V>, from Cone(half, radius) =>
        Self::new(Axis::Y, V::Scalar::of(*half), V::Scalar::of(*radius));
    shape::Point<V>, from Point => Self::new(V::ZERO);
    shape::Triangle<V>, from Triangle([a, b, c]) => Self::new(vector(a), vector(b), vector(c));
}
