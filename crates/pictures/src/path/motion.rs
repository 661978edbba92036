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
//! Each stretch is a short path of its own, for which the prover finds the least clearance: some legs, or a part of one. A
//! sample is the nearest pair of the scene at a moment.

use std::ops::ControlFlow;

use clearance::Clearance;
use clearance::glam::DVec3;
use clearance::paths::{self, JointCurve, JointPath, Prover, World};

use crate::world::{bodies, nearest};
use crate::{Pair, body_color};

/// About how many stretches a chart has.
const STRETCHES: usize = 100;
/// The least clearance of a stretch is found to this part of the robot's reach.
const TOLERANCE: f64 = 3e-4;

/// The clearance along a path.
#[derive(Debug)]
pub struct Motion {
    /// The number of the last row.
    pub last: usize,
    /// The time of each row in seconds; none if the path has no times.
    pub times: Vec<f64>,
    /// In order, without gaps. None if the path is a single row.
    pub stretches: Vec<Stretch>,
    /// In order: at the ends of the stretches, and at the moments.
    pub samples: Vec<Sample>,
    /// The first contact and the least clearance, where there are any.
    pub moments: Vec<Moment>,
}

/// What is proven from one place of the path to another.
#[derive(Debug)]
pub struct Stretch {
    /// The place where it begins.
    pub from: f64,
    /// The place where it ends.
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
    /// The place.
    pub row: f64,
    /// The clearance of the pair.
    pub signed_distance: f64,
    /// A proven bound.
    pub lower: f64,
    /// Is it one of the evenly spaced ones?
    pub is_even: bool,
}

/// A place of the path, and the nearest pair there.
#[derive(Debug)]
pub struct Moment {
    /// What happens there.
    pub title: &'static str,
    /// The place.
    pub row: f64,
    /// Its time in seconds, if the path has times.
    pub time: Option<f64>,
    /// The clearance of the pair.
    pub answer: Clearance<DVec3>,
    /// The names of its bodies, which may have any characters.
    pub names: [String; 2],
    /// Their colours in the pictures.
    pub colors: [String; 2],
    /// All bodies with the pair marked; `None` if that is too large for a page.
    pub whole: Option<String>,
    /// The pair from near; `None` if that is too large for a page.
    pub near: Option<String>,
}

/// The moments that a path is about: the first contact, if there is one, and the place and the upper bound of the least
/// clearance. The search for this ends at the first overlap that it finds.
pub fn titled(first_contact: Option<f64>, least: Option<[f64; 2]>) -> Vec<(&'static str, f64)> {
    let first = first_contact.map(|row| ("First contact", row));
    let title = |upper: f64| if upper < 0.0 { "An overlap" } else { "Least clearance" };
    first.into_iter().chain(least.map(|[row, upper]| (title(upper), row))).collect()
}

impl Motion {
    /// Looks at a path again, of which some moments are known. `watch` is told the finished and the total work, and may
    /// end it: then there is no answer.
    ///
    /// # Errors
    /// A path of another robot.
    pub fn of(
        prover: &Prover,
        path: &paths::Path,
        titled: &[(&'static str, f64)],
        mut watch: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<Self>, paths::Error> {
        let (world, last) = (prover.world(), path.rows().len() - 1);
        let places = places(last);
        let work = (2 * places.len()) as u64;
        let mut samples = Vec::new();
        for (done, place) in places.iter().enumerate() {
            if watch(done as u64, work).is_break() {
                return Ok(None);
            }
            let bodies = bodies(world, &path.at(*place))?;
            samples
                .extend(worst(world, &bodies).map(|pair| Sample::of(*place, &pair.answer, true)));
        }
        let mut moments = Vec::new();
        for (title, row) in titled {
            let moment = Moment::of(world, title, *row, path)?;
            samples.extend(moment.as_ref().map(|moment| Sample::of(*row, &moment.answer, false)));
            moments.extend(moment);
        }
        samples.sort_by(|a, b| a.row.total_cmp(&b.row));
        let tolerance = TOLERANCE * prover.extent(path);
        let mut stretches = Vec::new();
        for (done, ends) in places.windows(2).enumerate() {
            let mut going_on = || watch((places.len() + done) as u64, work);
            let [from, to] = [ends[0], ends[1]];
            let short = part(world, path, [from, to])?;
            let least = prover.least_while(&short, tolerance, |_| going_on());
            if going_on().is_break() {
                return Ok(None);
            }
            let pair = least.meeting.map(|meeting| meeting.pair);
            stretches.push(Stretch { from, to, lower: least.lower, upper: least.upper, pair });
        }
        let curve = &path.given().curve;
        let times = if is_timed(curve) { curve.times() } else { Vec::new() };
        Ok(Some(Self { last, times, stretches, samples, moments }))
    }

    /// The time of a place in seconds, if the path has times.
    pub fn time(&self, place: f64) -> Option<f64> {
        let row = (place as usize).min(self.last.saturating_sub(1));
        let from = self.times.get(row)?;
        let to = self.times.get(row + 1).unwrap_or(from);
        Some(from + (place - row as f64) * (to - from))
    }
}

impl Sample {
    fn of(row: f64, answer: &Clearance<DVec3>, is_even: bool) -> Self {
        Self { row, signed_distance: answer.signed_distance, lower: answer.lower, is_even }
    }
}

impl Moment {
    fn of(
        world: &World,
        title: &'static str,
        row: f64,
        path: &paths::Path,
    ) -> Result<Option<Self>, paths::Error> {
        let bodies = bodies(world, &path.at(row))?;
        let is_timed = is_timed(&path.given().curve);
        Ok(worst(world, &bodies).map(|pair| Self {
            title,
            row,
            time: path.time(row).filter(|_| is_timed),
            answer: pair.answer,
            names: [pair.a, pair.b].map(|body| bodies[body].name.into()),
            colors: [pair.a, pair.b].map(|body| body_color(&bodies[body], body)),
            whole: crate::moment(&bodies, &pair),
            near: crate::close_up(&bodies, &pair),
        }))
    }
}

/// Has it times in seconds?
fn is_timed(curve: &JointCurve) -> bool {
    curve.has_times() && !matches!(curve, JointCurve::Spline { .. })
}

/// The nearest pair, if it is bounded.
fn worst(world: &World, bodies: &[crate::Body<'_, DVec3>]) -> Option<Pair<'static, DVec3>> {
    nearest(world, bodies, 1).pop().filter(Pair::bounded)
}

/// From one place of a path to another: whole legs, or a part of one.
fn part(
    world: &World,
    path: &paths::Path,
    [from, to]: [f64; 2],
) -> Result<paths::Path, paths::Error> {
    let leg = from as usize;
    if from.fract() == 0.0 && to.fract() == 0.0 {
        return Ok(path.part(leg..to as usize));
    }
    let JointPath { curve, tolerance } = path.given().clone();
    let own = curve.times();
    let time = |place: f64| own[leg] + (place - leg as f64) * (own[leg + 1] - own[leg]);
    let times = vec![time(from), time(to)];
    let curve = JointCurve::Joined { curves: vec![curve], times };
    paths::Path::of(world.robot(), JointPath { curve, tolerance })
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
