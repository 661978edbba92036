//! Implements [`Convex`] and [`Geometry`] for `&T`, `Box<T>` and `Arc<T>`, including pointers to trait
//! objects like `&dyn Convex<V = Vec3>` and `Box<dyn Convex<V = Vec3>>`.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{
    Convex, ConvexShape, Core, Custom, Face, Geometry, HalfSpace, Part, Point, Rounded, Shape,
    Side, Vertex, View, Wide,
};
use crate::hull::Built;
use crate::space::{Aabb, Pose, Vector};

/// Forwards every method, also those with a default. A default would ignore what the shape overrides, and
/// would be less exact. Clippy reports a method that is left out.
macro_rules! convex_behind {
    ($([$($generics:tt)*] $pointer:ty => $behind:ty;)*) => {$(
        #[deny(clippy::missing_trait_methods)]
        impl<$($generics)*> Convex for $pointer {
            type V = <$behind as Convex>::V;
            #[inline]
            fn support(&self, direction: Self::V) -> Self::V {
                (**self).support(direction)
            }
            #[inline]
            fn center(&self) -> Self::V {
                (**self).center()
            }
            #[inline]
            fn radius(&self) -> <Self::V as Vector>::Scalar {
                (**self).radius()
            }
            #[inline]
            fn radius_wide(&self) -> f64 {
                (**self).radius_wide()
            }
            #[inline]
            fn radius_bounds(&self) -> [f64; 2] {
                (**self).radius_bounds()
            }
            #[inline]
            fn support_vertex(&self, direction: Self::V, hint: u32) -> Vertex<Self::V> {
                (**self).support_vertex(direction, hint)
            }
            #[inline]
            fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
                (**self).support_wide(direction, hint)
            }
            #[inline]
            fn vertex(&self, id: u32) -> Option<Self::V> {
                (**self).vertex(id)
            }
            #[inline]
            fn reach(&self) -> f64 {
                (**self).reach()
            }
            #[inline]
            fn support_error(&self) -> f64 {
                (**self).support_error()
            }
            #[inline]
            fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
                (**self).face(direction, face);
            }
            #[inline]
            fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
                (**self).contact_normal(normal, other)
            }
            #[inline]
            fn side(&self) -> Option<Side<Wide<Self>>> {
                (**self).side()
            }
            #[inline]
            fn wants_normals(&self) -> bool {
                (**self).wants_normals()
            }
            #[inline]
            fn identity(&self) -> Option<u64> {
                (**self).identity()
            }
            #[inline]
            fn view(&self) -> View<'_, Self::V> {
                (**self).view()
            }
            #[inline]
            fn built(&self) -> Option<&Built> {
                (**self).built()
            }
            #[inline]
            fn to_core(&self) -> Core<Wide<Self>> {
                (**self).to_core()
            }
            #[inline]
            fn reach_from(&self, center: Wide<Self>) -> f64 {
                (**self).reach_from(center)
            }
            #[inline]
            fn aabb(&self, pose: &Pose<Self::V>) -> Aabb<Self::V> {
                (**self).aabb(pose)
            }
        }
    )*};
}

convex_behind! {
    [C: Convex + ?Sized] &C => C;
    [C: Convex + ?Sized] Box<C> => C;
    [C: Convex + ?Sized] Arc<C> => C;
    [V: Vector] Custom<V> => dyn Convex<V = V> + Send + Sync;
}

/// [`Shape`] and [`HalfSpace`] do not implement [`Convex`], so they need impls of their own.
macro_rules! geometry_behind {
    ($($pointer:ty: $core:ty,)*) => {$(
        impl<V: Vector> Geometry for $pointer {
            type V = V;
            type Core = $core;
            #[inline]
            fn part(&self) -> Part<'_, Self::Core> {
                (**self).part()
            }
        }
    )*};
}

geometry_behind! {
    &Shape<V>: Rounded<ConvexShape<V>>,
    Box<Shape<V>>: Rounded<ConvexShape<V>>,
    Arc<Shape<V>>: Rounded<ConvexShape<V>>,
    &HalfSpace<V>: Point<V>,
    Box<HalfSpace<V>>: Point<V>,
    Arc<HalfSpace<V>>: Point<V>,
}
