//! Rotations as poses store them: the numbers as given, and what makes their matrix cheap.
//!
//! ```text
//!          stored beside the rotation               the matrix takes     bytes of a pose, f32 and f64
//!   2D     the matrix of z / |z|                    nothing              48, 64
//!   3D     1 / |q|^2 of a quaternion q              35 operations        40, 64
//! ```
//!
//! *Source.* For the matrix and for one vector Euler and Rodrigues; both hold for quaternions of any length with
//! the factor 1 / |q|^2.
//!
//! So no query divides or takes a root for a matrix. In 3D the matrix itself would take 72 bytes more.
//! Queries about many bodies wait for the memory, and engines store a pose for each body.

use core::ops::{Add, Mul, Sub};

use glam::{DQuat, DVec2, DVec3, Quat, Vec2};

use super::rotation2::Rotation2;
use super::vector::{Prepared, Vector};
use crate::number::{Scalar, sqrt};

/// A rotation in 2D.
#[derive(Clone, Copy, PartialEq)]
pub struct PreparedRotation2<V: Vector> {
    turn: Rotation2<V>,
    /// Of the rotation matrix.
    columns: [DVec2; 2],
}

/// A rotation in 3D.
#[derive(Clone, Copy, PartialEq)]
pub struct PreparedQuaternion<S> {
    /// The quaternion, x, y, z, w. glam's type would be aligned to 16 bytes, and the pose with it.
    numbers: [S; 4],
    /// 1 / |q|^2.
    scale: f64,
}

impl<S: Scalar> PreparedQuaternion<S> {
    /// x, y, z, w.
    #[inline(always)]
    pub fn numbers(&self) -> [f64; 4] {
        // Not by `map`, which is a call where the compiler optimizes for size.
        let [x, y, z, w] = self.numbers;
        [x.to_f64(), y.to_f64(), z.to_f64(), w.to_f64()]
    }
    /// 1 / |q|^2. NaN or infinite if the quaternion is not finite or zero.
    #[inline(always)]
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

/// The columns of the rotation matrix of the quaternion q: x, y, z, w. The scale is 1 / |q|^2. The rounding error
/// is part of [`super::MOTION_ERROR`]. Of numbers of any kind, so that tests count it.
#[inline(always)]
pub fn turned_axes<N>([x, y, z, w]: [N; 4], scale: N) -> [[N; 3]; 3]
where
    N: Copy + Add<Output = N> + Sub<Output = N> + Mul<Output = N>,
{
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let (s, t) = (scale, scale + scale);
    [
        [s * ((ww + xx) - (yy + zz)), t * (x * y + z * w), t * (x * z - y * w)],
        [t * (x * y - z * w), s * ((ww + yy) - (xx + zz)), t * (y * z + x * w)],
        [t * (x * z + y * w), t * (y * z - x * w), s * ((ww + zz) - (xx + yy))],
    ]
}

macro_rules! in_plane {
    ($v:ty) => {
        impl Prepared for PreparedRotation2<$v> {
            type Turn = Rotation2<$v>;

            const IDENTITY: Self =
                Self { turn: Rotation2::new(1.0, 0.0), columns: [DVec2::X, DVec2::new(-0.0, 1.0)] };

            #[inline]
            fn of(turn: Rotation2<$v>) -> Self {
                let (cos, sin) = (turn.cos.to_f64(), turn.sin.to_f64());
                let length = sqrt(cos * cos + sin * sin);
                let (cos, sin) = (cos / length, sin / length);
                Self { turn, columns: [DVec2::new(cos, sin), DVec2::new(-sin, cos)] }
            }
            #[inline]
            fn turn(&self) -> Rotation2<$v> {
                self.turn
            }
            #[inline(always)]
            fn columns(&self) -> [DVec2; 3] {
                [self.columns[0], self.columns[1], DVec2::ZERO]
            }
            #[inline(always)]
            fn unrotate(&self, x: DVec2) -> DVec2 {
                DVec2::new(self.columns[0].dot(x), self.columns[1].dot(x))
            }
            #[inline(always)]
            fn zero_if_finite(&self) -> f64 {
                (self.columns[0].x + self.columns[0].y) * 0.0
            }
        }
    };
}

macro_rules! in_space {
    ($q:ident, $s:ty) => {
        impl Prepared for PreparedQuaternion<$s> {
            type Turn = $q;

            const IDENTITY: Self = Self { numbers: [0.0, 0.0, 0.0, 1.0], scale: 1.0 };

            #[inline]
            fn of(turn: $q) -> Self {
                let numbers = turn.to_array();
                let [x, y, z, w] = numbers.map(Scalar::to_f64);
                let square = x * x + y * y + z * z + w * w;
                // NaN if the square is infinite.
                Self { numbers, scale: 1.0 / square + square * 0.0 }
            }
            #[inline]
            fn turn(&self) -> $q {
                $q::from_array(self.numbers)
            }
            #[inline(always)]
            fn columns(&self) -> [DVec3; 3] {
                let [x, y, z] = turned_axes(self.numbers(), self.scale);
                [DVec3::from_array(x), DVec3::from_array(y), DVec3::from_array(z)]
            }
            #[inline(always)]
            fn unrotate(&self, v: DVec3) -> DVec3 {
                let [x, y, z, w] = self.numbers();
                let axis = DVec3::new(x, y, z);
                let across = axis.cross(v);
                v + (axis.cross(across) - across * w) * (2.0 * self.scale)
            }
            #[inline(always)]
            fn zero_if_finite(&self) -> f64 {
                self.scale * 0.0
            }
        }
    };
}

in_plane!(Vec2);
in_plane!(DVec2);
in_space!(Quat, f32);
in_space!(DQuat, f64);
