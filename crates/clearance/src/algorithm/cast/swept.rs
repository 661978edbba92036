//! Casts of polytopes without radii: all axes in one pass.
//!
//! Along each axis there is an interval of time in which the projections overlap. The shapes touch when
//! the last of these intervals begins, unless one has ended before: see [`Swept`]. The axis is then
//! proven with the shapes' support points, see [`super::closed`].
//!
//! **Contact.** The place of contact is in a face of the Minkowski difference. In 2D this is an edge; in
//! 3D it is a parallelogram, of points of a face of one shape minus a point of the other, or of an edge
//! minus an edge. Three of its points certainly surround the place, wherever it is inside: two corners,
//! and the point of the far side that is level with the place.
//!
//! ```text
//!       +-------2------+        Joined with a point far behind they hold everything just
//!       |      /|`.    |        below the place, so the origin a little later.
//!       |    /  o  `.  |
//!       |  /    |    `.|        The weights of a place at (x, y) of the face are
//!       0-------|------1        (1 - x)(1 - y), x (1 - y) and y.
//! ```

use super::closed::{Along, Closed, Landing};
use super::cone::Cone;
use super::path::Path;
use super::{JUST_AFTER, Outcome, Span};
use crate::algorithm::sat::{Feature, Swept};
use crate::answer::{Member, Witness};
use crate::space::{Motion, Vector};

/// Two polytopes at the start, in the unit of the input. Axes have length 1.
pub(crate) trait Projections<W> {
    /// The points that give the gap along an axis.
    type Ends: Copy;
    /// Tests all axes until a time; `velocity` is B's in A's frame.
    fn meet(&self, velocity: W, until: f64) -> Swept<W>;
    /// The gap along any axis from A to B, negative if the projections overlap, and the points that give it.
    fn gap(&self, axis: W) -> (f64, Self::Ends);
    /// The features at the place of contact, after B has moved by `way`. `ends` are those of the axis.
    fn touch(&self, axis: W, feature: Feature, way: W, ends: Self::Ends) -> TouchPoints<W>;
    /// The number of axes.
    fn axes(&self) -> u32;
}

/// A place of contact, and the cone of points around and behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchPoints<W> {
    /// Of A and B, each in its frame.
    pub points: Member<W>,
    pub cone: Cone<W>,
}

/// Casts two polytopes, and fills `proof` if they touch. `None` if rounding leaves the result open.
pub(crate) fn polytopes<W, S>(
    projections: &S,
    path: &Path<W>,
    span: &Span,
    scale: f64,
    mut proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    S: Projections<W>,
{
    let unit = 1.0 / scale;
    let velocity = path.velocity * unit;
    let closed = Closed { path, span, steps: projections.axes() };
    let seen = |axis: W| {
        let (gap, ends) = projections.gap(axis);
        (Along { axis, gap: gap * scale }, ends)
    };
    let along = |axis: W| seen(axis).0;
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
            let (along, ends) = seen(axis);
            let land = |time| {
                let touch = projections.touch(axis, feature, velocity * time, ends);
                let Member { a, b } = touch.points;
                (Landing { normal: axis, points: [a, b] }, touch)
            };
            closed.met(&along, &JUST_AFTER, land, |touch, time, bound| {
                let b_in_a: Motion<W> = path.at(time).b_in_a;
                let point = |m: &Member<W>| m.a * scale - b_in_a.apply(m.b * scale);
                touch.cone.proves(axis, -bound, point, proof.as_deref_mut())
            })
        }
    }
}

/// One axis for the whole time, from an axis that separates the shapes until `time` and one that
/// separates them afterwards: like `Cast::through` in the module above, with these two axes.
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
