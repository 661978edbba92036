//! Questions that are asked row by row: contacts, casts and verdicts. A row is its number and two shapes at their poses.

use pyo3::prelude::*;

use crate::error::value;
use crate::poses::Poses;
use crate::rows::{Options, Placed, Rows, rounds};
use crate::sides::{Given, Listed, Sides};
use crate::space::Space;

/// Rows of a part: Python is asked for signals after some parts.
const PART: usize = 64;

/// The answers of a question.
pub enum Answers<T> {
    One(T),
    /// The dimensions of the rows, and an answer for each, those of the last dimension side by side.
    Rows(Vec<usize>, Vec<T>),
}

/// The name of one more argument of a question, and the dimensions of its rows.
pub type More<'n> = (&'n str, &'n [usize]);

/// Asks each row. `blank` is what a row has before it is asked.
pub fn each<V: Space, T: Clone + Send>(
    py: Python<'_>,
    [a, pose_a, b, pose_b]: Given<'_, '_>,
    more: &[More<'_>],
    options: &Options<'_>,
    blank: T,
    ask: impl Fn(usize, [Placed<'_, V>; 2]) -> T + Sync,
) -> PyResult<Answers<T>> {
    let poses = [Poses::<V>::of("pose_a", pose_a)?, Poses::of("pose_b", pose_b)?];
    let shapes = [Listed::of("a", a)?, Listed::of("b", b)?];
    let sides = Sides::new(shapes, [poses[0].view()?, poses[1].view()?])?;
    let dims = with_more(sides.dims(), more)?;
    let count = dims.iter().product();
    let mut found = vec![blank; count];
    let work = |(part, out): (usize, &mut [T])| {
        let (start, table) = (PART * part, sides.table());
        let part = sides.part(start..start + out.len(), false)?;
        for (row, out) in out.iter_mut().enumerate() {
            *out = ask(start + row, part.placed(table, row));
        }
        Ok(())
    };
    let parts = found.chunks_mut(PART).enumerate();
    rounds(py, options, [count, PART], parts, &work)?;
    let one = if dims.is_empty() { found.pop() } else { None };
    Ok(one.map_or_else(|| Answers::Rows(dims, found), Answers::One))
}

/// The dimensions of the rows of a question with more arguments: those of the pair, unless it is the same in all rows.
fn with_more(pair: &[usize], more: &[More<'_>]) -> PyResult<Vec<usize>> {
    let is_one = |dims: &[usize]| dims.iter().all(|size| *size == 1);
    let mut dims = pair.to_vec();
    for (name, own) in more {
        if is_one(&dims) && own.len() >= dims.len() {
            dims = own.to_vec();
        } else if !is_one(own) && dims != *own {
            let wrong = format!("the rows are {own:?}, but those of the pair {dims:?}");
            return Err(value(name, wrong));
        }
    }
    Ok(dims)
}
