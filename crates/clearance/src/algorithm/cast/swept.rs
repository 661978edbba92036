//! Polytopes without radii in a cast: all axes at once.
//!
//! Along each axis there is a stretch of time in which the projections overlap. The shapes touch
//! first when the last of these begins, unless one has ended before: see [`Swept`]. The axis
//! found is tried on the shapes themselves, as [`super::closed`] says.
//!
//! **Contact.** The place of contact lies in a face of the Minkowski difference: an edge in the
//! plane, a parallelogram in space, of points of a face of one shape less a point of the other,
//! or of an edge less an edge. Three of its points surround the place for certain, wherever it
//! is inside: two corners, and the point of the far side that is level with the place.
//!
//! ```text
//!       +-------2------+        Joined with a point far behind they hold everything just
//!       |      /|`.    |        below the place, so the origin a little later.
//!       |    /  o  `.  |
//!       |  /    |    `.|        The weights of a place at (x, y) of the face are
//!       0-------|------1        (1 - x)(1 - y), x (1 - y) and y.
//! ```

use super::closed::{Along, Closed, Landing};
use super::inside::{self, Touch};
use super::path::Path;
use super::{Outcome, Span};
use crate::algorithm::sat::{Feature, Swept};
use crate::answer::Member;
use crate::space::Vector;

/// Two polytopes at the start, in the unit of the input. Axes have length 1.
pub(crate) trait Projections<W> {
    /// Runs through all axes until a time; `velocity` is B's in A's frame.
    fn meet(&self, velocity: W, until: f64) -> Swept<W>;
    /// The gap along any axis from A to B, negative where the projections overlap.
    fn gap(&self, axis: W) -> f64;
    /// What is at the place of contact, after B has gone that way.
    fn touch(&self, axis: W, feature: Feature, way: W) -> Touch<W>;
    /// How many axes there are.
    fn axes(&self) -> u32;
}

/// The cast of two polytopes. `None` if rounding leaves it open.
pub(crate) fn polytopes<W, S>(
    projections: &S,
    path: &Path<W>,
    span: &Span,
    scale: f64,
) -> Option<Outcome<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: Projections<W>,
{
    let unit = 1.0 / scale;
    let velocity = path.velocity * unit;
    let closed = Closed { path, span, steps: projections.axes() };
    let along = |axis: W| Along { axis, gap: projections.gap(axis) * scale };
    match projections.meet(velocity, span.until) {
        Swept::Unclear => None,
        Swept::Overlap => Some(closed.started()),
        Swept::Pass { before: None, after, .. } => closed.missed(&along(after)),
        Swept::Pass { before: Some(before), after, time } => {
            let later = along(after);
            let axis = through(path, before, &later, time)?;
            closed.missed(&along(axis))
        }
        Swept::Meet { axis, feature } => {
            let land = |time| {
                let touch = projections.touch(axis, feature, velocity * time);
                let Member { a, b } = touch.points;
                (Landing { normal: axis, points: [a, b] }, touch)
            };
            closed.met(&along(axis), land, |touch, time, bound| {
                inside::proof(touch, path, [time, scale, -bound])
            })
        }
    }
}

/// An axis for all of the time, of one that keeps the shapes apart until then and one that does so
/// later: as the cast's own `through`, whose last two axes are these.
pub(super) fn through<W: Vector<Scalar = f64, Wide = W>>(
    path: &Path<W>,
    before: W,
    later: &Along<W>,
    time: f64,
) -> Option<W> {
    let (p, q) = (-path.slope(before), later.axis.dot(path.velocity));
    if time <= 0.0 {
        return Some(later.axis);
    }
    let gap = later.gap + q * time;
    let factor = 1.0 + (0.5 * gap / (q * time)).min(1.0);
    (before * q + later.axis * (p * factor)).unit_along()
}
