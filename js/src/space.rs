//! What differs between the entries: the type of vectors, and the numbers of a pose.

use clearance_geometry::Error;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::Pose;
use clearance_geometry::space::Vector;

/// The vectors of this build.
#[cfg(not(any(feature = "plane", feature = "double")))]
pub type V = glam::Vec3;
#[cfg(all(feature = "double", not(feature = "plane")))]
pub type V = glam::DVec3;
#[cfg(all(feature = "plane", not(feature = "double")))]
pub type V = glam::Vec2;
#[cfg(all(feature = "plane", feature = "double"))]
pub type V = glam::DVec2;

/// Their coordinates.
pub type Real = <V as Vector>::Scalar;
/// How many of them a vector has.
pub const DIM: usize = V::DIM;
/// How many numbers are a pose: x, y, angle; or x, y, z and a quaternion x, y, z, w.
pub const POSE: usize = if DIM == 2 { 3 } else { 7 };

/// The nearest number of this build.
pub fn real(number: f64) -> Real {
    Real::of(number)
}

/// The vector of the first numbers.
#[inline]
pub fn vector(numbers: &[f64]) -> V {
    V::from_fn(|i| real(numbers[i]))
}

/// The pose of so many numbers.
#[inline]
pub fn pose(numbers: &[f64]) -> Result<Pose<V>, Error> {
    Pose::new(vector(numbers), turn(numbers))
}

#[cfg(feature = "plane")]
fn turn(numbers: &[f64]) -> Real {
    real(numbers[2])
}
#[cfg(all(not(feature = "plane"), not(feature = "double")))]
fn turn(numbers: &[f64]) -> glam::Quat {
    glam::Quat::from_array([3, 4, 5, 6].map(|i| real(numbers[i])))
}
#[cfg(all(not(feature = "plane"), feature = "double"))]
fn turn(numbers: &[f64]) -> glam::DQuat {
    glam::DQuat::from_slice(&numbers[3..])
}
