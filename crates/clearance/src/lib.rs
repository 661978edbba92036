#![cfg_attr(not(feature = "std"), no_std)]
//! Are two convex shapes apart, by how much, and where do they touch?
//!
//! ```
//! use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
//!
//! let (floor, ball) = (Cuboid::new(Vec3::new(5.0, 5.0, 0.5))?, Sphere::new(1.0)?);
//! let answer = d3::clearance(&floor, &Pose::IDENTITY, &ball, &Pose::at(Vec3::new(0.0, 0.0, 1.25))?);
//!
//! assert_eq!(answer.signed_distance, -0.25); // an overlap
//! assert_eq!(answer.normal, Vec3::Z); // moving the ball up by 0.25 separates
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! The flow, room by room:
//!
//! ```text
//!   shape --> broad --> pair ------> algorithm ----> answer ----> verify
//!   support   boxes     which one    GJK, EPA        bounds,      proven,
//!   function            answers      on A - B        evidence     or not
//! ```
//!
//! - [`d2`], [`d3`] (`f32`) and [`d2_f64`], [`d3_f64`]: shapes and questions under plain names.
//! - [`shape`]: the shapes, and [`Convex`] for shapes of one's own.
//! - [`pair`]: the questions; [`Query`] asks them with options, [`Cast`] those about [`Sweep`]s;
//!   [`cast_ray`], [`project`] and [`contains`] ask about one shape.
//! - [`algorithm`]: [`gjk`](algorithm::gjk), [`gjk_boolean`](algorithm::gjk_boolean),
//!   [`epa`](algorithm::epa), [`sat`](algorithm::sat), [`cast`](algorithm::cast),
//!   [`ray`](algorithm::ray), [`point`](algorithm::point),
//!   [`manifold`](algorithm::manifold). [`trace`] watches those that search.
//! - [`answer`]: what comes back; [`verify`] checks it.
//! - [`scene`]: many bodies, and where they touch. [`broad`]: boxes to candidate pairs.
//!   [`batch`]: one question about many pairs.
//! - [`hull`]: hulls of points with half-edges, planes and mass properties.
//! - [`minkowski`]: the slow, obvious version of everything.
//!
//! **Conventions.** The normal points from A to B, and negative is overlap: moving B by
//! `depth * normal` separates. Poses map local to world; quaternions are x, y, z, w; angles are
//! radians; answers are in world coordinates. Lengths are in whatever unit the input has.
//! Touching counts as intersecting. Constructors refuse bad input, see [`Error`]; past them
//! nothing panics.
//!
//! **Range.** Coordinates, sizes, radii and their sums, translations, margins, speeds and the
//! points of questions are at most 2^160 (about 1.46e48) in `f64` and 2^124 (about 2.1e37) in
//! `f32`: [`Scalar::LARGEST`](number::Scalar::LARGEST). What is larger is refused with an
//! [`Error::TooLarge`]. There is no least size: numbers go down to the last denormal, alone or
//! beside large ones, and bounds are as narrow as the size of the pair allows. Two things have an
//! end of their own: directions of rays are at least 2^-850 long ([`Ray::SHORTEST`]), and separating
//! axis tests by name say nothing of pairs smaller than 2^-200. Times may overflow: a cast whose
//! contact is at a time or a place past all numbers is undecided.
//!
//! **No question denies what another proves.** Of one pair, asked by the same algorithm:
//!
//! - [`intersects`] is false only where a gap is proven, and exactly where the status of the
//!   [`clearance`] is [`Status::Apart`]. [`within`] is false only where the clearance is proven to be
//!   more.
//! - [`distance`] is more than 0, [`closest_points`] are some and [`penetration`] is none exactly
//!   where `intersects` is false.
//! - [`contact_manifold`] is none only where the clearance is proven to be more than the margin, and
//!   where no point is known: two half-spaces that overlap without end, facets that refuse a contact,
//!   and shapes of one's own whose numbers are none. For a margin of 0 it is none, but for these,
//!   exactly where `intersects` is false.
//! - [`contains`] is false only where the point is proven to be outside, and a ray misses only where
//!   that is proven. A ray that may start inside hits at time 0.
//!
//! Answers that prove nothing say that the shapes touch. Two that prove something never contradict
//! each other, whichever algorithms they come from.

extern crate alloc;

pub mod algorithm;
pub mod batch;
pub mod broad;
pub mod minkowski;
pub mod pair;
pub mod scene;
pub mod trace;

pub use answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, ContactPoint, End, FeatureId, FeaturePart,
    Gradient, Impact, ImpactCertificate, ImpactStatus, Manifold, Penetration, Projection, RayHit,
    Status,
};
#[doc(inline)]
pub use clearance_geometry::{Error, answer, hull, number, shape, space};
#[doc(inline)]
pub use clearance_verify as verify;
pub use glam;
pub use pair::{
    Cache, Cast, Query, RayCast, Scratch, cast_ray, cast_shapes, certificate, clearance,
    closest_points, contact_manifold, contains, distance, intersects, penetration, project,
    signed_distance, time_of_impact, within,
};
pub use scene::{Scene, Within};
pub use shape::{Convex, ConvexShape, HalfSpace, Rounded, Shape};
pub use space::{Aabb, Axis, Pose, Ray, Sweep};

/// One type of vectors: all that an engine needs under plain names.
macro_rules! front {
    ($(#[$doc:meta])* $name:ident: $v:ty, $($extra:tt)*) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::pair::{
                RayCast, cast_ray, cast_shapes, certificate, clearance, closest_points,
                contact_manifold, contains, distance, intersects, penetration, project,
                signed_distance, time_of_impact, within,
            };
            pub use crate::answer::{
                Algorithm, End, FeatureId, FeaturePart, ImpactStatus, Status,
            };
            pub use crate::pair::Cache;
            pub use crate::shape::{Convex, Geometry, Rounded};
            pub use crate::space::Axis;
            pub use crate::{Error, verify};
            $($extra)*
            /// A pose: local to world.
            pub type Pose = crate::space::Pose<$v>;
            /// How a shape moves and turns.
            pub type Sweep = crate::space::Sweep<$v>;
            /// A ray.
            pub type Ray = crate::space::Ray<$v>;
            /// A box along the coordinate axes.
            pub type Aabb = crate::space::Aabb<$v>;
            /// A question about two shapes, with options.
            pub type Query<'q> = crate::pair::Query<'q, $v>;
            /// A question about two moving shapes, with options.
            pub type Cast<'q> = crate::pair::Cast<'q, $v>;
            /// Memory for queries.
            pub type Scratch = crate::pair::Scratch<<$v as crate::space::Vector>::Wide>;
            /// Many bodies.
            pub type Scene = crate::scene::Scene<$v>;
            /// A body of a scene.
            pub type Body = crate::scene::Body<$v>;
            /// Two bodies of a scene, and the clearance between them.
            pub type BodyPair = crate::scene::BodyPair<$v>;
            /// Where two bodies of a scene touch.
            pub type BodyContact = crate::scene::BodyContact<$v>;
            /// Which pairs of a scene to report.
            pub type Within = crate::scene::Within<<$v as crate::space::Vector>::Scalar>;
            /// Any shape.
            pub type Shape = crate::shape::Shape<$v>;
            /// A shape of one's own among all others.
            pub type Custom = crate::shape::Custom<$v>;
            /// Any bounded convex shape.
            pub type ConvexShape = crate::shape::ConvexShape<$v>;
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
            /// A signed clearance with all of its evidence.
            pub type Certificate = crate::answer::Certificate<$v>;
            /// The nearest points of two shapes.
            pub type ClosestPoints = crate::answer::ClosestPoints<$v>;
            /// The shortest separating translation.
            pub type Penetration = crate::answer::Penetration<$v>;
            /// Where two shapes touch.
            pub type Manifold = crate::answer::Manifold<$v>;
            /// A point of a manifold.
            pub type ContactPoint = crate::answer::ContactPoint<$v>;
            /// How a clearance changes with B's pose.
            pub type Gradient = crate::answer::Gradient<$v>;
            /// The first contact of two moving shapes.
            pub type Impact = crate::answer::Impact<$v>;
            /// The first contact with all of its evidence.
            pub type ImpactCertificate = crate::answer::ImpactCertificate<$v>;
            /// Where a ray meets a shape.
            pub type RayHit = crate::answer::RayHit<$v>;
            /// The nearest point of a shape's surface.
            pub type Projection = crate::answer::Projection<$v>;
        }
    };
}

macro_rules! front_d2 {
    ($(#[$doc:meta])* $name:ident: $v:ident, $path:literal) => {
        front! { $(#[$doc])*
            ///
            /// ```
            #[doc = concat!("use clearance::", $path, "::*;")]
            #[doc = concat!("# use clearance::", $path, "::", stringify!($v), " as Vec2;")]
            ///
            /// let (ground, ball) = (HalfSpace::new(Vec2::Y, 0.0)?, Circle::new(0.5)?);
            /// let (here, there) = (Pose::IDENTITY, Pose::new(Vec2::new(0.0, 0.4), 0.1)?);
            /// let mut cache = Cache::default();
            /// let mut query = Query::new(&ground, &here, &ball, &there).cache(&mut cache);
            /// let found: Option<Manifold> = query.manifold(0.01);
            /// assert_eq!(found.unwrap().normal, Vec2::Y);
            /// assert_eq!(query.clearance().status(), Status::Overlapping);
            /// # Ok::<(), Error>(())
            /// ```
            $name: glam::$v,
            pub use glam::$v;
            /// A rotation: the cosine and sine of its angle.
            pub type Rotation2 = crate::space::Rotation2<$v>;
            /// A circle.
            pub type Circle = crate::shape::Ball<$v>;
            /// An ellipse along the coordinate axes.
            pub type Ellipse = crate::shape::Ellipsoid<$v>;
            /// A convex polygon.
            pub type Polygon = crate::shape::Polygon<$v>;
            /// A segment of a chain, with a front and neighbours.
            pub type ChainSegment = crate::shape::ChainSegment<$v>;
        }
    };
}

macro_rules! front_d3 {
    ($(#[$doc:meta])* $name:ident: $v:ident, $q:ident, $path:literal) => {
        front! { $(#[$doc])*
            ///
            /// ```
            #[doc = concat!("use clearance::", $path, "::*;")]
            #[doc = concat!("# use clearance::", $path, "::", stringify!($v), " as Vec3;")]
            ///
            /// let (floor, ball) = (Cuboid::new(Vec3::new(5.0, 5.0, 0.5))?, Sphere::new(1.0)?);
            /// let mut scene = Scene::new();
            /// scene.add("floor", [floor], Pose::IDENTITY);
            /// scene.add("ball", [ball], Pose::at(Vec3::new(0.0, 0.0, 1.25))?);
            /// let touching: Vec<BodyContact> = scene.contacts(0.0);
            /// assert_eq!(touching[0].manifold.normal, Vec3::Z);
            ///
            /// let falling = Sweep::linear(&Pose::at(Vec3::new(0.0, 0.0, 3.5))?, Vec3::NEG_Z)?;
            /// let at_rest = Sweep::at_rest(&Pose::IDENTITY);
            /// let impact: Impact = Cast::new(&floor, &at_rest, &ball, &falling, 9.0)?.impact();
            /// assert_eq!((impact.status, impact.time), (ImpactStatus::Hit, 2.0));
            /// # Ok::<(), Error>(())
            /// ```
            $name: glam::$v,
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
            /// A triangle of a mesh, with a front and neighbours.
            pub type Facet = crate::shape::Facet<$v>;
        }
    };
}

front_d2! {
    /// The plane in `f32`. One `use` is enough for an engine:
    d2: Vec2, "d2"
}
front_d2! {
    /// The plane in `f64`. One `use` is enough for an engine:
    d2_f64: DVec2, "d2_f64"
}
front_d3! {
    /// Space in `f32`. One `use` is enough for an engine:
    d3: Vec3, Quat, "d3"
}
front_d3! {
    /// Space in `f64`. One `use` is enough for an engine:
    d3_f64: DVec3, DQuat, "d3_f64"
}

/// README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
