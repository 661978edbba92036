//! Errors: a sentence of the library as a `ValueError`, with the name of the argument.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// A value that is refused.
pub fn value(what: &str, wrong: impl Display) -> PyErr {
    PyValueError::new_err(format!("{what}: {wrong}"))
}

/// A value of a type that is refused.
pub fn kind(what: &str, wrong: impl Display) -> PyErr {
    PyTypeError::new_err(format!("{what}: {wrong}"))
}
