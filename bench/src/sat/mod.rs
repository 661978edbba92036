//! The depth of two polytopes, by all algorithms that compute it.
//!
//! Both are placed with their centres at one place and rotated at random. B is pushed out along a random
//! direction until they touch, and from there back by 2, 10, 30 or 100 % of the way.

pub mod bodies;
pub mod brute;
pub mod report;
pub mod ways;

use std::time::{Duration, Instant};

use clearance::glam::DVec3;

use self::bodies::{Bodies, PLACEMENTS};
use self::report::Line;
use self::ways::{Memory, WAYS, Way};
use crate::entrant::Answer;
use crate::truth::{LOOSE, STRICT_F32, STRICT_F64, Truth};

/// The number of placements that are timed together.
const PART: usize = 10;
/// If a pass over all placements takes longer, it is left out of the table.
const LONGEST: Duration = Duration::from_millis(500);

/// The lines of one row at one overlap: one for each wanted way that is fast enough.
pub fn run(bodies: &Bodies, repeat: usize, wanted: impl Fn(&Way) -> bool) -> Vec<Line> {
    let mut memory = Memory::default();
    let ways = WAYS.iter().filter(|way| wanted(way));
    let ways: Vec<&Way> = ways.filter(|way| fast_enough(bodies, way, &mut memory)).collect();
    let mut least = vec![[Duration::MAX; PLACEMENTS / PART]; ways.len()];
    for _ in 0..repeat {
        for (way, least) in ways.iter().zip(&mut least) {
            for (part, least) in least.iter_mut().enumerate() {
                let cases = part * PART..(part + 1) * PART;
                *least = (*least).min(time(|| way.pass(bodies, cases, &mut memory)));
            }
        }
    }
    let shapes = bodies.shapes();
    let truths = bodies.truths(&shapes);
    let sums = least.iter().map(|parts| parts.iter().sum());
    ways.iter().zip(sums).map(|(way, sum)| line(bodies, way, sum, &truths)).collect()
}

/// Decides by the fastest of three queries.
fn fast_enough(bodies: &Bodies, way: &Way, memory: &mut Memory) -> bool {
    let some = (0..3).map(|i| bodies.placed(i));
    let least = some.map(|placed| time(|| _ = way.answer(&placed, memory))).min();
    least.is_none_or(|least| least * (PLACEMENTS as u32) < LONGEST)
}

fn time(pass: impl FnOnce()) -> Duration {
    let start = Instant::now();
    pass();
    start.elapsed()
}

fn line(bodies: &Bodies, way: &Way, sum: Duration, truths: &[Truth<'_, DVec3>]) -> Line {
    let strict = if way.is_f32() { STRICT_F32 } else { STRICT_F64 };
    let mut memory = Memory::default();
    let answers = (0..PLACEMENTS).map(|i| way.answer(&bodies.placed(i), &mut memory));
    let off: Vec<f64> = answers.zip(truths).map(|(answer, truth)| truth.off(&answer)).collect();
    let beyond = |limit: f64| off.iter().filter(|off| **off > limit).count();
    Line {
        row: bodies.row.name,
        overlap: bodies.overlap,
        way: way.name,
        ns: sum.as_secs_f64() * 1e9 / PLACEMENTS as f64,
        failures: beyond(LOOSE),
        failures_strict: beyond(strict),
        counts: way.counts(bodies),
        unproven: truths.iter().filter(|truth| !truth.proven).count(),
    }
}

/// The answer of a way: the overlap along an axis, which is a unit vector from A to B in world
/// coordinates.
fn answer(overlap: f64, axis: DVec3) -> Answer {
    Answer::Penetration((overlap >= 0.0).then_some((overlap, axis.to_array())))
}
