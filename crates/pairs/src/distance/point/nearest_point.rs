//! The nearest point of a core to a given point, and its error bound.

use crate::space::{DVector, MOTION_ERROR};

/// The point of a core's surface that is nearest to a given one.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<W> {
    /// On the surface.
    pub point: W,
    /// The outward unit normal there.
    pub normal: W,
    /// The distance from the surface along the normal; negative inside.
    pub distance: f64,
    /// A bound on the difference to the true distance of the point, as it was before it was rotated into
    /// the shape's frame.
    pub error: f64,
}

/// In units of the error of a distance: the direction to a point this far away is usable.
pub(super) const CLEAR: f64 = 16.0;

/// Below this the squares of lengths leave the range of `f64`.
pub(super) const TINY: f64 = 1e-150;

impl<W: DVector> Nearest<W> {
    /// The same in a copy: see [`copied`](crate::space::Vector::copied).
    #[inline(always)]
    pub fn copied(&self) -> Self {
        Self { point: self.point.copied(), normal: self.normal.copied(), ..*self }
    }
    /// Are the lengths small enough for a closed form, and is no number NaN? No finite length of the input
    /// is as long as `most`.
    #[inline(always)]
    pub fn is_within(&self, radius: f64, most: f64) -> bool {
        self.error < most && (self.distance - radius).abs() < most
    }

    /// The result, or `None` if the lengths are too small for a closed form or not below `most`, or if a
    /// number or the radius around the core is NaN. If a single length was too small, as of a vector whose
    /// square is lost, the normal shows it.
    pub fn usable(self, radius: f64, most: f64) -> Option<Self> {
        let size = self.error + f64::EPSILON * radius;
        let whole = size > TINY && self.is_within(radius, most);
        let is_unit = (self.normal.dot(self.normal) - 1.0).abs() < 16.0 * f64::EPSILON;
        (whole && is_unit).then_some(self)
    }
}

/// A bound on the rounding of a distance: for the point, which was rotated into the shape's frame (12
/// epsilons, see [`crate::probe::rays::Line::slack`]), and for a closed form of lengths up to the
/// point's and the shape's `reach`, for which as much again is allowed.
pub(super) fn slack<W: DVector>(point: W, reach: f64) -> f64 {
    let far = (0..W::DIM).fold(0.0, |sum, i| sum + point.get(i).abs());
    MOTION_ERROR * f64::EPSILON * (far + reach)
}

/// Some unit vector perpendicular to another of length 1.
pub(super) fn across<W: DVector>(axis: W) -> W {
    let least =
        (1..W::DIM).fold(0, |m, i| if axis.get(i).abs() < axis.get(m).abs() { i } else { m });
    let other = W::unit(least) - axis * axis.get(least);
    other.unit_along().unwrap_or(W::unit(0))
}
