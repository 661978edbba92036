//! What a closed form has to show for itself.
//!
//! Two shapes that move along lines meet when a ray meets their Minkowski difference, and for
//! some there is a formula. Its result is taken for a guess that is mostly right:
//!
//! ```text
//!     gap along the axis                    1. The formula names an axis of length 1. The gap
//!     |  `.                                    along it is taken at the start, from the shapes
//!     |     `.                                 themselves. It falls along a line: so it proves
//!     |        `.     slack                    that there is no contact before `lower`, rounding
//!     |-----------`.--------                   included, as one step of an advancement does.
//!     0------------o-`.-----> time          2. Just after the line's root, points of both shapes
//!              lower  estimate                 are shown to overlap by more than rounding.
//! ```
//!
//! If either fails there is no answer, and the search that serves all shapes begins anew. So a
//! formula needs no bounds on its own rounding: it can be wrong, but then nothing comes of it.

use super::advance::{Reach, straight};
use super::path::Path;
use super::{Ending, FAR, JUST_AFTER, Outcome, Span};
use crate::answer::{End, Witness};
use crate::space::Vector;

/// The gap along an axis at the start, less what counts as contact. Lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along<W> {
    /// From A to B, of length 1.
    pub axis: W,
    pub gap: f64,
}

/// Where shapes touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing<W> {
    /// From A to B, of any length but zero.
    pub normal: W,
    /// Of both cores, each in its shape's frame and not scaled.
    pub points: [W; 2],
}

/// A cast of shapes that move along lines, in closed form.
#[derive(Clone, Copy)]
pub(super) struct Closed<'c, W: Vector> {
    pub path: &'c Path<W>,
    pub span: &'c Span,
    /// How many support points or axes the formula looked at.
    pub steps: u32,
}

impl<W: Vector<Scalar = f64, Wide = W>> Closed<'_, W> {
    /// From the start until when does the axis keep the shapes apart? None if not even then.
    fn reach(&self, along: &Along<W>) -> Option<Reach> {
        let (path, from) = (self.path, self.span.from);
        let apart = along.gap > path.slack(from);
        apart.then(|| straight(path, from, along.axis, along.gap))
    }

    /// No contact, if the axis keeps the shapes apart until the end.
    pub fn missed(&self, along: &Along<W>) -> Option<Outcome<W>> {
        let until = self.span.until;
        let miss = self.reach(along)?.until >= until;
        miss.then(|| self.outcome(Ending::Miss, until, along.axis))
    }

    /// The shapes overlap at the start.
    pub fn started(&self) -> Outcome<W> {
        self.outcome(Ending::Start, self.span.from, W::ZERO)
    }

    /// The contact that the axis sees, or a miss if that is past the end. `land` says where they
    /// touch at a time, with whatever helps `prove`, which has points that prove the cores to be
    /// no farther apart than a bound at another.
    pub fn met<L>(
        &self,
        along: &Along<W>,
        land: impl FnOnce(f64) -> (Landing<W>, L),
        prove: impl Fn(&L, f64, f64) -> Option<Witness<W>>,
    ) -> Option<Outcome<W>> {
        let (path, span, axis) = (self.path, self.span, along.axis);
        let Reach { until: lower, estimate } = self.reach(along)?;
        if lower >= span.until {
            return Some(self.outcome(Ending::Miss, span.until, axis));
        }
        // Shapes that approach by no more than rounding are not for a formula.
        let closing = -axis.dot(path.velocity);
        if !(closing > 0.0 && estimate <= span.until) {
            return None;
        }
        let time = estimate.max(lower);
        if span.time_only {
            return Some(self.outcome(Ending::Time(time), lower, axis));
        }
        let (landing, help) = land(time);
        let proven = JUST_AFTER.iter().find_map(|many| {
            let after = span.after(time + many * path.slack(time) / closing);
            let bound = span.target - path.slack(after);
            Some((after, prove(&help, after, bound)?))
        });
        let (upper, witness) = proven?;
        let normal = if span.target > FAR { landing.normal } else { axis };
        let points = landing.points;
        let found = Ending::Contact { time, normal, points, upper, witness };
        Some(self.outcome(found, lower, axis))
    }

    fn outcome(&self, found: Ending<W>, lower: f64, axis: W) -> Outcome<W> {
        Outcome { found, lower, axis, end: End::Converged, steps: self.steps }
    }
}
