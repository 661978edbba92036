//! The clearance of boxes: the 15 axes of many pairs at once, in lanes of `f64`.
//!
//! The axes are those of [`clearance_pairs::depth::sat::d3`] for boxes. Each step is a loop over the columns of a
//! group: see [`crate::boxes_group`].
//!
//! 1. **B in A's frame**: R and t, from the columns of both rotations.
//! 2. **The best axis.** For faces the gaps are compared, for edges their squares over the squared sines,
//!    so that no root is necessary. An edge must be better by more than rounding.
//! 3. **The points.** In most cases two points prove the best axis: a corner above a face, or two edges
//!    that cross. Then the gap along the axis is the clearance.
//! 4. Boxes that are apart at other features: [`BoxAndBox::nearest`], from the best axis, one row at a
//!    time. The rest, for example a touch within rounding, is left to the single question.
//!
//! *Bounds.* The lower bound is the gap along the axis, less its rounding, whichever axis it is. If the
//! boxes are apart, the upper bound is the distance of the points. If they overlap, it is the largest gap
//! that any axis may have. For edges i of A and j of B that are nearly parallel, with a sine s below
//! `PARALLEL`, no axis is computed: take B without its edges along j. In the projection along i, the best
//! axis is that of a face or of another pair of edges, and the edges along j change its gap by at most
//! `half_b[j] s`.

use core::ops::Range;

use alloc::vec::Vec;
use glam::{DVec3, Vec3};

use crate::boxes::half_edges;
use crate::boxes_group::{Columns, GROUP, Group, Lane, RelativePoses, Solver, abs};
use crate::columns::Clearances;
use crate::given::Batch;
use crate::run::Rest;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{MOTION_ERROR, Motion, Pose};
use clearance_pairs::columns::{choose, choose3, cross, dot, minus, plus, rotated, scaled};
use clearance_pairs::depth::sat::d3::{Along, BoxAxes, Three};
use clearance_pairs::distance::closed::box_box::{BoxAndBox, Nearest};
use clearance_pairs::solution::Brief;

/// The error bound of a gap along a unit axis, relative to the size: as for a closed form.
const SLACK: f64 = (MOTION_ERROR + 16.0) * f64::EPSILON;

/// The error bound of the numerator of a gap for edges, as in the single test.
const NOISE: f64 = (3.0 * MOTION_ERROR + 16.0) * f64::EPSILON;

/// Edges with a smaller sine are parallel.
const PARALLEL: f64 = 1e-7;

/// The largest difference of the bounds, relative to the size: two epsilons of `f32`.
const WIDTH: f64 = 2.0 * f32::EPSILON as f64;

/// Sizes whose squares over squares of sines are in range. All of `f32` are.
const SIZES: Range<f64> = 1e-60..1e60;

/// Verdicts.
const OPEN: f64 = 0.0;
const SOLVED: f64 = 1.0;
const APART: f64 = 2.0;

/// Computes the clearances of boxes.
pub(super) struct Apart<'w, 'c> {
    columns: &'w mut Clearances<'c, Vec3>,
    /// Rows of boxes that are apart at features that the axis does not show.
    beside: &'w mut Beside,
    steps: Steps,
}

/// A row, and the index of the best axis.
pub(super) type Beside = Vec<(u16, u8)>;

/// The best axes.
#[repr(align(64))]
struct Best {
    /// Its index: 0 to 2 for A's faces, 3 to 5 for B's, 6 to 14 for edges, those of A first.
    axis: Lane,
    /// An upper bound of the gaps along all axes except those of parallel edges.
    most: Lane,
    /// By how much parallel edges may be better.
    hidden: Lane,
}

/// The answers.
#[repr(align(64))]
struct Found {
    verdict: Lane,
    /// Lower bound, estimate, and upper bound.
    bounds: Columns,
    /// The normal, the point of A and that of B, in the world.
    vectors: [Columns; 3],
}

/// The data that one step passes to the next.
struct Steps {
    poses: RelativePoses,
    best: Best,
    found: Found,
}

impl<'w, 'c> Apart<'w, 'c> {
    pub fn new(columns: &'w mut Clearances<'c, Vec3>, beside: &'w mut Beside) -> Self {
        let (zero, three, nine) = ([0.0; GROUP], Columns::ZERO, [Columns::ZERO; 3]);
        let steps = Steps {
            poses: RelativePoses::new(),
            best: Best { axis: zero, most: zero, hidden: zero },
            found: Found { verdict: zero, bounds: three, vectors: nine },
        };
        Self { columns, beside, steps }
    }
}

impl Solver for Apart<'_, '_> {
    #[inline(always)]
    fn solve(&mut self, group: &Group, rest: &mut Rest) {
        let Steps { poses, best, found } = &mut self.steps;
        group.relative_poses(poses);
        try_axes(group, poses, best);
        find_points(group, poses, best, found);
        for k in 0..group.len() {
            let row = group.rows[k];
            if found.verdict[k] == SOLVED {
                let vectors = [0, 1, 2].map(|v| DVec3::from_array(found.vectors[v].get(k)));
                write(self.columns, usize::from(row), found.bounds.get(k), vectors);
            } else if found.verdict[k] == APART {
                self.beside.push((row, best.axis[k] as u8));
            } else {
                rest.push(row);
            }
        }
    }
}

#[inline(always)]
fn try_axes(group: &Group, poses: &RelativePoses, best: &mut Best) {
    for k in 0..GROUP {
        let (a, b) = (group.halves[0].get(k), group.halves[1].get(k));
        let r = [poses.rows[0].get(k), poses.rows[1].get(k), poses.rows[2].get(k)];
        let (t, noise) = (poses.middle.get(k), NOISE * poses.size[k]);
        let [u, v, w] = r;
        let columns = [
            DVec3::new(u[0], v[0], w[0]),
            DVec3::new(u[1], v[1], w[1]),
            DVec3::new(u[2], v[2], w[2]),
        ];
        let rows = [DVec3::from(u), DVec3::from(v), DVec3::from(w)];
        let (half_a, half_b, middle) = (DVec3::from(a), DVec3::from(b), DVec3::from(t));
        let axes = BoxAxes { half_a, half_b, columns, rows, middle };
        let [of_a, of_b] = axes.faces();
        let across = [axes.edges(0), axes.edges(1), axes.edges(2)];
        let sines = [axes.sines(0), axes.sines(1), axes.sines(2)];
        let face = |[best, at]: [f64; 2], gap: f64, number: f64| {
            let is_better = gap > best;
            [if is_better { gap } else { best }, if is_better { number } else { at }]
        };
        let faces = face(face([-of_a.x, 0.0], -of_a.y, 1.0), -of_a.z, 2.0);
        let faces = face(face(face(faces, -of_b.x, 3.0), -of_b.y, 4.0), -of_b.z, 5.0);
        let of_faces = faces[0] * faces[0].abs();

        let edge = |[best, at, most, hidden]: [f64; 4], i: usize, j: usize| {
            let (gap, square) = (-across[i].at(j), sines[i].at(j));
            let is_parallel = square < PARALLEL * PARALLEL;
            let over = 1.0 / if is_parallel { 1.0 } else { square };
            let (less, more) = (gap - noise, gap + noise);
            let less = if is_parallel { -f64::INFINITY } else { less * less.abs() * over };
            let more = if is_parallel { -f64::INFINITY } else { more * more.abs() * over };
            let hides = if is_parallel { b[j] * (2.0 * PARALLEL) } else { 0.0 };
            let is_better = less > best;
            [
                if is_better { less } else { best },
                if is_better { (6 + 3 * i + j) as f64 } else { at },
                if more > most { more } else { most },
                if hides > hidden { hides } else { hidden },
            ]
        };
        let first = [of_faces, faces[1], of_faces, 0.0];
        let all = edge(edge(edge(first, 0, 0), 0, 1), 0, 2);
        let all = edge(edge(edge(all, 1, 0), 1, 1), 1, 2);
        let [_, axis, most, hidden] = edge(edge(edge(all, 2, 0), 2, 1), 2, 2);
        best.axis[k] = axis;
        best.most[k] = most;
        best.hidden[k] = hidden;
    }
}

#[inline(always)]
fn find_points(group: &Group, poses: &RelativePoses, best: &Best, found: &mut Found) {
    for k in 0..GROUP {
        let (a, b) = (group.halves[0].get(k), group.halves[1].get(k));
        let r = [poses.rows[0].get(k), poses.rows[1].get(k), poses.rows[2].get(k)];
        let (t, size) = (poses.middle.get(k), poses.size[k]);
        let slack = SLACK * size;

        // The edges or normals of the axis: e of A, and c of B.
        let axis = best.axis[k];
        let (is_face_a, is_edges) = (axis < 3.0, axis >= 6.0);
        let is_face_b = !is_face_a & !is_edges;
        let is_a = |i: usize| {
            let first = (6 + 3 * i) as f64;
            (axis == i as f64) | ((axis >= first) & (axis < first + 3.0))
        };
        let is_b = |j: usize| {
            let j = j as f64;
            (axis == j + 3.0) | (axis == j + 6.0) | (axis == j + 9.0) | (axis == j + 12.0)
        };
        let (is_a, is_b) = ([is_a(0), is_a(1), is_a(2)], [is_b(0), is_b(1), is_b(2)]);
        let e = [one_if(is_a[0]), one_if(is_a[1]), one_if(is_a[2])];
        let of_b = |i: usize| choose(is_b[0], r[i][0], choose(is_b[1], r[i][1], r[i][2]));
        let c = [of_b(0), of_b(1), of_b(2)];

        // The axis, from A to B and of length 1, in A's frame and in B's.
        let across = cross(e, c);
        let raw = choose3(is_face_a, e, choose3(is_face_b, c, across));
        let along = dot(raw, t);
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        let n = scaled(raw, sign / Scalar::sqrt(dot(raw, raw)));
        let back = |j: usize| dot([r[0][j], r[1][j], r[2][j]], n);
        let back = [back(0), back(1), back(2)];
        let gap = dot(n, t) - (dot(a, abs(n)) + dot(b, abs(back)));

        // The farthest corners along it; for edges that cross, their middles.
        let x = [towards(a[0], n[0]), towards(a[1], n[1]), towards(a[2], n[2])];
        let y = [-towards(b[0], back[0]), -towards(b[1], back[1]), -towards(b[2], back[2])];
        let middle = |is: bool, x: f64| choose(is_edges & is, 0.0, x);
        let x = [middle(is_a[0], x[0]), middle(is_a[1], x[1]), middle(is_a[2], x[2])];
        let y = [middle(is_b[0], y[0]), middle(is_b[1], y[1]), middle(is_b[2], y[2])];
        let p = [dot(r[0], y) + t[0], dot(r[1], y) + t[1], dot(r[2], y) + t[2]];

        // A corner of B above A's face.
        let is_above = |i: usize| (p[i].abs() <= a[i]) | is_a[i];
        let shown_a = is_face_a & is_above(0) & is_above(1) & is_above(2);
        // A corner of A below B's face.
        let q = minus(x, t);
        let in_b = |j: usize| dot([r[0][j], r[1][j], r[2][j]], q);
        let is_below = |j: usize| (in_b(j).abs() <= b[j]) | is_b[j];
        let shown_b = is_face_b & is_below(0) & is_below(1) & is_below(2);
        // Two edges: the vector between p + c share and x + e other is perpendicular to both.
        let m = cross(e, n);
        let share = dot(minus(x, p), m) / choose(is_edges, dot(c, m), 1.0);
        let on_b = plus(p, scaled(c, share));
        let other = dot(minus(on_b, x), e);
        let on_a = plus(x, scaled(e, other));
        let between = minus(on_b, on_a);
        let apart = Scalar::sqrt(dot(between, between));
        let shown_edges = is_edges
            & (other.abs() <= dot(a, e))
            & (share.abs() <= choose(is_b[0], b[0], choose(is_b[1], b[1], b[2])))
            & ((apart - gap.abs()).abs() <= 2.0 * slack);
        let is_shown = shown_a | shown_b | shown_edges;

        // From the middle of both points, half the gap to each side.
        let (half, mean) = (scaled(n, 0.5 * gap), scaled(plus(on_a, on_b), 0.5));
        let mean = choose3(is_edges, mean, plus(x, half));
        let mean = choose3(is_face_a, minus(p, half), mean);
        let (point_a, point_b) = (minus(mean, half), plus(mean, half));

        let most = best.most[k];
        let root = Scalar::sqrt(most.abs());
        let most = choose(most < 0.0, -root, root);
        let hidden = gap + best.hidden[k];
        let most = choose(hidden > most, hidden, most);
        let is_apart = gap > 16.0 * slack;
        let upper = choose(is_apart, choose(is_edges, apart, gap), most) + slack;
        let lower = gap - slack;
        let is_in = (upper < -14.0 * slack) & (upper - lower <= WIDTH * size);
        let is_in_range = (size > SIZES.start) & (size < SIZES.end);
        let solved = is_in_range & is_shown & (is_apart | is_in);
        let beside = choose(is_in_range & is_apart, APART, OPEN);
        found.verdict[k] = choose(solved, SOLVED, beside);
        found.bounds.put(k, [lower, gap, upper]);

        let turn = group.turns[0].axes(k);
        let origin = group.origin.get(k);
        found.vectors[0].put(k, rotated(turn, n));
        found.vectors[1].put(k, plus(rotated(turn, point_a), origin));
        found.vectors[2].put(k, plus(rotated(turn, point_b), origin));
    }
}

/// Two boxes that are apart, from the index of an axis with about the widest gap. False if they are left
/// to the single question.
pub(super) fn beside(
    batch: &Batch<'_, Vec3>,
    row: usize,
    at: usize,
    axis: u8,
    columns: &mut Clearances<'_, Vec3>,
) -> bool {
    let Some((found, slack, at_a)) = nearest(batch, row, axis) else { return false };
    let bounds = [found.gap.min(found.distance) - slack, found.distance, found.distance + slack];
    let frame = Motion::of(at_a);
    let [point_a, point_b] = found.points.map(|point| frame.apply(point));
    write(columns, at, bounds, [frame.rotate(found.normal), point_a, point_b]);
    true
}

/// The nearest points of two boxes, a bound on the rounding, and the pose of A. `None` unless they are
/// proven to be apart.
#[inline(always)]
pub(super) fn nearest<'r>(
    batch: &'r Batch<'_, Vec3>,
    row: usize,
    axis: u8,
) -> Option<(Nearest<DVec3>, f64, &'r Pose<Vec3>)> {
    let [shapes, poses] = batch.pairs.indices(row);
    let [a, b] = shapes.map(|shape| batch.shapes.get(shape).and_then(half_edges));
    let [at_a, at_b] = poses.map(|pose| batch.places.get(pose));
    let (half_a, half_b, at_a, at_b) = (a?.as_dvec3(), b?.as_dvec3(), at_a?, at_b?);
    let b_in_a = &Motion::b_in_a(at_a, at_b);
    let size = (half_a + half_b + b_in_a.translation.abs()).element_sum();
    let slack = SLACK * size;
    let found =
        (BoxAndBox { half_a, half_b, b_in_a, size }).nearest(Along::of(usize::from(axis)))?;
    let is_shown = found.distance - found.gap <= 2.0 * slack && found.distance > 16.0 * slack;
    is_shown.then_some((found, slack, at_a))
}

/// Writes an answer, its bounds rounded outwards.
#[inline(always)]
fn write(
    columns: &mut Clearances<'_, Vec3>,
    at: usize,
    [lower, estimate, upper]: [f64; 3],
    [normal, point_a, point_b]: [DVec3; 3],
) {
    let (low, high) = (<f32 as Scalar>::below(lower), <f32 as Scalar>::above(upper));
    let vectors = [normal, point_a, point_b].map(|v| v.as_vec3());
    columns.fill(at, &Brief { numbers: [low, estimate as f32, high], vectors });
}

#[inline(always)]
fn one_if(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

/// A length with the sign of a number.
#[inline(always)]
fn towards(length: f64, number: f64) -> f64 {
    if number < 0.0 { -length } else { length }
}
