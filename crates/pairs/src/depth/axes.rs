//! Depth of polytopes: one axis first, then the separating axis tests.
//!
//! The first axis is from middle to middle, or comes from a cache. For most pairs that are apart, its two
//! support points prove a gap. If only the depth is asked for, this is the answer, and neither faces nor
//! edges are needed.

use super::lesson::Lesson;
use super::polytopes::{Axes, AxisTest, best};
use super::scratch::Lent;
use crate::answer::{Algorithm, End, Witness};
use crate::cores::{Cores, First, Known, SMALL};
use crate::depth::sat::Feature;
use crate::solution::{Answered, Ask, Solution};
use crate::space::{DVector, Vector};
use crate::trace::{Trace, Watch};

/// What the tests leave to GJK and EPA.
pub(crate) enum Remaining<W: Vector> {
    /// Nothing: the pair is solved, with this axis and the feature to which it is perpendicular.
    Nothing(W, Feature),
    /// The distance: the gap along this axis, radii and rounding included, is that large.
    Distance(W, f64),
    /// Everything. This axis is the best known.
    All(W),
}

impl<W: DVector> Cores<'_, W> {
    /// Tests the first axis, and then, if the question is open, runs the best test.
    pub(crate) fn by_axes<T: Trace<W>>(
        &self,
        known: &Known<W>,
        ask: Ask,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
        out: &mut Answered<W>,
    ) -> Remaining<W> {
        let first = First { feature: known.feature, ..self.first(known.axis) };
        // For a contact the test also searches a gap, unless it is beyond the margin.
        let wants_gap = matches!(ask, Ask::Contact(_));
        let gap = -first.overlap - self.slack - self.radii;
        if first.overlap <= 0.0 && (!wants_gap || ask.settled_beyond(gap, self.near())) {
            first.tell(trace);
            return self.no_depth(first.axis, first.overlap);
        }
        let (algorithm, lesson) = (Algorithm::Auto, None);
        let axes = Axes { cores: self, first: &first, algorithm, lesson, gap: wants_gap };
        match axes.search(scratch, trace) {
            Some(found) if found.complete || found.shown => {
                self.depth(&found, axes.name(), out);
                Remaining::Nothing(found.axis, found.feature)
            }
            Some(found) => self.no_depth(found.axis, found.overlap),
            None => Remaining::All(first.axis),
        }
    }

    /// Runs a separating axis test that was chosen by name. If the shapes are apart, it proves only that.
    /// It has no answer for shapes that are not polytopes.
    pub(crate) fn by_name<T: Trace<W>>(
        &self,
        known: Option<W>,
        (algorithm, lesson): (Algorithm, Option<&'static Lesson>),
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
        out: &mut Answered<W>,
    ) {
        // The test of two boxes has its own axes, and uses no first axis.
        let is_of_boxes = algorithm == Algorithm::SatBoxes && W::DIM == 3;
        let first = if is_of_boxes { First::none() } else { self.first(known) };
        let fits = self.size > SMALL;
        let axes = Axes { cores: self, first: &first, algorithm, lesson, gap: false };
        match axes.search(scratch, trace).filter(|_| fits) {
            Some(found) => self.depth(&found, algorithm, out),
            None => *out = Some(Solution { algorithm, ..Solution::nothing() }),
        }
    }

    /// The cores are apart, or just touch, along this axis.
    fn no_depth(&self, axis: W, overlap: f64) -> Remaining<W> {
        let gap = -overlap - self.slack - self.radii;
        if gap > 0.0 { Remaining::Distance(axis, gap) } else { Remaining::All(axis) }
    }

    /// Makes an answer, in place.
    fn depth(&self, found: &AxisTest<W>, algorithm: Algorithm, out: &mut Answered<W>) {
        let lower = -found.overlap - self.slack;
        let proven = self.slack + found.slack - found.overlap;
        let known = found.complete || found.shown;
        let upper = if known { proven } else { f64::INFINITY };
        let [point_a, point_b] = found.points;
        let end = if known { End::Converged } else { End::Early };
        *out = Some(Solution {
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
}

impl<W: DVector> First<W> {
    /// Sends the result to the trace, if no other solver follows.
    fn tell<T: Trace<W>>(&self, trace: &mut T) {
        let mut watch = Watch::new(trace, 1.0);
        watch.start(best::<W>());
        watch.axis(self.axis, self.overlap, Feature::None);
        watch.finish(End::Early);
    }
}
