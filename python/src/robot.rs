//! Robots: files, configurations, and what is proven about paths.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clearance::d3_f64;
use clearance::paths::{self, Encounter, FirstContact, OverLimits, Prover, Verdict};
use clearance_models::{Angles, Model, Notes, PartIs, Sources};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::certificate::PathCertificate;
use crate::columns::column;
use crate::configurations::{Configurations, Shapes, distances, edges_of, gradients};
use crate::error::{room, value};
use crate::found::{Asked, ClocksProof, Contact, LEAST, LeastClearance, Proof, place};
use crate::path::Path;
use crate::picture::{self, Picture};
use crate::pose::{Pose, rows_of};
use crate::shape::{MANY, Shape, vectors};
use crate::single::{OnePose, at};
use crate::watch::{Watch, apart, apart_if};

/// A robot as its URDF and SRDF files describe it. Links are true meshes. Robots with the same links, joints and states
/// are equal; pickle keeps the names of the files, and reads them again.
#[pyclass(frozen, module = "clearance")]
pub struct Robot {
    model: Model,
    warnings: Vec<String>,
    hulls: Vec<MeshAsHull>,
    made: Made,
}

/// What a robot was made of: pickle keeps the names of files, not what is in them.
enum Made {
    Files(Sources, d3_f64::Pose),
    Joined(Vec<(String, Py<Robot>)>),
    Moving(Shape, d3_f64::Pose),
}

impl PartialEq for Robot {
    fn eq(&self, other: &Self) -> bool {
        self.model == other.model
    }
}

/// A link, a mesh of it that is taken as a hull, and the share of the hull that is outside of the mesh.
type MeshAsHull = (String, String, f64);

impl Robot {
    fn of_files(py: Python<'_>, sources: Sources, base: d3_f64::Pose) -> PyResult<Self> {
        let files = sources.clone();
        let work = move || {
            let mut notes = Notes::default();
            (Model::load(&files, &base, &mut notes), notes)
        };
        let (model, notes) = apart(py, work)?;
        let model = model.map_err(|wrong| value("from_urdf", wrong))?;
        let hull = |note: &clearance_models::MeshNote| match note.is {
            PartIs::Hull { not_mesh } => Some((note.body.clone(), note.mesh.clone(), not_mesh)),
            PartIs::True { .. } => None,
        };
        let hulls = notes.hulls.iter().filter_map(hull).collect();
        Ok(Self { model, warnings: notes.warnings, hulls, made: Made::Files(sources, base) })
    }
}

#[pymethods]
impl Robot {
    /// ``packages`` are the folders of packages by name; others are looked for around the file. ``hulls`` takes each
    /// mesh as the hulls of its pieces, ``visuals`` the visuals of links without collisions: else ``warnings`` names these.
    ///
    /// Raises ValueError with the file, its line and the reason.
    #[staticmethod]
    #[pyo3(signature = (urdf, srdf = None, *, packages = None, base = None, hulls = false, visuals = false))]
    fn from_urdf(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<Vec<(String, PathBuf)>>,
        base: Option<OnePose>,
        hulls: bool,
        visuals: bool,
    ) -> PyResult<Self> {
        let packages = packages.unwrap_or_default();
        let sources = Sources { urdf, srdf, packages, hulls, visuals };
        Self::of_files(py, sources, at(base))
    }
    /// From files and a base: what pickle keeps.
    #[staticmethod]
    fn _of(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: Vec<(String, PathBuf)>,
        hulls: bool,
        visuals: bool,
        base: Pose,
    ) -> PyResult<Self> {
        Self::of_files(py, Sources { urdf, srdf, packages, hulls, visuals }, base.0)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        match &slf.get().made {
            Made::Files(sources, base) => {
                // Another process may stand in another folder.
                let whole = |path: &PathBuf| std::path::absolute(path);
                let packages = sources.packages.iter();
                let packages = packages.map(|(name, path)| Ok((name.clone(), whole(path)?)));
                let packages = packages.collect::<PyResult<Vec<_>>>()?;
                let (urdf, srdf) =
                    (whole(&sources.urdf)?, sources.srdf.as_ref().map(whole).transpose()?);
                let (hulls, visuals) = (sources.hulls, sources.visuals);
                let files = (urdf, srdf, packages, hulls, visuals, Pose(*base));
                (slf.get_type().getattr("_of")?, files).into_pyobject(py)
            }
            Made::Joined(robots) => {
                let robot =
                    |(name, robot): &(String, Py<Robot>)| (name.clone(), robot.clone_ref(py));
                let robots: Vec<_> = robots.iter().map(robot).collect();
                (slf.get_type().getattr("joined")?, (robots,)).into_pyobject(py)
            }
            Made::Moving(shape, base) => {
                let made = (shape.clone(), Pose(*base));
                (slf.get_type().getattr("moving")?, made).into_pyobject(py)
            }
        }
    }
    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }
    /// A body that moves by itself, as a box on a conveyor or a cart, for ``Robot.joined``. Its joints are x, y and z, which
    /// say where its origin is as seen from its base, and yaw, by which it turns about z. The link with the shape has the name
    /// of the body there.
    #[staticmethod]
    #[pyo3(signature = (shape, base = None))]
    fn moving(shape: Shape, base: Option<OnePose>) -> Self {
        let base = at(base);
        let model = Model::moving(vec![(d3_f64::Pose::IDENTITY, shape.0.clone())], &base);
        Self { model, warnings: vec![], hulls: vec![], made: Made::Moving(shape, base) }
    }
    /// Several robots as one, by their names, each with its own base. Names of links and joints begin with that of the
    /// robot and a slash; with "" for a name they stay what they are. Values of joints come in the order of the robots; a
    /// state of the SRDF files moves all that have it.
    ///
    /// Raises ValueError for a name that two have.
    #[staticmethod]
    fn joined(robots: Vec<(String, Bound<'_, Self>)>) -> PyResult<Self> {
        let (mut models, mut warnings, mut hulls) = (Vec::new(), Vec::new(), Vec::new());
        let own =
            |(name, robot): &(String, Bound<'_, Self>)| (name.clone(), robot.clone().unbind());
        let made = Made::Joined(robots.iter().map(own).collect());
        for (name, robot) in robots {
            let robot = robot.get();
            warnings.extend_from_slice(&robot.warnings);
            let named =
                |(link, mesh, share): &MeshAsHull| (format!("{name}/{link}"), mesh.clone(), *share);
            hulls.extend(robot.hulls.iter().map(named));
            models.push((name, robot.model.clone()));
        }
        let model = Model::joined(models).map_err(|wrong| value("robots", wrong))?;
        Ok(Self { model, warnings, hulls, made })
    }
    /// As in the URDF file.
    #[getter]
    fn name(&self) -> &str {
        &self.model.name
    }
    /// The joints that move and follow no other: a configuration has a value for each, in radians or metres.
    #[getter]
    fn joints(&self) -> Vec<String> {
        self.model.robot.joints().to_vec()
    }
    /// The names of the links.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.model.robot.links().map(|link| link.name.as_str()).collect()
    }
    /// The least and the largest value of each of ``joints``; None for one that turns without an end.
    #[getter]
    fn limits(&self) -> Vec<Option<(f64, f64)>> {
        self.model
            .robot
            .limits()
            .iter()
            .map(|limits| limits.map(|[lower, upper]| (lower, upper)))
            .collect()
    }
    /// What is doubtful about the files.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
    /// The meshes that are taken as hulls: the link, the file, and the share of the hull's volume that is outside of
    /// the mesh.
    #[getter]
    fn hulls(&self) -> Vec<MeshAsHull> {
        self.hulls.clone()
    }
    /// Such as ``"elbow=1,wrist=0.5"``, or the name of a state of the SRDF file. Other joints are at 0.
    ///
    /// Warns of values beyond limits; raises ValueError for an unknown name.
    #[pyo3(signature = (q = None))]
    fn configuration(&self, py: Python<'_>, q: Option<&str>) -> PyResult<Vec<f64>> {
        let Some(q) = q else { return Ok(self.model.robot.neutral()) };
        let mut notes = Notes::default();
        let values = self
            .model
            .configuration(q, Angles::Radians, &mut notes)
            .map_err(|wrong| value("q", wrong))?;
        warn(py, &notes)?;
        Ok(values)
    }
    /// The path of a CSV file whose first line names joints, and velocities and times if it has them. Other joints keep
    /// their value in ``q``, as in ``configuration``. Those without one are at 0, with a warning.
    #[pyo3(signature = (file, q = None))]
    fn path(&self, py: Python<'_>, file: PathBuf, q: Option<&str>) -> PyResult<Path> {
        let (mut notes, angles) = (Notes::default(), Angles::Radians);
        let kept = q.map(|q| self.model.said(q, angles, &mut notes)).transpose();
        let kept = kept.map_err(|wrong| value("q", wrong))?.unwrap_or_default();
        let path = self.model.path(&file, angles, &kept, &mut notes);
        let path = path.map_err(|wrong| value("path", wrong))?;
        warn(py, &notes)?;
        Ok(Path::given(path.given()))
    }
    /// The matrices of ``links``, shape (links, 4, 4), for a configuration; (N, links, 4, 4) for many, of shape
    /// (N, joints).
    fn fk<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let given = Configurations::of(q)?;
        let links = self.model.robot.links().len();
        let mut numbers = room(given.rows.len().saturating_mul(16 * links))?;
        let mut watch = Watch::new(None);
        py.detach(|| {
            for (row, q) in given.rows.iter().enumerate() {
                let poses = self.model.robot.poses(q).map_err(|wrong| given.wrong(row, wrong))?;
                numbers.extend(poses.iter().flat_map(rows_of).flatten());
                if watch.at(0.0).is_break() {
                    break;
                }
            }
            Ok::<_, PyErr>(())
        })?;
        watch.end()?;
        let numbers = PyArray1::from_vec(py, numbers);
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

/// A robot among bodies. Links with a joint between them, and pairs that the SRDF file disables, may touch.
/// Worlds of the same robot and bodies are equal; pickle keeps what a world was made of.
#[pyclass(frozen, module = "clearance")]
pub struct World {
    prover: Prover,
    /// Made when distances are first asked for, and the same wherever bodies stand.
    shapes: Arc<OnceLock<Result<Shapes, paths::Error>>>,
    given: Given,
}

/// What a world was made of.
struct Given {
    robot: Py<Robot>,
    bodies: Vec<(String, Shape, Pose)>,
    clouds: Vec<(String, Py<PyAny>, f64)>,
    attached: Vec<(String, String, Shape, Pose)>,
    allowed: Vec<(String, String)>,
    clearances: Vec<(String, String, f64)>,
}

impl Given {
    fn again(&self, py: Python<'_>) -> Self {
        let Self { robot, bodies, clouds, attached, allowed, clearances } = self;
        let cloud = |(name, points, radius): &(String, Py<PyAny>, f64)| {
            (name.clone(), points.clone_ref(py), *radius)
        };
        Self {
            robot: robot.clone_ref(py),
            bodies: bodies.clone(),
            clouds: clouds.iter().map(cloud).collect(),
            attached: attached.clone(),
            allowed: allowed.clone(),
            clearances: clearances.clone(),
        }
    }
    fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let is_same = *self.robot.get() == *other.robot.get()
            && self.bodies == other.bodies
            && self.attached == other.attached
            && self.allowed == other.allowed
            && self.clearances == other.clearances
            && self.clouds.len() == other.clouds.len();
        let equal = py.import("numpy")?.getattr("array_equal")?;
        for ((name, points, radius), (of, others, own)) in self.clouds.iter().zip(&other.clouds) {
            if name != of || radius != own || !equal.call1((points, others))?.is_truthy()? {
                return Ok(false);
            }
        }
        Ok(is_same)
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (robot, bodies = None, *, clouds = None, attached = None, allowed = None, clearances = None))]
    fn new(
        py: Python<'_>,
        robot: &Bound<'_, Robot>,
        bodies: Option<Vec<(String, Shape, OnePose)>>,
        clouds: Option<Vec<(String, Bound<'_, PyAny>, f64)>>,
        attached: Option<Vec<(String, String, Shape, OnePose)>>,
        allowed: Option<Vec<(String, String)>>,
        clearances: Option<Vec<(String, String, f64)>>,
    ) -> PyResult<Self> {
        let wrong = |wrong: paths::Error| value("World", wrong);
        let model = &robot.get().model;
        let mut world = paths::World::new(model.robot.clone()).map_err(wrong)?;
        let mut notes = Notes::default();
        model.allow_disabled(&mut world, &mut notes);
        warn(py, &notes)?;
        let pose = |(name, shape, pose): (String, Shape, OnePose)| (name, shape, Pose(pose.0));
        let held = |(name, link, shape, pose): (String, String, Shape, OnePose)| {
            (name, link, shape, Pose(pose.0))
        };
        let mut given = Given {
            robot: robot.clone().unbind(),
            bodies: bodies.unwrap_or_default().into_iter().map(pose).collect(),
            clouds: vec![],
            attached: attached.unwrap_or_default().into_iter().map(held).collect(),
            allowed: allowed.unwrap_or_default(),
            clearances: clearances.unwrap_or_default(),
        };
        for (name, shape, pose) in &given.bodies {
            world.add(name, [(pose.0, shape.0.clone())]).map_err(wrong)?;
        }
        for (row, (name, points, radius)) in clouds.unwrap_or_default().into_iter().enumerate() {
            let own = py.import("numpy")?.call_method1("array", (points,))?;
            let points = vectors(&format!("clouds: row {row}"), &own)?;
            let balls = points.into_iter().map(move |point| (point, radius));
            let (cloud, mut whole) = (name.clone(), world);
            world = apart_if(py, balls.len() > MANY, move || {
                whole.add_cloud(&cloud, balls).map(|()| whole)
            })?
            .map_err(wrong)?;
            given.clouds.push((name, own.unbind(), radius));
        }
        for (name, link, shape, pose) in &given.attached {
            world.attach(name, link, [(pose.0, shape.0.clone())]).map_err(wrong)?;
        }
        for (one, other) in &given.allowed {
            world.allow(one, other).map_err(wrong)?;
        }
        for (one, other, clearance) in &given.clearances {
            world.require(one, other, *clearance).map_err(wrong)?;
        }
        let prover = apart_if(py, !given.clouds.is_empty(), move || Prover::new(world))?;
        Ok(Self { prover, shapes: Arc::default(), given })
    }
    /// The world with bodies elsewhere: of each its name, and its pose in the world. It shares what was made for this one, and
    /// takes a tenth of a millisecond among a hundred bodies; answers are those of a world that is made anew.
    ///
    /// Raises ValueError for what is no body: a link, what is attached, a cloud.
    fn moved(&self, py: Python<'_>, bodies: BTreeMap<String, OnePose>) -> PyResult<Self> {
        let mut given = self.given.again(py);
        let mut poses = Vec::new();
        for (name, pose) in &bodies {
            if given.clouds.iter().any(|(cloud, ..)| cloud == name) {
                return Err(value("bodies", format!("\"{name}\" is a cloud, which is not moved")));
            }
            if let Some(body) = given.bodies.iter_mut().find(|(body, ..)| body == name) {
                body.2 = Pose(pose.0);
            }
            poses.push((&name[..], [pose.0]));
        }
        let poses = poses.iter().map(|(name, pose)| (*name, &pose[..]));
        let prover = self.prover.moved(poses).map_err(|wrong| value("bodies", wrong))?;
        Ok(Self { prover, shapes: self.shapes.clone(), given })
    }
    /// From all arguments: what pickle keeps.
    #[staticmethod]
    fn _of(
        py: Python<'_>,
        robot: &Bound<'_, Robot>,
        bodies: Vec<(String, Shape, OnePose)>,
        clouds: Vec<(String, Bound<'_, PyAny>, f64)>,
        attached: Vec<(String, String, Shape, OnePose)>,
        allowed: Vec<(String, String)>,
        clearances: Vec<(String, String, f64)>,
    ) -> PyResult<Self> {
        let (bodies, clouds, attached) = (Some(bodies), Some(clouds), Some(attached));
        Self::new(py, robot, bodies, clouds, attached, Some(allowed), Some(clearances))
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let Given { robot, bodies, clouds, attached, allowed, clearances } =
            slf.get().given.again(py);
        let all = (robot, bodies, clouds, attached, allowed, clearances);
        (slf.get_type().getattr("_of")?, all).into_pyobject(py)
    }
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.given.equals(py, &other.given)
    }
    /// The robot.
    #[getter]
    fn robot(&self, py: Python<'_>) -> Py<Robot> {
        self.given.robot.clone_ref(py)
    }
    /// The names of the links with shapes, of the bodies and of what is attached.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.prover.world().names().map(String::from).collect()
    }
    /// The pairs that are asked about, those too that never move against each other: a base on its table. Not asked
    /// about are two links that fixed joints hold together, and two bodies that stand in the world.
    #[getter]
    fn pairs(&self) -> Vec<(String, String)> {
        let names = self.bodies();
        self.prover.world().pairs().map(|[a, b]| (names[a].clone(), names[b].clone())).collect()
    }
    /// The bodies in a configuration of shape (joints,), by default the neutral one, and the 8 nearest of ``pairs``,
    /// numbered and listed.
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
    /// Does any pair touch or overlap? False only if it is proven that none does. A bool for a configuration, an array
    /// of shape (N,) for many, of shape (N, joints). ``progress`` is told the rows that are done, as in ``prove``.
    #[pyo3(signature = (q, *, progress = None))]
    fn touches(
        &self,
        py: Python<'_>,
        q: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = Configurations::of(q)?;
        let mut watch = Watch::new(progress.as_ref());
        let mut found = room(given.rows.len())?;
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
        if given.is_one { found[0].into_py_any(py) } else { column(py, found.into_iter()) }
    }
    /// The distance of each pair of ``pairs``, 0 where the bodies touch or overlap; shape (pairs,) for a configuration,
    /// (N, pairs) for many, of shape (N, joints).
    fn distances(&self, py: Python<'_>, q: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let world = self.prover.world();
        let shapes = self.shapes.get_or_init(|| Shapes::of(world));
        let shapes = shapes.as_ref().map_err(|wrong| value("World", wrong))?;
        distances(py, world, shapes, &Configurations::of(q)?)
    }
    /// The signed distance of each pair of ``pairs``, minus the depth where bodies overlap, and its derivative by each joint:
    /// shapes (pairs,) and (pairs, joints) for a configuration, (N, pairs) and (N, pairs, joints) for many, of shape (N, joints).
    /// The derivative is exact where the nearest points are unique; else, as between parallel faces, or where bodies touch, it
    /// is a subgradient. The depth of bodies that are not convex is one that is known to be enough.
    fn gradients(&self, py: Python<'_>, q: &Bound<'_, PyAny>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        gradients(py, self.prover.world(), &Configurations::of(q)?)
    }
    /// Do all pairs keep the clearance on the whole path, or that of ``clearances``, between its rows too? ``path`` is a
    /// ``Path``, or an array of shape (rows, joints) between whose rows joints move evenly.
    ///
    /// Ctrl-C ends this, as all questions about paths. ``progress`` is told some 20 times a second up to which row the
    /// path is proven, and may raise.
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
        let (row, pair, configuration) = place(meeting);
        let asked = Asked::new(slf, path, clearance);
        Ok(Proof { verdict: verdict.into(), row, pair, configuration, asked })
    }
    /// Is each of many straight edges proven to keep the clearance, or that of ``clearances``? ``edges`` is of shape
    /// (N, 2, joints), the answer of shape (N,). Most take some microseconds. ``fixed`` are the values of joints that stay;
    /// edges have no columns for these. What is False is a contact or, rarely, undecided: ``prove`` of its two rows tells which.
    /// ``progress`` is told the edges that are done, as in ``prove``.
    #[pyo3(signature = (edges, clearance = 0.0, *, fixed = None, progress = None))]
    fn prove_edges(
        &self,
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        clearance: f64,
        fixed: Option<BTreeMap<String, f64>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let joints = self.prover.world().robot().joints();
        let edges = edges_of(edges, joints, &fixed.unwrap_or_default())?;
        let clearance = not_negative(clearance)?;
        let mut watch = Watch::new(progress.as_ref());
        let done = |number: usize| watch.at(number as f64);
        let verdicts = py.detach(|| self.prover.clear_edges_while(&edges, clearance, done));
        let verdicts = verdicts.map_err(|wrong| value("edges", wrong))?;
        watch.end()?;
        column(py, verdicts.expect(GOING_ON).into_iter().map(|verdict| verdict == Verdict::Proven))
    }
    /// The same of a joined path, each part of which has a clock of its own (``Path.joined``). The clocks may differ by up to
    /// ``window``, in the unit of the path's times; by default nothing is known about when each part is where.
    #[pyo3(signature = (path, clearance = 0.0, window = None))]
    fn prove_clocks(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        clearance: f64,
        window: Option<f64>,
    ) -> PyResult<ClocksProof> {
        let (path, clearance) = (self.path(path)?, not_negative(clearance)?);
        let window = window.unwrap_or(f64::INFINITY);
        if window.is_nan() || window < 0.0 {
            return Err(value("window", format!("{window} is no time")));
        }
        let mut watch = Watch::new(None);
        let ask = || self.prover.clear_clocks_while(&path, clearance, window, || watch.at(0.0));
        let found = py.detach(ask).map_err(|wrong| value("path", wrong))?;
        watch.end()?;
        let (verdict, there) = match found.expect(GOING_ON) {
            Verdict::Proven => ("proven", None),
            Verdict::Broken(there) => ("broken", Some(there)),
            Verdict::Undecided(there) => ("undecided", Some(there)),
        };
        let verdict = verdict.into();
        Ok(ClocksProof(match there {
            None => (verdict, None, None, None, None),
            Some(Encounter { times, rows, pair, configuration }) => {
                (verdict, Some(times), Some(rows), Some(pair.into()), Some(configuration))
            }
        }))
    }
    /// The proof as data that a checker checks; None if it cannot be proven. It takes longer than ``prove``.
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
        Ok(found.map(|evidence| PathCertificate::new(path.given().clone(), evidence)))
    }
    /// To ``tolerance``, a part of a row. None if it is proven that there is none.
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
        let (lower, upper, meeting) = match found.expect(GOING_ON) {
            FirstContact::None => return Ok(None),
            FirstContact::Found { from, meeting } => (from, Some(meeting.row), meeting),
            FirstContact::Undecided(meeting) => (meeting.row, None, meeting),
        };
        let (pair, configuration) = (meeting.pair.into(), meeting.configuration);
        let asked = Asked::new(slf, path, 0.0);
        Ok(Some(Contact { lower, upper, pair, configuration, asked }))
    }
    /// To ``tolerance``, a length; without one, to 1e-4 of how far what moves is from the robot's base.
    #[pyo3(signature = (path, tolerance = None))]
    fn least(
        slf: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
    ) -> PyResult<LeastClearance> {
        let (py, world) = (slf.py(), slf.get());
        let path = world.path(path)?;
        let tolerance = tolerance.unwrap_or(LEAST * world.prover.extent(&path));
        if tolerance.is_nan() {
            return Err(value("tolerance", "it is NaN"));
        }
        let mut watch = Watch::new(None);
        let found = py.detach(|| world.prover.least_while(&path, tolerance, |_| watch.at(0.0)));
        watch.end()?;
        let (row, pair, configuration) = place(found.meeting);
        let asked = Asked::new(slf, path, 0.0);
        let (lower, upper) = (found.lower, found.upper);
        Ok(LeastClearance { lower, upper, row, pair, configuration, asked })
    }
    /// Can each pair touch within the limits of the joints? A pair that a joint without bounds moves is never "never",
    /// but where all that the joint moves turns by whole multiples of its value.
    #[pyo3(signature = (effort = 20_000))]
    fn pairs_over_limits(
        slf: &Bound<'_, Self>,
        effort: usize,
    ) -> PyResult<Vec<((String, String), &'static str)>> {
        let (py, own) = (slf.py(), slf.get());
        let names = own.bodies();
        let mut all = Vec::new();
        for bodies in own.prover.world().pairs() {
            let world = slf.clone().unbind();
            let work = move || world.get().prover.over_limits(bodies, effort);
            let word = match apart(py, work)? {
                OverLimits::Never => "never",
                OverLimits::Always => "always",
                OverLimits::Sometimes { .. } => "sometimes",
                OverLimits::Undecided { .. } => "undecided",
            };
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
    /// A path, or an argument of shape (rows, joints).
    fn path(&self, path: &Bound<'_, PyAny>) -> PyResult<paths::Path> {
        Path::asked(self.prover.world().robot(), path)
    }
}

/// Passes doubts on as Python's warnings.
fn warn(py: Python<'_>, notes: &Notes) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    notes.warnings.iter().try_for_each(|said| warnings.call_method1("warn", (said,)).map(drop))
}
