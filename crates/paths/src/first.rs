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
    Found { from: f64, t: f64, pair: usize },
    Undecided { t: f64, pair: usize },
    Stopped,
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
    let mut at_end = |t: f64| looks.overlapping(&leg.moment(t, 0.0)).map(|pair| (t, pair));
    let mut hit = at_end(0.0).or_else(|| at_end(1.0));
    if let Some((t, pair)) = hit.filter(|(t, _)| *t == 0.0) {
        return Answer::Found { from: 0.0, t, pair };
    }
    let mut effort = Effort::new(looks);
    let mut stack = vec![Node::root(looks, leg, Needs::All(0.0))];
    while let Some(mut node) = stack.pop() {
        // All before this node is closed, and all items begin at `from` or later.
        let from = node.items.iter().map(|item| item.from).fold(1.0, f64::min);
        if stops(from) {
            return Answer::Stopped;
        }
        if let Some((t, pair)) = hit {
            if t - from <= tolerance {
                return Answer::Found { from: from.min(t), t, pair };
            }
            node.items.retain(|item| item.from < t);
        }
        let Some(item) = node.items.first() else { continue };
        if node.half < SHORTEST {
            return open(from, hit, item.pair);
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
                return open(from, hit, item.pair);
            }
            if seen.upper < 0.0 && hit.is_none_or(|(t, _)| node.middle < t) {
                hit = Some((node.middle, item.pair));
            }
            divide(&item, &seen, node.middle, &mut halves);
        }
        stack.extend(node.halves(halves).rev());
    }
    match hit {
        Some((t, pair)) => Answer::Found { from: t, t, pair },
        None => Answer::None,
    }
}

/// What is known where nothing can be proven from a time on.
fn open(from: f64, hit: Option<(f64, usize)>, pair: usize) -> Answer {
    match hit {
        Some((t, pair)) => Answer::Found { from, t, pair },
        None => Answer::Undecided { t: from, pair },
    }
}
