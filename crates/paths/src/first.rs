//! The first contact of a leg: depth first, in the order of time. A contact that is found bounds the search from above. If
//! a stretch before it cannot be proven to be free, the first contact is between this stretch and the contact.

use crate::clear::{Node, divide, hand_on, is_opened};
use crate::effort::Effort;
use crate::leg::Leg;
use crate::look::SHORTEST;
use crate::looks::Looks;
use crate::prover::Needs;

/// What is known about the first contact of a leg.
pub(crate) enum Answer {
    None,
    Found { from: f64, hit: Hit },
    Undecided { t: f64, pair: usize },
    Stopped,
}

/// A contact, and the configuration with errors in which it is, if it is none of the path itself.
pub(crate) struct Hit {
    pub t: f64,
    pub pair: usize,
    pub errors: Option<Vec<f64>>,
}

/// The first contact, to `tolerance` in time. The search ends where `stops` says so, which is told the time up to which
/// the leg is free.
pub(crate) fn first(
    looks: &mut Looks<'_>,
    leg: &Leg<'_>,
    tolerance: f64,
    stops: &mut dyn FnMut(f64) -> bool,
) -> Answer {
    let tolerance = f64::max(tolerance, SHORTEST);
    let mut at_end = |t: f64| {
        let pair = looks.overlapping(&leg.moment(t, 0.0))?;
        Some(Hit { t, pair, errors: None })
    };
    let mut hit = at_end(0.0).or_else(|| at_end(1.0));
    if let Some(hit) = hit.take_if(|hit| hit.t == 0.0) {
        return Answer::Found { from: 0.0, hit };
    }
    let mut effort = Effort::new(looks);
    let mut stack = vec![Node::root(looks, leg, Needs::All(0.0))];
    while let Some(mut node) = stack.pop() {
        // All before this node is closed, and all items begin at `from` or later.
        let from = node.items.iter().map(|item| item.from).fold(1.0, f64::min);
        if stops(from) {
            return Answer::Stopped;
        }
        if let Some(found) = &hit {
            let t = found.t;
            if t - from <= tolerance {
                return known(hit, from.min(t));
            }
            node.items.retain(|item| item.from < t);
        }
        let Some(item) = node.items.first() else { continue };
        if node.half < SHORTEST {
            return open(looks, leg, [from, tolerance], hit, item.pair);
        }
        let moment = leg.moment(node.middle, node.half);
        let mut halves = [Vec::new(), Vec::new()];
        while let Some(item) = node.items.pop() {
            if hand_on(&item, &node, &mut halves) {
                continue;
            }
            let seen = looks.at(leg, &item, &moment, node.middle, 0.0);
            if is_opened(&item, &seen, 0.0) {
                node.items.extend(item.opened());
                continue;
            }
            if effort.ends(looks, &seen, [0.0, leg.slack.now]) || seen.is_final(leg, &item) {
                return open(looks, leg, [from, tolerance], hit, item.pair);
            }
            if seen.upper < 0.0 && hit.as_ref().is_none_or(|hit| node.middle < hit.t) {
                let errors = looks.worst.take();
                hit = Some(Hit { t: node.middle, pair: item.pair, errors });
            }
            divide(&item, &seen, node.middle, &mut halves);
        }
        stack.extend(node.halves(halves).rev());
    }
    let from = hit.as_ref().map_or(1.0, |hit| hit.t);
    known(hit, from)
}

/// The contact, if there is one, and up to where nothing touches.
fn known(hit: Option<Hit>, from: f64) -> Answer {
    hit.map_or(Answer::None, |hit| Answer::Found { from, hit })
}

/// What is known where nothing can be proven from a time on: bodies that begin to touch there overlap a little later.
fn open(
    looks: &mut Looks<'_>,
    leg: &Leg<'_>,
    [from, tolerance]: [f64; 2],
    mut hit: Option<Hit>,
    pair: usize,
) -> Answer {
    let t = (from + tolerance).min(1.0);
    if hit.as_ref().is_none_or(|hit| t < hit.t)
        && let Some(pair) = looks.overlapping(&leg.moment(t, 0.0))
    {
        hit = Some(Hit { t, pair, errors: None });
    }
    match hit {
        Some(hit) => Answer::Found { from, hit },
        None => Answer::Undecided { t: from, pair },
    }
}
