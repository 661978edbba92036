//! Questions about pairs of shapes.

use ::clearance::batch::{Booleans, Clearances, Distances, Outcome};
use ::clearance::d3_f64::{self, Status};
use ::clearance::glam::DVec3;
use ::clearance::worlds;
use numpy::IntoPyArray;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer::Clearance;
use crate::rows::{Placed, Sides, parts};

/// A question with the arguments of all: `ask!(name(..) => |sides| body)`.
macro_rules! question {
    ($(#[$doc:meta])* $name:ident($($more:ident: $of:ty),*) |$py:ident, $sides:ident, $threads:ident| $body:block) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (a, pose_a, b, pose_b, $($more,)* *, threads = 1))]
        #[allow(clippy::too_many_arguments, reason = "those of Python")]
        pub fn $name<'py>(
            $py: Python<'py>,
            a: &Bound<'py, PyAny>,
            pose_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyAny>,
            pose_b: &Bound<'py, PyAny>,
            $($more: $of,)*
            threads: usize,
        ) -> PyResult<Py<PyAny>> {
            let $sides = Sides::of([a, pose_a, b, pose_b])?;
            let $threads = threads;
            $body
        }
    };
}

question! {
    /// Do shapes touch or overlap?
    intersects() |py, sides, threads| {
        let ask = |[a, b]: [Placed<'_>; 2]| match (a.shape.convex(), b.shape.convex()) {
            (Some(p), Some(q)) => d3_f64::intersects(p, &a.pose, q, &b.pose),
            _ => worlds::intersects(&a.shape.0, &a.pose, &b.shape.0, &b.pose),
        };
        let Some(rows) = sides.rows else { return ask(sides.single()?).into_py_any(py) };
        let mut found = vec![false; rows];
        if sides.are_convex() {
            sides.batches(py, threads, parts(&mut found, 1).collect(), |batch, intersects| {
                batch.intersects(&mut Booleans { intersects, ..Default::default() })
            })?;
        } else {
            sides.each(py, threads, &mut found, ask)?;
        }
        found.into_pyarray(py).into_py_any(py)
    }
}

question! {
    /// Are shapes at most so far apart?
    within(distance: f64) |py, sides, threads| {
        let ask = |[a, b]: [Placed<'_>; 2]| match (a.shape.convex(), b.shape.convex()) {
            (Some(p), Some(q)) => d3_f64::within(p, &a.pose, q, &b.pose, distance),
            _ => worlds::within(&a.shape.0, &a.pose, &b.shape.0, &b.pose, distance),
        };
        let Some(rows) = sides.rows else { return ask(sides.single()?).into_py_any(py) };
        let mut found = vec![false; rows];
        sides.each(py, threads, &mut found, ask)?;
        found.into_pyarray(py).into_py_any(py)
    }
}

question! {
    /// How far are shapes apart? 0 if they touch or overlap.
    distance() |py, sides, threads| {
        let ask = |[a, b]: [Placed<'_>; 2]| match (a.shape.convex(), b.shape.convex()) {
            (Some(p), Some(q)) => d3_f64::distance(p, &a.pose, q, &b.pose),
            _ => worlds::distance(&a.shape.0, &a.pose, &b.shape.0, &b.pose),
        };
        let Some(rows) = sides.rows else { return ask(sides.single()?).into_py_any(py) };
        let mut found = vec![0.0; rows];
        if sides.are_convex() {
            sides.batches(py, threads, parts(&mut found, 1).collect(), |batch, distance| {
                batch.distance(&mut Distances { distance, ..Default::default() })
            })?;
        } else {
            sides.each(py, threads, &mut found, ask)?;
        }
        found.into_pyarray(py).into_py_any(py)
    }
}

/// The columns of clearances.
struct Columns {
    signed_distance: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    normal: Vec<DVec3>,
    point_a: Vec<DVec3>,
    point_b: Vec<DVec3>,
    status: Vec<Status>,
}

impl Columns {
    fn new(rows: usize) -> Self {
        let numbers = || vec![0.0; rows];
        let vectors = || vec![DVec3::ZERO; rows];
        Self {
            signed_distance: numbers(),
            lower: numbers(),
            upper: numbers(),
            normal: vectors(),
            point_a: vectors(),
            point_b: vectors(),
            status: vec![Status::Undecided; rows],
        }
    }
    /// Parts of all columns, as those of a batch.
    fn parts(&mut self) -> Vec<Clearances<'_, DVec3>> {
        let mut vectors =
            [&mut self.normal, &mut self.point_a, &mut self.point_b].map(|column| parts(column, 1));
        let numbers = parts(&mut self.signed_distance, 1).zip(parts(&mut self.lower, 1));
        let numbers = numbers.zip(parts(&mut self.upper, 1)).zip(parts(&mut self.status, 1));
        let part = |(((signed_distance, lower), upper), status)| {
            let [normal, point_a, point_b] =
                vectors.each_mut().map(|column| column.next().unwrap_or_default());
            Clearances {
                signed_distance,
                lower,
                upper,
                normal,
                point_a,
                point_b,
                status,
                outcome: &mut [] as &mut [Outcome],
            }
        };
        numbers.map(part).collect()
    }
    fn into_answer(self, py: Python<'_>) -> PyResult<Clearance> {
        let numbers = |column: Vec<f64>| column.into_pyarray(py).into_py_any(py);
        let status: Vec<u8> = self.status.iter().map(|status| number(*status)).collect();
        Ok(Clearance {
            signed_distance: numbers(self.signed_distance)?,
            lower: numbers(self.lower)?,
            upper: numbers(self.upper)?,
            normal: vectors(py, &self.normal)?,
            point_a: vectors(py, &self.point_a)?,
            point_b: vectors(py, &self.point_b)?,
            status: status.into_pyarray(py).into_py_any(py)?,
        })
    }
}

/// A column of vectors as an array of shape `(N, 3)`.
pub fn vectors(py: Python<'_>, column: &[DVec3]) -> PyResult<Py<PyAny>> {
    let rows: Vec<f64> = column.iter().flat_map(|v| v.to_array()).collect();
    let array = rows.into_pyarray(py);
    numpy::PyArrayMethods::reshape(&array, [column.len(), 3])?.into_py_any(py)
}

/// One vector as an array of shape `(3,)`.
pub fn vector(py: Python<'_>, v: DVec3) -> PyResult<Py<PyAny>> {
    v.to_array().to_vec().into_pyarray(py).into_py_any(py)
}

/// The number of a status: 0 undecided, 1 apart, 2 overlapping.
fn number(status: Status) -> u8 {
    match status {
        Status::Apart => 1,
        Status::Overlapping => 2,
        _ => 0,
    }
}

/// What single answers have in common.
struct One {
    numbers: [f64; 3],
    vectors: [DVec3; 3],
    status: Status,
}

fn one([a, b]: [Placed<'_>; 2]) -> One {
    match (a.shape.convex(), b.shape.convex()) {
        (Some(p), Some(q)) => {
            let found = d3_f64::clearance(p, &a.pose, q, &b.pose);
            One {
                numbers: [found.signed_distance, found.lower, found.upper],
                vectors: [found.normal, found.point_a, found.point_b],
                status: found.status(),
            }
        }
        _ => {
            let found = worlds::clearance(&a.shape.0, &a.pose, &b.shape.0, &b.pose);
            One {
                numbers: [found.signed_distance, found.lower, found.upper],
                vectors: [found.normal, found.point_a, found.point_b],
                status: found.status(),
            }
        }
    }
}

question! {
    /// How far are shapes apart, or how deep do they overlap?
    clearance() |py, sides, threads| {
        let Some(rows) = sides.rows else {
            let One { numbers: [signed_distance, lower, upper], vectors, status } = one(sides.single()?);
            let number = |x: f64| x.into_py_any(py);
            let [normal, point_a, point_b] = vectors.map(|v| vector(py, v));
            let answer = Clearance {
                signed_distance: number(signed_distance)?,
                lower: number(lower)?,
                upper: number(upper)?,
                normal: normal?,
                point_a: point_a?,
                point_b: point_b?,
                status: self::number(status).into_py_any(py)?,
            };
            return answer.into_py_any(py);
        };
        let mut columns = Columns::new(rows);
        if sides.are_convex() {
            sides.batches(py, threads, columns.parts(), |batch, mut columns| batch.clearance(&mut columns))?;
        } else {
            let mut found: Vec<Option<One>> = (0..rows).map(|_| None).collect();
            sides.each(py, threads, &mut found, |sides| Some(one(sides)))?;
            for (row, found) in found.into_iter().enumerate() {
                let Some(One { numbers, vectors, status }) = found else { continue };
                [columns.signed_distance[row], columns.lower[row], columns.upper[row]] = numbers;
                [columns.normal[row], columns.point_a[row], columns.point_b[row]] = vectors;
                columns.status[row] = status;
            }
        }
        columns.into_answer(py)?.into_py_any(py)
    }
}
