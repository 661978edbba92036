//! The order and the timing of the queries.
//!
//! All queries about one scene are interleaved: one pass for each library and question, then the next
//! repetition. So other load of the machine affects all of them alike. A pass is timed in parts that are
//! short enough to be rarely interrupted, and of each part the least time of all repetitions counts.

use std::time::Duration;

use clearance::glam::{DVec2, DVec3};
use clearance::shape::ConvexShape;

use crate::batch;
use crate::entrant::{Ask, Entrant, Heat, Question};
use crate::pairs::{PAIRS, Pair, SHAPES, Scene, any};
use crate::peers::{PEERS, Peer};
use crate::place::{Posed, Regime};
use crate::report::{Key, Row};
use crate::truth::{LOOSE, Truth};
use crate::version;
use clearance_testing::Random;

/// The order in which the placements of a scene are visited, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other, few enough for the processor's cache.
    InTurn,
    /// At random, so many that neither memory nor branch prediction is warm.
    Scattered,
    /// One after the other, all of one pair of shapes, as a robot's grip is tested at many poses.
    Poses,
    /// One after the other, this many: for judging the answers.
    Few(usize),
}

/// The number of placements whose answers are judged.
pub const JUDGED: usize = 1000;

impl Order {
    /// The number of placements. A time is their mean.
    pub fn placements(self) -> usize {
        match self {
            Self::InTurn | Self::Poses => JUDGED,
            Self::Scattered => 100_000,
            Self::Few(count) => count,
        }
    }
    /// The number of pairs of shapes that share them.
    fn shapes(self) -> usize {
        match self {
            Self::InTurn | Self::Few(_) => SHAPES,
            Self::Scattered => 10 * SHAPES,
            Self::Poses => 1,
        }
    }
    /// The number of placements that are timed together, so large that reading the clock takes no time in
    /// comparison.
    fn part(self) -> usize {
        match self {
            Self::InTurn => 100,
            Self::Scattered | Self::Poses => 1000,
            Self::Few(count) => count,
        }
    }
    /// The placements in the order of the visits.
    fn visits(self) -> Vec<u32> {
        let mut visits: Vec<u32> = (0..self.placements() as u32).collect();
        if self == Self::Scattered {
            let mut random = Random::new(66);
            for i in (1..visits.len()).rev() {
                visits.swap(i, random.below(i + 1));
            }
        }
        visits
    }
}

/// All queries about one scene.
pub struct Group {
    /// The pair of shapes.
    pub pair: Pair,
    /// The regime.
    pub regime: Regime,
    /// The libraries and their questions. Never empty.
    asked: Vec<(usize, Ask)>,
}

/// The results for one scene.
#[derive(Default)]
pub struct Found {
    /// One for each library and question.
    pub rows: Vec<Row>,
    /// The number of placements whose truth was computed.
    pub truths: usize,
    /// The number of these that the checker did not confirm.
    pub unproven: usize,
}

/// All groups that contain a wanted row.
pub fn groups(wanted: impl Fn(&Key) -> bool) -> Vec<Group> {
    let scenes = PAIRS.iter().flat_map(|pair| pair.regimes().iter().map(|regime| (*pair, *regime)));
    let group = |(pair, regime)| {
        let all = asks(pair, regime).flat_map(|ask| (0..PEERS.len()).map(move |peer| (peer, ask)));
        let is_cold = |i: usize| [batch::NAME, batch::LOOP].contains(&PEERS[i].name);
        let is_known = |i: usize, heat| heat == Heat::Cold || !is_cold(i);
        let has = all.filter(|(i, ask)| {
            PEERS[*i].enter(pair, ask.question).is_some() && is_known(*i, ask.heat)
        });
        let asked: Vec<_> = has.filter(|(i, ask)| wanted(&key(pair, regime, *i, *ask))).collect();
        (!asked.is_empty()).then_some(Group { pair, regime, asked })
    };
    scenes.filter_map(group).collect()
}

/// The questions about a pair: all of them cold, and warm and at rest those that may gain by it.
fn asks(pair: Pair, regime: Regime) -> impl Iterator<Item = Ask> {
    let is_asked = move |question: &Question| pair.is_asked(*question, regime);
    let all = move || Question::ALL.into_iter().filter(is_asked);
    Heat::ALL.into_iter().flat_map(move |heat| {
        all().filter(move |q| q.knows(heat)).map(move |question| Ask { question, heat })
    })
}

fn key(pair: Pair, regime: Regime, peer: usize, ask: Ask) -> Key {
    let Peer { name, packages, .. } = &PEERS[peer];
    Key {
        dim: pair.dim,
        pair: pair.name,
        regime: regime.0,
        query: ask.question,
        heat: ask.heat,
        warm: ask.heat != Heat::Cold,
        library: name,
        version: version(packages[pair.dim - 2]),
    }
}

impl Group {
    /// The keys of the rows that [`Group::run`] returns.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.asked.iter().map(|(library, ask)| key(self.pair, self.regime, *library, *ask))
    }

    /// Runs and times the queries, and judges so many answers.
    pub fn run(&self, repeat: usize, order: Order, judged: usize) -> Found {
        match self.pair.dim {
            2 => self.run_in::<DVec2>(repeat, order, judged),
            _ => self.run_in::<DVec3>(repeat, order, judged),
        }
    }

    fn run_in<W: Posed<Scalar = f64>>(&self, repeat: usize, order: Order, judged: usize) -> Found {
        let (count, visits) = (order.placements(), order.visits());
        let scene = Scene::of::<W>(self.pair, self.regime, order.shapes(), count);
        let enter = |i: usize| {
            let mut asked = self.asked.iter().filter(|(peer, _)| *peer == i);
            asked.find_map(|(_, ask)| PEERS[i].enter(self.pair, ask.question))
        };
        let mut entrants: Vec<_> =
            (0..PEERS.len()).map(|i| enter(i).map(|enter| enter(&scene))).collect();
        let nanoseconds = self.least_times(&mut entrants, repeat, &visits, order.part());
        let made: Vec<_> = scene.shapes.iter().map(any::<W>).collect();
        let judged = &visits[..count.min(judged)];
        // Cold queries use the first step, other queries the next.
        let is_asked = |step| self.asked.iter().any(|(_, ask)| ask.heat.steps()[1] == step);
        let truths = [0, 1, 2].map(|step| {
            if is_asked(step) { truths(&scene, &made, step, judged) } else { Vec::new() }
        });
        let mut found = Found::default();
        for ((peer, ask), ns) in self.asked.iter().zip(nanoseconds) {
            let entrant = entered(&mut entrants, *peer);
            let off = misses(entrant, *ask, &truths[ask.heat.steps()[1]], judged);
            let beyond = |limit: f64| off.iter().filter(|off| **off > limit).count();
            let (failures, failures_strict) = (beyond(LOOSE), beyond(PEERS[*peer].strict));
            let key = key(self.pair, self.regime, *peer, *ask);
            found.rows.push(Row { key, ns, failures, failures_strict });
        }
        found.truths = truths.iter().flatten().count();
        found.unproven = truths.iter().flatten().filter(|truth| !truth.proven).count();
        found
    }

    /// The time of a query in nanoseconds, for each question.
    fn least_times(
        &self,
        entrants: &mut [Option<Box<dyn Entrant>>],
        repeat: usize,
        visits: &[u32],
        part: usize,
    ) -> Vec<f64> {
        let parts = visits.len() / part;
        let mut least = vec![Duration::MAX; self.asked.len() * parts];
        for repetition in 0..repeat {
            for turn in 0..self.asked.len() {
                // Each repetition begins with another one.
                let i = (turn + repetition) % self.asked.len();
                let (peer, ask) = self.asked[i];
                let step = ask.heat.steps()[repetition % 2];
                let least = &mut least[i * parts..][..parts];
                for (cases, least) in visits.chunks(part).zip(least) {
                    *least = (*least).min(entered(entrants, peer).time(ask, step, cases));
                }
            }
        }
        let sums = least.chunks(parts).map(|parts| parts.iter().sum::<Duration>());
        sums.map(|sum| sum.as_secs_f64() * 1e9 / visits.len() as f64).collect()
    }
}

/// The entrant of a peer, which is made at the first use.
fn entered(entrants: &mut [Option<Box<dyn Entrant>>], peer: usize) -> &mut dyn Entrant {
    &mut **entrants[peer].as_mut().expect("only those that have it are asked")
}

fn truths<'a, W: Posed<Scalar = f64>>(
    scene: &Scene,
    made: &'a [[ConvexShape<W>; 2]],
    step: usize,
    judged: &[u32],
) -> Vec<Truth<'a, W>> {
    let truth = |i: &u32| {
        let case = &scene.cases[*i as usize];
        let stands = [&case.at_a, &case.at_b[step]];
        Truth::of(&made[case.shapes], stands).moving(case.velocity)
    };
    judged.iter().map(truth).collect()
}

/// The error of each answer. For warm queries, of the answers after a step.
fn misses<W: Posed<Scalar = f64>>(
    entrant: &mut dyn Entrant,
    ask: Ask,
    truths: &[Truth<'_, W>],
    judged: &[u32],
) -> Vec<f64> {
    let [_, answers] = ask.heat.steps().map(|step| entrant.answers(ask, step, judged));
    answers.iter().zip(truths).map(|(answer, truth)| truth.off(answer)).collect()
}
