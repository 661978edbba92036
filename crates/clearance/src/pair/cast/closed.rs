//! Which pairs have a closed form for shapes that move along lines, and what it sees of them.

use glam::DVec3;

use crate::algorithm::cast::balls::balls;
use crate::algorithm::cast::path::Path;
use crate::algorithm::cast::swept::{Shadows, Touch, polytopes};
use crate::algorithm::cast::{Outcome, Span};
use crate::algorithm::sat::{Feature, Swept, d3};
use crate::answer::{Algorithm, Member};
use crate::pair::polytopes::{from_space, space};
use crate::shape::{Convex, View, Wide};
use crate::space::{Motion, Vector};

/// The outcome of a cast in closed form, and its name. None where there is no form, and where
/// rounding leaves it open.
#[inline]
pub(super) fn outcome<A: Convex, B: Convex<V = A::V>>(
    a: &A,
    b: &B,
    path: &Path<Wide<A>>,
    span: &Span,
    scale: f64,
) -> Option<(Algorithm, Outcome<Wide<A>>)> {
    if path.turns() || span.from > 0.0 {
        return None;
    }
    match (a.view(), b.view()) {
        (View::Vertices(&[p]), View::Vertices(&[q])) => {
            let found = balls([p.widen(), q.widen()], path, span, scale)?;
            Some((Algorithm::Balls, found))
        }
        (View::Cuboid { half_extents: half_a }, View::Cuboid { half_extents: half_b })
            if A::V::DIM == 3 && span.target == 0.0 =>
        {
            let halves = [half_a, half_b].map(|half| space(half.widen()));
            let boxes = InSpace::of(halves, &path.start, scale);
            Some((Algorithm::SatBoxes, polytopes(&boxes, path, span, scale)?))
        }
        _ => None,
    }
}

/// Two boxes in space.
struct InSpace(d3::Boxes);

impl InSpace {
    /// The start is scaled, the boxes are not.
    fn of<W: Vector<Scalar = f64>>(halves: [DVec3; 2], start: &Motion<W>, scale: f64) -> Self {
        let columns = start.columns.map(space);
        let translation = space(start.translation) * (1.0 / scale);
        // The scale is 1 over a power of two that is more than half of the size.
        let size = 2.0 / scale;
        Self(d3::Boxes::new(halves[0], halves[1], &Motion { columns, translation }, size))
    }
}

impl<W: Vector<Scalar = f64>> Shadows<W> for InSpace {
    fn meet(&self, velocity: W, until: f64) -> Swept<W> {
        match self.0.swept(space(velocity), until) {
            Swept::Overlap => Swept::Overlap,
            Swept::Unclear => Swept::Unclear,
            Swept::Meet { axis, feature } => Swept::Meet { axis: from_space(axis), feature },
            Swept::Pass { before, after, time } => {
                Swept::Pass { before: before.map(from_space), after: from_space(after), time }
            }
        }
    }

    fn gap(&self, axis: W) -> f64 {
        self.0.gap_along(space(axis))
    }

    fn touch(&self, axis: W, feature: Feature, way: W) -> Touch<W> {
        let found = self.0.touching(space(axis), feature, space(way));
        let member = |m: Member<DVec3>| Member { a: from_space(m.a), b: from_space(m.b) };
        let around = found.around.map(member);
        Touch { points: member(found.points), around, behind: member(found.behind) }
    }

    fn axes(&self) -> u32 {
        15
    }
}
