//! Who is asked what, and how long it takes.
//!
//! All that is asked about one scene is interleaved: a pass of each library for each question,
//! then the next repetition, so that what else the machine does hits all of them alike. A pass is
//! timed in parts, short enough to be done between two interruptions, and of each part the least
//! time of all repetitions counts.

use std::time::Duration;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::shape::ConvexShape;

use crate::entrant::{Ask, Entrant, Heat, Question};
use crate::pairs::{COUNT, Case, PAIRS, Pair, Scene, any};
use crate::place::{Posed, Regime};
use crate::report::{Key, Row};
use crate::truth::{LOOSE, STRICT_F32, STRICT_F64, Truth};
use crate::{ours, parry, version};

/// How many placements are timed at once: so many that reading the clock is nothing.
const PART: usize = 100;

/// A library in the table.
struct Library {
    name: &'static str,
    /// Its packages for the plane and for space.
    packages: [&'static str; 2],
    plane: fn(&Scene) -> Box<dyn Entrant>,
    space: fn(&Scene) -> Box<dyn Entrant>,
    strict: f64,
}

const LIBRARIES: [Library; 4] = [
    Library {
        name: "clearance",
        packages: ["clearance"; 2],
        plane: ours::plane::<Vec2>,
        space: ours::space::<Vec3>,
        strict: STRICT_F32,
    },
    Library {
        name: "parry",
        packages: ["parry2d", "parry3d"],
        plane: parry::plane::enter,
        space: parry::space::enter,
        strict: STRICT_F32,
    },
    Library {
        name: "clearance-f64",
        packages: ["clearance"; 2],
        plane: ours::plane::<DVec2>,
        space: ours::space::<DVec3>,
        strict: STRICT_F64,
    },
    Library {
        name: "parry-f64",
        packages: ["parry2d-f64", "parry3d-f64"],
        plane: parry::plane_f64::enter,
        space: parry::space_f64::enter,
        strict: STRICT_F64,
    },
];

/// All that is asked about one scene.
pub struct Group {
    /// Which shapes.
    pub pair: Pair,
    /// How near.
    pub regime: Regime,
    /// Which library, and what: never empty.
    asked: Vec<(usize, Ask)>,
}

/// What was found about one scene.
#[derive(Default)]
pub struct Found {
    /// One for each library and question.
    pub rows: Vec<Row>,
    /// Of how many placements the truth was wanted.
    pub truths: usize,
    /// And of how many the checker did not confirm it.
    pub unproven: usize,
}

/// All groups that have a row that is wanted.
pub fn groups(wanted: impl Fn(&Key) -> bool) -> Vec<Group> {
    let scenes = PAIRS.iter().flat_map(|pair| pair.regimes().iter().map(|regime| (*pair, *regime)));
    let group = |(pair, regime)| {
        let all =
            asks(pair).flat_map(|ask| (0..LIBRARIES.len()).map(move |library| (library, ask)));
        let asked: Vec<_> = all.filter(|(i, ask)| wanted(&key(pair, regime, *i, *ask))).collect();
        (!asked.is_empty()).then_some(Group { pair, regime, asked })
    };
    scenes.filter_map(group).collect()
}

/// What is asked about a pair: everything cold, then warm and at rest what that helps.
fn asks(pair: Pair) -> impl Iterator<Item = Ask> {
    let all = move || Question::ALL.into_iter().filter(move |question| pair.is_asked(*question));
    Heat::ALL.into_iter().flat_map(move |heat| {
        all().filter(move |q| q.knows(heat)).map(move |question| Ask { question, heat })
    })
}

fn key(pair: Pair, regime: Regime, library: usize, ask: Ask) -> Key {
    let Library { name, packages, .. } = &LIBRARIES[library];
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
    /// The rows that [`Group::run`] would give.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.asked.iter().map(|(library, ask)| key(self.pair, self.regime, *library, *ask))
    }

    /// Asks and times.
    pub fn run(&self, repeat: usize) -> Found {
        if self.pair.dim == 2 { self.run_in::<DVec2>(repeat) } else { self.run_in::<DVec3>(repeat) }
    }

    fn run_in<W: Posed<Scalar = f64>>(&self, repeat: usize) -> Found {
        let scene = Scene::new::<W>(self.pair, self.regime);
        let enter = |l: &Library| if W::DIM == 2 { (l.plane)(&scene) } else { (l.space)(&scene) };
        let mut entrants: Vec<_> = LIBRARIES.iter().map(enter).collect();
        let nanoseconds = self.least_times(&mut entrants, repeat);
        let made: Vec<_> = scene.shapes.iter().map(any::<W>).collect();
        // Cold questions are about the first step, others about the one after.
        let is_asked = |step| self.asked.iter().any(|(_, ask)| ask.heat.steps()[1] == step);
        let truths = [0, 1, 2]
            .map(|step| if is_asked(step) { truths(&scene, &made, step) } else { Vec::new() });
        let mut found = Found::default();
        for ((library, ask), ns) in self.asked.iter().zip(nanoseconds) {
            let off = misses(&mut *entrants[*library], *ask, &truths[ask.heat.steps()[1]]);
            let beyond = |limit: f64| off.iter().filter(|off| **off > limit).count();
            let (failures, failures_strict) = (beyond(LOOSE), beyond(LIBRARIES[*library].strict));
            let key = key(self.pair, self.regime, *library, *ask);
            found.rows.push(Row { key, ns, failures, failures_strict });
        }
        found.truths = truths.iter().flatten().count();
        found.unproven = truths.iter().flatten().filter(|truth| !truth.proven).count();
        found
    }

    /// The time of a query, in nanoseconds, for each that is asked.
    fn least_times(&self, entrants: &mut [Box<dyn Entrant>], repeat: usize) -> Vec<f64> {
        let parts = COUNT / PART;
        let mut least = vec![Duration::MAX; self.asked.len() * parts];
        for repetition in 0..repeat {
            for turn in 0..self.asked.len() {
                // Each time somebody else begins.
                let i = (turn + repetition) % self.asked.len();
                let (library, ask) = self.asked[i];
                let step = ask.heat.steps()[repetition % 2];
                for (part, least) in least[i * parts..][..parts].iter_mut().enumerate() {
                    let cases = part * PART..(part + 1) * PART;
                    *least = (*least).min(entrants[library].time(ask, step, cases));
                }
            }
        }
        let sums = least.chunks(parts).map(|parts| parts.iter().sum::<Duration>());
        sums.map(|sum| sum.as_secs_f64() * 1e9 / COUNT as f64).collect()
    }
}

fn truths<'a, W: Posed<Scalar = f64>>(
    scene: &Scene,
    made: &'a [[ConvexShape<W>; 2]],
    step: usize,
) -> Vec<Truth<'a, W>> {
    let truth = |case: &Case| {
        let stands = [&case.at_a, &case.at_b[step]];
        Truth::of(&made[case.shapes], stands).moving(case.velocity)
    };
    scene.cases.iter().map(truth).collect()
}

/// By how much each answer is off. Of warm ones, the answers after a step.
fn misses<W: Posed<Scalar = f64>>(
    entrant: &mut dyn Entrant,
    ask: Ask,
    truths: &[Truth<'_, W>],
) -> Vec<f64> {
    let [_, answers] = ask.heat.steps().map(|step| entrant.answers(ask, step, 0..COUNT));
    answers.iter().zip(truths).map(|(answer, truth)| truth.off(answer)).collect()
}
