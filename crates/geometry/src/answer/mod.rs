//! Answers: an interval around the true clearance, the best normal and points, and what
//! proves the interval.
//!
//! The *clearance* of two shapes is their signed distance: positive is a gap, negative minus
//! the penetration depth, the shortest translation that separates them. With the support
//! function h of the Minkowski difference A - B it is, apart or overlapping,
//!
//! ```text
//!     clearance = max over unit n of g(n),    g(n) = -h(n) = min n.b - max n.a
//! ```
//!
//! so any axis n proves a lower bound. The truth that an answer brackets is that of the poses
//! as given, exactly: the interval includes the rounding of the relative pose.
//!
//! The normal points from A to B. Moving B by `depth * normal` separates.

mod evidence;
mod gradient;
mod impact;
mod manifold;
mod point;
mod ray;
#[cfg(feature = "serde")]
mod text;

pub use evidence::{Certificate, Evidence, Member, Surface, Witness};
pub use gradient::Gradient;
pub use impact::{Impact, ImpactCertificate, ImpactStatus, Stretch};
pub use manifold::{ContactPoint, FeatureId, FeaturePart, Manifold};
pub use point::Projection;
pub use ray::RayHit;

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

/// Why an algorithm stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum End {
    /// The bounds met within tolerance.
    Converged,
    /// The question asked was answered before the bounds met.
    Early,
    /// Rounding allowed no further progress; the bounds are as they are.
    NoProgress,
    /// The limit on steps was reached; the bounds are as they are.
    StepLimit,
}

/// An algorithm, as asked for and as answered with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Whatever suits the pair best.
    #[default]
    Auto,
    /// The closed form for half-spaces.
    HalfSpace,
    /// The closed forms of balls against balls, capsules and boxes, of two capsules, in space of
    /// capsules and cylinders against boxes, and of two balls that move along lines: what
    /// [`Algorithm::Auto`] takes for them. By name it is the same as that.
    ClosedForm,
    /// Distance and closest points by Gilbert, Johnson and Keerthi alone. Overlap: no depth.
    Gjk,
    /// What [`Algorithm::Auto`] takes for shapes that it knows nothing better for, and to finish what a
    /// better way leaves open: GJK, and EPA where the shapes overlap. It serves all shapes.
    GjkEpa,
    /// The boolean question alone, by evolving a simplex.
    GjkBoolean,
    /// Penetration by the expanding polytope alone. Apart: a lower bound only.
    Epa,
    /// Polytopes: every separating axis. Apart: a lower bound only, as with all of these.
    Sat,
    /// Polytopes: faces, and pairs of edges whose arcs cross on the Gauss map.
    SatPruned,
    /// Polytopes: the same, found by walking the overlaid Gauss maps.
    SatGauss,
    /// Polytopes: the axes that no bound rules out.
    SatBounded,
    /// Two boxes in space: their 15 axes. What [`Algorithm::Auto`] takes for them; of other
    /// shapes it says nothing.
    SatBoxes,
}

impl Algorithm {
    /// Is it one of the separating axis tests?
    pub fn is_sat(self) -> bool {
        use Algorithm::*;
        matches!(self, Sat | SatPruned | SatGauss | SatBounded | SatBoxes)
    }
    /// The name that the command line uses, to ask or to answer.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::HalfSpace => "half-space",
            Algorithm::ClosedForm => "closed-form",
            Algorithm::Gjk => "gjk",
            Algorithm::GjkEpa => "gjk-epa",
            Algorithm::GjkBoolean => "gjk-boolean",
            Algorithm::Epa => "epa",
            Algorithm::Sat => "sat",
            Algorithm::SatPruned => "sat-pruned",
            Algorithm::SatGauss => "sat-gauss",
            Algorithm::SatBounded => "sat-bounded",
            Algorithm::SatBoxes => "sat-boxes",
        }
    }
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
