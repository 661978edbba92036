//! What the independent checker says about answers.
//!
//! An answer brings numbers and no evidence. The evidence is that of a new question: if the checker confirms it, the
//! numbers of the answer are put in their places, and checked again.
//!
//! ```text
//!   clearances   bounds, points and normal; of shapes that are not convex only where they are apart
//!   contacts     the points and the normal of a patch, or that there is none
//!   casts        the bounds of the time, points and normal
//!   rays         time, point and normal of a hit; that nothing is hit
//! ```
//!
//! Contacts and casts of shapes that are not convex have no checker: they are unproven.

mod casts;
mod clearances;
mod contacts;
mod rays;

use ::clearance::number::Scalar;
use ::clearance::verify::Verdict;
use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub use casts::verify_cast;
pub use clearances::verify;
pub use contacts::verify_contacts;
pub use rays::verify_raycast;

use crate::each::Answers;
use crate::error::{collected, kind, value};
use crate::space::Space;

/// A verdict as a word.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::Unproven => "unproven",
    }
}

/// The verdict on one pair as a word, those of rows as an array of words.
fn words(py: Python<'_>, found: Answers<Verdict>) -> PyResult<Py<PyAny>> {
    let (dims, found) = match found {
        Answers::One(found) => return word(found).into_py_any(py),
        Answers::Rows(dims, found) => (dims, found),
    };
    let words = [Verdict::Unproven, Verdict::Proven, Verdict::Refuted];
    let number = |verdict: Verdict| words.iter().position(|word| *word == verdict).unwrap_or(0);
    let numbers = collected(found.into_iter().map(|verdict| number(verdict) as i64))?;
    let words = py.import("numpy")?.call_method1("array", (words.map(word).to_vec(),))?;
    let words = words.get_item(PyArray1::from_vec(py, numbers))?;
    words.call_method1("reshape", (dims,))?.into_py_any(py)
}

/// An answer that is checked: an object with its columns, or a dict.
struct Claimed<'a, 'py> {
    answer: &'a Bound<'py, PyAny>,
    /// The dimensions of its rows.
    dims: Vec<usize>,
}

impl<'a, 'py> Claimed<'a, 'py> {
    /// With the rows of a column that has one number a row.
    fn of(answer: &'a Bound<'py, PyAny>, column: &str) -> PyResult<Self> {
        let mut claimed = Self { answer, dims: vec![] };
        claimed.dims = claimed.column(column)?.getattr("shape")?.extract()?;
        Ok(claimed)
    }
    fn count(&self) -> usize {
        self.dims.iter().product()
    }
    fn column(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = match self.answer.cast::<PyDict>() {
            Ok(dict) => dict.get_item(name)?,
            Err(_) => self.answer.getattr_opt(name)?,
        };
        let found = found.ok_or_else(|| kind("answer", format!("it has no {name}")))?;
        let numpy = self.answer.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (found, "float64"));
        array.map_err(|_| value("answer", format!("{name}: numbers are needed")))
    }
    /// So many numbers for each row.
    fn flat<S: Scalar>(&self, name: &str, each: usize) -> PyResult<Vec<S>> {
        let array = self.column(name)?.call_method1("reshape", ((self.count(), each),));
        let dims = &self.dims;
        let wrong =
            |_| value("answer", format!("{name}: {each} numbers are needed in the rows {dims:?}"));
        let array = array.map_err(wrong)?.call_method0("ravel")?;
        Ok(array.extract::<Vec<f64>>()?.into_iter().map(S::of).collect())
    }
    fn numbers<S: Scalar>(&self, name: &str) -> PyResult<Vec<S>> {
        self.flat(name, 1)
    }
    fn vectors<V: Space>(&self, name: &str) -> PyResult<Vec<V>> {
        let all: Vec<V::Scalar> = self.flat(name, V::DIM)?;
        Ok(all.chunks(V::DIM).map(|numbers| V::from_fn(|i| numbers[i])).collect())
    }
}

/// The claim about a row: there is one for each, or one for all.
fn of_row<T>(claims: &[T], row: usize) -> &T {
    &claims[if claims.len() == 1 { 0 } else { row }]
}
