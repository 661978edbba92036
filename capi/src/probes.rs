//! Rays and points at one shape: one, or many in a row.

use clearance_geometry::answer::{Projection as Nearest, RayHit as Found};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Pose, Ray as Line};
use clearance_worlds::{Collider, RayCast};

use crate::answers::{Asked, wrong, wrong_row};
use crate::contacts::write_all;
use crate::given::{collected, list, list_mut, one, posed, put, vector, vectors};
use crate::pairs::Piece;
use crate::shapes::Shape;
use crate::space::{Array, Numbers, Placed, Real, Space, exported};

/// A ray in the world: its points are origin + t * direction, for t from 0 to tmax.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Ray<S: Space> {
    /// Where it starts.
    pub origin: Array<S>,
    /// Of any length but 0: times are in units of it.
    pub direction: Array<S>,
    /// Where it ends; may be infinite.
    pub tmax: Real<S>,
}

/// What counts as a hit: a sum of these.
#[repr(i32)]
pub enum RayOption {
    /// Only the surface: a ray that starts inside hits where it leaves.
    Hollow = 1,
    /// Only fronts.
    OneSided = 2,
}

/// Where a ray meets a shape.
#[repr(C)]
pub struct RayHit<S: Space> {
    /// Does it? Otherwise the time is infinite, and the other numbers are 0.
    pub hit: bool,
    /// In units of the direction, between the bounds.
    pub time: Real<S>,
    /// It does not meet the shape before.
    pub lower: Real<S>,
    /// It does by then.
    pub upper: Real<S>,
    /// In the world.
    pub point: Array<S>,
    /// Out of the surface, of length 1.
    pub normal: Array<S>,
    /// Does it come from behind the surface?
    pub from_behind: bool,
    /// Which part and facet it meets.
    pub piece: Piece,
}

/// The point of a surface that is nearest to a given one.
#[repr(C)]
pub struct Projection<S: Space> {
    /// From the surface to the given point; negative inside.
    pub signed_distance: Real<S>,
    /// Not above it.
    pub lower: Real<S>,
    /// Not below it.
    pub upper: Real<S>,
    /// In the world.
    pub point: Array<S>,
    /// Out of the surface there, of length 1.
    pub normal: Array<S>,
    /// Which part and facet it is on.
    pub piece: Piece,
}

impl<S: Space> RayHit<S> {
    pub fn of(found: Option<&Found<S>>) -> Self {
        let (never, none) = (Real::<S>::of(f64::INFINITY), S::ZERO.array());
        found.map_or(
            Self {
                hit: false,
                time: never,
                lower: never,
                upper: never,
                point: none,
                normal: none,
                from_behind: false,
                piece: Piece { part: 0, facet: -1 },
            },
            |found| Self {
                hit: true,
                time: found.time,
                lower: found.lower,
                upper: found.upper,
                point: found.point.array(),
                normal: found.normal.array(),
                from_behind: found.from_behind,
                piece: (&found.place).into(),
            },
        )
    }
}

impl<S: Space> From<&Nearest<S>> for Projection<S> {
    fn from(found: &Nearest<S>) -> Self {
        Self {
            signed_distance: found.signed_distance,
            lower: found.lower,
            upper: found.upper,
            point: found.point.array(),
            normal: found.normal.array(),
            piece: (&found.place).into(),
        }
    }
}

/// A ray, checked.
pub fn line<S: Space>(ray: &Ray<S>) -> Result<Line<S>, clearance_geometry::Error> {
    Line::new(S::vector(ray.origin), S::vector(ray.direction), ray.tmax)
}

/// Where a ray meets a shape first.
fn met<S: Space>(
    shape: &Collider<S>,
    at: &Pose<S>,
    ray: &Line<S>,
    options: u32,
) -> Asked<RayHit<S>> {
    if options > 3 {
        return Err(wrong("options", format!("there is no option of a ray in {options}")));
    }
    let cast = RayCast::new(shape, at, ray);
    let cast = if options & RayOption::Hollow as u32 != 0 { cast.hollow() } else { cast };
    let cast = if options & RayOption::OneSided as u32 != 0 { cast.one_sided() } else { cast };
    Ok(RayHit::of(cast.hit().as_ref()))
}

exported! { all;
    /// Where a ray meets a shape first. It misses only if that is proven. `options` is 0 or a sum of `cl_ray_option`s.
    fn cast_ray(shape: *const Shape<S>, pose: *const Placed<S>, ray: *const Ray<S>, options: u32, hit: *mut RayHit<S>) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let ray = line(one("ray", ray)?).map_err(|why| wrong("ray", why))?;
        put("hit", hit, met(&shape.collider, &at, &ray, options)?)
    }
    /// The same for many rays, with a hit for each.
    fn cast_rays(shape: *const Shape<S>, pose: *const Placed<S>, rays: *const Ray<S>, ray_count: usize, options: u32,
                 hits: *mut RayHit<S>) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let rays = list("rays", rays, ray_count)?;
        let ray = |i: usize| line(&rays[i]).map_err(|why| wrong_row("rays", i, why));
        let rays = collected("rays", ray_count, ray)?;
        list_mut("hits", hits, ray_count)?;
        for (i, ray) in rays.iter().enumerate() {
            put("hits", hits.add(i), met(&shape.collider, &at, ray, options)?)?;
        }
        Ok(())
    }
    /// All places where a ray meets a shape, the first one first. `count` is how many there are; at most `capacity` of
    /// them are written.
    fn cast_ray_all(shape: *const Shape<S>, pose: *const Placed<S>, ray: *const Ray<S>, hits: *mut RayHit<S>,
                    capacity: usize, count: *mut usize) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let ray = line(one("ray", ray)?).map_err(|why| wrong("ray", why))?;
        let all = clearance_worlds::cast_ray_all(&shape.collider, &at, &ray);
        write_all("hits", all.iter().map(|hit| RayHit::of(Some(hit))), hits, capacity, count)
    }
    /// Is a point of the world inside, or on the surface? False only if it is proven to be outside.
    fn contains(shape: *const Shape<S>, pose: *const Placed<S>, point: *const Array<S>, contains: *mut bool) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let found = clearance_worlds::contains(&shape.collider, &at, vector::<S>("point", point)?);
        put("contains", contains, found.map_err(|why| wrong("point", why))?)
    }
    /// How far a point of the world is from the surface, and where that is nearest.
    fn project(shape: *const Shape<S>, pose: *const Placed<S>, point: *const Array<S>, projection: *mut Projection<S>) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let found = clearance_worlds::project(&shape.collider, &at, vector::<S>("point", point)?);
        put("projection", projection, (&found.map_err(|why| wrong("point", why))?).into())
    }
    /// The same for many points, with a projection for each. One that is refused ends it.
    fn project_points(shape: *const Shape<S>, pose: *const Placed<S>, points: Numbers<S>, point_count: usize,
                      projections: *mut Projection<S>) {
        let (shape, at) = (one("shape", shape)?, posed::<S>("pose", pose)?);
        let points: Vec<S> = vectors("points", points, point_count)?;
        list_mut("projections", projections, point_count)?;
        for (i, point) in points.iter().enumerate() {
            let found = clearance_worlds::project(&shape.collider, &at, *point);
            put("projections", projections.add(i), (&found.map_err(|why| wrong_row("points", i, why))?).into())?;
        }
        Ok(())
    }
}
