//! `overlap`: what two solids have in common, as meshes.

use ::clearance::OverlapPart as Part;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answer::{Overlap, OverlapPart};
use crate::columns::{triples, vector, vectors};
use crate::each::{Answers, each, nothing};
use crate::parts::Refused;
use crate::rows::{Options, Placed};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// What do two solids have in common? One pair gives an ``Overlap``, many give a list of them. Raises ValueError for
/// shapes that are not both solids of space or overlap themselves, and for more than two million pairs of triangles near
/// each other.
///
/// B is moved by 1e-10 of its size, so that no faces are in one plane: the bounds on volumes contain what that changes.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, threads = 1, progress = None, precision = None))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn overlap<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let precision = options.precision(&[pose_a, pose_b]);
    with_vectors!(V, a, precision, ask::<V>(py, [a, pose_a, b, pose_b], &options))
}

fn ask<V: Space>(
    py: Python<'_>,
    given: Given<'_, '_>,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let ask = |row, [a, b]: [Placed<'_, V>; 2], (): &()| {
        let found = ::clearance::overlap(a.shape, a.pose, b.shape, b.pose);
        let wrong = "both must be solids of space that do not overlap themselves, with at most two million pairs of \
                     triangles near each other";
        let why = || (String::from("a and b"), String::from(wrong));
        found.map(Some).ok_or_else(|| Refused { row, why: why() })
    };
    let answer = |found: Option<::clearance::Overlap<V>>| {
        let found = found.expect("rows without an answer are refused");
        let parts = found.parts.iter().map(|part| common(py, part)?.into_py_any(py));
        let parts = PyList::new(py, parts.collect::<PyResult<Vec<_>>>()?)?;
        let [lower, upper] = found.volume;
        Overlap {
            lower: lower.into_py_any(py)?,
            upper: upper.into_py_any(py)?,
            parts: parts.into_py_any(py)?,
        }
        .into_py_any(py)
    };
    match each(py, given, &[], options, None, nothing, ask)? {
        Answers::One(found) => answer(found),
        Answers::Rows(_, found) => {
            found.into_iter().map(answer).collect::<PyResult<Vec<_>>>()?.into_py_any(py)
        }
    }
}

fn common<V: Space>(py: Python<'_>, part: &Part<V>) -> PyResult<OverlapPart> {
    let [lower, upper] = part.volume;
    Ok(OverlapPart {
        lower: lower.into_py_any(py)?,
        upper: upper.into_py_any(py)?,
        centroid: vector(py, part.centroid)?,
        bounds: vectors(py, [part.bounds.min, part.bounds.max].into_iter())?,
        vertices: vectors(py, part.vertices.iter().copied())?,
        faces: triples(py, part.triangles.iter().map(|triangle| triangle.map(i64::from)))?,
    })
}
