//! Ray casts through functions that the compiler does not inline.
//!
//! The library inlines the closed forms of all shapes into a ray cast on a [`Shape`], which is
//! fast, but large. Tests cast rays in many places and would take minutes to compile.
//!
//! [`Shape`]: clearance::Shape

use clearance::shape::Geometry;
use clearance::{Pose, Ray, RayCast, RayHit};

/// [`clearance::cast_ray`].
pub fn cast_ray<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    ray: &Ray<G::V>,
) -> Option<RayHit<G::V>> {
    hit_of(shape, pose, ray, false)
}

/// The hit on a shape that is solid or hollow.
#[inline(never)]
pub fn hit_of<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    ray: &Ray<G::V>,
    hollow: bool,
) -> Option<RayHit<G::V>> {
    let cast = RayCast::new(shape, pose, ray);
    let cast = if hollow { cast.hollow() } else { cast };
    cast.hit()
}

/// The same by the march, which works for every shape.
#[inline(never)]
pub fn marched<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    ray: &Ray<G::V>,
    hollow: bool,
) -> Option<RayHit<G::V>> {
    let cast = RayCast::new(shape, pose, ray).march();
    let cast = if hollow { cast.hollow() } else { cast };
    cast.hit()
}
