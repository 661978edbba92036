//! The least clearance of a path: the item with the worst bound first, over all legs.
//!
//! What is closed is proven to be at least the best clearance then known, less the tolerance. So the answer's lower
//! bound is the least of those, and of the bounds that are still open.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use crate::answer::Least;
use crate::clear::{divide, is_opened};
use crate::leg::Leg;
use crate::look::SHORTEST;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::path::Path;
use crate::prover::{Needs, Prover};

/// An item with a bound on its clearance. It is looked at in the middle of a dyadic stretch, so that items share
/// moments.
struct Entry<'p> {
    lower: f64,
    leg: usize,
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
    /// The least bound is the greatest entry; of equal ones, the first in the path.
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |entry: &Self| (entry.leg, entry.item.pair);
        let order = other.lower.total_cmp(&self.lower);
        order
            .then_with(|| place(other).cmp(&place(self)))
            .then_with(|| other.middle.total_cmp(&self.middle))
    }
}

/// The best clearance so far.
pub(crate) struct Best {
    pub upper: f64,
    pub row: f64,
    pub pair: Option<usize>,
}

/// See [`Prover::least`], of the pairs that move; `best` is known of the others. The search ends where `stops` says so, which is told the bounds so far.
pub(crate) fn least(
    prover: &Prover,
    path: &Path,
    tolerance: f64,
    mut best: Best,
    stops: &mut dyn FnMut([f64; 2]) -> bool,
) -> Least {
    let tolerance = f64::max(tolerance, prover.reach * 1e-12);
    let mut looks = Looks::new(prover, path);
    let legs: Vec<Leg<'_>> = path.legs().map(|rows| Leg::new(&looks, rows)).collect();
    let mut moments: HashMap<(usize, u64), Rc<Moment>> = HashMap::new();
    let mut moment = |leg: usize, t: f64| {
        moments.entry((leg, t.to_bits())).or_insert_with(|| Rc::new(legs[leg].moment(t))).clone()
    };
    let mut heap = BinaryHeap::new();
    for (leg, of) in legs.iter().enumerate() {
        let items = looks.near(of, &moment(leg, 0.5), 0.5, Needs::All(f64::INFINITY));
        let entry = |item| Entry { lower: f64::NEG_INFINITY, leg, middle: 0.5, half: 0.5, item };
        heap.extend(items.into_iter().map(entry));
    }
    // What is closed so far is proven to be at least this.
    let mut closed = f64::INFINITY;
    while let Some(entry) = heap.pop() {
        let (leg, t) = (entry.leg, entry.middle);
        let is_done = entry.lower >= best.upper - tolerance || best.upper < 0.0;
        if is_done || entry.half < SHORTEST || stops([closed.min(entry.lower), best.upper]) {
            closed = closed.min(entry.lower);
            break;
        }
        let need = best.upper - tolerance;
        let seen = looks.at(&legs[leg], &entry.item, &moment(leg, t), t, need.min(f64::MAX));
        if entry.item.is_exact() && seen.upper < best.upper {
            best = Best { upper: seen.upper, row: leg as f64 + t, pair: Some(entry.item.pair) };
        }
        if is_opened(&entry.item, &seen, need) {
            heap.extend(entry.item.opened().map(|item| Entry { item, ..entry }));
            continue;
        }
        if seen.closed.is_some() {
            closed = closed.min(need);
        }
        let mut halves = [Vec::new(), Vec::new()];
        divide(&entry.item, &seen, t, &mut halves);
        let half = entry.half / 2.0;
        for (items, middle) in halves.into_iter().zip([t - half, t + half]) {
            for item in items {
                let width = (item.from - t).abs().max((item.to - t).abs());
                let lower = entry.lower.max(seen.lower - seen.speed * width - legs[leg].slack);
                heap.push(Entry { lower, leg, middle, half, item });
            }
        }
    }
    let lower = closed.min(best.upper);
    Least {
        lower,
        upper: best.upper,
        meeting: best.pair.map(|pair| prover.meeting(best.row, pair)),
        evaluations: looks.queries,
    }
}
