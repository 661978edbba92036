//! A user-defined shape that can be stored with all other shapes, behind an [`Arc`].

use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;

use super::Convex;
use crate::space::Vector;

/// A user-defined shape, as [`super::Shape`] and scenes hold it: a reference-counted pointer to any
/// [`Convex`] shape. A clone shares the same object.
///
/// Two are equal if they share the same object. Nothing else about user-defined shapes can be compared.
/// There is no serialized form.
///
/// ```
/// use clearance::d3::{Body, Pose, Scene, Shape, Vec3};
/// use clearance::Convex;
///
/// /// The points between two heights of a ball of radius 1.
/// struct Slice;
///
/// impl Convex for Slice {
///     type V = Vec3;
///     fn support(&self, d: Vec3) -> Vec3 {
///         let d = d.normalize();
///         let z = d.z.clamp(-0.5, 0.5);
///         let out = Vec3::new(d.x, d.y, 0.0).normalize_or(Vec3::X);
///         out * (1.0 - z * z).sqrt() + Vec3::Z * z
///     }
///     fn center(&self) -> Vec3 {
///         Vec3::ZERO
///     }
/// }
///
/// let slice = Shape::custom(Slice);
/// let mut scene = Scene::new();
/// scene.add(Body::fixed(slice.clone()));
/// scene.add(Body::moving(slice).at(Pose::at(Vec3::new(0.0, 0.0, 1.25))?));
/// assert_eq!(scene.step(0.0).contacts().count(), 0);
/// assert_eq!(scene.step(0.3).contacts().count(), 1);
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct Custom<V: Vector>(Arc<dyn Convex<V = V> + Send + Sync>);

impl<V: Vector> Custom<V> {
    /// Wraps a convex shape of any type.
    pub fn new(shape: impl Convex<V = V> + 'static) -> Self {
        Self(Arc::new(shape))
    }
}

impl<V: Vector> From<Arc<dyn Convex<V = V> + Send + Sync>> for Custom<V> {
    fn from(shape: Arc<dyn Convex<V = V> + Send + Sync>) -> Self {
        Self(shape)
    }
}

impl<V: Vector> Deref for Custom<V> {
    type Target = dyn Convex<V = V> + Send + Sync;
    #[inline]
    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl<V: Vector> Clone for Custom<V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<V: Vector> PartialEq for Custom<V> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.0), Arc::as_ptr(&other.0))
    }
}

impl<V: Vector> fmt::Debug for Custom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (center, reach) = (self.center(), self.reach());
        f.debug_struct("Custom")
            .field("center", &center)
            .field("reach", &reach)
            .finish_non_exhaustive()
    }
}
