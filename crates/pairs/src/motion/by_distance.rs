//! Casts of shapes whose nearest points are a closed form: Newton's method on the distance, with
//! longer steps while the features at the nearest points stay the same.
//!
//! ```text
//!     distance                      The distance of two convex shapes that move along lines is convex
//!     |`.                           in time. The direction between their nearest points gives a tangent
//!     |  `.                         of it: along this axis the shapes are apart until the tangent
//!     |    `-._                     reaches the sum of the radii (t1), so a step to there never passes
//!     |-------`-.-o---  radii       the contact. While the nearest points stay on the same vertices,
//!     0       t1 t2  -> time        edges and faces, the squared distance is a parabola. A step to its
//!                                   root (t2) is the last one if they do. If not, the parabola may be on
//!                                   either side of the distance.
//! ```
//!
//! A step that passed the contact is taken back: by the tangent there, which is below the distance, or if
//! the shapes are past their nearest approach by the tangent before. Then only tangents follow.
//!
//! The last axis is proven with the shapes' support points (see [`crate::motion::search::closed`]), and the
//! nearest points prove the contact a few rounding errors later. `rounded` has the nearest points.
//!
//! Source: Newton's method on a convex function; as conservative advancement in Mirtich, Impulse-based
//! Dynamic Simulation, 1996.

use super::rounded::{Rounded, Seen};
use crate::answer::Witness;
use crate::distance::round::Nearness;
use crate::motion::search::advance::through;
use crate::motion::search::closed::{Along, Closed, Landing};
use crate::motion::search::path::Path;
use crate::motion::search::{FAR, JUST_AFTER, Outcome, Span};
use crate::number::sqrt;
use crate::shape::Convex;
use crate::space::{DVector, Motion, Vector};

/// The most steps. A cast that needs more grazes the shape and is left to the general search.
const MOST: u32 = 12;

/// An axis proves a gap that is smaller than the distance by no more than this many rounding errors, or it
/// is not that of the nearest points. Points of contact are no farther apart.
const INACCURATE: f64 = 8.0;

/// Casts two shapes whose radii and gap add up to more than rounding, and fills `proof`, which is empty, if
/// they touch. `None` if rounding or a graze leave the result open.
pub(super) fn nearest<W: DVector>(
    cores: &Rounded<'_, W>,
    path: &Path<W>,
    span: &Span,
    scale: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>> {
    if span.target <= FAR {
        return None;
    }
    let follow = Follow { cores, path, radii: span.target, scale };
    // The root of the last tangent, and its axis, which separates the shapes until then.
    let (mut root, mut before) = (0.0, None);
    let (mut time, mut leapt, mut may_leap) = (0.0, false, true);
    for steps in 1..=MOST {
        let closed = Closed { path, span, steps };
        let seen = follow.seen(time)?;
        let Tangent { distance, gap, closing } = follow.tangent(&seen);
        if time == 0.0 && distance < span.target - 2.0 * path.slack(time) {
            return Some(closed.started());
        }
        // False for NaN, if the shapes are at rest or the cores overlap.
        let nears = closing > 0.0;
        if !nears && leapt {
            (time, leapt, may_leap) = (root, false, false);
            continue;
        }
        let axis = || follow.axis(&seen);
        if !nears {
            let later = follow.along(axis());
            let axis = match before {
                Some(before) => {
                    let gap = later.gap + later.axis.dot(path.velocity) * time;
                    through(path, before, later.axis, [gap, time])
                }
                None => later.axis,
            };
            return closed.missed(&follow.along(axis));
        }
        root = time + gap / closing;
        if follow.is_last(root - time, time) || root >= span.until {
            let along = follow.along(axis());
            // The nearest points of nearly parallel edges, or the axis between them, may be inaccurate.
            let now = along.gap + along.axis.dot(path.velocity) * time;
            if distance - span.target - now > INACCURATE * path.slack(time) {
                return None;
            }
            return follow.meet(&closed, &along, proof);
        }
        before = Some(axis());
        let leap = if may_leap { follow.leap(&seen, gap) } else { None };
        leapt = leap.is_some();
        time = leap.map_or(root, |leap| (time + leap).min(span.until));
    }
    None
}

/// Two cores and their relative motion.
struct Follow<'c, W: Vector> {
    cores: &'c Rounded<'c, W>,
    path: &'c Path<W>,
    /// The sum of the radii and the gap.
    radii: f64,
    scale: f64,
}

/// The distance of the cores at a time, what it is more than the radii, and how fast it shrinks.
struct Tangent {
    distance: f64,
    gap: f64,
    closing: f64,
}

/// The nearest points at a time, in A's frame.
struct Landed<W: Vector> {
    points: [W; 2],
    time: f64,
}

impl<W: DVector> Follow<'_, W> {
    /// B in A's frame at a time, in the unit of the input.
    fn at(&self, time: f64) -> Motion<W> {
        let way = self.path.start.translation + self.path.velocity * time;
        Motion { translation: way * (1.0 / self.scale), ..self.path.start }
    }

    /// The nearest points at a time. If the full closed form finds them, nothing is known of features, and
    /// the tangent takes the place of the parabola.
    fn seen(&self, time: f64) -> Option<Seen<W>> {
        let slow = || {
            let Nearness { estimate, axis, .. } = self.cores.nearest(&self.at(time), None)?;
            let between = axis * (estimate * self.scale).max(0.0);
            let change = axis * axis.dot(self.path.velocity);
            Some(Seen { between, normal: axis, change })
        };
        self.cores.seen(time).or_else(slow)
    }

    fn tangent(&self, seen: &Seen<W>) -> Tangent {
        let distance = seen.between.norm();
        let closing = -seen.between.dot(seen.change) / distance;
        Tangent { distance, gap: distance - self.radii, closing }
    }

    /// The axis of length 1 along the nearest points.
    fn axis(&self, seen: &Seen<W>) -> W {
        self.cores.axis(seen.normal * (1.0 / seen.normal.norm()))
    }

    /// The time until the nearest points are as far apart as the radii, if their features stay the same.
    /// `None` if they never are, or are nearer now.
    fn leap(&self, seen: &Seen<W>, gap: f64) -> Option<f64> {
        let Seen { between, change, .. } = *seen;
        // a s^2 - 2 b s + c = 0
        let (a, b) = (change.dot(change), -between.dot(change));
        let c = gap * (gap + 2.0 * self.radii);
        let square = b * b - a * c;
        (gap > 0.0 && square >= 0.0).then(|| c / (b + sqrt(square)))
    }

    /// The gap along an axis at the start.
    fn along(&self, axis: W) -> Along<W> {
        let (Rounded { a, b, .. }, b_in_a) = (self.cores, self.at(0.0));
        let high = a.support(axis);
        let low = b_in_a.apply(b.support(b_in_a.unrotate(-axis)));
        Along { axis, gap: axis.dot(low - high) * self.scale - self.radii }
    }

    /// Is a step no longer than rounding? The curvature of the distance is at most that of two points a
    /// radius r apart: a step of length s falls short by at most |u|^2 s^2 / 2r.
    fn is_last(&self, step: f64, time: f64) -> bool {
        let square = self.path.velocity.dot(self.path.velocity);
        square * step * step <= 4.0 * self.path.slack(time) * self.radii
    }

    /// The outcome of a contact along an axis, or of a miss.
    fn meet(
        &self,
        closed: &Closed<'_, W>,
        along: &Along<W>,
        mut proof: Option<&mut Witness<W>>,
    ) -> Option<Outcome<W>> {
        let prove = |landed: &Option<Landed<W>>, after: f64, bound: f64| {
            landed.as_ref().is_some_and(|landed| self.are_near(landed, after, bound))
        };
        let land = |time| self.land(time, proof.as_deref_mut());
        let outcome = closed.met(along, &JUST_AFTER, land, prove);
        if outcome.is_none()
            && let Some(proof) = proof
        {
            *proof = Witness::default();
        }
        outcome
    }

    /// The points of contact at a time. Fills `proof` with points that prove their distance.
    fn land(&self, time: f64, proof: Option<&mut Witness<W>>) -> (Landing<W>, Option<Landed<W>>) {
        let b_in_a = self.at(time);
        match self.cores.nearest(&b_in_a, proof) {
            Some(Nearness { axis, points, .. }) => {
                let [a, b] = points;
                let local = [a, b_in_a.unrotate(b - b_in_a.translation)];
                (Landing { normal: axis, points: local }, Some(Landed { points, time }))
            }
            None => (Landing { normal: W::unit(0), points: [W::ZERO; 2] }, None),
        }
    }

    /// Do the same points prove the contact a little later? They are no farther apart than `bound` then.
    fn are_near(&self, landed: &Landed<W>, after: f64, bound: f64) -> bool {
        let [a, b] = landed.points;
        let way = (b - a) * self.scale + self.path.velocity * (after - landed.time);
        way.norm() <= bound
    }
}
