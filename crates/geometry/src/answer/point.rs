//! The answer of a point query: the nearest point of a shape's surface.

use super::Place;
use crate::space::Vector;

/// The point of a shape's surface that is nearest to a given point, in world coordinates.
///
/// Of a compound, the signed distance is the least of its parts': inside several parts, the depth in the one where it is
/// deepest. Sheets have no inside.
///
/// The true signed distance is the distance between the given point and the exact shape under its pose
/// as given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// The nearest point of the surface, whether the given point is inside or outside. If several points
    /// are equally near, it is always the same one of them.
    pub point: V,
    /// The outward unit normal at `point`. The given point is `point + signed_distance * normal`.
    pub normal: V,
    /// The distance from the surface, negative inside. It is never negative for a shape without interior.
    pub signed_distance: V::Scalar,
    /// A lower bound on the true signed distance.
    pub lower: V::Scalar,
    /// An upper bound on the true signed distance.
    pub upper: V::Scalar,
    /// Where the nearest point is on the shape, if it has parts or facets.
    pub place: Place,
}
