//! Rays and points, many at once, against one shape.

use clearance::d3_f64::{DVec3, Ray};
use clearance::worlds::{self, Batch};
use pyo3::prelude::*;

use crate::answer::{Projection, RayHit};
use crate::columns::{column, vectors};
use crate::error::value;
use crate::shape::{self, Shape};
use crate::single::{OnePose, at};

/// A part or face as a number: -1 where there is none.
pub fn index(number: Option<u32>) -> i64 {
    number.map_or(-1, i64::from)
}

/// Is each point inside?
#[pyfunction]
#[pyo3(signature = (shape, points, *, pose = None))]
pub fn contains(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<OnePose>,
) -> PyResult<Py<PyAny>> {
    let (points, pose) = (shape::vectors("points", points)?, at(pose));
    let found = py.detach(|| Batch::new(&shape.0, &pose).contains(&points));
    let found = found
        .into_iter()
        .collect::<Result<Vec<bool>, _>>()
        .map_err(|wrong| value("points", wrong))?;
    column(py, found)
}

/// The nearest point of the surface to each point.
#[pyfunction]
#[pyo3(signature = (shape, points, *, pose = None))]
pub fn project(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<OnePose>,
) -> PyResult<Projection> {
    let found = projected(py, shape, points, pose)?;
    let numbers =
        |of: fn(&worlds::SurfacePoint<DVec3>) -> f64| column(py, found.iter().map(of).collect());
    let indices =
        |of: fn(&worlds::SurfacePoint<DVec3>) -> i64| column(py, found.iter().map(of).collect());
    let places = |of: fn(&worlds::SurfacePoint<DVec3>) -> DVec3| {
        vectors(py, &found.iter().map(of).collect::<Vec<_>>())
    };
    Ok(Projection {
        signed_distance: numbers(|found| found.signed_distance)?,
        lower: numbers(|found| found.lower)?,
        upper: numbers(|found| found.upper)?,
        point: places(|found| found.point)?,
        normal: places(|found| found.normal)?,
        part: indices(|found| i64::from(found.place.part))?,
        face: indices(|found| index(found.place.facet))?,
    })
}

/// How far each point is from the surface, negative inside.
#[pyfunction]
#[pyo3(signature = (shape, points, *, pose = None))]
pub fn signed_distance(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<OnePose>,
) -> PyResult<Py<PyAny>> {
    let found = projected(py, shape, points, pose)?;
    let distances: Vec<f64> = found.iter().map(|found| found.signed_distance).collect();
    column(py, distances)
}

fn projected(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<OnePose>,
) -> PyResult<Vec<worlds::SurfacePoint<DVec3>>> {
    let (points, pose) = (shape::vectors("points", points)?, at(pose));
    let found = py.detach(|| Batch::new(&shape.0, &pose).project(&points));
    found.into_iter().collect::<Result<_, _>>().map_err(|wrong| value("points", wrong))
}

/// Rays from origins along directions.
pub fn rays(
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    tmax: f64,
) -> PyResult<Vec<Ray>> {
    let (from, along) =
        (shape::vectors("origins", origins)?, shape::vectors("directions", directions)?);
    if from.len() != along.len() {
        let wrong = format!("{} rows, but origins has {}", along.len(), from.len());
        return Err(value("directions", wrong));
    }
    let rays = from.iter().zip(&along).enumerate().map(|(row, (origin, direction))| {
        let ray = Ray::new(*origin, *direction, tmax);
        ray.map_err(|wrong| value("rays", format!("row {row}: {wrong}")))
    });
    rays.collect()
}

/// Where each ray first meets the shape.
#[pyfunction]
#[pyo3(signature = (shape, origins, directions, *, tmax = f64::INFINITY, pose = None))]
pub fn raycast(
    py: Python<'_>,
    shape: &Shape,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    tmax: f64,
    pose: Option<OnePose>,
) -> PyResult<RayHit> {
    let (rays, pose) = (rays(origins, directions, tmax)?, at(pose));
    let found = py.detach(|| Batch::new(&shape.0, &pose).cast_ray(&rays));
    let nan = DVec3::splat(f64::NAN);
    let hits: Vec<bool> = found.iter().map(Option::is_some).collect();
    let times: Vec<f64> =
        found.iter().map(|hit| hit.map_or(f64::INFINITY, |hit| hit.hit.time)).collect();
    let points: Vec<DVec3> = found.iter().map(|hit| hit.map_or(nan, |hit| hit.hit.point)).collect();
    let normals: Vec<DVec3> =
        found.iter().map(|hit| hit.map_or(nan, |hit| hit.hit.normal)).collect();
    let part =
        |hit: &Option<worlds::ColliderHit<DVec3>>| hit.map_or(-1, |hit| i64::from(hit.place.part));
    let face =
        |hit: &Option<worlds::ColliderHit<DVec3>>| hit.map_or(-1, |hit| index(hit.place.facet));
    Ok(RayHit {
        hit: column(py, hits)?,
        time: column(py, times)?,
        point: vectors(py, &points)?,
        normal: vectors(py, &normals)?,
        part: column(py, found.iter().map(part).collect())?,
        face: column(py, found.iter().map(face).collect())?,
    })
}
