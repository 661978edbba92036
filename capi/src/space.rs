//! What differs between the four spaces: the type of vectors, its prefix, and how a pose is written.

use std::marker::PhantomData;

use clearance_geometry::Error;
use clearance_geometry::space::{Pose, Vector};
use glam::{DMat3, DMat4, DQuat, DVec2, DVec3, Mat3, Mat4, Quat, Vec2, Vec3};

/// A number of the space.
pub type Real<S> = <S as Vector>::Scalar;
/// The coordinates of a vector, in an answer.
pub type Array<S> = <S as Space>::Array;
/// The coordinates of an angular velocity: one about each axis of the world, in the plane a number.
pub type Angular<S> = <S as Space>::Angular;
/// The coordinates of a vector, or of vectors one after the other, that C gives.
pub type Numbers<S> = *const Real<S>;
/// A pose that C gives.
pub type Placed<S> = <S as Space>::Placed;

/// A type of vectors that C has.
pub trait Space: Vector {
    type Array: Copy;
    type Angular: Copy;
    type Placed: Copy;
    fn array(self) -> Self::Array;
    fn vector(array: Self::Array) -> Self;
    fn angular(array: Self::Angular) -> Self::Wedge;
    fn angular_array(angular: Self::Wedge) -> Self::Angular;
    fn pose(placed: &Self::Placed) -> Result<Pose<Self>, Error>;
    /// How many numbers a matrix has that rotates and translates.
    const ENTRIES: usize = (Self::DIM + 1) * (Self::DIM + 1);
    /// From the columns of such a matrix, one after the other.
    fn pose_of_matrix(numbers: &[Real<Self>]) -> Result<Pose<Self>, Error>;
    fn placed(pose: &Pose<Self>) -> Self::Placed;
}

/// Where a shape is: from its frame to the world's. First it rotates, then it translates.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SpacePose<R> {
    /// The place of the shape's origin in the world.
    pub translation: [R; 3],
    /// x, y, z, w, of any length but zero.
    pub quaternion: [R; 4],
}

/// Where a shape is: from its frame to the world's. First it rotates, then it translates.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PlanePose<R> {
    /// The place of the shape's origin in the world.
    pub translation: [R; 2],
    /// Counterclockwise, in radians.
    pub angle: R,
}

/// A pose that was checked and normalised once, for many questions. Its numbers are not for reading.
#[repr(C)]
pub struct PreparedPose<S: Space> {
    /// As the library keeps them.
    pub numbers: [f64; 8],
    space: PhantomData<S>,
}

impl<S: Space> PreparedPose<S> {
    const FITS: () = assert!(size_of::<Pose<S>>() <= size_of::<[f64; 8]>());

    pub fn of(pose: &Pose<S>) -> Self {
        const { Self::FITS };
        let mut numbers = [0.0; 8];
        // SAFETY: there is room for a pose, which is numbers alone. Where it is not aligned, its bytes are written.
        unsafe { numbers.as_mut_ptr().cast::<Pose<S>>().write_unaligned(*pose) };
        Self { numbers, space: PhantomData }
    }
    /// The pose again, in the room where it must be aligned. Of numbers that no pose was written into it proves nothing, as
    /// that of `Pose::from_unit`.
    #[inline(always)]
    pub fn pose<'p>(&'p self, room: &'p mut Option<Pose<S>>) -> &'p Pose<S> {
        const { Self::FITS };
        let pointer = self.numbers.as_ptr().cast::<Pose<S>>();
        // SAFETY: as above; any bytes are numbers.
        unsafe {
            if align_of::<Pose<S>>() <= align_of::<f64>() {
                &*pointer
            } else {
                room.insert(pointer.read_unaligned())
            }
        }
    }
}

macro_rules! in_space {
    ($vector:ty, $real:ty, $quaternion:ty, $matrix:ty) => {
        impl Space for $vector {
            type Array = [$real; 3];
            type Angular = [$real; 3];
            type Placed = SpacePose<$real>;
            #[inline]
            fn array(self) -> [$real; 3] {
                self.to_array()
            }
            #[inline]
            fn vector(array: [$real; 3]) -> Self {
                Self::from_array(array)
            }
            fn angular(array: [$real; 3]) -> Self {
                Self::from_array(array)
            }
            fn angular_array(angular: Self) -> [$real; 3] {
                angular.to_array()
            }
            #[inline]
            fn pose(placed: &SpacePose<$real>) -> Result<Pose<Self>, Error> {
                let turn = <$quaternion>::from_array(placed.quaternion);
                Pose::new(Self::from_array(placed.translation), turn)
            }
            #[inline]
            fn pose_of_matrix(numbers: &[$real]) -> Result<Pose<Self>, Error> {
                Pose::try_from(<$matrix>::from_cols_slice(numbers))
            }
            fn placed(pose: &Pose<Self>) -> SpacePose<$real> {
                let translation = pose.translation().to_array();
                SpacePose { translation, quaternion: pose.turn().to_array() }
            }
        }
    };
}

macro_rules! in_plane {
    ($vector:ty, $real:ty, $matrix:ty) => {
        impl Space for $vector {
            type Array = [$real; 2];
            type Angular = $real;
            type Placed = PlanePose<$real>;
            #[inline]
            fn array(self) -> [$real; 2] {
                self.to_array()
            }
            #[inline]
            fn vector(array: [$real; 2]) -> Self {
                Self::from_array(array)
            }
            fn angular(array: $real) -> $real {
                array
            }
            fn angular_array(angular: $real) -> $real {
                angular
            }
            #[inline]
            fn pose(placed: &PlanePose<$real>) -> Result<Pose<Self>, Error> {
                Pose::new(Self::from_array(placed.translation), placed.angle)
            }
            #[inline]
            fn pose_of_matrix(numbers: &[$real]) -> Result<Pose<Self>, Error> {
                Pose::try_from(<$matrix>::from_cols_slice(numbers))
            }
            fn placed(pose: &Pose<Self>) -> PlanePose<$real> {
                let translation = pose.translation().to_array();
                PlanePose { translation, angle: pose.turn().angle() }
            }
        }
    };
}

in_space! { DVec3, f64, DQuat, DMat4 }
in_space! { Vec3, f32, Quat, Mat4 }
in_plane! { DVec2, f64, DMat3 }
in_plane! { Vec2, f32, Mat3 }

/// Makes the C functions of each space. `S` is its type of vectors, and `exported!` says which spaces have the functions:
/// `all`, `space`, `plane`, `robots` (space in `f64`), or `once` for what has nothing to do with them.
///
/// A body gives `Asked`, and its function a code. `freed fn` gives nothing, and takes what it is given.
macro_rules! exported {
    ($spaces:ident; $($(#[$doc:meta])* fn $name:ident($($given:tt)*) $body:block)*) => {$(
        #[allow(unused, reason = "not every function needs all that its file imports")]
        mod $name {
            use super::*;
            crate::space::in_each! { $spaces, [$(#[$doc])*] $name, "", ($($given)*) $body }
        }
    )*};
}
pub(crate) use exported;

/// A function in each of some spaces. The suffix is that of its name.
macro_rules! in_each {
    (all, $($function:tt)*) => {
        crate::space::in_each! { space, $($function)* }
        crate::space::in_each! { plane, $($function)* }
    };
    (space, $($function:tt)*) => {
        crate::space::in_one! { space_f64, "cl_", glam::DVec3, $($function)* }
        #[cfg(feature = "single")]
        crate::space::in_one! { space_f32, "clf_", glam::Vec3, $($function)* }
    };
    (plane, $($function:tt)*) => {
        #[cfg(feature = "plane")]
        crate::space::in_one! { plane_f64, "cl2_", glam::DVec2, $($function)* }
        #[cfg(all(feature = "plane", feature = "single"))]
        crate::space::in_one! { plane_f32, "clf2_", glam::Vec2, $($function)* }
    };
    ($once:ident, $($function:tt)*) => {
        crate::space::in_one! { space_f64, "cl_", glam::DVec3, $($function)* }
    };
}
pub(crate) use in_each;

/// A function of one space, in a module of its own.
macro_rules! in_one {
    ($space:ident, $prefix:literal, $vectors:ty, [$(#[$doc:meta])*] $name:ident, $suffix:literal,
        ($($given:ident: $type:ty),* $(,)?) $body:block) => {
        mod $space {
            use super::*;
            type S = $vectors;
            $(#[$doc])*
            #[unsafe(export_name = concat!($prefix, crate::space::name!($name), $suffix))]
            unsafe extern "C" fn exported($($given: $type),*) -> crate::answers::Code {
                // SAFETY: pointers are as this library's rules say.
                crate::answers::answered(|| unsafe { $body })
            }
        }
    };
}
pub(crate) use in_one;

/// A function's name in C: `box` is a word of Rust, so the text has `cuboid` and `rectangle`.
macro_rules! name {
    (cuboid) => {
        "box"
    };
    (rectangle) => {
        "box"
    };
    ($name:ident) => {
        stringify!($name)
    };
}
pub(crate) use name;

/// Functions that give back what was made; null is nothing.
macro_rules! freed {
    ($spaces:ident; $($(#[$doc:meta])* fn $name:ident($given:ident: *mut $type:ty);)*) => {$(
        exported! { $spaces; $(#[$doc])* fn $name($given: *mut $type) {
            if !$given.is_null() {
                drop(Box::from_raw($given));
            }
            Ok(())
        } }
    )*};
}
pub(crate) use freed;
