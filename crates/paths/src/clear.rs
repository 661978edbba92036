//! Is the clearance of all pairs that move at least what they need on a whole leg?
//!
//! Breadth first: a contact that lasts is found at a coarse time. All pairs share the kinematics of a time.
//!
//! ```text
//!     time  0 ............. 1/2 ............. 1        node 1/2: looks at all pairs
//!                 1/4               3/4                nodes 1/4, 3/4: the pairs that are not closed there
//! ```
//!
//! A hull around a concave part that is too coarse is opened, and its pieces are looked at instead. `effort.rs` says when
//! the search gives up.

use std::collections::VecDeque;

use crate::effort::{Effort, KEPT};
use crate::leg::Leg;
use crate::look::{SHORTEST, Seen};
use crate::looks::{Item, Looks};
use crate::prover::Needs;
use crate::record::Record;

/// What is known about a leg.
pub(crate) enum Answer {
    Clear,
    Broken { t: f64, pair: usize, errors: Option<Vec<f64>> },
    Undecided { t: f64, pair: usize },
    Stopped,
}

/// A stretch of the leg that is divided in two halves: its middle, half its width, and what is open in it.
pub(crate) struct Node<'p> {
    pub middle: f64,
    pub half: f64,
    pub items: Vec<Item<'p>>,
}

impl<'p> Node<'p> {
    /// The whole leg, with the pairs that are near.
    pub fn root(looks: &Looks<'p>, leg: &Leg<'_>, needs: Needs) -> Self {
        let items = looks.near(leg, &leg.moment(0.5, 0.5), 0.5, needs);
        Self { middle: 0.5, half: 0.5, items }
    }
    /// The halves that anything is left in.
    pub fn halves(
        &self,
        [left, right]: [Vec<Item<'p>>; 2],
    ) -> impl DoubleEndedIterator<Item = Self> + use<'p> {
        let half = self.half / 2.0;
        let node = move |(middle, items)| Self { middle, half, items };
        let both = [(self.middle - half, left), (self.middle + half, right)];
        both.into_iter().map(node).filter(|node| !node.items.is_empty())
    }
}

/// Are these stretches of the leg clear? What closes them is added to the record, if there is one. The search ends where
/// `stops` says so: it is asked at each stretch.
pub(crate) fn clear<'p>(
    looks: &mut Looks<'p>,
    leg: &Leg<'_>,
    nodes: Vec<Node<'p>>,
    needs: Needs,
    record: &mut Option<Record<'_>>,
    stops: &mut dyn FnMut() -> bool,
) -> Answer {
    let mut effort = Effort::new(looks);
    let mut kept = nodes.iter().map(|node| node.items.len()).sum::<usize>();
    let mut queue = VecDeque::from(nodes);
    while let Some(mut node) = if kept < KEPT { queue.pop_front() } else { queue.pop_back() } {
        looks.kept = looks.kept.max(kept);
        kept -= node.items.len();
        if stops() {
            return Answer::Stopped;
        }
        let moment = leg.moment(node.middle, node.half);
        let mut halves = [Vec::new(), Vec::new()];
        while let Some(item) = node.items.pop() {
            if hand_on(&item, &node, &mut halves) {
                continue;
            }
            let need = looks.prover.need(item.pair, needs);
            let seen = looks.at(leg, &item, &moment, node.middle, need);
            if is_opened(&item, &seen, need) {
                node.items.extend(item.opened());
                continue;
            }
            if seen.upper < need {
                return Answer::Broken {
                    t: node.middle,
                    pair: item.pair,
                    errors: looks.worst.take(),
                };
            }
            let ends = effort.ends(looks, &seen, [need, need + leg.slack.now]);
            if ends || seen.is_final(leg, &item) {
                return Answer::Undecided { t: node.middle, pair: item.pair };
            }
            if let Some(record) = record {
                let [before, behind] = closed(&item, &seen, node.middle);
                let times = [before.max(item.from), behind.min(item.to)];
                record.add(&item, times, seen.reason, &moment);
            }
            divide(&item, &seen, node.middle, &mut halves);
        }
        if node.half < SHORTEST
            && let Some(item) = halves.iter().flatten().next()
        {
            return Answer::Undecided { t: node.middle, pair: item.pair };
        }
        kept += halves.iter().map(Vec::len).sum::<usize>();
        queue.extend(node.halves(halves));
    }
    Answer::Clear
}

/// An item that is wholly in one half, and not near the middle, goes to that half at once.
pub(crate) fn hand_on<'p>(
    item: &Item<'p>,
    node: &Node<'p>,
    halves: &mut [Vec<Item<'p>>; 2],
) -> bool {
    let far = 0.5 * node.half;
    let side = if item.from >= node.middle + far {
        1
    } else if item.to <= node.middle - far {
        0
    } else {
        return false;
    };
    halves[side].push(*item);
    true
}

/// Is the item a pair of hulls around concave parts, and too coarse? Then shorter stretches would not help much.
pub(crate) fn is_opened(item: &Item<'_>, seen: &Seen, need: f64) -> bool {
    if item.is_exact() {
        return false;
    }
    // Without a clearance there is no reason to doubt the hull.
    let asked = seen.upper < f64::INFINITY;
    let little = |[from, to]: [f64; 2]| to - from < 0.125 * (item.to - item.from);
    asked && (seen.lower <= need || seen.closed.is_none_or(little))
}

/// What is left of an item on both sides of what is closed.
pub(crate) fn divide<'p>(item: &Item<'p>, seen: &Seen, t: f64, halves: &mut [Vec<Item<'p>>; 2]) {
    let [before, behind] = closed(item, seen, t);
    let normal = seen.normal.or(item.normal);
    let parts = [(item.from, before), (behind, item.to)];
    for ((from, to), half) in parts.into_iter().zip(halves) {
        if from < to {
            half.push(Item { from, to, normal, ..*item });
        }
    }
}

/// Where what is closed of an item begins and ends. It ends before it begins if nothing of the item is.
fn closed(item: &Item<'_>, seen: &Seen, t: f64) -> [f64; 2] {
    let [before, behind] = seen.closed.unwrap_or([t, t]);
    [before.min(t).min(item.to), behind.max(t).max(item.from)]
}
