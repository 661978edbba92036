//! Contacts of boxes: poses and axes of many pairs at once, in lanes of `f64`, then the points pair by pair.
//!
//! 1. **B in A's frame**, in lanes ([`super::boxes_group`]).
//! 2. **The axes that may have the least overlap**, in lanes: one or two of the 15. The formulas and the
//!    comparison are those of [`crate::algorithm::sat::d3`] for boxes, where a single question asks
//!    lanes of `f32`. No axis is left for boxes that are farther apart than the margin: they are done.
//! 3. **The contact** along them, and its points: the same function as for a single question. So the
//!    answers have the same bits.
//!
//! What is within rounding of the margin, and what that function leaves open, is left to the single
//! question.

use glam::DVec3;

use super::boxes::{InSpace, Rest};
use super::boxes_group::{GROUP, Group, Lane, RelativePoses, Solver, abs};
use super::columns::Contacts;
use crate::algorithm::columns::{dot, less};
use crate::algorithm::manifold::d3::boxes::{self, BoxPair};
use crate::algorithm::manifold::{Outcome, Patch};
use crate::algorithm::sat::d3::Axes;
use crate::number::Scalar;
use crate::pair::{CONTACT_NEAR, manifold_in_world};
use crate::space::{MOTION_ERROR, Motion};

/// An error bound of overlaps, relative to the size, with room for the rounding of sines: see
/// `nearly_least` of the lanes of `f32`.
const OFF: f64 = 3.0 * (3.0 * MOTION_ERROR + 16.0) * f64::EPSILON;

/// Separations that differ from the margin by this share of the size, or less, are left open.
const NEAR: f64 = 2.0 * CONTACT_NEAR;

/// Finds the contacts of boxes.
pub(super) struct Met<'w, 'c, V: InSpace> {
    margin: f64,
    columns: &'w mut Contacts<'c, V>,
    poses: RelativePoses,
    axes: Lane,
}

impl<'w, 'c, V: InSpace> Met<'w, 'c, V> {
    pub fn new(margin: V::Scalar, columns: &'w mut Contacts<'c, V>) -> Self {
        let (poses, axes) = (RelativePoses::new(), [0.0; GROUP]);
        Self { margin: margin.to_f64(), columns, poses, axes }
    }

    /// Answers one pair. False if it is left to the single question.
    #[inline(never)]
    fn answer(&mut self, group: &Group, k: usize) -> bool {
        let size = self.poses.size[k];
        if !boxes::SIZES.contains(&size) {
            return false;
        }
        let (at, near) = (usize::from(group.rows[k]), NEAR * size);
        if self.axes[k] == 0.0 {
            self.columns.fill(at, None);
            return true;
        }
        let vector = |[x, y, z]: [f64; 3]| DVec3::new(x, y, z);
        let halves = [0, 1].map(|side| vector(group.halves[side].get(k)));
        let [x, y, z] = [0, 1, 2].map(|i| self.poses.rows[i].get(k));
        let columns = [0, 1, 2].map(|j| DVec3::new(x[j], y[j], z[j]));
        let b_in_a = Motion { columns, translation: vector(self.poses.middle.get(k)) };
        let axes = Axes::of_bits(self.axes[k] as u32);
        let mut patch = Patch::empty();
        let pair = BoxPair::new(halves, &b_in_a);
        let outcome = pair.contact(Some(axes), self.margin, &[], &mut patch);
        match outcome {
            Outcome::Apart { at_least } if at_least - self.margin > near => {
                self.columns.fill(at, None);
            }
            Outcome::Touching { clearance } if self.margin - clearance > near => {
                let columns = [0, 1, 2].map(|i| vector(group.turns[0][i].get(k)));
                let frame = Motion { columns, translation: vector(group.origin.get(k)) };
                let mut found = None;
                manifold_in_world(&patch, &frame, &mut found);
                self.columns.fill(at, found.as_ref());
            }
            _ => return false,
        }
        true
    }
}

impl<V: InSpace> Solver for Met<'_, '_, V> {
    #[inline(always)]
    fn solve(&mut self, group: &Group, rest: &mut Rest) {
        if group.are_beyond(self.margin) {
            group.rows.iter().for_each(|row| self.columns.fill(usize::from(*row), None));
            return;
        }
        group.relative_poses(&mut self.poses);
        nearly_least(group, &self.poses, self.margin, &mut self.axes);
        for k in 0..group.len() {
            if !self.answer(group, k) {
                rest.push(group.rows[k]);
            }
        }
    }
}

/// The axes that may have the least overlap, or the widest gap: the bits of [`Axes`]. None if there is a gap
/// of more than the margin.
#[inline(always)]
fn nearly_least(group: &Group, poses: &RelativePoses, margin: f64, axes: &mut Lane) {
    for (k, axes) in axes.iter_mut().enumerate() {
        let (half_a, half_b) = (group.halves[0].get(k), group.halves[1].get(k));
        let rows = [poses.rows[0].get(k), poses.rows[1].get(k), poses.rows[2].get(k)];
        let magnitudes = [abs(rows[0]), abs(rows[1]), abs(rows[2])];
        let pair = Pair { half_a, half_b, rows, magnitudes, t: poses.middle.get(k) };
        let off = OFF * poses.size[k];

        let faces_a = [pair.face_a(0), pair.face_a(1), pair.face_a(2)];
        let faces_b = [pair.face_b(0), pair.face_b(1), pair.face_b(2)];
        let [x, y, z] = [pair.edges(0), pair.edges(1), pair.edges(2)];
        let least = less(least_of(faces_a), least_of(faces_b)) + off;
        let most = less(less(x.most(off), y.most(off)), less(z.most(off), square(least)));

        let face =
            |overlap: f64, bit: u32| if square(overlap - off) <= most { value(bit) } else { 0.0 };
        let of_a = face(faces_a[0], 0) + face(faces_a[1], 1) + face(faces_a[2], 2);
        let of_b = face(faces_b[0], 3) + face(faces_b[1], 4) + face(faces_b[2], 5);
        let of_edges = x.kept(most, off, 6) + y.kept(most, off, 9) + z.kept(most, off, 12);
        let beyond = margin + NEAR * poses.size[k];
        let is_apart = -most > square(if beyond > 0.0 { beyond } else { 0.0 });
        *axes = if is_apart { 0.0 } else { of_a + of_b + of_edges };
    }
}

/// One pair of a group.
struct Pair {
    half_a: [f64; 3],
    half_b: [f64; 3],
    rows: [[f64; 3]; 3],
    magnitudes: [[f64; 3]; 3],
    t: [f64; 3],
}

/// The overlaps along the axes across one edge of A and all of B, times the sines, and the squares of these.
struct Edges {
    overlaps: [f64; 3],
    squares: [f64; 3],
}

// Functions, not closures: a closure is not always inlined, and a loop around a call stays scalar.
impl Pair {
    #[inline(always)]
    fn face_a(&self, i: usize) -> f64 {
        self.half_a[i] + dot(self.magnitudes[i], self.half_b) - self.t[i].abs()
    }

    #[inline(always)]
    fn face_b(&self, j: usize) -> f64 {
        let ([x, y, z], [u, v, w]) = (&self.rows, &self.magnitudes);
        self.half_b[j] + dot([u[j], v[j], w[j]], self.half_a)
            - dot([x[j], y[j], z[j]], self.t).abs()
    }

    #[inline(always)]
    fn edges(&self, i: usize) -> Edges {
        let (x, y, z) = (self.edge_pair(i, 0), self.edge_pair(i, 1), self.edge_pair(i, 2));
        Edges { overlaps: [x.0, y.0, z.0], squares: [x.1, y.1, z.1] }
    }

    #[inline(always)]
    fn edge_pair(&self, i: usize, j: usize) -> (f64, f64) {
        let Self { half_a: a, half_b: b, rows: r, magnitudes: m, t } = self;
        let (u, v, p, q) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let of_a = a[u] * m[v][j] + a[v] * m[u][j];
        let of_b = b[p] * m[i][q] + b[q] * m[i][p];
        let along = t[v] * r[u][j] - t[u] * r[v][j];
        (of_a + of_b - along.abs(), r[u][j] * r[u][j] + r[v][j] * r[v][j])
    }
}

impl Edges {
    /// The least square of an overlap. Infinite for edges that are exactly parallel.
    #[inline(always)]
    fn most(&self, off: f64) -> f64 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        least_of([square(x + off) / u, square(y + off) / v, square(z + off) / w])
    }

    /// The bits of the axes whose square is at most this, from a bit on.
    #[inline(always)]
    fn kept(&self, most: f64, off: f64, bit: u32) -> f64 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        let first = if square(x - off) <= most * u { value(bit) } else { 0.0 };
        let second = if square(y - off) <= most * v { value(bit + 1) } else { 0.0 };
        let third = if square(z - off) <= most * w { value(bit + 2) } else { 0.0 };
        first + second + third
    }
}

#[inline(always)]
fn least_of([x, y, z]: [f64; 3]) -> f64 {
    less(less(x, y), z)
}

/// The square with the sign of the number.
#[inline(always)]
fn square(x: f64) -> f64 {
    x * x.abs()
}

#[inline(always)]
fn value(bit: u32) -> f64 {
    f64::from(1_u32 << bit)
}
