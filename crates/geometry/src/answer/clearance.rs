//! The clearance of a pair: its bounds, normal and points, with or without evidence.

use super::{Algorithm, End, Evidence, Place};
use crate::number::Scalar;
use crate::space::Vector;

/// What the bounds of a clearance prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum Status {
    /// The shapes have a gap: `lower > 0`.
    Apart = 0,
    /// The shapes overlap: they share interior points, or a depth is proven (`upper < 0`).
    Overlapping = 1,
    /// The bounds contain 0: the shapes touch within rounding error. Counts as intersecting.
    #[default]
    Undecided = 2,
}

/// The faces or edges that a separating axis is perpendicular to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// Neither a face nor a pair of edges, for example an initial guess.
    #[default]
    None,
    /// The face of A with this number (in 2D, the edge).
    FaceA(u32),
    /// The face of B with this number (in 2D, the edge).
    FaceB(u32),
    /// An edge of A and an edge of B, by their numbers.
    Edges(u32, u32),
}

/// The signed clearance of a pair, with evidence. Lengths are in the unit of the input. The normal and
/// the points are in world coordinates, or in A's frame for a relative query.
///
/// # How accurate the points and the normal are
///
/// The bounds are proven, and what they leave open is what points may be off. Let w be `upper - lower`, s the size of the
/// pair (the largest coordinates of both shapes and the distance of their origins), d the distance of their cores, and
/// e the epsilon of the precision.
///
/// - **Along the normal**, a point is below the plane that supports its shape, or outside of the shape, by at most
///   w + 32 epsilons of `f64` times s + 32 e times the coordinates of the points + (32 e + 1e-12) times the own shape.
///   If the shapes overlap, 2e-9 times s is added: points on curved surfaces are searched. Nearly all are within 2e-9
///   times the smaller shape; the checker leaves the others unproven.
/// - **Sideways**, `point_b - point_a` is `signed_distance * normal` up to the same and the root of (2 d + w) w, where
///   w is at least 256 epsilons of `f64` times s. Between edges that are nearly parallel, many places are about as near.
/// - **The normal** has the length 1 up to 32 e. The gap along it is at least `lower`, up to (32 e + 1e-12) times the
///   shapes. So a turn of it changes nothing that can be measured; near a touch of round shapes it may be large.
///
/// The rounding of the larger shape counts for both: of a pair whose sizes differ by 1e9, the points are as accurate as
/// those of the larger one. `clearance::verify::check` refutes what is farther off. Along the normal, this is the
/// distance of two parallel planes, so a point that is beside the right one on a flat face is right, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// The best estimate, within `[lower, upper]`.
    pub signed_distance: V::Scalar,
    /// A lower bound on the true clearance. Minus infinity if the algorithm gives no depth.
    pub lower: V::Scalar,
    /// An upper bound on the true clearance. Infinity if the algorithm gives no distance.
    pub upper: V::Scalar,
    /// Unit vector from A to B. Apart: along the gap. Overlapping: the direction in which the shortest
    /// translation of B separates the shapes.
    pub normal: V,
    /// The point of A nearest to B. If the shapes overlap: the point of A deepest inside B along the
    /// normal.
    ///
    /// Meaningless if `lower` or `upper` is infinite. Otherwise it is on the surface of A: see above.
    pub point_a: V,
    /// The point of B nearest to A: `point_b - point_a` is `signed_distance * normal`. Meaningless if
    /// `lower` or `upper` is infinite.
    pub point_b: V,
    /// Where `point_a` is on A, if A has parts or facets.
    pub place_a: Place,
    /// Where `point_b` is on B, if B has parts or facets.
    pub place_b: Place,
    /// Is one of the shapes inside the other, a solid, so that their surfaces do not meet?
    pub inside: bool,
    /// Why the algorithm stopped.
    pub end: End,
    /// The algorithm that gave the answer.
    pub algorithm: Algorithm,
    /// The face or edges that the normal is perpendicular to, if a separating axis test gave the answer.
    /// The numbers are those in the hulls that are built of the shapes.
    pub feature: Feature,
    /// The number of support points or axes that were computed.
    pub iterations: u32,
    /// The evidence that proves the bounds.
    pub evidence: Evidence<V::Wide>,
}

impl<V: Vector> Clearance<V> {
    /// The status that the bounds prove.
    pub fn status(&self) -> Status {
        if self.lower > V::Scalar::ZERO {
            Status::Apart
        } else if self.upper < V::Scalar::ZERO {
            Status::Overlapping
        } else {
            Status::Undecided
        }
    }
    /// False only if a gap is proven.
    pub fn intersects(&self) -> bool {
        self.status() != Status::Apart
    }
    /// Did the bounds meet within tolerance?
    pub fn converged(&self) -> bool {
        self.end == End::Converged
    }
    /// Are both bounds finite? Only then do the estimate and the points mean something.
    pub fn bounded(&self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }
}

/// The closest points of two shapes that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints<V: Vector> {
    /// The point on A.
    pub point_a: V,
    /// The point on B.
    pub point_b: V,
    /// Unit vector from A to B.
    pub normal: V,
    /// The distance between the points.
    pub distance: V::Scalar,
}

/// The shortest translation that separates two intersecting shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// The length of the translation. 0 if the shapes just touch.
    pub depth: V::Scalar,
    /// The direction of the translation, of length 1: moving B by `depth * normal` separates the shapes.
    pub normal: V,
    /// The point of A deepest inside B along the normal.
    pub point_a: V,
    /// The point of B deepest inside A against the normal.
    pub point_b: V,
}
