//! Where a ray meets a shape.

use crate::number::Scalar;
use crate::space::Vector;

/// Where a ray first meets a shape, in world coordinates.
///
/// The true time is that of the exact ray and the exact shape under its pose as given. The
/// evidence of `lower` is the axis: a plane across it supports the shape, and the ray does not
/// reach that plane earlier. So nothing of the shape is met earlier either.
///
/// ```text
///     o ------> . - - - - - - - ->     o: the ray's origin
///              /|#########|            .: point, at `time`
///      axis <-- |##shape##|            The plane that supports the shape there is reached at
///               |#########|            `lower`, not before.
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Vector> {
    /// When, in units of the ray's direction: the best estimate, within `[lower, upper]`.
    pub time: V::Scalar,
    /// The shape's surface is not met before.
    pub lower: V::Scalar,
    /// The shape is met no later. Infinity where the ray only grazes the shape: then whether it
    /// touches it is not certain, and counts as a hit. It may be past the ray's end, too, where
    /// that is on the surface within rounding.
    pub upper: V::Scalar,
    /// The point met. Where the hit is not certain, about where it would be.
    pub point: V,
    /// The outward unit normal of the surface at the point. Where a solid cast starts inside,
    /// no surface is met, and the normal points back along the ray.
    pub normal: V,
    /// Did the ray start inside? Not on the surface: within rounding of it the hit is at time 0,
    /// with the surface's normal.
    pub inside: bool,
    /// The normal in `f64`, of length 1 to rounding: the evidence of `lower`, or, of a hollow
    /// cast that starts inside, of `upper`.
    pub axis: V::Wide,
}

impl<V: Vector> RayHit<V> {
    /// Is it proven that the ray meets the shape? Not where it grazes it within rounding.
    pub fn is_certain(&self) -> bool {
        self.upper.is_finite()
    }
}
