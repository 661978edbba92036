//! Entry points: one text for both dimensions and both precisions, compiled in this library.
//!
//! A generic function is compiled in the crate that calls it, once for each type that it is called
//! with. An entry point puts one plain function for each type of vectors before a generic one:
//!
//! ```text
//!   user's crate                          |  this library
//!   Query<Vec3>::clearance                |
//!      -> Vec3::enter::<ClearanceEntry>   |  -> ClearanceEntry::space_f32 -> the generic text
//! ```
//!
//! The plain functions are not generic. So they are compiled with the library, and what they call is
//! compiled with them. Which of them serves a vector is known when the caller is compiled.
//!
//! *Source.* The standard library does so by hand: `std::fs::read` is generic over paths and calls a
//! plain function inside.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::Vector;

/// One function for each type of vectors; see the head of this file.
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

/// Makes an [`EntryPoint`] before a text that is generic over vectors.
macro_rules! entry_points {
    ($(
        $(#[$doc:meta])*
        $name:ident<$($life:lifetime $(: $longer:lifetime)?),*>($arg:ident: $given:ty) -> $answer:ty $text:block
    )*) => {$(
        $(#[$doc])*
        struct $name<$($life),*>(core::marker::PhantomData<($(&$life (),)*)>);

        impl<$($life $(: $longer)?),*> $crate::space::EntryPoint for $name<$($life),*> {
            type Given<V: Vector> = $given;
            type Answer<V: Vector> = $answer;
            #[inline(never)]
            fn plane_f32($arg: Self::Given<glam::Vec2>) -> Self::Answer<glam::Vec2> $text
            #[inline(never)]
            fn plane_f64($arg: Self::Given<glam::DVec2>) -> Self::Answer<glam::DVec2> $text
            #[inline(never)]
            fn space_f32($arg: Self::Given<glam::Vec3>) -> Self::Answer<glam::Vec3> $text
            #[inline(never)]
            fn space_f64($arg: Self::Given<glam::DVec3>) -> Self::Answer<glam::DVec3> $text
        }
    )*};
}
pub(crate) use entry_points;
