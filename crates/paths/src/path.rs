//! [`Path`]: configurations, one after the other, with a straight line of joint values between neighbours.

use std::iter;

use crate::Error;
use crate::chain::{Chain, Moment};
use crate::look::Looks;
use crate::prover::{Pair, Prover};
use crate::robot::{Frame, Robot};

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
    /// For each chain, how fast all joints turn that do.
    pub turning: Vec<f64>,
    /// For each pair, a bound on the speed of the clearance.
    pub coarse: Vec<f64>,
    /// What a computed gap (`gap.rs`) may exceed the true one by.
    pub slack: f64,
}

impl<'p> Leg<'p> {
    pub fn new(looks: &Looks<'p>, [from, to]: [&'p [f64]; 2]) -> Self {
        let prover = looks.prover;
        let frames = &prover.world.robot.frames;
        let speed = |frame: &Frame| frame.multiplier * (to[frame.value] - from[frame.value]);
        // Frame 0 has no joint.
        let speeds: Vec<f64> = iter::once(0.0).chain(frames[1..].iter().map(speed)).collect();
        let turning = |chain: &Chain| -> f64 {
            let turns = chain.links.iter().filter(|link| link.turns);
            turns.map(|link| speeds[link.frame].abs()).sum()
        };
        let turning: Vec<f64> = prover.chains.iter().map(turning).collect();
        let fast: Vec<f64> = speeds.iter().map(|speed| speed.abs()).collect();
        // Sliding joints make all arms longer.
        let longer = |pair: &Pair| turning[pair.chain] * looks.slides[pair.chain];
        let coarse = |pair: &Pair| {
            let arms = prover.arms[pair.joints.clone()].iter();
            arms.map(|(frame, arm)| fast[*frame] * arm).sum::<f64>() + longer(pair)
        };
        let coarse = prover.pairs.iter().map(coarse).collect();
        let slack = looks.slack(fast.iter().sum());
        Self { prover, from, to, speeds, turning, coarse, slack }
    }
    /// Where everything is at a time from 0 to 1.
    pub fn moment(&self, t: f64) -> Moment {
        Moment::of(self.prover, &between(self.from, self.to, t))
    }
}
