//! `Shapes`: a table of shapes, and questions about pairs of indices.
//!
//! ```text
//!   shapes [box, ball, ..]     poses (N, 7)     pairs (M, 2): shape i at pose i, shape j at pose j
//!                                               pairs (M, 4): shape, pose, shape, pose
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use clearance::Collider;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::space::Pose;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple};
use pyo3::{IntoPyObjectExt, PyClass};

use crate::error::{array, kind, value};
use crate::parts::Refused;
use crate::plane::Shape2;
use crate::poses::Poses;
use crate::questions::{Clearance, ClosestPoints, Deepest, Distance, Intersects, Question, Within};
use crate::rows::{self, Options, Part, Precision, Rows};
use crate::shape::Shape;
use crate::sides::place;
use crate::space::Space;
use crate::table::Table;

/// A class of shapes.
pub trait Class: Clone + Send + Sync {
    type Wide: Space;
    type Narrow: Space;
    fn wide(&self) -> &Collider<Self::Wide>;
    fn narrow(&self) -> Result<&Collider<Self::Narrow>, String>;
    fn hash(&self) -> u64;
}

macro_rules! class {
    ($($class:ident: $wide:ident, $narrow:ident;)*) => {$(
        impl Class for $class {
            type Wide = $wide;
            type Narrow = $narrow;
            fn wide(&self) -> &Collider<$wide> {
                &self.0
            }
            fn narrow(&self) -> Result<&Collider<$narrow>, String> {
                $class::narrow(self)
            }
            fn hash(&self) -> u64 {
                self.__hash__()
            }
        }
    )*};
}
class! {
    Shape: DVec3, Vec3;
    Shape2: DVec2, Vec2;
}

/// Shapes of a class, and their tables in both precisions.
pub struct Kept<C: Class> {
    all: Vec<C>,
    wide: Arc<Table<C::Wide>>,
    narrow: OnceLock<Result<Arc<Table<C::Narrow>>, String>>,
}

impl<C: Class> Kept<C> {
    fn new(all: Vec<C>) -> Self {
        let wide = Table::new(all.iter().map(|shape| shape.wide().clone()).collect());
        Self { all, wide: Arc::new(wide), narrow: OnceLock::new() }
    }
    pub fn wide(&self) -> &Arc<Table<C::Wide>> {
        &self.wide
    }
    /// The table in float32.
    pub fn narrow(&self) -> PyResult<&Arc<Table<C::Narrow>>> {
        let narrow = |(row, shape): (usize, &C)| {
            shape.narrow().cloned().map_err(|wrong| format!("row {row}: {wrong}"))
        };
        let all = || self.all.iter().enumerate().map(narrow).collect::<Result<_, _>>();
        let made = || Ok(Arc::new(Table::new(all()?)));
        self.narrow.get_or_init(made).as_ref().map_err(|wrong| value("shapes", wrong))
    }
}

/// A table of shapes, all of space or all of the plane, and questions about pairs of indices into it. Immutable.
///
/// ``poses`` is an array of N poses: (N, 7), (N, 3) or (N, 4, 4); of the plane (N, 3) or (N, 2). ``pairs`` is an array of
/// integers. A row [i, j] of shape (M, 2) asks about shape i at pose i and shape j at pose j; a row of shape (M, 4) is
/// [shape_a, pose_a, shape_b, pose_b]. Answers have M rows. Each pose is converted once. The other arguments are those of
/// the functions with the same names. Raises ValueError for an index that is negative or too large, with its row.
#[pyclass(frozen, eq, module = "clearance")]
pub struct Shapes(Of);

enum Of {
    Space(Kept<Shape>),
    Plane(Kept<Shape2>),
}

impl PartialEq for Shapes {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Of::Space(a), Of::Space(b)) => a.all == b.all,
            (Of::Plane(a), Of::Plane(b)) => a.all == b.all,
            _ => false,
        }
    }
}

impl Shapes {
    /// The shapes, if they are of space.
    pub fn space(&self) -> Option<&Kept<Shape>> {
        if let Of::Space(kept) = &self.0 { Some(kept) } else { None }
    }
    /// The shapes, if they are of the plane.
    pub fn plane(&self) -> Option<&Kept<Shape2>> {
        if let Of::Plane(kept) = &self.0 { Some(kept) } else { None }
    }
    fn at<'py>(&self, py: Python<'py>, index: usize) -> Option<PyResult<Bound<'py, PyAny>>> {
        Some(match &self.0 {
            Of::Space(kept) => kept.all.get(index)?.clone().into_bound_py_any(py),
            Of::Plane(kept) => kept.all.get(index)?.clone().into_bound_py_any(py),
        })
    }
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match &self.0 {
            Of::Space(kept) => PyList::new(py, kept.all.iter().cloned()),
            Of::Plane(kept) => PyList::new(py, kept.all.iter().cloned()),
        }
    }

    fn ask<Q: Question>(
        &self,
        py: Python<'_>,
        question: Q,
        given: [&Bound<'_, PyAny>; 2],
        options: &Options<'_>,
    ) -> PyResult<Py<PyAny>> {
        match (&self.0, options.precision(&given[..1])) {
            (Of::Space(kept), Precision::Float64) => ask(py, question, kept.wide(), given, options),
            (Of::Space(kept), Precision::Float32) => {
                ask(py, question, kept.narrow()?, given, options)
            }
            (Of::Plane(kept), Precision::Float64) => ask(py, question, kept.wide(), given, options),
            (Of::Plane(kept), Precision::Float32) => {
                ask(py, question, kept.narrow()?, given, options)
            }
        }
    }
}

/// Asks about pairs of indices.
fn ask<V: Space, Q: Question>(
    py: Python<'_>,
    question: Q,
    table: &Arc<Table<V>>,
    [poses, pairs]: [&Bound<'_, PyAny>; 2],
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let (poses, refused) = placed::<V>(poses, options.is_marking)?;
    let pairs = indices(pairs)?;
    let dims = [pairs.shape()[0]];
    let (each, pairs, poses) = (pairs.shape()[1], pairs.as_slice()?, Arc::new(poses));
    rows::ask(py, question, &Pairs { table, poses, refused, pairs, each, dims }, options)
}

/// The shapes of a list, if all are of a class.
fn shapes<C: PyClass<Frozen = True> + Class>(given: &[Bound<'_, PyAny>]) -> PyResult<Kept<C>> {
    let shape = |(row, shape): (usize, &Bound<'_, PyAny>)| match shape.cast::<C>() {
        Ok(shape) => Ok(shape.get().clone()),
        Err(_) => {
            let found = shape.get_type();
            Err(kind(
                "shapes",
                format!("row {row}: a {} is needed, not {found}", <C::Wide as Space>::SHAPE),
            ))
        }
    };
    Ok(Kept::new(given.iter().enumerate().map(shape).collect::<PyResult<_>>()?))
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
    let needed = "an array of integers is needed, of shape (N, 2) or (N, 4)";
    // NumPy makes floats of an empty list.
    let is_empty = given.cast::<PyList>().is_ok_and(|list| list.is_empty());
    let array = if is_empty {
        numpy.call_method1("zeros", ((0, 2), "int64"))?
    } else {
        array("pairs", given, "iu", needed)?
    };
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
    table: &'a Arc<Table<V>>,
    poses: Arc<Vec<Pose<V>>>,
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
    fn table(&self) -> &Arc<Table<V>> {
        self.table
    }
    fn part(&self, rows: Range<usize>, _: bool) -> Result<Part<V>, Refused> {
        let pairs = rows.map(|row| self.row(row)).collect::<Result<Vec<_>, _>>()?;
        let is_bad = |at: u32| self.refused.get(at as usize) == Some(&true);
        let bad =
            |(row, [_, a, _, b]): (usize, &[u32; 4])| (is_bad(*a) || is_bad(*b)).then_some(row);
        let marked = pairs.iter().enumerate().filter_map(bad).collect();
        Ok(Part { poses: Arc::clone(&self.poses), pairs, marked })
    }
}

/// The methods: those of a sequence, and questions with the arguments of all.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident($($more:ident: $of:ty),*) $question:expr;)*) => {
        #[pymethods]
        impl Shapes {
            #[new]
            fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
                let all = shapes.try_iter().map_err(|_| kind("shapes", "a sequence of shapes is needed"))?;
                let all = all.collect::<PyResult<Vec<_>>>()?;
                let is_plane = all.first().is_some_and(|shape| shape.is_instance_of::<Shape2>());
                Ok(Self(if is_plane {
                    Of::Plane(self::shapes(&all)?)
                } else {
                    Of::Space(self::shapes(&all)?)
                }))
            }
            fn __len__(&self) -> usize {
                match &self.0 {
                    Of::Space(kept) => kept.all.len(),
                    Of::Plane(kept) => kept.all.len(),
                }
            }
            fn __getitem__<'py>(
                slf: &Bound<'py, Self>,
                index: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if index.is_instance_of::<PySlice>() {
                    return slf.get_type().call1((slf.get().list(slf.py())?.as_any().get_item(index)?,));
                }
                let (number, len) = (index.extract::<isize>()?, slf.get().__len__());
                let number = if number < 0 { number.checked_add_unsigned(len) } else { Some(number) };
                let shape = number.and_then(|number| slf.get().at(slf.py(), usize::try_from(number).ok()?));
                shape.unwrap_or_else(|| Err(PyIndexError::new_err(format!("{index} is no index of {len} shapes"))))
            }
            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                self.list(py)?.try_iter()
            }
            /// The number of the first shape that is equal.
            ///
            /// Raises ValueError if there is none.
            #[pyo3(signature = (shape, start = 0, stop = None))]
            fn index(
                slf: &Bound<'_, Self>,
                shape: &Bound<'_, PyAny>,
                start: isize,
                stop: Option<isize>,
            ) -> PyResult<usize> {
                let stop = stop.unwrap_or(isize::MAX);
                slf.get().list(slf.py())?.call_method1("index", (shape, start, stop))?.extract()
            }
            /// How many shapes are equal.
            fn count(slf: &Bound<'_, Self>, shape: &Bound<'_, PyAny>) -> PyResult<usize> {
                slf.get().list(slf.py())?.call_method1("count", (shape,))?.extract()
            }
            fn __contains__(slf: &Bound<'_, Self>, shape: &Bound<'_, PyAny>) -> PyResult<bool> {
                slf.get().list(slf.py())?.contains(shape)
            }
            fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                slf.get().list(slf.py())?.call_method0("__reversed__")
            }
            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                match &self.0 {
                    Of::Space(kept) => kept.all.iter().for_each(|shape| Class::hash(shape).hash(&mut hasher)),
                    Of::Plane(kept) => kept.all.iter().for_each(|shape| Class::hash(shape).hash(&mut hasher)),
                }
                hasher.finish()
            }
            fn __repr__(&self) -> String {
                format!("Shapes({} shapes)", self.__len__())
            }
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                (slf.get_type(), (slf.get().list(slf.py())?,)).into_pyobject(slf.py())
            }
            $(
                $(#[$doc])*
                #[pyo3(signature = (
                    poses, pairs, $($more,)* *, threads = 1, out = None, on_error = "raise", progress = None,
                    precision = None
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
                    precision: Option<&str>,
                ) -> PyResult<Py<PyAny>> {
                    let options = Options::of(threads, out, on_error, progress, precision)?;
                    self.ask(py, $question, [poses, pairs], &options)
                }
            )*
        }
    };
}

shapes! {
    /// Do the shapes touch or overlap? False only if a gap is proven.
    intersects() Intersects;
    /// Are the shapes at most ``distance`` apart? False only if it is proven that they are not.
    within(distance: f64) Within::checked(distance)?;
    /// How far apart are the shapes? 0 if they touch or overlap.
    distance() Distance;
    /// How far apart are the shapes, or how deep do they overlap? In world coordinates and the unit of the input.
    clearance() Clearance;
    /// The nearest points of the shapes, in world coordinates.
    closest_points() ClosestPoints;
    /// How deep do the shapes overlap, and along which normal?
    penetration() Deepest;
}
