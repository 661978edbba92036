//! Rays and points.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{Projection, RayHit};
use clearance_geometry::shape::Geometry;
use clearance_geometry::space::{Pose, Ray};
use clearance_pairs::pair;

use super::entries::probe;
use crate::probe::RayOptions;
use crate::shape_ref::Scalar;
use crate::{AnyShape, ShapeKind};

/// Where a ray first meets a shape. Sheets have two sides; solids and convex shapes are filled, so that a ray that
/// starts inside hits at time 0. Touching counts as a hit. No ray passes between triangles that share an edge or a
/// corner. `None` only if a miss is proven; grazing counts as a hit, and so does a shape whose pose is not finite: at
/// time 0, with an infinite upper bound.
///
/// ```
/// use clearance::d3::{self, Cuboid, Mesh, Pose, Ray, Vec3};
/// let (wall, pose) = (Cuboid::new(Vec3::new(1.0, 5.0, 5.0))?, Pose::at(Vec3::new(4.0, 0.0, 0.0))?);
/// let hit = d3::cast_ray(&wall, &pose, &Ray::new(Vec3::ZERO, Vec3::X, 100.0)?).expect("straight ahead");
/// assert_eq!((hit.time, hit.point, hit.normal), (3.0, Vec3::new(3.0, 0.0, 0.0), -Vec3::X));
///
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
/// // Through the edge that both triangles share.
/// let ray = Ray::new(Vec3::new(0.5, 0.5, 3.0), Vec3::NEG_Z, 10.0)?;
/// let hit = d3::cast_ray(&square, &Pose::IDENTITY, &ray).expect("no leak");
/// assert_eq!((hit.time, hit.normal, hit.place.facet), (3.0, Vec3::Z, Some(0)));
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline(always)]
pub fn cast_ray<A: AnyShape>(
    shape: &A,
    pose: &Pose<A::V>,
    ray: &Ray<A::V>,
) -> Option<RayHit<A::V>> {
    match shape.kind() {
        ShapeKind::Convex(shape) => pair::cast_ray(shape, pose, ray),
        ShapeKind::HalfSpace(half) => pair::cast_ray(half, pose, ray),
        of_pieces => probe::cast_ray(&of_pieces.seen(), pose, ray, RayOptions::default()),
    }
}

/// A ray and a shape of any kind, with options.
///
/// ```
/// use clearance::{RayCast, d2::{Circle, Pose, Ray, Vec2}};
/// let (room, pose) = (Circle::new(3.0)?, Pose::IDENTITY);
/// let ray = Ray::new(Vec2::ZERO, Vec2::X, 10.0)?;
/// let hit = RayCast::new(&room, &pose, &ray).hollow().hit().expect("the wall");
/// assert_eq!((hit.time, hit.normal, hit.inside), (3.0, Vec2::X, true));
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct RayCast<'r, A: AnyShape> {
    shape: &'r A,
    pose: &'r Pose<A::V>,
    ray: &'r Ray<A::V>,
    options: RayOptions,
    march: bool,
}

impl<'r, A: AnyShape> RayCast<'r, A> {
    /// A cast onto a solid shape.
    #[inline]
    pub fn new(shape: &'r A, pose: &'r Pose<A::V>, ray: &'r Ray<A::V>) -> Self {
        Self { shape, pose, ray, options: RayOptions::default(), march: false }
    }
    /// Only the surface of the shape counts: a ray that starts inside hits where it leaves. The normal is
    /// the outward one there, too. Of a compound, each part has its surface.
    #[inline]
    #[must_use]
    pub fn hollow(self) -> Self {
        Self { options: RayOptions { hollow: true, ..self.options }, ..self }
    }
    /// Only fronts count: a one-sided shape ([`Facet`](clearance_geometry::shape::Facet),
    /// [`ChainSegment`](clearance_geometry::shape::ChainSegment)), and a facet of a mesh, is met only by a ray that goes
    /// against its front. Without this, rays meet both sides.
    ///
    /// ```
    /// use clearance::d2::{ChainSegment, Pose, Ray, RayCast, Vec2};
    /// let platform = ChainSegment::new([Vec2::X, -Vec2::X])?; // its front is above
    /// let up = Ray::new(-Vec2::Y, Vec2::Y, 10.0)?;
    /// assert!(RayCast::new(&platform, &Pose::IDENTITY, &up).hit().is_some());
    /// assert!(RayCast::new(&platform, &Pose::IDENTITY, &up).one_sided().hit().is_none());
    ///
    /// use clearance::d3::{self, Mesh, Vec3};
    /// let triangle = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?; // its front is above
    /// let up = d3::Ray::new(Vec3::new(0.2, 0.2, -1.0), Vec3::Z, 10.0)?;
    /// assert!(RayCast::new(&triangle, &d3::Pose::IDENTITY, &up).hit().is_some());
    /// assert!(RayCast::new(&triangle, &d3::Pose::IDENTITY, &up).one_sided().hit().is_none());
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self { options: RayOptions { one_sided: true, ..self.options }, ..self }
    }
    /// Uses the march alone, which needs only support points. User-defined shapes, which have no closed
    /// form, always use it. Half-spaces keep their closed form, and so do the pieces of shapes that are not convex.
    ///
    /// ```
    /// use clearance::{RayCast, d3::{Cuboid, Pose, Ray, Vec3}};
    /// let (wall, pose) = (Cuboid::new(Vec3::ONE)?, Pose::IDENTITY);
    /// let ray = Ray::new(Vec3::new(-4.0, 0.5, 0.25), Vec3::X, 10.0)?;
    /// let hit = RayCast::new(&wall, &pose, &ray).march().hit().expect("straight ahead");
    /// assert!((hit.time - 3.0).abs() < 1e-6 && hit.lower <= 3.0 && 3.0 <= hit.upper);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn march(self) -> Self {
        Self { march: true, ..self }
    }
    /// Where the ray first meets the shape; `None` only if a miss is proven.
    #[inline(always)]
    pub fn hit(self) -> Option<RayHit<A::V>> {
        let Self { shape, pose, ray, options, march } = self;
        match shape.kind() {
            ShapeKind::Convex(shape) => {
                of_convex(pair::RayCast::new(shape, pose, ray), options, march)
            }
            ShapeKind::HalfSpace(half) => {
                of_convex(pair::RayCast::new(half, pose, ray), options, march)
            }
            of_pieces => probe::cast_ray(&of_pieces.seen(), pose, ray, options),
        }
    }
}

#[inline(always)]
fn of_convex<G: Geometry>(
    cast: pair::RayCast<'_, G>,
    options: RayOptions,
    march: bool,
) -> Option<RayHit<G::V>> {
    let cast = if options.hollow { cast.hollow() } else { cast };
    let cast = if options.one_sided { cast.one_sided() } else { cast };
    let cast = if march { cast.march() } else { cast };
    cast.hit()
}

/// Does a ray meet a shape? False only if a miss is proven.
pub fn cast_ray_any<A: AnyShape>(shape: &A, pose: &Pose<A::V>, ray: &Ray<A::V>) -> bool {
    probe::cast_ray_any(&shape.seen(), pose, ray)
}

/// All facets and convex parts that a ray meets, in the order of the times; of equal times, in the order of parts and
/// facets. A ray through an edge meets both triangles. Solids are hollow here: the ray meets their surface.
pub fn cast_ray_all<A: AnyShape>(
    shape: &A,
    pose: &Pose<A::V>,
    ray: &Ray<A::V>,
) -> Vec<RayHit<A::V>> {
    probe::cast_ray_all(&shape.seen(), pose, ray)
}

/// The point of a shape's surface that is nearest to a point of the world.
///
/// ```
/// use clearance::d3::{self, HeightField, Pose, Vec3};
/// let hill = HeightField::new(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [1.0, 1.0])?;
/// let near = d3::project(&hill, &Pose::IDENTITY, Vec3::new(1.0, 1.0, 3.0))?;
/// assert_eq!((near.point, near.signed_distance), (Vec3::new(1.0, 1.0, 1.0), 2.0));
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// A point with a coordinate that is NaN, infinite or past
/// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
#[inline]
pub fn project<A: AnyShape>(
    shape: &A,
    pose: &Pose<A::V>,
    point: A::V,
) -> Result<Projection<A::V>, Error> {
    match shape.kind() {
        ShapeKind::Convex(shape) => pair::project(shape, pose, point),
        ShapeKind::HalfSpace(half) => pair::project(half, pose, point),
        of_pieces => probe::project(&of_pieces.seen(), pose, point),
    }
}

/// How far a point of the world is from a shape's surface; negative inside.
///
/// # Errors
/// As [`project`].
#[inline]
pub fn signed_distance<A: AnyShape>(
    shape: &A,
    pose: &Pose<A::V>,
    point: A::V,
) -> Result<Scalar<A>, Error> {
    match shape.kind() {
        ShapeKind::Convex(shape) => pair::signed_distance(shape, pose, point),
        ShapeKind::HalfSpace(half) => pair::signed_distance(half, pose, point),
        of_pieces => Ok(probe::project(&of_pieces.seen(), pose, point)?.signed_distance),
    }
}

/// Is a point inside a convex shape or a solid, or on any surface? False only if it is proven to be outside.
///
/// # Errors
/// As [`project`].
#[inline]
pub fn contains<A: AnyShape>(shape: &A, pose: &Pose<A::V>, point: A::V) -> Result<bool, Error> {
    match shape.kind() {
        ShapeKind::Convex(shape) => pair::contains(shape, pose, point),
        ShapeKind::HalfSpace(half) => pair::contains(half, pose, point),
        of_pieces => probe::contains(&of_pieces.seen(), pose, point),
    }
}
