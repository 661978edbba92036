//! Pairs of bodies that never move against each other: a base on its table, or what a hand holds and the link that the
//! hand is fixed to. Legs do not look at them: they are asked about once, at the start of the path.

use crate::leg::Leg;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::path::{Path, Way};
use crate::prover::Needs;
use crate::record::Record;

/// What is known about these pairs.
pub(crate) enum Answer {
    Clear,
    Broken { pair: usize },
    Undecided { pair: usize },
}

/// After so many pieces whose clearance is what they need, up to rounding, nothing more is looked for.
const GRAZES: usize = 64;

/// Have they the clearance that they need? What shows it is added to the record, if there is one.
pub(crate) fn clear(
    looks: &mut Looks<'_>,
    path: &Path,
    needs: Needs,
    record: &mut Option<Record<'_>>,
) -> Answer {
    let prover = looks.prover;
    let row = &path.rows()[0][..];
    let still = (0..prover.pairs.len()).filter(|pair| prover.pairs[*pair].is_still());
    let leg = Leg::for_some(looks, Way::Straight([row, row]), still);
    let moment = leg.moment(0.0, 0.0);
    let far = |pair: usize| prover.need(pair, needs) + leg.slack.now;
    let mut items = near(looks, &moment, far);
    if let Some(record) = record {
        record.add_far(looks, true, &items, &moment);
    }
    let (mut open, mut grazes) = (None, 0);
    while let Some(item) = items.pop() {
        let need = prover.need(item.pair, needs);
        let seen = looks.at(&leg, &item, &moment, 0.0, need);
        if seen.closed == Some([0.0, 1.0]) {
            if let Some(record) = record {
                record.add(&item, [0.0, 1.0], seen.reason, &moment);
            }
        } else if !item.is_exact() {
            items.extend(item.opened());
        } else if seen.upper < need {
            return Answer::Broken { pair: item.pair };
        } else {
            open.get_or_insert(item.pair);
            grazes += 1;
            if grazes > GRAZES {
                break;
            }
        }
    }
    open.map_or(Answer::Clear, |pair| Answer::Undecided { pair })
}

/// The least clearance of these pairs, which is between these bounds, and the pair that has it. It ends at an overlap.
pub(crate) fn least(looks: &mut Looks<'_>, path: &Path) -> ([f64; 2], Option<usize>) {
    let moment = Moment::of(looks.prover, &path.rows()[0]);
    let by_balls = |looks: &Looks<'_>, item: &Item<'_>| {
        let [a, b] = looks.posed(item, &moment).map(|posed| posed.ball);
        (a.center - b.center).length() - a.radius - b.radius - looks.off()
    };
    let items = near(looks, &moment, |_| f64::INFINITY);
    let mut open: Vec<(f64, Item<'_>)> =
        items.into_iter().map(|item| (by_balls(looks, &item), item)).collect();
    // The nearest one is last.
    open.sort_by(|x, y| y.0.total_cmp(&x.0));
    let ([mut lower, mut upper], mut nearest) = ([f64::INFINITY; 2], None);
    while let Some((bound, item)) = open.pop() {
        if bound >= upper {
            continue;
        }
        let (least, most, _) = looks.clearance(&item, &looks.posed(&item, &moment));
        if item.is_exact() {
            lower = lower.min(least);
            if most < upper {
                (upper, nearest) = (most, Some(item.pair));
            }
            if upper < 0.0 {
                return ([f64::NEG_INFINITY, upper], nearest);
            }
        } else if least < upper {
            open.extend(item.opened().map(|item| (by_balls(looks, &item).max(least), item)));
        }
    }
    ([lower.min(upper), upper], nearest)
}

fn near<'p>(looks: &Looks<'p>, moment: &Moment, far: impl Fn(usize) -> f64) -> Vec<Item<'p>> {
    let mut items = looks.near_by(moment, far);
    items.retain(|item| looks.prover.pairs[item.pair].is_still());
    items
}
