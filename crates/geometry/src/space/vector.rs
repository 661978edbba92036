//! One vector trait for glam's `Vec2`, `Vec3`, `DVec2` and `DVec3`.
//!
//! The algorithms are written once for both dimensions. What differs is the *wedge* of two
//! vectors: the signed area they span. It is a number in 2D and the cross product in 3D, and
//! a triangle's sub-problem needs nothing else (dot products alone lose half the digits on
//! needle-like triangles). `dimensions` has the four types, and `rotation` what turns them.
//!
//! A vector knows which function of an [`EntryPoint`] serves it, and that function's types are made
//! of vectors: so both traits are in this file.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::Error;
use crate::number::Scalar;

/// A vector of `DIM` coordinates of type [`Vector::Scalar`]: one of glam's four.
pub trait Vector:
    Copy
    + Debug
    + PartialEq
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The coordinates' type.
    type Scalar: Scalar;
    /// The `f64` vector of the same dimension.
    type Wide: Vector<Scalar = f64, Wide = Self::Wide, Turn: Turn<Vector = Self::Wide>>;
    /// The oriented area spanned by two vectors: a number in 2D, a vector in 3D. Turns and angular
    /// velocities are of this type too.
    type Wedge: Copy
        + Debug
        + PartialEq
        + Default
        + Mul<Self::Scalar, Output = Self::Wedge>
        + Send
        + Sync
        + 'static;
    /// What a pose turns by: [`super::Rotation2`] in 2D, a unit quaternion in 3D.
    type Turn: Turn<Vector = Self>;

    /// 2 or 3.
    const DIM: usize;
    /// All coordinates 0.
    const ZERO: Self;
    /// The slice that holds the origin alone: the core of a ball.
    const ORIGIN: &'static [Self];

    /// The inner product.
    fn dot(self, other: Self) -> Self::Scalar;
    /// The oriented area of the parallelogram of `self` and `other`.
    fn wedge(self, other: Self) -> Self::Wedge;
    /// The inner product of two oriented areas.
    fn wedge_dot(a: Self::Wedge, b: Self::Wedge) -> Self::Scalar;
    /// The coordinates of an oriented area; in 2D the first one is all there is.
    fn wedge_numbers(a: Self::Wedge) -> [Self::Scalar; 3];
    /// The same oriented area in `f64`. Exact.
    fn wedge_widen(a: Self::Wedge) -> <Self::Wide as Vector>::Wedge;
    /// From its coordinates in `f64`.
    fn wedge_of(numbers: [f64; 3]) -> Self::Wedge;
    /// The velocity of the point at `x` that turns about the origin with the angular velocity
    /// `w`, in radians: the cross product w x `x`.
    fn turning(w: Self::Wedge, x: Self) -> Self;
    /// The volume of the parallelepiped of an oriented area and a vector. In 2D there is none: 0.
    fn volume(plane: Self::Wedge, edge: Self) -> Self::Scalar;
    /// The foot of the perpendicular from the origin on the plane through `point` that is
    /// parallel to `plane`. In 2D there is one plane only, and the origin lies in it.
    fn foot(plane: Self::Wedge, point: Self) -> Self;
    /// The coordinate of the given number, below [`Vector::DIM`].
    fn get(self, axis: usize) -> Self::Scalar;
    /// Coordinates from their numbers.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// The same vector in `f64`. Exact.
    fn widen(self) -> Self::Wide;
    /// The nearest vector of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// Calls the plain function that an entry point has for these vectors: see [`EntryPoint`].
    fn enter<E: EntryPoint>(given: E::Given<Self>) -> E::Answer<Self>;

    /// The vector as it is in another precision: exact unless that is the smaller one.
    #[inline]
    fn lift<W: Vector<Wide = Self::Wide>>(self) -> W {
        W::narrow(self.widen())
    }
    /// The same vector, somewhere else. What a function that is hardly ever called is given should
    /// not be what is worked on: for the pointer's sake that would live in memory, and to read from
    /// there what was written in other pieces takes longer than a square root.
    #[inline(always)]
    fn copied(self) -> Self {
        Self::from_fn(|i| self.get(i))
    }
    /// The unit vector along a coordinate axis.
    #[inline]
    fn unit(axis: usize) -> Self {
        Self::from_fn(|i| if i == axis { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }
    /// Euclidean length. Overflows past the square root of the type's range.
    #[inline]
    fn norm(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }
    /// The largest magnitude among the coordinates.
    #[inline]
    fn max_abs(self) -> Self::Scalar {
        (1..Self::DIM).fold(self.get(0).abs(), |m, i| m.max(self.get(i).abs()))
    }
    /// Are all coordinates finite?
    #[inline]
    fn is_finite(self) -> bool {
        (0..Self::DIM).all(|i| self.get(i).is_finite())
    }
    /// The vector of length 1 along `self`, whatever the magnitude of `self`; `None` for zero
    /// and non-finite vectors.
    #[inline]
    fn unit_along(self) -> Option<Self> {
        let largest = self.max_abs();
        if !(largest > Self::Scalar::ZERO && self.is_finite()) {
            return None;
        }
        let scaled = Self::from_fn(|i| self.get(i) / largest);
        let length = scaled.norm();
        Some(Self::from_fn(|i| scaled.get(i) / length))
    }
}

/// An entry point: one text for both dimensions and both precisions, compiled in the library.
///
/// A generic function is compiled in the crate that calls it, once for each type that it is called
/// with. An entry point puts one plain function for each type of vectors before a generic one:
///
/// ```text
///   user's crate                          |  this library
///   Query<Vec3>::clearance                |
///      -> Vec3::enter::<ClearanceEntry>   |  -> ClearanceEntry::space_f32 -> the generic text
/// ```
///
/// The plain functions are not generic. So they are compiled with the library, and what they call is
/// compiled with them. Which of them serves a vector is known when the caller is compiled.
///
/// *Source.* The standard library does so by hand: `std::fs::read` is generic over paths and calls a
/// plain function inside.
pub trait EntryPoint {
    /// What is handed in.
    type Given<V: Vector>;
    /// What comes back.
    type Answer<V: Vector>;
    /// The plane in `f32`.
    fn plane_f32(given: Self::Given<Vec2>) -> Self::Answer<Vec2>;
    /// The plane in `f64`.
    fn plane_f64(given: Self::Given<DVec2>) -> Self::Answer<DVec2>;
    /// Space in `f32`.
    fn space_f32(given: Self::Given<Vec3>) -> Self::Answer<Vec3>;
    /// Space in `f64`.
    fn space_f64(given: Self::Given<DVec3>) -> Self::Answer<DVec3>;
}

/// A rotation as a pose stores it.
pub trait Turn: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The vectors it turns.
    type Vector: Vector;
    /// What a caller gives: an angle in radians in 2D, a quaternion (x, y, z, w) in 3D.
    type Given: Copy;

    /// No rotation.
    const IDENTITY: Self;
    /// What [`Turn::columns`] of that are.
    const UNTURNED: [<Self::Vector as Vector>::Wide; 3];

    /// Checks and normalises. Errors: NaN, infinities, the zero quaternion.
    fn checked(given: Self::Given) -> Result<Self, Error>;
    /// The columns of the rotation matrix, in `f64`; the third is unused in 2D.
    fn columns(self) -> [<Self::Vector as Vector>::Wide; 3];
    /// The stored numbers as they are: (cos, sin, 0, 0) in 2D, the quaternion (x, y, z, w) in 3D.
    fn numbers(self) -> [f64; 4];
    /// The same rotation in `f64`.
    fn widen(self) -> <<Self::Vector as Vector>::Wide as Vector>::Turn;
    /// The nearest rotation of this precision.
    fn narrow(wide: <<Self::Vector as Vector>::Wide as Vector>::Turn) -> Self;
    /// The rotation by that angle in radians; in 3D about the vector `by`, of the angle's length.
    fn about(by: <<Self::Vector as Vector>::Wide as Vector>::Wedge) -> Self;
    /// This rotation first, then another one.
    fn then(self, next: Self) -> Self;
    /// The rotation that undoes this one. Exact.
    fn inverse(self) -> Self;
    /// The shortest rotation that leads from this one to `other`, as [`Turn::about`] takes it.
    fn towards(self, other: Self) -> <<Self::Vector as Vector>::Wide as Vector>::Wedge;
}

/// Refuses vectors with NaN, infinite or far too large coordinates.
#[doc(hidden)]
pub fn finite<V: Vector>(what: &'static str, index: Option<usize>, value: V) -> Result<V, Error> {
    for i in 0..V::DIM {
        Error::length_at(what, index, value.get(i))?;
    }
    Ok(value)
}

/// Refuses lists of points that are empty, longer than `most`, or hold such coordinates.
#[doc(hidden)]
pub fn finite_points<V: Vector>(
    what: &'static str,
    points: &[V],
    most: usize,
) -> Result<(), Error> {
    match points.len() {
        0 => return Err(Error::Empty { what }),
        count if count > most => return Err(Error::TooMany { what, most, count }),
        _ => {}
    }
    for (i, p) in points.iter().enumerate() {
        finite(what, Some(i), *p)?;
    }
    Ok(())
}
