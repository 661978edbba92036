//! The proof of contact of shapes without radii: a cone of the Minkowski difference holds the origin.
//!
//! The points around a place of contact are the face of the cone, a chord in 2D and a triangle in 3D. The
//! apex is a point far behind. A little after the contact along the axis n, the origin o is below the face:
//!
//! ```text
//!        c1---------x------c2      ^ n      h: the height of a corner of the face over o, along n
//!          `-.      o   .-'        |        H: how far the apex is below o
//!             `-.    .-'                    x: the point of the face over o
//!                 apex
//! ```
//!
//! Let P leave out the coordinate in which n is longest, so that it sees the face from above. The points
//! are computed with a rounding error of at most r. Wherever they truly are, the cone holds o, because
//!
//! 1. *x is higher than o*: its height h, which is that of the corners with the weights of x, is more than
//!    r (1 + s), where s is the slope of the face. The rounding errors move the place over o across the face
//!    by at most r, and that changes its height by at most s r. They also move the corners down by at most r.
//! 2. *The line from the apex through o meets the face.* Let d = H + slope . P apex. Seen by P, the line meets
//!    the face at -k P apex with k = h / d. If d > 2 h, rounding changes k by at most 4 r (1 + s) / d. So this
//!    place must be inside of the face by more than 4 r (1 + s) |P apex| / d, and 2 r more for the corners and
//!    the apex.
//!
//! The normal of the face is not used. If the face is 1e-7 wide, as that of a rim on an edge, its normal is
//! noise, but the heights of its corners are as accurate as those of any other face.
//!
//! In 2D the lines of the three sides are tried first (`inside`), which takes less time. They prove nothing if
//! the face is too short.
//!
//! **The weights** of the corners in o are those in x, moved until the weighted sum is 0.

use super::inside::{self, turn};
use crate::answer::{Member, Witness};
use crate::shape::difference::Pair;
use crate::space::{DVector, Vector};

/// How often the remainder of the weighted sum is distributed, at most.
const MOST_SHARED: u32 = 3;

/// Points of both shapes around a place of contact, and points far behind it, each in its shape's frame.
/// They are vertices if the shape has vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone<W> {
    /// In 2D only two count.
    pub face: [Member<W>; 3],
    pub apex: Member<W>,
}

impl<W: DVector> Cone<W> {
    /// From points of the difference, as many as the space has dimensions.
    pub fn of(face: &[Pair<W>], apex: &Pair<W>) -> Self {
        let member = |pair: &Pair<W>| Member { a: pair.a, b: pair.b };
        let apex = member(apex);
        let mut corners = [apex; 3];
        for (corner, pair) in corners.iter_mut().zip(face) {
            *corner = member(pair);
        }
        Self { face: corners, apex }
    }

    /// Does the cone hold the origin in spite of a rounding error of `rounding`? Then `proof` is filled with the
    /// members and the weights of the origin. `point` gives the points of the difference. `axis` has length 1
    /// and points out of it.
    pub fn proves(
        &self,
        axis: W,
        rounding: f64,
        point: impl Fn(&Member<W>) -> W,
        proof: Option<&mut Witness<W>>,
    ) -> bool {
        let [p, q, r] = &self.face;
        let face = [point(p), point(q), if W::DIM == 3 { point(r) } else { W::ZERO }];
        let Some(weights) = weights(face, point(&self.apex), axis, rounding) else { return false };
        let Some(proof) = proof else { return true };
        // The last weight is 1 minus the others, and must not be close to zero.
        let heaviest = (1..W::DIM).fold(0, |m, i| if weights[i] > weights[m] { i } else { m });
        let mut parts = [(self.apex, weights[3]); 4];
        for (i, part) in parts.iter_mut().enumerate().take(W::DIM) {
            *part = (self.face[i], weights[i]);
        }
        parts.swap(heaviest, W::DIM);
        proof.fill(parts[..=W::DIM].iter().copied());
        true
    }
}

/// The weights of the corners of the face in the origin, and of the apex, if it is certain that the cone holds
/// it.
fn weights<W: DVector>(face: [W; 3], apex: W, axis: W, rounding: f64) -> Option<[f64; 4]> {
    if W::DIM == 2
        && let Some([p, q, of_apex, _]) = inside::weights(&[face[0], face[1], apex, apex], rounding)
    {
        return Some([p, q, 0.0, of_apex]);
    }
    from_above(face, apex, axis, rounding)
}

/// The same by what is seen from above. Not inlined, so that casts in 2D stay short.
#[inline(never)]
fn from_above<W: DVector>(face: [W; 3], apex: W, axis: W, rounding: f64) -> Option<[f64; 4]> {
    Seen::of(face, apex, axis).weights(rounding)
}

/// A cone as it is seen from above.
pub struct Seen<W> {
    face: [W; 3],
    apex: W,
    axis: W,
    /// The coordinates that count.
    across: [usize; 2],
    /// The corners and the apex there; in 2D the second coordinate is 0.
    at: [[f64; 2]; 3],
    under: [f64; 2],
    /// Of the corners, along the axis.
    heights: [f64; 3],
    /// The reciprocal of twice the area of the face; in 2D of its length.
    of_whole: f64,
    /// How the height of the face changes with each coordinate.
    slope: [f64; 2],
    /// How far the apex is below the plane of the face through the origin, and the reciprocal.
    deep: f64,
    of_deep: f64,
}

impl<W: DVector> Seen<W> {
    pub fn of(face: [W; 3], apex: W, axis: W) -> Self {
        let longer = |m: usize, i: usize| axis.get(i).abs() > axis.get(m).abs();
        let longest = (1..W::DIM).fold(0, |m, i| if longer(m, i) { i } else { m });
        let across = [(longest + 1) % W::DIM, (longest + 2) % W::DIM];
        let [p, q, r] = face;
        let heights = [axis.dot(p), axis.dot(q), axis.dot(r)];
        let at = [above(p, across), above(q, across), above(r, across)];
        let under = above(apex, across);
        let [up_q, up_r] = [heights[1] - heights[0], heights[2] - heights[0]];
        let [q, r] = [minus(at[1], at[0]), minus(at[2], at[0])];
        // Reciprocals, so that fewer divisions wait for each other.
        let of_whole = 1.0 / if W::DIM == 2 { q[0] } else { turn(q, r) };
        let slope = if W::DIM == 2 {
            [up_q, 0.0]
        } else {
            [up_q * r[1] - up_r * q[1], up_r * q[0] - up_q * r[0]]
        };
        let slope = [slope[0] * of_whole, slope[1] * of_whole];
        let deep = dot(slope, under) - axis.dot(apex);
        let of_deep = 1.0 / deep;
        Self { face, apex, axis, across, at, under, heights, of_whole, slope, deep, of_deep }
    }

    /// The weights of the corners in the origin, that of the apex last. `None` if it is not certain that the
    /// cone holds the origin.
    pub fn weights(&self, rounding: f64) -> Option<[f64; 4]> {
        let height = self.height();
        let [x, y] = self.slope;
        let steep = 1.0 + x.abs() + y.abs();
        // False for NaN.
        let is_under = height > rounding * steep && self.deep > 2.0 * height;
        let share = height * self.of_deep;
        let [x, y] = self.under;
        let margin = rounding * (2.0 + 4.0 * steep * (x.abs() + y.abs()) * self.of_deep);
        let place = [-share * x, -share * y];
        let weights = if is_under { self.inside(place, margin)? } else { return None };
        let rest = 1.0 - share;
        self.settled([weights[0] * rest, weights[1] * rest, weights[2] * rest, share])
    }

    /// The height of the face over the origin.
    fn height(&self) -> f64 {
        let [u, v, w] = self.parts(self.at);
        let [[px, py], [qx, qy], [rx, ry]] = self.at;
        // The areas of a sliver have lost digits, and the weighted sum may be beside the origin.
        let beside = [px * u + qx * v + rx * w, py * u + qy * v + ry * w];
        let [p, q, r] = self.heights;
        p * u + q * v + r * w - dot(self.slope, beside)
    }

    /// The weights of these corners in the origin.
    fn parts(&self, corners: [[f64; 2]; 3]) -> [f64; 3] {
        let areas = areas::<W>(corners);
        let whole = 1.0 / (areas[0] + areas[1] + areas[2]);
        [areas[0] * whole, areas[1] * whole, areas[2] * whole]
    }

    /// The weights of the corners in a place which is inside of the face by more than `margin`.
    fn inside(&self, place: [f64; 2], margin: f64) -> Option<[f64; 3]> {
        let [p, q, r] = self.at;
        let corners = [minus(p, place), minus(q, place), minus(r, place)];
        let [p, q, r] = corners;
        let areas = areas::<W>(corners);
        let sign = if areas[0] < 0.0 { -1.0 } else { 1.0 };
        let is_within = |area: f64, p: [f64; 2], q: [f64; 2]| {
            let [x, y] = minus(q, p);
            let noise = 4.0 * f64::EPSILON * ((p[0] * q[1]).abs() + (p[1] * q[0]).abs());
            sign * area > margin * (x.abs() + y.abs()) + noise
        };
        let is_inside = if W::DIM == 2 {
            sign * areas[0] > margin && sign * areas[1] > margin
        } else {
            is_within(areas[0], q, r) && is_within(areas[1], r, p) && is_within(areas[2], p, q)
        };
        is_inside.then(|| self.parts(corners))
    }

    /// The weights of the origin from those of a point near it; the last one is of the apex. `None` if one is
    /// negative.
    fn settled(&self, mut weights: [f64; 4]) -> Option<[f64; 4]> {
        let ([p, q, r], apex) = (self.face, self.apex);
        for _ in 0..MOST_SHARED {
            let [u, v, w, t] = weights;
            let left = p * u + q * v + r * w + apex * t;
            // Corners are of about size 1, and their sum is rounded by as much.
            if left.max_abs() <= 2.0 * f64::EPSILON {
                break;
            }
            let [x, y] = above(left, self.across);
            // The share of the apex, and of the face's corners at the place that is left then.
            let up = (self.axis.dot(left) - dot(self.slope, [x, y])) * self.of_deep;
            let to = [x + self.under[0] * up, y + self.under[1] * up];
            let [of_p, of_q, of_r] = self.shares(to, up);
            weights = [u - of_p, v - of_q, w - of_r, t + up];
        }
        weights.iter().all(|w| *w >= 0.0).then_some(weights)
    }

    /// Shares of the face's corners with this sum, whose weighted sum is a place across the axis.
    fn shares(&self, to: [f64; 2], sum: f64) -> [f64; 3] {
        let [p, q, r] = self.at;
        let to = minus(to, [p[0] * sum, p[1] * sum]);
        if W::DIM == 2 {
            let share = to[0] * self.of_whole;
            return [sum - share, share, 0.0];
        }
        let of_q = turn(to, minus(r, p)) * self.of_whole;
        let of_r = turn(minus(q, p), to) * self.of_whole;
        [sum - of_q - of_r, of_q, of_r]
    }
}

fn dot(x: [f64; 2], y: [f64; 2]) -> f64 {
    x[0] * y[0] + x[1] * y[1]
}

fn minus(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
    [x[0] - y[0], x[1] - y[1]]
}

/// Twice the areas of the triangles of the origin and the side opposite each corner; in 2D the lengths to the
/// other corner.
fn areas<W: Vector>([p, q, r]: [[f64; 2]; 3]) -> [f64; 3] {
    if W::DIM == 2 { [q[0], -p[0], 0.0] } else { [turn(q, r), turn(r, p), turn(p, q)] }
}

/// The coordinates of a point that count.
fn above<W: DVector>(point: W, [x, y]: [usize; 2]) -> [f64; 2] {
    [point.get(x), if W::DIM == 3 { point.get(y) } else { 0.0 }]
}
