//! Casts: an independent check of when two moving shapes touch.
//!
//! | claim | proof |
//! |---|---|
//! | no contact before `lower` | stretches of time, one after the other, over each of which an axis keeps the shapes apart; one is enough where neither turns |
//! | contact by `upper` | points of both that are near enough at that time, or corners of the difference around the origin |
//! | contact at the start | the certificate of the clearance at time 0 |
//! | a contact that a one-sided shape refuses is none | see `sides`: at the end of the proven gap it is refused, and so for good if neither turns |
//! | the points are where they touch | see `points`: of shapes that do not turn, where they are at that time |
//!
//! The poses of the shapes at a time are computed here from the sweeps' numbers, including sines and
//! cosines. So is the bound on the curvature of a gap between two times, see `apart`.
//!
//! The answers of `clearance::Cast::ignore_parting` for a start in contact stay unproven, including their
//! points. So do misses of turning shapes past a contact that was refused, and what follows it.

use super::Verdict;
use super::apart::Scene;
use super::assembly::convex;
use super::bounds::check_at;
use super::frame::{Frame, exact, is_unit, minus, norm};
use super::interval::Interval;
use super::moving::Moving;
use super::points::{self, Body, Claim, ROUNDINGS};
use super::sides::Sides;
use clearance_geometry::answer::{
    Certificate, Clearance, End, Impact, ImpactCertificate, ImpactStatus,
};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{ConvexPart, Geometry, Pieces};
use clearance_geometry::space::{Sweep, Vector};

type S<A> = <<A as Pieces>::V as Vector>::Scalar;

/// Checks the answer to a cast of these shapes and sweeps from time 0 to `tmax`. The shapes are in
/// contact if their clearance is at most `gap`.
///
/// The answer is proven if both bounds on the time were confirmed. A bound that claims nothing, like an
/// upper bound of infinity, needs no proof. The answer is refuted if a bound is wrong, or if it
/// contradicts itself: by a NaN, by crossed bounds, by a time outside of the bounds or after `tmax`, by a
/// hit without an upper bound, by a miss that ends before `tmax`, or by a normal whose length is not 1.
/// The points of a hit are checked like those of a clearance in [`check`](crate::check), with the shapes where they are
/// at this time, `gap` apart. Points of shapes that start apart and turn are not checked.
///
/// If a shape is not convex, an answer that does not contradict itself is unproven.
///
/// ```
/// use clearance::d3::{Cuboid, Pose, Sphere, Sweep, Vec3};
/// use clearance::{Cast, verify::{Verdict, check_impact}};
/// let (bar, ball) = (Cuboid::new(Vec3::new(3.0, 0.25, 0.5))?, Sphere::new(0.25)?);
/// let turning = Sweep::new(&Pose::IDENTITY, Vec3::ZERO, Vec3::Z)?;
/// let still = Sweep::at_rest(&Pose::at(Vec3::new(0.0, 2.0, 0.0))?);
/// let proof = Cast::new(&bar, &turning, &ball, &still, 10.0)?.certificate();
/// assert!(proof.impact.hit());
/// let verdict = check_impact(&bar, &turning, &ball, &still, 10.0, 0.0, &proof);
/// assert_eq!(verdict, Verdict::Proven);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn check_impact<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    sweep_a: &Sweep<A::V>,
    b: &B,
    sweep_b: &Sweep<A::V>,
    tmax: S<A>,
    gap: S<A>,
    certificate: &ImpactCertificate<A::V>,
) -> Verdict {
    let (impact, gap) = (&certificate.impact, gap.to_f64());
    if contradicts_itself(impact, tmax) {
        return Verdict::Refuted;
    }
    let (a, b) = (a.parts(), b.parts());
    let Some((a, b)) = convex(&a).zip(convex(&b)) else { return Verdict::Unproven };
    check_convex([&a, &b], [sweep_a, sweep_b], gap, certificate)
}

fn check_convex<V: Vector>(
    [a, b]: [&ConvexPart<'_, V>; 2],
    [sweep_a, sweep_b]: [&Sweep<V>; 2],
    gap: f64,
    certificate: &ImpactCertificate<V>,
) -> Verdict {
    let impact = &certificate.impact;
    let [at_a, at_b] = [sweep_a, sweep_b].map(Sweep::start);
    let at_start = |start: &_| check_at(a, Frame::of(at_a), b, Frame::of(at_b), start);
    let scene = Scene::of(a, sweep_a, b, sweep_b);
    let sides = Sides::of(a, sweep_a, b, sweep_b);
    let sides = sides.as_ref();
    if let Some(sides) = sides
        && impact.status == ImpactStatus::Miss
        && stays_refused(&scene, gap, certificate, sides)
    {
        return match (&certificate.start, impact.initial) {
            (_, None) => Verdict::Proven,
            (Some(start), Some(initial)) if holds(start, initial) => at_start(start),
            (Some(_), Some(_)) => Verdict::Refuted,
            (None, Some(_)) => Verdict::Unproven,
        };
    }
    let Some(initial) = impact.initial else {
        let points = || {
            let (a, b) = (Moved::of(a, sweep_a, impact.time), Moved::of(b, sweep_b, impact.time));
            of_points(&a, &b, impact, gap)
        };
        return of_motion(&scene, gap, certificate, sides).and_then(points);
    };
    let hit = impact.status == ImpactStatus::Hit;
    if hit && scene.apart([0.0; 2], impact.axis, gap) {
        return Verdict::Refuted;
    }
    let Some(start) = &certificate.start else {
        return Verdict::Unproven;
    };
    match at_start(start) {
        Verdict::Proven => {}
        other => return other,
    }
    let (answer, at_once) = (&start.answer, impact.time == V::Scalar::ZERO);
    let apart = hit && gap < answer.lower.to_f64();
    if !holds(start, initial) || apart {
        return Verdict::Refuted;
    }
    let met = !hit || answer.upper.to_f64() <= gap;
    let counts = sides.is_none_or(|sides| sides.counts(impact, 0.0));
    if !(at_once && met && counts) {
        return Verdict::Unproven;
    }
    let Impact { normal, point_a, point_b, .. } = *impact;
    let points = Clearance { signed_distance: initial, normal, point_a, point_b, ..*answer };
    let open = answer.upper.to_f64() - answer.lower.to_f64();
    points::of_clearance(&Body::of(a, at_a), &Body::of(b, at_b), &points, open)
}

/// Are the bounds of the clearance at the start around this number?
fn holds<V: Vector>(start: &Certificate<V>, initial: V::Scalar) -> bool {
    start.answer.lower <= initial && initial <= start.answer.upper
}

/// The verdict for shapes that start apart.
fn of_motion<V: Vector>(
    scene: &Scene<'_, V>,
    gap: f64,
    certificate: &ImpactCertificate<V>,
    sides: Option<&Sides<'_, V>>,
) -> Verdict {
    let impact = &certificate.impact;
    let [lower, upper] = [impact.lower, impact.upper].map(Scalar::to_f64);
    let miss = impact.status == ImpactStatus::Miss;
    let before = (lower == 0.0 && !miss) || apart_until(scene, lower, gap, certificate);
    let contact = |time| scene.contact(time, &certificate.witness, gap);
    // Shapes that do not turn are refused for good from the end of the gap on, or not at all. Those that turn
    // may only be refused at the contact.
    let at = |sides: &Sides<'_, V>| if sides.turns { impact.time.to_f64() } else { lower };
    let counts = |sides: &Sides<'_, V>| sides.counts(impact, at(sides));
    if before && (upper == f64::INFINITY || contact(upper) && sides.is_none_or(counts)) {
        return Verdict::Proven;
    }
    let Impact { point_a, point_b, .. } = *impact;
    let refuse = |sides: &Sides<'_, V>| sides.refuse(lower, [point_a, point_b]) == Some(true);
    let refused = before && upper.is_finite() && sides.is_some_and(|s| !s.turns && refuse(s));
    let earlier = [0.0, 0.5 * lower, lower * (1.0 - 1e-9)];
    let is_contact = |time| {
        let counts = sides.is_none_or(|sides| !sides.turns && sides.counts(impact, time));
        counts && contact(time)
    };
    let late = !before && lower > 0.0 && lower.is_finite() && earlier.into_iter().any(is_contact);
    let early = upper.is_finite() && apart_until(scene, upper, gap, certificate);
    if late || early || refused { Verdict::Refuted } else { Verdict::Unproven }
}

/// Is a miss proven by one-sided shapes? They refuse a contact at the end of the proven gap, and so for good.
fn stays_refused<V: Vector>(
    scene: &Scene<'_, V>,
    gap: f64,
    certificate: &ImpactCertificate<V>,
    sides: &Sides<'_, V>,
) -> bool {
    let until = certificate.stretches.iter().try_fold(0.0, |until: f64, stretch| {
        let holds = stretch.from <= until
            && stretch.to.is_finite()
            && scene.apart([stretch.from, stretch.to], stretch.axis, gap);
        if holds { Ok(until.max(stretch.to)) } else { Err(until) }
    });
    let until = until.unwrap_or_else(|until| until);
    let Impact { point_a, point_b, .. } = certificate.impact;
    !sides.turns && sides.refuse(until, [point_a, point_b]) == Some(true)
}

/// A shape at the time of an impact, with its motion.
struct Moved<'s, V: Vector> {
    body: Body<'s, V>,
    motion: Moving,
    time: f64,
}

impl<'s, V: Vector> Moved<'s, V> {
    fn of<G: Geometry<V = V>>(shape: &'s G, sweep: &Sweep<V>, time: V::Scalar) -> Self {
        let (motion, time) = (Moving::of(sweep), time.to_f64());
        Self { body: Body::at(shape, motion.at(time)), motion, time }
    }

    /// The speed of a point that moves with the shape.
    fn speed(&self, point: V) -> f64 {
        let arm = norm(minus(exact(point), self.motion.center_at(self.time)));
        (norm(self.motion.velocity) + self.motion.speed() * arm).high()
    }
}

/// Checks the points of an impact of shapes that start apart. A miss claims no points, nor does an answer
/// that stopped at the limit on steps.
///
/// Between the bounds on the time, the clearance falls to the gap. It changes no faster than the points
/// move towards each other, so this is the tolerance. For shapes that turn, the normal is that of the
/// last step before they touch and less accurate, so their points are not checked.
fn of_points<V: Vector>(
    a: &Moved<'_, V>,
    b: &Moved<'_, V>,
    impact: &Impact<V>,
    gap: f64,
) -> Verdict {
    let undecided = impact.status == ImpactStatus::Undecided;
    let turning = (a.motion.speed() + b.motion.speed()).high() > 0.0;
    if !impact.hit() || turning || (undecided && impact.end == End::StepLimit) {
        return Verdict::Proven;
    }
    let [lower, time, upper] = [impact.lower, impact.time, impact.upper].map(Scalar::to_f64);
    let open = if upper.is_finite() { upper - lower } else { time - lower };
    // The points are computed before the time is rounded.
    let rounded = 0.5 * V::Scalar::EPSILON.to_f64() * time + points::least::<V>();
    // That moves the shapes, not the points. So in `f32`, where the bounds are apart by rounding, it adds nothing to
    // the distance of the points from each other.
    let is_wide = V::Scalar::EPSILON.to_f64() == f64::EPSILON;
    let aside = if is_wide { open } else { 0.0 } + ROUNDINGS * f64::EPSILON * time;
    let open = open + ROUNDINGS * f64::EPSILON * time + rounded;
    let speed = a.speed(impact.point_a) + b.speed(impact.point_b);
    let claim = Claim {
        normal: impact.normal,
        points: [impact.point_a, impact.point_b],
        distance: Interval::exact(gap),
        slack: speed * open,
        aside: speed * aside,
        path: Some(speed * time),
    };
    claim.verdict(&a.body, &b.body)
}

/// Are the shapes surely apart from time 0 up to and including a time?
fn apart_until<V: Vector>(
    scene: &Scene<'_, V>,
    end: f64,
    gap: f64,
    certificate: &ImpactCertificate<V>,
) -> bool {
    if scene.apart([0.0, end], certificate.impact.axis, gap) {
        return true;
    }
    let mut until = 0.0;
    for stretch in &certificate.stretches {
        let to = stretch.to.min(end);
        if !(stretch.from <= until && scene.apart([stretch.from, to], stretch.axis, gap)) {
            return false;
        }
        until = to.max(until);
        if until >= end {
            return true;
        }
    }
    false
}

/// Does the answer contradict itself?
fn contradicts_itself<V: Vector>(impact: &Impact<V>, tmax: V::Scalar) -> bool {
    let Impact { status, lower, time, upper, .. } = *impact;
    let ordered = V::Scalar::ZERO <= lower && lower <= time && time <= upper;
    let fits = match status {
        ImpactStatus::Miss => time == V::Scalar::INFINITY && lower >= tmax,
        ImpactStatus::Hit => upper.is_finite() && upper <= tmax,
        ImpactStatus::Undecided => {
            time.is_finite() && time <= tmax && (upper <= tmax || !upper.is_finite())
        }
    };
    let initial = impact.initial.is_none_or(|x| !x.to_f64().is_nan());
    !(ordered && fits && initial && is_unit(impact.normal))
}
