//! Certificates of paths, and what the independent checker says about them.

use clearance::answer::PathCertificate as Evidence;
use clearance::paths::JointPath;
use clearance::verify::check_path_while;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};

use crate::error::value;
use crate::path::Path;
use crate::robot::World;
use crate::verify::word;
use crate::watch::{Watch, apart_if};

/// A text of so many bytes is read in some hundredths of a second. Longer ones do not hold up signals.
const LONG: usize = 1 << 20;

/// The proof that a path keeps a clearance: for all pairs of bodies, stretches of time and what parts them there.
/// Pickle and JSON keep every bit.
#[pyclass(frozen, module = "clearance")]
pub struct PathCertificate {
    path: JointPath,
    evidence: Evidence,
}

impl PathCertificate {
    pub fn new(path: JointPath, evidence: Evidence) -> Self {
        Self { path, evidence }
    }
    fn read(text: &str) -> Result<Self, String> {
        let wrong = |wrong: serde_json::Error| wrong.to_string();
        let mut given: Value = serde_json::from_str(text).map_err(wrong)?;
        let mut part = |name: &str| given.get_mut(name).map(Value::take).unwrap_or_default();
        let path = serde_json::from_value(part("path")).map_err(wrong)?;
        let evidence = serde_json::from_value(part("evidence")).map_err(wrong)?;
        Ok(Self { path, evidence })
    }
}

#[pymethods]
impl PathCertificate {
    /// Raises ValueError for a text that is no certificate.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        let (is_long, text) = (text.len() > LONG, text.to_owned());
        let read = apart_if(py, is_long, move || Self::read(&text))?;
        read.map_err(|wrong| value("text", wrong))
    }
    /// As text, with every bit.
    fn to_json(&self) -> String {
        json!({ "path": self.path, "evidence": self.evidence }).to_string()
    }
    /// What the path keeps.
    #[getter]
    fn clearance(&self) -> f64 {
        self.evidence.clearance
    }
    /// What was given, with its tolerance.
    #[getter]
    fn path(&self) -> Path {
        Path::given(&self.path)
    }
    /// How many stretches it has.
    #[getter]
    fn stretches(&self) -> usize {
        self.evidence.stretches.len()
    }
    /// Does the path keep the clearance in this world? A checker with kinematics of its own, in intervals, decides.
    /// "refuted": a stretch is wrong or missing, as in a world with other bodies; the path may be free, then.
    fn verify(&self, py: Python<'_>, world: &World) -> PyResult<&'static str> {
        let (world, mut watch) = (world.prover().world(), Watch::new(None));
        let found = py.detach(|| {
            let mechanism = world.mechanism();
            check_path_while(&mechanism, &self.path, &self.evidence, |row| watch.at(row))
        });
        watch.end()?;
        Ok(word(found))
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.path == other.path && self.evidence == other.evidence
    }
    fn __repr__(&self) -> String {
        let (path, clearance, stretches) =
            (self.path().__repr__(), self.clearance(), self.stretches());
        format!("PathCertificate({path}, clearance {clearance}, {stretches} stretches)")
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let make = slf.get_type().getattr("from_json")?;
        (make, (slf.get().to_json(),)).into_pyobject(slf.py())
    }
}
