//! The questions about shapes of many pieces as plain functions, one for each type of vectors, which are compiled with
//! this library: see [`EntryPoint`](clearance_geometry::space::EntryPoint). A program that asks about convex shapes
//! alone would compile them, too, because the compiler finds only later that nothing calls them.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{Clearance, Impact, Projection, RayHit};
use clearance_geometry::space::{Pose, Ray, Sweep, Vector, entry_points};

use crate::motion::CastOptions;
use crate::probe::RayOptions;
use crate::{Contact, Immersion, Separation, ShapeRef};

/// Functions of other modules with an entry point in front. Most take `one` shape and its pose first, or `two`; of others
/// `all` arguments are written down.
macro_rules! entries {
    ($($(#[$if:meta])* $module:ident { $($shapes:ident $name:ident($($arg:ident: $given:ty),*) -> $answer:ty;)* })*) => {$(
        $(#[$if])*
        pub(super) mod $module {
            use super::*;
            $(entries!(@$shapes $module $name($($arg: $given),*) -> $answer);)*
        }
    )*};
    (@one $module:ident $name:ident($($arg:ident: $given:ty),*) -> $answer:ty) => {
        entries!(@all $module $name(
            shape: &'a ShapeRef<'a, V>, pose: &'a Pose<V>, $($arg: $given),*) -> $answer);
    };
    (@two $module:ident $name:ident($($arg:ident: $given:ty),*) -> $answer:ty) => {
        entries!(@all $module $name(
            a: &'a ShapeRef<'a, V>, pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>, pose_b: &'a Pose<V>, $($arg: $given),*) -> $answer);
    };
    (@all $module:ident $name:ident($($arg:ident: $given:ty),* $(,)?) -> $answer:ty) => {
        #[inline]
        pub fn $name<'a, V: Vector>($($arg: $given),*) -> $answer {
            entry_points! {
                Entry<'a>(given: ($($given,)*)) -> $answer {
                    let ($($arg,)*) = given;
                    crate::$module::$name($($arg),*)
                }
            }
            V::enter::<Entry<'a>>(($($arg,)*))
        }
    };
}

entries! {
    separation {
        two intersects() -> bool;
        two separation() -> Separation<V>;
    }
    depth {
        two within(distance: V::Scalar) -> bool;
        two clearance() -> Clearance<V>;
        two only_touches() -> bool;
        two contacts(margin: V::Scalar) -> Vec<Contact<V>>;
        two immersion(tolerance: V::Scalar) -> Option<Immersion<V>>;
    }
    #[cfg(feature = "std")]
    overlap {
        two overlap() -> Option<crate::Overlap<V>>;
        two local_depth() -> Option<crate::LocalDepth<V>>;
    }
    contact {
        all welded_contacts(
            others: &'a [(&'a ShapeRef<'a, V>, &'a Pose<V>)],
            moving: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            margin: V::Scalar,
            slop: V::Scalar
        ) -> Vec<Vec<Contact<V>>>;
    }
    motion {
        all time_of_impact(
            a: &'a ShapeRef<'a, V>,
            sweep_a: &'a Sweep<V>,
            b: &'a ShapeRef<'a, V>,
            sweep_b: &'a Sweep<V>,
            tmax: V::Scalar,
            options: CastOptions<V::Scalar>
        ) -> Result<Impact<V>, Error>;
    }
    probe {
        one cast_ray(ray: &'a Ray<V>, options: RayOptions) -> Option<RayHit<V>>;
        one cast_ray_any(ray: &'a Ray<V>) -> bool;
        one cast_ray_all(ray: &'a Ray<V>) -> Vec<RayHit<V>>;
        one project(point: V) -> Result<Projection<V>, Error>;
        one contains(point: V) -> Result<bool, Error>;
    }
}
