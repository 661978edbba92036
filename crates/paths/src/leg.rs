//! [`Leg`]: the way between two rows of a path, and what is the same for all of it.

use crate::chain::Chain;
use crate::curve::{Polynomial, between};
use crate::kinematics::Slack;
use crate::looks::Looks;
use crate::moment::Moment;
use crate::path::Way;
use crate::prover::{Pair, Prover};
use crate::rates::Rates;
use crate::robot::Frame;

/// The way between two rows, in time from 0 to 1, and what is the same for all of it.
pub(crate) struct Leg<'p> {
    prover: &'p Prover,
    way: Way<'p>,
    /// Of a curved leg.
    polynomials: Vec<Polynomial>,
    /// How joints move on the whole leg.
    pub rates: Rates,
    /// For each chain, how fast all joints turn that do.
    pub turning: Vec<f64>,
    /// For each pair, a bound on the speed of the clearance.
    pub coarse: Vec<f64>,
    /// For each pair, a bound on what second derivatives of joints bend; of a curved leg.
    bending: Vec<f64>,
    /// What a computed gap (`gap.rs`) may exceed the true one by.
    pub slack: Slack,
}

impl<'p> Leg<'p> {
    pub fn new(looks: &Looks<'p>, way: Way<'p>) -> Self {
        let prover = looks.prover;
        let frames = &prover.world.robot.frames;
        let largest = looks.largest.iter().enumerate();
        let (polynomials, rates) = match way {
            Way::Straight([from, to]) => {
                let speed =
                    |frame: &Frame| frame.multiplier * (to[frame.value] - from[frame.value]);
                // Frame 0 has no joint.
                let speeds = std::iter::once(0.0).chain(frames[1..].iter().map(speed));
                (Vec::new(), Rates::even(speeds.collect()))
            }
            Way::Curved(curve) => {
                let all: Vec<_> = largest.map(|(k, most)| curve.polynomial(k, *most)).collect();
                let rates = Rates::of(frames, &all, 0.5, [0.0, 1.0]);
                (all, rates)
            }
        };
        let turning = |chain: &Chain| -> f64 {
            let turns = chain.links.iter().filter(|link| link.turns);
            turns.map(|link| rates.most[link.frame]).sum()
        };
        let turning: Vec<f64> = prover.chains.iter().map(turning).collect();
        // Sliding joints make all arms longer.
        let coarse = |pair: &Pair| {
            let arms = prover.arms[pair.joints.clone()].iter();
            let slides = turning[pair.chain] * looks.slides[pair.chain];
            arms.map(|(frame, arm)| rates.most[*frame] * arm).sum::<f64>() + slides
        };
        let bending = |pair: &Pair| -> f64 {
            let arms = prover.arms[pair.joints.clone()].iter();
            arms.map(|(frame, arm)| rates.bends[*frame] * arm).sum()
        };
        let coarse = prover.pairs.iter().map(coarse).collect();
        let is_curved = !polynomials.is_empty();
        let pairs = if is_curved { &prover.pairs[..] } else { &[] };
        let bending = pairs.iter().map(bending).collect();
        let off = |frame: &Frame| frame.multiplier.abs() * polynomials[frame.value].off_speed();
        let off = |k: usize| if is_curved && k > 0 { off(&frames[k]) } else { 0.0 };
        let slack = looks.slack(&rates, off);
        Self { prover, way, polynomials, rates, turning, coarse, bending, slack }
    }
    /// The configuration at a time from 0 to 1.
    pub fn row(&self, t: f64) -> Vec<f64> {
        match self.way {
            Way::Straight([from, to]) => between(from, to, t),
            Way::Curved(_) => self.polynomials.iter().map(|joint| joint.value(t)).collect(),
        }
    }
    /// Where everything is at a time from 0 to 1, and how it moves up to `half` before and behind it.
    pub fn moment(&self, t: f64, half: f64) -> Moment {
        let moment = Moment::of(self.prover, &self.row(t));
        if self.polynomials.is_empty() {
            return moment;
        }
        let frames = &self.prover.world.robot.frames;
        let span = [(t - half).max(0.0), (t + half).min(1.0)];
        let rates = Rates::of(frames, &self.polynomials, t, span);
        Moment { rates: Some(rates), ..moment }
    }
    /// The bend of a pair's motion (`bound.rs`), typically.
    pub fn bend(&self, pair: &Pair, number: usize) -> f64 {
        let curved = self.bending.get(number).copied().unwrap_or(0.0);
        self.coarse[number] * self.turning[pair.chain] + curved
    }
}
