//! Errors: a sentence of the library as a `ValueError`, with the name of the argument.

use std::fmt::Display;

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
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

/// Room for so many entries, or an error: an allocation that fails would end the process.
pub fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    let made = room.try_reserve_exact(count);
    made.map_err(|_| PyMemoryError::new_err(format!("there is no memory for {count} rows")))?;
    Ok(room)
}

/// So many entries, or an error.
pub fn filled<T: Clone>(entry: T, count: usize) -> PyResult<Vec<T>> {
    let mut all = room(count)?;
    all.resize(count, entry);
    Ok(all)
}

/// All entries, or an error.
pub fn collected<T>(entries: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = room(entries.len())?;
    all.extend(entries);
    Ok(all)
}
