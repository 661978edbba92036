//! Certificates of paths, and what the independent checker says about them.

use clearance::answer::PathCertificate as Evidence;
use clearance::verify::check_path_while;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};

use crate::error::value;
use crate::robot::World;
use crate::verify::word;
use crate::watch::Watch;

/// The proof that a path keeps a clearance: its rows, and what parts the bodies at which times.
#[pyclass(frozen, module = "clearance")]
pub struct PathCertificate {
    path: Vec<Vec<f64>>,
    evidence: Evidence,
}

impl PathCertificate {
    pub fn new(path: Vec<Vec<f64>>, evidence: Evidence) -> Self {
        Self { path, evidence }
    }
}

#[pymethods]
impl PathCertificate {
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let wrong = |wrong| value("text", wrong);
        let mut given: Value = serde_json::from_str(text).map_err(wrong)?;
        let mut part = |name: &str| given.get_mut(name).map(Value::take).unwrap_or_default();
        let path: Vec<Vec<f64>> = serde_json::from_value(part("path")).map_err(wrong)?;
        let evidence = serde_json::from_value(part("evidence")).map_err(wrong)?;
        if path.iter().any(|row| row.len() != path[0].len()) {
            return Err(value("text", "the rows of the path are not equally long"));
        }
        Ok(Self { path, evidence })
    }
    fn to_json(&self) -> String {
        json!({ "path": self.path, "evidence": self.evidence }).to_string()
    }
    #[getter]
    fn clearance(&self) -> f64 {
        self.evidence.clearance
    }
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.path)?)
    }
    /// The number of stretches of time.
    #[getter]
    fn stretches(&self) -> usize {
        self.evidence.stretches.len()
    }
    /// What the checker says about the path in a world.
    fn verify(&self, py: Python<'_>, world: &World) -> PyResult<&'static str> {
        let (world, mut watch) = (world.prover().world(), Watch::new(None));
        let found = py.detach(|| {
            let mechanism = world.mechanism();
            check_path_while(&mechanism, &self.path, &self.evidence, |row| watch.at(row))
        });
        watch.end()?;
        Ok(word(found))
    }
    fn __repr__(&self) -> String {
        let (rows, clearance, stretches) = (self.path.len(), self.clearance(), self.stretches());
        format!("PathCertificate({rows} rows, clearance {clearance}, {stretches} stretches)")
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let make = slf.get_type().getattr("from_json")?;
        (make, (slf.get().to_json(),)).into_pyobject(slf.py())
    }
}
