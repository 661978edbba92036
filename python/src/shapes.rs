//! `Shapes`: a table of shapes, and questions about pairs of indices.
//!
//! ```text
//!   shapes [box, ball, ..]     poses (N, 7)     pairs (M, 2): shape i at pose i, shape j at pose j
//!                                               pairs (M, 4): shape, pose, shape, pose
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use clearance::glam::DVec3;
use clearance::space::Pose;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple};

use crate::error::{kind, value};
use crate::poses::Poses;
use crate::questions::{Clearance, ClosestPoints, Deepest, Distance, Intersects, Question, Within};
use crate::rows::{self, Options, Part, Refused, Rows};
use crate::shape::Shape;
use crate::sides::place;
use crate::space::Space;
use crate::table::Table;

/// A table of shapes, which does not change.
#[pyclass(frozen, eq, module = "clearance")]
pub struct Shapes {
    all: Vec<Shape>,
    table: Table<DVec3>,
}

impl PartialEq for Shapes {
    fn eq(&self, other: &Self) -> bool {
        self.table.all == other.table.all
    }
}

impl Shapes {
    pub fn table(&self) -> &Table<DVec3> {
        &self.table
    }

    fn ask<V: Space, Q: Question>(
        &self,
        py: Python<'_>,
        question: Q,
        [poses, pairs]: [&Bound<'_, PyAny>; 2],
        options: &Options<'_>,
    ) -> PyResult<Py<PyAny>> {
        let table = V::table(self)?;
        let (poses, refused) = placed::<V>(poses, options.is_marking)?;
        let pairs = indices(pairs)?;
        let dims = [pairs.shape()[0]];
        let (each, pairs) = (pairs.shape()[1], pairs.as_slice()?);
        let rows = Pairs { table, poses, refused, pairs, each, dims };
        rows::ask(py, question, &rows, options)
    }
}

/// The poses, and which are refused: none, or a list as long.
fn placed<V: Space>(
    given: &Bound<'_, PyAny>,
    is_marking: bool,
) -> PyResult<(Vec<Pose<V>>, Vec<bool>)> {
    let poses = Poses::<V>::of("poses", given)?;
    let view = poses.view()?;
    if view.dims.len() > 1 {
        let why = format!(
            "there are {} dimensions of poses, but a list of poses has one",
            view.dims.len()
        );
        return Err(value("poses", why));
    }
    let mut refused = vec![];
    let mut all = Vec::with_capacity(view.len());
    for index in 0..view.len() {
        match view.at(index) {
            Ok(pose) => all.push(pose),
            Err(_) if is_marking => {
                refused.resize(view.len(), false);
                refused[index] = true;
                all.push(Pose::IDENTITY);
            }
            Err(wrong) => {
                return Err(value("poses", format!("{}{wrong}", place(index, view.dims))));
            }
        }
    }
    Ok((all, refused))
}

/// Rows of two or four indices.
fn indices<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, i64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let letter: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(letter.as_str(), "i" | "u") {
        return Err(kind("pairs", "an array of integers is needed, of shape (N, 2) or (N, 4)"));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    match array.cast_into::<PyArray2<i64>>() {
        Ok(array) if matches!(shape[1], 2 | 4) => {
            array.try_readonly().map_err(|wrong| value("pairs", wrong))
        }
        _ => Err(value("pairs", format!("the shape must be (N, 2) or (N, 4), but is {shape:?}"))),
    }
}

/// Pairs of indices into a table of shapes and a list of poses.
struct Pairs<'a, V: Space> {
    table: &'a Table<V>,
    poses: Vec<Pose<V>>,
    refused: Vec<bool>,
    pairs: &'a [i64],
    /// 2 or 4 indices a row.
    each: usize,
    dims: [usize; 1],
}

impl<V: Space> Pairs<'_, V> {
    /// The indices of a row: the number of shape A, that of its pose, and those of B.
    fn row(&self, row: usize) -> Result<[u32; 4], Refused> {
        let index = |k: usize| {
            let index = self.pairs[self.each * row + if self.each == 4 { k } else { k / 2 }];
            let (of, len) = [("shapes", self.table.all.len()), ("poses", self.poses.len())][k % 2];
            let number = usize::try_from(index).ok().filter(|number| *number < len);
            number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| {
                let why = format!("row {row}: {index} is no index of {len} {of}");
                Refused { row, why: ("pairs".into(), why) }
            })
        };
        Ok([index(0)?, index(1)?, index(2)?, index(3)?])
    }
}

impl<V: Space> Rows<V> for Pairs<'_, V> {
    fn dims(&self) -> &[usize] {
        &self.dims
    }
    fn table(&self) -> &Table<V> {
        self.table
    }
    fn part(&self, rows: Range<usize>, _: bool) -> Result<Part<'_, V>, Refused> {
        let pairs = rows.map(|row| self.row(row)).collect::<Result<Vec<_>, _>>()?;
        let is_bad = |at: u32| self.refused.get(at as usize) == Some(&true);
        let bad =
            |(row, [_, a, _, b]): (usize, &[u32; 4])| (is_bad(*a) || is_bad(*b)).then_some(row);
        let marked = pairs.iter().enumerate().filter_map(bad).collect();
        Ok(Part { poses: (&self.poses).into(), pairs, marked })
    }
}

/// The methods: those of a sequence, and questions with the arguments of all.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident($($more:ident: $of:ty),*) $question:expr;)*) => {
        #[pymethods]
        impl Shapes {
            #[new]
            fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
                let needed = || kind("shapes", "a sequence of Shape is needed");
                let all = shapes.try_iter().map_err(|_| needed())?;
                let shape = |given: PyResult<Bound<'_, PyAny>>| {
                    Ok(given?.cast::<Shape>().map_err(|_| needed())?.get().clone())
                };
                let all = all.map(shape).collect::<PyResult<Vec<_>>>()?;
                let table = Table::new(all.iter().map(|shape| shape.0.clone()).collect());
                Ok(Self { all, table })
            }
            fn __len__(&self) -> usize {
                self.all.len()
            }
            fn __getitem__<'py>(
                slf: &Bound<'py, Self>,
                index: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let list = PyList::new(slf.py(), slf.get().all.iter().cloned())?;
                let found = list.as_any().get_item(index)?;
                if index.is_instance_of::<PySlice>() { slf.get_type().call1((found,)) } else { Ok(found) }
            }
            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                PyList::new(py, self.all.iter().cloned())?.try_iter()
            }
            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                self.all.iter().for_each(|shape| shape.__hash__().hash(&mut hasher));
                hasher.finish()
            }
            fn __repr__(&self) -> String {
                format!("Shapes({} shapes)", self.all.len())
            }
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                (slf.get_type(), (slf.get().all.clone(),)).into_pyobject(slf.py())
            }
            $(
                $(#[$doc])*
                #[pyo3(signature = (
                    poses, pairs, $($more,)* *, threads = 1, out = None, on_error = "raise", progress = None
                ))]
                #[allow(clippy::too_many_arguments, reason = "those of Python")]
                fn $name<'py>(
                    &self,
                    py: Python<'py>,
                    poses: &Bound<'py, PyAny>,
                    pairs: &Bound<'py, PyAny>,
                    $($more: $of,)*
                    threads: i64,
                    out: Option<Bound<'py, PyAny>>,
                    on_error: &str,
                    progress: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Py<PyAny>> {
                    let options = Options::of(threads, out, on_error, progress)?;
                    self.ask::<DVec3, _>(py, $question, [poses, pairs], &options)
                }
            )*
        }
    };
}

shapes! {
    /// Do the shapes of each pair touch or overlap?
    intersects() Intersects;
    /// Are the shapes of each pair at most so far apart?
    within(distance: f64) Within::checked(distance)?;
    /// How far are the shapes of each pair apart? 0 if they touch or overlap.
    distance() Distance;
    /// How far are the shapes of each pair apart, or how deep do they overlap?
    clearance() Clearance;
    /// The nearest points of each pair.
    closest_points() ClosestPoints;
    /// How deep do the shapes of each pair overlap?
    penetration() Deepest;
}
