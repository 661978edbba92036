//! Rays and points, many at once, against one shape.

use clearance::d3_f64::{self, DVec3, Ray};
use clearance::worlds::{self, Batch};
use numpy::IntoPyArray;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer::{Projection, RayHit};
use crate::error::value;
use crate::pose::Pose;
use crate::questions::vectors;
use crate::shape::{self, Shape};

pub fn at(pose: Option<&Pose>) -> d3_f64::Pose {
    pose.map_or(d3_f64::Pose::IDENTITY, |pose| pose.0)
}

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
    pose: Option<&Pose>,
) -> PyResult<Py<PyAny>> {
    let (points, pose) = (shape::vectors("points", points)?, at(pose));
    let found = py.detach(|| Batch::new(&shape.0, &pose).contains(&points));
    let found = found
        .into_iter()
        .collect::<Result<Vec<bool>, _>>()
        .map_err(|wrong| value("points", wrong))?;
    found.into_pyarray(py).into_py_any(py)
}

/// The nearest point of the surface to each point.
#[pyfunction]
#[pyo3(signature = (shape, points, *, pose = None))]
pub fn project(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<&Pose>,
) -> PyResult<Projection> {
    let found = projected(py, shape, points, pose)?;
    let numbers = |of: fn(&worlds::SurfacePoint<DVec3>) -> f64| {
        found.iter().map(of).collect::<Vec<f64>>().into_pyarray(py).into_py_any(py)
    };
    let indices = |of: fn(&worlds::SurfacePoint<DVec3>) -> i64| {
        found.iter().map(of).collect::<Vec<i64>>().into_pyarray(py).into_py_any(py)
    };
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
    pose: Option<&Pose>,
) -> PyResult<Py<PyAny>> {
    let found = projected(py, shape, points, pose)?;
    let distances: Vec<f64> = found.iter().map(|found| found.signed_distance).collect();
    distances.into_pyarray(py).into_py_any(py)
}

fn projected(
    py: Python<'_>,
    shape: &Shape,
    points: &Bound<'_, PyAny>,
    pose: Option<&Pose>,
) -> PyResult<Vec<worlds::SurfacePoint<DVec3>>> {
    let (points, pose) = (shape::vectors("points", points)?, at(pose));
    let found = py.detach(|| Batch::new(&shape.0, &pose).project(&points));
    found.into_iter().collect::<Result<_, _>>().map_err(|wrong| value("points", wrong))
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
    pose: Option<&Pose>,
) -> PyResult<RayHit> {
    let (origins, directions) =
        (shape::vectors("origins", origins)?, shape::vectors("directions", directions)?);
    if origins.len() != directions.len() {
        return Err(value(
            "directions",
            format!("{} rows, but origins has {}", directions.len(), origins.len()),
        ));
    }
    let pose = at(pose);
    let rays = origins
        .iter()
        .zip(&directions)
        .map(|(origin, direction)| Ray::new(*origin, *direction, tmax));
    let rays = rays.collect::<Result<Vec<_>, _>>().map_err(|wrong| value("rays", wrong))?;
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
        hit: hits.into_pyarray(py).into_py_any(py)?,
        time: times.into_pyarray(py).into_py_any(py)?,
        point: vectors(py, &points)?,
        normal: vectors(py, &normals)?,
        part: found.iter().map(part).collect::<Vec<_>>().into_pyarray(py).into_py_any(py)?,
        face: found.iter().map(face).collect::<Vec<_>>().into_pyarray(py).into_py_any(py)?,
    })
}
