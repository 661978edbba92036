//! Errors: a sentence of the library as a `ValueError`, with the name of the argument.

use std::fmt::Display;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A value that is refused.
pub fn value(what: &str, wrong: impl Display) -> PyErr {
    PyValueError::new_err(format!("{what}: {wrong}"))
}

/// A value of a type that is refused.
pub fn kind(what: &str, wrong: impl Display) -> PyErr {
    PyTypeError::new_err(format!("{what}: {wrong}"))
}

/// What NumPy makes of an argument. `letters` are the kinds of dtypes that are taken: f, i, u.
pub fn array<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    letters: &str,
    needed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,));
    let array = array.map_err(|wrong| value(name, wrong.value(given.py())))?;
    let letter: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if letters.contains(&letter) { Ok(array) } else { Err(kind(name, needed)) }
}
