//! A configuration in which two bodies overlap, looked for by descent.
//!
//! At the nearest points, the clearance changes along a joint by n . (axis x arm), or n . axis if it slides. A step goes
//! down these slopes as far as would close the gap if it were straight (Newton's method), within the limits. It is a
//! search and no proof: what it returns is a proven overlap, and nothing is said where it finds none.

use clearance_geometry::answer::Clearance;
use glam::DVec3;

use crate::chain::Link;
use crate::looks::{Item, Looks};
use crate::moment::Moment;

/// A descent takes no more steps.
const STEPS: usize = 40;
/// A descent ends after so many steps that come no nearer, by a tenth at least.
const PATIENCE: usize = 3;
/// A step turns no joint farther: the slopes are of one configuration.
const LONGEST: f64 = 0.5;
/// A point that moves along the normal by less than this part of its way moves across it.
const LEVEL: f64 = 1e-9;
/// So many configurations are tried to find the worst errors of joints.
const ERRORS: usize = 3;
/// A step goes as far beyond the contact, as a part of the smaller piece: the end is an overlap that can be proven.
const BEYOND: f64 = 0.05;

/// Leads from a configuration to one in which the bodies of the items, all of one pair, overlap.
pub(crate) fn seek<'p>(
    looks: &mut Looks<'p>,
    items: &[Item<'p>],
    limits: &[[f64; 2]],
    start: &[f64],
) -> Option<Vec<f64>> {
    let prover = looks.prover;
    let chain = &prover.chains[prover.pairs[items.first()?.pair].chain];
    let (mut configuration, mut best, mut in_vain) = (start.to_vec(), f64::INFINITY, 0);
    for _ in 0..STEPS {
        let moment = Moment::of_chain(prover, chain, &configuration, &[]);
        let (item, nearest) = nearest(looks, items, &moment, f64::INFINITY)?;
        if nearest.upper + looks.off() < 0.0 {
            return Some(configuration);
        }
        in_vain = if nearest.signed_distance < 0.9 * best { 0 } else { in_vain + 1 };
        if in_vain > PATIENCE {
            return None;
        }
        best = best.min(nearest.signed_distance);
        let way = nearest.signed_distance.max(0.0) + BEYOND * item.a.radius.min(item.b.radius);
        let slopes = slopes(looks, &nearest, &moment, chain, limits.len());
        // Joints at their limits stay there.
        let free = |value: usize| {
            let ([lower, upper], at) = (limits[value], configuration[value]);
            if slopes[value] > 0.0 { at > lower } else { at < upper }
        };
        let square = |value: usize| if free(value) { slopes[value].powi(2) } else { 0.0 };
        let steepness: f64 = (0..limits.len()).map(square).sum();
        let longest = (0..limits.len()).filter(|value| free(*value));
        let longest = longest.map(|value| slopes[value].abs()).fold(0.0, f64::max);
        let factor = (way / steepness).min(LONGEST / longest);
        if !(factor > 0.0 && factor.is_finite()) {
            return None;
        }
        for (value, [lower, upper]) in limits.iter().enumerate() {
            let to = configuration[value] - factor * slopes[value];
            configuration[value] = to.clamp(*lower, *upper);
        }
    }
    None
}

impl Looks<'_> {
    /// The clearance that two pieces have at most, near a configuration, and the errors of joints with which they have it: to
    /// the first order, those that bring the nearest points nearer.
    pub fn worst(&mut self, item: &Item<'_>, row: &[f64]) -> (f64, Vec<f64>) {
        let prover = self.prover;
        let chain = &prover.chains[prover.pairs[item.pair].chain];
        let frames = &prover.world.robot.frames;
        let (mut at, mut best) = (row.to_vec(), (f64::INFINITY, Vec::new()));
        // Of what may stand elsewhere.
        let mut own = vec![0.0; frames.len()];
        for _ in 0..ERRORS {
            let moment = Moment::of_chain(prover, chain, &at, &own);
            let nearest = self.nearest(item, &self.posed(item, &moment));
            let upper = nearest.upper + self.off();
            if upper < best.0 {
                best = (upper, at.clone());
            }
            let slopes = slopes(self, &nearest, &moment, chain, row.len());
            let errors = row.iter().zip(&slopes).zip(&self.errors);
            let next: Vec<f64> = errors.map(|((x, slope), off)| x - worst(*off, *slope)).collect();
            let mut is_new = next != at;
            for link in &chain.links {
                let error = -worst(frames[link.frame].off, slope(&nearest, &moment, link));
                is_new |= error != own[link.frame];
                own[link.frame] = error;
            }
            if !is_new {
                break;
            }
            at = next;
        }
        best
    }
}

/// The error that takes the most along a slope.
fn worst(off: f64, slope: f64) -> f64 {
    if slope == 0.0 { 0.0 } else { off.copysign(slope) }
}

/// How the clearance changes along each joint value.
fn slopes(
    looks: &Looks<'_>,
    nearest: &Clearance<DVec3>,
    moment: &Moment,
    chain: &crate::chain::Chain,
    values: usize,
) -> Vec<f64> {
    let frames = &looks.prover.world.robot.frames;
    let mut slopes = vec![0.0; values];
    for link in &chain.links {
        let frame = &frames[link.frame];
        slopes[frame.value] += frame.multiplier * slope(nearest, moment, link);
    }
    slopes
}

/// How the clearance changes along the value of a joint; 0 if points move across the normal.
fn slope(nearest: &Clearance<DVec3>, moment: &Moment, link: &Link) -> f64 {
    let axis = moment.axes[link.frame];
    let (point, sign) =
        if link.carries_a { (nearest.point_a, -1.0) } else { (nearest.point_b, 1.0) };
    let arm = point - moment.motions[link.frame].translation;
    let velocity = if link.turns { axis.cross(arm) } else { axis };
    // The normal points from A to B.
    let along = nearest.normal.dot(velocity);
    if along.abs() > LEVEL * velocity.length() { sign * along } else { 0.0 }
}

/// The nearest two pieces that are the bodies themselves, of all items, if they are nearer than `below`.
pub(crate) fn nearest<'p>(
    looks: &mut Looks<'p>,
    items: &[Item<'p>],
    moment: &Moment,
    below: f64,
) -> Option<(Item<'p>, Clearance<DVec3>)> {
    let by_balls = |looks: &Looks<'_>, item: &Item<'_>| {
        let [a, b] = looks.posed(item, moment).map(|posed| posed.ball);
        (a.center - b.center).length() - a.radius - b.radius
    };
    let mut open: Vec<(f64, Item<'p>)> =
        items.iter().map(|item| (by_balls(looks, item), *item)).collect();
    let mut best: Option<(Item<'p>, Clearance<DVec3>)> = None;
    while let Some(at) = (0..open.len()).min_by(|x, y| open[*x].0.total_cmp(&open[*y].0)) {
        let (bound, item) = open.swap_remove(at);
        let most = best.as_ref().map_or(below, |(_, best)| best.upper);
        if bound >= most {
            break;
        }
        let found = looks.nearest(&item, &looks.posed(&item, moment));
        if found.lower >= most {
            continue;
        }
        if item.is_exact() {
            best = Some((item, found));
        } else {
            let inside = item.opened().map(|item| (by_balls(looks, &item).max(found.lower), item));
            open.extend(inside);
        }
    }
    best
}
