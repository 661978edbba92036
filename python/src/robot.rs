//! Robots: files, configurations, and what is proven about paths.

use std::path::PathBuf;
use std::sync::OnceLock;

use clearance::paths::{self, FirstContact, OverLimits, Prover, Verdict};
use clearance_models::{Model, Notes, PartIs, Sources};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::certificate::PathCertificate;
use crate::columns::column;
use crate::configurations::{Configurations, Shapes, distances};
use crate::error::value;
use crate::found::{Asked, Contact, LEAST, LeastClearance, Proof, place};
use crate::picture::{self, Picture};
use crate::pose::rows_of;
use crate::shape::{Shape, matrix, vectors};
use crate::single::{OnePose, at};
use crate::watch::Watch;

/// A robot as its files describe it.
#[pyclass(frozen, module = "clearance")]
pub struct Robot {
    model: Model,
    warnings: Vec<String>,
    hulls: Vec<MeshAsHull>,
}

/// A link, a mesh of it that is taken as a hull, and the share of the hull that is outside of the mesh.
type MeshAsHull = (String, String, f64);

#[pymethods]
impl Robot {
    #[staticmethod]
    #[pyo3(signature = (urdf, srdf = None, *, packages = None, base = None, hulls = false))]
    fn from_urdf(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<Vec<(String, PathBuf)>>,
        base: Option<OnePose>,
        hulls: bool,
    ) -> PyResult<Self> {
        let sources = Sources { urdf, srdf, packages: packages.unwrap_or_default(), hulls };
        let (base, mut notes) = (at(base), Notes::default());
        let model = py.detach(|| Model::load(&sources, &base, &mut notes));
        let model = model.map_err(|wrong| value("from_urdf", wrong))?;
        let hull = |note: &clearance_models::MeshNote| match note.is {
            PartIs::Hull { not_mesh } => Some((note.body.clone(), note.mesh.clone(), not_mesh)),
            PartIs::True { .. } => None,
        };
        let hulls = notes.hulls.iter().filter_map(hull).collect();
        Ok(Self { model, warnings: notes.warnings, hulls })
    }
    /// Several robots as one. Names of links and joints begin with the name of the robot and a slash.
    #[staticmethod]
    fn joined(robots: Vec<(String, Bound<'_, Self>)>) -> PyResult<Self> {
        let (mut models, mut warnings, mut hulls) = (Vec::new(), Vec::new(), Vec::new());
        for (name, robot) in robots {
            let robot = robot.get();
            warnings.extend_from_slice(&robot.warnings);
            let named =
                |(link, mesh, share): &MeshAsHull| (format!("{name}/{link}"), mesh.clone(), *share);
            hulls.extend(robot.hulls.iter().map(named));
            models.push((name, robot.model.clone()));
        }
        let model = Model::joined(models).map_err(|wrong| value("robots", wrong))?;
        Ok(Self { model, warnings, hulls })
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
    /// The meshes that are taken as hulls.
    #[getter]
    fn hulls(&self) -> Vec<MeshAsHull> {
        self.hulls.clone()
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
    /// The matrices of the links, an array of shape (links, 4, 4), or (N, links, 4, 4).
    fn fk<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let (given, mut numbers) = (Configurations::of(q)?, Vec::new());
        for (row, q) in given.rows.iter().enumerate() {
            let poses = self.model.robot.poses(q).map_err(|wrong| given.wrong(row, wrong))?;
            numbers.extend(poses.iter().flat_map(rows_of).flatten());
        }
        let (numbers, links) = (PyArray1::from_vec(py, numbers), self.model.robot.links().len());
        if given.is_one {
            return numbers.reshape([links, 4, 4])?.into_py_any(py);
        }
        numbers.reshape([given.rows.len(), links, 4, 4])?.into_py_any(py)
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
    /// Made when distances are first asked for.
    shapes: OnceLock<Result<Shapes, paths::Error>>,
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (robot, bodies = None, *, clouds = None, attached = None, allowed = None))]
    fn new(
        py: Python<'_>,
        robot: &Robot,
        bodies: Option<Vec<(String, Shape, OnePose)>>,
        clouds: Option<Vec<(String, Bound<'_, PyAny>, f64)>>,
        attached: Option<Vec<(String, String, Shape, OnePose)>>,
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
        for (name, points, radius) in clouds.unwrap_or_default() {
            let points = vectors("clouds", &points)?;
            let balls = points.into_iter().map(|point| (point, radius));
            world.add_cloud(&name, balls).map_err(wrong)?;
        }
        for (name, link, shape, pose) in attached.unwrap_or_default() {
            world.attach(&name, &link, [(pose.0, shape.0)]).map_err(wrong)?;
        }
        for (one, other) in allowed.unwrap_or_default() {
            world.allow(&one, &other).map_err(wrong)?;
        }
        Ok(Self { prover: Prover::new(world), shapes: OnceLock::new() })
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
    /// The bodies in a configuration, and the nearest of the pairs that are asked about.
    #[pyo3(signature = (q = None))]
    fn picture(&self, py: Python<'_>, q: Option<Vec<f64>>) -> PyResult<Picture> {
        let world = self.prover.world();
        let q = q.unwrap_or_else(|| world.robot().neutral());
        py.detach(|| picture::of_world(world, &q)).map_err(|wrong| value("q", wrong))
    }
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_large()? {
            return Ok(format!("<p>{}</p>", self.__repr__()));
        }
        Ok(self.picture(py, None)?._repr_html_())
    }
    fn __repr__(&self) -> String {
        format!("World({} bodies)", self.prover.world().names().len())
    }
    #[pyo3(signature = (q, *, progress = None))]
    fn touches(
        &self,
        py: Python<'_>,
        q: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = Configurations::of(q)?;
        let mut watch = Watch::new(progress.as_ref());
        let mut found = Vec::with_capacity(given.rows.len());
        py.detach(|| {
            for (row, q) in given.rows.iter().enumerate() {
                found.push(self.prover.touches(q).map_err(|wrong| given.wrong(row, wrong))?);
                if watch.at(row as f64).is_break() {
                    break;
                }
            }
            Ok::<_, PyErr>(())
        })?;
        watch.end()?;
        if given.is_one { found[0].into_py_any(py) } else { column(py, found) }
    }
    /// The least distance of each pair.
    fn distances(&self, py: Python<'_>, q: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let world = self.prover.world();
        let shapes = self.shapes.get_or_init(|| Shapes::of(world));
        let shapes = shapes.as_ref().map_err(|wrong| value("World", wrong))?;
        distances(py, world, shapes, &Configurations::of(q)?)
    }
    #[pyo3(signature = (path, clearance = 0.0, *, progress = None))]
    fn prove(
        slf: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        clearance: f64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Proof> {
        let (py, world) = (slf.py(), slf.get());
        let (path, clearance) = (world.path(path)?, not_negative(clearance)?);
        let mut watch = Watch::new(progress.as_ref());
        let verdict = py.detach(|| world.prover.clear_while(&path, clearance, |row| watch.at(row)));
        watch.end()?;
        let (verdict, meeting) = match verdict.expect(GOING_ON) {
            Verdict::Proven => ("proven", None),
            Verdict::Broken(meeting) => ("broken", Some(meeting)),
            Verdict::Undecided(meeting) => ("undecided", Some(meeting)),
        };
        let (row, pair) = place(meeting);
        let asked = Asked::new(slf, path, clearance);
        Ok(Proof { verdict: verdict.into(), row, pair, asked })
    }
    /// The proof itself; None if there is none.
    #[pyo3(signature = (path, clearance = 0.0))]
    fn certificate(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        clearance: f64,
    ) -> PyResult<Option<PathCertificate>> {
        let (path, clearance) = (self.path(path)?, not_negative(clearance)?);
        let mut watch = Watch::new(None);
        let found =
            py.detach(|| self.prover.certificate_while(&path, clearance, |row| watch.at(row)));
        watch.end()?;
        Ok(found.map(|evidence| PathCertificate::new(path.rows().to_vec(), evidence)))
    }
    #[pyo3(signature = (path, tolerance = 1e-6, *, progress = None))]
    fn first_contact(
        slf: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        tolerance: f64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Contact>> {
        let (py, world) = (slf.py(), slf.get());
        let path = world.path(path)?;
        let mut watch = Watch::new(progress.as_ref());
        let found =
            py.detach(|| world.prover.first_contact_while(&path, tolerance, |row| watch.at(row)));
        watch.end()?;
        let (lower, upper, pair) = match found.expect(GOING_ON) {
            FirstContact::None => return Ok(None),
            FirstContact::Found { from, meeting } => (from, Some(meeting.row), meeting.pair),
            FirstContact::Undecided(meeting) => (meeting.row, None, meeting.pair),
        };
        let asked = Asked::new(slf, path, 0.0);
        Ok(Some(Contact { lower, upper, pair: pair.into(), asked }))
    }
    #[pyo3(signature = (path, tolerance = None))]
    fn least(
        slf: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
    ) -> PyResult<LeastClearance> {
        let (py, world) = (slf.py(), slf.get());
        let path = world.path(path)?;
        let tolerance = tolerance.unwrap_or(LEAST * world.prover.world().robot().reach());
        let mut watch = Watch::new(None);
        let found = py.detach(|| world.prover.least_while(&path, tolerance, |_| watch.at(0.0)));
        watch.end()?;
        let (row, pair) = place(found.meeting);
        let asked = Asked::new(slf, path, 0.0);
        Ok(LeastClearance { lower: found.lower, upper: found.upper, row, pair, asked })
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

/// A search ends without an answer only if Python wants it, which raises an error before.
const GOING_ON: &str = "only Python ends a search";

/// A clearance that a path may have to keep.
fn not_negative(clearance: f64) -> PyResult<f64> {
    let is_length = clearance.is_finite() && clearance >= 0.0;
    if is_length {
        Ok(clearance)
    } else {
        Err(value("clearance", format!("{clearance} is no length")))
    }
}

impl World {
    pub fn prover(&self) -> &Prover {
        &self.prover
    }
    /// Has it more pieces than a notebook draws without being asked?
    pub fn is_large(&self) -> PyResult<bool> {
        let world = self.prover.world();
        let posed = world.posed(&world.robot().neutral()).map_err(|wrong| value("q", wrong))?;
        Ok(picture::are_many(posed.iter().flatten().map(|(_, shape)| *shape)))
    }
    /// An argument of shape (rows, joints).
    fn path(&self, path: &Bound<'_, PyAny>) -> PyResult<paths::Path> {
        let rows = matrix("path", path, "(rows, joints)")?;
        let rows: Vec<_> = rows.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
        paths::Path::new(self.prover.world().robot(), rows).map_err(|wrong| value("path", wrong))
    }
}

/// Passes doubts on as Python's warnings.
fn warn(py: Python<'_>, notes: &Notes) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    notes.warnings.iter().try_for_each(|said| warnings.call_method1("warn", (said,)).map(drop))
}
