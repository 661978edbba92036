//! Two rectangles of the plane: from their four axes to the points in one go.
//!
//! Along a side of A the shadow of B is as long as its two sides' shadows together, and the other
//! way round. The side of the least overlap, or of the widest gap, is the normal if there are
//! points that far apart along it: which the points show themselves (see [`super::polygons`], which
//! does the same for any polygons). Then it and the side of the other rectangle that is turned
//! against it most share a stretch (`shared`).
//!
//! ```text
//!        +-------+                  x  the middle of B, from that of A
//!        |   x B |
//!     +--|--+    |     along A's axes:  half_a + |R| half_b - |x|
//!     | A+--|----+     along B's axes:  half_b + |R^T| half_a - |R^T x|
//!     +-----+
//! ```

use super::d2::{Line, Stretch, settled};
use super::shared::{Limits, Seat, points};
use super::{Owner, Patch, ROUNDING};
use crate::number::Scalar;
use crate::space::{Motion, Vector};

/// By how much the clearance may be off, relative to the size: the relative pose (27 epsilons), and
/// the sums of an overlap (8), with room.
pub const ACCURACY: f64 = 64.0 * f64::EPSILON;

/// Overlaps and gaps up to this, relative to the size, are a touch, which has many normals.
const TOUCH: f64 = 64.0 * f64::EPSILON;

/// Two rectangles around the origins of their frames, and how B stands in A's.
#[derive(Clone, Copy, Debug)]
pub struct Pair<W: Vector> {
    /// Half the edge lengths of A.
    pub half_a: W,
    /// Half the edge lengths of B.
    pub half_b: W,
    /// The pose of B in A's frame.
    pub b_in_a: Motion<W>,
    /// No less than the sum of half the diagonals and the distance of the middles.
    pub size: f64,
}

/// What there is between two rectangles.
#[derive(Clone, Copy, Debug)]
pub enum Found<W> {
    /// They are farther from each other than this, which is more than the margin.
    Gap(f64),
    /// Points, and the clearance.
    Points(Patch<W>, f64),
    /// Not what the axes say: a gap between two corners, or a touch.
    Nothing,
}

/// A side, by the axis across it and whether it is on the positive end.
#[derive(Clone, Copy)]
struct Side {
    up: usize,
    positive: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> Pair<W> {
    /// One point or two nearer than `margin`.
    #[inline]
    pub fn contact(&self, margin: f64) -> Found<W> {
        let Motion { columns: [x, y, _], translation } = self.b_in_a;
        let (half_a, half_b) = (self.half_a, self.half_b);
        let accuracy = ACCURACY * self.size;
        let shadow = half_a + magnitudes(x) * half_b.get(0) + magnitudes(y) * half_b.get(1);
        let (least_a, up_a) = least(shadow - magnitudes(translation));
        if -least_a - accuracy > margin {
            return Found::Gap(-least_a - accuracy);
        }
        let seen = self.b_in_a.unrotate(translation);
        let of_a = [x, y].map(|axis| magnitudes(axis).dot(half_a));
        let shadow = half_b + W::from_fn(|i| of_a[i]);
        let (least_b, up_b) = least(shadow - magnitudes(seen));
        if -least_b - accuracy > margin {
            return Found::Gap(-least_b - accuracy);
        }
        let is_of_b = least_b < least_a;
        let overlap = if is_of_b { least_b } else { least_a };
        if overlap.abs() <= TOUCH * self.size {
            return Found::Nothing;
        }
        let (way, height, owner) = if is_of_b {
            (self.b_in_a.columns[up_b], seen.get(up_b), Owner::B)
        } else {
            (W::unit(up_a), translation.get(up_a), Owner::A)
        };
        let normal = if height < 0.0 { -way } else { way };
        self.between(normal, owner, overlap, margin)
    }

    /// The points along a normal of that overlap.
    #[inline]
    fn between(&self, normal: W, owner: Owner, overlap: f64, margin: f64) -> Found<W> {
        let line = Line::across(normal);
        let still = Motion::identity();
        let side_a = Side::along(normal).stretch(self.half_a, &still, &line);
        let out = -self.b_in_a.unrotate(normal);
        let side_b = Side::along(out).stretch(self.half_b, &self.b_in_a, &line);
        let (rounding, accuracy) = (ROUNDING * self.size, ACCURACY * self.size);
        let limits = Limits { margin, doubt: rounding + accuracy, rounding };
        let (patch, least) = points(&settled([side_a, side_b]), &Seat::here(line), owner, &limits);
        // NaN is no separation, and none is the least.
        if least <= Scalar::min(2.0 * accuracy + rounding - overlap, margin) {
            Found::Points(patch, -overlap)
        } else {
            Found::Nothing
        }
    }
}

#[inline]
fn magnitudes<W: Vector<Scalar = f64>>(v: W) -> W {
    W::from_fn(|i| v.get(i).abs())
}

/// The lesser of two coordinates, and which it is.
#[inline]
fn least<W: Vector<Scalar = f64>>(v: W) -> (f64, usize) {
    if v.get(1) < v.get(0) { (v.get(1), 1) } else { (v.get(0), 0) }
}

impl Side {
    /// That which is the most across a direction out of the rectangle.
    #[inline]
    fn along<W: Vector<Scalar = f64>>(out: W) -> Self {
        let up = usize::from(out.get(1).abs() > out.get(0).abs());
        Self { up, positive: out.get(up) >= 0.0 }
    }

    /// With the names that a [`Cuboid`](crate::shape::Cuboid) gives.
    #[inline]
    fn stretch<W>(self, half: W, motion: &Motion<W>, line: &Line<W>) -> Stretch
    where
        W: Vector<Scalar = f64, Wide = W>,
    {
        let Self { up, positive } = self;
        let base = u32::from(positive) << up;
        let side = |i: usize| motion.columns[i] * half.get(i);
        let (out, aside) = if up == 0 { (side(0), side(1)) } else { (side(1), side(0)) };
        let middle = motion.translation + if positive { out } else { -out };
        let spots = [line.spot(middle - aside), line.spot(middle + aside)];
        Stretch::between(spots, [base, base | 1 << (1 - up)], 2 * up as u32 + u32::from(positive))
    }
}
