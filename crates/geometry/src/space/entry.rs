//! Makes the plain functions in front of generic code: see [`EntryPoint`](super::EntryPoint).

/// Makes an [`EntryPoint`](crate::space::EntryPoint) for a function that is generic over vectors.
#[doc(hidden)]
#[macro_export]
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

#[doc(hidden)]
pub use entry_points;
