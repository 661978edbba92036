//! Columns of answers: arrays of Python that are filled a part of the rows at a time.
//!
//! A question names its columns in a table. For one pair each is a value of Python, for rows an array whose first
//! dimensions are those of the rows:
//!
//! | kind | array | in a row without an answer |
//! |---|---|---|
//! | Flag | bool | False |
//! | Number | float | NaN |
//! | Vector | float, one more dimension | NaN |
//! | Status | uint8 | 0 |
//! | Index | int64 | -1 |

use clearance::d3_f64::Status;
use clearance::number::Scalar;
use numpy::{
    Element, IntoPyArray, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::error::{collected, room, value};
use crate::space::{Number, Space};

/// What a column holds.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Flag,
    Number,
    Vector,
    Status,
    Index,
}

/// The name and the kind of a column. The only column of a question has no name: its array is the answer.
pub type Field = (&'static str, Kind);

/// An entry of a column.
pub enum Value<V: Space> {
    Flag(bool),
    Number(V::Scalar),
    Vector(V),
    Status(Status),
    Index(i64),
}

impl<V: Space> Value<V> {
    /// What a row without an answer gets.
    pub fn nothing(kind: Kind) -> Self {
        let nan = V::Scalar::of(f64::NAN);
        match kind {
            Kind::Flag => Self::Flag(false),
            Kind::Number => Self::Number(nan),
            Kind::Vector => Self::Vector(V::from_fn(|_| nan)),
            Kind::Status => Self::Status(Status::Undecided),
            Kind::Index => Self::Index(-1),
        }
    }
    /// As a value of Python.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            Self::Flag(flag) => flag.into_py_any(py),
            Self::Number(number) => number.to_f64().into_py_any(py),
            Self::Vector(vector) => {
                let numbers: Vec<V::Scalar> = (0..V::DIM).map(|i| vector.get(i)).collect();
                numbers.into_pyarray(py).into_py_any(py)
            }
            Self::Status(status) => number_of(status).into_py_any(py),
            Self::Index(index) => index.into_py_any(py),
        }
    }
}

/// The number of a status: 0 undecided, 1 apart, 2 overlapping.
pub fn number_of(status: Status) -> u8 {
    match status {
        Status::Apart => 1,
        Status::Overlapping => 2,
        _ => 0,
    }
}

/// A part of a column.
pub enum Column<'c, V: Space> {
    Flags(&'c mut [bool]),
    Numbers(&'c mut [V::Scalar]),
    /// The coordinates of vectors.
    Vectors(&'c mut [V::Scalar]),
    Statuses(&'c mut [u8]),
    Indices(&'c mut [i64]),
}

impl<'c, V: Space> Column<'c, V> {
    /// Writes an entry.
    pub fn put(&mut self, row: usize, value: Value<V>) {
        match (self, value) {
            (Self::Flags(column), Value::Flag(flag)) => column[row] = flag,
            (Self::Numbers(column), Value::Number(number)) => column[row] = number,
            (Self::Vectors(column), Value::Vector(vector)) => {
                let place = &mut column[V::DIM * row..V::DIM * (row + 1)];
                place.iter_mut().enumerate().for_each(|(i, x)| *x = vector.get(i));
            }
            (Self::Statuses(column), Value::Status(status)) => column[row] = number_of(status),
            (Self::Indices(column), Value::Index(index)) => column[row] = index,
            _ => unreachable!("a question answers in the kinds of its columns"),
        }
    }
    /// Writes entries of the first rows.
    pub fn put_vectors(&mut self, vectors: &[V]) {
        for (row, vector) in vectors.iter().enumerate() {
            self.put(row, Value::Vector(*vector));
        }
    }
    /// Writes what a row without an answer gets.
    pub fn clear(&mut self, row: usize) {
        let kind = match self {
            Self::Flags(_) => Kind::Flag,
            Self::Numbers(_) => Kind::Number,
            Self::Vectors(_) => Kind::Vector,
            Self::Statuses(_) => Kind::Status,
            Self::Indices(_) => Kind::Index,
        };
        self.put(row, Value::nothing(kind));
    }
    /// Parts of so many rows.
    fn parts(self, rows: usize) -> Box<dyn Iterator<Item = Column<'c, V>> + Send + 'c> {
        match self {
            Self::Flags(all) => Box::new(all.chunks_mut(rows).map(Self::Flags)),
            Self::Numbers(all) => Box::new(all.chunks_mut(rows).map(Self::Numbers)),
            Self::Vectors(all) => Box::new(all.chunks_mut(V::DIM * rows).map(Self::Vectors)),
            Self::Statuses(all) => Box::new(all.chunks_mut(rows).map(Self::Statuses)),
            Self::Indices(all) => Box::new(all.chunks_mut(rows).map(Self::Indices)),
        }
    }
}

/// The answers of some rows, which belong to nobody's array.
pub struct Buffers<V: Space>(Vec<Buffer<V>>);

enum Buffer<V: Space> {
    Flags(Vec<bool>),
    Numbers(Vec<V::Scalar>),
    Vectors(Vec<V::Scalar>),
    Statuses(Vec<u8>),
    Indices(Vec<i64>),
}

impl<V: Space> Buffer<V> {
    fn column(&mut self) -> Column<'_, V> {
        match self {
            Self::Flags(all) => Column::Flags(all),
            Self::Numbers(all) => Column::Numbers(all),
            Self::Vectors(all) => Column::Vectors(all),
            Self::Statuses(all) => Column::Statuses(all),
            Self::Indices(all) => Column::Indices(all),
        }
    }
}

impl<V: Space> Buffers<V> {
    pub fn new(fields: &[Field], rows: usize) -> Self {
        let zeros = |count: usize| vec![V::Scalar::ZERO; count];
        let buffer = |(_, kind): &Field| match kind {
            Kind::Flag => Buffer::Flags(vec![false; rows]),
            Kind::Number => Buffer::Numbers(zeros(rows)),
            Kind::Vector => Buffer::Vectors(zeros(V::DIM * rows)),
            Kind::Status => Buffer::Statuses(vec![0; rows]),
            Kind::Index => Buffer::Indices(vec![0; rows]),
        };
        Self(fields.iter().map(buffer).collect())
    }
    pub fn columns(&mut self) -> Vec<Column<'_, V>> {
        self.0.iter_mut().map(Buffer::column).collect()
    }
    /// Copies the answers to their places.
    pub fn put(places: Vec<Column<'_, V>>, found: Self) {
        for (place, own) in places.into_iter().zip(found.0) {
            match (place, own) {
                (Column::Flags(to), Buffer::Flags(own)) => to.copy_from_slice(&own),
                (Column::Numbers(to), Buffer::Numbers(own))
                | (Column::Vectors(to), Buffer::Vectors(own)) => to.copy_from_slice(&own),
                (Column::Statuses(to), Buffer::Statuses(own)) => to.copy_from_slice(&own),
                (Column::Indices(to), Buffer::Indices(own)) => to.copy_from_slice(&own),
                _ => unreachable!("places and answers have the same fields"),
            }
        }
    }
}

/// The array of a column, which nobody else may read or write.
enum Guard<'py, V: Space> {
    Flags(PyReadwriteArrayDyn<'py, bool>),
    Numbers(PyReadwriteArrayDyn<'py, V::Scalar>),
    Vectors(PyReadwriteArrayDyn<'py, V::Scalar>),
    Statuses(PyReadwriteArrayDyn<'py, u8>),
    Indices(PyReadwriteArrayDyn<'py, i64>),
}

/// The arrays of all columns.
pub struct Arrays<'py, V: Space> {
    all: Vec<Bound<'py, PyAny>>,
    guards: Vec<Guard<'py, V>>,
}

impl<'py, V: Space> Arrays<'py, V> {
    /// New arrays, or those of an answer that was given as `out`.
    pub fn new(
        py: Python<'py>,
        fields: &[Field],
        dims: &[usize],
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let (mut all, mut guards) = (vec![], vec![]);
        for &(name, kind) in fields {
            let mut shape = dims.to_vec();
            if kind == Kind::Vector {
                shape.push(V::DIM);
            }
            let dtype = match kind {
                Kind::Flag => "bool",
                Kind::Number | Kind::Vector => V::Scalar::DTYPE,
                Kind::Status => "uint8",
                Kind::Index => "int64",
            };
            let (path, array) = match out {
                None => (name.into(), fresh(py, &shape, dtype)?),
                Some(out) if name.is_empty() => ("out".into(), out.clone()),
                Some(out) => {
                    (format!("out.{name}"), out.getattr(name).map_err(|_| no_answer(name))?)
                }
            };
            let wanted = Wanted { path: &path, shape: &shape, dtype };
            guards.push(match kind {
                Kind::Flag => Guard::Flags(wanted.guard(&array)?),
                Kind::Number => Guard::Numbers(wanted.guard(&array)?),
                Kind::Vector => Guard::Vectors(wanted.guard(&array)?),
                Kind::Status => Guard::Statuses(wanted.guard(&array)?),
                Kind::Index => Guard::Indices(wanted.guard(&array)?),
            });
            all.push(array);
        }
        Ok(Self { all, guards })
    }

    /// All columns, in parts of so many rows.
    pub fn parts(
        &mut self,
        rows: usize,
    ) -> PyResult<impl Iterator<Item = Vec<Column<'_, V>>> + Send> {
        let mut columns = vec![];
        for guard in &mut self.guards {
            let column = match guard {
                Guard::Flags(array) => Column::Flags(array.as_slice_mut()?),
                Guard::Numbers(array) => Column::Numbers(array.as_slice_mut()?),
                Guard::Vectors(array) => Column::Vectors(array.as_slice_mut()?),
                Guard::Statuses(array) => Column::Statuses(array.as_slice_mut()?),
                Guard::Indices(array) => Column::Indices(array.as_slice_mut()?),
            };
            columns.push(column.parts(rows));
        }
        Ok(std::iter::from_fn(move || columns.iter_mut().map(Iterator::next).collect()))
    }
    /// The arrays, in the order of the fields.
    pub fn into_python(self) -> Vec<Py<PyAny>> {
        self.all.into_iter().map(Bound::unbind).collect()
    }
}

fn no_answer(name: &str) -> PyErr {
    value("out", format!("an answer of this question is needed, but there is no attribute {name}"))
}

fn fresh<'py>(py: Python<'py>, shape: &[usize], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let shape = pyo3::types::PyTuple::new(py, shape)?;
    py.import("numpy")?.call_method1("zeros", (shape, dtype))
}

/// What the array of a column must be.
struct Wanted<'a> {
    path: &'a str,
    shape: &'a [usize],
    dtype: &'a str,
}

impl Wanted<'_> {
    fn guard<'py, T: Element>(
        &self,
        array: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        let (shape, dtype) = (self.shape, self.dtype);
        let array = array.cast::<PyArrayDyn<T>>();
        let array =
            array.map_err(|_| value(self.path, format!("an array of {dtype} is needed")))?;
        if array.shape() != shape {
            let found = array.shape();
            return Err(value(self.path, format!("the shape must be {shape:?}, but is {found:?}")));
        }
        if !array.is_c_contiguous() {
            return Err(value(self.path, "the array must be contiguous, in the order of C"));
        }
        array.try_readwrite().map_err(|wrong| value(self.path, wrong))
    }
}

/// A vector as an array of one dimension.
pub fn vector<V: Space>(py: Python<'_>, v: V) -> PyResult<Py<PyAny>> {
    column(py, (0..V::DIM).map(|i| v.get(i)))
}

/// Vectors as an array with a row for each.
pub fn vectors<V: Space>(
    py: Python<'_>,
    all: impl ExactSizeIterator<Item = V>,
) -> PyResult<Py<PyAny>> {
    let count = all.len();
    let mut numbers = room(count.saturating_mul(V::DIM))?;
    numbers.extend(all.flat_map(|v| (0..V::DIM).map(move |i| v.get(i))));
    numbers.into_pyarray(py).reshape([count, V::DIM])?.into_py_any(py)
}

/// Three whole numbers in each row.
pub fn triples(
    py: Python<'_>,
    all: impl ExactSizeIterator<Item = [i64; 3]>,
) -> PyResult<Py<PyAny>> {
    let count = all.len();
    let mut numbers = room(count.saturating_mul(3))?;
    numbers.extend(all.flatten());
    numbers.into_pyarray(py).reshape([count, 3])?.into_py_any(py)
}

/// An array of one dimension.
pub fn column<T: Element>(
    py: Python<'_>,
    entries: impl ExactSizeIterator<Item = T>,
) -> PyResult<Py<PyAny>> {
    collected(entries)?.into_pyarray(py).into_py_any(py)
}
