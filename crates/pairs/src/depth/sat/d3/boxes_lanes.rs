//! Do two boxes overlap? The 15 axes in lanes of `f32`, for pairs that are not close to a touch.
//!
//! The formulas are those of `boxes`, without quotients: for an axis perpendicular to two edges,
//! only the sign of `least` counts. Three axes are computed at once: those of A's faces, those of B's
//! faces, and those perpendicular to one edge direction of A and all of B.
//!
//! - **Apart**: one axis has a gap of more than rounding.
//! - **Overlapping**: all 15 axes have an overlap of more than rounding. For nearly parallel edges, i of
//!   A and j of B with the sine s, the overlap is rounding alone. Their axis may be left out if the other
//!   axes have enough overlap: take B without its edges along j, and project the difference along i. The
//!   projection is a polygon, and its sides belong to four of the other axes: two faces of A, and i with
//!   the other two edges of B. If the origin is inside by more than `half_b[j] * s`, no axis
//!   perpendicular to i separates, because the edges along j only increase each overlap.
//! - **Open**: the rest, some millionths of the size wide, which `f64` answers.
//!
//! *Source.* The axes as in `boxes`: Gottschalk, Lin and Manocha 1996.
//!
//! R and t are computed in lanes, too, from the columns of both rotations and the difference of both
//! positions, which are rounded from `f64`. Entries of R are off by 5 units of roundoff, those of t by 5
//! of its length. With them an overlap is off by at most 17 units: 8.5 epsilons of the size; see `OFF`.

use glam::{BVec3A, DVec3, Mat3A, Vec3A};

use super::boxes_axes::{Along, Axes, BoxAxes};
use crate::number::binade;
use crate::space::Motion;

/// A bound on the rounding error of an overlap, in epsilons of the size.
pub const OFF: f32 = 12.0;

/// Sizes whose products with squares of epsilon are in the range of `f32`.
const SIZES: core::ops::Range<f32> = 1e-12..1e12;

/// `f32` does not decide whether the boxes overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooClose;

/// Two boxes in lanes: three numbers side by side, in A's frame and the unit of the input.
pub struct Lanes {
    axes: BoxAxes<Vec3A>,
    size: f32,
}

impl Lanes {
    /// Two boxes by half their edges, the columns of their rotations and the way from A's middle to
    /// that of B. `size` is no less than the sum of half the diagonals, the length of the way and the
    /// limits that are asked for.
    #[inline]
    pub fn new(halves: [DVec3; 2], turns: [[DVec3; 3]; 2], way: DVec3, size: f64) -> Self {
        let [a, columns] = turns.map(|turn| turn.map(|column| column.as_vec3a()));
        let [half_a, half_b] = halves.map(|half| half.as_vec3a());
        let into_a = by_rows(a);
        let seen = |v: Vec3A| into_a[0] * v.x + into_a[1] * v.y + into_a[2] * v.z;
        let columns = columns.map(seen);
        let (rows, middle) = (by_rows(columns), seen(way.as_vec3a()));
        Self { axes: BoxAxes { half_a, half_b, columns, rows, middle }, size: size as f32 }
    }

    /// The same of a pair whose relative motion is known; in a unit that brings the size to between 1
    /// and 2, so that pairs scaled by a power of two are the same.
    #[inline]
    pub(crate) fn seen_from_a(halves: [DVec3; 2], b_in_a: &Motion<DVec3>, size: f64) -> Self {
        let unit = 1.0 / binade(size);
        let [half_a, half_b] = halves.map(|half| (half * unit).as_vec3a());
        let columns = b_in_a.columns.map(|column| column.as_vec3a());
        let (rows, middle) = (by_rows(columns), (b_in_a.translation * unit).as_vec3a());
        let size = (size * unit) as f32;
        Self { axes: BoxAxes { half_a, half_b, columns, rows, middle }, size }
    }

    /// Is the clearance at most `limit`? `None` if rounding leaves this open: wherever the clearance is
    /// within some roundings of `f32` of the limit, or between it and 0.
    #[inline]
    pub fn within(&self, limit: f64) -> Option<bool> {
        if !SIZES.contains(&self.size) {
            return None;
        }
        let off = OFF * f32::EPSILON * self.size;
        // Other searches may deny a gap of a few roundings, by `solved::NEAR`.
        let apart = Vec3A::splat(-(limit as f32 + 1.25 * off));
        let [of_a, of_b] = self.axes.faces();
        let faces = of_a.min(of_b);
        if faces.cmplt(apart).any() {
            return Some(false);
        }
        let edges = self.edges();
        if edges[0].min(edges[1]).min(edges[2]).cmplt(apart).any() {
            return Some(false);
        }
        self.overlap(faces, &edges, off).then_some(true)
    }

    /// The axis along which the boxes are about the farthest apart; `None` if they overlap. An error where
    /// neither is clear.
    #[inline]
    pub(crate) fn apart(&self) -> Result<Option<Along>, TooClose> {
        if !SIZES.contains(&self.size) {
            return Err(TooClose);
        }
        let off = OFF * f32::EPSILON * self.size;
        let [of_a, of_b] = self.axes.faces();
        let faces = of_a.min(of_b);
        let least = faces.min_element();
        let edges = self.edges();
        let is_across_edges = edges[0].min(edges[1]).min(edges[2]).cmplt(Vec3A::splat(-off)).any();
        if least >= -off && !is_across_edges {
            return if self.overlap(faces, &edges, off) { Ok(None) } else { Err(TooClose) };
        }
        // The squared gaps: of edges that are almost parallel less.
        let square = |overlaps: Vec3A, sines: Vec3A| {
            let gap = (-overlaps - Vec3A::splat(off)).max(Vec3A::ZERO);
            gap * gap / sines.max(Vec3A::splat(1e-6))
        };
        let squares = [0, 1, 2].map(|i| square(edges[i], self.axes.sines(i)));
        let widest = squares[0].max(squares[1]).max(squares[2]).max_element();
        let lane = |found: BVec3A| found.bitmask().trailing_zeros().min(2) as usize;
        if widest > least.min(0.0) * least * 1.0001 {
            let found = squares.map(|lanes| lanes.cmpge(Vec3A::splat(widest)));
            let i = found.iter().position(|lanes| lanes.any()).unwrap_or(0);
            return Ok(Some(Along::Edges(i, lane(found[i]))));
        }
        let (a, b) = (of_a.cmple(Vec3A::splat(least)), of_b.cmple(Vec3A::splat(least)));
        let found = if a.any() { Along::FaceA(lane(a)) } else { Along::FaceB(lane(b)) };
        Ok(Some(found))
    }

    /// The axes whose overlap may be the least; for boxes that are apart, those of the widest gap. No overlap
    /// is more than the size, so an error of a sine by 3 epsilons changes as much as a quarter of `off` in the
    /// numerator. Three times `off` is enough for both.
    #[inline]
    pub(super) fn nearly_least(&self) -> Axes {
        if !SIZES.contains(&self.size) {
            return Axes::ALL;
        }
        Axes(self.axes.nearly_least(3.0 * OFF * f32::EPSILON * self.size).0)
    }

    /// The overlaps along the axes across edges, times the sines.
    #[inline]
    fn edges(&self) -> [Vec3A; 3] {
        [self.axes.edges(0), self.axes.edges(1), self.axes.edges(2)]
    }

    /// Do the boxes overlap, by their overlaps along axes, of which the less for faces of A and B is
    /// given?
    #[inline]
    fn overlap(&self, faces: Vec3A, edges: &[Vec3A; 3], off: f32) -> bool {
        let more = Vec3A::splat(off);
        faces.cmpgt(more).all()
            && (edges[0].min(edges[1]).min(edges[2]).cmpgt(more).all()
                || self.hides_no_axis(faces.min_element(), off))
    }

    /// Do the boxes overlap along all axes that count, if some of edges show too little? `least` is the
    /// least overlap along a face.
    #[cold]
    #[inline(never)]
    fn hides_no_axis(&self, least: f32, off: f32) -> bool {
        // The origin has to be inside by this much, with room for the rounding of both numbers.
        let needed = 0.5 * least + 2.0 * off;
        let most = 0.5 * least / self.size;
        let limits = [most * most, off, needed];
        least > 8.0 * off && (0..3).all(|i| self.axes.has_room(i, limits))
    }
}

/// The rows of a matrix that is given by its columns.
#[inline]
fn by_rows([x, y, z]: [Vec3A; 3]) -> [Vec3A; 3] {
    let turned = Mat3A::from_cols(x, y, z).transpose();
    [turned.x_axis, turned.y_axis, turned.z_axis]
}
