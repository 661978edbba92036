//! Poses as arguments: an object, or an array of numbers whose last dimensions are a pose:
//!
//! | shape of the array | means |
//! |---|---|
//! | `(.., 7)` | x, y, z and a quaternion x, y, z, w |
//! | `(.., 3)` | x, y, z, without a rotation |
//! | `(.., 4, 4)` | rigid matrices |
//!
//! Rotations and rigid transforms of scipy are taken by their methods `as_quat` and `as_matrix`.

use clearance::Error;
use clearance::space::Pose;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::{array, kind, value};
use crate::space::{Form, Number, Space};

/// The poses of one side of a question.
pub enum Poses<'py, V: Space> {
    /// One in all rows, which may be refused.
    One(Result<Pose<V>, Error>),
    Numbers {
        array: PyReadonlyArrayDyn<'py, V::Scalar>,
        form: Form,
        dims: Vec<usize>,
    },
}

impl<'py, V: Space> Poses<'py, V> {
    /// Reads an argument.
    pub fn of(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some(pose) = V::pose_of(given) {
            return Ok(Self::One(pose));
        }
        let array = match given.cast::<PyArrayDyn<V::Scalar>>() {
            Ok(array) => array.clone(),
            Err(_) => converted::<V>(name, given)?,
        };
        let shape = array.shape();
        let wrong = || value(name, format!("the shape is {shape:?}, but {}", forms::<V>()));
        let (form, last) = V::form(shape).ok_or_else(wrong)?;
        let dims = shape[..shape.len() - last].to_vec();
        let array = if array.is_c_contiguous() { array } else { contiguous(&array)? };
        if dims.is_empty() {
            return Ok(Self::One(V::pose(form, &array.to_vec()?)));
        }
        let array = array.try_readonly().map_err(|wrong| value(name, wrong))?;
        Ok(Self::Numbers { array, form, dims })
    }

    /// As plain memory, which other threads may read.
    pub fn view(&self) -> PyResult<View<'_, V>> {
        Ok(match self {
            Self::One(pose) => View { one: Some(pose), numbers: &[], form: Form::Place, dims: &[] },
            Self::Numbers { array, form, dims } => {
                View { one: None, numbers: array.as_slice()?, form: *form, dims }
            }
        })
    }
}

fn forms<V: Space>() -> String {
    format!("poses are a {}, or an array of numbers of shape {}", V::POSE, V::FORMS)
}

/// The numbers of an argument that is no array of the right dtype.
fn converted<'py, V: Space>(
    name: &str,
    given: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<V::Scalar>>> {
    let needed = format!("{} is no pose: {}", given.get_type().name()?, forms::<V>());
    // NumPy would make an array of it.
    if given.is_instance_of::<crate::pose::Pose>() {
        return Err(kind(name, needed));
    }
    let array = array(name, &numbers(given)?, "fiu", &needed)?;
    let array = array.call_method1("astype", (V::Scalar::DTYPE,))?;
    Ok(array.cast_into::<PyArrayDyn<V::Scalar>>()?)
}

/// What NumPy takes for numbers: of a rotation of scipy poses at the origin, of its rigid transforms matrices.
fn numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = given.py().import("numpy")?;
    if given.hasattr("as_quat")? {
        let turns = numpy.call_method1("asarray", (given.call_method0("as_quat")?,))?;
        let places = turns
            .get_item((given.py().Ellipsis(), pyo3::types::PySlice::new(given.py(), 0, 3, 1)))?;
        let places = numpy.call_method1("zeros_like", (places,))?;
        return numpy.call_method1("concatenate", ((places, turns), -1));
    }
    if given.hasattr("as_matrix")? {
        return given.call_method0("as_matrix");
    }
    Ok(given.clone())
}

fn contiguous<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let numpy = array.py().import("numpy")?;
    Ok(numpy.call_method1("ascontiguousarray", (array,))?.cast_into::<PyArrayDyn<T>>()?)
}

/// The poses of a side, without Python.
#[derive(Clone, Copy)]
pub struct View<'a, V: Space> {
    one: Option<&'a Result<Pose<V>, Error>>,
    numbers: &'a [V::Scalar],
    form: Form,
    /// The dimensions before those of a pose.
    pub dims: &'a [usize],
}

impl<V: Space> View<'_, V> {
    /// How many.
    pub fn len(&self) -> usize {
        self.dims.iter().product()
    }
    /// The pose with this number.
    #[inline]
    pub fn at(&self, index: usize) -> Result<Pose<V>, Error> {
        match self.one {
            Some(pose) => pose.clone(),
            None => {
                let each = V::numbers(self.form);
                V::pose(self.form, &self.numbers[each * index..each * (index + 1)])
            }
        }
    }
}
