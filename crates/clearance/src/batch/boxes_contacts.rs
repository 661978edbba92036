//! Contacts of boxes: axes of many pairs at once, in lanes of `f32`, then the points pair by pair.
//!
//! 1. **The axes that may have the least overlap**, in lanes: one or two of the 15, from the poses of
//!    [`super::boxes`]. Boxes that are farther apart than the margin are done, most of them by their
//!    balls.
//! 2. **The contact** along these axes, and its points: the same function as for a single question. So the
//!    answers have the same bits, whichever axes are left beside the best.
//!
//! What is within rounding of the margin, and what that function leaves open, is left to the single
//! question.
//!
//! *Rounding.* An overlap is the numerator N divided by the sine s. With `off` as in [`super::boxes`], N
//! is off by at most `off`, and s by 33 units of roundoff in both of its terms: by less than half of `off / S`.
//! No overlap is more than S. If an axis has the least overlap o, (N - 3 off) / s of this axis is below
//! o, and (N + 3 off) / s of any other axis is above o, by at least `off`, which the rounding of the squares does not
//! reach.

use core::ops::Range;

use glam::DVec3;

use super::boxes::{APART, FaceAxes, GROUP, Group, InSpace, Pair, Rest, Verdict, half_edges};
use super::columns::{Contacts, points_per_row, put};
use super::given::Batch;
use crate::algorithm::columns::{dot, less};
use crate::algorithm::manifold::d3::boxes::{self, BoxPair};
use crate::algorithm::manifold::{Outcome, Patch};
use crate::algorithm::sat::d3::Axes;
use crate::pair::{CONTACT_NEAR, point_in_world};
use crate::space::{Motion, Vector};

/// Separations that differ from the margin by this share of the size, or less, are left open.
const NEAR: f64 = 2.0 * CONTACT_NEAR;

/// What the lanes have found about the rows of a part, from its start.
pub(super) struct Sifted<'s> {
    pub verdicts: &'s [Verdict],
    /// The bits of [`Axes`]. 0 for rows that the lanes could not take.
    pub kept: &'s [u16],
}

impl<V: InSpace> Batch<'_, V> {
    /// Writes the contacts of boxes to columns that are clear. Returns the rows that are left to single
    /// questions.
    pub(super) fn boxes_met(
        &self,
        range: &Range<usize>,
        margin: f64,
        sifted: &Sifted<'_>,
        columns: &mut Contacts<'_, V>,
    ) -> Rest {
        let mut rest = Rest::new();
        for (i, (verdict, kept)) in sifted.verdicts.iter().zip(sifted.kept).enumerate() {
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
                columns.fill_points(at, &patch, &Motion::of(at_a));
                true
            }
            _ => false,
        }
    }
}

impl<V: Vector> Contacts<'_, V> {
    /// Writes the points of a patch to a row that is clear.
    #[inline(always)]
    fn fill_points(&mut self, i: usize, patch: &Patch<V::Wide>, frame: &Motion<V::Wide>) {
        let most = points_per_row::<V>();
        let points = patch.points();
        put(self.count, i, points.len() as u8);
        put(self.normal, i, V::narrow(frame.rotate(patch.normal)));
        for (at, touch) in (i * most..(i + 1) * most).zip(points) {
            let point = point_in_world::<V>(touch, patch.unit, frame);
            put(self.separation, at, point.separation);
            put(self.point_a, at, point.point_a);
            put(self.point_b, at, point.point_b);
            put(self.feature, at, point.feature);
        }
    }
}

/// The axes that may have the least overlap, or the widest gap: the bits of [`Axes`], and 0 for numbers
/// that are out of range. Pairs with a gap of more than the limit get their verdict.
#[inline(always)]
pub(super) fn nearly_least(group: &mut Group, axes: &FaceAxes) -> [u32; GROUP] {
    let mut found = [0; GROUP];
    for k in 0..GROUP {
        let (pair, bound) = (group.pair(axes, k), axes.off[k]);
        let off = 3.0 * bound;
        let faces_a = [pair.face_a(0), pair.face_a(1), pair.face_a(2)];
        let faces_b = [pair.face_b(0), pair.face_b(1), pair.face_b(2)];
        let [x, y, z] = [pair.edges(0), pair.edges(1), pair.edges(2)];
        let faces = less(least_of(faces_a), least_of(faces_b));
        let most = less(less(x.most(off), y.most(off)), less(z.most(off), square(faces + off)));

        let a = face(faces_a[0], most, off, 0)
            | face(faces_a[1], most, off, 1)
            | face(faces_a[2], most, off, 2);
        let b = face(faces_b[0], most, off, 3)
            | face(faces_b[1], most, off, 4)
            | face(faces_b[2], most, off, 5);
        let edges = x.kept(most, off, 6) | y.kept(most, off, 9) | z.kept(most, off, 12);
        found[k] = if bound < f32::INFINITY { a | b | edges } else { 0 };

        let numerators =
            less(less(least_of(x.overlaps), least_of(y.overlaps)), least_of(z.overlaps));
        let is_apart = less(numerators, faces) < -(bound + group.limit);
        group.verdicts[k] = if is_apart { APART } else { group.verdicts[k] };
    }
    found
}

/// The overlaps along the axes across one edge of A and all of B, times the sines, and the squares of these.
struct Edges {
    overlaps: [f32; 3],
    squares: [f32; 3],
}

// Functions, not closures: a closure is not always inlined, and a loop around a call stays scalar.
impl Pair {
    #[inline(always)]
    fn face_a(&self, i: usize) -> f32 {
        let [x, y, z] = self.rows[i];
        self.half_a[i] + dot([x.abs(), y.abs(), z.abs()], self.half_b) - self.t[i].abs()
    }

    #[inline(always)]
    fn face_b(&self, j: usize) -> f32 {
        let [x, y, z] = [self.rows[0][j], self.rows[1][j], self.rows[2][j]];
        self.half_b[j] + dot([x.abs(), y.abs(), z.abs()], self.half_a)
            - dot([x, y, z], self.t).abs()
    }

    #[inline(always)]
    fn edges(&self, i: usize) -> Edges {
        Edges {
            overlaps: [self.overlap(i, 0), self.overlap(i, 1), self.overlap(i, 2)],
            squares: [self.sine_square(i, 0), self.sine_square(i, 1), self.sine_square(i, 2)],
        }
    }
}

impl Edges {
    /// The least square of an overlap. Infinite for edges that are exactly parallel.
    #[inline(always)]
    fn most(&self, off: f32) -> f32 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        least_of([square(x + off) / u, square(y + off) / v, square(z + off) / w])
    }

    /// The bits of the axes whose square is at most this, from a bit on.
    #[inline(always)]
    fn kept(&self, most: f32, off: f32, bit: u32) -> u32 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        edge(x, u, most, off, bit) | edge(y, v, most, off, bit + 1) | edge(z, w, most, off, bit + 2)
    }
}

#[inline(always)]
fn face(overlap: f32, most: f32, off: f32, bit: u32) -> u32 {
    if square(overlap - off) <= most { 1 << bit } else { 0 }
}

#[inline(always)]
fn edge(overlap: f32, sine: f32, most: f32, off: f32, bit: u32) -> u32 {
    if square(overlap - off) <= most * sine { 1 << bit } else { 0 }
}

#[inline(always)]
fn least_of([x, y, z]: [f32; 3]) -> f32 {
    less(less(x, y), z)
}

/// The square with the sign of the number.
#[inline(always)]
fn square(x: f32) -> f32 {
    x * x.abs()
}
