//! The truth about a pair, and the error of an answer.
//!
//! The truth is an interval: the bounds of the `f64` query, which the independent checker confirms. It is
//! counted how often it does not. An answer inside the interval has no error.
//!
//! The error of a normal is the overlap that remains after B was moved by the true depth along it. The
//! error of a ray's normal is the length by which the shape stands out of the plane through the hit
//! point.
//!
//! The clearance of B, which moves along a line, is a convex function of time. So bisection finds its
//! minimum, and the time at which it first is zero. No cast is used to judge another.
//!
//! ```text
//!   clearance |\             off:  a time too early by the gap that is left,
//!             | \            too late by how deep B has come until then;
//!           0 +--x-----/->   a miss that should be a hit by the greatest depth,
//!             |   '--'  time  a hit that should be a miss by the gap
//! ```

use core::cell::OnceCell;

use clearance::shape::{Convex, ConvexShape};
use clearance::space::{Motion, Vector};
use clearance::verify::{self, Verdict};
use clearance::{certificate, clearance};

use crate::entrant::{Answer, MARGIN};
use crate::place::{Posed, Stand};
use crate::shape::SIZE;

/// Answers with a larger error count as failures: what a game may tolerate.
pub const LOOSE: f64 = 1e-3 * SIZE;
/// The tolerance of answers in `f32` in the strict column.
pub const STRICT_F32: f64 = 1e-4 * SIZE;
/// The tolerance of answers in `f64` in the strict column.
pub const STRICT_F64: f64 = 1e-9 * SIZE;

/// Two shapes with their poses, and their clearance.
pub struct Truth<'a, V: Vector> {
    shapes: &'a [ConvexShape<V>; 2],
    stands: [Stand; 2],
    velocity: [f64; 3],
    lower: f64,
    upper: f64,
    /// Did the checker confirm the interval?
    pub proven: bool,
    /// The motion of B, computed only if casts are asked.
    first_contact: OnceCell<FirstContact>,
}

/// The contact of B, which moves for one unit of time.
#[derive(Clone, Copy, Debug)]
struct FirstContact {
    /// The time of the least clearance, and this clearance.
    nearest: (f64, f64),
    /// The time at which the clearance first is zero, if it is.
    first: Option<f64>,
}

impl<'a, V: Posed<Scalar = f64>> Truth<'a, V> {
    /// Computes the clearance in `f64`, and checks it.
    pub fn of(shapes: &'a [ConvexShape<V>; 2], stands: [&Stand; 2]) -> Self {
        let poses = stands.map(V::pose);
        let ([a, b], [pose_a, pose_b]) = (shapes, &poses);
        let found = certificate(a, pose_a, b, pose_b);
        let proven = verify::check(a, pose_a, b, pose_b, &found) == Verdict::Proven;
        let (lower, upper) = (found.answer.lower, found.answer.upper);
        let (stands, first_contact) = (stands.map(|s| *s), OnceCell::new());
        Self { shapes, stands, velocity: [0.0; 3], lower, upper, proven, first_contact }
    }
    /// B moves.
    pub fn moving(self, velocity: [f64; 3]) -> Self {
        Self { velocity, ..self }
    }

    /// The error of an answer; infinity if it is not a number.
    pub fn off(&self, answer: &Answer) -> f64 {
        match *answer {
            Answer::Boolean(true) => self.lower.max(0.0),
            Answer::Boolean(false) | Answer::Penetration(None) => -self.upper.min(0.0),
            Answer::Distance(d) => outside(d, self.lower.max(0.0), self.upper.max(0.0)),
            Answer::Penetration(Some((depth, normal))) => {
                let off = outside(depth, -self.upper.min(0.0), -self.lower.min(0.0));
                off.max(self.left_inside(normal))
            }
            Answer::Manifold(None) => (MARGIN - self.upper).max(0.0),
            Answer::Manifold(Some((separation, normal))) => {
                let off = outside(separation, self.lower, self.upper);
                off.max(self.left_inside(normal))
            }
            Answer::CastTime(time) => self.off_time(time),
            Answer::ShapeCast(None) => self.off_time(None),
            Answer::ShapeCast(Some((time, normal))) => {
                let off = self.off_time(Some(time));
                // If they start in contact, the normal is that of the depth.
                if self.upper < 0.0 { off.max(self.left_inside(normal)) } else { off }
            }
            Answer::RayCast(None) => self.off_time(None),
            Answer::RayCast(Some((time, normal))) => {
                let off = self.off_time(Some(time));
                // A ray that starts inside has no normal to judge.
                if time == 0.0 { off } else { off.max(self.stands_out(time, normal)) }
            }
            Answer::Project(point) => {
                let far = V::from_fn(|i| self.stands[1].t[i] - point[i]).norm();
                let off = outside(far, self.lower.max(-self.upper), self.upper.max(-self.lower));
                off.max(self.beside(point))
            }
        }
    }

    /// The distance of a point from the boundary of A.
    fn beside(&self, point: [f64; 3]) -> f64 {
        if !V::from_fn(|i| point[i]).is_finite() {
            return f64::INFINITY;
        }
        self.moved(Stand { t: point, ..self.stands[1] }).abs()
    }

    /// The error of a time of impact.
    fn off_time(&self, time: Option<f64>) -> f64 {
        let FirstContact { nearest: (when, least), first } = *self.first_contact();
        match (time, first) {
            (None, None) => 0.0,
            (None, Some(_)) => -least,
            (Some(time), _) if !(0.0..=1.0).contains(&time) => f64::INFINITY,
            (Some(time), Some(first)) if time > first => {
                -if time < when { self.at(time) } else { least }
            }
            (Some(time), _) => self.at(time).max(0.0),
        }
    }

    fn first_contact(&self) -> &FirstContact {
        self.first_contact.get_or_init(|| {
            // The sign of the slope, from two points too near to each other for a minimum between them.
            let falls = |t: f64| self.at(t + 1e-7) < self.at(t);
            let when = bisect(|t| !falls(t));
            let nearest = [0.0, when, 1.0].map(|t| (t, self.at(t)));
            let nearest = nearest.into_iter().min_by(|x, y| x.1.total_cmp(&y.1));
            let nearest = nearest.expect("of three");
            let first = (nearest.1 <= 0.0)
                .then(|| nearest.0 * bisect(|share| self.at(share * nearest.0) <= 0.0));
            FirstContact { nearest, first }
        })
    }

    /// The clearance at a time.
    fn at(&self, time: f64) -> f64 {
        let at_b = self.stands[1];
        let t = core::array::from_fn(|i| at_b.t[i] + self.velocity[i] * time);
        self.moved(Stand { t, ..at_b })
    }

    /// The clearance with B at another pose.
    fn moved(&self, at_b: Stand) -> f64 {
        let ([a, b], at_a) = (self.shapes, &self.stands[0]);
        clearance(a, &V::pose(at_a), b, &V::pose(&at_b)).signed_distance
    }

    /// The length by which A stands out of the plane through the hit point.
    fn stands_out(&self, time: f64, normal: [f64; 3]) -> f64 {
        let normal = V::from_fn(|i| normal[i]).widen();
        let unit = (normal.norm() - 1.0).abs() < 1e-3;
        if !unit {
            return f64::INFINITY;
        }
        let (a, at_a) = (&self.shapes[0], Motion::of(&V::pose(&self.stands[0])));
        let at_b = V::from_fn(|i| self.stands[1].t[i] + self.velocity[i] * time).widen();
        let top = at_a.apply(a.support_wide(at_a.unrotate(normal), u32::MAX).point);
        (top - at_b).dot(normal) + a.radius()
    }

    /// The overlap that remains after B was moved by the true depth along a normal; infinity for a normal
    /// whose length is not about 1.
    fn left_inside(&self, normal: [f64; 3]) -> f64 {
        let along = V::from_fn(|i| normal[i]);
        let unit = (along.norm() - 1.0).abs() < 1e-3;
        if !unit {
            return f64::INFINITY;
        }
        let ([a, b], [at_a, at_b]) = (self.shapes, &self.stands);
        let depth = -self.lower.min(0.0);
        let t = core::array::from_fn(|i| at_b.t[i] + normal[i] * depth);
        let moved = V::pose(&Stand { t, ..*at_b });
        (-clearance(a, &V::pose(at_a), b, &moved).upper).max(0.0)
    }
}

/// The place in [0, 1] at which a condition that stays true becomes true; 1 if it never does.
fn bisect(is: impl Fn(f64) -> bool) -> f64 {
    if is(0.0) {
        return 0.0;
    }
    let (mut before, mut after) = (0.0, 1.0);
    while after - before > 1e-12 {
        let middle = f64::midpoint(before, after);
        if is(middle) { after = middle } else { before = middle }
    }
    after
}

/// The distance of a number from an interval; infinity for NaN.
fn outside(x: f64, lower: f64, upper: f64) -> f64 {
    if x.is_nan() { f64::INFINITY } else { (lower - x).max(x - upper).max(0.0) }
}
