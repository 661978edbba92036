//! Paths of joint values: rows and straight lines, what a controller makes of timed rows, and curves.

use std::collections::BTreeMap;

use clearance::paths::{self, JointCurve, JointPath, Robot, TimedRow};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};

use crate::error::{kind, value};
use crate::shape::matrix;

/// How the joints of a robot move. Made of an array of shape (rows, joints), the joints move evenly from row to row; each
/// question takes such an array, too. Where a question needs an array, it has that of ``rows``.
#[pyclass(frozen, module = "clearance")]
#[derive(Clone)]
pub struct Path {
    curve: JointCurve,
    off: Off,
}

/// How far joints may be off.
#[derive(Clone, PartialEq)]
enum Off {
    Each(Vec<f64>),
    Named(BTreeMap<String, f64>),
}

#[pymethods]
impl Path {
    #[new]
    fn new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::of(JointCurve::Rows(numbers("rows", rows, "(rows, joints)")?)))
    }
    /// What a controller makes of timed rows: arrays of shape (rows, joints), and the times (rows,) from 0 on, or the time
    /// from row to row. With velocities each leg is a cubic, with accelerations, too, a quintic, else straight: the rule of
    /// ROS's joint_trajectory_controller.
    #[staticmethod]
    #[pyo3(signature = (positions, velocities = None, accelerations = None, *, times = None, dt = None))]
    fn timed(
        positions: &Bound<'_, PyAny>,
        velocities: Option<&Bound<'_, PyAny>>,
        accelerations: Option<&Bound<'_, PyAny>>,
        times: Option<Vec<f64>>,
        dt: Option<f64>,
    ) -> PyResult<Self> {
        let given = numbers("positions", positions, "(rows, joints)")?;
        let like = |name: &str, of: Option<&Bound<'_, PyAny>>| -> PyResult<Vec<Vec<f64>>> {
            let Some(of) = of else { return Ok(vec![Vec::new(); given.len()]) };
            let rows = numbers(name, of, "(rows, joints)")?;
            let fits = rows.len() == given.len()
                && rows.iter().zip(&given).all(|(row, like)| row.len() == like.len());
            if fits { Ok(rows) } else { Err(value(name, "it has not the shape of positions")) }
        };
        let velocities = like("velocities", velocities)?;
        let accelerations = like("accelerations", accelerations)?;
        let times = match (times, dt) {
            (Some(times), None) if times.len() == given.len() => times,
            (Some(times), None) => {
                let what = format!("{} times for {} rows", times.len(), given.len());
                return Err(value("times", what));
            }
            (None, Some(dt)) => (0..given.len()).map(|row| row as f64 * dt).collect(),
            _ => return Err(value("times", "either times or dt is needed")),
        };
        let rows = times.into_iter().zip(given).zip(velocities).zip(accelerations);
        let row = |(((time, positions), velocities), accelerations)| TimedRow {
            time,
            positions,
            velocities,
            accelerations,
        };
        Ok(Self::of(JointCurve::Timed(rows.map(row).collect())))
    }
    /// Bézier curves: for each leg an array of its control points, of shape (2 to 8, joints). A leg begins where the one
    /// before ends, exactly.
    #[staticmethod]
    fn bezier(legs: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let points = |leg| numbers("legs", leg, "(control points, joints)");
        Ok(Self::of(JointCurve::Bezier(legs.iter().map(points).collect::<PyResult<_>>()?)))
    }
    /// A B-spline of a degree from 1 to 7, with control points of shape (N, joints) and N + degree + 1 knots that do not
    /// fall: the arguments of scipy's ``BSpline(t, c, k)``, whose names are knots, points and degree here.
    #[staticmethod]
    fn bspline(degree: usize, knots: Vec<f64>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = numbers("points", points, "(control points, joints)")?;
        Ok(Self::of(JointCurve::Spline { degree, knots, points }))
    }
    /// The paths of several robots (``Robot.joined``, ``Robot.moving``) on one clock, in the order of the robots: rows have
    /// times of their own, and curves stay what they are. Before its first row and behind its last one a robot stands still.
    /// Paths without times have a row a second; one row is a robot that never moves. ``within`` of a part takes an array here.
    #[staticmethod]
    fn joined(paths: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let (mut curves, mut each) = (Vec::new(), Vec::new());
        for path in &paths {
            let path = Self::any(path)?;
            match path.off {
                Off::Named(_) => {
                    return Err(value(
                        "paths",
                        "a part has a tolerance by names: give it as an array",
                    ));
                }
                Off::Each(off) if off.is_empty() => {
                    each.resize(each.len() + path.curve.columns(), 0.0)
                }
                Off::Each(off) => each.extend(off),
            }
            curves.push(path.curve);
        }
        let curve = JointCurve::joined(curves)
            .ok_or_else(|| value("paths", "all need times, or none has any"))?;
        let off = if each.iter().all(|off| *off == 0.0) { Vec::new() } else { each };
        Ok(Self { curve, off: Off::Each(off) })
    }
    /// The same path, and all motions near it: each joint may be off by so much at each time, in radians or metres. An array
    /// of shape (joints,), or a dict by name, in which the other joints are not off. What is proven is proven for all of
    /// these motions, and a contact is one that some of them have.
    fn within(&self, tolerance: &Bound<'_, PyAny>) -> PyResult<Self> {
        let off = if let Ok(named) = tolerance.extract() {
            Off::Named(named)
        } else {
            let each = tolerance.extract();
            Off::Each(each.map_err(|_| kind("tolerance", "a dict or numbers are needed"))?)
        };
        Ok(Self { curve: self.curve.clone(), off })
    }
    /// The configurations, shape (rows, joints); of curves their control points. Joined paths have none together.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = match &self.curve {
            JointCurve::Rows(rows) => rows.clone(),
            JointCurve::Timed(rows) => rows.iter().map(|row| row.positions.clone()).collect(),
            JointCurve::Bezier(legs) => legs.concat(),
            JointCurve::Spline { points, .. } => points.clone(),
            JointCurve::Joined { .. } => {
                return Err(value("path", "paths that are joined have rows of their own"));
            }
        };
        Ok(PyArray2::from_vec2(py, &rows)?)
    }
    /// The times of the rows in seconds, shape (rows,); None if there are none. Of joined paths those of all.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let has_rows = matches!(self.curve, JointCurve::Timed(_) | JointCurve::Joined { .. });
        let has_times = has_rows && self.curve.has_times();
        has_times.then(|| PyArray1::from_vec(py, self.curve.times()))
    }
    /// NumPy asks for the rows.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // It always is one.
        let rows = self.rows(py)?;
        match dtype {
            Some(dtype) => rows.call_method1("astype", (dtype,)),
            None => Ok(rows.into_any()),
        }
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.curve == other.curve && self.off == other.off
    }
    pub fn __repr__(&self) -> String {
        let what = match &self.curve {
            JointCurve::Rows(rows) => format!("{} rows", rows.len()),
            JointCurve::Timed(rows) => format!("{} timed rows", rows.len()),
            JointCurve::Bezier(legs) => format!("{} Bézier curves", legs.len()),
            JointCurve::Spline { degree, points, .. } => {
                format!("B-spline of degree {degree}, {} control points", points.len())
            }
            JointCurve::Joined { curves, .. } => format!("{} paths on one clock", curves.len()),
        };
        let off = if self.off == Off::Each(Vec::new()) { "" } else { ", within a tolerance" };
        format!("Path({what}{off})")
    }
    /// From text that pickle keeps.
    #[staticmethod]
    fn _of(text: &str) -> PyResult<Self> {
        Self::read(text).map_err(|wrong| value("text", wrong))
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { curve, off } = slf.get();
        let off = match off {
            Off::Each(each) => json!(each),
            Off::Named(named) => json!(named),
        };
        let text = json!({ "curve": curve, "off": off }).to_string();
        (slf.get_type().getattr("_of")?, (text,)).into_pyobject(slf.py())
    }
}

impl Path {
    fn of(curve: JointCurve) -> Self {
        Self { curve, off: Off::Each(Vec::new()) }
    }
    /// A path of a robot.
    pub fn given(path: &JointPath) -> Self {
        Self { curve: path.curve.clone(), off: Off::Each(path.tolerance.clone()) }
    }
    /// A path, or an array of shape (rows, joints).
    fn any(path: &Bound<'_, PyAny>) -> PyResult<Self> {
        match path.cast::<Self>() {
            Ok(path) => Ok(path.get().clone()),
            Err(_) => Self::new(path),
        }
    }
    /// What is asked about: a path, or an array of shape (rows, joints).
    pub fn asked(robot: &Robot, path: &Bound<'_, PyAny>) -> PyResult<paths::Path> {
        let Self { curve, off } = Self::any(path)?;
        let tolerance = match off {
            Off::Each(each) => each,
            Off::Named(named) => {
                let mut each = vec![0.0; robot.joints().len()];
                for (name, off) in named {
                    let place = robot.joints().iter().position(|joint| *joint == name);
                    let Some(place) = place else {
                        let joints = robot.joints().iter().map(String::as_str);
                        let joints: Vec<_> = joints.collect();
                        let said = clearance_lines::words::unknown("joint", &name, &joints);
                        return Err(value("tolerance", said));
                    };
                    each[place] = off;
                }
                each
            }
        };
        let path = paths::Path::of(robot, JointPath { curve, tolerance });
        path.map_err(|wrong| value("path", wrong))
    }
    fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut given: Value = serde_json::from_str(text)?;
        let mut part = |name: &str| given.get_mut(name).map(Value::take).unwrap_or_default();
        let (curve, off) = (serde_json::from_value(part("curve"))?, part("off"));
        let off = if off.is_object() {
            Off::Named(serde_json::from_value(off)?)
        } else {
            Off::Each(serde_json::from_value(off)?)
        };
        Ok(Self { curve, off })
    }
}

/// Rows of an array.
fn numbers(name: &str, given: &Bound<'_, PyAny>, shape: &str) -> PyResult<Vec<Vec<f64>>> {
    let rows = matrix(name, given, shape)?;
    Ok(rows.as_array().rows().into_iter().map(|row| row.to_vec()).collect())
}
