//! Do boxes overlap? The 15 axes of many pairs at once, in lanes of `f32`.
//!
//! ```text
//!   rows ---> group of 16: a column for each number ---> verdict: apart, touching or open
//!   pose, shape     way, rotations, half edges                        |
//!                                                      open: the single question
//! ```
//!
//! The axes, and the rule for parallel edges, are those of [`clearance_pairs::depth::sat::d3`] for boxes, with
//! another bound on the rounding. Each step is a loop over the columns of a group, in plain arithmetic
//! and without branches, so that the compiler makes vectors of any width of it (see
//! [`clearance_geometry::number::simd`]). Inside such a loop there is no loop over axes, because the compiler does not
//! vectorise an outer loop.
//!
//! 1. **Balls.** Pairs that are farther apart than the balls around them are done. The others wait in a
//!    second group until it is full, unless there are hardly any far ones among them.
//!    Rows with an invalid rotation stay open, so that the single question refuses them.
//! 2. **Faces.** R and t from both quaternions; the overlaps along the normals of the faces.
//! 3. **Edges**, if the faces do not separate a pair.
//! 4. **Parallel edges**, if a pair is open: as in the single test.
//!
//! *Rounding.* u is half an epsilon, S the sum of all half edges, of the coordinates of the way, and of the
//! limit.
//! The product of the quaternions is off by 8 u, so R by a rotation of 16 u; forming R adds 8 u beside the
//! diagonal, 17 u on it. So entries are off by 33 u, columns by 37 u. t is off by 53 u of the way. An overlap
//! is off by at most 94 u S: the way along a column, 37 + 53 + 4. That is less than `OFF`, which
//! also covers `f64` input that was rounded, and gaps that another search may deny.
//!
//! If the limit is not 0, all gaps are compared with it, and step 4 is left out, because nearer pairs
//! need a full answer in any case.
//!
//! *For contacts and distances* a step gives the axes of the least overlap or of the widest gap, and
//! each row gets its points or its distance from there: [`crate::boxes_contacts`],
//! [`crate::boxes_clearance::nearest`].
//!
//! A row is decided only if the overlap differs from 0 by more than the rounding. So the answer is that
//! of the single question, and depends on no other row.

use core::ops::Range;

use arrayvec::ArrayVec;
use glam::{DVec3, Mat4, Vec3, Vec4};

use crate::columns::put;
use crate::given::Batch;
use clearance_geometry::number::Scalar;
use clearance_geometry::number::simd::Work;
use clearance_geometry::shape::{ConvexShape, Shape};
use clearance_geometry::space::{Pose, PreparedQuaternion, Turn, Vector};
use clearance_pairs::columns::{self, cross, dot, less, sum};
use clearance_pairs::depth::sat::d3::{BoxAxes, Three};

/// The number of pairs in a group.
const GROUP: usize = 16;

/// A group with at least so many near pairs is tested together with its far ones.
const DENSE: u32 = 12;

/// One number for each pair.
type Lane = [f32; GROUP];

/// The error bound of an overlap, relative to S.
const OFF: f32 = 56.0 * f32::EPSILON;

/// Sizes whose products with squares of epsilon are in the range of `f32`.
const SIZES: [f32; 2] = [1e-12, 1e12];

/// Squares of distances that are in the range of `f32`, with all terms of their sums.
const SQUARES: [f32; 2] = [1e-24, 1e24];

/// Squared lengths of quaternions that count as unit quaternions.
const UNITS: [f32; 2] = [0.25, 4.0];

/// Verdicts, in lanes.
const APART: f32 = -1.0;
const OPEN: f32 = 0.0;
const TOUCHING: f32 = 1.0;

/// Vectors in 3D, as the kernel takes them.
pub trait InSpace:
    Vector<Wide = DVec3, Turn: Turn<Prepared = PreparedQuaternion<Self::Scalar>>>
{
    /// Rounded to `f32`.
    fn short(self) -> [f32; 3];
    /// The quaternion of a pose, rounded to `f32`.
    fn quaternion(pose: &Pose<Self>) -> Vec4;
}

impl InSpace for Vec3 {
    #[inline(always)]
    fn short(self) -> [f32; 3] {
        self.to_array()
    }
    #[inline(always)]
    fn quaternion(pose: &Pose<Self>) -> Vec4 {
        pose.turn().into()
    }
}

impl InSpace for DVec3 {
    #[inline(always)]
    fn short(self) -> [f32; 3] {
        self.as_vec3().to_array()
    }
    #[inline(always)]
    fn quaternion(pose: &Pose<Self>) -> Vec4 {
        pose.turn().as_quat().into()
    }
}

/// Half the edge lengths of a box without radius.
#[inline(always)]
pub(super) fn half_edges<V: Vector>(shape: &Shape<V>) -> Option<V> {
    match shape {
        Shape::Convex(rounded) => match rounded.inner() {
            ConvexShape::Cuboid(cuboid) if rounded.margin() == Scalar::ZERO => {
                Some(cuboid.half_extents())
            }
            _ => None,
        },
        Shape::HalfSpace(_) => None,
    }
}

/// The result of the lanes for a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Not decided: rounding could change the answer.
    Open,
    /// The boxes are farther apart than the limit.
    Apart,
    /// The boxes touch or overlap.
    Touching,
    /// Not asked: the shapes are not boxes, or the row cannot be asked.
    NoBoxes,
}

/// Rows of pairs, given in groups.
pub(super) trait Rows {
    type V: InSpace;
    /// Passes the pairs of some rows, at most [`GROUP`], with their indices among these.
    fn each(
        &self,
        rows: Range<usize>,
        take: impl FnMut(usize, [&Shape<Self::V>; 2], [&Pose<Self::V>; 2]),
    );
}

impl<V: InSpace> Rows for Batch<'_, V> {
    type V = V;
    #[inline(always)]
    fn each(&self, rows: Range<usize>, mut take: impl FnMut(usize, [&Shape<V>; 2], [&Pose<V>; 2])) {
        let mut buffer = [[0; 4]; GROUP];
        for (i, row) in self.pairs.given(rows, &mut buffer).iter().enumerate() {
            let [a, at_a, b, at_b] = row.map(|index| index as usize);
            let (shapes, places) = ([a, b], [at_a, at_b]);
            if let ([Some(a), Some(b)], [Some(at_a), Some(at_b)]) =
                (shapes.map(|i| self.shapes.get(i)), places.map(|i| self.places.get(i)))
            {
                take(i, [a, b], [at_a, at_b]);
            }
        }
    }
}

/// Tests which boxes of a part touch.
pub(super) struct TouchTest<'w, R> {
    pub rows: &'w R,
    pub range: Range<usize>,
    /// Only gaps wider than this count. Not negative. If it is not 0, nearer boxes may stay open.
    pub limit: f32,
    /// One for each row, all of them [`Verdict::NoBoxes`].
    pub verdicts: &'w mut [Verdict],
    pub wanted: Wanted,
    /// One for each row, all 0; empty if only verdicts are wanted. Gets the axes that are left: see
    /// [`BoxAxes::nearly_least`].
    pub kept: &'w mut [u16],
    /// One for each row, all 0, or empty. Gets a gap that the boxes are surely apart, if they are apart along an axis.
    pub gaps: &'w mut [f32],
}

/// What is asked about boxes beside the verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wanted {
    Verdicts,
    /// The axes of the least overlap, for boxes that are not apart. None is found to touch.
    Overlaps,
    /// The axes of the widest gap, for boxes that are apart.
    Gaps,
}

impl<R: Rows> Work for TouchTest<'_, R> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let TouchTest { rows, range, limit, verdicts, wanted, kept, gaps } = self;
        let (mut taken, mut near) = (Group::new(limit, wanted), Group::new(limit, wanted));
        let mut turns = [[Vec4::ZERO; GROUP]; 2];
        let mut axes = FaceAxes::new();
        let columns = &mut Found { verdicts, kept, gaps };
        for start in range.clone().step_by(GROUP) {
            taken.count = 0;
            let first = start - range.start;
            rows.each(start..range.end.min(start + GROUP), |i, shapes, poses| {
                taken.take((first + i) as u16, shapes, poses, &mut turns);
            });
            if taken.count == 0 {
                continue;
            }
            taken.turns[0].put_all(&turns[0]);
            taken.turns[1].put_all(&turns[1]);
            let is_near = if wanted == Wanted::Gaps { [1; GROUP] } else { taken.near() };
            let all = is_near.iter().sum::<u32>();
            let is_dense = taken.count == GROUP && all >= DENSE;
            if is_dense {
                taken.settle(&mut axes, columns);
            }
            if all < GROUP as u32 {
                for (row, is_near) in taken.rows.iter().zip(is_near).take(taken.count) {
                    if let Some(verdict) = columns.verdicts.get_mut(usize::from(*row)) {
                        *verdict = if is_near == 0 { Verdict::Apart } else { *verdict };
                    }
                }
            }
            if all > 0 && !is_dense {
                for k in indices(&is_near, taken.count) {
                    near.copy(&taken, usize::from(k));
                    if near.count == GROUP {
                        near.settle(&mut axes, columns);
                        near.count = 0;
                    }
                }
            }
        }
        if near.count > 0 {
            near.settle(&mut axes, columns);
        }
    }
}

/// Where a group writes what it finds.
struct Found<'w> {
    verdicts: &'w mut [Verdict],
    kept: &'w mut [u16],
    gaps: &'w mut [f32],
}

/// A vector for each pair.
type Columns = columns::Columns<f32, GROUP>;

/// A quaternion for each pair.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Quaternions([Lane; 4]);

impl Quaternions {
    const ZERO: Self = Self([[0.0; GROUP]; 4]);

    #[inline(always)]
    fn get(&self, k: usize) -> [f32; 4] {
        let [x, y, z, w] = &self.0;
        [x[k], y[k], z[k], w[k]]
    }
    #[inline(always)]
    fn put(&mut self, k: usize, [a, b, c, d]: [f32; 4]) {
        let [x, y, z, w] = &mut self.0;
        [x[k], y[k], z[k], w[k]] = [a, b, c, d];
    }
    /// Takes the quaternions of all pairs.
    #[inline(always)]
    fn put_all(&mut self, given: &[Vec4; GROUP]) {
        for k in (0..GROUP).step_by(4) {
            let turned =
                Mat4::from_cols(given[k], given[k + 1], given[k + 2], given[k + 3]).transpose();
            let rows = [turned.x_axis, turned.y_axis, turned.z_axis, turned.w_axis];
            for (lane, row) in self.0.iter_mut().zip(rows) {
                lane[k..k + 4].copy_from_slice(&row.to_array());
            }
        }
    }
}

/// Up to [`GROUP`] pairs of boxes.
struct Group {
    /// Gaps up to this count as touching.
    limit: f32,
    wanted: Wanted,
    count: usize,
    /// The index of each pair's row in its part.
    rows: [u16; GROUP],
    /// From A's origin to B's, in the world.
    way: Columns,
    halves: [Columns; 2],
    /// As quaternions x, y, z, w.
    turns: [Quaternions; 2],
    verdicts: Lane,
    /// By how much pairs with the verdict [`APART`] are at least apart, if axes have told it.
    gaps: Lane,
}

/// The results of the first axes that later steps need.
struct FaceAxes {
    /// R by rows, and t: the pose of B in A's frame.
    rows: [Columns; 3],
    middle: Columns,
    /// The least overlap along a face.
    faces: Lane,
    /// The error bound of an overlap. Infinite for numbers that are out of range.
    off: Lane,
}

impl FaceAxes {
    fn new() -> Self {
        let lane = [0.0; GROUP];
        Self { rows: [Columns::ZERO; 3], middle: Columns::ZERO, faces: lane, off: lane }
    }
}

impl Group {
    fn new(limit: f32, wanted: Wanted) -> Self {
        Self {
            limit,
            wanted,
            count: 0,
            rows: [0; GROUP],
            way: Columns::ZERO,
            halves: [Columns::ZERO; 2],
            turns: [Quaternions::ZERO; 2],
            verdicts: [OPEN; GROUP],
            gaps: [0.0; GROUP],
        }
    }

    /// Takes the next pair, if it is one of boxes.
    #[inline(always)]
    fn take<V: InSpace>(
        &mut self,
        row: u16,
        [a, b]: [&Shape<V>; 2],
        [at_a, at_b]: [&Pose<V>; 2],
        turns: &mut [[Vec4; GROUP]; 2],
    ) {
        let (Some(half_a), Some(half_b)) = (half_edges(a), half_edges(b)) else { return };
        let k = self.count % GROUP;
        self.count += 1;
        self.rows[k] = row;
        self.way.put(k, (at_b.translation() - at_a.translation()).short());
        self.halves[0].put(k, half_a.short());
        self.halves[1].put(k, half_b.short());
        [turns[0][k], turns[1][k]] = [V::quaternion(at_a), V::quaternion(at_b)];
    }

    /// Adds a pair of another group.
    #[inline(always)]
    fn copy(&mut self, other: &Self, i: usize) {
        let (i, k) = (i % GROUP, self.count % GROUP);
        self.count += 1;
        self.rows[k] = other.rows[i];
        self.way.put(k, other.way.get(i));
        for side in 0..2 {
            self.halves[side].put(k, other.halves[side].get(i));
            self.turns[side].put(k, other.turns[side].get(i));
        }
    }

    /// Writes the verdict of each pair, and the axes that are left.
    #[inline(always)]
    fn settle(&mut self, axes: &mut FaceAxes, columns: &mut Found<'_>) {
        if self.wanted == Wanted::Overlaps {
            self.faces(axes);
        } else {
            self.judge(axes);
        }
        let is_left = match self.wanted {
            Wanted::Verdicts => false,
            Wanted::Overlaps => self.has(OPEN),
            Wanted::Gaps => self.has(APART),
        };
        if is_left {
            let found = self.nearly_best(axes);
            for (row, found) in self.rows.iter().zip(found).take(self.count) {
                put(columns.kept, usize::from(*row), found as u16);
            }
        }
        for (row, found) in self.rows.iter().zip(self.verdicts).take(self.count) {
            let beyond = if found == APART { Verdict::Apart } else { Verdict::Open };
            let verdict = if found == TOUCHING { Verdict::Touching } else { beyond };
            put(columns.verdicts, usize::from(*row), verdict);
        }
        for (row, gap) in self.rows.iter().zip(self.gaps).take(self.count) {
            put(columns.gaps, usize::from(*row), gap);
        }
    }

    /// 0 for pairs that are farther apart than the balls around them, at poses that are finite; 1 for the
    /// others.
    #[inline(always)]
    fn near(&self) -> [u32; GROUP] {
        let mut near = [0; GROUP];
        for (k, near) in near.iter_mut().enumerate() {
            let (a, b, way) = (self.halves[0].get(k), self.halves[1].get(k), self.way.get(k));
            let (reach, square) = (length(a) + length(b) + self.limit, dot(way, way));
            let is_far = (square > reach * reach * (1.0 + 2.0 * OFF))
                & (square > SQUARES[0])
                & (square < SQUARES[1])
                & is_unit(self.turns[0].get(k))
                & is_unit(self.turns[1].get(k));
            *near = if is_far { 0 } else { 1 };
        }
        near
    }

    #[inline(always)]
    fn judge(&mut self, axes: &mut FaceAxes) {
        self.faces(axes);
        if self.has(OPEN) {
            self.edges(axes);
        }
        if self.limit == 0.0 && self.has(OPEN) {
            self.parallel_edges(axes);
        }
    }

    /// Has any pair this verdict?
    #[inline(always)]
    fn has(&self, verdict: f32) -> bool {
        let mut any = 0_u32;
        for k in 0..GROUP {
            any |= if self.verdicts[k] == verdict { 1 } else { 0 };
        }
        any != 0
    }

    /// The pose of B in A's frame, and the overlaps along the normals of the faces.
    #[inline(always)]
    fn faces(&mut self, axes: &mut FaceAxes) {
        for k in 0..GROUP {
            let (a, b, way) = (self.halves[0].get(k), self.halves[1].get(k), self.way.get(k));
            let [ax, ay, az, aw] = self.turns[0].get(k);
            let [bx, by, bz, bw] = self.turns[1].get(k);
            let square_a = (ax * ax + ay * ay) + (az * az + aw * aw);
            // The quaternion of A, conjugated, times that of B.
            let x = (aw * bx - ax * bw) + (az * by - ay * bz);
            let y = (aw * by - ay * bw) + (ax * bz - az * bx);
            let z = (aw * bz - az * bw) + (ay * bx - ax * by);
            let w = (aw * bw + ax * bx) + (ay * by + az * bz);
            let square = (x * x + y * y) + (z * z + w * w);
            let over = 2.0 / square;
            let (x2, y2, z2) = (x * over, y * over, z * over);
            let (xx, yy, zz) = (x * x2, y * y2, z * z2);
            let (xy, xz, yz) = (x * y2, x * z2, y * z2);
            let (wx, wy, wz) = (w * x2, w * y2, w * z2);
            let r = [
                [1.0 - (yy + zz), xy - wz, xz + wy],
                [xy + wz, 1.0 - (xx + zz), yz - wx],
                [xz - wy, yz + wx, 1.0 - (xx + yy)],
            ];
            let once = cross(way, [ax, ay, az]);
            let twice = cross(once, [ax, ay, az]);
            let over = 2.0 / square_a;
            let in_a = |i: usize| way[i] + (aw * once[i] + twice[i]) * over;
            let t = [in_a(0), in_a(1), in_a(2)];

            let [of_a, of_b] = box_axes(a, b, r, t).faces();
            let least = of_a.min(of_b).least();

            let size = (sum(a) + sum(b)) + (sum(abs(way)) + self.limit);
            let is_in_range = (size > SIZES[0])
                & (size < SIZES[1])
                & is_unit([ax, ay, az, aw])
                & is_unit([bx, by, bz, bw]);
            let off = if is_in_range { OFF * size } else { f32::INFINITY };
            axes.rows[0].put(k, r[0]);
            axes.rows[1].put(k, r[1]);
            axes.rows[2].put(k, r[2]);
            axes.middle.put(k, t);
            axes.faces[k] = least;
            axes.off[k] = off;
            self.verdicts[k] = if least < -(off + self.limit) { APART } else { OPEN };
            self.gaps[k] = -(least + off);
        }
    }

    /// The overlaps along the axes perpendicular to edges, times the sines.
    #[inline(always)]
    fn edges(&mut self, axes: &FaceAxes) {
        for k in 0..GROUP {
            let (pair, faces, off) = (self.pair(axes, k), axes.faces[k], axes.off[k]);
            let across = pair.edges(0).min(pair.edges(1)).min(pair.edges(2));
            let least = less(across.least(), faces);
            let inside = if least > off { TOUCHING } else { OPEN };
            self.verdicts[k] = if least < -(off + self.limit) { APART } else { inside };
        }
    }

    /// Overlaps without the axes perpendicular to nearly parallel edges, if the other axes have enough
    /// overlap. The sine is off by less than the 4e-6.
    #[inline(always)]
    fn parallel_edges(&mut self, axes: &FaceAxes) {
        for k in 0..GROUP {
            let (pair, faces, off) = (self.pair(axes, k), axes.faces[k], axes.off[k]);
            let most = 0.5 * faces * (OFF / off) - 4e-6;
            let most = if most > 0.0 { most * most } else { 0.0 };
            let needed = 0.5 * faces + 2.0 * off;
            let limits = [most, off, needed];
            let is_inside = (faces > 8.0 * off)
                & pair.has_room(0, limits)
                & pair.has_room(1, limits)
                & pair.has_room(2, limits);
            let verdict = self.verdicts[k];
            let inside = if is_inside { TOUCHING } else { OPEN };
            self.verdicts[k] = if verdict == OPEN { inside } else { verdict };
        }
    }

    /// The axes that may have the least overlap, or the widest gap. Pairs with a gap of more than the limit
    /// get their verdict.
    #[inline(always)]
    fn nearly_best(&mut self, axes: &FaceAxes) -> [u32; GROUP] {
        let mut found = [0; GROUP];
        for (k, found) in found.iter_mut().enumerate() {
            let off = axes.off[k];
            let (kept, least) = self.pair(axes, k).nearly_least(3.0 * off);
            *found = if off < f32::INFINITY { kept } else { 0 };
            let is_apart = least < -(off + self.limit);
            self.verdicts[k] = if is_apart { APART } else { self.verdicts[k] };
            let gap = -(least + off);
            self.gaps[k] = if gap > self.gaps[k] { gap } else { self.gaps[k] };
        }
        found
    }

    #[inline(always)]
    fn pair(&self, axes: &FaceAxes, k: usize) -> BoxAxes<Vec3> {
        let rows = [axes.rows[0].get(k), axes.rows[1].get(k), axes.rows[2].get(k)];
        box_axes(self.halves[0].get(k), self.halves[1].get(k), rows, axes.middle.get(k))
    }
}

/// The indices of ones among the first `count` entries, without a branch for each.
#[inline(always)]
fn indices(ones: &[u32; GROUP], count: usize) -> ArrayVec<u8, GROUP> {
    let (mut found, mut len) = ([0_u8; GROUP], 0);
    for (k, one) in ones.iter().enumerate().take(count) {
        found[len % GROUP] = k as u8;
        len += *one as usize;
    }
    found.into_iter().take(len).collect()
}

/// Two boxes by half of their edges, and the pose of B in A's frame, R by rows, and t.
#[inline(always)]
fn box_axes(a: [f32; 3], b: [f32; 3], r: [[f32; 3]; 3], t: [f32; 3]) -> BoxAxes<Vec3> {
    let [u, v, w] = r;
    let columns =
        [Vec3::new(u[0], v[0], w[0]), Vec3::new(u[1], v[1], w[1]), Vec3::new(u[2], v[2], w[2])];
    let rows = [Vec3::from(u), Vec3::from(v), Vec3::from(w)];
    BoxAxes { half_a: a.into(), half_b: b.into(), columns, rows, middle: t.into() }
}

/// Is the length of the quaternion near 1? False for NaN.
#[inline(always)]
fn is_unit([x, y, z, w]: [f32; 4]) -> bool {
    let square = (x * x + y * y) + (z * z + w * w);
    (square > UNITS[0]) & (square < UNITS[1])
}

#[inline(always)]
fn abs([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x.abs(), y.abs(), z.abs()]
}

#[inline(always)]
fn length(v: [f32; 3]) -> f32 {
    Scalar::sqrt(dot(v, v))
}
