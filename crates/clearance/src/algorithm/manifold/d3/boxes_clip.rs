//! The common part of the faces of two boxes, in the frame of the box whose face clips.
//!
//! In its own frame its face is aligned with the axes, and the other face is a parallelogram. This is a
//! choice of frame, not a reference face: corners of both faces count alike.
//!
//! ```text
//!        v |                      o  corners of the parallelogram within the face
//!      +---|-------+              +  corners of the face within the parallelogram
//!      |   |  x----|-x            x  where their edges cross
//!      |   | o     x   .
//!      |   |  .    |    .         A place is C + alpha P + beta Q with the parallelogram's middle
//!      |   +---x---+--- u.        and half its edges: it is within if both are from -1 to 1, and
//!      |        .........         the height is the same sum of heights.
//!      +-----------+
//! ```
//!
//! Each edge of one face crosses the lines of all four edges of the other, which gives 16 points, and there
//! are four corners of each face. All 24 are computed in lanes without a branch, four at a time. Then those
//! that are in both faces, eight in most cases, get their names and are offered as candidates.
//!
//! *Source.* Liang and Barsky 1984, "A new concept and method for line clipping", for clipping a line by
//! a box.

use glam::{DVec2, DVec3};

use super::box_face::{BoxFace, FacePoint, WhichFace};
use crate::algorithm::manifold::candidates::{Candidate, Candidates};
use crate::algorithm::sat::d3::NEXT;
use crate::answer::{FeatureId, FeaturePart};
use crate::number::simd::{Work, widest};

/// The most points that two faces have in common: four corners of each, and eight crossings, because a line
/// crosses the border of a convex face at most twice.
pub(super) const MOST: usize = 16;

/// The box whose face clips, in its own frame, and the other box's face that faces it.
pub(super) struct FacePair {
    pub own: BoxFace,
    other: WhichFace,
    /// C, P and Q of the module documentation: their places, and their heights above the face.
    middle: FacePoint,
    half_edges: [FacePoint; 2],
    /// P x Q, and the lengths of P and Q, in the plane of the face.
    area: f64,
    lengths: [f64; 2],
    /// Is the clipping face B's?
    pub is_b: bool,
}

impl FacePair {
    /// From half the edge lengths of the other box, its axes and its middle, and the normal out of it in
    /// its frame.
    pub fn new(
        own: BoxFace,
        other: DVec3,
        (axes, middle): ([DVec3; 3], DVec3),
        out: DVec3,
        is_b: bool,
    ) -> Self {
        let facing = WhichFace::along(out);
        let (k, towards) = facing.axis();
        let [u, v] = NEXT[k];
        let half_edges = [own.along(axes[u] * other[u]), own.along(axes[v] * other[v])];
        Self {
            own,
            other: facing,
            middle: own.below(middle + axes[k] * (towards * other[k])),
            half_edges,
            area: half_edges[0].place.perp_dot(half_edges[1].place),
            lengths: half_edges.map(|edge| edge.place.length()),
            is_b,
        }
    }

    /// Half of the extent of the smaller face along the longer axis.
    pub fn extent(&self) -> f64 {
        let [p, q] = self.half_edges.map(|edge| edge.place.abs());
        (p + q).max_element().min(self.own.half[0].max(self.own.half[1]))
    }

    fn candidate(&self, place: DVec2, above: f64, parts: [FeaturePart; 2]) -> Candidate<DVec2> {
        let [own, other] = parts;
        let feature =
            if self.is_b { FeatureId::new(other, own) } else { FeatureId::new(own, other) };
        Candidate { place, heights: [0.0, above * self.own.rise], feature }
    }

    /// The feature of the other face at alpha and beta.
    fn other_part(&self, at: [f64; 2], near: f64) -> FeaturePart {
        let [p, q] = self.lengths;
        let inside = at.map(|share| 1.0 - share.abs());
        let area = self.area.abs();
        let across = [inside[0] * area / q, inside[1] * area / p];
        self.other.part(across, [inside[0] * p, inside[1] * q], at.map(|share| share >= 0.0), near)
    }

    /// Offers the common points of both faces as candidates: corners of the other face, then corners of
    /// this face, then crossings.
    pub fn offer_points(&self, near: f64, rounding: f64, candidates: &mut Candidates<DVec2, MOST>) {
        let points = widest(Common { of: self, rounding, most: candidates.most() });
        let [a, b, c, d] = points.counts;
        let mut left = a | b | c | d;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, k) = (number / 4, number % 4);
            let Row { x, y, above, alpha, beta } = &points.rows[row];
            let (place, at) = (DVec2::new(x[k], y[k]), [alpha[k], beta[k]]);
            if row >= CROSSINGS && self.is_flush(row - CROSSINGS, k, near) {
                continue;
            }
            let corner = [SIGNS[0][k] > 0.0, SIGNS[1][k] > 0.0];
            let own = if row == OWN_CORNERS {
                self.own.corner(corner)
            } else {
                self.own.part(place, near)
            };
            let other = if row == OTHER_CORNERS {
                self.other.corner(corner)
            } else {
                self.other_part(at, near)
            };
            candidates.offer(self.candidate(place, above[k], [own, other]));
        }
    }

    /// Does an edge of the other face run along an edge of this face? Then their crossing has no meaning.
    fn is_flush(&self, edge: usize, border: usize, near: f64) -> bool {
        let ((along, s), across) = (EDGES[edge], border / 2);
        let (start, run) =
            (self.middle.along(self.half_edges[1 - along], s), self.half_edges[along].place);
        let border = BORDERS[border] * self.own.half[across];
        let off = start.place[across] - border;
        if (off + run[across]).abs() > near || (off - run[across]).abs() > near {
            return false;
        }
        let is_beside = |t: f64| {
            let mut corner = DVec2::ZERO;
            (corner[across], corner[1 - across]) = (border, t * self.own.half[1 - across]);
            run.perp_dot(corner - start.place).abs() <= near * self.lengths[along]
        };
        is_beside(-1.0) && is_beside(1.0)
    }
}

/// Four points side by side: a register of `f64`.
type Lanes = [f64; 4];

/// The rows of points: the corners of the other face, the corners of this face, and then a row for each
/// edge of the other face with its crossings with the four edges of this face.
const OTHER_CORNERS: usize = 0;
const OWN_CORNERS: usize = 1;
const CROSSINGS: usize = 2;
const ROWS: usize = CROSSINGS + EDGES.len();

/// The edges of a face: the axis that the edge runs along, and its place on the other axis as a sign.
const EDGES: [(usize, f64); 4] = [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)];

/// The edges of this face: two at the ends of the first coordinate, two at those of the second.
const BORDERS: Lanes = [-1.0, 1.0, -1.0, 1.0];

/// The corners of a face, as signs of both coordinates.
const SIGNS: [Lanes; 2] = [[-1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]];

/// Four points that two faces may have in common.
struct Row {
    /// The places in the plane of this face.
    x: Lanes,
    y: Lanes,
    /// The heights above this face.
    above: Lanes,
    /// The places in the other face. Not set in the row OTHER_CORNERS.
    alpha: Lanes,
    beta: Lanes,
}

/// All points that two faces may have in common.
struct Points {
    rows: [Row; ROWS],
    /// Which are in both faces and near enough: bit 4 * row + k of lane k.
    counts: [u64; 4],
}

/// Finds the points, in the widest registers that pay for one pair.
struct Common<'a> {
    of: &'a FacePair,
    rounding: f64,
    /// The largest separation that counts.
    most: f64,
}

impl Work for Common<'_> {
    type Output = Points;

    #[inline(always)]
    fn run(self) -> Points {
        let mut counts = [0; 4];
        let rows = [
            self.corners_above(&mut counts),
            self.corners_below(&mut counts),
            self.crossings::<0>(&mut counts),
            self.crossings::<1>(&mut counts),
            self.crossings::<2>(&mut counts),
            self.crossings::<3>(&mut counts),
        ];
        Points { rows, counts }
    }
}

impl Common<'_> {
    #[inline(always)]
    fn corners_above(&self, counts: &mut [u64; 4]) -> Row {
        let FacePair { own, middle: m, half_edges: [p, q], .. } = self.of;
        let at = |m: f64, p: f64, q: f64| lanes(|k| m + p * SIGNS[0][k] + q * SIGNS[1][k]);
        let x = at(m.place.x, p.place.x, q.place.x);
        let y = at(m.place.y, p.place.y, q.place.y);
        let [u, v] = [own.half[0] + self.rounding, own.half[1] + self.rounding];
        let above = at(m.above, p.above, q.above);
        let is_inside = |k: usize| (x[k].abs() <= u) & (y[k].abs() <= v);
        self.count(OTHER_CORNERS, &above, is_inside, counts);
        Row { x, y, above, alpha: [0.0; 4], beta: [0.0; 4] }
    }

    #[inline(always)]
    fn corners_below(&self, counts: &mut [u64; 4]) -> Row {
        let FacePair { own, middle: m, half_edges: [p, q], area, lengths, .. } = self.of;
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
        self.count(OWN_CORNERS, &above, is_inside, counts);
        Row { x, y, above, alpha, beta }
    }

    /// An edge of the other face, and the four edges of this face.
    #[inline(always)]
    fn crossings<const SIDE: usize>(&self, counts: &mut [u64; 4]) -> Row {
        let FacePair { own, middle, half_edges, .. } = self.of;
        let (along, s) = EDGES[SIDE];
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
        self.count(CROSSINGS + SIDE, &above, is_inside, counts);
        let (alpha, beta) = if along == 0 { (t, [s; 4]) } else { ([s; 4], t) };
        let (x, y) = ([border[0], border[1], at[2], at[3]], [at[0], at[1], border[2], border[3]]);
        Row { x, y, above, alpha, beta }
    }

    /// Notes which points of a row are inside and near enough.
    #[inline(always)]
    fn count(
        &self,
        row: usize,
        above: &Lanes,
        is_inside: impl Fn(usize) -> bool,
        counts: &mut [u64; 4],
    ) {
        let rise = self.of.own.rise;
        let bit = |k: usize| {
            let counts = is_inside(k) & (above[k] * rise <= self.most);
            if counts { 1 << (4 * row + k) } else { 0 }
        };
        let [a, b, c, d] = *counts;
        *counts = [a | bit(0), b | bit(1), c | bit(2), d | bit(3)];
    }
}

/// Computes each lane.
#[inline(always)]
fn lanes(f: impl Fn(usize) -> f64) -> Lanes {
    [f(0), f(1), f(2), f(3)]
}
