//! When do two moving shapes touch? Conservative advancement with proven steps.
//!
//! 1. At time t, find an axis that separates the shapes. If there is none, the shapes touch, and t is
//!    the time of impact.
//! 2. Find the time until which this axis is proven to separate the shapes (`advance`). Continue there.
//!
//! The search never passes a contact, because an axis proves each stretch of time. If the shapes move
//! along lines, the clearance is convex in time: step 2 is a step of Newton's method from the left, and
//! an axis along which the gap does not shrink proves a miss. Step 1 uses GJK, which stops at the first
//! separating axis and continues with the same simplex at the new time. For shapes that do not turn this
//! is van den Bergen's ray cast against the Minkowski difference.
//!
//! | file | has |
//! |---|---|
//! | `path` | the poses of the shapes at a time, and bounds on the curvature of their points' paths |
//! | `advance` | how long one axis separates the shapes |
//! | `portal` | for shapes without radii: the axis of contact in one search |
//! | `curved` | the axis of contact of curved shapes, from a portal near it |
//! | `convex` | two convex shapes: axes by GJK, and the proof of contact |
//! | `plane` | a half-space and a convex shape: the only axis is the half-space's normal |
//! | `closed` | how the result of a closed form is proven |
//! | `balls` | two balls: a ray against a ball |
//! | `cone` | the proof of contact of shapes without radii: a cone behind the place of contact |
//! | `overlap`, `inside` | points around a place of contact, and whether a simplex holds the origin |
//!
//! **Proof of contact.** The approach ends when rounding hides the gap. The estimated time of impact is
//! the time at which the gap along the last axis is zero. To prove the contact, the shapes are moved on by
//! a few rounding errors, and two points are sought that prove an overlap there. The contact lies between
//! both times. Shapes that graze each other may never overlap; then the time has no proven upper bound.
//!
//! Sources: van den Bergen, Ray Casting against General Convex Objects with Application to
//! Continuous Collision Detection, 2004; Mirtich 1996 (conservative advancement).

pub(crate) mod advance;
pub(crate) mod balls;
pub(crate) mod by_gjk;
pub(crate) mod closed;
#[doc(hidden)]
pub mod contact_cone;
pub(crate) mod half_space_cast;
#[doc(hidden)]
pub mod inside;
mod newton;
mod overlap;
pub(crate) mod path;
#[doc(hidden)]
pub mod portal;

use crate::answer::{End, Witness};
use crate::gjk;
use crate::number::Scalar;
use crate::space::{DVector, Vector};
use crate::trace::{Trace, Watch};
use advance::{Probe, Reach};
use path::Path;

/// The most support points that a cast computes, including those of its certificate and of clearances at
/// single times. Only shapes that spin close to each other for many turns need so many, because the length
/// of a proven stretch is about the square root of the gap.
pub(crate) const MOST_SUPPORTS: u32 = 5_000;

/// The most support points of one call of [`MovingPair::look`] and two probes.
const A_LOOK: u32 = gjk::MOST_STEPS + 4;

/// The delays after the estimated time at which the proof of contact is tried, in units of the rounding
/// error divided by the speed of approach.
pub(crate) const JUST_AFTER: [f64; 4] = [8.0, 128.0, 8192.0, 1048576.0];

/// If the radii and the gap add up to more than this (the size of the pair is about 1), the normal comes
/// from the nearest points of the cores, which are then far enough apart.
pub(crate) const FAR: f64 = 1e-6;

/// The search has failed to find the nearest points if they are farther apart at contact than they should
/// be by more than this number of rounding errors.
const UNMET: f64 = 64.0;

/// Two shapes of a cast.
pub(crate) trait MovingPair<W: Vector> {
    /// Searches for the axis of contact without going from one time to the next. `None` if the shapes have
    /// no such method or if it found nothing; then [`MovingPair::look`] is called for one time after another.
    fn ahead<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        span: &Span,
        watch: &mut Watch<'_, W, T>,
    ) -> Option<Separation<W>> {
        let _ = (path, span, watch);
        None
    }
    /// Searches for an axis that separates the shapes at a time. A gap between the cores of at most `bound`
    /// counts as contact.
    fn look<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, W, T>,
    ) -> Separation<W>;
    /// The gap along an axis at a time.
    fn probe(&self, path: &Path<W>, time: f64, axis: W) -> Probe<W>;
    /// A bound on the second derivative of the gap along that axis, between two times.
    fn bend(&self, path: &Path<W>, axis: W, times: [f64; 2]) -> f64;
    /// The nearest points at a time, starting from the result of the last look.
    fn nearest(&mut self, path: &Path<W>, time: f64) -> Nearest<W>;
    /// Like [`MovingPair::contact`], but without a new search: it uses the result of the last look. False if
    /// that is not enough. `deep` is about how far the shapes have moved into each other.
    fn contact_at_once(
        &mut self,
        path: &Path<W>,
        time: f64,
        [bound, deep]: [f64; 2],
        proof: Option<&mut Witness<W>>,
    ) -> bool {
        let _ = (path, time, bound, deep, proof);
        false
    }
    /// Is it proven that the distance of the cores is at most `bound`? Then `proof` is filled with the points. A
    /// negative `bound` asks for an overlap of that depth.
    fn contact<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        watch: &mut Watch<'_, W, T>,
        proof: Option<&mut Witness<W>>,
    ) -> bool;
    /// The number of support points computed so far, including those of probes.
    fn steps(&self) -> u32;
}

/// What is known of two shapes at a time: the result of [`MovingPair::look`], and at the start of
/// [`MovingPair::ahead`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Separation<W> {
    /// An axis separates the shapes.
    Apart {
        /// Of length 1, from A to B, in the frame that does not turn.
        axis: W,
        /// The gap of the cores along the axis.
        gap: f64,
        /// Is this certainly the axis of contact? No other axis separates the shapes for longer, within
        /// rounding.
        lands: bool,
    },
    /// No axis is known that separates the shapes. Their cores are no farther apart than this.
    Near(f64),
}

/// The nearest points of the cores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<W> {
    /// Each in its shape's frame, not scaled.
    pub points: [W; 2],
    /// The vector from A's point to B's, in the frame that does not turn.
    pub between: W,
}

/// The time interval of a cast, and what is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The start of the interval.
    pub from: f64,
    /// The end of the interval; may be infinite.
    pub until: f64,
    /// The distance of the cores at contact: the sum of the radii and the requested gap.
    pub target: f64,
    /// Are times answered in `f32`?
    pub short: bool,
    /// Is only the time asked for, and neither the points of contact nor a proof?
    pub time_only: bool,
    /// The most support points that the cast may compute.
    pub most: u32,
}

impl Span {
    /// Rounds a time up to the precision of the answer: contact is proven at this time. Times are scaled by
    /// a power of two, which changes rounding only at the ends of the range.
    fn after(&self, time: f64) -> f64 {
        if self.short { f64::from(f32::above(time)) } else { time }.min(self.until)
    }
}

/// The result of a cast. Times and lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome<W: Vector> {
    /// Do the shapes touch, and where?
    pub found: Ending<W>,
    /// The shapes are proven to be apart until this time.
    pub lower: f64,
    /// The axis that separates the shapes just before `lower`, in the frame that does not turn, of any
    /// length but zero. If the shapes move along lines, it separates them from the start on. Meaningless if
    /// they start in contact.
    pub axis: W,
    /// Why the cast ended.
    pub end: End,
    /// The number of support points that were computed.
    pub steps: u32,
}

impl<W: Vector> Outcome<W> {
    /// The outcome that claims nothing.
    pub fn unknown(span: &Span) -> Self {
        let (found, end) = (Ending::Unknown, End::NoProgress);
        Self { found, lower: span.from, axis: W::ZERO, end, steps: 0 }
    }
}

/// The end of a cast.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ending<W: Vector> {
    /// The shapes do not touch.
    Miss,
    /// The shapes touch at the start, within rounding.
    Start,
    /// The estimated time of impact, if only the time is asked for.
    Time(f64),
    /// The shapes touch.
    Contact {
        /// The estimated time of impact.
        time: f64,
        /// From A to B, in the frame that does not turn; of any length but zero.
        normal: W,
        /// The nearest points at this time, each in its shape's frame, not scaled.
        points: [W; 2],
        /// A time at which contact is proven; infinite if it was not proven.
        upper: f64,
    },
    /// The limit on support points was reached.
    Unknown,
}

/// Runs the cast. `proof`, if there is one, is empty, and is filled if a contact is proven.
pub(crate) fn run<W, S, T>(
    sides: &mut S,
    path: &Path<W>,
    span: &Span,
    watch: &mut Watch<'_, W, T>,
    proof: Option<&mut Witness<W>>,
) -> Outcome<W>
where
    W: DVector,
    S: MovingPair<W>,
    T: Trace<W>,
{
    let mut cast = Cast { path, span, last: Stretch::none(span.from) };
    let mut ahead = sides.ahead(path, span, watch);
    // The proof of contact needs support points too.
    while sides.steps() + 3 * A_LOOK <= span.most {
        let t = cast.last.reach.until;
        let near = span.target + 2.0 * path.slack(t);
        let seen = ahead.take().unwrap_or_else(|| sides.look(path, t, near, watch));
        let (axis, gap, lands) = match seen {
            Separation::Apart { axis, gap, lands } => (axis, gap, lands),
            Separation::Near(apart) => {
                let is_met = apart - span.target <= UNMET * path.slack(t);
                return cast.land(sides, is_met, watch, proof);
            }
        };
        let reach = cast.reach(sides, t, axis, gap);
        watch.stretch([t, reach.until.min(span.until)], axis);
        if reach.until >= span.until {
            let axis =
                advance::through(path, cast.last.axis, axis, [gap - span.target, t - span.from]);
            return cast.end(sides, axis, Ending::Miss, End::Converged);
        }
        let ends = reach.until <= t;
        if !ends {
            cast.last = Stretch { axis, reach };
        }
        if ends || lands {
            return cast.land(sides, true, watch, proof);
        }
    }
    cast.end(sides, cast.last.axis, Ending::Unknown, End::StepLimit)
}

/// An interval of time in which one axis separates the shapes.
struct Stretch<W> {
    axis: W,
    reach: Reach,
}

impl<W: Vector> Stretch<W> {
    fn none(from: f64) -> Self {
        let reach = Reach { until: from, estimate: from };
        Self { axis: W::ZERO, reach }
    }
}

/// The state of the loop.
struct Cast<'c, W: Vector> {
    path: &'c Path<W>,
    span: &'c Span,
    last: Stretch<W>,
}

impl<W: DVector> Cast<'_, W> {
    fn reach<S: MovingPair<W>>(&self, sides: &S, t: f64, axis: W, gap: f64) -> Reach {
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

    /// The outcome for shapes that touch at the end of the last stretch: within rounding, unless `is_met` is false.
    fn land<S: MovingPair<W>, T: Trace<W>>(
        &self,
        sides: &mut S,
        is_met: bool,
        watch: &mut Watch<'_, W, T>,
        proof: Option<&mut Witness<W>>,
    ) -> Outcome<W> {
        let (path, span) = (self.path, self.span);
        let (lower, axis) = (self.last.reach.until, self.last.axis);
        if lower <= span.from {
            return self.end(sides, axis, Ending::Start, End::Converged);
        }
        let estimate = self.last.reach.estimate;
        // There is no estimate if the shapes approach by no more than rounding.
        let time =
            if estimate < f64::INFINITY { estimate.max(lower).min(span.until) } else { lower };
        let end = |met: bool| if met { End::Converged } else { End::NoProgress };
        if span.time_only {
            return self.end(sides, axis, Ending::Time(time), end(is_met));
        }
        let Nearest { points, between } = sides.nearest(path, time);
        let normal = self.normal(sides, time, between);
        let met =
            estimate < f64::INFINITY && between.norm() - span.target <= UNMET * path.slack(time);
        let closing = if path.bends() {
            -path.speed_along(axis, sides.probe(path, time, axis).arms)
        } else {
            -axis.dot(path.velocity)
        };
        let upper = self.proven(sides, [time, closing], watch, proof);
        let found = Ending::Contact { time, normal, points, upper };
        self.end(sides, axis, found, end(met))
    }

    /// The normal of a contact. For rounded shapes, the direction between the nearest points is better than the
    /// last axis, unless they are so near each other that rounding tilts it.
    fn normal<S: MovingPair<W>>(&self, sides: &S, time: f64, between: W) -> W {
        let (path, span, axis) = (self.path, self.span, self.last.axis);
        let supports = || {
            between.unit_along().is_some_and(|normal| {
                let gap = sides.probe(path, time, normal).gap;
                gap >= span.target - UNMET * path.slack(time)
            })
        };
        if span.target > FAR || (span.target > 0.0 && supports()) { between } else { axis }
    }

    /// The first time after `time` at which contact can be proven; infinite if there is none. `closing` is the
    /// speed of approach.
    fn proven<S: MovingPair<W>, T: Trace<W>>(
        &self,
        sides: &mut S,
        [time, closing]: [f64; 2],
        watch: &mut Watch<'_, W, T>,
        mut proof: Option<&mut Witness<W>>,
    ) -> f64 {
        let (path, span) = (self.path, self.span);
        let later = |many: f64| {
            let after = time + many * path.slack(time) / closing;
            // False for NaN, if the shapes do not approach.
            (after > time).then(|| {
                let after = span.after(after);
                (after, span.target - path.slack(after))
            })
        };
        for (after, bound) in JUST_AFTER[..2].iter().map_while(|many| later(*many)) {
            let deep = (after - time) * closing;
            if sides.contact_at_once(path, after, [bound, deep], proof.as_deref_mut()) {
                return after;
            }
        }
        for (after, bound) in JUST_AFTER.iter().map_while(|many| later(*many)) {
            if sides.steps() + 2 * A_LOOK > span.most {
                break;
            }
            if sides.contact(path, after, bound, watch, proof.as_deref_mut()) {
                return after;
            }
            if after >= span.until {
                break;
            }
        }
        f64::INFINITY
    }

    fn end<S: MovingPair<W>>(&self, sides: &S, axis: W, found: Ending<W>, end: End) -> Outcome<W> {
        let lower =
            if matches!(found, Ending::Miss) { self.span.until } else { self.last.reach.until };
        Outcome { found, lower, axis, end, steps: sides.steps() }
    }
}
