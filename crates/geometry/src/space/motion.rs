//! The pose of B in the frame of A, as a matrix. The algorithms work on this matrix.
//!
//! It is computed in `f64` from the stored poses, even for `f32` shapes. Otherwise two bodies a millimetre
//! apart at a world offset of 1e6 would lose 3e-2 of their depth.

use super::vector::{DVector, Vector};

/// A rigid motion x -> R x + t. R is stored as columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    /// The columns of R; the third is unused in 2D.
    pub columns: [V; 3],
    /// The translation t.
    pub translation: V,
}

impl<V: Vector> Motion<V> {
    /// The identity motion, x -> x.
    pub fn identity() -> Self {
        let columns = core::array::from_fn(|i| if i < V::DIM { V::unit(i) } else { V::ZERO });
        Self { columns, translation: V::ZERO }
    }
    /// The rotated vector, R x.
    #[inline]
    pub fn rotate(&self, x: V) -> V {
        let sum = self.columns[0] * x.get(0) + self.columns[1] * x.get(1);
        if V::DIM == 3 { sum + self.columns[2] * x.get(2) } else { sum }
    }
    /// The vector rotated back, R^T x.
    #[inline]
    pub fn unrotate(&self, x: V) -> V {
        V::from_fn(|i| self.columns[i].dot(x))
    }
    /// The moved point, R x + t.
    #[inline]
    pub fn apply(&self, x: V) -> V {
        self.rotate(x) + self.translation
    }
    /// The same motion in another unit of length: the translation is multiplied by `factor`.
    #[inline]
    pub fn scaled(&self, factor: V::Scalar) -> Self {
        Self { columns: self.columns, translation: self.translation * factor }
    }
}

impl<W: DVector> Motion<W> {
    /// Returns 0 for a motion with finite numbers, and NaN for the motion of a pose that is not finite. The
    /// first column is enough to check: it depends on all numbers of the rotation.
    #[inline(always)]
    #[doc(hidden)]
    pub fn zero_if_finite(&self) -> f64 {
        self.columns[0].dot(self.translation) * 0.0
    }

    /// This motion as seen from the frame that `a` maps from: this motion first, then the inverse of `a`.
    #[inline(always)]
    pub fn seen_from(&self, a: &Self) -> Self {
        let mut columns = [W::ZERO; 3];
        for (seen, column) in columns.iter_mut().zip(self.columns).take(W::DIM) {
            *seen = a.unrotate(column);
        }
        Self { columns, translation: a.unrotate(self.translation - a.translation) }
    }

    /// The nearest motion in another precision.
    pub fn narrow<V: Vector<Wide = W>>(&self) -> Motion<V> {
        Motion { columns: self.columns.map(V::narrow), translation: V::narrow(self.translation) }
    }
}

/// A bound on the error of `b_in_a` applied to a point, in units of `f64::EPSILON` times
/// (|point| + |translation|).
///
/// A rotation matrix from a quaternion has entries with an error of at most 4 units of roundoff (products, two sums
/// and the product with the scale: gamma_4 on terms of magnitude at most 1), so the matrix has an error of 3 * 4 in the
/// Frobenius norm. The scale 1 / |q|^2 is off by 5 units and is a factor of the whole matrix: 17 in all, taken as 18. The
/// product of two such matrices has the sum of both errors and gamma_3 * 3 of its own, 45 in all. Applying it and adding
/// the translation adds gamma_4 * sqrt(3). That is at most 53 units of roundoff of |point|, and less than half of that of
/// |translation|. 27 epsilons cover both.
pub const MOTION_ERROR: f64 = 27.0;
