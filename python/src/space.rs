//! What differs between the types of vectors: how numbers become a pose, and how Python's objects are taken.
//!
//! All else is written once, for every `V: Space`.

use clearance::d3_f64;
use clearance::glam::{DMat4, DQuat, DVec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::worlds::Collider;
use numpy::Element;
use pyo3::prelude::*;

use crate::pose;
use crate::shape::Shape;
use crate::shapes::Shapes;
use crate::table::Table;

/// Numbers as arrays hold them.
pub trait Number: Scalar + Element + Copy {
    /// The name of the dtype.
    const DTYPE: &'static str;
}

impl Number for f64 {
    const DTYPE: &'static str = "float64";
}

/// How numbers are a pose.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// A translation.
    Place,
    /// A translation and a rotation.
    Turned,
    /// A rigid matrix.
    Matrix,
}

/// A type of vectors, as Python sees it.
pub trait Space: Vector<Scalar: Number> {
    /// The class of its poses.
    const POSE: &'static str;
    /// The class of its shapes.
    const SHAPE: &'static str;
    /// The shapes of arrays that are poses, for messages.
    const FORMS: &'static str;

    /// What an array of this shape is, and how many of its last dimensions are a pose.
    fn form(shape: &[usize]) -> Option<(Form, usize)>;
    /// How many numbers are a pose.
    fn numbers(form: Form) -> usize;
    /// The pose of numbers.
    fn pose(form: Form, numbers: &[Self::Scalar]) -> Result<Pose<Self>, clearance::Error>;
    /// The pose of an object of Python, if it is one.
    fn pose_of(given: &Bound<'_, PyAny>) -> Option<Result<Pose<Self>, clearance::Error>>;
    /// The shape of an object of Python, if it is one.
    fn shape_of<'a>(given: &'a Bound<'_, PyAny>) -> Option<PyResult<&'a Collider<Self>>>;
    /// The table of shapes.
    fn table(shapes: &Shapes) -> PyResult<&Table<Self>>;
}

impl Space for DVec3 {
    const POSE: &'static str = "Pose";
    const SHAPE: &'static str = "Shape";
    const FORMS: &'static str = "(.., 7), (.., 3) or (.., 4, 4)";

    fn form(shape: &[usize]) -> Option<(Form, usize)> {
        match shape {
            [.., 4, 4] => Some((Form::Matrix, 2)),
            [.., 7] => Some((Form::Turned, 1)),
            [.., 3] => Some((Form::Place, 1)),
            _ => None,
        }
    }
    fn numbers(form: Form) -> usize {
        match form {
            Form::Place => 3,
            Form::Turned => 7,
            Form::Matrix => 16,
        }
    }
    fn pose(form: Form, numbers: &[f64]) -> Result<d3_f64::Pose, clearance::Error> {
        let place = DVec3::from_slice(numbers);
        match form {
            Form::Place => Pose::at(place),
            Form::Turned => Pose::new(place, DQuat::from_slice(&numbers[3..])),
            Form::Matrix => DMat4::from_cols_slice(numbers).transpose().try_into(),
        }
    }
    fn pose_of(given: &Bound<'_, PyAny>) -> Option<Result<d3_f64::Pose, clearance::Error>> {
        given.cast::<pose::Pose>().ok().map(|pose| Ok(pose.get().0))
    }
    fn shape_of<'a>(given: &'a Bound<'_, PyAny>) -> Option<PyResult<&'a Collider<Self>>> {
        given.cast::<Shape>().ok().map(|shape| Ok(&shape.get().0))
    }
    fn table(shapes: &Shapes) -> PyResult<&Table<Self>> {
        Ok(shapes.table())
    }
}
