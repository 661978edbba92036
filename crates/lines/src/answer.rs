//! A line of output: one JSON object.
//!
//! The bounds say the status and `intersects`; a bound that is infinite is null, and with it go the
//! estimate and the points, which mean nothing then. Casts have a time of impact instead of a signed
//! distance, and the bounds are those of the time.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::Verdict;
use clearance::{Clearance, Status};
use serde::Serialize;
use serde_json::Value;

use crate::contact::Contact;
use crate::line::Question;
use crate::number::Number;

/// In a line of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A gap is proven.
    Apart,
    /// A depth is proven, or a common point.
    Overlapping,
    /// Of casts.
    Hit,
    /// Of casts.
    Miss,
    /// Rounding hides which.
    Undecided,
    /// The algorithm asked for leaves the question open, or would take too long.
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

/// What was asked for, as far as it was found.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Of shapes that stand still.
    Pair {
        /// `None` if there is no answer.
        intersects: Option<bool>,
        /// `None` if a bound is infinite.
        signed_distance: Option<Number>,
    },
    /// Of shapes and rays that move.
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
    /// The line's name for itself, or its number.
    pub id: Value,
    /// What the bounds say.
    pub status: Outcome,
    /// What was asked for.
    #[serde(flatten)]
    pub found: Found,
    /// On the signed distance, or the time of impact.
    pub lower: Option<Number>,
    /// On the same.
    pub upper: Option<Number>,
    /// Of length 1, from A to B, in the world.
    pub normal: Option<Vec<Number>>,
    /// Of A, in the world.
    pub point_a: Option<Vec<Number>>,
    /// Of B, in the world.
    pub point_b: Option<Vec<Number>>,
    /// The outer option: is the line a contact's?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Option<Contact>>,
    /// The outer option: was it asked for?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Option<&'static str>>,
    /// Which algorithm answered.
    pub algorithm: Option<&'static str>,
    /// How many steps it took.
    pub iterations: Option<u32>,
    /// Why there is no answer.
    pub error: Option<String>,
}

impl Answer {
    /// An answer without an answer: skipped or in error, and why.
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
            manifold: None,
            verdict: verify.then_some(None),
            algorithm: None,
            iterations: None,
            error: Some(reason),
        }
    }

    /// Of a pair, where it was found.
    pub fn signed_distance(&self) -> Option<Number> {
        match self.found {
            Found::Pair { signed_distance, .. } => signed_distance,
            Found::Cast { .. } => None,
        }
    }

    /// One without an answer has the fields of its question, too.
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

    /// Of shapes that stand still.
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
            manifold: None,
            verdict: None,
            algorithm: Some(clearance.algorithm.name()),
            iterations: Some(clearance.iterations),
            error: None,
        }
    }
}

/// As in a line's `verdict`.
pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::Unproven => "unproven",
    }
}
