//! All evidence of a cast. A cast reports each stretch of time that it has proven to its observer. This
//! observer keeps them.

use alloc::vec::Vec;

use super::Cast;
use crate::answer::{Clearance, ImpactCertificate, Stretch, Witness};
use crate::number::Scalar;
use crate::query::{Placement, Query};
use crate::shape::Operand;
use crate::space::{Motion, Vector};
use crate::trace::{Step, Trace};

/// Keeps the stretches of time, and passes all steps on.
struct Record<'t, W, T> {
    stretches: Vec<Stretch<W>>,
    listener: &'t mut T,
}

impl<W: Vector, T: Trace<W>> Trace<W> for Record<'_, W, T> {
    fn step(&mut self, step: Step<'_, W>) {
        if let Step::Stretch { from, to, axis } = step {
            self.stretches.push(Stretch { from, to, axis });
        }
        self.listener.step(step);
    }
}

impl<V: Vector> Cast<'_, V> {
    pub(super) fn recorded<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> ImpactCertificate<V> {
        let is_watched = trace.watches();
        let mut record = Record { stretches: Vec::new(), listener: trace };
        let mut witness = Witness::default();
        let impact = self.run(is_watched, &mut record, Some(&mut witness));
        // The contact may be proven at a place that numbers of the query's precision do not reach.
        if impact.upper == Scalar::INFINITY {
            witness = Witness::default();
        }
        let mut stretches = record.stretches;
        let [start_a, start_b] = [0, 1].map(|i| Motion::of(self.sweeps[i].start()));
        if let (Operand::Convex(_), Operand::HalfSpace(_)) = (&self.a, &self.b) {
            // The stretches were found in the half-space's frame.
            let a_in_b = start_a.seen_from(&start_b);
            stretches.iter_mut().for_each(|s| s.axis = -a_in_b.unrotate(s.axis));
        }
        let placement = Placement::Moved(&start_a, &start_b);
        let start = impact.initial.map(|initial| {
            let mut proof = Query::<V>::of([self.a, self.b], placement).certificate();
            self.widen(&mut proof.answer, initial);
            proof
        });
        ImpactCertificate { impact, witness, stretches, start }
    }

    /// Widens the bounds of the clearance at the start, so that they hold the signed distance of the cast.
    /// In `f32` it is from another search, which is as accurate, but may differ by more than the rounding of
    /// a depth that is nearly 0. If the bounds of both searches have no number in common, one is wrong, and
    /// the bounds stay as they are.
    fn widen(&self, proven: &mut Clearance<V>, initial: V::Scalar) {
        if proven.lower <= initial && initial <= proven.upper {
            return;
        }
        let [lower, _, upper] = self.summary(0.0).brief.numbers;
        if lower <= proven.upper && proven.lower <= upper {
            proven.lower = proven.lower.min(initial);
            proven.upper = proven.upper.max(initial);
        }
    }
}
