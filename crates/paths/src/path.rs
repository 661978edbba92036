//! [`Path`]: configurations, one after the other, with a straight line of joint values between neighbours.

use crate::prover::Prover;
use crate::robot::Robot;
use crate::{Error, kinematics::Rounding};
use crate::chain::Moment;

/// A path in joint space. Each joint moves evenly from the value in a row to that in the next. A place on it is a
/// number: the row, and the fraction of the way to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    rows: Vec<Vec<f64>>,
}

impl Path {
    /// A path through these configurations. One row is a robot that stands still.
    ///
    /// # Errors
    /// No rows, rows without one finite value for each joint of the robot.
    pub fn new(robot: &Robot, rows: impl Into<Vec<Vec<f64>>>) -> Result<Self, Error> {
        let rows = rows.into();
        for (number, row) in rows.iter().enumerate() {
            robot.check(number, row)?;
        }
        if rows.is_empty() { Err(Error::NoRows) } else { Ok(Self { rows }) }
    }
    /// The configurations.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
    /// The configuration at a place of the path.
    pub fn at(&self, place: f64) -> Vec<f64> {
        let last = self.rows.len() - 1;
        let row = (place.max(0.0) as usize).min(last.saturating_sub(1));
        let t = (place - row as f64).clamp(0.0, 1.0);
        between(&self.rows[row], &self.rows[(row + 1).min(last)], t)
    }
    /// The rows of each leg.
    pub(crate) fn legs(&self) -> impl ExactSizeIterator<Item = [&[f64]; 2]> {
        let last = self.rows.len() - 1;
        (0..last.max(1)).map(move |k| [&self.rows[k][..], &self.rows[(k + 1).min(last)][..]])
    }
}

/// The configuration at a share of the way.
fn between(from: &[f64], to: &[f64], t: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + t * (b - a)).collect()
}

/// The way between two rows, in time from 0 to 1, and what is the same for all of it.
pub(crate) struct Leg<'p> {
    prover: &'p Prover,
    from: &'p [f64],
    to: &'p [f64],
    /// For each frame, how fast its joint moves.
    pub speeds: Vec<f64>,
    /// For each chain, how far its sliding joints are from 0 at most.
    pub slides: Vec<f64>,
    /// For each pair, a bound on the speed of the clearance.
    pub coarse: Vec<f64>,
    /// For each pair, that times how fast all joints of its chain turn: about what the clearance's bend is.
    pub bends: Vec<f64>,
    /// A point of a body is not farther from its true place.
    pub off: f64,
    /// What a computed gap (`gap.rs`) may exceed the true one by.
    pub slack: f64,
}

impl<'p> Leg<'p> {
    pub fn new(prover: &'p Prover, [from, to]: [&'p [f64]; 2]) -> Self {
        let robot = &prover.world.robot;
        let largest: Vec<f64> = from.iter().zip(to).map(|(a, b)| a.abs().max(b.abs())).collect();
        let frames = &robot.frames;
        let speeds = frames.iter().enumerate().map(|(k, frame)| {
            if k == 0 { 0.0 } else { frame.multiplier * (to[frame.value] - from[frame.value]) }
        });
        let speeds: Vec<f64> = speeds.collect();
        let slide = |frame: usize| {
            let frame = &frames[frame];
            let most = || frame.multiplier.abs() * largest[frame.value] + frame.offset.abs();
            if frame.turns { 0.0 } else { most() }
        };
        let slides: Vec<f64> =
            prover.chains.iter().map(|chain| chain.links.iter().map(|l| slide(l.frame)).sum()).collect();
        let turning = |chain: usize| -> f64 {
            let links = prover.chains[chain].links.iter();
            links.filter(|l| frames[l.frame].turns).map(|l| speeds[l.frame].abs()).sum()
        };
        let turning: Vec<f64> = (0..prover.chains.len()).map(turning).collect();
        let mut coarse = Vec::with_capacity(prover.pairs.len());
        for pair in &prover.pairs {
            let links = prover.chains[pair.chain].links.iter().zip(&pair.reaches);
            let arm = |frame: usize, [a, b]: [f64; 2]| {
                if frames[frame].turns { a.min(b) + slides[pair.chain] } else { 1.0 }
            };
            coarse.push(links.map(|(l, reach)| speeds[l.frame].abs() * arm(l.frame, *reach)).sum());
        }
        let bends = prover.pairs.iter().zip(&coarse).map(|(p, speed): (_, &f64)| speed * turning[p.chain]);
        let bends = bends.collect();
        let (off, slack) = slacks(Rounding::of(robot, &largest), prover.reach, &speeds);
        Self { prover, from, to, speeds, slides, coarse, bends, off, slack }
    }
    pub fn robot(&self) -> &'p Robot {
        &self.prover.world.robot
    }
    /// Where everything is at a time from 0 to 1.
    pub fn moment(&self, t: f64) -> Moment {
        Moment::of(&self.prover.world.robot, &between(self.from, self.to, t))
    }
}

/// How far a point may be from its true place, and a computed gap above the true one.
///
/// With `turn` and `shift` of [`Rounding`], R the largest distance of a point from the world's origin, S the sum of
/// all speeds, and e = [`f64::EPSILON`]:
///
/// - A point is off by P = shift + turn R + 8 e R: its frame, its place in it, one motion applied.
/// - A gap is the difference of two supports, 2 P; its slope in time is the product of a unit vector and a velocity,
///   a sum over the joints of speed times (axis x arm): off by turn R + shift on each of two sides, and by its
///   arithmetic, 32 e R. The time is at most 1. The bend has factors of points' places, too: S^2 P. The supports along
///   directions of length 1 + S add 64 e R (1 + S).
fn slacks(rounding: Rounding, reach: f64, speeds: &[f64]) -> (f64, f64) {
    let (r, e) = (rounding.reach + reach, f64::EPSILON);
    let sum: f64 = speeds.iter().map(|speed| speed.abs()).sum();
    let point = rounding.shift + rounding.turn * r + 8.0 * e * r;
    let slope = 2.0 * (rounding.turn * r + rounding.shift) + 32.0 * e * r;
    (point, 2.0 * point + sum * slope + sum * sum * point + 64.0 * e * r * (1.0 + sum))
}
