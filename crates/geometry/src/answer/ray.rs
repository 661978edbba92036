//! The answer of a ray cast: where a ray first hits a shape.

use super::Place;
use crate::number::Scalar;
use crate::space::Vector;

/// Where a ray first hits a shape, in world coordinates.
///
/// The true time is that of the exact ray and the exact shape under its pose as given. The evidence of
/// `lower` is `axis`: the plane perpendicular to it that supports the shape is not reached earlier, so
/// no point of the shape is either.
///
/// ```text
///     o ------> . - - - - - - - ->     o: the ray's origin
///              /|#########|            .: point, at `time`
///      axis <-- |##shape##|            The plane that supports the shape there is reached at
///               |#########|            `lower`, not before.
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Vector> {
    /// The time of the hit, in lengths of the ray's direction: the best estimate, within `[lower, upper]`.
    pub time: V::Scalar,
    /// A lower bound on the time: the ray does not reach the surface before.
    pub lower: V::Scalar,
    /// An upper bound on the time. Infinity if the ray grazes the shape within rounding error: it is not
    /// certain then that the ray touches the shape, but it counts as a hit. The bound may be past the ray's
    /// end if the end is on the surface within rounding error.
    pub upper: V::Scalar,
    /// The point of the hit: the ray's at `time`, up to 32 epsilons of the way and of the coordinates. It is on the surface, up
    /// to the way of the ray from `lower` to `upper` and 32 epsilons of the sizes. If the hit is not certain, an estimate of
    /// where it would be.
    pub point: V,
    /// The outward unit normal of the surface at the point; of a sheet, that of the side that the ray comes from. If a solid cast starts inside, it hits no
    /// surface, and the normal points back along the ray.
    pub normal: V,
    /// Did the ray start inside the shape? An origin on the surface, within rounding error, is not inside:
    /// such a hit has time 0 and the surface's normal.
    pub inside: bool,
    /// Where the point is on the shape, if it has parts or facets.
    pub place: Place,
    /// Does the ray meet the back of a facet?
    pub from_behind: bool,
    /// The normal in `f64`, of length 1 up to rounding. It is the evidence of `lower`; for a hollow cast
    /// that starts inside, it is the evidence of `upper`.
    pub axis: V::Wide,
}

impl<V: Vector> RayHit<V> {
    /// Is it proven that the ray hits the shape? False if it grazes the shape within rounding error.
    pub fn is_certain(&self) -> bool {
        self.upper.is_finite()
    }
}
