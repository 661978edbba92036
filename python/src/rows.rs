//! Rows of a question, and how they are asked: a part at a time.
//!
//! ```text
//!   Sides  a, b: shapes; pose_a, pose_b      broadcast by the rules of NumPy
//!   Pairs  a table of shapes, poses, pairs   a row for each pair of indices
//!      |
//!      v   Part: some thousand rows          poses of the part, and for each row four indices
//!   answered on any thread, and copied to the part of each column
//! ```
//!
//! Sides convert the poses of a part with the part, so that memory is the output and a part a thread.

use std::ops::Range;
use std::sync::Arc;

use clearance::batch::{Batch, Pairs};
use clearance::{Collider, space};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::columns::{Arrays, Buffers, Column};
use crate::error::value;
use crate::parts::{self, Plan, Refused};
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

    /// Those of a question that takes none of them.
    pub fn plain() -> Self {
        Self { threads: 1, out: None, is_marking: false, progress: None, precision: None }
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
    fn table(&self) -> &Arc<Table<V>>;
    /// Some rows. If refused poses are to be marked they are no error.
    fn part(&self, rows: Range<usize>, is_marking: bool) -> Result<Part<V>, Refused>;
}

/// Some rows: for each the number of shape A, that of its pose, and those of B.
pub struct Part<V: Space> {
    pub poses: Arc<Vec<space::Pose<V>>>,
    pub pairs: Vec<[u32; 4]>,
    /// The rows with a refused pose.
    pub marked: Vec<usize>,
}

impl<V: Space> Part<V> {
    /// The shapes of a row at their poses.
    pub fn placed<'s>(&'s self, table: &'s Table<V>, row: usize) -> [Placed<'s, V>; 2] {
        let [a, at_a, b, at_b] = self.pairs[row].map(|index| index as usize);
        [(a, at_a), (b, at_b)]
            .map(|(shape, at)| Placed { shape: &table.all[shape], pose: &self.poses[at] })
    }
}

/// How rows about the shapes of a table are cut: parts of so many rows of convex shapes, and of fewer of others.
pub fn plan<V: Space>(table: &Table<V>, count: usize, each: usize) -> Plan {
    Plan { count, each: if table.is_convex { each } else { 16 }, is_long: table.is_long() }
}

/// Asks all rows.
pub fn ask<'py, V: Space, Q: Question>(
    py: Python<'py>,
    question: Q,
    rows: &impl Rows<V>,
    options: &Options<'py>,
) -> PyResult<Py<PyAny>> {
    let (table, is_marking) = (Arc::clone(rows.table()), options.is_marking);
    let mut arrays = Arrays::<V>::new(py, Q::FIELDS, rows.dims(), options.out.as_ref())?;
    let plan = plan(&table, rows.dims().iter().product(), 4096);
    let make = |some: Range<usize>| rows.part(some, is_marking);
    let work = move |part: Part<V>| {
        let mut found = Buffers::new(Q::FIELDS, part.pairs.len());
        answer(question, &table, &part, &mut found.columns());
        Ok(found)
    };
    parts::answer(py, options, &plan, arrays.parts(plan.each)?, &make, work, &Buffers::put)?;
    match &options.out {
        Some(out) => Ok(out.clone().unbind()),
        None => Q::answer(py, arrays.into_python()),
    }
}

/// Answers the rows of a part: those of convex shapes together, where the question can, the others one by one.
fn answer<V: Space, Q: Question>(
    question: Q,
    table: &Table<V>,
    part: &Part<V>,
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

/// Do both sides have one convex shape? Then the question is asked without lists.
pub fn are_convex<'s, V: Space>(
    [a, b]: [Placed<'s, V>; 2],
) -> Option<[&'s clearance::shape::Shape<V>; 2]> {
    Some([convex(a.shape)?, convex(b.shape)?])
}
