//! Many configurations of a robot: how far its pairs of bodies are apart, and how that changes with joints.
//!
//! The rows of a pair of shapes are asked together, so that a batch has them side by side.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use clearance::batch::{Batch, Distances, Pairs};
use clearance::d3_f64::{Collider, Pose, Shape};
use clearance::paths::{self, World};
use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::error::{filled, kind, room, value};
use crate::watch::{PAUSE, Watch};

/// The most configurations between two looks for signals.
const PART: usize = 256;

/// One configuration, or many.
pub struct Configurations {
    pub rows: Vec<Vec<f64>>,
    pub is_one: bool,
}

impl Configurations {
    /// Reads an argument of shape `(joints,)` or `(N, joints)`.
    pub fn of(q: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numpy = q.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (q, "float64"));
        let array = array.map_err(|_| kind("q", "numbers are needed"))?;
        let dimensions: usize = array.getattr("ndim")?.extract()?;
        if !matches!(dimensions, 1 | 2) {
            return Err(value("q", "an array of shape (joints,) or (N, joints) is needed"));
        }
        let rows = numpy.call_method1("atleast_2d", (array,))?;
        let rows: PyReadonlyArray2<'_, f64> = rows.extract()?;
        let rows = rows.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
        Ok(Self { rows, is_one: dimensions == 1 })
    }
    /// A configuration that is refused.
    pub fn wrong(&self, row: usize, wrong: paths::Error) -> PyErr {
        if self.is_one { value("q", wrong) } else { value("q", format!("row {row}: {wrong}")) }
    }
}

/// Edges of shape `(N, 2, joints)`, with the values of joints that stay: there are no columns for these.
pub fn edges_of(
    edges: &Bound<'_, PyAny>,
    joints: &[String],
    fixed: &BTreeMap<String, f64>,
) -> PyResult<Vec<[Vec<f64>; 2]>> {
    if let Some(name) = fixed.keys().find(|name| !joints.contains(name)) {
        return Err(value("fixed", format!("the robot has no joint \"{name}\"")));
    }
    let array = edges.py().import("numpy")?.call_method1("asarray", (edges, "float64"));
    let array = array.map_err(|_| kind("edges", "numbers are needed"))?;
    let columns = joints.len() - fixed.len();
    let shaped = array.extract::<PyReadonlyArray3<'_, f64>>();
    let Ok(array) = shaped.map_err(drop).and_then(|array| match array.shape() {
        [_, 2, given] if *given == columns => Ok(array),
        _ => Err(()),
    }) else {
        let needed = format!("an array of shape (N, 2, {columns}) is needed");
        return Err(value("edges", needed));
    };
    let row = |given: ArrayView1<'_, f64>| {
        let mut given = given.iter();
        let value = |name: &String| fixed.get(name).or_else(|| given.next()).copied();
        joints.iter().filter_map(value).collect()
    };
    let edge = |edge: ArrayView2<'_, f64>| [row(edge.row(0)), row(edge.row(1))];
    Ok(array.as_array().outer_iter().map(edge).collect())
}

/// The distance of each pair in each configuration.
pub fn distances(
    py: Python<'_>,
    world: &World,
    shapes: &Shapes,
    given: &Configurations,
) -> PyResult<Py<PyAny>> {
    let pairs: Vec<[usize; 2]> = world.pairs().collect();
    let mut found = filled(f64::INFINITY, given.rows.len().saturating_mul(pairs.len()))?;
    // Few at first: a configuration takes microseconds or, with large meshes, a good part of a second.
    let (mut row, mut size) = (0, 1);
    while row < given.rows.len() {
        let (start, end) = (Instant::now(), given.rows.len().min(row + size));
        let (rows, found) =
            (&given.rows[row..end], &mut found[pairs.len() * row..pairs.len() * end]);
        let asked = py.detach(|| shapes.of_part(world, &pairs, rows, found));
        asked.map_err(|(at, wrong)| given.wrong(row + at, wrong))?;
        py.check_signals()?;
        let is_quick = start.elapsed() < PAUSE / 2;
        (row, size) = (end, if is_quick { (2 * size).min(PART) } else { size.div_ceil(2) });
    }
    let found = PyArray1::from_vec(py, found);
    if given.is_one {
        return found.into_py_any(py);
    }
    found.reshape([given.rows.len(), pairs.len()])?.into_py_any(py)
}

/// The signed distance of each pair in each configuration, and its derivative by each joint.
pub fn gradients(
    py: Python<'_>,
    world: &World,
    given: &Configurations,
) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
    let (rows, pairs) = (given.rows.len(), world.pairs().count());
    let joints = world.robot().joints().len();
    let mut distances = room(rows.saturating_mul(pairs))?;
    let mut slopes = room(rows.saturating_mul(pairs).saturating_mul(joints))?;
    let mut watch = Watch::new(None);
    py.detach(|| {
        for (row, q) in given.rows.iter().enumerate() {
            for found in world.gradients(q).map_err(|wrong| given.wrong(row, wrong))? {
                distances.push(found.distance);
                slopes.extend(found.by_joint);
            }
            if watch.at(0.0).is_break() {
                break;
            }
        }
        Ok::<_, PyErr>(())
    })?;
    watch.end()?;
    let (distances, slopes) = (PyArray1::from_vec(py, distances), PyArray1::from_vec(py, slopes));
    if given.is_one {
        return Ok((distances.into_py_any(py)?, slopes.reshape([pairs, joints])?.into_py_any(py)?));
    }
    let distances = distances.reshape([rows, pairs])?.into_py_any(py)?;
    Ok((distances, slopes.reshape([rows, pairs, joints])?.into_py_any(py)?))
}

/// The shapes of all bodies, in order.
pub struct Shapes {
    all: Vec<Collider>,
    /// Those of each body.
    of_body: Vec<Range<usize>>,
    /// The convex ones as a batch has them, and the number there of each shape.
    convex: Vec<Shape>,
    numbers: Vec<Option<u32>>,
}

impl Shapes {
    pub fn of(world: &World) -> Result<Self, paths::Error> {
        let (mut all, mut of_body) = (Vec::new(), Vec::new());
        for shapes in world.posed(&world.robot().neutral())? {
            of_body.push(all.len()..all.len() + shapes.len());
            all.extend(shapes.into_iter().map(|(_, shape)| shape.clone()));
        }
        let (mut convex, mut numbers) = (Vec::new(), Vec::new());
        for shape in &all {
            let Collider::Convex(shape) = shape else {
                numbers.push(None);
                continue;
            };
            numbers.push(Some(convex.len() as u32));
            convex.push(shape.clone());
        }
        Ok(Self { all, of_body, convex, numbers })
    }

    /// The distances of some rows; an error has the row that is refused.
    fn of_part(
        &self,
        world: &World,
        pairs: &[[usize; 2]],
        rows: &[Vec<f64>],
        found: &mut [f64],
    ) -> Result<(), (usize, paths::Error)> {
        let mut poses: Vec<Pose> = Vec::with_capacity(rows.len() * self.all.len());
        for (row, q) in rows.iter().enumerate() {
            let posed = world.posed(q).map_err(|wrong| (row, wrong))?;
            poses.extend(posed.iter().flatten().map(|(pose, _)| *pose));
        }
        let pose = |row: usize, shape: usize| row * self.all.len() + shape;
        // What a batch is asked, and where the answers belong.
        let (mut asked, mut places) = (Vec::new(), Vec::new());
        for (number, [a, b]) in pairs.iter().enumerate() {
            for (s, t) in
                self.of_body[*a].clone().flat_map(|s| self.of_body[*b].clone().map(move |t| (s, t)))
            {
                for row in 0..rows.len() {
                    let (place, at) = (row * pairs.len() + number, [pose(row, s), pose(row, t)]);
                    if let (Some(p), Some(q)) = (self.numbers[s], self.numbers[t]) {
                        asked.push([p, at[0] as u32, q, at[1] as u32]);
                        places.push(place);
                    } else {
                        let [a, b] = at.map(|at| &poses[at]);
                        let distance = clearance::distance(&self.all[s], a, &self.all[t], b);
                        found[place] = found[place].min(distance);
                    }
                }
            }
        }
        let mut distances = vec![0.0; asked.len()];
        let mut columns = Distances { distance: &mut distances, ..Default::default() };
        let batch = Batch::new(&self.convex, &poses, Pairs::Placed(&asked));
        batch.distance(&mut columns).expect("the column is as long as the rows");
        for (place, distance) in places.into_iter().zip(distances) {
            found[place] = found[place].min(distance);
        }
        Ok(())
    }
}
