//! Where a point is, as seen from a shape.

use crate::space::Vector;

/// The point of a shape's surface nearest to a given one, in world coordinates.
///
/// The true signed distance is that of the point and the exact shape under its pose as given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// On the surface, whether the given point is inside or outside. Where several points are
    /// equally near, it is one of them, and always the same.
    pub point: V,
    /// The outward unit normal there: the given point is `point + signed_distance * normal`.
    pub normal: V,
    /// The distance from the surface; negative inside. What has no inside has none.
    pub signed_distance: V::Scalar,
    /// Not above the true signed distance.
    pub lower: V::Scalar,
    /// Not below the true signed distance.
    pub upper: V::Scalar,
}
