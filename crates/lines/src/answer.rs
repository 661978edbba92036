//! A line of output: one JSON object.
//!
//! The bounds determine the status and `intersects`. An infinite bound is null. Then the estimate and the
//! points are null, too, because they have no meaning. Casts have a time of impact instead of a signed
//! distance, and the bounds are those of the time.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::Verdict;
use clearance::{Clearance, Collider, Status};
use serde::Serialize;
use serde_json::Value;

use crate::contact::{Contact, Patch};
use crate::line::Question;
use crate::number::Number;

/// The status of a line of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A gap is proven.
    Apart,
    /// A depth is proven, or a common point.
    Overlapping,
    /// A cast that hits.
    Hit,
    /// A cast that misses.
    Miss,
    /// Rounding leaves the result open.
    Undecided,
    /// The requested algorithm leaves the question open, or would take too long.
    Skipped,
    /// The line cannot be answered.
    Error,
}

impl From<Status> for Outcome {
    fn from(status: Status) -> Self {
        match status {
            Status::Apart => Self::Apart,
            Status::Overlapping => Self::Overlapping,
            Status::Undecided => Self::Undecided,
        }
    }
}

/// The result of the question.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// For shapes that stand still.
    Pair {
        /// `None` if there is no answer.
        intersects: Option<bool>,
        /// `None` if a bound is infinite.
        signed_distance: Option<Number>,
    },
    /// For shapes and rays that move.
    Cast {
        /// `None` if there is no answer.
        hit: Option<bool>,
        /// The time of impact; `None` if they miss.
        toi: Option<Number>,
    },
}

/// A line of output.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The id of the line, or its number.
    pub id: Value,
    /// The status, from the bounds.
    pub status: Outcome,
    /// The result.
    #[serde(flatten)]
    pub found: Found,
    /// The lower bound of the signed distance, or of the time of impact.
    pub lower: Option<Number>,
    /// The upper bound.
    pub upper: Option<Number>,
    /// A unit vector from A to B, in world coordinates.
    pub normal: Option<Vec<Number>>,
    /// The point of A, in world coordinates.
    pub point_a: Option<Vec<Number>>,
    /// The point of B, in world coordinates.
    pub point_b: Option<Vec<Number>>,
    /// Where `point_a` is on A, if A is not convex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_a: Option<Place>,
    /// Where `point_b` is on B, if B is not convex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_b: Option<Place>,
    /// Is one of the shapes in the other, a solid, so that their surfaces do not meet?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
    /// The outer option: is it a `contact` line?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Option<Contact>>,
    /// All patches of contact, if a shape is not convex; `manifold` is the deepest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifolds: Option<Vec<Patch>>,
    /// The outer option: was it requested?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Option<&'static str>>,
    /// The algorithm that answered.
    pub algorithm: Option<&'static str>,
    /// The number of steps.
    pub iterations: Option<u32>,
    /// The reason if there is no answer.
    pub error: Option<String>,
    /// What was asked for and is not there. They become warnings.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// Where a point is on a shape that is not convex.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The part of a compound; 0 of other shapes.
    pub part: u32,
    /// The triangle or segment; `None` on a convex part.
    pub facet: Option<u32>,
    /// The barycentric coordinates on it, if they are known; in 2D the third is 0.
    pub weights: Option<Vec<Number>>,
}

impl Place {
    /// Where a point is on a shape; `None` if the shape is convex.
    pub fn of<V: Vector>(on: &Collider<V>, place: clearance::Place) -> Option<Self> {
        let clearance::Place { part, facet, weights } = place;
        let weights = || weights.iter().map(|w| Number::of(V::Scalar::of(*w))).collect();
        let place = || Self { part, facet, weights: facet.and_then(|_| weights()) };
        (!matches!(on, Collider::Convex(_))).then(place)
    }
}

impl Answer {
    /// A line without an answer, because it was skipped or is in error, with the reason.
    pub fn without(id: Value, status: Outcome, verify: bool, reason: String) -> Self {
        Self {
            id,
            status,
            found: Found::Pair { intersects: None, signed_distance: None },
            lower: None,
            upper: None,
            normal: None,
            point_a: None,
            point_b: None,
            place_a: None,
            place_b: None,
            inside: false,
            manifold: None,
            manifolds: None,
            verdict: verify.then_some(None),
            algorithm: None,
            iterations: None,
            error: Some(reason),
            notes: Vec::new(),
        }
    }

    /// The signed distance of a pair, if it was found.
    pub fn signed_distance(&self) -> Option<Number> {
        match self.found {
            Found::Pair { signed_distance, .. } => signed_distance,
            Found::Cast { .. } => None,
        }
    }

    /// The same with the fields of the question, for lines without an answer.
    pub fn to(self, question: Question) -> Self {
        match self.status {
            Outcome::Skipped | Outcome::Error if question.is_cast() => {
                Self { found: Found::Cast { hit: None, toi: None }, ..self }
            }
            Outcome::Skipped | Outcome::Error if question == Question::Contact => {
                Self { manifold: Some(None), ..self }
            }
            _ => self,
        }
    }

    /// The answer for shapes that stand still.
    pub fn of<V: Vector>(id: Value, clearance: &Clearance<V>) -> Self {
        let points_mean_something = clearance.bounded();
        let normal_means_something = clearance.lower.is_finite();
        let point = |p: V| Number::all(p).filter(|_| points_mean_something);
        Self {
            id,
            status: clearance.status().into(),
            found: Found::Pair {
                intersects: Some(clearance.intersects()),
                signed_distance: Number::of(clearance.signed_distance)
                    .filter(|_| points_mean_something),
            },
            lower: Number::of(clearance.lower),
            upper: Number::of(clearance.upper),
            normal: Number::all(clearance.normal).filter(|_| normal_means_something),
            point_a: point(clearance.point_a),
            point_b: point(clearance.point_b),
            algorithm: Some(clearance.algorithm.name()),
            iterations: Some(clearance.iterations),
            error: None,
            ..Self::without(Value::Null, Outcome::Undecided, false, String::new())
        }
    }
}

/// The name of a verdict in a line's `verdict`.
pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::Unproven => "unproven",
    }
}
