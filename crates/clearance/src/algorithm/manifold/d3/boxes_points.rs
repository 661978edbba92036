//! The faces of two boxes, and the points that they may have in common, in lanes: see `boxes_clip`.
//!
//! Each edge of one face crosses the lines of all four edges of the other, which gives 16 points, and there
//! are four corners of each face. All 24 are computed without a branch, four at a time.
//!
//! ```text
//!     row 0      corners of the other face       3-----2    +---3---+    corner k of a face, and
//!     row 1      corners of this face            |     |    0       1    edge k of this face:
//!     row 2..6   an edge of the other face,      |     |    |       |    `SIGNS` and `BORDERS`
//!                with the edges of this face     0-----1    +---2---+
//! ```
//!
//! *Source.* Liang and Barsky 1984, "A new concept and method for line clipping", for clipping a line by
//! a box.

use glam::{DVec2, DVec3};

use super::box_face::{BoxFace, FacePoint, WhichFace};
use crate::algorithm::columns::less;
use crate::algorithm::sat::d3::NEXT;
use crate::number::simd::Work;

/// The box whose face clips, in its own frame, and the other box's face that faces it.
pub(super) struct FacePair {
    pub own: BoxFace,
    pub other: WhichFace,
    /// C, P and Q of the documentation of `boxes_clip`: their places, and their heights above the face.
    pub middle: FacePoint,
    pub half_edges: [FacePoint; 2],
    /// Is the clipping face B's?
    pub is_b: bool,
}

impl FacePair {
    /// From half the edge lengths of the other box, its axes and its middle, and the normal out of it in
    /// its frame.
    pub fn new(
        own: BoxFace,
        other: DVec3,
        (axes, middle): (&[DVec3; 3], DVec3),
        out: DVec3,
        is_b: bool,
    ) -> Self {
        let (facing, half) = (WhichFace::along(out), other.as_ref());
        let (k, towards) = facing.axis();
        let [u, v] = NEXT[k];
        let half_edges = [own.along(&axes[u], half[u]), own.along(&axes[v], half[v])];
        let middle = own.below_end(&middle, &axes[k], towards * half[k]);
        Self { own, other: facing, middle, half_edges, is_b }
    }
}

/// The other face in the plane of the clipping face.
pub(super) struct Parallelogram<'f> {
    pub faces: &'f FacePair,
    /// P x Q, and the lengths of P and Q.
    pub area: f64,
    pub lengths: [f64; 2],
}

impl<'f> Parallelogram<'f> {
    pub fn of(faces: &'f FacePair) -> Self {
        let [p, q] = faces.half_edges.map(|edge| edge.place);
        Self { faces, area: p.perp_dot(q), lengths: [p.length(), q.length()] }
    }
}

/// Four points side by side: a register of `f64`.
type Lanes = [f64; 4];

/// The rows of points: the corners of the other face, the corners of this face, and then a row for each
/// edge of the other face with its crossings with the four edges of this face.
pub(super) const OTHER_CORNERS: usize = 0;
pub(super) const OWN_CORNERS: usize = 1;
pub(super) const CROSSINGS: usize = 2;
const ROWS: usize = CROSSINGS + EDGES.len();

/// The edges of a face: the axis that the edge runs along, and its place on the other axis as a sign.
pub(super) const EDGES: [(usize, f64); 4] = [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)];

/// The edges of this face: two at the ends of the first coordinate, two at those of the second.
pub(super) const BORDERS: Lanes = [-1.0, 1.0, -1.0, 1.0];

/// The corners of a face, as signs of both coordinates.
pub(super) const SIGNS: [Lanes; 2] = [[-1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]];

/// Four points that two faces may have in common.
pub(super) struct Row {
    /// The places in the plane of this face.
    x: Lanes,
    y: Lanes,
    /// The heights above this face.
    above: Lanes,
    /// The places in the other face. Not set in the row OTHER_CORNERS.
    alpha: Lanes,
    beta: Lanes,
}

impl Row {
    /// The place of a point, its height, and its place in the other face.
    #[inline]
    pub fn point(&self, k: usize) -> (DVec2, f64, [f64; 2]) {
        let Self { x, y, above, alpha, beta } = self;
        (DVec2::new(x[k], y[k]), above[k], [alpha[k], beta[k]])
    }
}

/// All points that two faces may have in common.
pub(super) struct Points {
    pub rows: [Row; ROWS],
    masks: Masks,
}

/// Bit 4 * row + k is for point k of a row. Each lane has its points: if the lanes were joined in the same
/// function, the compiler would not use registers for them.
#[derive(Default)]
struct Masks {
    /// Which are in both faces and near enough.
    counts: [u64; 4],
    /// Which are farther than `near` from all corners and edges that they were not computed from.
    clear: [u64; 4],
}

impl Points {
    /// The points that are in both faces and near enough, and whether they all are farther than `near`
    /// from the corners and edges that they were not computed from.
    #[inline]
    pub fn counted(&self) -> (u64, bool) {
        let join = |[a, b, c, d]: [u64; 4]| a | b | c | d;
        let (counts, clear) = (join(self.masks.counts), join(self.masks.clear));
        (counts, counts & !clear == 0)
    }
}

/// Finds the points, in the widest registers that pay for one pair.
pub(super) struct Common<'a> {
    pub of: &'a Parallelogram<'a>,
    pub near: f64,
    pub rounding: f64,
    /// The largest separation that counts.
    pub most: f64,
}

impl Work for Common<'_> {
    type Output = Points;

    #[inline(always)]
    fn run(self) -> Points {
        let mut masks = Masks::default();
        let rows = [
            self.corners_above(&mut masks),
            self.corners_below(&mut masks),
            self.crossings(0, &mut masks),
            self.crossings(1, &mut masks),
            self.crossings(2, &mut masks),
            self.crossings(3, &mut masks),
        ];
        Points { rows, masks }
    }
}

impl Common<'_> {
    #[inline(always)]
    fn corners_above(&self, masks: &mut Masks) -> Row {
        let FacePair { own, middle: m, half_edges: [p, q], .. } = self.of.faces;
        let at = |m: f64, p: f64, q: f64| lanes(|k| m + p * SIGNS[0][k] + q * SIGNS[1][k]);
        let x = at(m.place.x, p.place.x, q.place.x);
        let y = at(m.place.y, p.place.y, q.place.y);
        let [u, v] = [own.half[0] + self.rounding, own.half[1] + self.rounding];
        let above = at(m.above, p.above, q.above);
        let is_inside = |k: usize| (x[k].abs() <= u) & (y[k].abs() <= v);
        let [u, v] = [own.half[0] - self.near, own.half[1] - self.near];
        let clear = lanes(|k| less(u - x[k].abs(), v - y[k].abs()));
        self.note(OTHER_CORNERS, &above, is_inside, &clear, masks);
        Row { x, y, above, alpha: [0.0; 4], beta: [0.0; 4] }
    }

    #[inline(always)]
    fn corners_below(&self, masks: &mut Masks) -> Row {
        let Parallelogram { faces, area, lengths } = self.of;
        let FacePair { own, middle: m, half_edges: [p, q], .. } = faces;
        let share = 1.0 / area;
        let most_alpha = 1.0 + self.rounding * lengths[1] * share.abs();
        let most_beta = 1.0 + self.rounding * lengths[0] * share.abs();
        let x = lanes(|k| own.half[0] * SIGNS[0][k]);
        let y = lanes(|k| own.half[1] * SIGNS[1][k]);
        let from = [lanes(|k| x[k] - m.place.x), lanes(|k| y[k] - m.place.y)];
        let alpha = lanes(|k| (from[0][k] * q.place.y - from[1][k] * q.place.x) * share);
        let beta = lanes(|k| (p.place.x * from[1][k] - p.place.y * from[0][k]) * share);
        let above = lanes(|k| m.above + p.above * alpha[k] + q.above * beta[k]);
        let is_inside = |k: usize| (alpha[k].abs() <= most_alpha) & (beta[k].abs() <= most_beta);
        let clear_alpha = 1.0 - self.near * lengths[1] * share.abs();
        let clear_beta = 1.0 - self.near * lengths[0] * share.abs();
        let clear = lanes(|k| less(clear_alpha - alpha[k].abs(), clear_beta - beta[k].abs()));
        self.note(OWN_CORNERS, &above, is_inside, &clear, masks);
        Row { x, y, above, alpha, beta }
    }

    /// An edge of the other face, and the four edges of this face.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn crossings(&self, side: usize, masks: &mut Masks) -> Row {
        let FacePair { own, middle, half_edges, .. } = self.of.faces;
        let (along, s) = EDGES[side];
        let (start, run) = (middle.along(half_edges[1 - along], s), half_edges[along]);
        // The coordinate at which an edge of this face cuts, and the other one.
        let across = |v: DVec2| [v.x, v.x, v.y, v.y];
        let beside = |v: DVec2| [v.y, v.y, v.x, v.x];
        let half = DVec2::new(own.half[0], own.half[1]);
        let (ends, most) = (across(half), beside(half));
        let border = lanes(|k| BORDERS[k] * ends[k]);
        let (from, by) = (across(start.place), across(run.place));
        // Infinite or NaN for parallel edges, which is not inside.
        let t = lanes(|k| (border[k] - from[k]) / by[k]);
        let (from, by) = (beside(start.place), beside(run.place));
        let at = lanes(|k| from[k] + by[k] * t[k]);
        let above = lanes(|k| start.above + run.above * t[k]);
        let is_inside = |k: usize| (t[k].abs() <= 1.0) & (at[k].abs() <= most[k] + self.rounding);
        // An edge that runs along an edge of this face does not lead away from it.
        let away = across(run.place);
        let clear_share = 1.0 - self.near / self.of.lengths[along];
        let clear = lanes(|k| {
            let beside = less(clear_share - t[k].abs(), most[k] - self.near - at[k].abs());
            less(beside, away[k].abs() - self.near)
        });
        self.note(CROSSINGS + side, &above, is_inside, &clear, masks);
        let (alpha, beta) = if along == 0 { (t, [s; 4]) } else { ([s; 4], t) };
        let (x, y) = ([border[0], border[1], at[2], at[3]], [at[0], at[1], border[2], border[3]]);
        Row { x, y, above, alpha, beta }
    }

    /// Notes which points of a row are inside and near enough, and which are clear: those with a number
    /// above 0.
    #[inline(always)]
    fn note(
        &self,
        row: usize,
        above: &Lanes,
        is_inside: impl Fn(usize) -> bool,
        clear: &Lanes,
        masks: &mut Masks,
    ) {
        let rise = self.of.faces.own.rise;
        let bit = |k: usize, holds: bool| if holds { 1 << (4 * row + k) } else { 0 };
        let counts = |k: usize| bit(k, is_inside(k) & (above[k] * rise <= self.most));
        let [a, b, c, d] = masks.counts;
        masks.counts = [a | counts(0), b | counts(1), c | counts(2), d | counts(3)];
        let clear = |k: usize| bit(k, clear[k] > 0.0);
        let [a, b, c, d] = masks.clear;
        masks.clear = [a | clear(0), b | clear(1), c | clear(2), d | clear(3)];
    }
}

/// Computes each lane.
#[inline(always)]
fn lanes(f: impl Fn(usize) -> f64) -> Lanes {
    [f(0), f(1), f(2), f(3)]
}
