//! `Pose`: where a shape is.

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::d3_f64;
use clearance::glam::{DMat4, DQuat, DVec3};
use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::value;
use crate::shape::matrix;
use crate::text::pose_of_text;

/// A rotation, then a translation: from the local frame to the world. Immutable.
#[pyclass(frozen, from_py_object, eq, module = "clearance")]
#[derive(Clone, Copy, PartialEq)]
pub struct Pose(pub d3_f64::Pose);

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(
        signature = (xyz = [0.0; 3], quaternion = [0.0, 0.0, 0.0, 1.0]),
        text_signature = "(xyz=(0.0, 0.0, 0.0), quaternion=(0.0, 0.0, 0.0, 1.0))"
    )]
    fn new(xyz: [f64; 3], quaternion: [f64; 4]) -> PyResult<Self> {
        let pose = d3_f64::Pose::new(DVec3::from(xyz), DQuat::from_array(quaternion));
        Ok(Self(pose.map_err(|wrong| value("Pose", wrong))?))
    }
    /// Of a line of a shape file, as JSON.
    #[staticmethod]
    fn _of_text(text: &str) -> PyResult<Self> {
        pose_of_text(text)
    }
    /// From a quaternion w, x, y, z.
    #[staticmethod]
    #[pyo3(signature = (xyz, wxyz))]
    fn from_wxyz(xyz: [f64; 3], wxyz: [f64; 4]) -> PyResult<Self> {
        let [w, x, y, z] = wxyz;
        Self::new(xyz, [x, y, z, w])
    }
    /// From a rigid matrix of shape (4, 4).
    ///
    /// Raises ValueError if it stretches, shears or mirrors.
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let matrix = self::matrix("matrix", matrix, "(4, 4)")?;
        if matrix.shape() != [4, 4] {
            let shape = matrix.shape();
            return Err(value("matrix", format!("the shape must be (4, 4), but is {shape:?}")));
        }
        let view = matrix.as_array();
        Ok(Self(
            of_matrix(|row, column| view[[row, column]]).map_err(|wrong| value("matrix", wrong))?,
        ))
    }

    /// The translation.
    #[getter]
    fn xyz(&self) -> [f64; 3] {
        self.0.translation().to_array()
    }
    /// x, y, z, w, of length 1.
    #[getter]
    fn quaternion(&self) -> [f64; 4] {
        self.0.turn().to_array()
    }
    /// Shape (4, 4).
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &rows_of(&self.0).map(|row| row.to_vec()))?)
    }
    /// Products and comparisons with arrays are errors: NumPy would take the numbers of `__array__`.
    #[classattr]
    fn __array_ufunc__() -> Option<bool> {
        None
    }
    /// The numbers that are this pose in an array of poses: NumPy asks for them, of lists of poses, too.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // It always is one.
        let numbers = PyArray1::from_iter(py, self.xyz().into_iter().chain(self.quaternion()));
        match dtype {
            Some(dtype) => numbers.call_method1("astype", (dtype,)),
            None => Ok(numbers.into_any()),
        }
    }
    /// From the world to the local frame.
    fn inverse(&self) -> Self {
        Self(self.0.inverse())
    }
    fn __matmul__(&self, other: &Self) -> Self {
        Self(self.0 * other.0)
    }
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Equal poses may have zeros of both signs.
        self.xyz()
            .iter()
            .chain(&self.quaternion())
            .for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
        hasher.finish()
    }
    fn __repr__(&self) -> String {
        format!("Pose(xyz={:?}, quaternion={:?})", self.xyz(), self.quaternion())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let pose = slf.get();
        (slf.get_type(), (pose.xyz(), pose.quaternion())).into_pyobject(slf.py())
    }
}

/// The rows of the matrix of a pose.
pub fn rows_of(pose: &d3_f64::Pose) -> [[f64; 4]; 4] {
    let [x, y, z] = pose.columns();
    let t = pose.translation();
    DMat4::from_cols(x.extend(0.0), y.extend(0.0), z.extend(0.0), t.extend(1.0))
        .transpose()
        .to_cols_array_2d()
}

/// The pose of a rigid matrix.
pub fn of_matrix(entry: impl Fn(usize, usize) -> f64) -> Result<d3_f64::Pose, clearance::Error> {
    let column = |j| std::array::from_fn(|i| entry(i, j));
    let columns: [[f64; 4]; 4] = std::array::from_fn(column);
    DMat4::from_cols_array_2d(&columns).try_into()
}
