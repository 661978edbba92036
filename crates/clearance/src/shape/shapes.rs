//! All shapes in one type, for scenes, files and the command.

use super::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Face, Geometry, HalfSpace, Hull,
    Part, Point, Polygon, Rounded, Segment, Triangle, Vertex, View, Wide,
};
use crate::hull::Built;
use crate::space::{Aabb, Pose, Vector};

macro_rules! convex_shapes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Any of the bounded convex shapes.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum ConvexShape<V: Vector> {
            $($(#[$doc])* $name($name<V>),)*
        }

        macro_rules! ask {
            ($shape:expr, $inner:ident => $answer:expr) => {
                match $shape { $(ConvexShape::$name($inner) => $answer,)* }
            };
        }

        $(impl<V: Vector> From<$name<V>> for ConvexShape<V> {
            fn from(shape: $name<V>) -> Self {
                Self::$name(shape)
            }
        }

        impl<V: Vector> From<$name<V>> for Shape<V> {
            fn from(shape: $name<V>) -> Self {
                ConvexShape::from(shape).into()
            }
        })*
    };
}

convex_shapes! {
    /// A single point.
    Point,
    /// A segment.
    Segment,
    /// A triangle.
    Triangle,
    /// A circle or sphere.
    Ball,
    /// A capsule.
    Capsule,
    /// A rectangle or box.
    Cuboid,
    /// A cylinder.
    Cylinder,
    /// A cone.
    Cone,
    /// An ellipse or ellipsoid.
    Ellipsoid,
    /// A convex polygon (2D).
    Polygon,
    /// The hull of points.
    Hull,
}

impl<V: Vector> Convex for ConvexShape<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        ask!(self, s => s.support(direction))
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        ask!(self, s => s.support_vertex(direction, hint))
    }
    fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
        ask!(self, s => s.support_wide(direction, hint))
    }
    fn support_error(&self) -> f64 {
        ask!(self, s => s.support_error())
    }
    fn center(&self) -> V {
        ask!(self, s => s.center())
    }
    fn radius(&self) -> V::Scalar {
        ask!(self, s => s.radius())
    }
    fn radius_wide(&self) -> f64 {
        ask!(self, s => s.radius_wide())
    }
    fn radius_bounds(&self) -> [f64; 2] {
        ask!(self, s => s.radius_bounds())
    }
    fn vertex(&self, id: u32) -> Option<V> {
        ask!(self, s => s.vertex(id))
    }
    fn reach(&self) -> f64 {
        ask!(self, s => s.reach())
    }
    fn built(&self) -> Option<&Built> {
        ask!(self, s => s.built())
    }
    fn reach_from(&self, center: Wide<Self>) -> f64 {
        ask!(self, s => s.reach_from(center))
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        ask!(self, s => s.face(direction, face))
    }
    fn wants_normals(&self) -> bool {
        false
    }
    fn identity(&self) -> Option<u64> {
        ask!(self, s => s.identity())
    }
    fn view(&self) -> View<'_, V> {
        ask!(self, s => s.view())
    }
}

/// Any shape at all: a convex one, rounded by a radius that may be 0, or a half-space.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<V: Vector> {
    /// A bounded convex shape.
    Convex(Rounded<ConvexShape<V>>),
    /// All points on one side of a plane.
    HalfSpace(HalfSpace<V>),
}

impl<V: Vector> From<ConvexShape<V>> for Shape<V> {
    fn from(shape: ConvexShape<V>) -> Self {
        Self::Convex(shape.into())
    }
}

impl<V: Vector> From<Rounded<ConvexShape<V>>> for Shape<V> {
    fn from(shape: Rounded<ConvexShape<V>>) -> Self {
        Self::Convex(shape)
    }
}

impl<V: Vector> From<HalfSpace<V>> for Shape<V> {
    fn from(half: HalfSpace<V>) -> Self {
        Self::HalfSpace(half)
    }
}

impl<V: Vector> Shape<V> {
    /// The box around the shape in the frame that `pose` maps to.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Shape::Convex(shape) => shape.aabb(pose),
            Shape::HalfSpace(half) => half.aabb(pose),
        }
    }
}

impl<V: Vector> Geometry for Shape<V> {
    type V = V;
    type Core = Rounded<ConvexShape<V>>;
    fn part(&self) -> Part<'_, Self::Core> {
        match self {
            Shape::Convex(shape) => Part::Convex(shape),
            Shape::HalfSpace(half) => Part::HalfSpace(half),
        }
    }
}
