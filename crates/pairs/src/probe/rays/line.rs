//! The line of a ray, and a bound on its rounding.

use crate::space::{DVector, MOTION_ERROR, Motion};

/// The line of a ray, from the origin of a shape's frame. A place on it is a multiple of `along`: a time.
#[derive(Clone, Copy, Debug)]
pub struct Line<W> {
    /// Where the ray starts.
    pub origin: W,
    /// The ray's direction. Its square is within the range of `f64`.
    pub along: W,
    /// The square of the direction's length.
    pub square: f64,
    /// 1 over the square.
    pub over: f64,
    /// What the line is off by before it is moved, besides what [`Line::slack`] counts.
    pub off: f64,
}

/// Below this the squares of lengths leave the range of `f64`: such pairs are marched, which
/// scales them first.
pub(super) const TINY: f64 = 1e-150;

/// Below this δ the products of four lengths and the square of a direction leave the range.
pub(super) const SHORT: f64 = 1e-70;

/// Is δ large enough for a closed form? NaN is not.
#[inline(always)]
pub(super) fn usable(slack: f64) -> bool {
    slack > SHORT
}

impl<W: DVector> Line<W> {
    /// From origin and direction.
    #[inline(always)]
    pub fn new(origin: W, along: W) -> Self {
        let square = along.dot(along);
        Self { origin, along, square, over: 1.0 / square, off: 0.0 }
    }
    /// The point at a time.
    #[inline(always)]
    pub fn point(&self, at: f64) -> W {
        self.origin + self.along * at
    }
    /// The same line in a copy: see [`copied`](crate::space::Vector::copied).
    #[inline(always)]
    pub fn copied(&self) -> Self {
        Self { origin: self.origin.copied(), along: self.along.copied(), ..*self }
    }
    /// The same line with another origin.
    #[inline(always)]
    pub fn from(&self, origin: W) -> Self {
        Self { origin, ..*self }
    }
    /// The time at which the line is nearest to the origin of the frame.
    #[inline(always)]
    pub(super) fn nearest(&self) -> f64 {
        -self.origin.dot(self.along) * self.over
    }
    /// The same line, rotated into the frame of the motion.
    #[inline(always)]
    pub fn unrotated(&self, motion: &Motion<W>) -> Self {
        Self { origin: motion.unrotate(self.origin), along: motion.unrotate(self.along), ..*self }
    }
    /// The same line in the opposite direction, from the point at `at`.
    pub fn reversed(&self, at: f64) -> Self {
        Self { origin: self.point(at), along: -self.along, ..*self }
    }
    /// A bound on how far a point of this line within `reach` of the frame's origin may be off the exact
    /// ray, including the rounding of a closed form.
    ///
    /// Rotated into the shape's frame, both the origin o and the vector along the ray are wrong by at
    /// most 12 epsilons of their lengths (as for [`MOTION_ERROR`], except that there is one rotation instead of two).
    /// The relevant points are at most |o| + reach away, so they are off by 24 epsilons of |o| and 12 of
    /// the reach. If the shape is rotated instead, they are off by 12 of the reach. A closed form's own
    /// sums, products and roots of such lengths add a few: one more rotation, and 3, are allowed for. The
    /// sum of the coordinates' magnitudes is used for |o|, because it is at least |o|.
    #[inline(always)]
    pub fn slack(&self, reach: f64) -> f64 {
        let far = (0..W::DIM).fold(0.0, |sum, i| sum + self.origin.get(i).abs());
        (MOTION_ERROR + 13.0) * f64::EPSILON * (far + reach) + self.off
    }
}

/// The vector of length 1 along another, whose square is within the range of `f64`.
#[inline(always)]
pub(super) fn unit<W: DVector>(v: W) -> W {
    v * (1.0 / v.norm())
}

/// The same for a vector of about this length; `None` if its square is outside of the range.
///
/// The foot of a ball that is far away is rounded, so its distance to the surface is not exactly the
/// radius. One step of Newton's method from the radius gives 1 over the length: an error e of the square
/// leaves 3/8 e², less than a rounding.
#[inline(always)]
pub(super) fn near_unit<W: DVector>(v: W, length: f64) -> Option<W> {
    let x = v * (1.0 / length);
    let excess = x.dot(x) - 1.0;
    if excess.abs() < 1e-8 { Some(x * (1.0 - 0.5 * excess)) } else { far_off(v.copied()) }
}

/// The same if the length is another one by more, because the shape is thin or far away.
#[cold]
#[inline(never)]
fn far_off<W: DVector>(v: W) -> Option<W> {
    Some(unit(v)).filter(|v| is_unit(*v))
}

/// Has the normal length 1? False for NaN.
#[inline(always)]
pub(super) fn is_unit<W: DVector>(normal: W) -> bool {
    (normal.dot(normal) - 1.0).abs() < 16.0 * f64::EPSILON
}
