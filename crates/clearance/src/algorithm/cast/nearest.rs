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
//! The last axis is proven with the shapes' support points (see [`super::closed`]), and the nearest points
//! prove the contact a few rounding errors later. Shapes without radii are followed until they nearly
//! touch, and points around the place prove the contact.
//!
//! Source: Newton's method on a convex function; as conservative advancement in Mirtich, Impulse-based
//! Dynamic Simulation, 1996.

use super::advance::through;
use super::closed::{Along, Closed, Landing};
use super::overlap::{Around, LEAN};
use super::path::Path;
use super::{FAR, JUST_AFTER, Outcome, Span};
use crate::answer::Witness;
use crate::number::Scalar;
use crate::shape::difference::Difference;
use crate::shape::{Convex, NO_ID};
use crate::space::{Motion, Vector};

/// The most steps. A cast that needs more grazes the shape and is left to the general search.
const MOST: u32 = 12;

/// Shapes without radii are followed until they are this many rounding errors apart, because points
/// that touch have no direction.
const AIM: f64 = 64.0;

/// An axis proves a gap that is smaller than the distance by no more than this many rounding errors, or it
/// is not that of the nearest points. Points of contact are no farther apart.
const INACCURATE: f64 = 8.0;

/// The radius with which shapes without radii are taken to be curved. A step that is shorter than rounding
/// by this is the last.
const CURVED: f64 = 1.0 / 16.0;

/// Two convex cores whose nearest points are a closed form.
pub(crate) trait NearestPoints<W: Vector> {
    type Shape: Convex<V = W>;
    fn shapes(&self) -> [&Self::Shape; 2];
    /// The nearest points at a time, without bounds; lengths and times are scaled. `None` if they take no
    /// less time than [`NearestPoints::nearest`].
    fn seen(&self, time: f64) -> Option<Seen<W>>;
    /// The vector from A to B in A's frame, from [`Seen::normal`].
    fn axis(&self, normal: W) -> W;
    /// The nearest points, in the unit of the input. Fills `proof`, if there is one, with points that prove
    /// the distance. `None` if rounding leaves the result open.
    fn nearest(&self, b_in_a: &Motion<W>, proof: Option<&mut Witness<W>>) -> Option<Near<W>>;
}

/// The vector between the nearest points of two cores, in a frame of the pair's choice.
pub(crate) struct Seen<W> {
    /// The difference of two points of the cores; zero if the cores overlap.
    pub between: W,
    /// The same without the rounding along edges, which would tilt the axis of long segments.
    pub normal: W,
    /// Its change in a unit of time while the same features are nearest.
    pub change: W,
}

/// The nearest points of two cores.
pub(crate) struct Near<W> {
    /// At most 0 if the cores overlap.
    pub distance: f64,
    /// From A to B, of length 1, in A's frame.
    pub axis: W,
    /// In A's frame.
    pub points: [W; 2],
}

/// Casts two shapes whose radii and gap add up to more than rounding, or to nothing, and fills `proof`, which is
/// empty, if they touch. `None` if rounding or a graze leave the result open.
pub(crate) fn nearest<W, S>(
    cores: &S,
    path: &Path<W>,
    span: &Span,
    scale: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: NearestPoints<W>,
{
    let is_sharp = span.target == 0.0;
    if !is_sharp && span.target <= FAR {
        return None;
    }
    let follow = Follow { cores, path, radii: span.target, scale };
    // The root of the last tangent, and its axis, which separates the shapes until then.
    let (mut root, mut before) = (0.0, None);
    let (mut time, mut leapt, mut may_leap) = (0.0, false, true);
    for steps in 1..=MOST {
        let closed = Closed { path, span, steps };
        let seen = follow.seen(time)?;
        let Tangent { distance, gap, closing } = follow.tangent(&seen, time);
        if time == 0.0 && (distance == 0.0 || distance < span.target - 2.0 * path.slack(time)) {
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
            return if is_sharp {
                follow.touch(&closed, &along, proof)
            } else {
                follow.meet(&closed, &along, proof)
            };
        }
        before = Some(axis());
        let leap = if may_leap { follow.leap(&seen, gap) } else { None };
        leapt = leap.is_some();
        time = leap.map_or(root, |leap| (time + leap).min(span.until));
    }
    None
}

/// Two cores and their relative motion.
struct Follow<'c, W: Vector, S> {
    cores: &'c S,
    path: &'c Path<W>,
    /// The sum of the radii and the gap: 0 for shapes without.
    radii: f64,
    scale: f64,
}

/// The distance of the cores at a time, what it is more than [`Follow::target`], and how fast it shrinks.
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

impl<W, S> Follow<'_, W, S>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: NearestPoints<W>,
{
    /// B in A's frame at a time, in the unit of the input.
    fn at(&self, time: f64) -> Motion<W> {
        let way = self.path.start.translation + self.path.velocity * time;
        Motion { translation: way * (1.0 / self.scale), ..self.path.start }
    }

    /// The nearest points at a time. If the full closed form finds them, nothing is known of features, and
    /// the tangent takes the place of the parabola.
    fn seen(&self, time: f64) -> Option<Seen<W>> {
        let slow = || {
            let Near { distance, axis, .. } = self.cores.nearest(&self.at(time), None)?;
            let between = axis * (distance * self.scale).max(0.0);
            let change = axis * axis.dot(self.path.velocity);
            Some(Seen { between, normal: axis, change })
        };
        self.cores.seen(time).or_else(slow)
    }

    /// The distance until which the cores are followed.
    fn target(&self, time: f64) -> f64 {
        if self.radii > 0.0 { self.radii } else { AIM * self.path.slack(time) }
    }

    fn tangent(&self, seen: &Seen<W>, time: f64) -> Tangent {
        let distance = seen.between.norm();
        let closing = -seen.between.dot(seen.change) / distance;
        Tangent { distance, gap: distance - self.target(time), closing }
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
        (gap > 0.0 && square >= 0.0).then(|| c / (b + Scalar::sqrt(square)))
    }

    /// The gap along an axis at the start.
    fn along(&self, axis: W) -> Along<W> {
        let ([a, b], b_in_a) = (self.cores.shapes(), self.at(0.0));
        let high = a.support_wide(axis, NO_ID).point;
        let low = b_in_a.apply(b.support_wide(b_in_a.unrotate(-axis), NO_ID).point);
        Along { axis, gap: axis.dot(low - high) * self.scale - self.radii }
    }

    /// Is a step no longer than rounding? The curvature of the distance is at most that of two points a
    /// radius r apart: a step of length s falls short by at most |u|^2 s^2 / 2r.
    fn is_last(&self, step: f64, time: f64) -> bool {
        let square = self.path.velocity.dot(self.path.velocity);
        let radius = if self.radii > 0.0 { self.radii } else { CURVED };
        square * step * step <= 4.0 * self.path.slack(time) * radius
    }

    /// The outcome of a contact of shapes with radii along an axis, or of a miss.
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

    /// The same for shapes without radii. Thin triangles, as of a rim on an edge, may prove nothing.
    ///
    /// The axis changes within the last rounding errors if a corner becomes the nearest point. Then the shapes
    /// may touch later than along the axis, or pass each other. So the time alone needs the points, too.
    fn touch(
        &self,
        closed: &Closed<'_, W>,
        along: &Along<W>,
        mut proof: Option<&mut Witness<W>>,
    ) -> Option<Outcome<W>> {
        let around = |time| {
            let around = Around::of(&self.difference(time), along.axis, LEAN);
            around.filter(|around| around.apart <= INACCURATE * self.path.slack(time))
        };
        let time = along.gap / -along.axis.dot(self.path.velocity);
        if closed.span.time_only && time < closed.span.until && around(time).is_none() {
            return None;
        }
        let land = |time| {
            let around = around(time);
            let points = around.as_ref().map_or([W::ZERO; 2], |around| around.points);
            (Landing { normal: along.axis, points }, around)
        };
        // A later proof is less tight than that of the search.
        closed.met(along, &JUST_AFTER[..2], land, |around, after, bound| {
            let then = self.difference(after);
            let mut holds = |around: &Around<W>| around.proves(&then, -bound, proof.as_deref_mut());
            around.as_ref().is_some_and(|around| {
                let deep = (after - time) * -along.axis.dot(self.path.velocity);
                let deeper = || Around::at_depth(&then, along.axis, deep);
                holds(around) || deeper().is_some_and(|around| holds(&around))
            })
        })
    }

    /// The shapes at a time.
    fn difference(&self, time: f64) -> Difference<'_, S::Shape, S::Shape> {
        let [a, b] = self.cores.shapes();
        Difference { a, b, b_in_a: self.path.at(time).b_in_a, scale: self.scale }
    }

    /// The points of contact at a time. Fills `proof` with points that prove their distance.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn land(&self, time: f64, proof: Option<&mut Witness<W>>) -> (Landing<W>, Option<Landed<W>>) {
        let b_in_a = self.at(time);
        match self.cores.nearest(&b_in_a, proof) {
            Some(Near { axis, points, .. }) => {
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
