//! A look at one pair of pieces at one time: how much of a stretch around it is proven to be clear?
//!
//! The cheap tests come first, and most looks end early:
//!
//! 1. The bounding balls are farther apart than they can move on the whole stretch.
//! 2. The stretch seems too long for a proof by one direction (a guess at the bend): only `within` is asked, which
//!    finds a contact.
//! 3. The balls again, with the true motion on this stretch: its speed, or the gap from middle to middle.
//! 4. The normal that was found for the stretch of which this one is a part.
//! 5. The stretch is too long for the true bend: as 2.
//! 6. The direction from middle to middle.
//! 7. The clearance. Its normal proves as much of the stretch as it can, to both sides.
//! 8. If joints may be off, and the normal proves nothing: the same with sharper bounds on what that takes. If it takes too
//!    much at this time, the errors that take the most are tried: the bodies may be too near with them.

use glam::DVec3;

use crate::leg::Leg;
use crate::looks::{GROWN, Item, Looks};
use crate::moment::Moment;
use crate::piece::Posed;
use crate::prover::Needs;
use crate::tube::Loss;

/// A stretch shorter than this is not divided: the search gives up.
pub(crate) const SHORTEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// A direction closes a stretch only if the bend takes less than this part of the distance between the middles.
const BENDS: f64 = 0.25;
/// The bend of a pair's motion, as a part of what all turns and curves together make of it at most: typical.
const TYPICAL: f64 = 0.5;

/// A clearance is worth to be asked for if what is lost in other configurations is less than this part of the distance between
/// the middles. Arms are shorter there than anywhere, mostly by less than this.
const WORTH: f64 = 0.5;

/// Why a stretch is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    /// The balls around the pieces stay apart.
    Balls,
    /// The gap along a direction, which turns with a frame (`None`: with that of B). `normal` is this direction
    /// at the time of the look, in world coordinates, from B to A.
    Direction { normal: DVec3, frame: Option<usize> },
}

/// The result of a look at a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The clearance at this time, if it was asked: it is in this interval, at least for some errors of joints that may be
    /// off, and never below it.
    pub lower: f64,
    pub upper: f64,
    /// It is at least what is needed on this part of the stretch.
    pub closed: Option<[f64; 2]>,
    /// Why that is so.
    pub reason: Reason,
    /// A direction that may do for other parts.
    pub normal: Option<DVec3>,
    /// The clearance changes by at most this in a unit of time.
    pub speed: f64,
}

impl Seen {
    /// Is a look at two pieces that do not move in this leg, and that are no hulls, the last one? It would be the same at all
    /// other times.
    pub fn is_final(&self, leg: &Leg<'_>, item: &Item<'_>) -> bool {
        leg.coarse[item.pair] == 0.0 && self.closed.is_none() && item.is_exact()
    }
    fn open(lower: f64, upper: f64, speed: f64) -> Self {
        Self { lower, upper, closed: None, reason: Reason::Balls, normal: None, speed }
    }
}

impl<'p> Looks<'p> {
    /// The pairs that move and that the balls around them do not part by what they need for `width` to both sides of the
    /// moment, as items for the whole leg.
    pub fn near(&self, leg: &Leg<'_>, moment: &Moment, width: f64, needs: Needs) -> Vec<Item<'p>> {
        let need = |pair| self.prover.need(pair, needs);
        let slack = leg.slack.at(width);
        let apart = |pair: usize| need(pair) + slack + width * leg.coarse[pair];
        let mut items = match self.is_loose() {
            true => self.near_by(moment, |pair| apart(pair) + self.taken(pair)),
            false => self.near_by(moment, apart),
        };
        items.retain(|item| !self.prover.pairs[item.pair].is_still());
        items
    }

    /// Looks at the item at the time `t`, which the moment is of.
    pub fn at(
        &mut self,
        leg: &Leg<'_>,
        item: &Item<'_>,
        moment: &Moment,
        t: f64,
        need: f64,
    ) -> Seen {
        self.looked += 1;
        if self.is_loose() {
            self.worst = None;
        }
        let (from, to) = (item.from - t, item.to - t);
        let width = from.abs().max(to.abs());
        let slack = leg.slack.at(width);
        let whole = Some([item.from, item.to]);
        let posed = &self.posed(item, moment);
        let [a, b] = posed;
        let middles = (a.ball.center - b.ball.center).length();
        let balls = middles - GROWN * (a.ball.radius + b.ball.radius);
        let coarse = leg.coarse[item.pair];
        let closed = |reason, speed| {
            let seen = Seen::open(need, f64::INFINITY, speed);
            Seen { closed: whole, reason, ..seen }
        };

        let taken = self.taken(item.pair);
        if balls - slack - width * coarse - taken >= need {
            return closed(Reason::Balls, coarse);
        }
        let room = (middles - need).max(0.0);
        let too_long = |bend: f64| 0.5 * bend * width * width > BENDS * room;
        if too_long(TYPICAL * leg.bends[item.pair]) {
            return self.contact(item, posed, [balls, taken], need, coarse);
        }
        let rates = moment.rates.as_ref().unwrap_or(&leg.rates);
        let twists = self.twists(rates, item, moment, width);
        let taken = twists.tube.as_ref().map_or(0.0, |tube| tube.taken);
        if balls - slack - width * twists.speed - taken >= need {
            return closed(Reason::Balls, twists.speed);
        }
        let along = |normal| Reason::Direction { normal, frame: twists.frame };
        let both = |gap: &dyn Fn(f64) -> f64| gap(from) - slack >= need && gap(to) - slack >= need;
        let between = (a.ball.center - b.ball.center) / middles;
        let loss = twists.loss(between, posed);
        let of_balls = |tau| twists.gap_of_balls([a.ball, b.ball], between, tau, &loss);
        if balls > need && both(&of_balls) {
            return closed(along(between), twists.speed);
        }
        if let Some(normal) = item.normal {
            let normal = b.frame.rotate(normal);
            let loss = twists.loss(normal, posed);
            if both(&|tau| twists.gap(posed, normal, tau, &loss)) {
                return closed(along(normal), twists.speed);
            }
        }
        if too_long(twists.alpha) {
            let seen = self.contact(item, posed, [balls, taken], need, twists.speed);
            if seen.upper == f64::INFINITY {
                return seen;
            }
        }
        if item.normal.is_none()
            && balls.is_finite()
            && both(&|tau| twists.gap(posed, between, tau, &loss))
        {
            return closed(along(between), twists.speed);
        }
        let (lower, upper, normal) = self.clearance(item, posed);
        let mut seen = Seen::open(lower - taken, upper, twists.speed);
        if lower > need {
            seen.normal = Some(b.frame.unrotate(normal));
            let span = [from.min(0.0), to.max(0.0)];
            seen.reason = along(normal);
            // A record needs a direction: see `record.rs`.
            let speed = if self.is_recorded { f64::INFINITY } else { twists.speed };
            let room = lower - slack - need - taken;
            let by_speed = match room >= 0.0 {
                true if speed > 0.0 => room / speed,
                true => f64::INFINITY,
                false => 0.0,
            };
            let mut prove = |loss: &Loss| {
                let gap = |tau: f64| twists.gap(posed, normal, tau, loss) - need - slack;
                // The clearance tells it, if no joint may be off.
                let now = (room < 0.0 || twists.tube.is_some()).then(|| gap(0.0));
                if let Some(now) = now {
                    seen.lower = seen.lower.max(need + now);
                }
                let [before, behind] = match twists.back {
                    // Of a part of the times of two clocks nothing is left that is one stretch.
                    Some(_) if span[0] < -by_speed && (gap(from) < 0.0 || gap(to) < 0.0) => {
                        [0.0; 2]
                    }
                    Some(_) => span,
                    None => stretch(gap, now, by_speed, span),
                };
                if behind - before > 0.0 {
                    seen.closed = Some([(t + before).max(item.from), (t + behind).min(item.to)]);
                }
                seen.closed.is_none()
            };
            if prove(&twists.loss(normal, posed))
                && let Some(tube) = &twists.tube
            {
                prove(&tube.sharp_loss(normal, posed, self.off()));
            }
        }
        if twists.tube.is_some() && seen.lower < need && item.is_exact() {
            let (nearer, errors) = self.worst(item, &leg.row(t));
            if nearer < seen.upper {
                (seen.upper, self.worst) = (nearer, Some(errors));
            }
        }
        seen
    }

    /// Looks at the item in a configuration from which joints may go by the leg's rates, whatever their way.
    pub fn around(&mut self, leg: &Leg<'_>, item: &Item<'_>, moment: &Moment, need: f64) -> Seen {
        self.looked += 1;
        let (posed, whole) = (&self.posed(item, moment), Some([item.from, item.to]));
        let [a, b] = posed;
        let balls =
            (a.ball.center - b.ball.center).length() - GROWN * (a.ball.radius + b.ball.radius);
        let (coarse, taken) = (leg.coarse[item.pair], self.taken(item.pair));
        let mut seen = Seen::open(balls - self.off() - taken, f64::INFINITY, coarse);
        if balls - leg.slack.now - coarse - taken >= need {
            return Seen { closed: whole, ..seen };
        }
        let room = WORTH * ((a.ball.center - b.ball.center).length() - need);
        // What does not move is asked: no part of it is another question.
        let moves = coarse > 0.0;
        if moves && WORTH * coarse > room {
            return seen;
        }
        let twists = self.twists(&leg.rates, item, moment, 1.0);
        let lost = leg.slack.now + twists.speed + twists.tube.as_ref().map_or(0.0, |t| t.taken);
        if balls - lost >= need {
            return Seen { closed: whole, ..seen };
        }
        if moves && lost > room {
            return seen;
        }
        let (lower, upper, normal) = self.clearance(item, posed);
        (seen.lower, seen.upper) = (lower, upper);
        seen.normal = Some(b.frame.unrotate(normal));
        seen.closed = whole.filter(|_| seen.lower - lost >= need);
        seen
    }

    /// Are the pieces proven to be nearer than `need`? Otherwise nothing is known but what the balls say.
    fn contact(
        &mut self,
        item: &Item<'_>,
        posed: &[Posed<'_>; 2],
        [balls, taken]: [f64; 2],
        need: f64,
        speed: f64,
    ) -> Seen {
        let apart = balls - self.off();
        if apart > need || !self.within(item, posed, need) {
            return Seen::open(apart - taken, f64::INFINITY, speed);
        }
        if !item.is_exact() {
            // Near enough to be opened: what is in it is asked.
            return Seen::open(apart - taken, need, speed);
        }
        let (lower, upper, _) = self.clearance(item, posed);
        Seen::open(lower - taken, upper, speed)
    }
}

/// The stretch around now on which the clearance is what is needed: where it is known for `by_speed` to both sides, or by
/// what its normal's gap is above the need, where a chord of the concave gap is a lower bound on it. `now` is that of now;
/// without it, it is known not to be negative.
fn stretch(
    gap: impl Fn(f64) -> f64,
    mut now: Option<f64>,
    by_speed: f64,
    [from, to]: [f64; 2],
) -> [f64; 2] {
    let is_open = now.is_some_and(|now| now < 0.0);
    let mut side = |end: f64| {
        if end.abs() <= by_speed {
            return end;
        }
        if is_open {
            return end.signum() * by_speed;
        }
        let far = gap(end);
        if far >= 0.0 {
            return end;
        }
        let near = *now.get_or_insert_with(|| gap(0.0));
        let chord = if near > 0.0 { near / (near - far) * (1.0 - 1e-12) } else { 0.0 };
        end.signum() * by_speed.max(end.abs() * chord)
    };
    [side(from), side(to)]
}
