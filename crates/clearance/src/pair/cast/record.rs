//! All evidence of a cast. A cast tells its observer each stretch of time that it has proven;
//! here one listens and keeps them.

use alloc::vec::Vec;

use super::{Cast, WideOf};
use crate::answer::{ImpactCertificate, Stretch};
use crate::pair::query::Query;
use crate::shape::{Geometry, Part};
use crate::space::{Motion, Vector};
use crate::trace::{Step, Trace};

/// Keeps the stretches, and passes on what it hears.
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

impl<A: Geometry, B: Geometry<V = A::V>, T: Trace<WideOf<A>>> Cast<'_, A, B, T> {
    /// The first contact with all evidence, for [`crate::verify::check_impact`]. The answer is
    /// that of [`Cast::impact`].
    pub fn certificate(self) -> ImpactCertificate<A::V> {
        let Self { a, b, sweeps, tmax, gap, ignore_parting, mut trace, taken } = self;
        let mut record = Record { stretches: Vec::new(), listener: &mut trace };
        let trace = &mut record;
        let watched = Cast { a, b, sweeps, tmax, gap, ignore_parting, trace, taken };
        let impact = watched.impact();
        let mut stretches = record.stretches;
        let [start_a, start_b] = [0, 1].map(|i| Motion::of(sweeps[i].start()));
        if let (Part::Convex(_), Part::HalfSpace(_)) = (a.part(), b.part()) {
            // They were looked at from the half-space.
            let a_in_b = start_a.seen_from(&start_b);
            stretches.iter_mut().for_each(|s| s.axis = -a_in_b.unrotate(s.axis));
        }
        let start = impact.initial.map(|_| Query::placed(a, start_a, b, &start_b).certificate());
        ImpactCertificate { impact, stretches, start }
    }
}
