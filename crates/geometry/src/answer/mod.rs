//! Answers: an interval that contains the true clearance, the best normal and points, and the evidence
//! that proves the interval.
//!
//! The *clearance* of two shapes is their signed distance. It is positive for a gap. For an overlap it is
//! minus the penetration depth, which is the length of the shortest translation that separates them. With
//! the support function h of the Minkowski difference A - B, the clearance is in both cases
//!
//! ```text
//!     clearance = max over unit n of g(n),    g(n) = -h(n) = min n.b - max n.a
//! ```
//!
//! so any axis n proves a lower bound. The interval contains the true clearance of the poses exactly as
//! given: it accounts for the rounding of the relative pose.
//!
//! The normal points from A to B. Moving B by `depth * normal` separates the shapes.

mod algorithm;
mod certificate;
mod clearance;
mod evidence;
mod gradient;
mod impact;
#[doc(hidden)]
pub mod manifold;
mod path;
mod place;
mod point;
mod ray;
#[cfg(feature = "serde")]
mod text;

pub use algorithm::{Algorithm, End};
pub use certificate::{Certificate, Cover, CoverStep, PiecesEvidence};
pub use clearance::{Clearance, ClosestPoints, Feature, Penetration, Status};
pub use evidence::{Evidence, Member, Surface, Witness};
pub use gradient::Gradient;
pub use impact::{Impact, ImpactCertificate, ImpactStatus, Stretch};
pub use manifold::{ContactPoint, FeatureId, FeaturePart, Manifold};
pub use path::{
    JointCurve, JointMotion, JointPath, JointValue, Mechanism, MechanismBody, MechanismJoint,
    PathCertificate, PathReason, PathStretch, TimedRow,
};
pub use place::{FacetFeature, Place};
pub use point::Projection;
pub use ray::RayHit;
