//! The least clearance of a path.
//!
//! 1. The clearances of all rows are computed, which leaves little to find between them.
//! 2. Then leg after leg is searched, in each the item with the worst bound first.
//!
//! A stretch is left out once it is proven to be no nearer than the least clearance so far, less the tolerance. So the
//! answer's lower bound is the least of these, and of the bounds of stretches that are left when the search gives up
//! (`effort.rs`). Nothing is known of legs that it did not reach.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use crate::answer::{Least, Meeting};
use crate::clear::{divide, is_opened};
use crate::effort::{self, KEPT};
use crate::leg::Leg;
use crate::look::SHORTEST;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::path::{Path, Way};
use crate::prover::{Needs, Prover};
use crate::seek::nearest;

/// So many looks each leg may have, however many others took: as many as all may have beyond that.
const LOOKS: u64 = 1 << 12;
/// With joints that may be off, a stretch is not divided in which the clearance changes by less than this part of what is
/// unknown about it.
const FINE: f64 = 0.125;
/// A tolerance is at least so many times the slack. A search never ends whose tolerance is less than what rounding takes
/// from a bound twice, and from the best clearance twice.
const COARSEST: f64 = 4.0;

/// An item with a bound on its clearance. It is looked at in the middle of a dyadic stretch, so that items share
/// moments.
struct Entry<'p> {
    lower: f64,
    middle: f64,
    half: f64,
    item: Item<'p>,
}

impl PartialEq for Entry<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Entry<'_> {}
impl PartialOrd for Entry<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Entry<'_> {
    /// The least bound is the greatest entry; of equal ones, the first in the leg.
    fn cmp(&self, other: &Self) -> Ordering {
        let order = other.lower.total_cmp(&self.lower);
        order
            .then_with(|| other.item.pair.cmp(&self.item.pair))
            .then_with(|| other.middle.total_cmp(&self.middle))
    }
}

/// The best clearance so far.
pub(crate) struct Best {
    pub upper: f64,
    pub row: f64,
    pub pair: Option<usize>,
    /// The configuration with errors that has it, if it is none of the path itself.
    pub errors: Option<Vec<f64>>,
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// The search ends where bounds are nearer than this, a length.
    pub tolerance: f64,
    /// Or where a pair is nearer than it must be.
    pub until: Needs,
    /// The first row.
    pub from: usize,
}

/// See [`Prover::least`], of the pairs that move; `best` is known of the others. The search ends where `stops` says so,
/// which is told the bounds so far.
pub(crate) fn least(
    prover: &Prover,
    path: &Path,
    wanted: Wanted,
    best: Best,
    stops: &mut dyn FnMut([f64; 2]) -> bool,
) -> Least {
    let mut search = Search::new(prover, path, wanted, best, stops);
    search.run(path);
    let Search { looks, best, closed, open, .. } = search;
    let lower = if open { f64::NEG_INFINITY } else { closed.min(best.upper) };
    Least {
        lower,
        upper: best.upper,
        meeting: best.pair.map(|pair| prover.meeting(path, best.row, pair, best.errors)),
        evaluations: looks.queries,
    }
}

/// Two bodies that are nearer than `wanted.until`, of the pairs that move.
pub(crate) fn nearer(
    prover: &Prover,
    path: &Path,
    wanted: Wanted,
    stops: &mut dyn FnMut([f64; 2]) -> bool,
) -> Option<Meeting> {
    let best = Best { upper: f64::INFINITY, row: 0.0, pair: None, errors: None };
    let mut search = Search::new(prover, path, wanted, best, stops);
    search.run(path);
    let pair = search.best.pair.filter(|_| search.is_over())?;
    Some(prover.meeting(path, search.best.row, pair, search.best.errors))
}

struct Search<'s, 'p> {
    looks: Looks<'p>,
    wanted: Wanted,
    best: Best,
    /// What is closed so far is proven to be at least this.
    closed: f64,
    /// Are there legs that were not begun?
    open: bool,
    /// How many looks all legs may have that took their own.
    spare: u64,
    /// How many pairs move.
    moving: usize,
    stops: &'s mut dyn FnMut([f64; 2]) -> bool,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(
        prover: &'p Prover,
        path: &Path,
        wanted: Wanted,
        best: Best,
        stops: &'s mut dyn FnMut([f64; 2]) -> bool,
    ) -> Self {
        let looks = Looks::new(prover, path);
        let spare = effort::most(&looks);
        let moving = prover.pairs.iter().filter(|pair| !pair.is_still()).count();
        Self { looks, wanted, best, closed: f64::INFINITY, open: true, spare, moving, stops }
    }
    fn run(&mut self, path: &Path) {
        for row in self.wanted.from..path.rows().len() {
            if self.ends(f64::NEG_INFINITY) {
                return;
            }
            self.row(row, &path.rows()[row]);
        }
        let last = path.legs() - 1;
        for (number, way) in path.ways().enumerate().skip(self.wanted.from) {
            if self.is_over() {
                return;
            }
            self.open = number < last;
            if !self.leg(path, number, way) {
                return;
            }
        }
    }
    /// Is there a clearance as small as is wanted?
    fn is_over(&self) -> bool {
        let need = |pair| self.looks.prover.need(pair, self.wanted.until);
        self.best.pair.is_some_and(|pair| self.best.upper < need(pair))
    }
    /// Does the search end, with this bound on what is open?
    fn ends(&mut self, open: f64) -> bool {
        let lower = if self.open { f64::NEG_INFINITY } else { self.closed.min(open) };
        self.is_over() || (self.stops)([lower, self.best.upper])
    }
    fn found(&mut self, upper: f64, row: f64, pair: usize) {
        if upper < self.best.upper {
            self.best = Best { upper, row, pair: Some(pair), errors: self.looks.worst.take() };
        }
    }
    /// Asks for the nearest pieces in a row.
    fn row(&mut self, row: usize, configuration: &[f64]) {
        let moment = Moment::of(self.looks.prover, configuration);
        // What is hardly nearer is not worth a look.
        let need = (self.best.upper - self.wanted.tolerance).min(f64::MAX);
        let mut near = self.looks.near_by(&moment, |_| need);
        near.retain(|item| !self.looks.prover.pairs[item.pair].is_still());
        if let Some((item, found)) = nearest(&mut self.looks, &near, &moment, need) {
            self.found(found.upper + self.looks.off(), row as f64, item.pair);
        }
    }
    /// Does the search go on behind this leg?
    fn leg(&mut self, path: &Path, number: usize, way: Way<'_>) -> bool {
        let leg = Leg::new(&self.looks, way);
        let tolerance = self.wanted.tolerance.max(COARSEST * leg.slack.now);
        let mut moments = Moments::new(self.looks.prover);
        // Those that are far are no nearer than the best one, and loosen no bound.
        let best = self.best.upper.min(f64::MAX);
        let near = self.looks.near(&leg, &moments.at(&leg, 0.5, 0.5), 0.5, Needs::All(best));
        if near.len() < self.moving {
            self.closed = self.closed.min(best);
        }
        let entry = |item| Entry { lower: f64::NEG_INFINITY, middle: 0.5, half: 0.5, item };
        let mut heap: BinaryHeap<Entry<'_>> = near.into_iter().map(entry).collect();
        let before = self.looks.looked;
        while let Some(entry) = heap.pop() {
            let need = (self.best.upper - tolerance).min(f64::MAX);
            let ends = self.ends(entry.lower);
            self.looks.kept = self.looks.kept.max(heap.len());
            let looked = self.looks.looked - before;
            if ends || entry.lower >= need || looked > LOOKS + self.spare || heap.len() > KEPT {
                self.closed = self.closed.min(entry.lower);
                self.spare -= looked.saturating_sub(LOOKS).min(self.spare);
                return !ends;
            }
            if entry.half < SHORTEST {
                self.closed = self.closed.min(entry.lower);
                continue;
            }
            let t = entry.middle;
            let seen = self.looks.at(&leg, &entry.item, &moments.at(&leg, t, entry.half), t, need);
            if entry.item.is_exact() {
                self.found(seen.upper, path.place(number, t), entry.item.pair);
                self.looks.worst = None;
            }
            if is_opened(&entry.item, &seen, need) {
                heap.extend(entry.item.opened().map(|item| Entry { item, ..entry }));
                continue;
            }
            if seen.is_final(&leg, &entry.item) {
                self.closed = self.closed.min(entry.lower.max(seen.lower - leg.slack.now));
                continue;
            }
            if seen.closed.is_some() {
                self.closed = self.closed.min(need);
            } else if self.looks.is_loose() && entry.item.is_exact() {
                // What errors take is bounded no better in shorter stretches.
                let left = seen.speed * entry.half + leg.slack.at(entry.half);
                if left < FINE * (seen.upper - seen.lower) {
                    self.closed = self.closed.min(entry.lower.max(seen.lower - left));
                    continue;
                }
            }
            let mut halves = [Vec::new(), Vec::new()];
            divide(&entry.item, &seen, t, &mut halves);
            let half = entry.half / 2.0;
            for (items, middle) in halves.into_iter().zip([t - half, t + half]) {
                for item in items {
                    let width = (item.from - t).abs().max((item.to - t).abs());
                    let bound = seen.lower - seen.speed * width - leg.slack.at(width);
                    heap.push(Entry { lower: entry.lower.max(bound), middle, half, item });
                }
            }
        }
        true
    }
}

/// The moments of a leg that were asked for, as items share them.
struct Moments {
    known: HashMap<u64, Rc<Moment>>,
    most: usize,
}

/// So many frames and pieces are kept, some ten megabytes.
const PLACES: usize = 1 << 17;

impl Moments {
    fn new(prover: &Prover) -> Self {
        let places = prover.world.robot.frames.len() + prover.pieces.len();
        Self { known: HashMap::new(), most: PLACES / places }
    }
    /// Of a dyadic stretch, which its middle tells.
    fn at(&mut self, leg: &Leg<'_>, t: f64, half: f64) -> Rc<Moment> {
        if self.known.len() > self.most {
            self.known.clear();
        }
        self.known.entry(t.to_bits()).or_insert_with(|| Rc::new(leg.moment(t, half))).clone()
    }
}
