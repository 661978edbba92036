//! Rays and one convex shape: an independent check of a hit.
//!
//! | claim | proof |
//! |---|---|
//! | nothing is met before `lower` | the plane across the axis that supports the shape: the ray's origin is above it, and so is its point at `lower` |
//! | the shape is met by `upper` | its point there is in the shape; or, of what has no thickness, it is crossed between the bounds |
//! | a hollow shape is not left before `lower` | the ray's origin and its point there are in the shape |
//! | it is left by `upper` | its point there is above the plane |
//! | the point is met, and the normal is one of it | it is the ray's at `time`, and no other one of the shape is farther along the normal |
//!
//! The point of the ray at a time is computed in the shape's frame, in interval arithmetic, from the
//! given numbers. A point is in a rounded shape if it is near enough to a point of the core.

use super::Verdict;
use super::frame::{Frame, Triple, cross, dot, exact, minus, norm, plus, times};
use super::interval::Interval;
use super::members::holds;
use super::points::{Body, Kind, ROUNDINGS, Tolerance, above, at_most, least};
use clearance_geometry::answer::RayHit;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::View;
use clearance_geometry::space::{Ray, Vector};

/// Checks that the point is on the ray at this time, and is the farthest point of the shape along the
/// normal. If a solid cast starts inside, the point must be the ray's origin, and the normal must lead
/// back along the ray.
///
/// The tolerance of the distance from the surface is the way of the ray between the bounds on the time. A
/// hit that is not certain has no upper bound and claims no point.
pub(super) fn of_point<V: Vector>(body: &Body<'_, V>, ray: &Ray<V>, hit: &RayHit<V>) -> Verdict {
    if body.is_opaque() || !hit.is_certain() {
        return Verdict::Proven;
    }
    if !hit.point.is_finite() {
        return Verdict::Refuted;
    }
    // The hit is beyond all numbers of the precision, so there is no point.
    let last = V::Scalar::below(f64::MAX).to_f64();
    if (0..V::DIM).any(|i| hit.point.get(i).to_f64().abs() >= last) {
        return Verdict::Unproven;
    }
    let [lower, time, upper] = [hit.lower, hit.time, hit.upper].map(Scalar::to_f64);
    let [origin, direction] = ray.widen().map(exact);
    let (point, normal, speed) = (exact(hit.point), exact(hit.normal), norm(direction));
    let away = norm(minus(origin, body.frame.translation)).high();
    // The time is rounded, and so is the direction.
    let rounded = ROUNDINGS * V::Scalar::EPSILON.to_f64() * time + least::<V>();
    let along = rounded * speed.high();
    let tolerance = |slack| {
        let (points, size) = ([ray.origin(), hit.point], body.reach() + away);
        Tolerance::new(&points, size, along + slack)
    };
    let at = plus(origin, times(direction, Interval::exact(time)));
    let reached = at_most(norm(minus(point, at)), tolerance(0.0).at(0.0));
    if hit.inside && upper == 0.0 {
        let back = norm(plus(times(direction, Interval::ONE / speed), normal));
        return reached.and(at_most(back, ROUNDINGS * V::Scalar::EPSILON.to_f64()));
    }
    let off = tolerance(speed.high() * (upper - lower)).at(body.reach());
    reached.and_then(|| body.is_farthest(point, normal, off))
}

/// The ray in the shape's frame.
pub(super) struct LocalRay {
    pub origin: Triple,
    pub direction: Triple,
}

impl LocalRay {
    pub fn of<V: Vector>(ray: &Ray<V>, frame: &Frame) -> Self {
        let [origin, direction] = ray.widen().map(exact);
        let origin = frame.unrotate(minus(origin, frame.translation));
        Self { origin, direction: frame.unrotate(direction) }
    }

    pub fn at(&self, time: f64) -> Triple {
        if time == 0.0 {
            self.origin
        } else {
            plus(self.origin, times(self.direction, Interval::exact(time)))
        }
    }

    /// Is the ray surely in a shape at a time up to `upper`? Nothing is met before `lower`; the axis is that of a plane which
    /// it meets about then.
    pub fn meets<V: Vector>(
        &self,
        body: &Kind<'_, V>,
        [lower, upper]: [f64; 2],
        axis: Triple,
    ) -> bool {
        let above = |time: f64| body.above(axis, self.at(time));
        let mut times = earlier_than(upper, lower, &above).into_iter();
        times.any(|time| body.holds(self.at(time)))
            || body.is_crossed(self.at(lower), self.at(upper))
    }
}

/// Well before a time.
pub(super) fn well_before(time: f64) -> [f64; 3] {
    [0.0, 0.5 * time, time * (1.0 - 1e-9)]
}

/// Are the bounds of a hit right?
pub(super) fn of_time<V: Vector>(body: &Body<'_, V>, ray: &Ray<V>, hit: &RayHit<V>) -> Verdict {
    let seen = &LocalRay::of(ray, &body.frame);
    let (axis, body) = (body.frame.unrotate(exact(hit.axis)), &body.kind);
    let [lower, upper] = [hit.lower, hit.upper].map(Scalar::to_f64);
    let above = |time: f64| body.above(axis, seen.at(time));
    let clear = |time: f64| above(time).is_some_and(|h| h.low() > 0.0);
    let not_in = |time: f64| above(time).is_some_and(|h| h.low() >= 0.0);
    let within = |time: f64| body.holds(seen.at(time));
    let endless = upper == f64::INFINITY;
    if hit.inside {
        // A solid cast ends where it starts, a hollow one where the ray leaves the shape.
        let leaves = upper > 0.0;
        if clear(0.0) || (leaves && within_beyond(upper, &within)) {
            return Verdict::Refuted;
        }
        let stays = within(0.0) && (lower == 0.0 || within(lower));
        return proven(stays && (!leaves || endless || not_in(upper)));
    }
    let missed = !endless && clear(0.0) && clear(upper);
    if missed || (lower > 0.0 && well_before(lower).into_iter().any(within)) {
        return Verdict::Refuted;
    }
    let before = lower == 0.0 || (clear(0.0) && not_in(lower));
    proven(before && (endless || seen.meets(body, [lower, upper], axis)))
}

/// Times up to `upper` at which the ray may be in the shape. Near a corner, the ray may be in the shape
/// for less time than the bounds, rounded to `f32`, are apart. So times are tested from about the time at
/// which the ray meets the plane, in shares of the rest.
fn earlier_than(upper: f64, lower: f64, above: &impl Fn(f64) -> Option<Interval>) -> [f64; 7] {
    let heights = above(0.0).zip(above(upper)).map(|(h0, h1)| [h0.nearest(), h1.nearest()]);
    let reached = heights.map_or(lower, |[h0, h1]| upper * (h0 / (h0 - h1)));
    let from = if lower <= reached && reached <= upper { reached } else { lower };
    let shares = [1.0, 0.5, 0.125, 1.0 / 64.0, 1e-4, 1e-6, 1e-8];
    shares.map(|share| upper.min(from + (upper - from) * share))
}

/// Is the ray still in the shape well after the time by which it should have left?
pub(super) fn within_beyond(upper: f64, within: &impl Fn(f64) -> bool) -> bool {
    upper.is_finite() && within(upper * (1.0 + 1e-9))
}

pub(super) fn proven(yes: bool) -> Verdict {
    if yes { Verdict::Proven } else { Verdict::Unproven }
}

impl<V: Vector> Kind<'_, V> {
    /// The height of a point over the supporting plane perpendicular to an axis, times the length of the
    /// axis. A half-space has one such plane.
    pub fn above(&self, axis: Triple, point: Triple) -> Option<Interval> {
        match self {
            Kind::Half(half) => {
                Some(dot(exact(half.normal()), point) - Interval::exact(half.offset()))
            }
            Kind::Core(view, radius) => above(view, *radius, axis, point),
        }
    }
    /// Is the point surely in the shape?
    pub fn holds(&self, point: Triple) -> bool {
        match self {
            Kind::Half(_) => self.above(point, point).is_some_and(|h| h.high() <= 0.0),
            Kind::Core(view, radius) => holds(view, *radius, point),
        }
    }
    /// Does the segment between two points surely cross the shape, which has no thickness?
    pub fn is_crossed(&self, from: Triple, to: Triple) -> bool {
        let Kind::Core(View::Vertices(vertices), radius) = self else { return false };
        if *radius != Interval::ZERO {
            return false;
        }
        match **vertices {
            [a, b] if V::DIM == 2 => {
                let (a, b) = (exact(a), exact(b));
                let side = |p, q, r| cross(minus(q, p), minus(r, p))[2].sign();
                opposite(side(a, b, from), side(a, b, to))
                    && opposite(side(from, to, a), side(from, to, b))
            }
            [a, b, c] if V::DIM == 3 => {
                let [a, b, c] = [a, b, c].map(exact);
                let volume = |p, q, r, s| dot(cross(minus(q, p), minus(r, p)), minus(s, p)).sign();
                let around = [(a, b), (b, c), (c, a)].map(|(p, q)| volume(from, to, p, q));
                let one_way =
                    around[0].is_some() && around[0] == around[1] && around[1] == around[2];
                one_way && opposite(volume(a, b, c, from), volume(a, b, c, to))
            }
            _ => false,
        }
    }
}

fn opposite(one: Option<i32>, other: Option<i32>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one == -other)
}
