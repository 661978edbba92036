//! Two sides of a question, broadcast to rows by the rules of NumPy.
//!
//! ```text
//!     a: Shape,           pose_a: Pose                  one pair      -> Python's values
//!     a: Shape,           pose_a: (N, 7)                N rows        -> arrays
//!     b: [Shape, ..] (N), pose_b: (M, 1, 7)             M times N     -> arrays of shape (M, N)
//! ```

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use clearance::Collider;
use clearance::space::Pose;
use pyo3::prelude::*;

use crate::error::{kind, value};
use crate::parts::Refused;
use crate::plane::Shape2;
use crate::poses::View;
use crate::rows::{Part, Rows};
use crate::shape::Shape;
use crate::shapes::Shapes;
use crate::space::Space;
use crate::table::Table;

/// The arguments of a question.
pub type Given<'a, 'py> = [&'a Bound<'py, PyAny>; 4];

/// The shapes of one side: one in all rows, or one for each. An object that is in many rows is one shape.
pub struct Listed<V: Space> {
    shapes: Vec<Collider<V>>,
    /// The shape of each row; without it they are one shape, or in order.
    numbers: Option<Vec<u32>>,
    dims: Vec<usize>,
}

impl<V: Space> Listed<V> {
    pub fn of(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(shape) = V::shape_of(given) {
            let shape = shape.map_err(|wrong| value(name, wrong))?;
            return Ok(Self { shapes: vec![shape.clone()], numbers: None, dims: vec![] });
        }
        if let Ok(shapes) = given.cast::<Shapes>()
            && let Some(table) = V::table(shapes.get())
        {
            let shapes = table?.all.clone();
            return Ok(Self { dims: vec![shapes.len()], numbers: None, shapes });
        }
        let needed = |place: &str, found: &Bound<'_, PyAny>| {
            let (shape, found) = (V::SHAPE, found.get_type());
            kind(name, format!("{place}a {shape} or a sequence of them is needed, not {found}"))
        };
        let many = given.try_iter().map_err(|_| needed("", given))?;
        // Objects are held, so that no other one gets the place of one that is gone.
        let (mut known, mut held) = (HashMap::new(), vec![]);
        let (mut shapes, mut numbers) = (vec![], vec![]);
        for (row, found) in many.enumerate() {
            let (found, place) = (found?, format!("row {row}: "));
            let number = *known.entry(found.as_ptr() as usize).or_insert(shapes.len() as u32);
            if number as usize == shapes.len() {
                let shape = V::shape_of(&found).ok_or_else(|| needed(&place, &found))?;
                let shape = shape.map_err(|wrong| value(name, format!("{place}{wrong}")))?;
                shapes.push(shape.clone());
                held.push(found.clone());
            }
            numbers.push(number);
        }
        Ok(Self { dims: vec![numbers.len()], numbers: Some(numbers), shapes })
    }
}

/// Are these shapes of the plane?
pub fn are_plane(given: &Bound<'_, PyAny>) -> bool {
    if given.is_instance_of::<Shape>() {
        return false;
    }
    if let Ok(shapes) = given.cast::<Shapes>() {
        return shapes.get().plane().is_some();
    }
    let first =
        if given.is_instance_of::<Shape2>() { Ok(given.clone()) } else { given.get_item(0) };
    first.is_ok_and(|shape| shape.is_instance_of::<Shape2>())
}

/// Asks in the vectors that belong to the dimension of `$a` and to a precision: `$ask` names their type `$v`.
macro_rules! with_vectors {
    ($v:ident, $a:expr, $precision:expr, $ask:expr) => {
        match ($crate::sides::are_plane($a), $precision) {
            (false, $crate::rows::Precision::Float64) => {
                type $v = ::clearance::glam::DVec3;
                $ask
            }
            (false, $crate::rows::Precision::Float32) => {
                type $v = ::clearance::glam::Vec3;
                $ask
            }
            (true, $crate::rows::Precision::Float64) => {
                type $v = ::clearance::glam::DVec2;
                $ask
            }
            (true, $crate::rows::Precision::Float32) => {
                type $v = ::clearance::glam::Vec2;
                $ask
            }
        }
    };
}

pub(crate) use with_vectors;

/// Both sides of a question.
pub struct Sides<'a, V: Space> {
    table: Arc<Table<V>>,
    /// The number of the first shape of each side, and those of its rows after it.
    first: [usize; 2],
    numbers: [Option<Vec<u32>>; 2],
    shapes: [Walk; 2],
    views: [View<'a, V>; 2],
    poses: [Walk; 2],
    dims: Vec<usize>,
}

pub const NAMES: [&str; 2] = ["pose_a", "pose_b"];

impl<'a, V: Space> Sides<'a, V> {
    pub fn new([a, b]: [Listed<V>; 2], views: [View<'a, V>; 2]) -> PyResult<Self> {
        let own = [&a.dims, views[0].dims, &b.dims, views[1].dims];
        let dims = broadcast(["a", NAMES[0], "b", NAMES[1]], own)?;
        let [shapes_a, poses_a, shapes_b, poses_b] = own.map(|own| Walk::new(own, &dims));
        let first = [0, a.shapes.len()];
        let table = Arc::new(Table::new(a.shapes.into_iter().chain(b.shapes).collect()));
        Ok(Self {
            table,
            first,
            numbers: [a.numbers, b.numbers],
            shapes: [shapes_a, shapes_b],
            views,
            poses: [poses_a, poses_b],
            dims,
        })
    }
}

impl<V: Space> Rows<V> for Sides<'_, V> {
    fn dims(&self) -> &[usize] {
        &self.dims
    }
    fn table(&self) -> &Arc<Table<V>> {
        &self.table
    }
    fn part(&self, rows: Range<usize>, is_marking: bool) -> Result<Part<V>, Refused> {
        let mut poses = Vec::with_capacity(2 * rows.len());
        let (mut pairs, mut marked) = (Vec::with_capacity(rows.len()), vec![]);
        let (mut at, mut is_bad) = ([0; 2], [false; 2]);
        for (i, row) in rows.enumerate() {
            for side in [0, 1] {
                if i > 0 && self.poses[side] == Walk::Same {
                    continue;
                }
                let index = self.poses[side].at(row);
                let pose = self.views[side].at(index);
                is_bad[side] = pose.is_err();
                at[side] = poses.len() as u32;
                poses.push(match pose {
                    Ok(pose) => pose,
                    Err(_) if is_marking => Pose::IDENTITY,
                    Err(wrong) => {
                        let what = place(index, self.views[side].dims);
                        return Err(Refused {
                            row,
                            why: (NAMES[side].into(), format!("{what}{wrong}")),
                        });
                    }
                });
            }
            if is_bad != [false; 2] {
                marked.push(i);
            }
            let shape = |side: usize| {
                let entry = self.shapes[side].at(row);
                let number = self.numbers[side].as_ref().map_or(entry, |all| all[entry] as usize);
                (self.first[side] + number) as u32
            };
            pairs.push([shape(0), at[0], shape(1), at[1]]);
        }
        Ok(Part { poses: Arc::new(poses), pairs, marked })
    }
}

/// Where in an array: `row 7: ` or `row (2, 3): `; nothing if there are no rows.
pub fn place(index: usize, dims: &[usize]) -> String {
    let below = |k: usize| dims[k + 1..].iter().product::<usize>();
    let indices: Vec<usize> = (0..dims.len()).map(|k| index / below(k) % dims[k]).collect();
    match &indices[..] {
        [] => String::new(),
        [one] => format!("row {one}: "),
        many => {
            format!("row ({}): ", many.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

/// How a row leads to the number of an argument's entry.
#[derive(PartialEq)]
enum Walk {
    /// There is one entry.
    Same,
    /// There is one for each row.
    Each,
    /// For each dimension of the argument that is not 1: how many rows are below it, its size, and how many entries of
    /// the argument are below it.
    Grid(Vec<[usize; 3]>),
}

impl Walk {
    /// For an argument with dimensions of its own, among those of the rows.
    fn new(own: &[usize], all: &[usize]) -> Self {
        let below = |dims: &[usize], k: usize| dims[k + 1..].iter().product::<usize>();
        let ahead = all.len() - own.len();
        if own.iter().all(|size| *size == 1) {
            Self::Same
        } else if *own == all[ahead..] && all[..ahead].iter().all(|size| *size == 1) {
            Self::Each
        } else {
            let large = (0..own.len()).filter(|k| own[*k] != 1);
            Self::Grid(large.map(|k| [below(all, ahead + k), own[k], below(own, k)]).collect())
        }
    }
    #[inline]
    fn at(&self, row: usize) -> usize {
        match self {
            Self::Same => 0,
            Self::Each => row,
            Self::Grid(dims) => {
                dims.iter().map(|[below, size, step]| row / below % size * step).sum()
            }
        }
    }
}

/// The dimensions of the rows: those of the arguments, aligned at the last one, are 1 or the same.
fn broadcast(names: [&str; 4], own: [&[usize]; 4]) -> PyResult<Vec<usize>> {
    let most = own.iter().map(|dims| dims.len()).max().unwrap_or(0);
    let mut all = vec![1; most];
    let mut of = vec![""; most];
    for (name, dims) in names.into_iter().zip(own) {
        for (k, size) in (most - dims.len()..most).zip(dims) {
            if all[k] != *size && all[k] != 1 && *size != 1 {
                return Err(value(name, format!("{size} rows, but {} has {}", of[k], all[k])));
            }
            if all[k] == 1 {
                (all[k], of[k]) = (*size, name);
            }
        }
    }
    let count = all.iter().try_fold(1_usize, |count, size| count.checked_mul(*size));
    let fits = count.is_some_and(|count| count <= isize::MAX as usize);
    if fits { Ok(all) } else { Err(value("poses", format!("{all:?} are too many rows"))) }
}
