//! Lines of shape files: their keys, and their poses. `clearance/shape_file.py` reads the rest.

use clearance::d3_f64;
use clearance_lines::keys::{check_pose, check_shape, odd, odd_in_pose, odd_in_shape};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::pose::Pose;

fn refused(wrong: impl ToString) -> PyErr {
    PyValueError::new_err(wrong.to_string())
}

/// Raises ValueError for a line that is no shape, as JSON, and for keys that it does not know.
pub fn check_line(text: &str) -> PyResult<()> {
    let line: Value = serde_json::from_str(text).map_err(refused)?;
    let mut strange = if line.get("mesh").is_some() {
        odd("a mesh", &line, &["mesh", "scale", "name", "pose"], &[])
    } else {
        check_shape(&line).map_err(refused)?;
        odd_in_shape(&line, &["name", "pose"])
    };
    if let Some(pose) = line.get("pose") {
        check_pose(pose).map_err(|wrong| refused(format!("pose: {wrong}")))?;
        strange.extend(odd_in_pose(pose, &[]));
    }
    strange.into_iter().next().map_or(Ok(()), |first| Err(refused(first)))
}

/// The pose of its text, as JSON.
pub fn pose_of_text(text: &str) -> PyResult<Pose> {
    let pose: d3_f64::Pose = serde_json::from_str(text).map_err(refused)?;
    Ok(Pose(pose))
}
