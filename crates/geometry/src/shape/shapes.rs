//! All shapes in one type, for scenes, files and the command line tool.

use alloc::sync::Arc;
use core::marker::PhantomData;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{
    Ball, Capsule, ChainSegment, Cone, Convex, Core, Cuboid, Custom, Cylinder, Ellipsoid, Face,
    Facet, Geometry, HalfSpace, Hull, Lowered, Operand, Part, Point, Polygon, Rounded, Segment,
    Side, Triangle, Vertex, View, Wide,
};
use crate::hull::Built;
use crate::number::Scalar;
use crate::space::{Aabb, EntryPoint, Pose, Vector};

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

        $(impl<V: Vector> $given {
            /// The bounding box of the shape, in the frame that `pose` maps to: [`Convex::aabb`], without an
            /// import of the trait.
            pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
                Convex::aabb(self, pose)
            }
        }

        impl<V: Vector> From<$given> for ConvexShape<V> {
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
    /// A convex polygon (2D). What is large is behind a pointer: copies share it, and other shapes stay small.
    Polygon(Arc<Polygon<V>>) from Polygon<V>,
    /// The convex hull of points.
    Hull(Arc<Hull<V>>) from Hull<V>,
    /// A triangle of a mesh (3D).
    Facet(Arc<Facet<V>>) from Facet<V>,
    /// A segment of a chain (2D).
    ChainSegment(Arc<ChainSegment<V>>) from ChainSegment<V>,
    /// A user-defined shape.
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
        // Cylinders and cones also have a method `radius` of their own, for the base.
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
    fn side(&self) -> Option<Side<Wide<Self>>> {
        ask!(self, s => s.side())
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

/// Any shape: a convex shape, rounded by a radius that may be 0, or a half-space. It can be made from any
/// shape type, from [`Rounded`], and from a user-defined shape ([`Shape::custom`]).
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

/// Keeps the rounding radius.
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

impl<V: Vector> ConvexShape<V> {
    /// The bounding box of the shape, in the frame that `pose` maps to: [`Convex::aabb`], without an import of
    /// the trait.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        Convex::aabb(self, pose)
    }
}

impl<V: Vector> Shape<V> {
    /// A user-defined shape. See [`Custom`].
    pub fn custom(shape: impl Convex<V = V> + 'static) -> Self {
        Custom::new(shape).into()
    }

    /// The bounding box of the shape, in the frame that `pose` maps to.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Shape::Convex(shape) => shape.aabb(pose),
            Shape::HalfSpace(half) => half.aabb(pose),
        }
    }

    /// Writes the result of [`Operand::of`] to `to`, where it is made: a copy would take as long as everything
    /// else.
    #[doc(hidden)]
    #[inline]
    pub fn lower_into<'a>(&'a self, to: &mut Operand<'a, V::Wide>) {
        lower(self, |lowered| *to = lowered);
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
    #[inline]
    fn lowered(&self) -> Operand<'_, V::Wide> {
        V::enter::<LowerEntry<'_>>(self)
    }
}

/// Lowers a shape of any kind in this library: a caller would compile the methods of all kinds again.
struct LowerEntry<'a>(PhantomData<&'a ()>);

impl<'a> EntryPoint for LowerEntry<'a> {
    type Given<V: Vector> = &'a Shape<V>;
    type Answer<V: Vector> = Operand<'a, V::Wide>;
    fn plane_f32(shape: &'a Shape<Vec2>) -> Operand<'a, DVec2> {
        lower(shape, |lowered| lowered)
    }
    fn plane_f64(shape: &'a Shape<DVec2>) -> Operand<'a, DVec2> {
        lower(shape, |lowered| lowered)
    }
    fn space_f32(shape: &'a Shape<Vec3>) -> Operand<'a, DVec3> {
        lower(shape, |lowered| lowered)
    }
    fn space_f64(shape: &'a Shape<DVec3>) -> Operand<'a, DVec3> {
        lower(shape, |lowered| lowered)
    }
}

/// Passes a lowered shape to `take`. The kind of shape is matched only once. A shape with a margin is lowered
/// as it is, and each of its methods matches the kind again.
#[inline(always)]
fn lower<'a, V: Vector, R>(shape: &'a Shape<V>, take: impl FnOnce(Operand<'a, V::Wide>) -> R) -> R {
    match shape {
        Shape::Convex(shape) if shape.margin() == Scalar::ZERO => {
            ask!(shape.inner(), s => take(Operand::Convex(Lowered::of(s))))
        }
        Shape::Convex(shape) => take(Operand::Convex(Lowered::of(shape))),
        Shape::HalfSpace(half) => take(Operand::HalfSpace(half.lowered())),
    }
}
