#![cfg_attr(not(feature = "std"), no_std)]
//! clearance: certified signed clearance between convex shapes.

extern crate alloc;

pub mod algorithm;
pub mod answer;
pub mod broad;
mod error;
pub mod minkowski;
pub mod number;
pub mod pair;
pub mod scene;
pub mod shape;
pub mod space;
pub mod trace;
pub mod verify;

pub use answer::{Algorithm, Certificate, Clearance, ClosestPoints, End, Penetration, Status};
pub use error::Error;
pub use glam;
pub use pair::{
    Cache, Query, Scratch, certificate, clearance, closest_points, distance, intersects,
    penetration, within,
};
pub use scene::{Scene, Within};
pub use shape::{Convex, ConvexShape, HalfSpace, Rounded, Shape};
pub use space::{Aabb, Pose};

macro_rules! front {
    ($(#[$doc:meta])* $name:ident: $v:ty, $($extra:tt)*) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::pair::{
                certificate, clearance, closest_points, distance, intersects, penetration, within,
            };
            pub use crate::shape::Rounded;
            $($extra)*
            /// A pose: local to world.
            pub type Pose = crate::space::Pose<$v>;
            /// Any shape.
            pub type Shape = crate::shape::Shape<$v>;
            /// A half-space: in 2D, a half-plane.
            pub type HalfSpace = crate::shape::HalfSpace<$v>;
            /// A single point.
            pub type Point = crate::shape::Point<$v>;
            /// A segment.
            pub type Segment = crate::shape::Segment<$v>;
            /// A triangle.
            pub type Triangle = crate::shape::Triangle<$v>;
            /// A capsule: a segment with a radius.
            pub type Capsule = crate::shape::Capsule<$v>;
            /// A box around the local origin.
            pub type Cuboid = crate::shape::Cuboid<$v>;
            /// A signed clearance with its evidence.
            pub type Clearance = crate::answer::Clearance<$v>;
        }
    };
}

macro_rules! front_d2 {
    ($(#[$doc:meta])* $name:ident: $v:ident) => {
        front! { $(#[$doc])* $name: glam::$v,
            pub use glam::$v;
            /// A circle.
            pub type Circle = crate::shape::Ball<$v>;
            /// An ellipse along the coordinate axes.
            pub type Ellipse = crate::shape::Ellipsoid<$v>;
            /// A convex polygon.
            pub type Polygon = crate::shape::Polygon<$v>;
        }
    };
}

macro_rules! front_d3 {
    ($(#[$doc:meta])* $name:ident: $v:ident, $q:ident) => {
        front! { $(#[$doc])* $name: glam::$v,
            pub use glam::{$q, $v};
            /// A sphere.
            pub type Sphere = crate::shape::Ball<$v>;
            /// An ellipsoid along the coordinate axes.
            pub type Ellipsoid = crate::shape::Ellipsoid<$v>;
            /// A cylinder along a coordinate axis.
            pub type Cylinder = crate::shape::Cylinder<$v>;
            /// A cone along a coordinate axis.
            pub type Cone = crate::shape::Cone<$v>;
            /// The convex hull of points.
            pub type Hull = crate::shape::Hull<$v>;
        }
    };
}

front_d2! {
    /// The plane in `f32`.
    d2: Vec2
}
front_d2! {
    /// The plane in `f64`.
    d2_f64: DVec2
}
front_d3! {
    /// Space in `f32`.
    d3: Vec3, Quat
}
front_d3! {
    /// Space in `f64`.
    d3_f64: DVec3, DQuat
}
