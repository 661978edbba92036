//! What differs between the types of vectors: how numbers become a pose, and how Python's objects are taken.
//!
//! All else is written once, for every `V: Space`: the plane and space, in float32 and float64.

use std::sync::Arc;

use clearance::Collider;
use clearance::glam::{DMat4, DQuat, DVec2, DVec3, Mat4, Quat, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use numpy::Element;
use pyo3::prelude::*;

use crate::narrow::narrowed_pose;
use crate::plane::{Pose2, Shape2};
use crate::shape::Shape;
use crate::shapes::Shapes;
use crate::table::Table;

/// Numbers as arrays hold them.
pub trait Number: Scalar + Element + Copy {
    /// The name of the dtype.
    const DTYPE: &'static str;
}

impl Number for f32 {
    const DTYPE: &'static str = "float32";
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
    fn shape_of<'a>(given: &'a Bound<'_, PyAny>) -> Option<Result<&'a Collider<Self>, String>>;
    /// The shapes of a table, if they are of this dimension.
    fn table(shapes: &Shapes) -> Option<PyResult<&Arc<Table<Self>>>>;
}

/// Space, in both precisions.
macro_rules! space {
    ($($v:ident, $quaternion:ident, $matrix:ident,
       pose: $pose:expr, shape: $shape:expr, table: $table:expr;)*) => {$(
        impl Space for $v {
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
            #[inline]
            fn pose(form: Form, numbers: &[Self::Scalar]) -> Result<Pose<Self>, clearance::Error> {
                let place = $v::from_slice(numbers);
                match form {
                    Form::Place => Pose::at(place),
                    Form::Turned => Pose::new(place, $quaternion::from_slice(&numbers[3..])),
                    Form::Matrix => $matrix::from_cols_slice(numbers).transpose().try_into(),
                }
            }
            fn pose_of(given: &Bound<'_, PyAny>) -> Option<Result<Pose<Self>, clearance::Error>> {
                given.cast::<crate::pose::Pose>().ok().map(|pose| $pose(&pose.get().0))
            }
            fn shape_of<'a>(given: &'a Bound<'_, PyAny>) -> Option<Result<&'a Collider<Self>, String>> {
                given.cast::<Shape>().ok().map(|shape| $shape(shape.get()))
            }
            fn table(shapes: &Shapes) -> Option<PyResult<&Arc<Table<Self>>>> {
                shapes.space().map($table)
            }
        }
    )*};
}

space! {
    DVec3, DQuat, DMat4, pose: |pose: &_| Ok(*pose), shape: |shape: &'a Shape| Ok(&shape.0), table: |kept| Ok(kept.wide());
    Vec3, Quat, Mat4, pose: narrowed_pose, shape: Shape::narrow, table: |kept| kept.narrow();
}

/// The plane, in both precisions.
macro_rules! plane {
    ($($v:ident, pose: $pose:expr, shape: $shape:expr, table: $table:expr;)*) => {$(
        impl Space for $v {
            const POSE: &'static str = "Pose2";
            const SHAPE: &'static str = "Shape2";
            const FORMS: &'static str = "(.., 3) or (.., 2)";

            fn form(shape: &[usize]) -> Option<(Form, usize)> {
                match shape {
                    [.., 3] => Some((Form::Turned, 1)),
                    [.., 2] => Some((Form::Place, 1)),
                    _ => None,
                }
            }
            fn numbers(form: Form) -> usize {
                if form == Form::Place { 2 } else { 3 }
            }
            #[inline]
            fn pose(form: Form, numbers: &[Self::Scalar]) -> Result<Pose<Self>, clearance::Error> {
                let place = $v::from_slice(numbers);
                if form == Form::Place { Pose::at(place) } else { Pose::new(place, numbers[2]) }
            }
            fn pose_of(given: &Bound<'_, PyAny>) -> Option<Result<Pose<Self>, clearance::Error>> {
                given.cast::<Pose2>().ok().map(|pose| $pose(&pose.get().0))
            }
            fn shape_of<'a>(given: &'a Bound<'_, PyAny>) -> Option<Result<&'a Collider<Self>, String>> {
                given.cast::<Shape2>().ok().map(|shape| $shape(shape.get()))
            }
            fn table(shapes: &Shapes) -> Option<PyResult<&Arc<Table<Self>>>> {
                shapes.plane().map($table)
            }
        }
    )*};
}

plane! {
    DVec2, pose: |pose: &_| Ok(*pose), shape: |shape: &'a Shape2| Ok(&shape.0), table: |kept| Ok(kept.wide());
    Vec2, pose: narrowed_pose, shape: Shape2::narrow, table: |kept| kept.narrow();
}
