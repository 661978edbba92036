//! Answers lines about shapes that are not convex: all questions of `ask.rs`, with those of `clearance` for any shape.
//!
//! One shape at least is not convex. Its answers say also where on it the points are, and whether a shape is
//! in the other without touching its surface.

use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::verify::{self, Verdict};
use clearance::{
    AnyShape, Cast, Clearance, Collider, PieceId, Query, Ray, RayCast, RayHit, Separation, Status,
};
use serde_json::Value;

use crate::answer::{Answer, Found, Outcome, Place, verdict_name};
use crate::cast::{self, wrong};
use crate::choice::{Choice, How};
use crate::contact::{Contact, Patch};
use crate::depth;
use crate::line::{Line, Question};
use crate::number::Number;
use crate::options::RayOptions;
use crate::shapes::convex;

/// A shape and its pose.
type Placed<'p, V> = (&'p Collider<V>, &'p Pose<V>);

/// What is missing, as warnings.
const NO_VERDICT: &str = "--verify: casts of shapes that are not convex are not checked";
const NO_UPPER: &str = "--verify: that B is free after this translation is proven; that none shorter than upper is enough is not";
const NO_STEPS: &str = "--trace: there are no steps of shapes that are not convex";

/// Answers a line. `traced`: are its steps asked for?
pub(crate) fn answer<V: Vector>(
    line: &Line,
    question: Question,
    id: &Value,
    how: How,
    sides: [Placed<'_, V>; 2],
    traced: bool,
) -> Result<Answer, String> {
    if how.choice != Choice::Auto {
        let reason = "shapes that are not convex: no algorithm but auto";
        return Ok(skipped(id, how, reason));
    }
    let mut patches = Patches::default();
    let mut answer = match question {
        Question::ShapeCast => shapes(line, id, sides)?,
        Question::RayCast => ray(line, id, how, sides)?,
        Question::Contact => {
            let (answer, found) = contact(line, id, how, sides)?;
            patches = found;
            answer
        }
        Question::Penetration => clearance(id, sides),
        Question::Intersects | Question::Distance => distance(id, sides),
    };
    if how.checks() && answer.status == Outcome::Skipped {
        answer.verdict = Some(None);
    } else if how.checks() && question != Question::RayCast {
        if question == Question::ShapeCast {
            answer.verdict = Some(Some(verdict_name(Verdict::Unproven)));
            answer.notes.push(NO_VERDICT.into());
        } else {
            let is_deep = answer.status != Outcome::Apart
                && matches!(question, Question::Penetration | Question::Contact);
            check(&mut answer, sides, patches, is_deep);
        }
    }
    if traced {
        answer.notes.push(NO_STEPS.into());
    }
    Ok(answer)
}

fn skipped(id: &Value, how: How, reason: &str) -> Answer {
    Answer::without(id.clone(), Outcome::Skipped, how.checks(), reason.into())
}

/// What the checker says of patches.
#[derive(Default)]
struct Patches {
    verdicts: Vec<Verdict>,
    /// If there is none, the shapes must be farther apart.
    margin: f64,
}

/// Checks a distance or a depth, and patches with it. The bounds of a distance become those of its certificate, which may be
/// wider in the last digits.
fn check<V: Vector>(
    answer: &mut Answer,
    [a, b]: [Placed<'_, V>; 2],
    patches: Patches,
    is_deep: bool,
) {
    let mut proof = clearance::certificate(a.0, a.1, b.0, b.1);
    let verdict = |proof: &_| verify::check(a.0, a.1, b.0, b.1, proof);
    let mut verdicts = patches.verdicts;
    if is_deep {
        let Clearance { place_a, place_b, .. } = proof.answer;
        let found = depth::clearance(a.0, a.1, b.0, b.1).0;
        proof.answer = Clearance { place_a, place_b, ..found };
        verdicts.push(verdict(&proof));
        proof.answer.upper = proof.answer.upper.max(V::Scalar::ZERO);
        if verdicts.last() == Some(&Verdict::Unproven) && verdict(&proof) == Verdict::Proven {
            answer.notes.push(NO_UPPER.into());
        }
    } else {
        if verdicts.is_empty()
            && answer.manifolds.is_some()
            && proof.answer.lower.to_f64() <= patches.margin
        {
            verdicts.push(Verdict::Unproven);
        }
        verdicts.push(verdict(&proof));
        // A distance is 0 if they overlap.
        let lower = proof.answer.lower.max(V::Scalar::ZERO);
        (answer.lower, answer.upper) = (Number::of(lower), Number::of(proof.answer.upper));
    }
    let worst = [Verdict::Refuted, Verdict::Unproven];
    let verdict = worst.into_iter().find(|verdict| verdicts.contains(verdict));
    answer.verdict = Some(Some(verdict_name(verdict.unwrap_or(Verdict::Proven))));
}

/// The distance of two shapes that stand still; 0 if they touch or overlap.
fn distance<V: Vector>(id: &Value, [a, b]: [Placed<'_, V>; 2]) -> Answer {
    let near = clearance::separation(a.0, a.1, b.0, b.1);
    of_pair(id, [a.0, b.0], &near, near.status())
}

/// The same with the depth of an overlap, as an interval.
fn clearance<V: Vector>(id: &Value, [a, b]: [Placed<'_, V>; 2]) -> Answer {
    let (found, status) = depth::clearance(a.0, a.1, b.0, b.1);
    let Clearance { signed_distance, lower, upper, normal, point_a, point_b, .. } = found;
    let Clearance { place_a, place_b, inside, .. } = found;
    let distance = signed_distance;
    let near =
        Separation { distance, lower, upper, normal, point_a, point_b, place_a, place_b, inside };
    of_pair(id, [a.0, b.0], &near, status)
}

fn of_pair<V: Vector>(
    id: &Value,
    [a, b]: [&Collider<V>; 2],
    found: &Separation<V>,
    status: Status,
) -> Answer {
    Answer {
        status: status.into(),
        found: Found::Pair {
            intersects: Some(status != Status::Apart),
            signed_distance: Number::of(found.distance),
        },
        lower: Number::of(found.lower),
        upper: Number::of(found.upper),
        normal: Number::all(found.normal),
        point_a: Number::all(found.point_a),
        point_b: Number::all(found.point_b),
        place_a: Place::of(a, found.place_a),
        place_b: Place::of(b, found.place_b),
        inside: found.inside,
        error: None,
        ..Answer::without(id.clone(), Outcome::Undecided, false, String::new())
    }
}

/// Where a piece is on a shape that is not convex. Its point has no known weights.
fn place_of_piece<V: Vector>(on: &Collider<V>, piece: PieceId) -> Option<Place> {
    let PieceId { part, facet } = piece;
    (!matches!(on, Collider::Convex(_))).then_some(Place { part, facet, weights: None })
}

/// The clearance, and all patches of contact.
fn contact<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    [a, b]: [Placed<'_, V>; 2],
) -> Result<(Answer, Patches), String> {
    let options = line.contact()?;
    let [margin, slop] = [options.margin, options.slop].map(V::Scalar::of);
    let patches = Query::new(a.0, a.1, b.0, b.1).slop(slop).contacts(margin);
    let verdict = |patch: &clearance::Contact<V>| {
        // Those that are welded have the normals of their neighbours.
        let pieces = [patch.piece_a, patch.piece_b];
        let checked = || verify::check_patch(a.0, a.1, b.0, b.1, pieces, &patch.manifold);
        if options.slop > 0.0 { Verdict::Unproven } else { checked() }
    };
    let checked = patches.iter().filter(|_| how.checks()).map(verdict).collect();
    let checked = Patches { verdicts: checked, margin: options.margin };
    let patches: Vec<Patch> = patches.iter().map(Patch::of).collect();
    let depth = |patch: &&Patch| patch.contact.deepest().unwrap_or(f64::INFINITY);
    let deepest = patches.iter().min_by(|p, q| depth(p).total_cmp(&depth(q)));
    let manifold: Option<Contact> = deepest.map(|patch| patch.contact.clone());
    let answer = clearance(id, [a, b]);
    Ok((Answer { manifold: Some(manifold), manifolds: Some(patches), ..answer }, checked))
}

/// When two moving shapes first touch.
fn shapes<V: Vector>(
    line: &Line,
    id: &Value,
    [a, b]: [Placed<'_, V>; 2],
) -> Result<Answer, String> {
    let movement = line.movement()?;
    let [sweep_a, sweep_b] = movement.sweeps([a.1, b.1])?;
    let tmax = cast::end(&movement);
    let cast = Cast::new(a.0, &sweep_a, b.0, &sweep_b, tmax).map_err(wrong)?;
    let cast = cast.gap(V::Scalar::of(movement.gap)).map_err(wrong)?;
    let found = if movement.ignore_parting { cast.ignore_parting() } else { cast }.impact();
    let hit = found.hit();
    let inside = found.initial.is_some() && clearance::separation(a.0, a.1, b.0, b.1).inside;
    let place = |on, piece| place_of_piece(on, piece).filter(|_| hit);
    Ok(Answer {
        place_a: place(a.0, found.piece_a),
        place_b: place(b.0, found.piece_b),
        inside,
        ..cast::of_impact(id.clone(), &found)
    })
}

/// Where a ray meets a shape of many pieces.
fn hit_of<A: AnyShape>(
    shape: &A,
    pose: &Pose<A::V>,
    ray: &Ray<A::V>,
    RayOptions { hollow, one_sided }: RayOptions,
) -> Option<RayHit<A::V>> {
    let cast = RayCast::new(shape, pose, ray);
    let cast = if hollow { cast.hollow() } else { cast };
    if one_sided { cast.one_sided().hit() } else { cast.hit() }
}

/// Where a ray, which is a moving point A, first meets B.
fn ray<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    [a, b]: [Placed<'_, V>; 2],
) -> Result<Answer, String> {
    let start = (convex(a.0, "a")?, a.1);
    let (ray, velocity) = cast::ray_of(&line.movement()?, start)?;
    // By its own type, so that the solvers of rays and convex shapes are not compiled again.
    let hit = match b.0 {
        Collider::Surface(surface) => hit_of(surface, b.1, &ray, line.ray()),
        Collider::Compound(compound) => hit_of(&**compound, b.1, &ray, line.ray()),
        _ => return Err("b: of two convex shapes none is of many pieces".into()),
    };
    let verdict = || Some(cast::verdict_of_ray(b, &ray, line.ray(), hit.as_ref()));
    let verdict = how.checks().then(verdict);
    let Some(hit) = hit else {
        return Ok(Answer { verdict, ..cast::missed(id.clone(), ray.tmax()) });
    };
    let answer = cast::of_hit(id.clone(), &hit, velocity);
    Ok(Answer { verdict, place_b: Place::of(b.0, hit.place), ..answer })
}
