//! Answers `shapecast` and `raycast` lines: when and where the shapes meet.
//!
//! `status` is `hit` or `miss`, or `undecided` if rounding leaves it open, which counts as a hit. `toi`
//! is in units of the velocities, `lower` and `upper` are its bounds, and the points and the normal are
//! those at this time. A ray is a moving point A, and its normal points into B.

use clearance::answer::{ImpactCertificate, ImpactStatus};
use clearance::number::Scalar;
use clearance::pair::{Cast, RayCast};
use clearance::shape::{Convex, Geometry, Part, Pieces, View};
use clearance::space::{Motion, Vector};
use clearance::verify::{self, Verdict};
use clearance::{Algorithm, Impact, Pose, Ray, RayHit, Shape, Sweep};
use serde_json::Value;

use crate::answer::{Answer, Found, Outcome, verdict_name};
use crate::choice::{Choice, How};
use crate::contact::Placed;
use crate::line::Line;
use crate::number::Number;
use crate::options::{Movement, RayOptions};
use crate::steps::Watcher;

/// Answers a line about two shapes that move.
pub fn shapes<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    [a, b]: [Placed<'_, V>; 2],
    watcher: Option<&mut Watcher<'_>>,
) -> Result<Answer, String> {
    let movement = line.movement()?;
    let moving = Moving {
        shapes: [a.0, b.0],
        sweeps: movement.sweeps([a.1, b.1])?,
        tmax: end(&movement),
        gap: V::Scalar::of(movement.gap),
        ignore_parting: movement.ignore_parting,
        algorithm: how.choice.algorithm(),
    };
    let mut cast = moving.cast()?;
    let impact = match watcher {
        Some(watcher) => cast.trace(watcher).impact(),
        None => cast.impact(),
    };
    let verdict = how.checks().then(|| moving.verdict()).transpose()?;
    let answer = Answer { verdict: verdict.map(Some), ..of_impact(id.clone(), &impact) };
    if how.choice == Choice::ClosedForm && impact.status == ImpactStatus::Undecided {
        let reason = "closed-form: none for this cast, or rounding leaves it open";
        return Ok(Answer { status: Outcome::Skipped, error: Some(reason.into()), ..answer });
    }
    Ok(answer)
}

/// Two shapes that move.
struct Moving<'s, V: Vector> {
    shapes: [&'s Shape<V>; 2],
    sweeps: [Sweep<V>; 2],
    tmax: V::Scalar,
    gap: V::Scalar,
    ignore_parting: bool,
    algorithm: Algorithm,
}

impl<V: Vector> Moving<'_, V> {
    fn cast(&self) -> Result<Cast<'_, V>, String> {
        let ([a, b], [sweep_a, sweep_b]) = (self.shapes, &self.sweeps);
        let cast = Cast::new(a, sweep_a, b, sweep_b, self.tmax).map_err(wrong)?;
        let cast = cast.gap(self.gap).map_err(wrong)?.algorithm(self.algorithm);
        Ok(if self.ignore_parting { cast.ignore_parting() } else { cast })
    }
    /// The checker's verdict on the answer with all of its evidence.
    fn verdict(&self) -> Result<&'static str, String> {
        Ok(verdict_name(self.check(&self.cast()?.certificate())))
    }
    fn check(&self, proof: &ImpactCertificate<V>) -> Verdict {
        let ([a, b], [sweep_a, sweep_b]) = (self.shapes, &self.sweeps);
        verify::check_impact(a, sweep_a, b, sweep_b, self.tmax, self.gap, proof)
    }
}

pub(crate) fn wrong(e: clearance::Error) -> String {
    format!("cast: {e}")
}

/// The end of a cast; infinity if the line does not say.
pub(crate) fn end<S: Scalar>(movement: &Movement) -> S {
    movement.tmax.map_or(S::INFINITY, S::of)
}

pub(crate) fn of_impact<V: Vector>(id: Value, impact: &Impact<V>) -> Answer {
    let status = match impact.status {
        ImpactStatus::Hit => Outcome::Hit,
        ImpactStatus::Miss => Outcome::Miss,
        ImpactStatus::Undecided => Outcome::Undecided,
    };
    let hit = impact.hit();
    if hit && is_beyond(impact.time) {
        return beyond::<V::Scalar>(id, impact.lower);
    }
    let vector = |v: V| Number::all(v).filter(|_| hit);
    Answer {
        status,
        found: Found::Cast { hit: Some(hit), toi: Number::of(impact.time) },
        lower: Number::of(impact.lower),
        upper: Number::of(impact.upper),
        normal: vector(impact.normal),
        point_a: vector(impact.point_a),
        point_b: vector(impact.point_b),
        iterations: Some(impact.iterations),
        ..missed(id, impact.lower)
    }
}

/// Answers a line about a ray: A is a point, and both may move.
pub fn ray<V: Vector>(
    line: &Line,
    id: &Value,
    how: How,
    [a, b]: [Placed<'_, V>; 2],
) -> Result<Answer, String> {
    let movement = line.movement()?;
    let (ray, vb) = ray_of(&movement, a)?;
    let tmax = ray.tmax();
    let cast = RayCast::new(b.0, b.1, &ray);
    let RayOptions { hollow, one_sided } = line.ray();
    let cast = if hollow { cast.hollow() } else { cast };
    let hit = if one_sided { cast.one_sided().hit() } else { cast.hit() };
    let verdict = how.checks().then(|| verdict_of_ray(b, &ray, line.ray(), hit.as_ref()));
    let answer = hit.map_or_else(|| missed(id.clone(), tmax), |hit| of_hit(id.clone(), &hit, vb));
    Ok(Answer { verdict: verdict.map(Some), ..answer })
}

/// The checker's verdict on a hit or a miss.
pub(crate) fn verdict_of_ray<P: Pieces>(
    (shape, pose): (&P, &Pose<P::V>),
    ray: &Ray<P::V>,
    RayOptions { hollow, one_sided }: RayOptions,
    hit: Option<&RayHit<P::V>>,
) -> &'static str {
    let check = verify::RayCheck::new(shape, pose, ray);
    let check = if hollow { check.hollow() } else { check };
    let check = if one_sided { check.one_sided() } else { check };
    verdict_name(hit.map_or_else(|| check.miss(), |hit| check.hit(hit)))
}

/// The ray of a point A as B sees it, which may move, too, and the velocity of B.
pub(crate) fn ray_of<V: Vector>(
    movement: &Movement,
    a: Placed<'_, V>,
) -> Result<(Ray<V>, V), String> {
    let origin = point(a.0).ok_or("a: a raycast starts at a shape that is one point")?;
    let origin = Motion::of(a.1).apply(origin.widen());
    let [va, vb] = movement.velocities::<V>()?;
    let along = va.widen() - vb.widen();
    let ray = Ray::new(V::narrow(origin), V::narrow(along), end(movement)).map_err(wrong)?;
    Ok((ray.unrounded(origin, along), vb))
}

/// The only point of a shape that is a point, in its own frame.
fn point<V: Vector>(shape: &Shape<V>) -> Option<V> {
    let Part::Convex(core) = shape.part() else { return None };
    match core.view() {
        View::Vertices(&[point]) if core.radius() == V::Scalar::ZERO => Some(point),
        _ => None,
    }
}

/// Is a time the last one of the precision, which stands for all later times?
fn is_beyond<S: Scalar>(time: S) -> bool {
    time >= S::below(f64::MAX)
}

/// The answer if they may meet at a time beyond the precision, which is neither a hit nor a miss.
fn beyond<S: Scalar>(id: Value, lower: S) -> Answer {
    let reason = "the time of impact is beyond what numbers of this precision hold";
    Answer {
        status: Outcome::Undecided,
        found: Found::Cast { hit: None, toi: None },
        error: Some(reason.into()),
        ..missed(id, lower)
    }
}

pub(crate) fn missed<S: Scalar>(id: Value, until: S) -> Answer {
    let (found, lower) = (Found::Cast { hit: Some(false), toi: None }, Number::of(until));
    Answer { found, lower, error: None, ..Answer::without(id, Outcome::Miss, false, String::new()) }
}

/// The answer if the ray's point meets B, which moves with `velocity`.
pub(crate) fn of_hit<V: Vector>(id: Value, hit: &RayHit<V>, velocity: V) -> Answer {
    if is_beyond(hit.time) {
        return beyond(id, hit.lower);
    }
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
