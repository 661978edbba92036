//! The truth about a pair, and by how much an answer misses it.
//!
//! The truth is an interval: what the `f64` query brackets, and what the independent checker
//! confirms. It is counted how often it does not. An answer that falls into the interval is off
//! by nothing.
//!
//! A normal is off by as much as it leaves of the overlap: B is moved by the true depth along
//! it, and what is then still inside counts.

use clearance::shape::ConvexShape;
use clearance::space::Vector;
use clearance::verify::{self, Verdict};
use clearance::{certificate, clearance};

use crate::entrant::Answer;
use crate::place::{Posed, Stand};
use crate::shape::SIZE;

/// Answers farther off count as failures: what a game might bear.
pub const LOOSE: f64 = 1e-3 * SIZE;
/// What we ask of answers in `f32`.
pub const STRICT_F32: f64 = 1e-4 * SIZE;
/// What we ask of answers in `f64`.
pub const STRICT_F64: f64 = 1e-9 * SIZE;

/// Two shapes where they stand, and their clearance.
pub struct Truth<'a, V: Vector> {
    shapes: &'a [ConvexShape<V>; 2],
    stands: [Stand; 2],
    lower: f64,
    upper: f64,
    /// Did the checker confirm the interval?
    pub proven: bool,
}

impl<'a, V: Posed<Scalar = f64>> Truth<'a, V> {
    /// Asks in `f64`, and the checker.
    pub fn of(shapes: &'a [ConvexShape<V>; 2], stands: [&Stand; 2]) -> Self {
        let poses = stands.map(V::pose);
        let ([a, b], [pose_a, pose_b]) = (shapes, &poses);
        let found = certificate(a, pose_a, b, pose_b);
        let proven = verify::check(a, pose_a, b, pose_b, &found) == Verdict::Proven;
        let (lower, upper) = (found.answer.lower, found.answer.upper);
        Self { shapes, stands: stands.map(|s| *s), lower, upper, proven }
    }

    /// By how much an answer is off; infinity for what is no number.
    pub fn off(&self, answer: &Answer) -> f64 {
        match *answer {
            Answer::Boolean(true) => self.lower.max(0.0),
            Answer::Boolean(false) | Answer::Penetration(None) => -self.upper.min(0.0),
            Answer::Distance(d) => outside(d, self.lower.max(0.0), self.upper.max(0.0)),
            Answer::Penetration(Some((depth, normal))) => {
                let off = outside(depth, -self.upper.min(0.0), -self.lower.min(0.0));
                off.max(self.left_inside(normal))
            }
        }
    }

    /// How much of the overlap is left after B was moved by the true depth along a normal;
    /// infinity for a normal whose length is not about 1.
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

/// How far a number is from an interval; infinity for NaN.
fn outside(x: f64, lower: f64, upper: f64) -> f64 {
    if x.is_nan() { f64::INFINITY } else { (lower - x).max(x - upper).max(0.0) }
}
