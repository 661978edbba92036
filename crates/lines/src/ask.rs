//! Asks the library the question of a line, and makes the answer.
//!
//! One rule holds for all algorithms: if an infinite bound leaves the line's question open, the status is
//! `skipped`, and the error says why.

use clearance::algorithm::gjk_boolean;
use clearance::number::Scalar;
use clearance::pair::Query;
use clearance::shape::difference::Difference;
use clearance::shape::{Geometry, Lowered, Part};
use clearance::space::{DVector, Motion, Vector};
use clearance::verify::{self, Verdict};
use clearance::{Certificate, Clearance, Collider, Convex, Pose, Scratch, Shape, Status};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{Answer, Outcome, verdict_name};
use crate::cast;
use crate::choice::{Choice, How};
use crate::contact::{self, Contact, Placed};
use crate::cost;
use crate::line::{Line, Question};
#[cfg(feature = "pieces")]
use crate::pieces;
use crate::steps::{Sink, Watcher};

/// Answers a line in the precision and dimension of `V`. `sink` gets the steps.
pub fn answer<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    scratch: &mut Scratch<V::Wide>,
    sink: Option<&mut dyn Sink>,
) -> Answer
where
    Pose<V>: DeserializeOwned,
{
    let without = |status, reason| Answer::without(id.clone(), status, how.checks(), reason);
    let question = match line.question() {
        Ok(question) => question,
        Err(reason) => return without(Outcome::Error, reason),
    };
    if let Err(reason) = line.check_options(question) {
        return without(Outcome::Error, reason).to(question);
    }
    let sides = match (line.given::<V>("a"), line.given::<V>("b")) {
        (Ok(a), Ok(b)) => [a, b],
        (Err(reason), _) | (_, Err(reason)) => {
            return without(Outcome::Error, reason).to(question);
        }
    };
    let [(a, pose_a), (b, pose_b)] = &sides;
    let (Collider::Convex(a), Collider::Convex(b)) = (&**a, &**b) else {
        #[cfg(feature = "pieces")]
        let answer = {
            let sides = [(&**a, pose_a), (&**b, pose_b)];
            pieces::answer(line, question, id, how, sides, sink.is_some())
                .unwrap_or_else(|reason| without(Outcome::Error, reason))
        };
        #[cfg(not(feature = "pieces"))]
        let answer = without(Outcome::Error, crate::shapes::CONVEX_ONLY.into());
        return answer.to(question);
    };
    if let Some(reason) = refused(how.choice, question, a, b) {
        return without(Outcome::Skipped, reason.into()).to(question);
    }
    let sides = [(a, pose_a), (b, pose_b)];
    let mut watcher = sink.map(|sink| Watcher::new(sink, id.clone()));
    let watcher = watcher.as_mut();
    let answered = match question {
        Question::ShapeCast => cast::shapes(line, id, how, sides, watcher),
        Question::RayCast => cast::ray(line, id, how, sides),
        _ => pair(line, question, id, how, sides, scratch, watcher),
    };
    answered.unwrap_or_else(|reason| without(Outcome::Error, reason)).to(question)
}

/// Reports the steps of boolean GJK on the cores of a line, with `first` as the first direction, in world
/// coordinates.
pub(crate) fn boolean_from<W: DVector>(
    line: &Line,
    id: &Value,
    first: W,
    sink: &mut dyn Sink,
) -> Result<(), String>
where
    Pose<W>: DeserializeOwned,
{
    let (a, b) = (line.placed::<W>("a")?, line.placed::<W>("b")?);
    let (Part::Convex(core_a), Part::Convex(core_b)) = (a.0.part(), b.0.part()) else {
        return Err("boolean GJK: bounded shapes only".into());
    };
    let (place_a, place_b) = (Motion::of(&a.1), Motion::of(&b.1));
    let b_in_a = place_b.seen_from(&place_a);
    let size = core_a.reach() + core_b.reach() + b_in_a.translation.norm();
    let (core_a, core_b) = (Lowered::of(core_a), Lowered::of(core_b));
    let difference = Difference::new(&core_a, &core_b, &b_in_a, size);
    let first = place_a.unrotate(first).unit_along().ok_or("the direction has no length")?;
    gjk_boolean::overlap(&difference, Some(first), &mut Watcher::new(sink, id.clone()));
    Ok(())
}

/// Answers a line about two shapes that stand still.
fn pair<V: Vector>(
    line: &Line,
    question: Question,
    id: &Value,
    how: How,
    sides: [Placed<'_, V>; 2],
    scratch: &mut Scratch<V::Wide>,
    mut watcher: Option<&mut Watcher<'_>>,
) -> Result<Answer, String> {
    let [a, b] = sides;
    let options = line.contact()?;
    if let Some(reason) = cost::refusal(how.choice, a.0, b.0) {
        return Ok(Answer::without(id.clone(), Outcome::Skipped, how.checks(), reason));
    }
    let query = Query::new(a.0, a.1, b.0, b.1).algorithm(how.choice.method());
    let query = query.scratch(scratch);
    let certificate = solve(query, how.checks(), watcher.as_deref_mut());
    let mut answer = Answer::of(id.clone(), &certificate.answer);
    let of_contact = question == Question::Contact;
    let manifold = if of_contact { contact::of(sides, how.choice.method(), options) } else { None };
    if of_contact {
        answer.manifold = Some(manifold.as_ref().map(Contact::of));
        if let Some(watcher) = watcher {
            contact::tell(sides, how.choice.method(), options, watcher);
        }
    }
    let margin = of_contact.then_some(options.margin);
    if let Some(reason) = left_open(how.choice, question, margin, &certificate.answer) {
        answer.status = Outcome::Skipped;
        answer.error = Some(reason.into());
    }
    if how.checks() {
        let mut verdict = verify::check(a.0, a.1, b.0, b.1, &certificate);
        if of_contact && verdict == Verdict::Proven {
            verdict = contact::verdict(sides, options, manifold.as_ref(), &certificate);
        }
        answer.verdict = Some(Some(verdict_name(verdict)));
    }
    Ok(answer)
}

/// The answer, with all of its evidence if it will be checked.
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

/// The reason if the requested algorithm does not answer such a question or such shapes.
fn refused<V: Vector>(
    choice: Choice,
    question: Question,
    a: &Shape<V>,
    b: &Shape<V>,
) -> Option<&'static str> {
    let has_half_space = [a, b].iter().any(|shape| matches!(shape, Shape::HalfSpace(_)));
    match choice {
        Choice::Auto => None,
        _ if question == Question::RayCast => Some("rays: no algorithm but auto"),
        _ if question.is_cast() && !choice.casts() => {
            Some("casts: no algorithm but auto, gjk, closed-form and half-space")
        }
        Choice::HalfSpace if has_half_space => None,
        Choice::HalfSpace => Some("half-space: pairs with a half-space only"),
        _ if has_half_space => Some("half-spaces: no algorithm but auto and half-space"),
        _ => None,
    }
}

/// The reason if the answer of the requested algorithm leaves the question open. `margin` is that of a contact.
fn left_open<V: Vector>(
    choice: Choice,
    question: Question,
    margin: Option<f64>,
    clearance: &Clearance<V>,
) -> Option<&'static str> {
    let boolean = question == Question::Intersects;
    if clearance.bounded() {
        return None;
    }
    let nothing = clearance.lower.to_f64() == f64::NEG_INFINITY;
    let undecided = clearance.status() == Status::Undecided;
    match choice {
        Choice::Auto => None,
        Choice::GjkBoolean if !boolean => Some("gjk-boolean: no distance, no depth"),
        Choice::Gjk if !boolean && clearance.intersects() => Some("gjk: overlap gives no depth"),
        Choice::ClosedForm => {
            Some("closed-form: none for these shapes, or rounding leaves it open")
        }
        Choice::SatBoxes if nothing => Some("sat-boxes: two boxes in 3D only"),
        Choice::Sat | Choice::SatPruned | Choice::SatGauss | Choice::SatBounded if nothing => {
            Some("separating axis tests: polytopes only")
        }
        Choice::Sat
        | Choice::SatPruned
        | Choice::SatGauss
        | Choice::SatBounded
        | Choice::SatBoxes
            if undecided =>
        {
            Some("separating axis tests: no depth where only roundings meet or flat shapes touch")
        }
        _ if margin.is_some_and(|margin| clearance.lower.to_f64() <= margin) => {
            Some("contact: this algorithm does not find the nearest points of a gap")
        }
        _ => None,
    }
}
