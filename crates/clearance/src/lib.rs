#![cfg_attr(not(feature = "std"), no_std)]
//! Are two shapes apart, by how much, and where do they touch?
//!
//! ```
//! use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
//!
//! let (floor, ball) = (Cuboid::new(Vec3::new(5.0, 5.0, 0.5))?, Sphere::new(1.0)?);
//! let answer = d3::clearance(&floor, &Pose::IDENTITY, &ball, &Pose::at(Vec3::new(0.0, 0.0, 1.25))?);
//!
//! assert_eq!(answer.signed_distance, -0.25); // an overlap
//! assert_eq!(answer.normal, Vec3::Z); // moving the ball up by 0.25 separates them
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! A mesh takes the place of a convex shape in any question:
//!
//! ```
//! use clearance::d3::{self, Mesh, Pose, Sphere, Vec3};
//!
//! let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
//! let square = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
//! let (ball, above) = (Sphere::new(0.5)?, Pose::at(Vec3::new(0.3, 0.2, 0.49))?);
//! assert!(d3::intersects(&square, &Pose::IDENTITY, &ball, &above));
//! assert_eq!(d3::contacts(&square, &Pose::IDENTITY, &ball, &above, 0.0)[0].manifold.normal, Vec3::Z);
//! # Ok::<(), clearance::Error>(())
//! ```
//!
//! **Which to use when:**
//!
//! | you have | use |
//! |---|---|
//! | one pair | the functions of [`d3`]: [`distance`], [`clearance`], [`contacts`], [`time_of_impact`], ... |
//! | one pair, in each frame | [`Query`] with a [`Cache`] |
//! | a million pairs of convex shapes | [`batch`] |
//! | many rays or points, and one shape | [`Probes`] |
//! | many bodies | [`Scene`] |
//! | a robot and its motions | `paths` (with `std`) |
//! | doubts about an answer | [`certificate`] and [`verify`] |
//!
//! `docs/names.md` of the repository has the names of shapes and questions in Rust, query lines and Python, and
//! `docs/from-others.md` those of parry, rapier, Box2D, Jolt, coal, FCL and trimesh.
//!
//! How a query flows through the modules:
//!
//! ```text
//!   scenes                            many bodies: boxes give candidate pairs
//!               |
//!               v
//!   shape --> pair ------> algorithm ---------> answer ----> verify
//!   support   chooses the  closed forms, SAT,   bounds,      proven,
//!   function  solver       GJK and EPA          evidence     or not
//! ```
//!
//! - [`d2`], [`d3`] (`f32`) and [`d2_f64`], [`d3_f64`]: shapes and questions under plain names.
//! - [`shape`]: the shapes, and the trait [`Convex`] for your own shapes.
//! - The questions take any shape ([`AnyShape`]), convex or of many pieces. [`Query`] asks them with options, and
//!   [`Cast`] asks about shapes that move along a [`Sweep`]. [`cast_ray`], [`project`] and [`contains`] ask about one
//!   shape. [`pair`] has `Query`, `Cast` and `RayCast` for convex shapes alone.
//! - [`algorithm`]: [`gjk`](algorithm::gjk), [`gjk_boolean`](algorithm::gjk_boolean),
//!   [`epa`](algorithm::epa), [`sat`](algorithm::sat), [`cast`](algorithm::cast),
//!   [`ray`](algorithm::ray), [`point`](algorithm::point),
//!   [`manifold`](algorithm::manifold). [`trace`] shows the steps of those that search.
//! - [`answer`]: the types of the answers; [`End`] is the reason why a search stopped. [`verify`] checks
//!   answers: those of convex shapes, gaps and overlaps of others, and paths. The table in `docs/proof.md` of the
//!   repository says what is proven, checked and unchecked.
//! - [`scenes`]: bodies that come, move and go: contacts, events, rays; and which of many boxes are near
//!   each other. [`batch`]: one question about many pairs.
//! - Shapes of many pieces: [`Mesh`], [`Solid`] (in 2D a region), [`HeightField`], [`Compound`], in 2D [`Chain`];
//!   [`Collider`] is any shape in one type. [`surface`] tells how the facets of a mesh are joined, and what is wrong with it.
//! - `paths` (with `std`): robots, and motions that are proven to be free of collisions.
//! - [`hull`]: hulls of points with half-edges, planes and mass properties.
//! - [`lessons`]: slow and simple algorithms, which tests compare the fast ones with, [`minkowski`] sums and differences
//!   among them; [`lessons::by_name`] has all algorithms for a query.
//!
//! **Conventions.** The normal points from A to B. A negative distance is an overlap: moving B by
//! `depth * normal` separates the shapes. Poses map local to world. Quaternions are x, y, z, w, and
//! angles are radians. Answers are in world coordinates and in the unit of the input. Touching counts
//! as intersecting. Constructors refuse bad input, see [`Error`]; after that nothing panics.
//!
//! **Range.** Coordinates, sizes, radii and their sums, translations, margins, speeds and the
//! points of questions are at most 2^160 (about 1.46e48) in `f64` and 2^124 (about 2.1e37) in
//! `f32`: [`Scalar::LARGEST`](number::Scalar::LARGEST). Larger ones are refused with
//! [`Error::TooLarge`]. There is no minimum size: subnormal numbers are accepted, alone or beside
//! large ones, and the width of bounds is relative to the largest length of the pair. Three limits are
//! narrower:
//!
//! - The direction of a ray is at least 2^-850 long ([`Ray::SHORTEST`]).
//! - A separating axis test that is chosen by name leaves pairs smaller than 2^-200 undecided.
//! - A cast is undecided if the time or the place of the contact overflows.
//!
//! **Questions do not contradict each other.** For one pair and one algorithm:
//!
//! - [`intersects`] is false only if a gap is proven, which is if and only if the status of the
//!   [`clearance`] is [`Status::Apart`]. [`within`] is false only if the clearance is proven to be
//!   larger than the distance.
//! - If `intersects` is false, [`distance`] is positive, [`closest_points`] is `Some` and
//!   [`penetration`] is `None`. If it is true, they are 0, `None` and `Some`. In 3D and `f32` a distance of
//!   convex shapes may be too large by 2.4e-7 of the pair's size, and so outside of the bounds of `clearance`.
//! - [`contact_manifold`] with a margin of 0 is `None` if `intersects` is false; with a larger margin, if
//!   the clearance is proven to be larger than the margin. If the shapes intersect it is `None` in
//!   three cases only: two half-spaces whose overlap is infinite; a shape that refuses the contact (a
//!   [`Facet`](shape::Facet) or [`ChainSegment`](shape::ChainSegment), if the other shape is behind it
//!   or deeper than its depth, or a neighbour has the contact, or a user's [`Convex::contact_normal`]); and
//!   a user's shape that returns NaN. Of shapes of many pieces it may be `None` in more cases: facets have
//!   contacts at their fronts only, so a convex shape deep in a solid, away from its surface, has none.
//! - [`contains`] is false only if the point is proven to be outside, and a ray misses only if the
//!   miss is proven. A ray that may start inside hits at time 0, unless the cast
//!   is hollow: then it hits where it leaves.
//!
//! An answer that is not proven counts the shapes as touching. Two answers that are proven never
//! contradict each other, also if they come from different algorithms.

pub mod algorithm;

pub use answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, ContactPoint, End, FacetFeature, FeatureId,
    FeaturePart, Gradient, Impact, ImpactCertificate, ImpactStatus, Manifold, Penetration, Place,
    Projection, RayHit, Status,
};
#[doc(inline)]
pub use clearance_batch as batch;
#[doc(inline)]
pub use clearance_geometry::{Error, answer, hull, number, shape, space};
#[doc(inline)]
pub use clearance_lessons::{self as lessons, minkowski};
#[doc(inline)]
pub use clearance_pairs::{pair, trace};
#[cfg(feature = "std")]
#[doc(inline)]
pub use clearance_paths as paths;
#[doc(inline)]
pub use clearance_scenes as scenes;
#[doc(inline)]
pub use clearance_verify as verify;
#[doc(inline)]
pub use clearance_worlds::surface;
pub use clearance_worlds::{
    AnyShape, Cast, Chain, Collider, Compound, CompoundPart, Contact, Contacts, HeightField,
    Immersion, Instance, Mesh, NotSolid, PartShape, Probes, Query, RayCast, Separation, ShapeKind,
    Solid, cast_ray, cast_ray_all, cast_ray_any, cast_shapes, certificate, clearance,
    closest_points, contact_manifold, contacts, contains, distance, immersion, intersects,
    penetration, project, separation, signed_distance, time_of_impact, welded_contacts, within,
};
#[cfg(feature = "std")]
pub use clearance_worlds::{LocalDepth, Overlap, OverlapPart, local_depth, overlap};
#[doc(hidden)]
pub use clearance_worlds::{contacts_of_all_pieces, only_touches, separation_by_all_pieces};
pub use glam;
pub use pair::{Cache, Scratch, Still};
pub use scenes::Scene;
pub use shape::{Convex, ConvexShape, HalfSpace, PieceId, Rounded, Shape};
pub use space::{Aabb, Axis, Pose, Ray, Sweep};

/// One type of vectors: all that an engine needs under plain names.
macro_rules! front {
    ($(#[$doc:meta])* $name:ident: $v:ty, $($extra:tt)*) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::{
                AnyShape, RayCast, cast_ray, cast_ray_all, cast_ray_any, cast_shapes, certificate,
                clearance, closest_points, contact_manifold, contacts, contains, distance, immersion,
                intersects, penetration, project, separation, signed_distance, time_of_impact,
                welded_contacts, within,
            };
            #[cfg(feature = "std")]
            pub use crate::{local_depth, overlap};
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
            pub type Query<'q> = crate::Query<'q, $v>;
            /// A question about two moving shapes, with options.
            pub type Cast<'q> = crate::Cast<'q, $v>;
            /// Memory for queries.
            pub type Scratch = crate::pair::Scratch<<$v as crate::space::Vector>::Wide>;
            /// Bodies that come, move and go.
            pub type Scene = crate::scenes::Scene<$v>;
            /// A body of a scene.
            pub type Body = crate::scenes::Body<$v>;
            /// Any shape.
            pub type Shape = crate::shape::Shape<$v>;
            /// A shape of any kind, convex or not, in one type.
            pub type Collider = crate::Collider<$v>;
            /// Posed shapes of any kind that move as one.
            pub type Compound = crate::Compound<$v>;
            /// A user-defined shape, as a part of a `Shape`.
            pub type Custom = crate::shape::Custom<$v>;
            /// Any bounded convex shape.
            pub type ConvexShape = crate::shape::ConvexShape<$v>;
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
            /// The convex hull of points.
            pub type Hull = crate::shape::Hull<$v>;
            /// A signed clearance with its evidence.
            pub type Clearance = crate::answer::Clearance<$v>;
            /// A signed clearance with all of its evidence.
            pub type Certificate = crate::answer::Certificate<$v>;
            /// The nearest points of two shapes.
            pub type ClosestPoints = crate::answer::ClosestPoints<$v>;
            /// The shortest separating translation.
            pub type Penetration = crate::answer::Penetration<$v>;
            /// A patch of contact.
            pub type Contact = crate::Contact<$v>;
            /// All patches where two shapes touch.
            pub type Contacts = crate::Contacts<$v>;
            /// Where two shapes touch.
            pub type Manifold = crate::answer::Manifold<$v>;
            /// Where two shapes touch that have hardly moved.
            pub type Still = crate::pair::Still<$v>;
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
            /// let (ground, ball) = (HalfPlane::new(Vec2::Y, 0.0)?, Circle::new(0.5)?);
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
            /// All points on one side of a line.
            pub type HalfPlane = crate::shape::HalfSpace<$v>;
            /// A convex polygon.
            pub type Polygon = crate::shape::Polygon<$v>;
            /// An area bounded by closed chains.
            pub type Region = crate::Solid<$v>;
            /// Segments that are joined.
            pub type Chain = crate::Chain<$v>;
            /// A one-sided segment of a chain that knows its neighbours.
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
            /// scene.add(Body::fixed(floor.clone()));
            /// scene.add(Body::moving(ball.clone()).at(Pose::at(Vec3::new(0.0, 0.0, 1.25))?));
            /// let touching = scene.step(0.0).contacts().next().unwrap();
            /// assert_eq!(touching.deepest().normal, Vec3::Z);
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
            /// All points on one side of a plane.
            pub type HalfSpace = crate::shape::HalfSpace<$v>;
            /// Ground whose heights are given on a grid.
            pub type HeightField = crate::HeightField<$v>;
            /// A volume bounded by a closed mesh.
            pub type Solid = crate::Solid<$v>;
            /// Triangles that are joined.
            pub type Mesh = crate::Mesh<$v>;
            /// An ellipsoid along the coordinate axes.
            pub type Ellipsoid = crate::shape::Ellipsoid<$v>;
            /// A cylinder along a coordinate axis.
            pub type Cylinder = crate::shape::Cylinder<$v>;
            /// A cone along a coordinate axis.
            pub type Cone = crate::shape::Cone<$v>;
            /// A one-sided triangle of a mesh that knows its neighbours.
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
