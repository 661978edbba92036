//! Balls: the circle in 2D and the sphere in 3D. The core is a point.

use super::{Convex, Identity, Vertex, View, kind};
use crate::Error;
use crate::space::Vector;

/// All points within `radius` of the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// A circle or sphere around the local origin. The radius may be 0.
    ///
    /// # Errors
    /// The radius is NaN, infinite or negative.
    pub fn new(radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self { radius: Error::not_negative("radius", radius)? })
    }
    /// The radius.
    #[inline]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> Convex for Ball<V> {
    type V = V;
    #[inline]
    fn support(&self, _: V) -> V {
        V::ZERO
    }
    #[inline]
    fn support_vertex(&self, _: V, _: u32) -> Vertex<V> {
        Vertex { point: V::ZERO, id: 0 }
    }
    #[inline]
    fn support_wide(&self, _: V::Wide, _: u32) -> Vertex<V::Wide> {
        Vertex { point: V::Wide::ZERO, id: 0 }
    }
    fn center(&self) -> V {
        V::ZERO
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    fn vertex(&self, id: u32) -> Option<V> {
        (id == 0).then_some(V::ZERO)
    }
    fn reach(&self) -> f64 {
        0.0
    }
    fn support_error(&self) -> f64 {
        0.0
    }
    fn wants_normals(&self) -> bool {
        false
    }
    fn identity(&self) -> Option<u64> {
        Some(Identity::of(kind::BALL).scalar(self.radius).number())
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(V::ORIGIN)
    }
}
