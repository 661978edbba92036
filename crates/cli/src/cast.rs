//! What is said of a `shapecast` and of a `raycast` line: when, and where.
//!
//! `status` is `hit` or `miss`, or `undecided` where rounding hides which; that counts as a hit.
//! `toi` is in units of the velocities, `lower` and `upper` are its bounds, and the points and
//! the normal are those at that time. A ray is a point A on its way, and its normal leads into B.

use clearance::answer::ImpactStatus;
use clearance::number::Scalar;
use clearance::shape::{Convex, Geometry, Part, View};
use clearance::space::{Motion, Vector};
use clearance::{Cast, Impact, Pose, Ray, RayCast, RayHit, Shape, Sweep};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{Answer, Found, How, Number, Outcome};
use crate::line::Line;
use crate::steps::Watcher;

/// Answers a line about two shapes that move.
pub fn shapes<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    watcher: Option<&mut Watcher<'_>>,
) -> Result<Answer, String>
where
    Pose<V>: DeserializeOwned,
{
    let (a, b) = (line.placed::<V>("a")?, line.placed::<V>("b")?);
    let movement = line.movement()?;
    let [va, vb] = movement.velocities::<V>()?;
    let wrong = |e: clearance::Error| format!("cast: {e}");
    let sweep_a = Sweep::linear(&a.1, va).map_err(wrong)?;
    let sweep_b = Sweep::linear(&b.1, vb).map_err(wrong)?;
    let tmax = movement.tmax.map_or(V::Scalar::INFINITY, V::Scalar::of);
    let cast = Cast::new(&a.0, &sweep_a, &b.0, &sweep_b, tmax).map_err(wrong)?;
    let impact = match watcher {
        Some(watcher) => cast.trace(watcher).impact(),
        None => cast.impact(),
    };
    Ok(Answer { verdict: how.verify.then_some(None), ..of_impact(id.clone(), &impact) })
}

fn of_impact<V: Vector>(id: Value, impact: &Impact<V>) -> Answer {
    let status = match impact.status {
        ImpactStatus::Hit => Outcome::Hit,
        ImpactStatus::Miss => Outcome::Miss,
        ImpactStatus::Undecided => Outcome::Undecided,
    };
    let hit = impact.hit();
    let vector = |v: V| Number::all(v).filter(|_| hit);
    Answer {
        id,
        status,
        found: Found::Cast { hit: Some(hit), toi: Number::of(impact.time) },
        lower: Number::of(impact.lower),
        upper: Number::of(impact.upper),
        normal: vector(impact.normal),
        point_a: vector(impact.point_a),
        point_b: vector(impact.point_b),
        manifold: None,
        verdict: None,
        algorithm: None,
        iterations: Some(impact.iterations),
        error: None,
    }
}

/// Answers a line about a ray: A is a point, and both may move.
pub fn ray<V: Vector>(line: &Line, id: &Value, how: How) -> Result<Answer, String>
where
    Pose<V>: DeserializeOwned,
{
    let (a, b) = (line.placed::<V>("a")?, line.placed::<V>("b")?);
    let origin = point(&a.0).ok_or("a: a raycast starts at a shape that is one point")?;
    let origin = V::narrow(Motion::of(&a.1).apply(origin.widen()));
    let movement = line.movement()?;
    let [va, vb] = movement.velocities::<V>()?;
    let tmax = movement.tmax.map_or(V::Scalar::INFINITY, V::Scalar::of);
    let ray = Ray::new(origin, va - vb, tmax).map_err(|e| format!("cast: {e}"))?;
    let hit = RayCast::new(&b.0, &b.1, &ray).hit();
    let answer = match hit {
        Some(hit) => of_hit(id.clone(), &hit, vb),
        None => missed(id.clone(), tmax),
    };
    Ok(Answer { verdict: how.verify.then_some(None), ..answer })
}

/// The only point of a shape that has one, in its own frame.
fn point<V: Vector>(shape: &Shape<V>) -> Option<V> {
    let Part::Convex(core) = shape.part() else { return None };
    match core.view() {
        View::Vertices(&[point]) if core.radius() == V::Scalar::ZERO => Some(point),
        _ => None,
    }
}

fn missed<S: Scalar>(id: Value, until: S) -> Answer {
    let (found, lower) = (Found::Cast { hit: Some(false), toi: None }, Number::of(until));
    Answer { found, lower, error: None, ..Answer::without(id, Outcome::Miss, false, String::new()) }
}

/// The ray's point meets B, which has moved with `velocity` until then.
fn of_hit<V: Vector>(id: Value, hit: &RayHit<V>, velocity: V) -> Answer {
    let point = Number::all(hit.point + velocity * hit.time);
    Answer {
        status: if hit.is_certain() { Outcome::Hit } else { Outcome::Undecided },
        found: Found::Cast { hit: Some(true), toi: Number::of(hit.time) },
        lower: Number::of(hit.lower),
        upper: Number::of(hit.upper),
        normal: Number::all(-hit.normal),
        point_a: point.clone(),
        point_b: point,
        ..missed(id, hit.lower)
    }
}
