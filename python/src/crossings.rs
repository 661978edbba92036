//! All places where rays meet a shape, many rays at once: a row for each hit.
//!
//! ```text
//!     ray 0 ---|---|----->      ray   [0, 0, 2]
//!     ray 1 ------------->      face  [7, 3, 5]
//!     ray 2 -------|----->
//! ```

use clearance::d3_f64::DVec3;
use clearance::worlds::{self, ColliderHit};
use pyo3::prelude::*;

use crate::answer::RayHits;
use crate::columns::{column, vectors};
use crate::probes::{index, rays};
use crate::shape::Shape;
use crate::single::{OnePose, at};

/// Signals are looked for after so many rays.
const PART: usize = 4096;

/// All hits of each ray, in the order of their times.
#[pyfunction]
#[pyo3(signature = (shape, origins, directions, *, tmax = f64::INFINITY, pose = None))]
pub fn raycast_all(
    py: Python<'_>,
    shape: &Shape,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    tmax: f64,
    pose: Option<OnePose>,
) -> PyResult<RayHits> {
    let (rays, pose) = (rays(origins, directions, tmax)?, at(pose));
    let mut hits: Vec<(i64, ColliderHit<DVec3>)> = Vec::new();
    for (part, some) in rays.chunks(PART).enumerate() {
        py.detach(|| {
            for (k, ray) in some.iter().enumerate() {
                let found = worlds::cast_ray_all(&shape.0, &pose, ray);
                hits.extend(found.into_iter().map(|hit| ((part * PART + k) as i64, hit)));
            }
        });
        py.check_signals()?;
    }
    let numbers =
        |of: fn(&(i64, ColliderHit<DVec3>)) -> i64| column(py, hits.iter().map(of).collect());
    let places = |of: fn(&(i64, ColliderHit<DVec3>)) -> DVec3| {
        vectors(py, &hits.iter().map(of).collect::<Vec<_>>())
    };
    let times: Vec<f64> = hits.iter().map(|(_, hit)| hit.hit.time).collect();
    Ok(RayHits {
        ray: numbers(|(ray, _)| *ray)?,
        time: column(py, times)?,
        point: places(|(_, hit)| hit.hit.point)?,
        normal: places(|(_, hit)| hit.hit.normal)?,
        part: numbers(|(_, hit)| i64::from(hit.place.part))?,
        face: numbers(|(_, hit)| index(hit.place.facet))?,
    })
}
