//! One pair of shapes, in float64: for what is shown, pictures and steps. And one pose, wherever rows are none.

use clearance::glam::DVec3;
use clearance::space::Pose;
use pyo3::prelude::*;

use crate::error::value;
use crate::poses::Poses;
use crate::rows::{Placed, Rows};
use crate::sides::{Given, Listed, Sides};
use crate::space::Space;

/// An argument that is one pose: an object, or an array of numbers.
pub struct OnePose<V: Space = DVec3>(pub Pose<V>);

impl<'py, V: Space> FromPyObject<'_, 'py> for OnePose<V> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match Poses::<V>::of("pose", &given)? {
            Poses::One(pose) => Ok(Self(pose.map_err(|wrong| value("pose", wrong))?)),
            Poses::Numbers { dims, .. } => {
                Err(value("pose", format!("one is needed, but the array has {dims:?} of them")))
            }
        }
    }
}

/// The pose of an argument that may be left out.
pub fn at<V: Space>(pose: Option<OnePose<V>>) -> Pose<V> {
    pose.map_or(Pose::IDENTITY, |pose| pose.0)
}

/// Asks about the pair of the arguments. Rows are refused.
pub fn single<V: Space, T>(
    [a, pose_a, b, pose_b]: Given<'_, '_>,
    ask: impl FnOnce([Placed<'_, V>; 2]) -> T,
) -> PyResult<T> {
    let poses = [Poses::<V>::of("pose_a", pose_a)?, Poses::of("pose_b", pose_b)?];
    let shapes = [Listed::of("a", a)?, Listed::of("b", b)?];
    let sides = Sides::new(shapes, [poses[0].view()?, poses[1].view()?])?;
    if !sides.dims().is_empty() {
        return Err(value("a, pose_a, b, pose_b", "one pair is needed, not rows"));
    }
    let part = sides.part(0..1, false).map_err(|refused| value(&refused.why.0, refused.why.1))?;
    Ok(ask(part.placed(sides.table(), 0)))
}
