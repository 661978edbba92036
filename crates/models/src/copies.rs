//! Where a mesh is that a file has at several places: its pose, if it is only moved and turned.

use clearance::Pose;
use clearance::glam::{DAffine3, DMat3, DQuat, DVec3};
use clearance::number::Scalar;
use clearance::space::{Turn, Vector};

/// The pose that a motion is, up to the rounding of `V`. `None` if it stretches or mirrors, or in the plane.
///
/// A rotation is made of the vector along its axis whose length is the angle. That is the wedge of two vectors across it:
/// `p` of length 1, and `q = r x p`, so that `p x q = r`.
pub fn pose<V: Vector>(motion: &DAffine3) -> Option<Pose<V>> {
    let off = |m: DMat3| m.to_cols_array().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let tolerance = 16.0 * V::Scalar::EPSILON.to_f64();
    let turned = motion.matrix3;
    let is_rigid = off(turned.transpose() * turned - DMat3::IDENTITY) <= tolerance;
    if V::DIM != 3 || !is_rigid || turned.determinant() < 0.0 {
        return None;
    }
    let [x, y, z, w] = DQuat::from_mat3(&turned).normalize().to_array();
    let axis = DVec3::new(x, y, z);
    let turn = if axis == DVec3::ZERO {
        V::Turn::IDENTITY
    } else {
        let (along, sin) = axis.normalize_and_length();
        let by = along * (2.0 * libm::atan2(sin, w));
        let across = along.any_orthonormal_vector();
        let wide = |v: DVec3| V::Wide::from_fn(|i| v.to_array()[i]);
        V::Turn::about(wide(across).wedge(wide(by.cross(across))))
    };
    let at = Pose::<V>::at(V::from_fn(|i| V::Scalar::of(motion.translation.to_array()[i]))).ok()?;
    let pose = Pose::from_unit(at.translation(), turn);
    let column = |i: usize| pose.transform_vector(V::unit(i)).widen();
    let close = |i: usize| {
        let (found, given) = (column(i), turned.col(i).to_array());
        (0..3).all(|k| (found.get(k) - given[k]).abs() <= tolerance)
    };
    (0..3).all(close).then_some(pose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_without_a_stretch_are_poses() {
        let at = DVec3::new(1.0, -2.0, 1e3);
        for turn in [
            DQuat::IDENTITY,
            DQuat::from_rotation_x(1e-9),
            DQuat::from_rotation_z(std::f64::consts::PI),
            DQuat::from_xyzw(0.1, -0.7, 0.3, 0.2).normalize(),
            DQuat::from_xyzw(0.1, -0.7, 0.3, -0.2).normalize(),
        ] {
            let motion = DAffine3::from_rotation_translation(turn, at);
            let pose = pose::<DVec3>(&motion).unwrap_or_else(|| panic!("{turn}"));
            let point = DVec3::new(0.5, 7.0, -3.0);
            let off = pose.transform_point(point) - motion.transform_point3(point);
            assert!(off.length() < 1e-12, "{turn}: {off}");
        }
    }

    #[test]
    fn others_are_not() {
        for scale in
            [DVec3::new(1.0, 1.0, -1.0), DVec3::splat(1.0 + 1e-12), DVec3::new(2.0, 1.0, 1.0)]
        {
            assert_eq!(pose::<DVec3>(&DAffine3::from_scale(scale)), None, "{scale}");
        }
    }
}
