//! Two sides of a question, broadcast to rows.
//!
//! ```text
//!     a: Shape,           pose_a: Pose                  one row    -> Python's values
//!     a: Shape,           pose_a: (N, 7)                N rows     -> arrays
//!     b: [Shape, ..] (N), pose_b: Pose
//! ```
//!
//! Rows are asked a part at a time: poses are converted there, so that memory is the output and a part, and Python may
//! interrupt between parts.

use std::ops::Range;
use std::sync::Mutex;

use clearance::batch::{Batch, Pairs};
use clearance::d3_f64;
use clearance::glam::DVec3;
use pyo3::prelude::*;

use crate::error::{kind, value};
use crate::poses::{Poses, View};
use crate::shape::Shape;

/// Rows of a part.
const PART: usize = 4096;

/// A shape at its place.
#[derive(Clone, Copy)]
pub struct Placed<'s> {
    pub shape: &'s Shape,
    pub pose: d3_f64::Pose,
}

/// The shapes of one side: one in all rows, or one for each.
enum Shapes {
    One(Shape),
    Many(Vec<Shape>),
}

impl Shapes {
    fn of(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(shape) = given.cast::<Shape>() {
            return Ok(Self::One(shape.get().clone()));
        }
        let many = given.try_iter().and_then(|all| {
            all.map(|shape| Ok(shape?.cast_into::<Shape>()?.get().clone()))
                .collect::<PyResult<Vec<_>>>()
        });
        many.map(Self::Many).map_err(|_| kind(name, "a Shape or a sequence of them is needed"))
    }
    fn len(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Many(shapes) => Some(shapes.len()),
        }
    }
    fn at(&self, row: usize) -> &Shape {
        match self {
            Self::One(shape) => shape,
            Self::Many(shapes) => &shapes[if shapes.len() == 1 { 0 } else { row }],
        }
    }
    fn all(&self) -> &[Shape] {
        match self {
            Self::One(shape) => std::slice::from_ref(shape),
            Self::Many(shapes) => shapes,
        }
    }
}

/// Both sides of a question.
pub struct Sides<'py> {
    shapes: [Shapes; 2],
    poses: [Poses<'py>; 2],
    /// How many rows; `None` for a single question.
    pub rows: Option<usize>,
}

/// The arguments of a question.
pub type Given<'a, 'py> = [&'a Bound<'py, PyAny>; 4];

impl<'py> Sides<'py> {
    pub fn of([a, pose_a, b, pose_b]: Given<'_, 'py>) -> PyResult<Self> {
        let shapes = [Shapes::of("a", a)?, Shapes::of("b", b)?];
        let poses = [Poses::of("pose_a", pose_a)?, Poses::of("pose_b", pose_b)?];
        let lengths = [
            ("a", shapes[0].len()),
            ("pose_a", poses[0].len()),
            ("b", shapes[1].len()),
            ("pose_b", poses[1].len()),
        ];
        Ok(Self { shapes, poses, rows: broadcast(&lengths)? })
    }
    /// The rows of one more argument count, too; `None` if it is the same in all rows.
    pub fn beside(mut self, name: &str, rows: Option<usize>) -> PyResult<Self> {
        self.rows = broadcast(&[("the pair", self.rows), (name, rows)])?;
        Ok(self)
    }
    /// The single question.
    pub fn single(&self) -> PyResult<[Placed<'_>; 2]> {
        let side = |k: usize| match &self.poses[k] {
            Poses::One(pose) => Ok(Placed { shape: self.shapes[k].at(0), pose: *pose }),
            Poses::Many { .. } => Err(value("poses", "more than one")),
        };
        Ok([side(0)?, side(1)?])
    }
    /// Are all shapes convex, so that a batch answers?
    pub fn are_convex(&self) -> bool {
        self.shapes.iter().flat_map(Shapes::all).all(|shape| shape.convex().is_some())
    }

    /// Asks batches, a part of the rows at a time, with the columns of the part. The columns are lists of parts, in order.
    pub fn batches<C: Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        columns: Vec<C>,
        ask: impl Fn(Batch<'_, DVec3>, C) -> Result<usize, clearance::Error> + Sync,
    ) -> PyResult<()> {
        let views = [self.poses[0].view()?, self.poses[1].view()?];
        let shapes: Vec<d3_f64::Shape> = self
            .shapes
            .iter()
            .flat_map(Shapes::all)
            .filter_map(|shape| shape.convex().cloned())
            .collect();
        let counts = self.shapes.each_ref().map(|shapes| shapes.all().len());
        let shape_of = |side: usize, row: usize| {
            let first = side * counts[0];
            if counts[side] == 1 { first as u32 } else { (first + row) as u32 }
        };
        self.parts(py, threads, columns, |rows, columns| {
            let mut poses = Vec::with_capacity(2 * rows.len());
            let mut pairs = Vec::with_capacity(rows.len());
            for row in rows {
                let at = poses.len() as u32;
                poses.extend(placed(&views, row)?);
                pairs.push([shape_of(0, row), at, shape_of(1, row), at + 1]);
            }
            let asked = ask(Batch::new(&shapes, &poses, Pairs::Placed(&pairs)), columns);
            asked.expect("columns are as long as the rows");
            Ok(())
        })
    }

    /// Asks row by row.
    pub fn each<T: Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        out: &mut [T],
        ask: impl Fn([Placed<'_>; 2]) -> T + Sync,
    ) -> PyResult<()> {
        self.each_row(py, threads, out, |_, sides| ask(sides))
    }

    /// Asks row by row, with the number of the row: for questions with more arguments.
    pub fn each_row<T: Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        out: &mut [T],
        ask: impl Fn(usize, [Placed<'_>; 2]) -> T + Sync,
    ) -> PyResult<()> {
        let (views, shapes) = ([self.poses[0].view()?, self.poses[1].view()?], &self.shapes);
        self.parts(py, threads, out.chunks_mut(PART).collect(), |rows, out: &mut [T]| {
            for (row, out) in rows.zip(out) {
                let [pose_a, pose_b] = placed(&views, row)?;
                let a = Placed { shape: shapes[0].at(row), pose: pose_a };
                *out = ask(row, [a, Placed { shape: shapes[1].at(row), pose: pose_b }]);
            }
            Ok(())
        })
    }

    fn parts<C: Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        columns: Vec<C>,
        work: impl Fn(Range<usize>, C) -> Result<(), Refused> + Sync,
    ) -> PyResult<()> {
        let rows = self.rows.unwrap_or(1);
        let mut parts =
            columns.into_iter().enumerate().map(|(k, c)| (PART * k..rows.min(PART * (k + 1)), c));
        // A signal is looked for after each round.
        let round = 16 * threads.max(1);
        loop {
            let some: Vec<_> = parts.by_ref().take(round).collect();
            if some.is_empty() {
                return Ok(());
            }
            let done = py.detach(|| share(some, threads, &|(rows, columns)| work(rows, columns)));
            done.map_err(|Refused { row, name, wrong }| {
                value(name, format!("row {row}: {wrong}"))
            })?;
            py.check_signals()?;
        }
    }
}

/// A pose that is refused.
struct Refused {
    row: usize,
    /// The argument.
    name: &'static str,
    wrong: clearance::Error,
}

/// The poses of a row.
fn placed([a, b]: &[View<'_>; 2], row: usize) -> Result<[d3_f64::Pose; 2], Refused> {
    let refused = |name| move |wrong| Refused { row, name, wrong };
    Ok([a.at(row).map_err(refused("pose_a"))?, b.at(row).map_err(refused("pose_b"))?])
}

/// Works on all parts, on so many threads. They end with the call, so that a process may fork between calls. Of several
/// errors, the one of the first row is returned.
fn share<T: Send>(
    parts: Vec<T>,
    threads: usize,
    work: &(impl Fn(T) -> Result<(), Refused> + Sync),
) -> Result<(), Refused> {
    if threads <= 1 {
        return parts.into_iter().try_for_each(work);
    }
    let (parts, refused) = (Mutex::new(parts.into_iter()), Mutex::new(Vec::new()));
    let next = || parts.lock().ok()?.next();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(part) = next() {
                    if let (Err(wrong), Ok(mut all)) = (work(part), refused.lock()) {
                        all.push(wrong);
                    }
                }
            });
        }
    });
    let all = refused.into_inner().unwrap_or_default();
    all.into_iter().min_by_key(|refused| refused.row).map_or(Ok(()), Err)
}

/// Parts of a column with `each` entries a row.
pub fn parts<T>(column: &mut [T], each: usize) -> impl Iterator<Item = &mut [T]> {
    column.chunks_mut(PART * each)
}

/// The number of rows: all lengths are 1 or the same.
fn broadcast(lengths: &[(&str, Option<usize>)]) -> PyResult<Option<usize>> {
    let mut rows: Option<(usize, &str)> = None;
    for (name, length) in lengths {
        let Some(length) = length else { continue };
        rows = match rows {
            Some((most, of)) if most != *length && most != 1 && *length != 1 => {
                return Err(value(name, format!("{length} rows, but {of} has {most}")));
            }
            Some((most, of)) if *length == 1 || most == *length => Some((most, of)),
            _ => Some((*length, name)),
        };
    }
    Ok(rows.map(|(rows, _)| rows))
}
