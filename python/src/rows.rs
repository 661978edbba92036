//! Rows of a question, and how they are asked: a part at a time.
//!
//! ```text
//!   Sides  a, b: shapes; pose_a, pose_b      broadcast by the rules of NumPy
//!   Pairs  a table of shapes, poses, pairs   a row for each pair of indices
//!      |
//!      v   Part: some thousand rows          poses of the part, and for each row four indices
//!   answered on any thread, into the part of each column
//! ```
//!
//! Sides convert the poses of a part with the part, so that memory is the output and a part a thread. Between rounds of
//! parts Python may interrupt, and the progress is told.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use clearance::batch::{Batch, Pairs};
use clearance::space;
use clearance::worlds::Collider;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::columns::{Arrays, Column};
use crate::error::value;
use crate::plane::Pose2;
use crate::pose::Pose;
use crate::questions::Question;
use crate::space::Space;
use crate::table::{Table, convex};

/// How a question is asked: the arguments that all questions have.
pub struct Options<'py> {
    pub threads: usize,
    pub out: Option<Bound<'py, PyAny>>,
    pub is_marking: bool,
    pub progress: Option<Bound<'py, PyAny>>,
    pub precision: Option<Precision>,
}

/// The numbers that a question is asked in.
#[derive(Clone, Copy, PartialEq)]
pub enum Precision {
    Float32,
    Float64,
}

impl<'py> Options<'py> {
    pub fn of(
        threads: i64,
        out: Option<Bound<'py, PyAny>>,
        on_error: &str,
        progress: Option<Bound<'py, PyAny>>,
        precision: Option<&str>,
    ) -> PyResult<Self> {
        let is_marking = match on_error {
            "raise" => false,
            "mark" => true,
            other => {
                return Err(value("on_error", format!("{other:?} is neither 'raise' nor 'mark'")));
            }
        };
        let precision = match precision {
            None => None,
            Some("float32") => Some(Precision::Float32),
            Some("float64") => Some(Precision::Float64),
            Some(other) => {
                return Err(value(
                    "precision",
                    format!("{other:?} is neither 'float32' nor 'float64'"),
                ));
            }
        };
        if threads < 1 {
            return Err(value("threads", format!("at least 1 is needed, but it is {threads}")));
        }
        Ok(Self { threads: threads as usize, out, is_marking, progress, precision })
    }

    /// What was asked for; without it float32 if all poses that are arrays are, and float64 otherwise.
    pub fn precision(&self, poses: &[&Bound<'_, PyAny>]) -> Precision {
        let arrays = poses.iter().filter(|given| !is_pose(given));
        let mut arrays = arrays.map(|given| is_single(given)).peekable();
        let is_single = arrays.peek().is_some() && arrays.all(|is_single| is_single);
        self.precision.unwrap_or(if is_single { Precision::Float32 } else { Precision::Float64 })
    }
}

fn is_pose(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<Pose>() || given.is_instance_of::<Pose2>()
}

/// Is it an array of float32, in any order of its bytes?
fn is_single(given: &Bound<'_, PyAny>) -> bool {
    let Ok(array) = given.cast::<PyUntypedArray>() else { return false };
    let dtype = array.dtype();
    (dtype.kind(), dtype.itemsize()) == (b'f', 4)
}

/// A shape at its place.
#[derive(Clone, Copy)]
pub struct Placed<'s, V: Space> {
    pub shape: &'s Collider<V>,
    pub pose: &'s space::Pose<V>,
}

/// What a row asks about.
pub trait Rows<V: Space>: Sync {
    /// The dimensions of the rows, which are those of the answer.
    fn dims(&self) -> &[usize];
    /// The shapes of all rows.
    fn table(&self) -> &Table<V>;
    /// Some rows. If refused poses are to be marked they are no error.
    fn part(&self, rows: Range<usize>, is_marking: bool) -> Result<Part<'_, V>, Refused>;
}

/// Some rows: for each the number of shape A, that of its pose, and those of B.
pub struct Part<'p, V: Space> {
    pub poses: Cow<'p, [space::Pose<V>]>,
    pub pairs: Vec<[u32; 4]>,
    /// The rows with a refused pose.
    pub marked: Vec<usize>,
}

impl<V: Space> Part<'_, V> {
    /// The shapes of a row at their poses.
    pub fn placed<'s>(&'s self, table: &'s Table<V>, row: usize) -> [Placed<'s, V>; 2] {
        let [a, at_a, b, at_b] = self.pairs[row].map(|index| index as usize);
        [(a, at_a), (b, at_b)]
            .map(|(shape, at)| Placed { shape: &table.all[shape], pose: &self.poses[at] })
    }
}

/// An argument that is refused.
pub struct Refused {
    /// The row of the question: the first one is told.
    pub row: usize,
    pub why: (String, String),
}

/// Asks all rows.
pub fn ask<'py, V: Space, Q: Question>(
    py: Python<'py>,
    question: Q,
    rows: &impl Rows<V>,
    options: &Options<'py>,
) -> PyResult<Py<PyAny>> {
    let count = rows.dims().iter().product();
    let mut arrays = Arrays::<V>::new(py, Q::FIELDS, rows.dims(), options.out.as_ref())?;
    // A row of meshes may take a second, and a signal waits for a part.
    let each = if rows.table().is_convex { 4096 } else { 16 };
    let columns = arrays.parts(count, each)?;
    let parts = columns.into_iter().enumerate().map(|(k, columns)| (k * each, columns));
    let is_marking = options.is_marking;
    let work = |(start, mut columns): (usize, Vec<Column<'_, V>>)| {
        let part = rows.part(start..count.min(start + each), is_marking)?;
        answer(question, rows.table(), &part, &mut columns);
        Ok(())
    };
    rounds(py, options, [count, each], parts, &work)?;
    match &options.out {
        Some(out) => Ok(out.clone().unbind()),
        None => Q::answer(py, arrays.all.into_iter().map(Bound::unbind).collect()),
    }
}

/// Works on parts of so many rows each, in rounds. A signal waits for a round: short ones cost threads, long ones patience.
pub fn rounds<T: Send>(
    py: Python<'_>,
    options: &Options<'_>,
    [count, each]: [usize; 2],
    mut parts: impl Iterator<Item = T>,
    work: &(impl Fn(T) -> Result<(), Refused> + Sync),
) -> PyResult<()> {
    let threads = options.threads;
    let (mut round, mut done) = (threads, 0);
    loop {
        let some: Vec<_> = parts.by_ref().take(round).collect();
        if some.is_empty() {
            return Ok(());
        }
        done = count.min(done + each * some.len());
        let start = Instant::now();
        let answered = py.detach(|| share(some, threads, work));
        answered.map_err(|Refused { why: (name, wrong), .. }| value(&name, wrong))?;
        py.check_signals()?;
        if let Some(progress) = &options.progress {
            progress.call1((done, count))?;
        }
        match start.elapsed() {
            time if time < Duration::from_millis(25) => round = round.saturating_mul(2),
            time if time > Duration::from_millis(100) => round = (round / 2).max(threads),
            _ => {}
        }
    }
}

/// Answers the rows of a part: those of convex shapes together, where the question can, the others one by one.
fn answer<V: Space, Q: Question>(
    question: Q,
    table: &Table<V>,
    part: &Part<'_, V>,
    columns: &mut [Column<'_, V>],
) {
    let batch = Batch::new(&table.convex, &part.poses, Pairs::Placed(&part.pairs));
    let is_asked = !table.convex.is_empty() && question.many(&batch, part.pairs.len(), columns);
    let is_left = |[a, _, b, _]: [u32; 4]| !is_asked || !table.are_convex(a, b);
    if !(is_asked && table.is_convex) {
        let mut marked = part.marked.iter().peekable();
        for (row, pair) in part.pairs.iter().enumerate() {
            if marked.next_if_eq(&&row).is_some() || !is_left(*pair) {
                continue;
            }
            for (column, value) in columns.iter_mut().zip(question.one(part.placed(table, row))) {
                column.put(row, value);
            }
        }
    }
    for row in &part.marked {
        columns.iter_mut().for_each(|column| column.clear(*row));
    }
}

/// Works on all parts, on so many threads. They end with the call, so that a process may fork between calls. Of several
/// errors, the one of the first row is returned.
fn share<T: Send>(
    parts: Vec<T>,
    threads: usize,
    work: &(impl Fn(T) -> Result<(), Refused> + Sync),
) -> Result<(), Refused> {
    let others = threads.min(parts.len()).saturating_sub(1);
    if others == 0 {
        return parts.into_iter().try_for_each(work);
    }
    let (parts, refused) = (Mutex::new(parts.into_iter()), Mutex::new(Vec::new()));
    let next = || parts.lock().ok()?.next();
    let works = || {
        while let Some(part) = next() {
            if let (Err(wrong), Ok(mut all)) = (work(part), refused.lock()) {
                all.push(wrong);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..others {
            // If there is no thread to be had, this one does its work.
            let _ = thread::Builder::new().spawn_scoped(scope, works);
        }
        works();
    });
    let all = refused.into_inner().unwrap_or_default();
    all.into_iter().min_by_key(|refused| refused.row).map_or(Ok(()), Err)
}

/// Do both sides have one convex shape? Then the question is asked without lists.
pub fn are_convex<'s, V: Space>(
    [a, b]: [Placed<'s, V>; 2],
) -> Option<[&'s clearance::shape::Shape<V>; 2]> {
    Some([convex(a.shape)?, convex(b.shape)?])
}
