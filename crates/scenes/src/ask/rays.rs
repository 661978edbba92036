//! Rays against all bodies.

use alloc::vec::Vec;

use clearance_geometry::answer::RayHit;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Ray, Vector};
use clearance_worlds::{cast_ray, cast_ray_any};

use crate::filter::Filter;
use crate::handle::Handle;
use crate::scene::Scene;

/// Where a ray meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The body.
    pub body: Handle,
    /// When, and where on its surface.
    pub hit: RayHit<V>,
}

impl<V: Vector> Scene<V> {
    /// The body that a ray meets first, and where. `None` only if it is proven that the ray meets none that is seen.
    pub fn cast_ray(&self, ray: &Ray<V>, filter: &Filter<'_>) -> Option<Hit<V>> {
        let mut first: Option<Hit<V>> = None;
        let mut until = ray.tmax().to_f64();
        self.along(ray.widen(), V::Wide::ZERO, until, filter, |body, shape| {
            if let Some(hit) = cast_ray(&shape.shape, &shape.pose, ray) {
                let is_first = first.is_none_or(|old| (hit.time, body) < (old.hit.time, old.body));
                if is_first {
                    first = Some(Hit { body, hit });
                    until = until.min(hit.time.to_f64());
                }
            }
            until
        });
        first
    }
    /// Does a ray meet a body? False only if it is proven that it meets none that is seen.
    pub fn cast_ray_any(&self, ray: &Ray<V>, filter: &Filter<'_>) -> bool {
        let mut is_met = false;
        let until = ray.tmax().to_f64();
        self.along(ray.widen(), V::Wide::ZERO, until, filter, |_, body| {
            is_met = cast_ray_any(&body.shape, &body.pose, ray);
            if is_met { -1.0 } else { until }
        });
        is_met
    }
    /// Each body that a ray meets, and where it does so first, in the order of times, then of handles.
    pub fn cast_ray_all(&self, ray: &Ray<V>, filter: &Filter<'_>) -> Vec<Hit<V>> {
        let mut hits = Vec::new();
        let until = ray.tmax().to_f64();
        self.along(ray.widen(), V::Wide::ZERO, until, filter, |body, shape| {
            let hit = cast_ray(&shape.shape, &shape.pose, ray);
            hits.extend(hit.map(|hit| Hit { body, hit }));
            until
        });
        hits.sort_by(|a, b| {
            let by_time = a.hit.time.to_f64().total_cmp(&b.hit.time.to_f64());
            by_time.then(a.body.cmp(&b.body))
        });
        hits
    }
}
