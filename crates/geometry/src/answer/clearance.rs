//! The clearance of a pair, with evidence and without: its bounds, normal and points.

use super::{Algorithm, End, Evidence, Surface};
use crate::number::Scalar;
use crate::space::Vector;

/// What the bounds prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum Status {
    /// There is a gap: `lower > 0`.
    Apart = 0,
    /// The shapes share inner points, or a proven depth: `upper < 0`.
    Overlapping = 1,
    /// The bounds hold 0: the shapes touch within rounding. Counts as intersecting.
    #[default]
    Undecided = 2,
}

/// What an axis is perpendicular to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// Neither a face nor a pair of edges: an axis that was tried to begin with.
    #[default]
    None,
    /// The face of A (in the plane: the edge) of that number.
    FaceA(u32),
    /// The face of B of that number.
    FaceB(u32),
    /// An edge of A and one of B, by number.
    Edges(u32, u32),
}

/// The signed clearance of a pair, with evidence. Lengths are in the unit of the input; the
/// normal and the points are in world coordinates, or in A's frame for a relative query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// The best estimate, within `[lower, upper]`.
    pub signed_distance: V::Scalar,
    /// Not above the true clearance. Minus infinity where the algorithm gives no depth.
    pub lower: V::Scalar,
    /// Not below the true clearance. Infinity where the algorithm gives no distance.
    pub upper: V::Scalar,
    /// Unit vector from A to B: along the gap, or the way for B to leave A soonest.
    pub normal: V,
    /// The point of A nearest B; in overlap, the point of A deepest inside B along the normal.
    /// Meaningless where `lower` or `upper` is infinite; else it is on the surface, but for what
    /// the bounds leave open: `clearance::verify::check` says how exactly.
    pub point_a: V,
    /// The point of B nearest A; `point_b - point_a` is `signed_distance * normal`.
    /// Meaningless where `lower` or `upper` is infinite.
    pub point_b: V,
    /// Why the algorithm stopped.
    pub end: End,
    /// The algorithm that gave the answer.
    pub algorithm: Algorithm,
    /// What the normal is perpendicular to, where a separating axis test gave the answer: faces
    /// and edges bear the numbers that the hulls built of the shapes give them.
    pub feature: Feature,
    /// Support points or axes looked at.
    pub iterations: u32,
    /// What proves the bounds.
    pub evidence: Evidence<V::Wide>,
}

impl<V: Vector> Clearance<V> {
    /// What the bounds prove.
    pub fn status(&self) -> Status {
        if self.lower > V::Scalar::ZERO {
            Status::Apart
        } else if self.upper < V::Scalar::ZERO {
            Status::Overlapping
        } else {
            Status::Undecided
        }
    }
    /// False only where a gap is proven.
    pub fn intersects(&self) -> bool {
        self.status() != Status::Apart
    }
    /// Did the bounds meet within tolerance?
    pub fn converged(&self) -> bool {
        self.end == End::Converged
    }
    /// Are both bounds finite, so that the estimate and the points mean something?
    pub fn bounded(&self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }
}

/// An answer with all of its evidence: what `clearance::verify::check` reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate<V: Vector> {
    /// The answer.
    pub answer: Clearance<V>,
    /// What proves the upper bound where the cores overlap.
    pub surface: Option<Surface<V::Wide>>,
}

impl<V: Vector> From<Clearance<V>> for Certificate<V> {
    /// The answer alone: it proves gaps, and depths where the rounding radii make them.
    fn from(answer: Clearance<V>) -> Self {
        Self { answer, surface: None }
    }
}

/// The nearest points of two shapes that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints<V: Vector> {
    /// On A.
    pub point_a: V,
    /// On B.
    pub point_b: V,
    /// Unit vector from A to B.
    pub normal: V,
    /// Between the points.
    pub distance: V::Scalar,
}

/// The shortest translation that separates two shapes that intersect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// The length of the translation; 0 for shapes that just touch.
    pub depth: V::Scalar,
    /// Moving B by `depth * normal` separates.
    pub normal: V,
    /// The point of A deepest inside B along the normal.
    pub point_a: V,
    /// The point of B deepest inside A against the normal.
    pub point_b: V,
}
