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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use crate::space::{Pose, turned_axes};
    use clearance_testing::Counted;
    use glam::{DQuat, DVec3};

    #[test]
    fn b_in_a_undoes_the_pose_of_a() -> Result<(), Error> {
        let a = Pose::new(DVec3::new(1e6, -3.0, 2.0), DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9))?;
        let b = Pose::new(DVec3::new(1e6, 4.0, 2.5), DQuat::from_xyzw(-0.5, 0.5, 0.5, 0.5))?;
        let rel = Motion::b_in_a(&a, &b);
        let p = DVec3::new(0.3, -0.7, 0.2);
        let direct = Motion::of(&b).apply(p);
        let round_trip = Motion::of(&a).apply(rel.apply(p));
        assert!((direct - round_trip).length() < 1e-9);
        let same = Motion::b_in_a(&a, &a);
        assert!((same.apply(p) - p).length() < 1e-15);
        Ok(())
    }

    /// The relative pose of two quaternions, applied to a point, over numbers that count their errors.
    #[test]
    fn the_error_of_a_motion_is_the_counted_one() {
        type Number = Counted<53>;
        fn dot(u: [Number; 3], v: [Number; 3]) -> Number {
            u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
        }
        let (mut random, mut most) = (clearance_testing::Random::new(22), 0.0_f64);
        for _ in 0..20_000 {
            let turns = [random.rotation(), random.rotation()];
            let numbers = turns.map(|turn| turn.to_array().map(Number::exact));
            // The scale is a factor of all entries, so its error is added once, as `PreparedQuaternion::of` makes it.
            let scales = numbers
                .map(|[x, y, z, w]| Number::exact(1.0) / (x * x + y * y + z * z + w * w))
                .map(|scale| scale.epsilons(scale.value));
            let [a, b] = numbers.map(|q| turned_axes(q, Number::exact(1.0)));
            let rotation = b.map(|column| a.map(|axis| dot(axis, column)));
            let point = random.direction3().to_array().map(Number::exact);
            let applied = [0, 1, 2].map(|i| dot(rotation.map(|column| column[i]), point));
            let off = DVec3::from_array(applied.map(|x| x.epsilons(1.0))).length();
            most = most.max(off + scales[0] + scales[1]);
        }
        println!("{most} epsilons");
        assert!(most <= MOTION_ERROR && most > 0.25 * MOTION_ERROR, "{most}");
    }

    #[test]
    fn unrotate_inverts_rotate_in_2d() -> Result<(), Error> {
        let pose = Pose::new(glam::Vec2::new(1.0, 2.0), 0.7_f32)?;
        let m = Motion::of(&pose);
        let p = glam::DVec2::new(0.25, -4.0);
        assert!((m.unrotate(m.rotate(p)) - p).length() < 1e-15);
        Ok(())
    }
}
