//! Polytopes whose depth is asked for: one axis first, then the separating axis tests.
//!
//! The first axis leads from middle to middle, or is the one that a cache remembers. Its two
//! support points show of most pairs that they are apart. Where the depth alone is asked for
//! that is the answer, and neither faces nor edges were looked at.

use super::polytopes::{Axes, AxisTest, BothFacets, best};
use super::scratch::Lent;
use super::solved::{Answered, Ask, NEAR, Solved};
use super::supports::Known;
use crate::algorithm::sat::{Feature, d3};
use crate::answer::{Algorithm, End, Witness};
use crate::number::binade;
use crate::shape::{Convex, Lowered, NO_ID, Vertex, norm_above};
use crate::space::{MOTION_ERROR, Motion, Vector};
use crate::trace::{Trace, Watch};

/// An answer whose bounds are at most this far apart, relative to the pair's size, converged.
const CONVERGED: f64 = 1e-9;
pub(in crate::pair) const CONVERGED_CURVED: f64 = 1e-8;

/// Separating axis tests do not scale a pair. Pairs smaller than this, 2^-200, whose products of
/// lengths are lost, are left to GJK and EPA, which do.
pub(in crate::pair) const SMALL: f64 = f64::from_bits((1023 - 200) << 52);

/// Two convex shapes and how B stands in A's frame. Lengths are those of the input.
#[derive(Clone, Copy)]
pub(super) struct Cores<'s, W: Vector> {
    pub a: &'s Lowered<'s, W>,
    pub b: &'s Lowered<'s, W>,
    pub b_in_a: &'s Motion<W>,
    /// No point of the difference is farther from the origin than this.
    pub size: f64,
    pub radii: f64,
    /// A bound on what rounding does to a clearance computed from support points: the relative
    /// pose applied to a point ([`MOTION_ERROR`]), the difference of two points and its product
    /// with a unit direction (gamma_6 together: 3 epsilons), the length of a weighted sum of
    /// four points (gamma_8 on it: 4 epsilons), the sum with the radii, and what the shapes say
    /// of their own support points.
    pub slack: f64,
    /// What is seen of both, where that is there already.
    pub seen: BothFacets<'s>,
}

/// What the tests leave to others.
pub(super) enum Remaining<W: Vector> {
    /// Nothing: all is solved, and this is the axis, across that feature.
    Nothing(W, Feature),
    /// The distance: this axis separates, radii and rounding included, by that much. The pairs of
    /// vertices are about nearest.
    Distance(W, f64, d3::Vertices),
    /// All of it. This axis is the best known, and these pairs are about nearest.
    All(W, d3::Vertices),
}

/// The first axis, from A to B and of length 1, with what lies farthest along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct First<W> {
    pub axis: W,
    /// By how much the projections overlap.
    pub overlap: f64,
    /// Each in its own frame.
    pub vertices: [Vertex<W>; 2],
    /// What was the best the last time, by number: any number will do.
    pub feature: Feature,
}

impl<'s, W: Vector<Scalar = f64, Wide = W>> Cores<'s, W> {
    #[inline]
    pub(super) fn new(a: &'s Lowered<'s, W>, b: &'s Lowered<'s, W>, b_in_a: &'s Motion<W>) -> Self {
        let size = a.reach() + b.reach() + norm_above(b_in_a.translation);
        let radii = a.radius_wide() + b.radius_wide();
        let of_pair = (MOTION_ERROR + 8.0) * size + 4.0 * radii;
        let slack = f64::EPSILON * of_pair + (a.support_error() + b.support_error());
        Self { a, b, b_in_a, size, radii, slack, seen: None }
    }

    /// Is one of the shapes curved, or unknown?
    pub(super) fn curved(&self) -> bool {
        self.a.core().is_curved() || self.b.core().is_curved()
    }

    /// Gaps up to this are no more than what another search may deny.
    pub(super) fn near(&self) -> f64 {
        NEAR * (self.size + self.radii)
    }

    /// Tries the first axis, and if it leaves the question open the best test.
    #[inline]
    pub(super) fn by_axes<T: Trace<W>>(
        &self,
        known: &Known<W>,
        ask: Ask,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
        out: &mut Answered<W>,
    ) -> Remaining<W> {
        let first = First { feature: known.feature, ..self.first(known.axis) };
        // For a contact the test looks for a gap, too: unless that is beyond the margin.
        let wants_gap = matches!(ask, Ask::Contact(_));
        let gap = -first.overlap - self.slack - self.radii;
        if first.overlap <= 0.0 && (!wants_gap || ask.settled_beyond(gap, self.near())) {
            first.tell(trace);
            return self.no_depth(first.axis, first.overlap, d3::Vertices::new());
        }
        let axes = self.axes(&first, Algorithm::Auto, wants_gap);
        match axes.search(scratch, trace) {
            Some(found) if found.complete => {
                self.depth(&found, axes.name(), out);
                Remaining::Nothing(found.axis, found.feature)
            }
            Some(found) if found.shown => {
                self.depth(&found, axes.name(), out);
                Remaining::Nothing(found.axis, found.feature)
            }
            Some(found) => self.no_depth(found.axis, found.overlap, found.near),
            None => Remaining::All(first.axis, d3::Vertices::new()),
        }
    }

    /// A separating axis test by name: where the shapes are apart it proves so, and no more. It
    /// says nothing about shapes that are no polytopes.
    pub(super) fn by_name<T: Trace<W>>(
        &self,
        known: Option<W>,
        algorithm: Algorithm,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
        out: &mut Answered<W>,
    ) {
        // Two boxes have their axes, and no use for another one.
        let is_of_boxes = algorithm == Algorithm::SatBoxes && W::DIM == 3;
        let first = if is_of_boxes { First::none() } else { self.first(known) };
        let fits = self.size > SMALL;
        match self.axes(&first, algorithm, false).search(scratch, trace).filter(|_| fits) {
            Some(found) => self.depth(&found, algorithm, out),
            None => *out = Some(Solved { algorithm, ..Solved::nothing() }),
        }
    }

    fn axes<'f>(&self, first: &'f First<W>, algorithm: Algorithm, gap: bool) -> Axes<'f, W>
    where
        's: 'f,
    {
        let Self { a, b, b_in_a, size, seen, .. } = *self;
        Axes { a, b, b_in_a, first, size, algorithm, gap, seen }
    }

    /// The first axis.
    #[inline]
    fn first(&self, known: Option<W>) -> First<W> {
        let middles = || self.b_in_a.apply(self.b.center().widen()) - self.a.center().widen();
        let axis = unit(known.unwrap_or_else(middles));
        let a = self.a.support_wide(axis, NO_ID);
        let b = self.b.support_wide(self.b_in_a.unrotate(-axis), NO_ID);
        let overlap = axis.dot(a.point - self.b_in_a.apply(b.point));
        First { axis, overlap, vertices: [a, b], feature: Feature::None }
    }

    /// Along this axis the cores are apart, or just touch.
    #[inline]
    fn no_depth(&self, axis: W, overlap: f64, near: d3::Vertices) -> Remaining<W> {
        let gap = -overlap - self.slack - self.radii;
        if gap > 0.0 { Remaining::Distance(axis, gap, near) } else { Remaining::All(axis, near) }
    }

    /// Puts an answer together, in place.
    #[inline]
    fn depth(&self, found: &AxisTest<W>, algorithm: Algorithm, out: &mut Answered<W>) {
        let lower = -found.overlap - self.slack;
        let proven = self.slack + found.slack - found.overlap;
        let known = found.complete || found.shown;
        let upper = if known { proven } else { f64::INFINITY };
        let [point_a, point_b] = found.points;
        let end = if known { End::Converged } else { End::Early };
        *out = Some(Solved {
            lower,
            upper,
            estimate: -found.overlap,
            axis: found.axis,
            normal: found.axis,
            witness: Witness::default(),
            point_a,
            point_b,
            end: self.verdict(end, upper - lower),
            algorithm,
            feature: found.feature,
            steps: found.axes,
        });
    }

    /// What an algorithm calls its end, the width of the interval confirms or denies.
    pub(super) fn verdict(&self, end: End, width: f64) -> End {
        let tolerance = if self.curved() { CONVERGED_CURVED } else { CONVERGED };
        match end {
            End::Early => End::Early,
            _ if width <= tolerance * (self.size + self.radii) => End::Converged,
            End::Converged => End::NoProgress,
            other => other,
        }
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> First<W> {
    /// Any axis.
    fn none() -> Self {
        let vertices = [Vertex { point: W::ZERO, id: NO_ID }; 2];
        Self { axis: W::unit(0), overlap: 0.0, vertices, feature: Feature::None }
    }

    /// Tells the observer, where nothing comes after it.
    fn tell<T: Trace<W>>(&self, trace: &mut T) {
        let mut watch = Watch::new(trace, 1.0);
        watch.start::<W>(best::<W>());
        watch.axis(self.axis, self.overlap, Feature::None);
        watch.finish::<W>(End::Early);
    }
}

/// The vector of length 1 along another; some vector of length 1 for one of length 0.
#[inline]
fn unit<W: Vector<Scalar = f64>>(v: W) -> W {
    // Exact, so that shapes scaled by a power of two get the same bits.
    let v = v * (1.0 / binade(v.max_abs()));
    let share = 1.0 / v.norm();
    if share.is_finite() { v * share } else { W::unit(0) }
}
