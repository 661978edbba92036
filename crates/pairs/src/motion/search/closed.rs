//! The proof of a cast in closed form.
//!
//! Two shapes that move along lines touch when a ray meets their Minkowski difference. For some shapes
//! there is a formula for this. Its result is a guess, which two steps prove:
//!
//! ```text
//!     gap along the axis                    1. The formula gives an axis of length 1. The gap along
//!     |  `.                                    it at the start is computed from the shapes' support
//!     |     `.                                 points. The gap is linear in time, so the axis proves
//!     |        `.     slack                    that there is no contact before `lower`, including
//!     |-----------`.--------                   rounding.
//!     0------------o-`.-----> time          2. Just after the root of this line, points of both
//!              lower  estimate                 shapes prove an overlap that exceeds rounding.
//! ```
//!
//! If a step fails, the closed form has no answer, and the general search starts. So a formula needs no
//! bounds on its own rounding errors. Step 2 is left out if only the time is asked for.

use super::advance::{Reach, straight};
use super::path::Path;
use super::{Ending, FAR, Outcome, Span};
use crate::answer::End;
use crate::space::{DVector, Vector};

/// The gap along an axis at the start, less [`Span::target`]. Lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along<W> {
    /// From A to B, of length 1.
    pub axis: W,
    pub gap: f64,
}

/// The place of contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing<W> {
    /// From A to B, of any length but zero.
    pub normal: W,
    /// Points of both cores, each in its shape's frame, not scaled.
    pub points: [W; 2],
}

/// A cast of shapes that move along lines, in closed form.
#[derive(Clone, Copy)]
pub(crate) struct Closed<'c, W: Vector> {
    pub path: &'c Path<W>,
    pub span: &'c Span,
    /// The number of support points or axes that the formula computed.
    pub steps: u32,
}

impl<W: DVector> Closed<'_, W> {
    /// Until when the axis separates the shapes. `None` if it does not separate them at the start.
    fn reach(&self, along: &Along<W>) -> Option<Reach> {
        let (path, from) = (self.path, self.span.from);
        let apart = along.gap > path.slack(from);
        apart.then(|| straight(path, from, along.axis, along.gap))
    }

    /// The outcome of a miss. `None` if the axis does not separate the shapes until the end.
    pub fn missed(&self, along: &Along<W>) -> Option<Outcome<W>> {
        let until = self.span.until;
        let miss = self.reach(along)?.until >= until;
        miss.then(|| self.outcome(Ending::Miss, until, along.axis))
    }

    /// The outcome for shapes that overlap at the start.
    pub fn started(&self) -> Outcome<W> {
        self.outcome(Ending::Start, self.span.from, W::ZERO)
    }

    /// The outcome of a contact along the axis, or of a miss if the contact comes after the end. `land`
    /// returns the place of contact at a time, and data for `prove`. `prove` takes a time and a bound. It keeps
    /// points which prove that the cores are no farther apart than the bound at this time, or returns false.
    /// `None` if the contact is not proven after one of the `delays`: see [`super::JUST_AFTER`].
    #[inline(always)]
    pub fn met<L>(
        &self,
        along: &Along<W>,
        delays: &[f64],
        land: impl FnOnce(f64) -> (Landing<W>, L),
        mut prove: impl FnMut(&L, f64, f64) -> bool,
    ) -> Option<Outcome<W>> {
        let (path, span, axis) = (self.path, self.span, along.axis);
        let Reach { until: lower, estimate } = self.reach(along)?;
        if lower >= span.until {
            return Some(self.outcome(Ending::Miss, span.until, axis));
        }
        // The general search treats shapes that approach by no more than rounding.
        let closing = -axis.dot(path.velocity);
        if !(closing > 0.0 && estimate <= span.until) {
            return None;
        }
        let time = estimate.max(lower);
        if span.time_only {
            return Some(self.outcome(Ending::Time(time), lower, axis));
        }
        let (landing, help) = land(time);
        let mut proven = None;
        // Not by `find_map`, whose closure was a call.
        for many in delays {
            let after = span.after(time + many * path.slack(time) / closing);
            let bound = span.target - path.slack(after);
            if prove(&help, after, bound) {
                proven = Some(after);
                break;
            }
        }
        let upper = proven?;
        let normal = if span.target > FAR { landing.normal } else { axis };
        let points = landing.points;
        let found = Ending::Contact { time, normal, points, upper };
        Some(self.outcome(found, lower, axis))
    }

    fn outcome(&self, found: Ending<W>, lower: f64, axis: W) -> Outcome<W> {
        Outcome { found, lower, axis, end: End::Converged, steps: self.steps }
    }
}
