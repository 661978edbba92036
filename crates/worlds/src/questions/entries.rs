//! The questions about shapes of many pieces as plain functions, one for each type of vectors, which are compiled with
//! this library: see [`EntryPoint`](clearance_geometry::space::EntryPoint). A program that asks about convex shapes
//! alone would compile them, too, because the compiler finds only later that nothing calls them.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{Clearance, Impact, Projection, RayHit};
use clearance_geometry::space::{Pose, Ray, Sweep, Vector, entry_points};

use crate::{Contact, Immersion, Separation, ShapeRef};

/// Functions of other modules with an entry point in front.
macro_rules! entries {
    ($($module:ident { $(
        fn $name:ident($($arg:ident: $given:ty),* $(,)?) -> $answer:ty;
    )* })*) => {$(
        pub(super) mod $module {
            use super::*;

            $(
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
            )*
        }
    )*};
}

entries! {
    separation {
        fn intersects(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
        ) -> bool;
        fn separation(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
        ) -> Separation<V>;
    }
    depth {
        fn within(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
            distance: V::Scalar,
        ) -> bool;
        fn clearance(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
        ) -> Clearance<V>;
        fn immersion(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
            tolerance: V::Scalar,
        ) -> Option<Immersion<V>>;
    }
    contact {
        fn contacts(
            a: &'a ShapeRef<'a, V>,
            pose_a: &'a Pose<V>,
            b: &'a ShapeRef<'a, V>,
            pose_b: &'a Pose<V>,
            margin: V::Scalar,
        ) -> Vec<Contact<V>>;
        fn welded_contacts(
            others: &'a [(&'a ShapeRef<'a, V>, &'a Pose<V>)],
            moving: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            margin: V::Scalar,
            slop: V::Scalar,
        ) -> Vec<Vec<Contact<V>>>;
    }
    motion {
        fn time_of_impact(
            a: &'a ShapeRef<'a, V>,
            sweep_a: &'a Sweep<V>,
            b: &'a ShapeRef<'a, V>,
            sweep_b: &'a Sweep<V>,
            tmax: V::Scalar,
            options: crate::motion::CastOptions<V::Scalar>,
        ) -> Result<Impact<V>, Error>;
    }
    probe {
        fn cast_ray(
            shape: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            ray: &'a Ray<V>,
            options: crate::probe::RayOptions,
        ) -> Option<RayHit<V>>;
        fn cast_ray_any(
            shape: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            ray: &'a Ray<V>,
        ) -> bool;
        fn cast_ray_all(
            shape: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            ray: &'a Ray<V>,
        ) -> Vec<RayHit<V>>;
        fn project(
            shape: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            point: V,
        ) -> Result<Projection<V>, Error>;
        fn contains(
            shape: &'a ShapeRef<'a, V>,
            pose: &'a Pose<V>,
            point: V,
        ) -> Result<bool, Error>;
    }
}
