//! All places where rays meet a shape, many rays at once: a row for each hit.
//!
//! ```text
//!     ray 0 ---|---|----->      ray   [0, 0, 2]
//!     ray 1 ------------->      face  [7, 3, 5]
//!     ray 2 -------|----->
//! ```

use std::ops::Range;

use clearance::{Ray, RayHit};
use pyo3::prelude::*;

use crate::answer::RayHits;
use crate::columns::{column, vectors};
use crate::error::{filled, room};
use crate::parts;
use crate::probes::{Rays, Wide, index, of_shape, plan, pose_of, shape_of};
use crate::rows::Options;
use crate::table::pieces;

/// All triangles and convex parts that rays meet, up to the time ``tmax`` if there is one. Origins and directions have
/// shape (.., 3), of the plane (.., 2).
///
/// Solids are hollow: a ray meets their surface, going in and out. A ray through an edge meets both triangles.
#[pyfunction]
#[pyo3(signature = (
    shape, origins, directions, *, tmax = None, pose = None, threads = 1, progress = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn raycast_all<'py>(
    py: Python<'py>,
    shape: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    tmax: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<RayHits> {
    let options = Options::of(threads, None, "raise", progress, None)?;
    of_shape!(V, shape, {
        let (shape, pose) = (shape_of::<V>(shape)?.clone(), pose_of::<V>(pose)?);
        let rays = Rays::of::<V>(origins, directions, tmax)?;
        let (plan, make) = (plan(pieces(&shape), rays.count()), rays.make::<V>()?);
        let mut found = filled(Vec::new(), plan.count)?;
        let make = |rows: Range<usize>| rows.map(&make).collect::<Result<Vec<_>, _>>();
        let work = move |rays: Vec<Ray<V>>| {
            let hits = rays.iter().map(|ray| clearance::cast_ray_all(&shape, &pose, ray));
            Ok(hits.collect::<Vec<_>>())
        };
        let put = |places: &mut [Vec<_>], found: Vec<Vec<_>>| places.clone_from_slice(&found);
        let places = found.chunks_mut(plan.each);
        parts::answer(py, &options, &plan, places, &make, work, &put)?;
        columns(py, found)
    })
}

/// The hits of all rays.
fn columns<V: Wide>(py: Python<'_>, rays: Vec<Vec<RayHit<V>>>) -> PyResult<RayHits> {
    let mut hits = room(rays.iter().map(Vec::len).sum())?;
    for (ray, found) in rays.into_iter().enumerate() {
        hits.extend(found.into_iter().map(|hit| (ray as i64, hit)));
    }
    Ok(RayHits {
        ray: column(py, hits.iter().map(|(ray, _)| *ray))?,
        time: column(py, hits.iter().map(|(_, hit)| hit.time))?,
        point: vectors(py, hits.iter().map(|(_, hit)| hit.point))?,
        normal: vectors(py, hits.iter().map(|(_, hit)| hit.normal))?,
        part: column(py, hits.iter().map(|(_, hit)| i64::from(hit.place.part)))?,
        face: column(py, hits.iter().map(|(_, hit)| index(hit.place.facet)))?,
    })
}
