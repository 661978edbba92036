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
/// Each entry of a rotation matrix from a quaternion has an error of at most 6 units of roundoff (three
/// products summed, scaled by a quotient: gamma_6 on terms of magnitude at most 1), so the matrix has an
/// error of 3 * 6 in the Frobenius norm. The product of two such matrices has the sum of both errors and
/// gamma_3 * 3 of its own, 45 in all. Applying it and adding the translation adds gamma_4 * sqrt(3). That
/// is at most 53 units of roundoff of |point|, and less than half of that of |translation|. 27 epsilons
/// cover both.
pub const MOTION_ERROR: f64 = 27.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use crate::space::Pose;
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
        type Three = [Number; 3];
        // As `turned_axes` has it, and `PreparedQuaternion::of` the scale.
        fn columns(q: DQuat) -> [Three; 3] {
            let [x, y, z, w] = q.to_array().map(Number::exact);
            let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
            let s = Number::exact(1.0) / (xx + yy + zz + ww);
            let t = Number::exact(2.0) * s;
            [
                [s * ((ww + xx) - (yy + zz)), t * (x * y + z * w), t * (x * z - y * w)],
                [t * (x * y - z * w), s * ((ww + yy) - (xx + zz)), t * (y * z + x * w)],
                [t * (x * z + y * w), t * (y * z - x * w), s * ((ww + zz) - (xx + yy))],
            ]
        }
        fn dot(u: Three, v: Three) -> Number {
            u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
        }
        let (mut random, mut most) = (clearance_testing::Random::new(22), 0.0_f64);
        for _ in 0..20_000 {
            let [a, b] = [columns(random.rotation()), columns(random.rotation())];
            let rotation = b.map(|column| a.map(|axis| dot(axis, column)));
            let p = random.direction3();
            let point = p.to_array().map(Number::exact);
            let applied = [0, 1, 2].map(|i| dot(rotation.map(|column| column[i]), point));
            let off = applied.map(|x| x.off * x.off);
            most = most.max((off[0] + off[1] + off[2]).sqrt() / f64::EPSILON);
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
