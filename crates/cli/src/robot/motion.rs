//! The clearance along a path, for a chart.
//!
//! ```text
//!   clearance
//!     |  o---o                     samples: known at single moments
//!     |       \     o--o
//!     |  ===   o---o               stretches: no pair is nearer at any time between two moments, which is proven
//!     |     ======  ====
//!     +--|-------|-----|--> row
//! ```
//!
//! Each stretch is a short path of its own, for which the prover finds the least clearance. A sample is the nearest pair of
//! the scene at a moment.

use anyhow::Result;
use clearance::d3_f64::DVec3;
use clearance::paths::{self, Prover, World};
use clearance::scene::Within;

use super::around::{bodies_at, not_asked};
use super::path::PathFound;
use crate::progress::Progress;
use crate::scene::{BodyPair, Scene};

/// About how many stretches a chart has.
const STRETCHES: usize = 100;
/// The least clearance of a stretch is found to this part of the robot's reach.
const TOLERANCE: f64 = 3e-4;

/// The clearance along a path.
#[derive(Debug)]
pub struct Motion {
    /// The number of the last row.
    pub last: usize,
    /// In order, without gaps. None if the path is a single row.
    pub stretches: Vec<Stretch>,
    /// In order: at the ends of the stretches, and at the moments.
    pub samples: Vec<Sample>,
    /// The first contact and the least clearance, where there are any.
    pub moments: Vec<Moment>,
}

/// What is proven from one place of the path to another, whose configurations are rounded.
#[derive(Debug)]
pub struct Stretch {
    pub from: f64,
    pub to: f64,
    /// No pair is nearer. Minus infinity if the search ended at an overlap before it knew a bound.
    pub lower: f64,
    /// The clearance at one moment.
    pub upper: f64,
    /// The bodies at that moment.
    pub pair: Option<[String; 2]>,
}

/// The nearest pair at a place of the path.
#[derive(Debug)]
pub struct Sample {
    pub row: f64,
    pub signed_distance: f64,
    /// A proven bound.
    pub lower: f64,
    /// Is it one of the evenly spaced ones?
    pub is_even: bool,
}

/// A place of the path that is drawn.
#[derive(Debug)]
pub struct Moment {
    pub title: &'static str,
    pub row: f64,
    pub scene: Scene<DVec3>,
    pub pair: BodyPair<DVec3>,
}

impl Motion {
    /// Looks at the path again, of which `found` is known.
    pub fn of(prover: &Prover, path: &paths::Path, found: &PathFound) -> Result<Self> {
        let last = path.rows().len() - 1;
        let places = places(last);
        // The search for the least clearance ends at the first overlap that it finds.
        let overlaps = found.least.as_ref().is_some_and(|least| least.upper < 0.0);
        let titled = [
            ("First contact", found.first_contact.as_ref().map(|first| first.row)),
            (
                if overlaps { "An overlap" } else { "Least clearance" },
                found.least.as_ref().map(|least| least.row),
            ),
        ];
        let mut progress = Progress::new(true);
        let work = (2 * places.len()) as u64;
        let mut samples = Vec::new();
        for (done, place) in places.iter().enumerate() {
            progress.at(done as u64, work);
            let scene = scene(prover.world(), &path.at(*place))?;
            samples.extend(nearest(&scene).map(|pair| Sample::of(*place, &pair, true)));
        }
        let mut moments = Vec::new();
        for (title, row) in titled {
            let Some(row) = row else { continue };
            let scene = scene(prover.world(), &path.at(row))?;
            let Some(pair) = nearest(&scene) else { continue };
            samples.push(Sample::of(row, &pair, false));
            moments.push(Moment { title, row, scene, pair });
        }
        samples.sort_by(|a, b| a.row.total_cmp(&b.row));
        let tolerance = TOLERANCE * prover.world().robot().reach();
        let mut stretches = Vec::new();
        for (done, ends) in places.windows(2).enumerate() {
            progress.at((places.len() + done) as u64, work);
            let [from, to] = [ends[0], ends[1]];
            let rows = (from as usize + 1..=last).take_while(|row| (*row as f64) < to);
            let rows = rows.map(|row| path.rows()[row].clone());
            let rows = [path.at(from)].into_iter().chain(rows).chain([path.at(to)]);
            let short = paths::Path::new(prover.world().robot(), rows.collect::<Vec<_>>())?;
            let least = prover.least(&short, tolerance);
            let pair = least.meeting.map(|meeting| meeting.pair);
            stretches.push(Stretch { from, to, lower: least.lower, upper: least.upper, pair });
        }
        progress.finish();
        Ok(Self { last, stretches, samples, moments })
    }
}

impl Sample {
    fn of(row: f64, pair: &BodyPair<DVec3>, is_even: bool) -> Self {
        let BodyPair { answer, .. } = pair;
        Self { row, signed_distance: answer.signed_distance, lower: answer.lower, is_even }
    }
}

/// The ends of the stretches: all rows, and as many places between two of them, or, of a path with many rows, each of so
/// many rows.
fn places(last: usize) -> Vec<f64> {
    let between = STRETCHES.div_ceil(last.max(1));
    let step = last.div_ceil(2 * STRETCHES).max(1);
    let rows = (0..last).step_by(step);
    let inner = |row: usize| (0..between).map(move |k| row as f64 + k as f64 / between as f64);
    rows.flat_map(inner).chain([last as f64]).collect()
}

/// The bodies of a world in a configuration. Pairs that the world does not ask about are ignored.
fn scene(world: &World, configuration: &[f64]) -> Result<Scene<DVec3>> {
    let all: Vec<usize> = (0..world.names().len()).collect();
    Ok(Scene::new(bodies_at(world, configuration)?, not_asked(world, &all), Vec::new()))
}

/// The nearest pair of a scene.
fn nearest(scene: &Scene<DVec3>) -> Option<BodyPair<DVec3>> {
    let found = scene.survey(Within::Closest(1), 0.0, |_, _| ());
    found.pairs.into_iter().next().filter(BodyPair::bounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_order_and_hold_all_rows_of_short_paths() {
        assert_eq!(places(0), [0.0]);
        for last in [1, 3, 99, 100, 101, 1000, 12345] {
            let all = places(last);
            assert!(all.windows(2).all(|ends| ends[0] < ends[1]), "{last}");
            assert_eq!((all[0], all[all.len() - 1]), (0.0, last as f64));
            assert!((STRETCHES..=2 * STRETCHES + 1).contains(&(all.len() - 1)), "{last}");
            let rows = all.iter().filter(|place| place.fract() == 0.0).count();
            assert!(last > 2 * STRETCHES || rows == last + 1, "{last}");
        }
    }
}
