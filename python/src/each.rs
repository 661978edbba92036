//! Questions that are asked row by row: contacts, casts and verdicts.
//!
//! All that they need to know of the arguments of Python is here: a row is its number and two shapes at their poses.

use clearance::d3_f64::{Collider, Pose, Shape};
use pyo3::prelude::*;

use crate::rows::{Given, Sides};

/// A shape at its place.
#[derive(Clone, Copy)]
pub struct Placed<'s> {
    pub shape: &'s Collider,
    pub pose: &'s Pose,
}

impl<'s> Placed<'s> {
    /// The shape, if it is convex.
    pub fn convex(&self) -> Option<&'s Shape> {
        match self.shape {
            Collider::Convex(shape) => Some(shape),
            _ => None,
        }
    }
}

/// The answers of a question.
pub enum Answers<T> {
    One(T),
    Rows(Vec<T>),
}

/// How many rows one more argument of a question has, with its name; `None` if it is the same in all rows.
pub type More<'n> = (&'n str, Option<usize>);

/// The number of rows of a question; `None` for a single one.
pub fn rows(given: Given<'_, '_>) -> PyResult<Option<usize>> {
    Ok(Sides::of(given)?.rows)
}

/// Asks each row, on so many threads. `blank` is what a row has before it is asked.
pub fn each<T: Clone + Send>(
    py: Python<'_>,
    given: Given<'_, '_>,
    more: &[More<'_>],
    threads: usize,
    blank: T,
    ask: impl Fn(usize, [Placed<'_>; 2]) -> T + Sync,
) -> PyResult<Answers<T>> {
    let sides =
        more.iter().try_fold(Sides::of(given)?, |sides, (name, rows)| sides.beside(name, *rows))?;
    let asked = |row, [a, b]: [crate::rows::Placed<'_>; 2]| {
        let a = Placed { shape: &a.shape.0, pose: &a.pose };
        ask(row, [a, Placed { shape: &b.shape.0, pose: &b.pose }])
    };
    let Some(rows) = sides.rows else { return Ok(Answers::One(asked(0, sides.single()?))) };
    let mut found = vec![blank; rows];
    sides.each_row(py, threads, &mut found, asked)?;
    Ok(Answers::Rows(found))
}
