//! Robots: files, configurations, and what is proven about paths.

use std::path::PathBuf;

use clearance::paths::{self, FirstContact, Meeting, OverLimits, Prover, Verdict};
use clearance_models::{Model, Notes, Sources};
use numpy::{PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::error::value;
use crate::pose::Pose;
use crate::shape::Shape;

/// A robot as its files describe it.
#[pyclass(frozen, module = "clearance")]
pub struct Robot {
    model: Model,
    warnings: Vec<String>,
}

#[pymethods]
impl Robot {
    #[staticmethod]
    #[pyo3(signature = (urdf, srdf = None, *, packages = None, base = None, hulls = false))]
    fn from_urdf(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<Vec<(String, PathBuf)>>,
        base: Option<&Pose>,
        hulls: bool,
    ) -> PyResult<Self> {
        let sources = Sources { urdf, srdf, packages: packages.unwrap_or_default(), hulls };
        let base = base.map_or(clearance::d3_f64::Pose::IDENTITY, |pose| pose.0);
        let mut notes = Notes::default();
        let model = py.detach(|| Model::load(&sources, &base, &mut notes));
        let model = model.map_err(|wrong| value("from_urdf", wrong))?;
        Ok(Self { model, warnings: notes.warnings })
    }
    #[getter]
    fn name(&self) -> &str {
        &self.model.name
    }
    #[getter]
    fn joints(&self) -> Vec<String> {
        self.model.robot.joints().to_vec()
    }
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.model.robot.links().map(|link| link.name.as_str()).collect()
    }
    #[getter]
    fn limits(&self) -> Vec<Option<(f64, f64)>> {
        self.model
            .robot
            .limits()
            .iter()
            .map(|limits| limits.map(|[lower, upper]| (lower, upper)))
            .collect()
    }
    /// What is doubtful about the files, in sentences.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
    #[pyo3(signature = (q = None))]
    fn configuration(&self, py: Python<'_>, q: Option<&str>) -> PyResult<Vec<f64>> {
        let Some(q) = q else { return Ok(self.model.robot.neutral()) };
        let mut notes = Notes::default();
        let values = self.model.configuration(q, &mut notes).map_err(|wrong| value("q", wrong))?;
        warn(py, &notes)?;
        Ok(values)
    }
    /// The rows of a CSV file whose first line names joints, an array of shape (rows, joints).
    fn path<'py>(&self, py: Python<'py>, file: PathBuf) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut notes = Notes::default();
        let path = self.model.path(&file, &mut notes).map_err(|wrong| value("path", wrong))?;
        warn(py, &notes)?;
        Ok(PyArray2::from_vec2(py, path.rows())?)
    }
    /// The matrices of the links, an array of shape (links, 4, 4).
    fn fk<'py>(&self, py: Python<'py>, q: Vec<f64>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let poses = self.model.robot.poses(&q).map_err(|wrong| value("q", wrong))?;
        let matrix = |pose: &clearance::d3_f64::Pose| {
            let [x, y, z] = pose.columns();
            let t = pose.translation();
            vec![
                vec![x.x, y.x, z.x, t.x],
                vec![x.y, y.y, z.y, t.y],
                vec![x.z, y.z, z.z, t.z],
                vec![0.0, 0.0, 0.0, 1.0],
            ]
        };
        Ok(PyArray3::from_vec3(py, &poses.iter().map(matrix).collect::<Vec<_>>())?)
    }
    fn __repr__(&self) -> String {
        let robot = &self.model.robot;
        format!(
            "Robot({:?}, {} links, {} joints)",
            self.model.name,
            robot.links().len(),
            robot.joints().len()
        )
    }
}

/// A robot among bodies.
#[pyclass(frozen, module = "clearance")]
pub struct World {
    prover: Prover,
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (robot, bodies = None, *, attached = None, allowed = None))]
    fn new(
        py: Python<'_>,
        robot: &Robot,
        bodies: Option<Vec<(String, Shape, Pose)>>,
        attached: Option<Vec<(String, String, Shape, Pose)>>,
        allowed: Option<Vec<(String, String)>>,
    ) -> PyResult<Self> {
        let wrong = |wrong: paths::Error| value("World", wrong);
        let mut world = paths::World::new(robot.model.robot.clone()).map_err(wrong)?;
        let mut notes = Notes::default();
        robot.model.allow_disabled(&mut world, &mut notes);
        warn(py, &notes)?;
        for (name, shape, pose) in bodies.unwrap_or_default() {
            world.add(&name, [(pose.0, shape.0)]).map_err(wrong)?;
        }
        for (name, link, shape, pose) in attached.unwrap_or_default() {
            world.attach(&name, &link, [(pose.0, shape.0)]).map_err(wrong)?;
        }
        for (one, other) in allowed.unwrap_or_default() {
            world.allow(&one, &other).map_err(wrong)?;
        }
        Ok(Self { prover: Prover::new(world) })
    }
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.prover.world().names().map(String::from).collect()
    }
    /// Pairs of bodies that are asked about, by name.
    #[getter]
    fn pairs(&self) -> Vec<(String, String)> {
        let names = self.bodies();
        self.prover.world().pairs().map(|[a, b]| (names[a].clone(), names[b].clone())).collect()
    }
    fn touches(&self, py: Python<'_>, q: Vec<f64>) -> PyResult<bool> {
        py.detach(|| self.prover.touches(&q)).map_err(|wrong| value("q", wrong))
    }
    #[pyo3(signature = (path, clearance = 0.0))]
    fn prove(
        &self,
        py: Python<'_>,
        path: PyReadonlyArray2<'_, f64>,
        clearance: f64,
    ) -> PyResult<Proof> {
        let path = self.path(&path)?;
        let (verdict, meeting) = match py.detach(|| self.prover.clear(&path, clearance)) {
            Verdict::Proven => ("proven", None),
            Verdict::Broken(meeting) => ("broken", Some(meeting)),
            Verdict::Undecided(meeting) => ("undecided", Some(meeting)),
        };
        let (row, pair) = place(meeting);
        Ok(Proof { verdict: verdict.into(), row, pair })
    }
    #[pyo3(signature = (path, tolerance = 1e-6))]
    fn first_contact(
        &self,
        py: Python<'_>,
        path: PyReadonlyArray2<'_, f64>,
        tolerance: f64,
    ) -> PyResult<Option<Contact>> {
        let path = self.path(&path)?;
        Ok(match py.detach(|| self.prover.first_contact(&path, tolerance)) {
            FirstContact::None => None,
            FirstContact::Found { from, meeting } => {
                Some(Contact { lower: from, upper: Some(meeting.row), pair: meeting.pair.into() })
            }
            FirstContact::Undecided(meeting) => {
                Some(Contact { lower: meeting.row, upper: None, pair: meeting.pair.into() })
            }
        })
    }
    #[pyo3(signature = (path, tolerance = None))]
    fn least(
        &self,
        py: Python<'_>,
        path: PyReadonlyArray2<'_, f64>,
        tolerance: Option<f64>,
    ) -> PyResult<LeastClearance> {
        let path = self.path(&path)?;
        let tolerance = tolerance.unwrap_or(1e-4 * self.prover.world().robot().reach());
        let found = py.detach(|| self.prover.least(&path, tolerance));
        let (row, pair) = place(found.meeting);
        Ok(LeastClearance { lower: found.lower, upper: found.upper, row, pair })
    }
    /// "never", "always", "sometimes" or "undecided" for each pair of `pairs`.
    #[pyo3(signature = (effort = 20_000))]
    fn pairs_over_limits(
        &self,
        py: Python<'_>,
        effort: usize,
    ) -> PyResult<Vec<((String, String), &'static str)>> {
        let names = self.bodies();
        let mut all = Vec::new();
        for bodies in self.prover.world().pairs() {
            let word = match py.detach(|| self.prover.over_limits(bodies, effort)) {
                OverLimits::Never => "never",
                OverLimits::Always => "always",
                OverLimits::Sometimes { .. } => "sometimes",
                OverLimits::Undecided { .. } => "undecided",
            };
            py.check_signals()?;
            all.push((bodies.map(|body| names[body].clone()).into(), word));
        }
        Ok(all)
    }
}

impl World {
    fn path(&self, rows: &PyReadonlyArray2<'_, f64>) -> PyResult<paths::Path> {
        let rows: Vec<Vec<f64>> =
            rows.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
        paths::Path::new(self.prover.world().robot(), rows).map_err(|wrong| value("path", wrong))
    }
}

/// Passes doubts on as Python's warnings.
fn warn(py: Python<'_>, notes: &Notes) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    notes.warnings.iter().try_for_each(|said| warnings.call_method1("warn", (said,)).map(drop))
}

/// The place of a meeting.
fn place(meeting: Option<Meeting>) -> (Option<f64>, Option<(String, String)>) {
    meeting.map_or((None, None), |Meeting { row, pair }| (Some(row), Some(pair.into())))
}

/// Whether a path keeps a clearance.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct Proof {
    verdict: String,
    row: Option<f64>,
    pair: Option<(String, String)>,
}

/// The first contact of a path.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct Contact {
    lower: f64,
    upper: Option<f64>,
    pair: (String, String),
}

/// The least clearance of a path.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct LeastClearance {
    lower: f64,
    upper: f64,
    row: Option<f64>,
    pair: Option<(String, String)>,
}
