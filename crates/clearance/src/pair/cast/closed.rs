//! Casts of shapes that move along lines, in closed form: prepares the shapes for the solvers.

use glam::{DVec2, DVec3};

use super::rounded::Rounded;
use crate::algorithm::cast::balls::balls;
use crate::algorithm::cast::cone::Cone;
use crate::algorithm::cast::nearest::nearest;
use crate::algorithm::cast::path::Path;
use crate::algorithm::cast::swept::{Projections, TouchPoints, polytopes};
use crate::algorithm::cast::{Outcome, Span};
use crate::algorithm::sat::{Feature, Swept, d2, d3};
use crate::answer::{Member, Witness};
use crate::pair::plan::{self, Cast};
use crate::pair::polytopes::Polygon;
use crate::shape::{Core, Lowered};
use crate::space::{Motion, Vector, from_plane, from_space, plane, space};

/// The solver in the plan.
pub(super) fn solver<W: Vector<Scalar = f64, Wide = W>>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    path: &Path<W>,
    span: &Span,
) -> Cast {
    if path.turns() || span.from > 0.0 {
        return Cast::Search;
    }
    plan::cast(a.core(), b.core(), span.target == 0.0)
}

/// The outcome of a cast in closed form, which fills `proof` if a contact is proven. `None` if the pair has no
/// closed form, or if rounding leaves the result open.
#[inline]
pub(super) fn outcome<W: Vector<Scalar = f64, Wide = W>>(
    solver: Cast,
    [a, b]: [&Lowered<'_, W>; 2],
    path: &Path<W>,
    span: &Span,
    scale: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>> {
    match (solver, a.core(), b.core()) {
        (Cast::Balls, Core::Point(p), Core::Point(q)) => balls([*p, *q], path, span, scale, proof),
        (Cast::NearestPoints, ..) => {
            nearest(&Rounded::new(a, b, path, scale), path, span, scale, proof)
        }
        (Cast::BoxAxes, Core::Box(half_a), Core::Box(half_b)) if W::DIM == 3 => {
            let boxes = InSpace::of([space(*half_a), space(*half_b)], &path.start, scale);
            polytopes(&boxes, path, span, scale, proof)
        }
        (Cast::Normals, ..) if W::DIM == 2 => {
            // By reference, because rings are large.
            let polygons = [Polygon::of(a), Polygon::of(b)];
            let [Some(of_a), Some(of_b)] = &polygons else { return None };
            let halves = match (a.core(), b.core()) {
                (Core::Box(half_a), Core::Box(half_b)) => Some([plane(*half_a), plane(*half_b)]),
                _ => None,
            };
            let pair = InPlane::of([of_a.ring(), of_b.ring()], halves, &path.start, scale)?;
            polytopes(&pair, path, span, scale, proof)
        }
        _ => None,
    }
}

/// The unscaled pose of B in A's frame, with vectors of another type of the same dimension.
fn unscaled<W: Vector<Scalar = f64>, V: Vector<Scalar = f64>>(
    start: &Motion<W>,
    scale: f64,
    of: fn(W) -> V,
) -> Motion<V> {
    let [x, y, z] = start.columns;
    Motion { columns: [of(x), of(y), of(z)], translation: of(start.translation) * (1.0 / scale) }
}

/// At least the size of the pair: the scale is 1 over a power of two that is more than half of the size.
fn size(scale: f64) -> f64 {
    2.0 / scale
}

/// The same result with vectors of the query's type.
fn of_query<V: Vector, W: Vector>(swept: Swept<V>, of: fn(V) -> W) -> Swept<W> {
    match swept {
        Swept::Overlap => Swept::Overlap,
        Swept::Unclear => Swept::Unclear,
        Swept::Meet { axis, feature } => Swept::Meet { axis: of(axis), feature },
        Swept::Pass { before, after, time } => {
            Swept::Pass { before: before.map(of), after: of(after), time }
        }
    }
}

/// Two boxes in 3D.
struct InSpace(d3::Boxes);

impl InSpace {
    /// `start` is scaled, the boxes are not.
    fn of<W: Vector<Scalar = f64>>(halves: [DVec3; 2], start: &Motion<W>, scale: f64) -> Self {
        Self(d3::Boxes::new(halves[0], halves[1], &unscaled(start, scale, space), size(scale)))
    }
}

impl<W: Vector<Scalar = f64>> Projections<W> for InSpace {
    type Ends = ();

    fn meet(&self, velocity: W, until: f64) -> Swept<W> {
        of_query(self.0.swept(space(velocity), until), from_space)
    }

    fn gap(&self, axis: W) -> (f64, ()) {
        (self.0.gap_along(space(axis)), ())
    }

    fn touch(&self, axis: W, feature: Feature, way: W, _: ()) -> TouchPoints<W> {
        let found = self.0.touching(space(axis), feature, space(way));
        let member = |m: Member<DVec3>| Member { a: from_space(m.a), b: from_space(m.b) };
        let [x, y, z] = found.around;
        let face = [member(x), member(y), member(z)];
        TouchPoints {
            points: member(found.points),
            cone: Cone { face, apex: member(found.behind) },
        }
    }

    fn axes(&self) -> u32 {
        15
    }
}

/// Polygons with more vertices in total are left to the search, which does not visit all of them.
const MOST_VERTICES: usize = 128;

/// Two polygons in 2D.
struct InPlane<'s> {
    pair: d2::PolygonPair<'s>,
    /// The half extents of two rectangles.
    halves: Option<[DVec2; 2]>,
    edges: usize,
}

impl<'s> InPlane<'s> {
    /// `start` is scaled, the polygons are not.
    fn of<W: Vector<Scalar = f64>>(
        [a, b]: [d2::Ring<'s>; 2],
        halves: Option<[DVec2; 2]>,
        start: &Motion<W>,
        scale: f64,
    ) -> Option<Self> {
        let edges = a.len() + b.len();
        let b_in_a = unscaled(start, scale, plane);
        let pair = d2::PolygonPair::new(a, b, &b_in_a, DVec2::X, size(scale));
        (edges <= MOST_VERTICES).then_some(Self { pair, halves, edges })
    }
}

impl<W: Vector<Scalar = f64>> Projections<W> for InPlane<'_> {
    /// The support vertices of A along the axis and of B against it.
    type Ends = [usize; 2];

    fn meet(&self, velocity: W, until: f64) -> Swept<W> {
        let velocity = plane(velocity);
        let found = match self.halves {
            Some(halves) => self.pair.swept_rectangles(halves, velocity, until),
            None => self.pair.swept(velocity, until),
        };
        of_query(found, from_plane)
    }

    fn gap(&self, axis: W) -> (f64, [usize; 2]) {
        self.pair.gap_along(plane(axis))
    }

    fn touch(&self, axis: W, feature: Feature, way: W, ends: [usize; 2]) -> TouchPoints<W> {
        let found = self.pair.touching(plane(axis), feature, plane(way), ends);
        let member = |m: Member<DVec2>| Member { a: from_plane(m.a), b: from_plane(m.b) };
        let ([one, other], behind) = (found.around, member(found.behind));
        let face = [member(one), member(other), behind];
        TouchPoints { points: member(found.points), cone: Cone { face, apex: behind } }
    }

    fn axes(&self) -> u32 {
        self.edges as u32
    }
}
