//! Two polytopes: separating axis tests on their faces and edges.

use glam::{DVec2, DVec3};

use super::lesson::Lesson;
use super::scratch::Lent;
use super::touch::touch;
use crate::answer::{Algorithm, End};
use crate::cores::{Cores, First};
use crate::depth::sat::{Feature, Outcome, d2, d3};
use crate::hull::{Built, Facets, Hull2, Hull3, Outline, Small};
use crate::number::binade;
use crate::shape::{Convex, Core, Lowered, Vertex};
use crate::space::{
    DVector, Vector, from_plane, from_space, motion_in_plane, motion_in_space, plane, space,
};
use crate::trace::{Step, Trace, Watch};

/// The result of a test, in the unit of the input and in A's frame.
pub(crate) struct AxisTest<W> {
    /// If negative, the gap along the separating `axis`. Else the depth, if the test is `complete`; if
    /// not, the overlap may be less along another axis.
    pub overlap: f64,
    pub axis: W,
    pub feature: Feature,
    /// The points that are deepest in the other shape; meaningless if there is a gap.
    pub points: [W; 2],
    /// How far the depth may be below `overlap`, in addition to the rounding of the poses.
    pub slack: f64,
    pub axes: u32,
    /// Do the points prove that the gap is the distance?
    pub shown: bool,
    /// Is the overlap the least of all axes? If the shapes touch, bounded SAT ends early.
    pub complete: bool,
}

/// Pairs whose [`cost`] is higher are left to EPA.
const MOST_COST: f64 = 1.5e12;

/// With fewer vertices, the cost does not matter.
const FEW: usize = 8;

/// If a shape is flatter than this, relative to the pair's size, its faces do not give the depth to all
/// digits.
pub(crate) const TOO_MUCH_SLACK: f64 = 1e-10;

/// Points of two touching shapes that are farther apart than this, in epsilons of the pair's size, are
/// not the points of contact. As [`d3::PolytopePair::touch`].
const TOUCH: f64 = 64.0;

/// A polytope's factor of the work of bounded SAT. For thin hulls, many faces are nearly as good as the
/// best, too many for a bound: EPA is faster from 64 vertices on for plates of 1:1:0.005, from 256 on for
/// 1:1:0.07, and from about 900 on for balls.
fn cost(facets: &Facets<'_>) -> f64 {
    let vertices = facets.vertices().len() as f64;
    let fullness = if facets.vertices().len() <= FEW { 1.0 } else { facets.fullness() };
    vertices * vertices / fullness
}

/// Calls `see` with the facets of a polytope in 3D, or with `None` if the shape is not a polytope. This
/// is a closure instead of a return value, because facets are large and would be copied.
#[inline(always)]
pub(crate) fn with_facets<W: DVector, R>(
    shape: &Lowered<'_, W>,
    see: impl FnOnce(Option<&Facets<'_>>) -> R,
) -> R {
    match shape.built() {
        Some(Built::Space(Hull3::Solid(solid))) => see(Some(&solid.facets())),
        Some(Built::Space(Hull3::Flat(flat))) => see(Some(&flat.facets())),
        _ => see(small(shape, &mut None).map(Small::facets).as_ref()),
    }
}

/// Facets of a polytope with a few vertices, made for one query.
fn small<'r, W: DVector>(shape: &Lowered<'_, W>, room: &'r mut Option<Small>) -> Option<&'r Small> {
    Some(match (shape.built(), *shape.core()) {
        (Some(Built::Space(Hull3::Segment(ends))), _) => room.insert(Small::segment(*ends)),
        (Some(Built::Space(Hull3::Point(p))), _) => room.insert(Small::point(*p)),
        (_, Core::Box(half)) => room.insert(Small::cuboid(space(half))),
        (_, Core::Point(p)) => room.insert(Small::point(space(p))),
        (_, Core::Segment(ends)) => room.insert(Small::segment(ends.map(space))),
        (_, Core::Triangle(corners)) => room.insert(Small::triangle(corners.map(space))),
        _ => return None,
    })
}

/// A polygon in 2D, as separating axis tests take it.
pub(crate) enum Polygon<'s> {
    Made(d2::Few),
    Built(&'s Outline<DVec2>),
}

impl<'s> Polygon<'s> {
    /// `None` if the shape is not a polygon.
    pub fn of<W: DVector>(shape: &'s Lowered<'_, W>) -> Option<Self> {
        if let Some(Built::Plane(built)) = shape.built() {
            return Some(match built {
                Hull2::Point(p) => Self::Made(d2::Few::point(*p)),
                Hull2::Segment(ends) => Self::Made(d2::Few::segment(*ends)),
                Hull2::Outline(outline) => Self::Built(outline),
            });
        }
        match *shape.core() {
            Core::Box(half) => Some(Self::Made(d2::Few::rectangle(plane(half)))),
            Core::Point(p) => Some(Self::Made(d2::Few::point(plane(p)))),
            Core::Segment(ends) => Some(Self::Made(d2::Few::segment(ends.map(plane)))),
            Core::Triangle(corners) => Some(Self::Made(d2::Few::triangle(corners.map(plane)))),
            _ => None,
        }
    }

    #[inline]
    pub fn ring(&self) -> d2::Ring<'_> {
        match self {
            Self::Made(few) => few.ring(),
            Self::Built(outline) => (*outline).into(),
        }
    }

    fn thinness(&self, reach: f64) -> f64 {
        let area = match self {
            Self::Made(few) => few.triangle_area(),
            Self::Built(outline) => Some(outline.area()),
        };
        area.map_or(1.0, |area| thinness(&self.ring(), area, reach))
    }
}

/// A lower bound of the ratio of an inner circle's radius r and the radius R of a circle around the
/// polygon, which is at most `reach`: with the perimeter p, the area is at most r p, and p is at most 2
/// pi R. It is 1 for rings with normals at right angles.
pub(crate) fn thinness(ring: &d2::Ring<'_>, area: f64, reach: f64) -> f64 {
    if reach > SQUARED {
        return area / (core::f64::consts::TAU * reach * reach);
    }
    let unit = 1.0 / binade(reach);
    let reach = reach * unit;
    ring.area_in(unit) / (core::f64::consts::TAU * reach * reach)
}

/// Squares of shorter lengths leave the range of `f64`.
const SQUARED: f64 = 1e-130;

/// The best of the tests.
pub(crate) fn best<V: Vector>() -> Algorithm {
    if V::DIM == 2 { Algorithm::SatGauss } else { Algorithm::SatBounded }
}

/// The input of a test of two shapes.
pub(crate) struct Axes<'s, W: Vector> {
    pub cores: &'s Cores<'s, W>,
    pub first: &'s First<W>,
    /// One of the tests, or `Auto` for the best of them.
    pub algorithm: Algorithm,
    /// The test of this name, if it is one from outside.
    pub lesson: Option<&'static Lesson>,
    /// Is a gap asked for, too?
    pub gap: bool,
}

impl<W: DVector> Axes<'_, W> {
    /// The test that answers. In 2D, all tests but the exhaustive one are the same: the walk around the
    /// normals of both.
    pub fn name(&self) -> Algorithm {
        match self.algorithm {
            Algorithm::Auto if self.halves().is_some() => Algorithm::SatBoxes,
            Algorithm::Auto => best::<W>(),
            named => named,
        }
    }

    /// Runs the test of this name, or the best one. `None` if one of the shapes is not a polytope, or if
    /// the best algorithm is none of these tests.
    pub fn search<T: Trace<W>>(
        &self,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Option<AxisTest<W>> {
        if W::DIM == 2 {
            return self.in_plane(trace);
        }
        match (self.algorithm, self.halves()) {
            (Algorithm::Auto | Algorithm::SatBoxes, Some(halves)) => {
                Some(self.of_boxes(halves, trace))
            }
            (Algorithm::SatBoxes, None) => None,
            _ => self.in_space(scratch, trace),
        }
    }

    /// Half the edge lengths of two boxes in 3D.
    fn halves(&self) -> Option<[DVec3; 2]> {
        match (self.cores.a.core(), self.cores.b.core()) {
            (Core::Box(a), Core::Box(b)) if W::DIM == 3 => Some([space(*a), space(*b)]),
            _ => None,
        }
    }

    fn of_boxes<T: Trace<W>>(&self, [half_a, half_b]: [DVec3; 2], trace: &mut T) -> AxisTest<W> {
        let b_in_a = motion_in_space(self.cores.b_in_a);
        let pair = d3::Boxes::new(half_a, half_b, &b_in_a, self.cores.size);
        let mut watched = self.begin(trace, from_space::<W>);
        let outcome = d3::boxes(&pair, &mut watched);
        finish(trace, outcome.overlap);
        // A test that was chosen by name has to answer; otherwise there are better ones for a touch.
        let least = if self.algorithm.is_sat() { -pair.rounding() } else { pair.touch() };
        let complete = outcome.overlap >= least;
        let points = complete.then(|| pair.points(&outcome)).filter(|[a, b]| {
            let in_b = b_in_a.unrotate(*b - b_in_a.translation);
            let over = (a.abs() - half_a).max(in_b.abs() - half_b);
            over.max_element() <= pair.touch()
        });
        self.found(&outcome, from_space, points, pair.slack(outcome.overlap), [false, complete])
    }

    /// The result of a test. The points of an answer are on both shapes. If the features of a test do not
    /// give them, they are the points where B touches A after a translation by the overlap. If these are not
    /// found either, the search by support points answers; a test that was chosen by name answers with what it
    /// has.
    fn found<S: Vector>(
        &self,
        outcome: &Outcome<S>,
        as_vector: fn(S) -> W,
        points: Option<[S; 2]>,
        slack: f64,
        [shown, complete]: [bool; 2],
    ) -> AxisTest<W> {
        let found = AxisTest {
            overlap: outcome.overlap,
            axis: as_vector(outcome.axis),
            feature: outcome.feature,
            points: points.unwrap_or_default().map(as_vector),
            slack,
            axes: outcome.counters.axes,
            shown,
            complete,
        };
        if points.is_some() || !complete { found } else { self.moved(found) }
    }

    #[cold]
    #[inline(never)]
    fn moved(&self, found: AxisTest<W>) -> AxisTest<W> {
        let Cores { a, b, b_in_a, size, .. } = *self.cores;
        let touch = touch(a, b, b_in_a, (found.axis, found.overlap), size);
        // The planes from which the overlap was computed may be above the vertices that they bound.
        let shown = touch.apart <= TOUCH * f64::EPSILON * size + 2.0 * found.slack;
        let complete = shown || self.algorithm.is_sat();
        AxisTest { points: touch.points, feature: Feature::None, complete, ..found }
    }

    fn in_plane<T: Trace<W>>(&self, trace: &mut T) -> Option<AxisTest<W>> {
        if self.algorithm == Algorithm::SatBoxes {
            return None;
        }
        let Cores { a: one, b: other, b_in_a, size, .. } = *self.cores;
        let (a, b) = (Polygon::of(one)?, Polygon::of(other)?);
        let b_in_a = motion_in_plane(b_in_a);
        let pair = d2::PolygonPair::new(a.ring(), b.ring(), &b_in_a, plane(self.first.axis), size);
        let thinness = [a.thinness(one.reach()), b.thinness(other.reach())];
        // As with `Facets::slack`, the sum of the weights of two normals is at most R / r.
        let slack = pair.rounding() * (1.0 + thinness.iter().map(|t| 1.0 / t).sum::<f64>());
        if self.algorithm == Algorithm::Auto && slack > TOO_MUCH_SLACK * size {
            return None;
        }
        let mut watched = self.begin(trace, from_plane::<W>);
        let outcome = match self.lesson {
            Some(Lesson::AxesInPlane(plane)) => plane(&pair, &mut watched),
            _ => d2::merged(&pair, &mut watched),
        };
        finish(trace, outcome.overlap);
        let complete = is_least(&outcome, pair.touch())
            || self.algorithm.is_sat() && outcome.overlap >= -pair.rounding();
        let points = complete.then(|| pair.points(&outcome)).filter(|[p, q]| {
            let in_b = b_in_a.unrotate(*q - b_in_a.translation);
            let over = a.ring().steepest(*p).1.max(b.ring().steepest(in_b).1);
            over <= pair.touch()
        });
        Some(self.found(&outcome, from_plane, points, slack, [false, complete]))
    }

    fn in_space<T: Trace<W>>(
        &self,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Option<AxisTest<W>> {
        let Cores { a, b, seen, .. } = *self.cores;
        if let Some(both) = seen {
            return self.between(both, scratch, trace);
        }
        with_facets(a, |a| with_facets(b, |b| self.between([a?, b?], scratch, trace)))
    }

    #[inline(never)]
    fn between<T: Trace<W>>(
        &self,
        [a, b]: [&Facets<'_>; 2],
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Option<AxisTest<W>> {
        if self.algorithm == Algorithm::Auto && cost(a) * cost(b) > MOST_COST {
            return None;
        }
        let Cores { b_in_a, size, .. } = *self.cores;
        let b_in_a = motion_in_space(b_in_a);
        let mut pair = d3::PolytopePair::new(a, b, &b_in_a, space(self.first.axis), size);
        self.start_with_first(&mut pair, [a, b]);
        pair.guess(self.first.feature);
        if self.algorithm == Algorithm::Auto && pair.slack() > TOO_MUCH_SLACK * size {
            return None;
        }
        let scratch = &mut scratch.get().sat;
        let mut watched = self.begin(trace, from_space::<W>);
        let mut shown = None;
        let mut outcome = match (self.algorithm, self.lesson) {
            (_, Some(Lesson::AxesInSpace(space))) => space(&pair, &mut watched),
            (Algorithm::Auto, _) if self.gap => {
                let (outcome, points) = d3::widest(&pair, scratch, &mut watched);
                shown = points;
                outcome
            }
            (algorithm, _) => {
                let outcome = d3::bounded(&pair, scratch, &mut watched);
                let touching = outcome.overlap.abs() <= pair.touch();
                // A test that was chosen by name has to answer; otherwise there are better ones for a
                // touch.
                if touching && algorithm == Algorithm::SatBounded {
                    d3::pruned(&pair, &mut watched)
                } else {
                    outcome
                }
            }
        };
        finish(trace, outcome.overlap);
        let complete = is_least(&outcome, pair.touch())
            || self.algorithm.is_sat() && pair.solid() && outcome.overlap >= -pair.touch();
        let is_gap = shown.is_some();
        let points = shown.or_else(|| complete.then(|| pair.points(&mut outcome, scratch))?);
        Some(self.found(&outcome, from_space, points, pair.slack(), [is_gap, complete]))
    }

    /// Gives the pair the overlap along the first axis, if the farthest vertices have the shapes'
    /// indices.
    fn start_with_first(&self, pair: &mut d3::PolytopePair<'_>, facets: [&Facets<'_>; 2]) {
        let First { axis, overlap, vertices, .. } = self.first;
        let same = |(facets, vertex): (&Facets<'_>, &Vertex<W>)| {
            facets.vertices().all.get(vertex.id as usize) == Some(&space(vertex.point))
        };
        if facets.into_iter().zip(vertices).all(same) {
            pair.start_with(space(*axis), *overlap, vertices.map(|v| v.id));
        }
    }

    /// Starts the trace of a test, and returns the observer of its steps.
    fn begin<'t, T: Trace<W>, S>(
        &self,
        trace: &'t mut T,
        as_vector: fn(S) -> W,
    ) -> InVectorsOf<'t, T, S, W> {
        Watch::<W, T>::new(trace, 1.0).start(self.name());
        InVectorsOf { trace, as_vector }
    }
}

/// Is an overlap above `touch` the least of all axes? Points and parallel segments have no faces and no
/// crossing edges, and a first axis that a cache gives may be any.
fn is_least<V>(outcome: &Outcome<V>, touch: f64) -> bool {
    outcome.overlap > touch && outcome.feature != Feature::None
}

fn finish<W: DVector, T: Trace<W>>(trace: &mut T, overlap: f64) {
    let end = if overlap < 0.0 { End::Early } else { End::Converged };
    Watch::<W, T>::new(trace, 1.0).finish(end);
}

/// Passes steps on with the vectors of the query.
struct InVectorsOf<'t, T, S, W> {
    trace: &'t mut T,
    as_vector: fn(S) -> W,
}

impl<T: Trace<W>, S: Vector, W: Vector> Trace<S> for InVectorsOf<'_, T, S, W> {
    fn watches(&self) -> bool {
        self.trace.watches()
    }
    fn step(&mut self, step: Step<'_, S>) {
        // These tests send only these kinds of steps.
        self.trace.step(match step {
            Step::Axis { axis, overlap, feature } => {
                Step::Axis { axis: (self.as_vector)(axis), overlap, feature }
            }
            Step::Skip { of_b, faces, edges, by, best } => {
                Step::Skip { of_b, faces, edges, by, best }
            }
            Step::Cross { arc, cell, border, next, axis } => {
                Step::Cross { arc, cell, border, next, axis: (self.as_vector)(axis) }
            }
            _ => return,
        });
    }
}
