//! All shapes in one type, for scenes, files and the command.

use alloc::sync::Arc;

use super::{
    Ball, Capsule, ChainSegment, Cone, Convex, Core, Cuboid, Custom, Cylinder, Ellipsoid, Face,
    Facet, Geometry, HalfSpace, Hull, Lowered, Operand, Part, Point, Polygon, Rounded, Segment,
    Triangle, Vertex, View, Wide,
};
use crate::hull::Built;
use crate::number::Scalar;
use crate::space::{Aabb, Pose, Vector};

macro_rules! convex_shapes {
    ($($(#[$doc:meta])* $name:ident($held:ty) from $given:ty,)*) => {
        /// Any of the bounded convex shapes.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum ConvexShape<V: Vector> {
            $($(#[$doc])* $name($held),)*
        }

        macro_rules! ask {
            ($shape:expr, $inner:ident => $answer:expr) => {
                match $shape { $(ConvexShape::$name($inner) => $answer,)* }
            };
        }

        $(impl<V: Vector> From<$given> for ConvexShape<V> {
            fn from(shape: $given) -> Self {
                Self::$name(shape.into())
            }
        }

        impl<V: Vector> From<$given> for Shape<V> {
            fn from(shape: $given) -> Self {
                ConvexShape::from(shape).into()
            }
        })*
    };
}

convex_shapes! {
    /// A single point.
    Point(Point<V>) from Point<V>,
    /// A segment.
    Segment(Segment<V>) from Segment<V>,
    /// A triangle.
    Triangle(Triangle<V>) from Triangle<V>,
    /// A circle or sphere.
    Ball(Ball<V>) from Ball<V>,
    /// A capsule.
    Capsule(Capsule<V>) from Capsule<V>,
    /// A rectangle or box.
    Cuboid(Cuboid<V>) from Cuboid<V>,
    /// A cylinder.
    Cylinder(Cylinder<V>) from Cylinder<V>,
    /// A cone.
    Cone(Cone<V>) from Cone<V>,
    /// An ellipse or ellipsoid.
    Ellipsoid(Ellipsoid<V>) from Ellipsoid<V>,
    /// A convex polygon (2D).
    Polygon(Polygon<V>) from Polygon<V>,
    /// The hull of points.
    Hull(Hull<V>) from Hull<V>,
    /// A triangle of a mesh (3D). Facets are large: they are behind a reference, so that the other shapes
    /// stay small.
    Facet(Arc<Facet<V>>) from Facet<V>,
    /// A segment of a chain (2D).
    ChainSegment(Arc<ChainSegment<V>>) from ChainSegment<V>,
    /// A shape of one's own.
    Custom(Custom<V>) from Custom<V>,
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
        // Cylinders and cones have another radius of the same name.
        ask!(self, s => Convex::radius(s))
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
        match self {
            ConvexShape::Facet(_) | ConvexShape::ChainSegment(_) => true,
            ConvexShape::Custom(shape) => shape.wants_normals(),
            _ => false,
        }
    }
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        ask!(self, s => s.contact_normal(normal, other))
    }
    fn identity(&self) -> Option<u64> {
        ask!(self, s => s.identity())
    }
    fn view(&self) -> View<'_, V> {
        ask!(self, s => s.view())
    }
    #[inline]
    fn to_core(&self) -> Core<Wide<Self>> {
        match self {
            ConvexShape::Custom(shape) => shape.to_core(),
            _ => Core::of(self.view(), self.built().is_some()),
        }
    }
}

/// Any shape at all: a convex one, rounded by a radius that may be 0, or a half-space. It is made of any
/// shape, of any [`Rounded`] one, and of a shape of one's own ([`Shape::custom`]).
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

/// Rounded by the same radius.
impl<C: Convex> From<Rounded<C>> for Shape<C::V>
where
    ConvexShape<C::V>: From<C>,
{
    fn from(shape: Rounded<C>) -> Self {
        Self::Convex(shape.map(C::into))
    }
}

impl<V: Vector> From<Arc<dyn Convex<V = V> + Send + Sync>> for ConvexShape<V> {
    fn from(shape: Arc<dyn Convex<V = V> + Send + Sync>) -> Self {
        Custom::from(shape).into()
    }
}

impl<V: Vector> From<Arc<dyn Convex<V = V> + Send + Sync>> for Shape<V> {
    fn from(shape: Arc<dyn Convex<V = V> + Send + Sync>) -> Self {
        Custom::from(shape).into()
    }
}

impl<V: Vector> From<HalfSpace<V>> for Shape<V> {
    fn from(half: HalfSpace<V>) -> Self {
        Self::HalfSpace(half)
    }
}

impl<V: Vector> Shape<V> {
    /// A shape of one's own. See [`Custom`].
    pub fn custom(shape: impl Convex<V = V> + Send + Sync + 'static) -> Self {
        Custom::new(shape).into()
    }

    /// The box around the shape in the frame that `pose` maps to.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Shape::Convex(shape) => shape.aabb(pose),
            Shape::HalfSpace(half) => half.aabb(pose),
        }
    }

    /// What [`Operand::of`] gives, written where it is wanted. The kind is told apart once, and what is
    /// written in pieces is not copied, which takes as long as all else. A rounded shape is asked as it is,
    /// each method telling it apart anew.
    #[doc(hidden)]
    #[inline]
    pub fn lower_into<'a>(&'a self, to: &mut Operand<'a, V::Wide>) {
        match self {
            Shape::Convex(shape) if shape.margin() == Scalar::ZERO => {
                ask!(shape.inner(), s => *to = Operand::Convex(Lowered::of(s)));
            }
            Shape::Convex(shape) => *to = Operand::Convex(Lowered::of(shape)),
            Shape::HalfSpace(half) => *to = Operand::HalfSpace(half.lowered()),
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
