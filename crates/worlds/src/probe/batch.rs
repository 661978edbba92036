//! Many rays or points at one shape: the single questions in turn, or on the threads of rayon.
//!
//! A single question keeps no memory for the next one, so a loop is as fast as anything else.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{Projection, RayHit};
use clearance_geometry::space::{Pose, Ray, Vector};

use super::{RayOptions, cast_ray, cast_ray_any, contains, project};
use crate::{AnyShape, ShapeRef};

/// Many rays or points at one shape in one call. Answers are in the order of what is asked, and have the bits of the
/// single questions, for any number of threads.
///
/// ```
/// use clearance::d3::{Collider, Pose, Ray, Sphere, Vec3};
/// use clearance::Probes;
/// let ball = Collider::from(Sphere::new(1.0)?);
/// let rays = [0.0, 2.0].map(|y| Ray::new(Vec3::new(-3.0, y, 0.0), Vec3::X, 10.0).unwrap());
/// let hits = Probes::new(&ball, &Pose::IDENTITY).cast_ray(&rays);
/// assert_eq!(hits[0].map(|found| found.time), Some(2.0));
/// assert!(hits[1].is_none());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Probes<'b, V: Vector> {
    shape: ShapeRef<'b, V>,
    pose: &'b Pose<V>,
    is_parallel: bool,
}

/// With fewer questions, a thread costs more than it saves.
#[cfg(feature = "rayon")]
const FEWEST: usize = 256;

impl<'b, V: Vector> Probes<'b, V> {
    /// A shape and its pose.
    pub fn new(shape: &'b impl AnyShape<V = V>, pose: &'b Pose<V>) -> Self {
        let shape = shape.seen();
        Self { shape, pose, is_parallel: false }
    }
    /// Uses the threads of rayon's pool: that of the [`rayon::ThreadPool::install`] around the call, or else the
    /// global one.
    #[cfg(feature = "rayon")]
    pub fn parallel(mut self) -> Self {
        self.is_parallel = true;
        self
    }

    /// [`cast_ray`](crate::cast_ray()) for each ray.
    pub fn cast_ray(&self, rays: &[Ray<V>]) -> Vec<Option<RayHit<V>>> {
        self.each(rays, |ray| cast_ray(&self.shape, self.pose, ray, RayOptions::default()))
    }
    /// [`cast_ray_any`](crate::cast_ray_any()) for each ray.
    pub fn cast_ray_any(&self, rays: &[Ray<V>]) -> Vec<bool> {
        self.each(rays, |ray| cast_ray_any(&self.shape, self.pose, ray))
    }
    /// [`project`](crate::project()) for each point. A point that is refused loses no other.
    pub fn project(&self, points: &[V]) -> Vec<Result<Projection<V>, Error>> {
        self.each(points, |point| project(&self.shape, self.pose, *point))
    }
    /// [`contains`](crate::contains()) for each point. A point that is refused loses no other.
    pub fn contains(&self, points: &[V]) -> Vec<Result<bool, Error>> {
        self.each(points, |point| contains(&self.shape, self.pose, *point))
    }

    fn each<Q: Sync, A: Send>(&self, asked: &[Q], ask: impl Fn(&Q) -> A + Sync + Send) -> Vec<A> {
        #[cfg(feature = "rayon")]
        if self.is_parallel {
            use rayon::prelude::*;
            return asked.par_iter().with_min_len(FEWEST).map(ask).collect();
        }
        debug_assert!(!self.is_parallel, "there are no threads without the feature");
        asked.iter().map(ask).collect()
    }
}
