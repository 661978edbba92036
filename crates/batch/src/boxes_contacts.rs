//! Contacts of boxes: axes of many pairs at once, in lanes of `f32`, then the points pair by pair.
//!
//! 1. **The axes that may have the least overlap**, in lanes: one or two of the 15, from the poses of
//!    [`crate::boxes`]. Boxes that are farther apart than the margin are done, most of them by their
//!    balls.
//! 2. **The contact** along these axes, and its points: the same function as for a single question. So the
//!    answers have the same bits, whichever axes are left beside the best.
//!
//! What is within rounding of the margin, and what that function leaves open, is left to the single
//! question.

use alloc::vec::Vec;
use core::ops::Range;

use glam::DVec3;

use crate::boxes::{InSpace, Verdict, half_edges};
use crate::columns::Contacts;
use crate::given::Batch;
use crate::run::Rest;
use clearance_geometry::space::Motion;
use clearance_pairs::contact::raise::point_in_world;
use clearance_pairs::depth::sat::d3::Axes;
use clearance_pairs::patch::d3::boxes::{self, BoxPair};
use clearance_pairs::patch::{Outcome, Patch};
use clearance_pairs::solution::NEAR as CONTACT_NEAR;

/// Separations that differ from the margin by this share of the size, or less, are left open.
const NEAR: f64 = 2.0 * CONTACT_NEAR;

/// What the lanes have found about the rows of a part, from its start.
pub(super) struct Sifted {
    pub verdicts: Vec<Verdict>,
    /// The bits of [`Axes`]. 0 for rows that the lanes could not take.
    pub kept: Vec<u16>,
}

impl<V: InSpace> Batch<'_, V> {
    /// Writes the contacts of boxes to columns that are clear. Returns the rows that are left to single
    /// questions.
    pub(super) fn boxes_met(
        &self,
        range: &Range<usize>,
        margin: f64,
        sifted: &Sifted,
        columns: &mut Contacts<'_, V>,
    ) -> Rest {
        let mut rest = Rest::with_capacity(range.len());
        for (i, (verdict, kept)) in sifted.verdicts.iter().zip(&sifted.kept).enumerate() {
            if *verdict == Verdict::Apart {
                continue;
            }
            if *kept == 0 || !self.boxes_meet(range.start + i, i, margin, *kept, columns) {
                rest.push(i as u16);
            }
        }
        rest
    }

    /// Answers one row. False if it is left to the single question.
    #[inline(never)]
    fn boxes_meet(
        &self,
        row: usize,
        at: usize,
        margin: f64,
        kept: u16,
        columns: &mut Contacts<'_, V>,
    ) -> bool {
        let [shapes, poses] = self.pairs.indices(row);
        let halves = shapes.map(|shape| self.shapes.get(shape).and_then(half_edges));
        let ([Some(half_a), Some(half_b)], [Some(at_a), Some(at_b)]) =
            (halves, poses.map(|pose| self.places.get(pose)))
        else {
            return false;
        };
        let (halves, b_in_a) = ([half_a.widen(), half_b.widen()], Motion::b_in_a(at_a, at_b));
        let size = boxes::size(halves, b_in_a.translation);
        let (pair, near) = (BoxPair::new(halves, &b_in_a), NEAR * size);
        let mut patch = Patch::<DVec3>::empty();
        let axes = Axes::of_bits(u32::from(kept));
        match pair.contact(Some(axes), margin, &[], &mut patch) {
            Outcome::Apart { at_least } => at_least - margin > near,
            Outcome::Touching { clearance } if margin - clearance > near => {
                let frame = Motion::of(at_a);
                let points = patch.points().iter();
                // Fast paths have no unit of their own.
                let points = points.map(|touch| point_in_world::<V>(touch, 1.0, &frame));
                columns.fill(at, V::narrow(frame.rotate(patch.normal)), points);
                true
            }
            _ => false,
        }
    }
}
