//! Conversions of poses from and to the matrices of `mint`, which is a common format of mathematics
//! libraries. Vectors and quaternions are glam's, and glam converts them.
//!
//! ```
//! use clearance::d3::{Pose, Quat, Vec3};
//!
//! let pose = Pose::new(Vec3::X, Quat::from_rotation_z(0.5))?;
//! let t: mint::Vector3<f32> = pose.translation().into();
//! let q: mint::Quaternion<f32> = pose.turn().into();
//! assert_eq!(Pose::new(t.into(), q.into())?, pose);
//!
//! let matrix = mint::ColumnMatrix4::from(pose);
//! assert_eq!((matrix.w.x, matrix.w.w), (1.0, 1.0));
//! assert_eq!(Pose::try_from(matrix)?.translation(), Vec3::X);
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! There are no conversions from and to tuples: `let (t, q) = pose.into()` would be ambiguous and would no
//! longer compile as soon as another crate enables this feature.

use glam::{DMat3, DMat4, DVec2, DVec3, Mat3, Mat4, Vec2, Vec3};
use mint::{ColumnMatrix3, ColumnMatrix4};

use super::pose::Pose;
use crate::Error;

macro_rules! poses {
    ($v:ident, $mat:ident, $matrix:ty) => {
        impl TryFrom<$matrix> for Pose<$v> {
            type Error = Error;
            /// Errors: numbers that are not finite, translations past the largest length, matrices
            /// that scale, shear, mirror or project.
            fn try_from(matrix: $matrix) -> Result<Self, Error> {
                Self::try_from($mat::from(matrix))
            }
        }
        impl From<Pose<$v>> for $matrix {
            /// The matrix from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                $mat::from(pose).into()
            }
        }
    };
}

poses!(Vec2, Mat3, ColumnMatrix3<f32>);
poses!(DVec2, DMat3, ColumnMatrix3<f64>);
poses!(Vec3, Mat4, ColumnMatrix4<f32>);
poses!(DVec3, DMat4, ColumnMatrix4<f64>);
