//! Contacts of points, segments and polygons in 2D, with or without a radius: rings of corners.

use crate::distance::rings::{Rings, is_line};
use crate::patch::contact_pair::ContactPair;
use crate::patch::{Outcome, Patch};
use crate::shape::Lowered;
use crate::space::{DVector, Motion, motion_in_plane};

impl<W: DVector> ContactPair<'_, W> {
    /// Two rings, in the frame of the one that is not a segment or point.
    #[inline(never)]
    pub(crate) fn of_rings(&self, [a, b]: [&Lowered<'_, W>; 2], patch: &mut Patch<W>) -> Outcome {
        let b_in_a = motion_in_plane(self.b_in_a);
        let is_swapped = is_line(a) && !is_line(b);
        let outcome = if is_swapped {
            let a_in_b = Motion::identity().seen_from(&b_in_a);
            Rings::of([b, a], &a_in_b, |rings| self.between(rings, patch))
        } else {
            Rings::of([a, b], &b_in_a, |rings| self.between(rings, patch))
        };
        if is_swapped && matches!(outcome, Some(Outcome::Touching { .. })) {
            patch.swap(self.b_in_a);
        }
        outcome.unwrap_or(Outcome::Open)
    }

    /// The points, in the frame of the first ring.
    #[inline(always)]
    fn between(&self, rings: &Rings<'_>, patch: &mut Patch<W>) -> Outcome {
        let Rings { pair, round, .. } = rings;
        let gap = self.margin + pair.slack + round;
        match rings.line(gap) {
            Ok(line) => pair.contact(&line, self.margin, patch),
            Err(gap) => Outcome::Apart { at_least: -gap.overlap - pair.slack - round },
        }
    }
}
