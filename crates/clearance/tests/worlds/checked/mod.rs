//! The checker on answers about shapes of many pieces: right ones are not refuted, changed ones are.

mod rays;

use clearance::verify::Verdict;

/// How many verdicts there were of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    proven: usize,
    unproven: usize,
    refuted: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Proven => self.proven += 1,
            Verdict::Unproven => self.unproven += 1,
            Verdict::Refuted => self.refuted += 1,
        }
        verdict
    }
    fn count(&self) -> usize {
        self.proven + self.unproven + self.refuted
    }
}
