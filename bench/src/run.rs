//! Who is asked what, and how long it takes.
//!
//! All that is asked about one scene is interleaved: a pass of each library for each question,
//! then the next repetition, so that what else the machine does hits all of them alike. The least
//! time of all repetitions counts.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};

use crate::entrant::{Ask, Entrant, Question};
use crate::pairs::{PAIRS, Pair, Scene};
use crate::place::{Posed, REGIMES, Regime};
use crate::report::{Key, Row};
use crate::truth::{LOOSE, STRICT_F32, STRICT_F64, Truth};
use crate::{ours, parry, version};

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
    let scenes = PAIRS.iter().flat_map(|pair| REGIMES.map(|regime| (*pair, regime)));
    let asks = || {
        let warm = |warm| Question::ALL.map(|question| Ask { question, warm });
        [warm(false), warm(true)].into_iter().flatten()
    };
    let group = |(pair, regime)| {
        let all = asks().flat_map(|ask| (0..LIBRARIES.len()).map(move |library| (library, ask)));
        let asked: Vec<_> = all.filter(|(i, ask)| wanted(&key(pair, regime, *i, *ask))).collect();
        (!asked.is_empty()).then_some(Group { pair, regime, asked })
    };
    scenes.filter_map(group).collect()
}

fn key(pair: Pair, regime: Regime, library: usize, ask: Ask) -> Key {
    let Library { name, packages, .. } = &LIBRARIES[library];
    Key {
        dim: pair.dim,
        pair: pair.name,
        regime: regime.0,
        query: ask.question,
        warm: ask.warm,
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
        let nanoseconds = self.least_times(&mut entrants, scene.cases.len(), repeat);
        let steps = [false, true].map(|warm| self.asked.iter().any(|(_, ask)| ask.warm == warm));
        let truths =
            [0, 1].map(|step| if steps[step] { truths::<W>(&scene, step) } else { vec![] });
        let mut found = Found::default();
        for ((library, ask), ns) in self.asked.iter().zip(nanoseconds) {
            let truths = &truths[usize::from(ask.warm)];
            let off = misses(&mut *entrants[*library], *ask, truths);
            let beyond = |limit: f64| off.iter().filter(|off| **off > limit).count();
            let (failures, failures_strict) = (beyond(LOOSE), beyond(LIBRARIES[*library].strict));
            let key = key(self.pair, self.regime, *library, *ask);
            found.rows.push(Row { key, ns, failures, failures_strict });
        }
        let all = truths.iter().flatten();
        found.unproven = all.clone().filter(|truth| !truth.proven).count();
        found.truths = all.count();
        found
    }

    /// The least time of a query, in nanoseconds, for each that is asked.
    fn least_times(
        &self,
        entrants: &mut [Box<dyn Entrant>],
        cases: usize,
        repeat: usize,
    ) -> Vec<f64> {
        let mut least = vec![f64::INFINITY; self.asked.len()];
        for repetition in 0..repeat {
            for turn in 0..self.asked.len() {
                // Each time somebody else begins.
                let i = (turn + repetition) % self.asked.len();
                let (library, ask) = self.asked[i];
                let step = if ask.warm { repetition % 2 } else { 0 };
                let time = entrants[library].time(ask, step);
                least[i] = least[i].min(time.as_secs_f64() * 1e9 / cases as f64);
            }
        }
        least
    }
}

fn truths<W: Posed<Scalar = f64>>(scene: &Scene, step: usize) -> Vec<Truth<W>> {
    let truth = |case: &crate::pairs::Case| {
        let shapes = scene.shapes[case.shapes].each_ref().map(|shape| shape.any());
        Truth::of(shapes, [&case.at_a, &case.at_b[step]])
    };
    scene.cases.iter().map(truth).collect()
}

/// By how much each answer is off. Of warm ones, the answers after a step.
fn misses<W: Posed<Scalar = f64>>(
    entrant: &mut dyn Entrant,
    ask: Ask,
    truths: &[Truth<W>],
) -> Vec<f64> {
    let before = entrant.answers(ask, 0);
    let answers = if ask.warm { entrant.answers(ask, 1) } else { before };
    answers.iter().zip(truths).map(|(answer, truth)| truth.off(answer)).collect()
}
