//! Poses as arguments: one, or an array of them.
//!
//! | shape of the array | means |
//! |---|---|
//! | `(7,)`, `(N, 7)` | x, y, z and a quaternion x, y, z, w |
//! | `(3,)`, `(N, 3)` | x, y, z, without a rotation |
//! | `(4, 4)`, `(N, 4, 4)` | rigid matrices |

use clearance::d3_f64;
use clearance::glam::{DQuat, DVec3};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::{kind, value};
use crate::pose::{Pose, of_matrix};

/// The poses of one side of a question.
pub enum Poses<'py> {
    /// The same in all rows.
    One(d3_f64::Pose),
    /// A row for each.
    Many { array: PyReadonlyArrayDyn<'py, f64>, form: Form },
}

/// How numbers are a pose.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Place,
    Seven,
    Matrix,
}

impl Form {
    fn len(self) -> usize {
        match self {
            Self::Place => 3,
            Self::Seven => 7,
            Self::Matrix => 16,
        }
    }
    fn pose(self, numbers: &[f64]) -> Result<d3_f64::Pose, clearance::Error> {
        match (self, numbers) {
            (Self::Place, [x, y, z]) => d3_f64::Pose::at(DVec3::new(*x, *y, *z)),
            (Self::Seven, [x, y, z, turn @ ..]) => {
                d3_f64::Pose::new(DVec3::new(*x, *y, *z), DQuat::from_slice(turn))
            }
            _ => of_matrix(|row, column| numbers[4 * row + column]),
        }
    }
}

const FORMS: &str = "a pose is a Pose, or an array of float64 of shape (7,), (3,) or (4, 4); \
                     many are an array of shape (N, 7), (N, 3) or (N, 4, 4)";

impl<'py> Poses<'py> {
    /// Reads an argument.
    pub fn of(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(pose) = given.cast::<Pose>() {
            return Ok(Self::One(pose.get().0));
        }
        let array = match given.cast::<PyArrayDyn<f64>>() {
            Ok(array) => array.clone(),
            Err(_) => converted(name, given)?,
        };
        let (form, many) = match array.shape() {
            [3] => (Form::Place, false),
            [7] => (Form::Seven, false),
            [4, 4] => (Form::Matrix, false),
            [_, 3] => (Form::Place, true),
            [_, 7] => (Form::Seven, true),
            [_, 4, 4] => (Form::Matrix, true),
            shape => return Err(value(name, format!("the shape is {shape:?}, but {FORMS}"))),
        };
        let array = if array.is_c_contiguous() { array } else { contiguous(&array)? };
        let array = array.readonly();
        if many {
            return Ok(Self::Many { array, form });
        }
        let pose = form.pose(array.as_slice()?);
        Ok(Self::One(pose.map_err(|wrong| value(name, wrong))?))
    }

    /// How many; `None` for one in all rows.
    pub fn len(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Many { array, .. } => Some(array.shape()[0]),
        }
    }

    /// As plain memory, which other threads may read.
    pub fn view(&self) -> PyResult<View<'_>> {
        Ok(match self {
            Self::One(pose) => View::One(*pose),
            Self::Many { array, form } => View::Many(array.as_slice()?, *form),
        })
    }
}

/// The numbers of an argument that is no array of `float64`.
fn converted<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let dtype = array.getattr("dtype")?;
    let letter: String = dtype.getattr("kind")?.extract()?;
    if !matches!(letter.as_str(), "f" | "i" | "u") {
        return Err(kind(name, format!("{} is no pose: {FORMS}", given.get_type().name()?)));
    }
    let array = array.call_method1("astype", ("float64",))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

fn contiguous<'py>(array: &Bound<'py, PyArrayDyn<f64>>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let numpy = array.py().import("numpy")?;
    Ok(numpy.call_method1("ascontiguousarray", (array,))?.cast_into::<PyArrayDyn<f64>>()?)
}

/// The poses of a side, without Python.
#[derive(Clone, Copy)]
pub enum View<'a> {
    One(d3_f64::Pose),
    Many(&'a [f64], Form),
}

impl View<'_> {
    /// The pose of a row; a single one is that of all rows.
    pub fn at(&self, row: usize) -> Result<d3_f64::Pose, clearance::Error> {
        match self {
            Self::One(pose) => Ok(*pose),
            Self::Many(numbers, form) => {
                let len = form.len();
                let row = if numbers.len() == len { 0 } else { row };
                form.pose(&numbers[len * row..len * (row + 1)])
            }
        }
    }
}
