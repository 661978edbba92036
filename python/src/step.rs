//! A step of a scene, and what it has found, in columns.

use std::sync::{Arc, Mutex};

use ::clearance::d3_f64::{self, DVec3, Manifold as Patch};
use ::clearance::scenes::{self, StepOptions};
use numpy::{Element, IntoPyArray, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::columns::{column, vectors};
use crate::contacts::How;
use crate::error::value;
use crate::scene::number;
use crate::watch::{Watch, apart};

/// Makes a step, which a signal ends. `is_long` says that a pair may take long: then the step is one of a copy, which is left
/// after a signal.
pub fn step(
    py: Python<'_>,
    scene: &mut Arc<d3_f64::Scene>,
    how: How,
    threads: usize,
    is_long: bool,
) -> PyResult<()> {
    let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let pool = pool.transpose().map_err(|wrong| value("threads", wrong.to_string()))?;
    let step = move |scene: &mut Arc<d3_f64::Scene>, goes_on: &(dyn Fn() -> bool + Sync)| {
        let options = StepOptions { slop: how.slop, ..StepOptions::new(how.margin) };
        let options = StepOptions { watch: Some(goes_on), parallel: pool.is_some(), ..options };
        let scene = Arc::make_mut(scene);
        match &pool {
            Some(pool) => pool.install(|| scene.step_with(&options).is_complete()),
            None => scene.step_with(&options).is_complete(),
        };
    };
    if is_long {
        let mut copy = Arc::clone(scene);
        *scene = apart(py, move || {
            step(&mut copy, &|| true);
            copy
        })?;
        return Ok(());
    }
    let mut watch = Watch::new(None);
    if threads > 1 {
        py.detach(|| watch.beside(|goes_on| step(scene, goes_on)));
    } else {
        // Only this thread asks.
        let asked = Mutex::new(&mut watch);
        let goes_on = || asked.lock().is_ok_and(|mut watch| watch.at(0.0).is_continue());
        py.detach(|| step(scene, &goes_on));
    }
    watch.end()
}

/// What a step of a scene has found, in columns. Bodies are their handles, and rows in the order of these.
#[pyclass(frozen, get_all, module = "clearance")]
pub struct SceneStep {
    /// The pairs that touch, or come as near as the margin, and did not at the last step; with a sensor, those that intersect.
    /// Shape (K, 2), int64.
    began: Py<PyAny>,
    /// Those that do no longer, also because one was removed. Shape (K, 2), int64.
    ended: Py<PyAny>,
    /// The first body of each of M patches of contact. Shape (M,), int64.
    a: Py<PyAny>,
    /// The second body.
    b: Py<PyAny>,
    /// Unit vectors from the first body to the second, shape (M, 3).
    normal: Py<PyAny>,
    /// How many points a patch has, from 1 to 4. Shape (M,), int64.
    count: Py<PyAny>,
    /// Points on the first body, in world coordinates, shape (M, 4, 3). NaN where there are fewer, as below.
    point_a: Py<PyAny>,
    /// ``point_a + separation * normal``, shape (M, 4, 3).
    point_b: Py<PyAny>,
    /// Minus the depths of overlaps, and never above the margin; shape (M, 4).
    separation: Py<PyAny>,
}

impl SceneStep {
    pub fn of(py: Python<'_>, step: scenes::Step<'_, DVec3>) -> PyResult<Self> {
        let patches = step.contacts().flat_map(|touching| {
            touching.manifolds().map(move |manifold| (touching.pair, manifold))
        });
        let patches: Vec<(scenes::Pair, Patch)> = patches.collect();
        let count = patches.len();
        let (mut point_a, mut point_b) = (vec![f64::NAN; 12 * count], vec![f64::NAN; 12 * count]);
        let mut separation = vec![f64::NAN; 4 * count];
        for (row, (_, patch)) in patches.iter().enumerate() {
            for (k, point) in patch.points().iter().enumerate() {
                let at = 4 * row + k;
                separation[at] = point.separation;
                point_a[3 * at..3 * at + 3].copy_from_slice(&point.point_a.to_array());
                point_b[3 * at..3 * at + 3].copy_from_slice(&point.point_b.to_array());
            }
        }
        let pairs = |pairs: Vec<scenes::Pair>| {
            let both = pairs.iter().flat_map(|pair| [pair.a, pair.b].map(number)).collect();
            shaped(py, both, &[pairs.len(), 2])
        };
        Ok(Self {
            began: pairs(step.began().collect())?,
            ended: pairs(step.ended().collect())?,
            a: column(py, patches.iter().map(|(pair, _)| number(pair.a)))?,
            b: column(py, patches.iter().map(|(pair, _)| number(pair.b)))?,
            normal: vectors(py, patches.iter().map(|(_, patch)| patch.normal))?,
            count: column(py, patches.iter().map(|(_, patch)| patch.points().len() as i64))?,
            point_a: shaped(py, point_a, &[count, 4, 3])?,
            point_b: shaped(py, point_b, &[count, 4, 3])?,
            separation: shaped(py, separation, &[count, 4])?,
        })
    }
}

/// Entries as an array of this shape.
pub fn shaped<T: Element>(py: Python<'_>, entries: Vec<T>, shape: &[usize]) -> PyResult<Py<PyAny>> {
    entries.into_pyarray(py).reshape(shape)?.into_py_any(py)
}

#[pymethods]
impl SceneStep {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.a.bind(py).len()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let [began, ended] = [self.began.bind(py).len()?, self.ended.bind(py).len()?];
        Ok(format!("SceneStep({} patches, {began} began, {ended} ended)", self.__len__(py)?))
    }
}
