//! [`Leg`]: the way between two rows of a path, and what is the same for all of it.

use crate::chain::Chain;
use crate::curve::{Polynomial, between};
use crate::kinematics::Slack;
use crate::looks::Looks;
use crate::moment::Moment;
use crate::path::Way;
use crate::prover::Prover;
use crate::rates::Rates;
use crate::robot::Frame;

/// How joints move between two rows, in time from 0 to 1.
pub(crate) struct Course<'p> {
    way: Way<'p>,
    /// Of a curved way.
    polynomials: Vec<Polynomial>,
}

impl<'p> Course<'p> {
    /// With the largest magnitude of each joint value.
    pub fn new(way: Way<'p>, largest: &[f64]) -> Self {
        let polynomials = match way {
            Way::Straight(_) => Vec::new(),
            Way::Curved(curve) => {
                let largest = largest.iter().enumerate();
                largest.map(|(k, most)| curve.polynomial(k, *most)).collect()
            }
        };
        Self { way, polynomials }
    }
    /// The configuration at a time.
    pub fn row(&self, t: f64) -> Vec<f64> {
        match self.way {
            Way::Straight([from, to]) => between(from, to, t),
            Way::Curved(_) => self.polynomials.iter().map(|joint| joint.value(t)).collect(),
        }
    }
    /// How joints move up to `half` before and behind a time.
    pub fn rates(&self, frames: &[Frame], t: f64, half: f64) -> Rates {
        match self.way {
            Way::Straight([from, to]) => {
                let speed =
                    |frame: &Frame| frame.multiplier * (to[frame.value] - from[frame.value]);
                // Frame 0 has no joint.
                let speeds = std::iter::once(0.0).chain(frames[1..].iter().map(speed));
                Rates::even(speeds.collect())
            }
            Way::Curved(_) => {
                let span = [(t - half).max(0.0), (t + half).min(1.0)];
                Rates::of(frames, &self.polynomials, t, span)
            }
        }
    }
    /// What the speed of a frame's joint is off by.
    pub fn off(&self, frame: &Frame) -> f64 {
        let off = self.polynomials.get(frame.value).map_or(0.0, Polynomial::off_speed);
        frame.multiplier.abs() * off
    }
}

/// The way between two rows, in time from 0 to 1, and what is the same for all of it.
pub(crate) struct Leg<'p> {
    prover: &'p Prover,
    course: Course<'p>,
    /// How joints move on the whole leg.
    pub rates: Rates,
    /// For each pair, a bound on the speed of the clearance, and on the bend of its motion (`bound.rs`).
    pub coarse: Vec<f64>,
    pub bends: Vec<f64>,
    /// What a computed gap (`gap.rs`) may exceed the true one by.
    pub slack: Slack,
}

impl<'p> Leg<'p> {
    pub fn new(looks: &Looks<'p>, way: Way<'p>) -> Self {
        Self::for_some(looks, way, 0..looks.prover.pairs.len())
    }
    /// For some pairs; nothing is known of the others.
    pub fn for_some(looks: &Looks<'p>, way: Way<'p>, pairs: impl Iterator<Item = usize>) -> Self {
        let frames = &looks.prover.world.robot.frames;
        let course = Course::new(way, &looks.largest);
        let rates = course.rates(frames, 0.5, 0.5);
        let off: Vec<f64> = frames.iter().map(|frame| course.off(frame)).collect();
        Self::of(looks, course, rates, &off, pairs)
    }
    /// Some pairs around a configuration: with these rates, and what the speeds of frames are off by.
    pub fn of(
        looks: &Looks<'p>,
        course: Course<'p>,
        rates: Rates,
        off: &[f64],
        pairs: impl Iterator<Item = usize>,
    ) -> Self {
        let prover = looks.prover;
        let turning = |chain: &Chain| -> f64 {
            let turns = chain.links.iter().filter(|link| link.turns);
            turns.map(|link| rates.most[link.frame]).sum()
        };
        let (chains, count) = (prover.chains.len(), prover.pairs.len());
        let mut turnings = vec![f64::NAN; chains];
        let (mut coarse, mut bends) = (vec![0.0; count], vec![0.0; count]);
        for number in pairs {
            let pair = &prover.pairs[number];
            let turns = &mut turnings[pair.chain];
            if turns.is_nan() {
                *turns = turning(&prover.chains[pair.chain]);
            }
            coarse[number] = looks.sum_of_arms(number, &rates.most);
            bends[number] = coarse[number] * *turns;
            if rates.is_curved {
                bends[number] += looks.sum_of_arms(number, &rates.bends);
            }
        }
        let slack = looks.slack(&rates, |frame| off[frame]);
        Self { prover, course, rates, coarse, bends, slack }
    }
    /// The configuration at a time from 0 to 1.
    pub fn row(&self, t: f64) -> Vec<f64> {
        self.course.row(t)
    }
    /// Where everything is at a time from 0 to 1, and how it moves up to `half` before and behind it.
    pub fn moment(&self, t: f64, half: f64) -> Moment {
        let moment = Moment::of(self.prover, &self.row(t));
        if !self.rates.is_curved {
            return moment;
        }
        let rates = self.course.rates(&self.prover.world.robot.frames, t, half);
        Moment { rates: Some(rates), ..moment }
    }
}
