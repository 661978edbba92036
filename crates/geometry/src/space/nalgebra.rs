//! Conversions of poses from and to the isometries of `nalgebra`, which itself converts glam's vectors.
//!
//! ```
//! use clearance::d3::{Pose, Quat, Vec3};
//! use nalgebra::{Isometry3, Point3, Vector3};
//!
//! let isometry = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::z() * 0.5);
//! let pose = Pose::try_from(isometry)?;
//! let there: Vec3 = (isometry * Point3::new(1.0, 0.0, 0.0)).into();
//! assert!(pose.transform_point(Vec3::X).abs_diff_eq(there, 1e-6));
//! assert_eq!(Isometry3::from(pose), isometry);
//!
//! let flat = nalgebra::Isometry2::new([1.0, 2.0].into(), 3.0);
//! let pose = clearance::d2_f64::Pose::try_from(flat)?;
//! let (back, angle): (clearance::glam::DVec2, f64) = pose.into();
//! assert!((back.x, back.y) == (1.0, 2.0) && (angle - 3.0).abs() < 1e-15);
//! assert!((nalgebra::Isometry2::from(pose).rotation.angle() - 3.0).abs() < 1e-15);
//! # Ok::<(), clearance::Error>(())
//! ```

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use nalgebra::{Isometry2, Isometry3};

use super::pose::Pose;
use crate::Error;

macro_rules! plane_poses {
    ($v:ident, $s:ident) => {
        impl TryFrom<Isometry2<$s>> for Pose<$v> {
            type Error = Error;
            /// Errors: those of [`Pose::new`].
            fn try_from(isometry: Isometry2<$s>) -> Result<Self, Error> {
                Self::new(isometry.translation.vector.into(), isometry.rotation.angle())
            }
        }
        impl From<Pose<$v>> for Isometry2<$s> {
            /// The isometry from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                let (t, angle): ($v, $s) = pose.into();
                Self::new(t.into(), angle)
            }
        }
    };
}

macro_rules! space_poses {
    ($v:ident, $q:ident, $s:ident) => {
        impl TryFrom<Isometry3<$s>> for Pose<$v> {
            type Error = Error;
            /// Errors: those of [`Pose::new`].
            fn try_from(isometry: Isometry3<$s>) -> Result<Self, Error> {
                let (t, q): ($v, $q) = isometry.into();
                Self::new(t, q)
            }
        }
        impl From<Pose<$v>> for Isometry3<$s> {
            /// The isometry from the local to the world frame.
            fn from(pose: Pose<$v>) -> Self {
                <($v, $q)>::from(pose).into()
            }
        }
    };
}

plane_poses!(Vec2, f32);
plane_poses!(DVec2, f64);
space_poses!(Vec3, Quat, f32);
space_poses!(DVec3, DQuat, f64);
