//! Casts of rounded shapes whose nearest points are a closed form: Newton's method on the distance.
//!
//! ```text
//!     distance                      The distance of two convex shapes that move along lines is convex
//!     |`.                           in time. The direction between their nearest points gives a tangent
//!     |  `.                         of it: along this axis the shapes are apart until the tangent
//!     |    `-._                     reaches the sum of the radii. So a step never passes the contact,
//!     |-------`-.-o---  radii       and the next step starts at its end. A ball over a face takes one
//!     0     t1 t2  t3  -> time      step, over an edge or a corner a few.
//! ```
//!
//! The last axis is proven with the shapes' support points (see [`super::closed`]), and the nearest points
//! prove the contact a few rounding errors later.
//!
//! Source: Newton's method on a convex function; as conservative advancement in Mirtich, Impulse-based
//! Dynamic Simulation, 1996.

use super::closed::{Along, Closed, Landing};
use super::path::Path;
use super::swept::through;
use super::{FAR, Outcome, Span};
use crate::answer::Witness;
use crate::space::{Motion, Vector};

/// The most steps. A cast that needs more grazes the shape and is left to the general search.
const MOST: u32 = 12;

/// Two convex cores whose nearest points are a closed form; lengths in the unit of the input.
pub(crate) trait NearestPoints<W: Vector> {
    /// The nearest points. Fills `proof`, if there is one, with points that prove the distance. `None` if
    /// rounding leaves the result open.
    fn nearest(&self, b_in_a: &Motion<W>, proof: Option<&mut Witness<W>>) -> Option<Near<W>>;
    /// The gap along any axis from A to B; negative if the projections overlap.
    fn gap(&self, b_in_a: &Motion<W>, axis: W) -> f64;
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

/// Casts two shapes whose radii and gap add up to more than rounding. `None` if rounding or a graze leave
/// the result open.
pub(crate) fn nearest<W, S>(
    cores: &S,
    path: &Path<W>,
    span: &Span,
    scale: f64,
) -> Option<Outcome<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: NearestPoints<W>,
{
    if span.target <= FAR {
        return None;
    }
    let follow = Follow { cores, path, target: span.target, scale };
    let (mut time, mut before) = (0.0, None);
    for steps in 1..=MOST {
        let closed = Closed { path, span, steps };
        let Near { distance, axis, .. } = cores.nearest(&follow.at(time), None)?;
        let gap = distance * scale - span.target;
        if time == 0.0 && gap < -2.0 * path.slack(time) {
            return Some(closed.started());
        }
        let closing = -axis.dot(path.velocity);
        // False for NaN, if the shapes are at rest.
        let nears = closing > 0.0;
        if !nears {
            let later = follow.along(axis);
            let axis = before.map_or(Some(axis), |before| through(path, before, &later, time))?;
            return closed.missed(&follow.along(axis));
        }
        if follow.is_last(gap, closing, time) || time + gap / closing >= span.until {
            let along = follow.along(axis);
            return closed.met(
                &along,
                |time| follow.land(time),
                |landed, after, bound| follow.proof(landed.as_ref()?, after, bound),
            );
        }
        before = Some(axis);
        time += gap / closing;
    }
    None
}

/// Two cores and their relative motion.
struct Follow<'c, W: Vector, S> {
    cores: &'c S,
    path: &'c Path<W>,
    target: f64,
    scale: f64,
}

/// The nearest points at a time, in A's frame, and the points that prove their distance.
struct Landed<W: Vector> {
    points: [W; 2],
    time: f64,
    witness: Witness<W>,
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

    /// The gap along an axis at the start.
    fn along(&self, axis: W) -> Along<W> {
        let gap = self.cores.gap(&self.at(0.0), axis) * self.scale - self.target;
        Along { axis, gap }
    }

    /// Would the next step be no longer than rounding? The curvature of the distance is at most that of two
    /// points a radius r apart: a step of length s falls short by at most |u|^2 s^2 / 2r.
    fn is_last(&self, gap: f64, closing: f64, time: f64) -> bool {
        let step = gap / closing;
        let square = self.path.velocity.dot(self.path.velocity);
        square * step * step <= 4.0 * self.path.slack(time) * self.target
    }

    /// The points of contact at a time.
    fn land(&self, time: f64) -> (Landing<W>, Option<Landed<W>>) {
        let (b_in_a, mut witness) = (self.at(time), Witness::default());
        match self.cores.nearest(&b_in_a, Some(&mut witness)) {
            Some(Near { axis, points, .. }) => {
                let [a, b] = points;
                let local = [a, b_in_a.unrotate(b - b_in_a.translation)];
                (Landing { normal: axis, points: local }, Some(Landed { points, time, witness }))
            }
            None => (Landing { normal: W::unit(0), points: [W::ZERO; 2] }, None),
        }
    }
    /// The same points as proof of contact a little later. `None` if they are farther apart than `bound`.
    fn proof(&self, landed: &Landed<W>, after: f64, bound: f64) -> Option<Witness<W>> {
        let [a, b] = landed.points;
        let way = (b - a) * self.scale + self.path.velocity * (after - landed.time);
        (way.norm() <= bound).then_some(landed.witness)
    }
}
