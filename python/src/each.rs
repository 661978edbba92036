//! Questions that are asked row by row: contacts, casts and verdicts. A row is its number and two shapes at their poses.

use std::ops::Range;
use std::sync::Arc;

use pyo3::prelude::*;

use crate::error::{filled, value};
use crate::parts::{Refused, answer};
use crate::poses::Poses;
use crate::rows::{Options, Part, Placed, Rows, plan};
use crate::sides::{Given, Listed, Sides};
use crate::space::Space;

/// Rows of a part: Python is asked for signals between parts.
const PART: usize = 64;

/// The answers of a question.
pub enum Answers<T> {
    One(T),
    /// The dimensions of the rows, and an answer for each, those of the last dimension side by side.
    Rows(Vec<usize>, Vec<T>),
}

/// The name of one more argument of a question, and the dimensions of its rows.
pub type More<'n> = (&'n str, &'n [usize]);

/// Asks each row about what `extra` finds among the other arguments, and two shapes. `blank` is what a row has before it
/// is asked.
pub fn each<V: Space, M: Send + 'static, T: Clone + Send + 'static>(
    py: Python<'_>,
    [a, pose_a, b, pose_b]: Given<'_, '_>,
    more: &[More<'_>],
    options: &Options<'_>,
    blank: T,
    extra: impl Fn(usize, [Placed<'_, V>; 2]) -> Result<M, Refused> + Sync,
    ask: impl Fn(usize, [Placed<'_, V>; 2], &M) -> Result<T, Refused> + Send + Sync + 'static,
) -> PyResult<Answers<T>> {
    let poses = [Poses::<V>::of("pose_a", pose_a)?, Poses::of("pose_b", pose_b)?];
    let shapes = [Listed::of("a", a)?, Listed::of("b", b)?];
    let sides = Sides::new(shapes, [poses[0].view()?, poses[1].view()?])?;
    let dims = with_more(sides.dims(), more)?;
    let table = Arc::clone(sides.table());
    let plan = plan(&table, dims.iter().product(), PART);
    let mut found = filled(blank, plan.count)?;
    let make = |rows: Range<usize>| {
        let (start, part) = (rows.start, sides.part(rows, false)?);
        let row = |row| extra(start + row, part.placed(sides.table(), row));
        let extras = (0..part.pairs.len()).map(row).collect::<Result<Vec<M>, _>>()?;
        Ok((start, part, extras))
    };
    let work = move |(start, part, extras): (usize, Part<V>, Vec<M>)| {
        let row = |(row, extra)| ask(start + row, part.placed(&table, row), extra);
        extras.iter().enumerate().map(row).collect::<Result<Vec<T>, _>>()
    };
    let put = |places: &mut [T], found: Vec<T>| {
        places.iter_mut().zip(found).for_each(|(place, own)| *place = own);
    };
    answer(py, options, &plan, found.chunks_mut(plan.each), &make, work, &put)?;
    let one = if dims.is_empty() { found.pop() } else { None };
    Ok(one.map_or_else(|| Answers::Rows(dims, found), Answers::One))
}

/// For questions without other arguments.
pub fn nothing<V: Space>(_: usize, _: [Placed<'_, V>; 2]) -> Result<(), Refused> {
    Ok(())
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
