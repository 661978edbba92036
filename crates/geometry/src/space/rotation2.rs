//! A rotation in 2D.

use super::vector::Vector;
use crate::number::Scalar;

/// A rotation in 2D, stored as the cosine and sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation2<V: Vector> {
    /// Cosine of the angle.
    pub cos: V::Scalar,
    /// Sine of the angle.
    pub sin: V::Scalar,
}

impl<V: Vector> Rotation2<V> {
    /// A rotation from the cosine and the sine of its angle, for [`super::Pose::from_unit`]. Not checked.
    pub const fn new(cos: V::Scalar, sin: V::Scalar) -> Self {
        Self { cos, sin }
    }
    /// The angle in radians, from -pi to pi.
    pub fn angle(&self) -> V::Scalar {
        V::Scalar::of(libm::atan2(self.sin.to_f64(), self.cos.to_f64()))
    }
}
