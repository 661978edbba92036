//! One vector trait for glam's `Vec2`, `Vec3`, `DVec2` and `DVec3`.
//!
//! The algorithms are written once for both dimensions. The operation that differs is the *wedge* of two
//! vectors: the signed area they span. It is a number in 2D and the cross product in 3D, and the only
//! operation besides dot products that the sub-problem of a triangle needs (dot products alone lose half
//! the digits on needle-like triangles). `dimensions` has the four types, and `rotation` the rotations.
//!
//! [`Vector`] and [`EntryPoint`] refer to each other (a vector selects the function of an entry point,
//! whose types are made of vectors), and so do [`Turn`] and [`Prepared`]. So these traits are in one file.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::Error;
use crate::number::Scalar;

/// A vector in `f64`: glam's `DVec2` or `DVec3`. Solvers and the checker work in these.
pub trait DVector: Vector<Scalar = f64, Wide = Self> {}
impl<W: Vector<Scalar = f64, Wide = W>> DVector for W {}

/// A vector of `DIM` coordinates of type [`Vector::Scalar`]: glam's `Vec2`, `Vec3`, `DVec2` or `DVec3`.
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
    /// The type of the coordinates.
    type Scalar: Scalar;
    /// The `f64` vector of the same dimension.
    type Wide: DVector;
    /// The oriented area spanned by two vectors: a number in 2D, a vector in 3D. Rotation vectors and
    /// angular velocities have this type, too.
    type Wedge: Copy
        + Debug
        + PartialEq
        + Default
        + Mul<Self::Scalar, Output = Self::Wedge>
        + Send
        + Sync
        + 'static;
    /// The rotation that a pose stores: [`super::Rotation2`] in 2D, a unit quaternion in 3D.
    type Turn: Turn<Vector = Self>;

    /// The dimension, 2 or 3.
    const DIM: usize;
    /// The zero vector.
    const ZERO: Self;
    /// A slice that contains only the origin: the core of a ball.
    const ORIGIN: &'static [Self];

    /// The dot product.
    fn dot(self, other: Self) -> Self::Scalar;
    /// The oriented area of the parallelogram of `self` and `other`.
    fn wedge(self, other: Self) -> Self::Wedge;
    /// The dot product of two oriented areas.
    fn wedge_dot(a: Self::Wedge, b: Self::Wedge) -> Self::Scalar;
    /// The coordinates of an oriented area. In 2D only the first one is used.
    fn wedge_numbers(a: Self::Wedge) -> [Self::Scalar; 3];
    /// The same oriented area in `f64`. The conversion is exact.
    fn wedge_widen(a: Self::Wedge) -> <Self::Wide as Vector>::Wedge;
    /// The oriented area with these coordinates, rounded from `f64`.
    fn wedge_of(numbers: [f64; 3]) -> Self::Wedge;
    /// The cross product w x `x`: the velocity of the point `x` if it rotates about the origin with the
    /// angular velocity `w`, in radians.
    fn turning(w: Self::Wedge, x: Self) -> Self;
    /// The volume of the parallelepiped of an oriented area and a vector. Always 0 in 2D.
    fn volume(plane: Self::Wedge, edge: Self) -> Self::Scalar;
    /// The foot of the perpendicular from the origin to the plane through `point` that is parallel to
    /// `plane`. In 2D there is only one plane, and the origin lies in it.
    fn foot(plane: Self::Wedge, point: Self) -> Self;
    /// The coordinate with this number, which is below [`Vector::DIM`].
    fn get(self, axis: usize) -> Self::Scalar;
    /// The vector whose coordinate `i` is `f(i)`.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// The same vector in `f64`. The conversion is exact.
    fn widen(self) -> Self::Wide;
    /// The nearest vector of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// Calls the non-generic function of an entry point for this vector type: see [`EntryPoint`].
    fn enter<E: EntryPoint>(given: E::Given<Self>) -> E::Answer<Self>;

    /// Converts to another precision. The conversion is exact, except from `f64` to `f32`.
    #[inline]
    fn lift<W: Vector<Wide = Self::Wide>>(self) -> W {
        W::narrow(self.widen())
    }
    /// A copy of the vector, to be passed by reference to a rarely called function. If the original were
    /// passed, the compiler would keep it in memory for the sake of the reference. Reading it back from
    /// memory after it was written in pieces takes longer than a square root.
    #[inline(always)]
    fn copied(self) -> Self {
        Self::from_fn(|i| self.get(i))
    }
    /// The unit vector along a coordinate axis.
    #[inline]
    fn unit(axis: usize) -> Self {
        Self::from_fn(|i| if i == axis { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }
    /// The Euclidean length. It overflows past the square root of the type's range.
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
    /// The unit vector along `self`, whatever the magnitude of `self`. `None` for zero and non-finite
    /// vectors.
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

/// An entry point: one generic function for both dimensions and both precisions, compiled in the library.
///
/// Usually a generic function is compiled in the crate that calls it, once for each type that it is called
/// with. An entry point wraps the generic function in one non-generic function for each vector type:
///
/// ```text
///   user's crate                          |  this library
///   Query<Vec3>::clearance                |
///      -> Vec3::enter::<ClearanceEntry>   |  -> ClearanceEntry::space_f32 -> the generic function
/// ```
///
/// Because the wrappers are not generic, they are compiled with the library, together with all that they
/// call. The compiler selects the wrapper for a vector type when it compiles the caller.
///
/// *Source.* The standard library does this by hand: `std::fs::read` is generic over paths and calls a
/// non-generic function inside.
pub trait EntryPoint {
    /// The arguments.
    type Given<V: Vector>;
    /// The result.
    type Answer<V: Vector>;
    /// The function for 2D in `f32`.
    fn plane_f32(given: Self::Given<Vec2>) -> Self::Answer<Vec2>;
    /// The function for 2D in `f64`.
    fn plane_f64(given: Self::Given<DVec2>) -> Self::Answer<DVec2>;
    /// The function for 3D in `f32`.
    fn space_f32(given: Self::Given<Vec3>) -> Self::Answer<Vec3>;
    /// The function for 3D in `f64`.
    fn space_f64(given: Self::Given<DVec3>) -> Self::Answer<DVec3>;
}

/// A rotation as a pose stores it.
pub trait Turn: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The type of vectors that it rotates.
    type Vector: Vector;
    /// The input type: an angle in radians in 2D, a quaternion (x, y, z, w) in 3D.
    type Given: Copy;

    /// The form in which a pose stores it.
    type Prepared: Prepared<Turn = Self>;

    /// The identity rotation.
    const IDENTITY: Self;

    /// Checks and normalises the input. Errors: NaN, infinities, the zero quaternion.
    fn checked(given: Self::Given) -> Result<Self, Error>;
    /// The stored numbers: (cos, sin, 0, 0) in 2D, the quaternion (x, y, z, w) in 3D.
    fn numbers(self) -> [f64; 4];
    /// The same rotation in `f64`. The conversion is exact.
    fn widen(self) -> <<Self::Vector as Vector>::Wide as Vector>::Turn;
    /// The nearest rotation of this precision.
    fn narrow(wide: <<Self::Vector as Vector>::Wide as Vector>::Turn) -> Self;
    /// The rotation by an angle in radians; in 3D about the vector `by`, whose length is the angle.
    fn about(by: <<Self::Vector as Vector>::Wide as Vector>::Wedge) -> Self;
    /// This rotation, followed by `next`.
    fn then(self, next: Self) -> Self;
    /// The inverse rotation. It is exact.
    fn inverse(self) -> Self;
    /// The shortest rotation from this one to `other`, in the form that [`Turn::about`] takes.
    fn towards(self, other: Self) -> <<Self::Vector as Vector>::Wide as Vector>::Wedge;
}

/// A rotation as a pose stores it: with numbers that save its matrix a division or a root.
pub trait Prepared: Copy + PartialEq + Send + Sync + 'static {
    /// The rotation.
    type Turn: Turn;

    /// The identity rotation.
    const IDENTITY: Self;

    /// Prepares a rotation.
    fn of(turn: Self::Turn) -> Self;
    /// The rotation as it was given.
    fn turn(&self) -> Self::Turn;
    /// The columns of the rotation matrix, in `f64`; the third is unused in 2D.
    fn columns(&self) -> [<<Self::Turn as Turn>::Vector as Vector>::Wide; 3];
    /// One vector from the world's to the local axes: the product with the transposed matrix, up to rounding. In
    /// 3D it takes fewer operations than the matrix. The error, relative to the vector's length, is at most half
    /// of [`super::MOTION_ERROR`] in `f64` epsilons.
    fn unrotate(
        &self,
        x: <<Self::Turn as Turn>::Vector as Vector>::Wide,
    ) -> <<Self::Turn as Turn>::Vector as Vector>::Wide;
    /// 0 if the rotation is finite and not zero, otherwise NaN.
    fn zero_if_finite(&self) -> f64;
}

/// Returns an error if a coordinate is NaN, infinite or too large.
#[doc(hidden)]
pub fn finite<V: Vector>(what: &'static str, index: Option<usize>, value: V) -> Result<V, Error> {
    for i in 0..V::DIM {
        Error::length_at(what, index, value.get(i))?;
    }
    Ok(value)
}

/// Returns an error if the list is empty, longer than `most`, or contains such a coordinate.
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
