//! One pair of shapes, in float64: for what is shown, pictures and steps.

use pyo3::prelude::*;

use crate::error::value;
use crate::poses::Poses;
use crate::rows::Placed;
use crate::sides::{Given, Listed, Sides};
use crate::space::Space;

/// Asks about the pair of the arguments. Rows are refused.
pub fn single<V: Space, T>(
    [a, pose_a, b, pose_b]: Given<'_, '_>,
    ask: impl FnOnce([Placed<'_, V>; 2]) -> T,
) -> PyResult<T> {
    let poses = [Poses::<V>::of("pose_a", pose_a)?, Poses::of("pose_b", pose_b)?];
    let shapes = [Listed::of("a", a)?, Listed::of("b", b)?];
    let sides = Sides::new(shapes, [poses[0].view()?, poses[1].view()?])?;
    let pair = if sides.is_single() { sides.single(false)? } else { None };
    let Some([(a, pose_a), (b, pose_b)]) = pair else {
        return Err(value("a, pose_a, b, pose_b", "one pair is needed, not rows"));
    };
    Ok(ask([Placed { shape: a, pose: &pose_a }, Placed { shape: b, pose: &pose_b }]))
}
