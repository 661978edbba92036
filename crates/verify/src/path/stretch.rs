//! Are two sets of pieces apart for a stretch of a leg?
//!
//! *Along a direction* n that moves with a link: let f be n . (q - p) for a point p of A and a point q of B, less the
//! clearance. Seen from the link, both move with accelerations of at most those of `arms`, K together, so f is never
//! below the parabola with this second derivative through its values at both ends (`apart.rs`). The least values over
//! all points are those of supports.
//!
//! *Between balls*: the distance of their centers less both radii and the clearance changes at most by L in a unit of
//! time. With the values f0 and f1 at the ends of a stretch of length d it is at least (f0 + f1 - L d) / 2.
//!
//! *Joints that may be off.* With errors fixed, both move so. What errors do to the heights at a time is bounded to the second
//! order, and to the first by a line above |n . s_k(p)| on the range that it has over the set (`arms.rs`). So a gap is at
//! least this; only the gap without errors refutes a stretch.
//!
//! What this leaves open is cut in two. Gaps are shown to be above the clearance: with a clearance of 0, nothing thin
//! passes through a surface in a moment of touching.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use core::ops::Range;

use clearance_geometry::answer::{Mechanism, PathReason, PathStretch};
use glam::DVec3;

use super::arms::{arms, bend, bend_of_errors, speed, taken};
use super::body::{Body, ROUNDING};
use super::curve::Leg;
use super::tree::{Moment, Mover, Tree};
use crate::Verdict;
use crate::apart::curve_stays;
use crate::frame::{Frame, Triple, cross, dot, exact, minus, norm, plus, times};
use crate::interval::Interval;

/// The moments that are kept have so many places of links, some ten megabytes.
const PLACES: usize = 1 << 15;
/// How often a stretch is cut.
const CUTS: usize = 256;

/// Checks stretches, leg after leg.
pub(super) struct Stretches<'s> {
    tree: &'s Tree,
    bodies: &'s [Body<'s>],
    clearances: Clearances,
    leg: Leg,
    moments: BTreeMap<u64, Rc<Moment>>,
    /// For each pair a gap that it is proven to have where the path begins.
    starts: BTreeMap<[usize; 2], f64>,
}

/// The clearance that each pair must have.
pub(super) struct Clearances {
    of_pairs: BTreeMap<[usize; 2], f64>,
    others: f64,
}

impl Clearances {
    /// Those of the mechanism, and this one for all other pairs.
    pub fn of(mechanism: &Mechanism<'_>, others: f64) -> Self {
        let required = mechanism.required.iter();
        let of_pairs = required.map(|(pair, clearance)| (ordered(pair), *clearance)).collect();
        Self { of_pairs, others }
    }
    fn between(&self, pair: [usize; 2]) -> Interval {
        Interval::exact(self.of_pairs.get(&pair).copied().unwrap_or(self.others))
    }
}

/// The smaller number first.
pub(super) fn ordered([a, b]: &[usize; 2]) -> [usize; 2] {
    [*a.min(b), *a.max(b)]
}

/// What is claimed about two sets.
struct Claim<'s> {
    clearance: Interval,
    bodies: [&'s Body<'s>; 2],
    sets: [Range<usize>; 2],
    by: By,
}

/// The gap at a time, less the clearance: on the path, and at least that of all motions near it.
#[derive(Clone, Copy)]
struct Gap {
    path: Interval,
    near: Interval,
}

/// A set of pieces where its link is.
struct Side<'c, 's> {
    body: &'c Body<'s>,
    set: &'c Range<usize>,
    frame: &'c Frame,
}

impl Side<'_, '_> {
    /// The largest `axis . p` over its points.
    fn height(&self, axis: Triple) -> Option<Interval> {
        let own = self.body.highest(self.set, self.frame.unrotate(axis))?;
        Some(own + dot(axis, self.frame.translation))
    }
    /// At least what these joints, which may be off, add to the height.
    fn errors(&self, axis: Triple, movers: &[Mover]) -> Option<Interval> {
        if movers.is_empty() {
            return Some(Interval::ZERO);
        }
        let middle = self.body.middle(self.set);
        let (center, radius) =
            (self.frame.apply(exact(middle)), self.body.radius(self.set, middle));
        let (mut tilted, mut more) = (axis, Interval::ZERO);
        for Mover { turns, off, origin, axis: turn, .. } in movers {
            let off = Interval::exact(*off);
            if !turns {
                more = more + off * dot(axis, *turn).abs();
                continue;
            }
            // n . (z x (p - o)) = (n x z) . (p - o)
            let m = cross(axis, *turn);
            let (at, half) = (dot(m, minus(center, *origin)), norm(m) * Interval::exact(radius));
            let mut range = [(at - half).low(), (at + half).high()];
            if range[0] < 0.0 && range[1] > 0.0 {
                let here = dot(m, *origin);
                let [high, low] = [self.height(m)? - here, self.height(m.map(|x| -x))? + here];
                range = [range[0].max(-low.high()), range[1].min(high.high())];
            }
            let [c0, c1] = chord(range);
            let tilt = times(m, off * c1);
            tilted = plus(tilted, tilt);
            more = more + off * c0 - dot(tilt, *origin);
        }
        let bend = bend_of_errors(&arms(movers, center, radius, 0.0));
        more = more + Interval::exact(0.5 * bend) * norm(axis);
        Some(self.height(tilted)? - self.height(axis)? + more)
    }
}

/// A line c0 + c1 x that is not below |x| on a range.
fn chord([low, high]: [f64; 2]) -> [Interval; 2] {
    let slope = match (low >= 0.0, high <= 0.0) {
        (true, _) => 1.0,
        (_, true) => -1.0,
        _ => (high + low) / (high - low),
    };
    let slope = Interval::exact(slope);
    let above = |x: f64| (Interval::exact(x.abs()) - slope * Interval::exact(x)).high();
    [Interval::exact(above(low).max(above(high))), slope]
}

enum By {
    Balls([DVec3; 2]),
    Direction { link: Option<usize>, normal: Triple },
}

impl<'s> Stretches<'s> {
    pub fn new(tree: &'s Tree, bodies: &'s [Body<'s>], clearances: Clearances) -> Self {
        Self {
            tree,
            bodies,
            clearances,
            leg: Leg::new(&[]),
            moments: BTreeMap::new(),
            starts: BTreeMap::new(),
        }
    }
    /// Goes to the next leg.
    pub fn begin(&mut self, leg: Leg) {
        self.leg = leg;
        self.moments.clear();
    }
    /// A gap that the pair is proven to have where the path begins; 0 if there is none.
    pub fn at_start(&self, pair: [usize; 2]) -> f64 {
        self.starts.get(&pair).copied().unwrap_or(0.0)
    }

    /// Is the stretch true? It is about pieces that exist.
    pub fn holds(&mut self, stretch: &PathStretch) -> Verdict {
        let Some(claim) = self.claim(stretch) else { return Verdict::Refuted };
        let [from, to] = stretch.times;
        let [Some(first), Some(last)] = [from, to].map(|time| self.gap(&claim, time)) else {
            return Verdict::Unproven;
        };
        if stretch.leg == 0 && from == 0.0 {
            let gap = (first.path + claim.clearance).low();
            let pair = stretch.bodies.map(|body| body as usize);
            self.starts.entry(pair).and_modify(|least| *least = least.min(gap)).or_insert(gap);
        }
        let mut open = alloc::vec![[(from, first), (to, last)]];
        for _ in 0..CUTS {
            let Some([start, end]) = open.pop() else { return Verdict::Proven };
            if start.1.path.high() < 0.0 || end.1.path.high() < 0.0 {
                return Verdict::Refuted;
            }
            if start.1.near.high() < 0.0 || end.1.near.high() < 0.0 {
                return Verdict::Unproven;
            }
            let middle = start.0 + (end.0 - start.0) / 2.0;
            if self.stays(&claim, [start, end], middle) {
                continue;
            }
            let Some(gap) = self.gap(&claim, middle) else { return Verdict::Unproven };
            if middle <= start.0 || end.0 <= middle {
                return Verdict::Unproven;
            }
            open.extend([[(middle, gap), end], [start, (middle, gap)]]);
        }
        if open.is_empty() { Verdict::Proven } else { Verdict::Unproven }
    }

    /// `None` if the link does not exist.
    fn claim(&self, stretch: &PathStretch) -> Option<Claim<'s>> {
        let pair = stretch.bodies.map(|body| body as usize);
        let (bodies, clearance) =
            (pair.map(|body| &self.bodies[body]), self.clearances.between(pair));
        let sets = stretch.sets.clone().map(|set| set.start as usize..set.end as usize);
        let [a, b] = [0, 1].map(|side| bodies[side].normal(&sets[side]));
        let by = match (&stretch.reason, a, b) {
            (PathReason::Balls(centers), ..) => By::Balls(centers.map(DVec3::from_array)),
            (_, Some(normal), _) => By::Direction { link: bodies[0].link, normal },
            (_, _, Some(normal)) => {
                By::Direction { link: bodies[1].link, normal: normal.map(|x| -x) }
            }
            (PathReason::Direction { link, normal }, ..) => By::Direction {
                link: link.map(|link| link as usize),
                normal: exact(DVec3::from_array(*normal)),
            },
        };
        let exists = match by {
            By::Balls(_) => true,
            By::Direction { link, .. } => link.is_none_or(|link| self.tree.has(link)),
        };
        exists.then_some(Claim { clearance, bodies, sets, by })
    }

    fn moment(&mut self, time: f64) -> Rc<Moment> {
        let (tree, leg) = (self.tree, &self.leg);
        if self.moments.len() > PLACES / tree.links() {
            self.moments.clear();
        }
        let make = || Rc::new(tree.at(leg, time));
        self.moments.entry(time.to_bits()).or_insert_with(make).clone()
    }

    /// The gap at a time, less the clearance. `None` if nothing is known about a shape.
    fn gap(&mut self, claim: &Claim<'_>, time: f64) -> Option<Gap> {
        let moment = self.moment(time);
        let Claim { clearance, bodies, sets, by } = claim;
        let links = bodies.map(|body| body.link);
        let frames = links.map(|link| moment.frame(link));
        let loose = |from, to| self.tree.movers((&self.leg, None), &moment, from, to);
        let (gap, taken) = match by {
            By::Balls(centers) => {
                let radii = radii(claim, *centers);
                let places = [0, 1].map(|side| frames[side].apply(exact(centers[side])));
                let arms = |side: usize| {
                    arms(&loose(links[1 - side], links[side]), places[side], 0.0, 0.0)
                };
                let [a, b] = places;
                (norm(minus(a, b)) - radii[0] - radii[1], taken(&arms(0), &arms(1)))
            }
            By::Direction { link, normal } => {
                let up = moment.frame(*link).rotate(*normal);
                let directions = [up, up.map(|x| -x)];
                let sides = [0, 1].map(|side| Side {
                    body: bodies[side],
                    set: &sets[side],
                    frame: frames[side],
                });
                let height = |side: usize| sides[side].height(directions[side]);
                let gap = -(height(0)? + height(1)?) / norm(up);
                let taken =
                    |side: usize| sides[side].errors(directions[side], &loose(*link, links[side]));
                let taken = (taken(0)? + taken(1)?) / norm(up);
                (gap, taken.high())
            }
        };
        let path = gap - *clearance;
        Some(Gap { path, near: path - Interval::exact(taken) })
    }

    /// Does the gap stay, from its values at both ends?
    fn stays(
        &mut self,
        claim: &Claim<'_>,
        [(from, first), (to, last)]: [(f64, Gap); 2],
        middle: f64,
    ) -> bool {
        let [first, last] = [first, last].map(|gap| gap.near);
        let moment = self.moment(middle);
        let half = (to - middle).max(middle - from) * (1.0 + 1e-12);
        let links = claim.bodies.map(|body| body.link);
        let span = Some([from, to]);
        let between = |from, to| self.tree.movers((&self.leg, span), &moment, from, to);
        let place = |side: usize, center: DVec3| moment.frame(links[side]).apply(exact(center));
        match &claim.by {
            By::Balls(centers) => {
                let arms = |side: usize| {
                    let movers = between(links[1 - side], links[side]);
                    arms(&movers, place(side, centers[side]), 0.0, half)
                };
                let lost = Interval::exact(speed(&arms(0), &arms(1))) * Interval::exact(to - from);
                (first + last - lost.widened(lost.magnitude() * 1e-12)).low() > 0.0
            }
            By::Direction { link, .. } => {
                let bend = |side: usize| {
                    let (body, set) = (claim.bodies[side], &claim.sets[side]);
                    let movers = between(*link, links[side]);
                    if movers.is_empty() {
                        return 0.0;
                    }
                    let center = body.middle(set);
                    bend(&arms(&movers, place(side, center), body.radius(set, center), half))
                };
                let bend = Interval::exact(bend(0)) + Interval::exact(bend(1));
                let at = |time: f64| Some(if time == from { first } else { last });
                curve_stays([from, to], bend, at).unwrap_or(false)
            }
        }
    }
}

/// The radii of the balls with these centers around the sets. What their rounding added refutes nothing.
fn radii(Claim { bodies, sets, .. }: &Claim<'_>, centers: [DVec3; 2]) -> [Interval; 2] {
    [0, 1].map(|side| {
        let radius = bodies[side].radius(&sets[side], centers[side]);
        Interval::between([radius * (1.0 - 4.0 * ROUNDING), radius])
    })
}
