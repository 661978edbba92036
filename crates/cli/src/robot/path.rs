//! What is proven about a path of a robot.
//!
//! First the proof, then the least clearance, which may take longer: what is proven is printed before that. Neither
//! contradicts the other: a lower bound is at least what was proven, and bodies that overlap are at most 0 apart.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clearance::paths::{self, FirstContact, Least, Meeting, Prover, Verdict, World};
use clearance::verify::{self, check_path_while};
use clearance_lines::answer::verdict_name;
use clearance_pictures::path::{Motion, titled};
use serde::Serialize;

use crate::interrupt;
use crate::progress::Progress;
use crate::text::{self, digits, interval, shown};

/// The least clearance is found to this part of the extent of what moves: a tenth of a millimetre for a metre.
const LEAST: f64 = 1e-4;
/// The first contact is found to this part of a row.
const FIRST: f64 = 1e-6;
/// A proof that is checked at once has about so many stretches, one or more for each pair and row.
const STRETCHES: usize = 50_000;
/// Progress is shown in parts of a row.
const PARTS: f64 = 1e3;

/// What is known about a path.
#[derive(Debug, Serialize)]
pub struct PathFound {
    pub verdict: &'static str,
    pub least: Option<LeastOut>,
    pub first_contact: Option<FirstOut>,
    /// What was required, and of how many pairs a clearance of their own was.
    pub clearance: f64,
    #[serde(skip_serializing_if = "is_zero")]
    pub pairs_with_own: usize,
    /// How far joints may be off, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tolerance: BTreeMap<String, f64>,
    /// How many clearances of two pieces were asked for the least clearance.
    pub evaluations: u64,
    /// Where the verdict is from, if it is "close" or "undecided".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// What the checker says about a path that is proven, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    checker: Option<Checker>,
    /// Ctrl-C ended the proof; the path is proven up to this row.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<f64>,
    /// The time of that row.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_time: Option<f64>,
    /// No bodies are ever nearer than this, which the proof shows.
    #[serde(skip)]
    known: f64,
    /// No bodies touch before this row, if nothing is known behind it.
    #[serde(skip)]
    free: f64,
}

/// Numbers that are not finite are null.
#[derive(Debug, Serialize)]
pub struct LeastOut {
    pub signed_distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub row: f64,
    /// In seconds, if the path has times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    pub pair: [String; 2],
}

#[derive(Debug, Serialize)]
pub struct FirstOut {
    pub row: f64,
    /// In seconds, if the path has times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    pub lower: f64,
    /// The time of `lower`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_lower: Option<f64>,
    pub upper: f64,
    pub pair: [String; 2],
}

/// The verdict of the checker, and how many stretches of time its certificate has.
#[derive(Debug, Serialize)]
struct Checker {
    verdict: &'static str,
    stretches: usize,
}

#[derive(Debug, Serialize)]
pub struct At {
    pub row: f64,
    /// In seconds, if the path has times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    pub pair: [String; 2],
    /// The clearance that the pair must have.
    pub required: f64,
    /// Do the two bodies never move against each other?
    #[serde(skip_serializing_if = "is_false")]
    never_move: bool,
}

/// For serde, as the next one.
fn is_zero(given: &usize) -> bool {
    *given == 0
}
fn is_false(given: &bool) -> bool {
    !given
}

impl At {
    fn of(meeting: Meeting, world: &World, path: &paths::Path, clearance: f64) -> Self {
        let Meeting { row, pair, .. } = meeting;
        let [one, other] = &pair;
        let required = world.required(one, other).unwrap_or(clearance);
        let never_move = world.never_move(one, other);
        Self { row, time: path.time(row), pair, required, never_move }
    }
}

/// How far each joint may be off that may.
fn tolerance(path: &paths::Path, world: &World) -> BTreeMap<String, f64> {
    let joints = world.robot().joints().iter().cloned();
    joints.zip(path.given().tolerance.iter().copied()).filter(|(_, off)| *off > 0.0).collect()
}

/// Shows how far a search has come, and ends it after Ctrl-C.
fn told(progress: &mut Progress, path: &paths::Path, row: f64) -> ControlFlow<()> {
    let rows = path.rows().len() as f64 - 1.0;
    progress.at((PARTS * row) as u64, (PARTS * rows) as u64);
    interrupt::going_on()
}

impl PathFound {
    /// Asks about the path: is it clear by `clearance`, when does it touch first? Ctrl-C ends that.
    pub fn ask(prover: &Prover, path: &paths::Path, clearance: f64) -> Self {
        let (mut progress, world) = (Progress::new(true), prover.world());
        let names: Vec<&str> = world.names().collect();
        let own = world.pairs().filter_map(|[a, b]| world.required(names[a], names[b]));
        let (pairs_with_own, least_required) =
            own.fold((0, clearance), |(count, least), own| (count + 1, least.min(own)));
        let mut known = 0.0;
        let mut watch = |row: f64| {
            known = row;
            told(&mut progress, path, row)
        };
        let verdict = prover.clear_while(path, clearance, &mut watch);
        let first = match &verdict {
            Some(Verdict::Proven) => Some(FirstContact::None),
            Some(_) => prover.first_contact_while(path, FIRST, &mut watch),
            None => None,
        };
        progress.finish();
        let (Some(verdict), Some(first)) = (verdict, first) else {
            return Self {
                stopped_time: path.time(known),
                tolerance: tolerance(path, world),
                ..Self::stopped(clearance, pairs_with_own, known)
            };
        };
        let at = |meeting| Some(At::of(meeting, world, path, clearance));
        let (word, at) = match (&first, verdict) {
            (_, Verdict::Proven) => ("proven", None),
            (FirstContact::Found { .. }, _) => ("clash", None),
            (FirstContact::None, Verdict::Broken(meeting)) => ("close", at(meeting)),
            (FirstContact::Undecided(meeting), Verdict::Broken(_)) => {
                ("undecided", at(meeting.clone()))
            }
            (_, Verdict::Undecided(meeting)) => ("undecided", at(meeting)),
        };
        let (known, free) = match &first {
            FirstContact::None if word == "proven" => (least_required, 0.0),
            FirstContact::None => (0.0, 0.0),
            FirstContact::Undecided(meeting) => (f64::NEG_INFINITY, meeting.row),
            FirstContact::Found { .. } => (f64::NEG_INFINITY, 0.0),
        };
        let first_contact = FirstOut::of(first, path);
        let found = Self::stopped(clearance, pairs_with_own, None);
        let tolerance = tolerance(path, world);
        Self { verdict: word, first_contact, at, known, free, tolerance, ..found }
    }

    /// Looks for the least clearance, for so long at most. Ctrl-C ends that. What is found then is kept.
    pub fn find_least(&mut self, prover: &Prover, path: &paths::Path, most: Option<Duration>) {
        if self.is_stopped() {
            return;
        }
        let (mut progress, began) = (Progress::new(true), Instant::now());
        let least = prover.least_while(path, LEAST * prover.extent(path), |_| {
            progress.at(0, 0);
            match most {
                Some(most) if began.elapsed() >= most => ControlFlow::Break(()),
                _ => interrupt::going_on(),
            }
        });
        progress.finish();
        self.evaluations = least.evaluations;
        self.least = LeastOut::of(least, path);
        let Some(least) = &mut self.least else { return };
        least.lower = least.lower.max(self.known);
        match &self.first_contact {
            Some(FirstOut { row, time, pair, .. }) if least.upper >= 0.0 => {
                let (row, time, pair, upper) = (*row, *time, pair.clone(), 0.0);
                *least = LeastOut { signed_distance: upper, upper, row, time, pair, ..*least };
            }
            None if least.upper < 0.0 => {
                let (row, pair) = (least.row, least.pair.clone());
                self.first_contact = Some(FirstOut::between(self.free.min(row), row, pair, path));
                (self.verdict, self.at) = ("clash", None);
            }
            _ => {}
        }
    }

    /// Has the checker look at the proof, if there is one. Ctrl-C ends that, unconfirmed.
    pub fn verify(&mut self, prover: &Prover, path: &paths::Path) {
        if self.verdict != "proven" {
            return;
        }
        let (mut progress, mut verdict, mut stretches) =
            (Progress::new(true), verify::Verdict::Proven, 0);
        let mechanism = prover.world().mechanism();
        // A few legs at a time: the proof of a long path takes much memory.
        let legs = (STRETCHES / prover.world().pairs().count().max(1)).max(1);
        for from in (0..path.legs()).step_by(legs) {
            let part = path.part(from..(from + legs).min(path.legs()));
            let mut watch = |row: f64| told(&mut progress, path, from as f64 + row);
            let proof = prover.certificate_while(&part, self.clearance, &mut watch);
            verdict = match &proof {
                Some(proof) => check_path_while(&mechanism, part.given(), proof, &mut watch),
                None => verify::Verdict::Unproven,
            };
            stretches += proof.map_or(0, |proof| proof.stretches.len());
            if verdict != verify::Verdict::Proven {
                break;
            }
        }
        progress.finish();
        self.checker = Some(Checker { verdict: verdict_name(verdict), stretches });
    }

    /// Nothing but, if Ctrl-C ended the proof, the row up to which the path is proven.
    fn stopped(clearance: f64, pairs_with_own: usize, stopped: impl Into<Option<f64>>) -> Self {
        Self {
            verdict: "undecided",
            least: None,
            first_contact: None,
            clearance,
            pairs_with_own,
            tolerance: BTreeMap::new(),
            evaluations: 0,
            at: None,
            checker: None,
            stopped: stopped.into(),
            stopped_time: None,
            known: f64::NEG_INFINITY,
            free: 0.0,
        }
    }

    /// Is it open whether two bodies overlap? The least clearance may show it.
    pub fn is_open(&self) -> bool {
        self.verdict == "undecided" && !self.is_stopped()
    }

    /// Looks at the path again, for a chart. Ctrl-C ends that, without one.
    pub fn motion(
        &self,
        prover: &Prover,
        path: &paths::Path,
    ) -> Result<Option<Motion>, paths::Error> {
        let first = self.first_contact.as_ref().map(|first| first.row);
        let least = self.least.as_ref().map(|least| [least.row, least.upper]);
        let mut progress = Progress::new(true);
        let found = Motion::of(prover, path, &titled(first, least), |done, work| {
            progress.at(done, work);
            interrupt::going_on()
        });
        progress.finish();
        found
    }

    /// The two bodies that the verdict is about.
    pub fn pair(&self) -> Option<&[String; 2]> {
        let first = self.first_contact.as_ref().map(|first| &first.pair);
        first.or(self.at.as_ref().map(|at| &at.pair))
    }

    /// Did Ctrl-C end the proof?
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Is it proven that the path keeps the clearance, and confirmed if the checker was asked?
    pub fn is_proven(&self) -> bool {
        let is_confirmed = self.checker.as_ref().is_none_or(|checker| checker.verdict == "proven");
        self.verdict == "proven" && is_confirmed
    }

    /// What is proven, as a sentence.
    pub fn write(&self, out: &mut impl Write, units: &str) -> io::Result<()> {
        let unit = if units.is_empty() { String::new() } else { format!(" {}", shown(units)) };
        let names = |[a, b]: &[String; 2]| format!("{} - {}", shown(a), shown(b));
        write!(out, "path: {}", self.verdict)?;
        if let Some(FirstOut { row, time, lower, time_lower, pair, .. }) = &self.first_contact {
            let free = text::place(*lower, *time_lower, 8);
            let free = free.trim_start_matches("row ");
            let place = text::place(*row, *time, 8);
            write!(out, ", {} touch first at {place}, free up to {free}", names(pair))?;
        }
        if let Some(At { row, time, pair, required, never_move }) = &self.at {
            write!(out, ", {} at {}", names(pair), text::place(*row, *time, 8))?;
            if self.verdict == "close" {
                write!(out, ", nearer than {}{unit}", digits(*required, 5))?;
            }
            if *never_move {
                write!(
                    out,
                    ": they never move against each other, and \"ignore\" allows them to touch"
                )?;
            }
        }
        if !self.tolerance.is_empty() {
            write!(out, ", for all motions within the tolerance of its joints")?;
        }
        match &self.checker {
            Some(Checker { verdict: "proven", stretches }) => {
                write!(out, ", confirmed by the checker in {stretches} stretches")?;
            }
            Some(Checker { verdict, .. }) => write!(out, ", but {verdict} by the checker")?,
            None => {}
        }
        if let Some(row) = self.stopped {
            let place = text::place(row, self.stopped_time, 8);
            write!(out, ", stopped: it is proven up to {place}, and not looked at behind it")?;
        }
        writeln!(out)
    }

    /// The least clearance, as a sentence; nothing if it was not looked for.
    pub fn write_least(&self, out: &mut impl Write, units: &str) -> io::Result<()> {
        let unit = if units.is_empty() { String::new() } else { format!(" {}", shown(units)) };
        let Some(LeastOut { lower, upper, row, time, pair: [a, b], .. }) = &self.least else {
            return Ok(());
        };
        if !lower.is_finite() {
            return Ok(());
        }
        let (bounds, place) = (interval(*lower, *upper, 5), text::place(*row, *time, 8));
        writeln!(out, "least clearance: {bounds}{unit}, {} - {} at {place}", shown(a), shown(b))
    }
}

impl LeastOut {
    fn of(least: Least, path: &paths::Path) -> Option<Self> {
        let Meeting { row, pair, .. } = least.meeting?;
        let Least { lower, upper, .. } = least;
        Some(Self { signed_distance: upper, lower, upper, row, time: path.time(row), pair })
    }
}

impl FirstOut {
    fn of(first: FirstContact, path: &paths::Path) -> Option<Self> {
        match first {
            FirstContact::Found { from, meeting: Meeting { row, pair, .. } } => {
                Some(Self::between(from, row, pair, path))
            }
            _ => None,
        }
    }
    /// Two bodies touch at a row, and none before another.
    fn between(lower: f64, row: f64, pair: [String; 2], path: &paths::Path) -> Self {
        let [time_lower, time] = [lower, row].map(|row| path.time(row));
        Self { row, time, lower, time_lower, upper: row, pair }
    }
}
