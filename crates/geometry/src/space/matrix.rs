//! Conversions of poses from and to translations with rotations, and matrices of glam.
//!
//! A pose converts to any of them without an error. Conversions to a pose are checked, because a matrix
//! may scale, shear or mirror, which a pose cannot.
//!
//! ```
//! use clearance::d3::{Pose, Quat, Vec3};
//! use glam::{Affine3A, Mat4};
//!
//! let pose = Pose::try_from((Vec3::X, Quat::from_rotation_z(0.5)))?;
//! let (translation, rotation) = pose.into();
//! assert_eq!(Affine3A::from(pose), Affine3A::from_rotation_translation(rotation, translation));
//! assert_eq!(Pose::try_from(Mat4::from(pose))?.translation(), Vec3::X);
//! assert!(Pose::try_from(Mat4::from_scale(Vec3::splat(2.0))).is_err());
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! A matrix is computed in `f64` and rounded once. The rotation of a pose from a matrix differs by a few
//! rounding errors of the precision. The translation is the same. The functions for 3D are always inlined, because rows
//! of matrices are converted in loops, where a call and its result in memory take as long as the conversion.

use glam::{
    Affine2, Affine3, Affine3A, DAffine2, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat3,
    Mat4, Quat, Vec2, Vec3, Vec4,
};

use super::pose::Pose;
use super::rotation2::Rotation2;
use super::vector::Turn;
use super::vector::{Vector, finite};
use crate::Error;
use crate::number::{Scalar, sqrt};

/// How far the columns of a matrix may be from those of a rotation, in epsilons of the precision. The
/// measure is the error of a column's squared length, or of the inner product of two columns.
///
/// A product of two rotations adds at most 8 roundings, so the tolerance is enough for a chain of 128 of
/// them. In `f32` it refuses a scale of 1.0001, which moves a point by a 10,000th of its distance from
/// the origin. A smaller tolerance would refuse the matrices of long chains.
const TOLERANCE: f64 = 1024.0;

/// Returns an error unless the columns are those of a rotation.
#[inline(always)]
fn check<V: Vector>(columns: &[V::Wide]) -> Result<(), Error> {
    let tolerance = TOLERANCE * V::Scalar::EPSILON.to_f64();
    let rigid = |what, value: f64, wanted: f64| {
        let fits = (value - wanted).abs() <= tolerance;
        if fits { Ok(()) } else { Err(Error::NotRigid { what, value }) }
    };
    for (i, x) in columns.iter().enumerate() {
        for k in 0..V::DIM {
            Error::finite("matrix", x.get(k))?;
        }
        rigid("the squared length of a column, which must be 1,", x.dot(*x), 1.0)?;
        for y in &columns[..i] {
            rigid("the inner product of two columns, which must be 0,", x.dot(*y), 0.0)?;
        }
    }
    Ok(())
}

/// Returns an error unless the last row is 0, .., 0, 1.
#[inline(always)]
fn check_last_row<V: Vector>(row: &[V::Scalar]) -> Result<(), Error> {
    let tolerance = TOLERANCE * V::Scalar::EPSILON.to_f64();
    for (i, value) in row.iter().enumerate() {
        let value = Error::finite("matrix", *value)?.to_f64();
        // The zeros must be exact. They depend on the unit of length, so no tolerance would fit, and
        // products and inverses of such matrices keep them exact.
        let fits = if i == V::DIM { (value - 1.0).abs() <= tolerance } else { value == 0.0 };
        if !fits {
            let what = "a number of the last row, which must be 0, .., 0, 1,";
            return Err(Error::NotRigid { what, value });
        }
    }
    Ok(())
}

fn mirrored(determinant: f64) -> Error {
    Error::NotRigid { what: "the determinant, which must be 1,", value: determinant }
}

/// A 2D pose from the columns of a matrix.
fn in_plane<V>(x: DVec2, y: DVec2, translation: V) -> Result<Pose<V>, Error>
where
    V: Vector<Wide = DVec2, Turn = Rotation2<V>>,
    Rotation2<V>: Turn<Vector = V>,
{
    finite("translation", None, translation)?;
    check::<V>(&[x, y])?;
    if x.perp_dot(y) < 0.0 {
        return Err(mirrored(x.perp_dot(y)));
    }
    // The mean of both columns. Its length is near 1.
    let mean = DVec2::new(x.x + y.y, x.y - y.x);
    let [cos, sin] = (mean * (1.0 / Vector::norm(mean))).to_array().map(V::Scalar::of);
    Ok(Pose::of_parts(translation, Rotation2 { cos, sin }))
}

/// A 3D pose from the columns of a matrix.
#[inline(always)]
fn in_space<V>(columns: [DVec3; 3], translation: V) -> Result<Pose<V>, Error>
where
    V: Vector<Wide = DVec3>,
{
    finite("translation", None, translation)?;
    check::<V>(&columns)?;
    let [x, y, z] = columns;
    let determinant = x.cross(y).dot(z);
    if determinant < 0.0 {
        return Err(mirrored(determinant));
    }
    // The columns with length 1. Their squares are so near to 1 that a step of Newton's method gives the roots.
    let unit = |column: DVec3| column * (1.5 - 0.5 * column.dot(column));
    let turn = DQuat::checked(quaternion(unit(x), unit(y), unit(z)))?;
    Ok(Pose::of_parts(translation, Turn::narrow(turn)))
}

/// The quaternion of the rotation with these columns, of length 1 to rounding (Shepperd 1978).
///
/// The sums and differences of their numbers are 4 q q^T:
///
/// ```text
///          x           y           z           w
/// x   1+xx-yy-zz    xy + yx     xz + zx     zy - yz
/// y    xy + yx    1-xx+yy-zz    yz + zy     xz - zx         xy: row x of column y
/// z    xz + zx     yz + zy    1-xx-yy+zz    yx - xy
/// w    zy - yz     xz - zx     yx - xy    1+xx+yy+zz
/// ```
///
/// Each row is a multiple of q. The one with the largest number on the diagonal is the most exact. It is chosen without
/// branches, because in random rotations each row is the best one equally often.
#[inline(always)]
fn quaternion(x: DVec3, y: DVec3, z: DVec3) -> DQuat {
    let [xy, xz, yz] = [y.x + x.y, z.x + x.z, z.y + y.z];
    let [wx, wy, wz] = [y.z - z.y, z.x - x.z, x.y - y.x];
    let diagonal = [
        (1.0 + x.x) - (y.y + z.z),
        (1.0 - x.x) + (y.y - z.z),
        (1.0 - x.x) - (y.y - z.z),
        (1.0 + x.x) + (y.y + z.z),
    ];
    let rows = [
        [diagonal[0], xy, xz, wx],
        [xy, diagonal[1], yz, wy],
        [xz, yz, diagonal[2], wz],
        [wx, wy, wz, diagonal[3]],
    ];
    let first = usize::from(diagonal[1] > diagonal[0]);
    let second = 2 + usize::from(diagonal[3] > diagonal[2]);
    let is_second = usize::from(diagonal[second] > diagonal[first]);
    let best = [first, second][is_second];
    DQuat::from_array(rows[best]) * (0.5 / sqrt(diagonal[best]))
}

macro_rules! plane_poses {
    ($v:ident, $s:ident, $affine:ident, $mat:ident) => {
        impl TryFrom<($v, $s)> for Pose<$v> {
            type Error = Error;
            /// Converts a translation and an angle in radians, like [`Pose::new`].
            fn try_from((translation, angle): ($v, $s)) -> Result<Self, Error> {
                Self::new(translation, angle)
            }
        }
        impl From<Pose<$v>> for ($v, $s) {
            /// The translation and the angle in radians, from -pi to pi.
            fn from(pose: Pose<$v>) -> Self {
                (pose.translation(), pose.turn().angle())
            }
        }
        impl TryFrom<$affine> for Pose<$v> {
            type Error = Error;
            /// Errors: numbers that are not finite, translations past the largest length, matrices that
            /// scale, shear or mirror.
            fn try_from(affine: $affine) -> Result<Self, Error> {
                let [a, b, c, d, x, y] = affine.to_cols_array();
                let [a, b, c, d] = [a, b, c, d].map(|x| x.to_f64());
                in_plane(DVec2::new(a, b), DVec2::new(c, d), $v::new(x, y))
            }
        }
        impl From<Pose<$v>> for $affine {
            /// The matrix from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                let [x, y, _] = pose.columns().map(<$v as Vector>::narrow);
                let t = pose.translation();
                Self::from_cols_array(&[x.x, x.y, y.x, y.y, t.x, t.y])
            }
        }
        impl TryFrom<$mat> for Pose<$v> {
            type Error = Error;
            /// Like the conversion from the affine matrix. The last row must be 0, 0, 1.
            fn try_from(matrix: $mat) -> Result<Self, Error> {
                let [a, b, p, c, d, q, x, y, r] = matrix.to_cols_array();
                check_last_row::<$v>(&[p, q, r])?;
                Self::try_from($affine::from_cols_array(&[a, b, c, d, x, y]))
            }
        }
        impl From<Pose<$v>> for $mat {
            /// The matrix from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                let [a, b, c, d, x, y] = $affine::from(pose).to_cols_array();
                Self::from_cols_array(&[a, b, 0.0, c, d, 0.0, x, y, 1.0])
            }
        }
    };
}

macro_rules! space_poses {
    ($v:ident, $v4:ident, $q:ident, $mat:ident, $($affine:ident),+) => {
        impl TryFrom<($v, $q)> for Pose<$v> {
            type Error = Error;
            /// Converts a translation and a quaternion, like [`Pose::new`].
            fn try_from((translation, rotation): ($v, $q)) -> Result<Self, Error> {
                Self::new(translation, rotation)
            }
        }
        impl From<Pose<$v>> for ($v, $q) {
            /// The translation and the unit quaternion.
            fn from(pose: Pose<$v>) -> Self {
                (pose.translation(), pose.turn())
            }
        }
        $(impl TryFrom<$affine> for Pose<$v> {
            type Error = Error;
            /// Errors: numbers that are not finite, translations past the largest length, matrices that
            /// scale, shear or mirror.
            fn try_from(affine: $affine) -> Result<Self, Error> {
                let [columns @ .., t] = affine.to_cols_array_2d();
                in_space(columns.map(|c| DVec3::from_array(c.map(|x| x.to_f64()))), t.into())
            }
        }
        impl From<Pose<$v>> for $affine {
            /// The matrix from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                let [x, y, z] = pose.columns().map(|c| <$v as Vector>::narrow(c).to_array());
                Self::from_cols_array_2d(&[x, y, z, pose.translation().to_array()])
            }
        })+
        impl TryFrom<$mat> for Pose<$v> {
            type Error = Error;
            /// Like the conversion from the affine matrix. The last row must be 0, 0, 0, 1.
            #[inline(always)]
            fn try_from(matrix: $mat) -> Result<Self, Error> {
                let $mat { x_axis: x, y_axis: y, z_axis: z, w_axis: t } = matrix;
                check_last_row::<$v>(&[x.w, y.w, z.w, t.w])?;
                let column = |axis: $v4| axis.truncate().widen();
                in_space([column(x), column(y), column(z)], t.truncate())
            }
        }
        impl From<Pose<$v>> for $mat {
            /// The matrix from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                let [x, y, z] = pose.columns().map(|c| <$v as Vector>::narrow(c).extend(0.0));
                Self::from_cols(x, y, z, pose.translation().extend(1.0))
            }
        }
    };
}

plane_poses!(Vec2, f32, Affine2, Mat3);
plane_poses!(DVec2, f64, DAffine2, DMat3);
space_poses!(Vec3, Vec4, Quat, Mat4, Affine3A, Affine3);
space_poses!(DVec3, DVec4, DQuat, DMat4, DAffine3);
