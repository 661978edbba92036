//! When do two moving shapes touch? Conservative advancement with proven steps.
//!
//! 1. At time t find an axis along which the shapes are apart, or that they touch: then t is
//!    the time.
//! 2. Find how long that axis keeps them apart for certain (`advance`); go there.
//!
//! No contact is ever passed: each stretch of time is proven by the axis that led over it. For
//! shapes that move along lines the clearance is convex in time, step 2 is a step of Newton's
//! method on it from the left, and a gap that does not shrink proves that there is none to
//! come. With GJK in step 1 that gives up at the first axis that separates, and goes on with
//! the same simplex at the new time, this is van den Bergen's ray cast against the Minkowski
//! difference.
//!
//! | file | has |
//! |---|---|
//! | `path` | where the shapes stand at a time, and how curved their points' paths are |
//! | `advance` | how long one axis keeps them apart |
//! | `portal` | in space: the axis of contact at once, if there are no radii |
//! | `convex` | two convex shapes: axes by GJK, and the proof of contact |
//! | `plane` | a half-space and a convex shape: the one axis there is |
//! | `closed` | what a closed form has to show for itself, before all that |
//! | `balls` | two balls: a ray against a ball |
//! | `nearest` | rounded shapes whose nearest points are a closed form |
//! | `swept` | two boxes, or two polygons: all axes at once |
//!
//! **Landing.** Rounding ends the approach where the gap cannot be told from zero. The estimate
//! is where the last axis would see contact without rounding. Then the shapes are moved on by
//! a few roundings over the speed of approach, where points of both are sought that prove that
//! they overlap: the contact lies between. Shapes that graze each other may never overlap; the
//! time then has no proven upper end.
//!
//! Sources: van den Bergen, Ray Casting against General Convex Objects with Application to
//! Continuous Collision Detection, 2004; Mirtich 1996 (conservative advancement).

mod advance;
pub(crate) mod balls;
mod closed;
pub(crate) mod convex;
pub(crate) mod inside;
pub(crate) mod nearest;
mod overlap;
pub(crate) mod path;
pub(crate) mod plane;
mod portal;
pub(crate) mod swept;

use crate::algorithm::gjk;
use crate::answer::{End, Witness};
use crate::number::Scalar;
use crate::space::Vector;
use crate::trace::{Trace, Watch};
use advance::{Probe, Reach};
use path::Path;

/// No cast takes more support points than this, from the start to the answer and its certificate,
/// clearances at single times included. Only shapes that spin close to each other for many turns
/// need as many: a proven stretch is about as long as the square root of the gap.
pub(crate) const MOST_SUPPORTS: u32 = 5_000;

/// A look at the shapes and two probes take no more.
const A_LOOK: u32 = gjk::MOST_STEPS + 4;

/// Where contact is sought to prove it, in units of the rounding over the speed of approach.
const JUST_AFTER: [f64; 4] = [8.0, 128.0, 8192.0, 1048576.0];

/// Cores that touch when they are farther apart than this, of a pair of about size 1, have the
/// normal of their nearest points, in which rounding is that much smaller.
const FAR: f64 = 1e-6;

/// Nearest points that are farther apart than they should be at contact by this many roundings
/// were not found: GJK could not close in on a touch.
const UNMET: f64 = 64.0;

/// Two shapes that a cast can be made of.
pub(crate) trait Sides<W: Vector> {
    /// Looks for the axis of contact right away, where there is a way to. Where there is none,
    /// or nothing was found, looks at one time after another do.
    fn ahead<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        span: &Span,
        watch: &mut Watch<'_, T>,
    ) -> Option<Ahead<W>> {
        let _ = (path, span, watch);
        None
    }
    /// Looks for an axis that separates the shapes at a time. `bound` is the largest gap between
    /// the cores that counts as none.
    fn look<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, T>,
    ) -> Separation<W>;
    /// The gap along an axis at a time.
    fn probe(&self, path: &Path<W>, time: f64, axis: W) -> Probe<W>;
    /// A bound on the second derivative of the gap along that axis, between two times.
    fn bend(&self, path: &Path<W>, axis: W, times: [f64; 2]) -> f64;
    /// The points nearest to each other at a time, as far as the last look knows.
    fn nearest(&mut self, path: &Path<W>, time: f64) -> Nearest<W>;
    /// As [`Sides::contact`], where the last look lets one know without another search.
    fn contact_at_once(&mut self, path: &Path<W>, time: f64, bound: f64) -> Option<Witness<W>> {
        let _ = (path, time, bound);
        None
    }
    /// Points that prove the cores to be no farther apart than `bound`, below zero to overlap by
    /// as much.
    fn contact<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, T>,
    ) -> Option<Witness<W>>;
    /// How many support points it took so far, those of probes included.
    fn steps(&self) -> u32;
}

/// What a look at the shapes finds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Separation<W> {
    /// An axis of length 1 from A to B, in the frame that does not turn, and the cores' gap
    /// along it.
    Apart(W, f64),
    /// They touch, up to rounding.
    Near,
}

/// What is found without going from one time to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ahead<W> {
    /// An axis for all of the time until contact: of length 1, from A to B, in the frame that
    /// does not turn, and the cores' gap along it when the cast begins. It `lands` if no other
    /// axis is better, up to rounding.
    Apart {
        /// The axis.
        axis: W,
        /// The gap.
        gap: f64,
        /// Is there no better one?
        lands: bool,
    },
    /// They overlap when the cast begins.
    Start,
}

/// Points of the cores near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<W> {
    /// Each in its shape's frame and not scaled.
    pub points: [W; 2],
    /// From that of A to that of B, in the frame that does not turn.
    pub between: W,
}

/// When to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Here the cast begins.
    pub from: f64,
    /// And here it ends; may be infinite.
    pub until: f64,
    /// The cores touch when they are no farther apart than this: radii and gap.
    pub target: f64,
    /// Are times answered in `f32`?
    pub short: bool,
    /// Is only the time asked for, and neither the points of contact nor a proof of it?
    pub time_only: bool,
    /// No more support points are taken than these.
    pub most: u32,
}

impl Span {
    /// The time not before that one at which contact is to be proven: one that the answer can
    /// hold. Times are scaled by a power of two, which changes nothing but at the ends of the
    /// range.
    fn after(&self, time: f64) -> f64 {
        if self.short { f64::from(f32::above(time)) } else { time }.min(self.until)
    }
}

/// What a cast found. Times and lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome<W: Vector> {
    /// What it ended with.
    pub found: Ending<W>,
    /// Until then the shapes are apart for certain.
    pub lower: f64,
    /// The axis that proves the last stretch before, of any length but zero, in the frame that
    /// does not turn; for shapes that move along lines it proves all of the time. Meaningless
    /// where they start in contact.
    pub axis: W,
    /// Why the cast ended.
    pub end: End,
    /// How many support points it took.
    pub steps: u32,
}

impl<W: Vector> Outcome<W> {
    /// Nothing is known of what happens from the start on.
    pub fn unknown(span: &Span) -> Self {
        let (found, end) = (Ending::Unknown, End::NoProgress);
        Self { found, lower: span.from, axis: W::ZERO, end, steps: 0 }
    }
}

/// The end of a cast.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ending<W: Vector> {
    /// They never touch.
    Miss,
    /// They touch, up to rounding, when the cast begins.
    Start,
    /// They touch at this time, as far as rounding lets one know. The answer if only the time is asked for.
    Time(f64),
    /// They touch.
    Contact {
        /// When, as far as rounding lets one know.
        time: f64,
        /// From A to B, in the frame that does not turn; of any length but zero.
        normal: W,
        /// The points nearest to each other then, each in its shape's frame and not scaled.
        points: [W; 2],
        /// A time not before contact, infinite where none was proven.
        upper: f64,
        /// Proves the contact at that time. Empty where none was proven.
        witness: Witness<W>,
    },
    /// It took too many steps to know.
    Unknown,
}

/// Runs the cast.
pub(crate) fn run<W, S, T>(
    sides: &mut S,
    path: &Path<W>,
    span: &Span,
    watch: &mut Watch<'_, T>,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: Sides<W>,
    T: Trace<W>,
{
    let mut cast = Cast { path, span, last: Stretch::none(span.from) };
    let mut ahead = sides.ahead(path, span, watch);
    // A contact is to be proven yet, where one is found.
    while sides.steps() + 3 * A_LOOK <= span.most {
        let t = cast.last.reach.until;
        let near = span.target + 2.0 * path.slack(t);
        let (seen, lands) = match ahead.take() {
            Some(Ahead::Apart { axis, gap, lands }) => (Separation::Apart(axis, gap), lands),
            Some(Ahead::Start) => (Separation::Near, true),
            None => (sides.look(path, t, near, watch), false),
        };
        let Separation::Apart(axis, gap) = seen else {
            return cast.land(sides, watch);
        };
        let reach = cast.reach(sides, t, axis, gap);
        watch.stretch([t, reach.until.min(span.until)], axis);
        let now = Stretch { from: t, axis, gap: gap - span.target, reach };
        if reach.until >= span.until {
            let axis = cast.through(&now);
            return cast.end(sides, axis, Ending::Miss, End::Converged);
        }
        if reach.until <= t {
            return cast.land(sides, watch);
        }
        cast.last = now;
        if lands {
            return cast.land(sides, watch);
        }
    }
    cast.end(sides, cast.last.axis, Ending::Unknown, End::StepLimit)
}

/// A stretch of time over which one axis proves a gap.
struct Stretch<W> {
    from: f64,
    axis: W,
    /// At the beginning, less what is aimed at.
    gap: f64,
    reach: Reach,
}

impl<W: Vector> Stretch<W> {
    fn none(from: f64) -> Self {
        let reach = Reach { until: from, estimate: from };
        Self { from, axis: W::ZERO, gap: 0.0, reach }
    }
}

/// The state of the loop.
struct Cast<'c, W: Vector> {
    path: &'c Path<W>,
    span: &'c Span,
    last: Stretch<W>,
}

impl<W: Vector<Scalar = f64, Wide = W>> Cast<'_, W> {
    fn reach<S: Sides<W>>(&self, sides: &S, t: f64, axis: W, gap: f64) -> Reach {
        let (path, target) = (self.path, self.span.target);
        if !path.bends() || sides.bend(path, axis, [t, t]) == 0.0 {
            return advance::straight(path, t, axis, gap - target);
        }
        let probe = |time| {
            let probe = sides.probe(path, time, axis);
            Probe { gap: probe.gap - target, ..probe }
        };
        let bend = |later| sides.bend(path, axis, [t, later]);
        advance::curved(path, [t, self.span.until], axis, &probe(t), bend, probe)
    }

    /// An axis for all of the time, where shapes move along lines and the last stretch goes on
    /// to the end.
    ///
    /// The last axis m keeps a gap from t on, the one before, n, until t. With p = -n.u > 0 and
    /// q = m.u >= 0, the axis q n + f p m has the slope (f - 1) p q, and at t a gap of at least
    /// f p times that of m: the gap is concave in the axis. For f between 1 and what lets the
    /// gap at time 0 be positive, f - 1 < gap / (q t), it proves everything. Where rounding is
    /// all that ends the stretch of n, it is rounding that p has to stand for.
    fn through(&self, now: &Stretch<W>) -> W {
        let (p, q) = (-self.path.slope(self.last.axis), now.axis.dot(self.path.velocity));
        let since = now.from - self.span.from;
        if self.path.bends() || since <= 0.0 || p <= 0.0 || q <= 0.0 {
            return now.axis;
        }
        let factor = 1.0 + (0.5 * now.gap / (q * since)).min(1.0);
        let both = self.last.axis * q + now.axis * (p * factor);
        both.unit_along().unwrap_or(now.axis)
    }

    /// The shapes touch, up to rounding.
    fn land<S: Sides<W>, T: Trace<W>>(
        &self,
        sides: &mut S,
        watch: &mut Watch<'_, T>,
    ) -> Outcome<W> {
        let (path, span) = (self.path, self.span);
        let (lower, axis) = (self.last.reach.until, self.last.axis);
        if lower <= span.from {
            return self.end(sides, axis, Ending::Start, End::Converged);
        }
        let estimate = self.last.reach.estimate;
        // Shapes that approach by no more than rounding have no estimate.
        let time =
            if estimate < f64::INFINITY { estimate.max(lower).min(span.until) } else { lower };
        if span.time_only {
            return self.end(sides, axis, Ending::Time(time), End::Converged);
        }
        let Nearest { points, between } = sides.nearest(path, time);
        // Points of rounded shapes give the normal better than the axis that came near.
        let normal = if span.target > FAR { between } else { axis };
        let met =
            estimate < f64::INFINITY && between.norm() - span.target <= UNMET * path.slack(time);
        let closing = if path.bends() {
            -path.speed_along(axis, sides.probe(path, time, axis).arms)
        } else {
            -axis.dot(path.velocity)
        };
        let (upper, witness) = self.proof(sides, time, closing, watch);
        let found = Ending::Contact { time, normal, points, upper, witness };
        self.end(sides, axis, found, if met { End::Converged } else { End::NoProgress })
    }

    /// Contact proven after a time, as soon after as can be, and the proof.
    fn proof<S: Sides<W>, T: Trace<W>>(
        &self,
        sides: &mut S,
        time: f64,
        closing: f64,
        watch: &mut Watch<'_, T>,
    ) -> (f64, Witness<W>) {
        let (path, span) = (self.path, self.span);
        let later = |many: f64| {
            let after = time + many * path.slack(time) / closing;
            // Not so for NaN, where nothing approaches.
            (after > time).then(|| {
                let after = span.after(after);
                (after, span.target - path.slack(after))
            })
        };
        for (after, bound) in JUST_AFTER[..2].iter().map_while(|many| later(*many)) {
            if let Some(proof) = sides.contact_at_once(path, after, bound) {
                return (after, proof);
            }
        }
        for (after, bound) in JUST_AFTER.iter().map_while(|many| later(*many)) {
            if sides.steps() + 2 * A_LOOK > span.most {
                break;
            }
            if let Some(proof) = sides.contact(path, after, bound, watch) {
                return (after, proof);
            }
            if after >= span.until {
                break;
            }
        }
        (f64::INFINITY, Witness::default())
    }

    fn end<S: Sides<W>>(&self, sides: &S, axis: W, found: Ending<W>, end: End) -> Outcome<W> {
        let lower =
            if matches!(found, Ending::Miss) { self.span.until } else { self.last.reach.until };
        Outcome { found, lower, axis, end, steps: sides.steps() }
    }
}
