//! What is said of a line: one JSON object, and the question asked of the library to fill it.
//!
//! One rule covers all algorithms. The bounds say the status and `intersects`; a bound that is
//! infinite is null, and with it go the estimate and the points, which mean nothing then. Where
//! that leaves the line's own question open, the answer is `skipped` and says why.
//!
//! Casts have a time of impact instead of a signed distance, and the bounds are those of the time:
//! see `cast.rs`.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{self, Verdict};
use clearance::{Algorithm, Certificate, Clearance, Pose, Query, Scratch, Status};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::cast;
use crate::contact::{self, Contact};
use crate::cost;
use crate::line::{Line, Question};
use crate::steps::Watcher;

/// Which algorithm to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Asked {
    /// Whatever suits the pair
    Auto,
    /// Distance and closest points; overlap gives no depth
    Gjk,
    /// Yes or no, nothing else
    GjkBoolean,
    /// Penetration; a gap gives a lower bound only
    Epa,
    /// Separating axes of polytopes, all of them; a gap gives a lower bound only
    Sat,
    /// Separating axes, pruned on the Gauss map
    SatPruned,
    /// Separating axes, by walking the overlaid Gauss maps
    SatGauss,
    /// Separating axes that no bound rules out
    SatBounded,
}

impl Asked {
    fn is_sat(self) -> bool {
        matches!(self, Asked::Sat | Asked::SatPruned | Asked::SatGauss | Asked::SatBounded)
    }
    /// Does it answer casts, too?
    fn casts(self) -> bool {
        matches!(self, Asked::Auto | Asked::Gjk)
    }
    /// The library's name for it.
    fn algorithm(self) -> Algorithm {
        match self {
            Asked::Auto => Algorithm::Auto,
            Asked::Gjk => Algorithm::Gjk,
            Asked::GjkBoolean => Algorithm::GjkBoolean,
            Asked::Epa => Algorithm::Epa,
            Asked::Sat => Algorithm::Sat,
            Asked::SatPruned => Algorithm::SatPruned,
            Asked::SatGauss => Algorithm::SatGauss,
            Asked::SatBounded => Algorithm::SatBounded,
        }
    }
}

/// In a line of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Apart,
    Overlapping,
    Hit,
    Miss,
    Undecided,
    Skipped,
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

/// A finite number, in its own precision so that it is written with no more digits than it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Single(f32),
    Double(f64),
}

impl Number {
    /// None where the number is not finite: JSON has no word for it.
    pub fn of<S: Scalar>(value: S) -> Option<Self> {
        let wide = value.to_f64();
        let single = S::EPSILON.to_f64() > f64::EPSILON;
        wide.is_finite().then_some(if single {
            Self::Single(wide as f32)
        } else {
            Self::Double(wide)
        })
    }
    /// All coordinates; none where one is not finite.
    pub fn all<V: Vector>(vector: V) -> Option<Vec<Self>> {
        (0..V::DIM).map(|i| Self::of(vector.get(i))).collect()
    }
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Single(x) => f64::from(x),
            Self::Double(x) => x,
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Single(x) => serializer.serialize_f32(*x),
            Self::Double(x) => serializer.serialize_f64(*x),
        }
    }
}

/// What was asked for, as far as it was found.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Of shapes that stand still.
    Pair { intersects: Option<bool>, signed_distance: Option<Number> },
    /// Of shapes and rays that move.
    Cast { hit: Option<bool>, toi: Option<Number> },
}

/// A line of output.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub id: Value,
    pub status: Outcome,
    #[serde(flatten)]
    pub found: Found,
    /// On the signed distance, or the time of impact.
    pub lower: Option<Number>,
    pub upper: Option<Number>,
    pub normal: Option<Vec<Number>>,
    pub point_a: Option<Vec<Number>>,
    pub point_b: Option<Vec<Number>>,
    /// The outer option: is the line a contact's?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Option<Contact>>,
    /// The outer option: was it asked for?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Option<&'static str>>,
    pub algorithm: Option<&'static str>,
    pub iterations: Option<u32>,
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
    fn to(self, question: Question) -> Self {
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

    fn of<V: Vector>(id: Value, clearance: &Clearance<V>) -> Self {
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

/// Why the answer of the algorithm asked for leaves the question open, if it does.
fn left_open<V: Vector>(
    asked: Asked,
    question: Question,
    clearance: &Clearance<V>,
) -> Option<&'static str> {
    let boolean = question == Question::Intersects;
    if clearance.bounded() {
        return None;
    }
    match asked {
        Asked::GjkBoolean if !boolean => Some("gjk-boolean: no distance, no depth"),
        Asked::Gjk if !boolean && clearance.intersects() => Some("gjk: overlap gives no depth"),
        asked if asked.is_sat() && clearance.lower.to_f64() == f64::NEG_INFINITY => {
            Some("separating axis tests: polytopes only")
        }
        asked if asked.is_sat() && clearance.status() == Status::Undecided => {
            Some("separating axis tests: no depth where only roundings meet or flat shapes touch")
        }
        _ => None,
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

/// How to answer.
#[derive(Clone, Copy)]
pub struct How {
    pub asked: Asked,
    pub verify: bool,
}

/// Answers a line in the precision and dimension of `V`. `watcher` is shown the steps.
pub fn answer<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    scratch: &mut Scratch<V::Wide>,
    watcher: Option<&mut Watcher<'_>>,
) -> Answer
where
    Pose<V>: DeserializeOwned,
{
    let without = |status, reason| Answer::without(id.clone(), status, how.verify, reason);
    let question = match line.question() {
        Ok(question) => question,
        Err(reason) => return without(Outcome::Error, reason),
    };
    let answered = match question {
        _ if question.is_cast() && !how.asked.casts() => {
            let reason = "casts: no algorithm but auto and gjk".into();
            Ok(without(Outcome::Skipped, reason))
        }
        Question::ShapeCast => cast::shapes::<V>(line, id, how, watcher),
        Question::RayCast => cast::ray::<V>(line, id, how),
        _ => pair(line, question, id, how, scratch, watcher),
    };
    answered.unwrap_or_else(|reason| without(Outcome::Error, reason)).to(question)
}

/// Answers a line about two shapes that stand still.
fn pair<V: Vector>(
    line: &Line,
    question: Question,
    id: &Value,
    how: How,
    scratch: &mut Scratch<V::Wide>,
    watcher: Option<&mut Watcher<'_>>,
) -> Result<Answer, String>
where
    Pose<V>: DeserializeOwned,
{
    let (a, b) = (line.placed::<V>("a")?, line.placed::<V>("b")?);
    let margin = line.margin()?;
    if let Some(reason) = cost::refusal(how.asked, &a.0, &b.0) {
        return Ok(Answer::without(id.clone(), Outcome::Skipped, how.verify, reason));
    }
    let query = Query::new(&a.0, &a.1, &b.0, &b.1).algorithm(how.asked.algorithm());
    let query = query.scratch(scratch);
    let certificate = solve(query, how.verify, watcher);
    let mut answer = Answer::of(id.clone(), &certificate.answer);
    let of_contact = question == Question::Contact;
    let manifold = if of_contact { contact::of(&a, &b, margin) } else { None };
    if of_contact {
        answer.manifold = Some(manifold.as_ref().map(Contact::of));
    }
    if let Some(reason) = left_open(how.asked, question, &certificate.answer) {
        answer.status = Outcome::Skipped;
        answer.error = Some(reason.into());
    }
    if how.verify {
        let mut verdict = verify::check(&a.0, &a.1, &b.0, &b.1, &certificate);
        if of_contact && verdict == Verdict::Proven {
            verdict = contact::verdict(&a, &b, margin, manifold.as_ref(), &certificate);
        }
        answer.verdict = Some(Some(verdict_name(verdict)));
    }
    Ok(answer)
}

/// The answer, with all of its evidence where that will be looked at.
fn solve<V: Vector>(
    mut query: Query<'_, V>,
    with_evidence: bool,
    watcher: Option<&mut Watcher<'_>>,
) -> Certificate<V> {
    match (watcher, with_evidence) {
        (None, false) => query.clearance().into(),
        (None, true) => query.certificate(),
        (Some(watcher), false) => query.trace(watcher).clearance().into(),
        (Some(watcher), true) => query.trace(watcher).certificate(),
    }
}
