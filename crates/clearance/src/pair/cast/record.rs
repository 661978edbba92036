//! All evidence of a cast. A cast reports each stretch of time that it has proven to its observer. This
//! observer keeps them.

use alloc::vec::Vec;

use super::Cast;
use crate::answer::{ImpactCertificate, Stretch};
use crate::pair::query::{Placement, Query};
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
        let impact = self.run(is_watched, &mut record);
        let mut stretches = record.stretches;
        let [a, b] = &self.sweeps;
        let (start_a, start_b) = (Motion::of(a.start()), Motion::of(b.start()));
        if let (Operand::Convex(_), Operand::HalfSpace(_)) = (&self.a, &self.b) {
            // The stretches were found in the half-space's frame.
            let a_in_b = start_a.seen_from(&start_b);
            stretches.iter_mut().for_each(|s| s.axis = -a_in_b.unrotate(s.axis));
        }
        let placement = Placement::Moved(&start_a, &start_b);
        let start =
            impact.initial.map(|_| Query::<V>::of([self.a, self.b], placement).certificate());
        ImpactCertificate { impact, stretches, start }
    }
}
