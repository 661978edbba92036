//! [`Leg`]: the way between two rows of a path, and what is the same for all of it.

use std::iter;

use crate::chain::Chain;
use crate::kinematics::Slack;
use crate::looks::Looks;
use crate::moment::Moment;
use crate::path::between;
use crate::prover::{Pair, Prover};
use crate::robot::Frame;

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
    pub slack: Slack,
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
        let slack = looks.slack(&speeds);
        Self { prover, from, to, speeds, turning, coarse, slack }
    }
    /// Where everything is at a time from 0 to 1.
    pub fn moment(&self, t: f64) -> Moment {
        Moment::of(self.prover, &between(self.from, self.to, t))
    }
}
