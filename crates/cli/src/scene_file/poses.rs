//! Poses of a scene file, whose angles are in radians or in degrees.

use std::f64::consts::TAU;

use anyhow::{Context, Result, anyhow};
use clearance::Pose;
use clearance::space::Vector;
use clearance_lines::keys::{self, Tree};
use clearance_models::Notes;
use serde::de::DeserializeOwned;
use toml::Value;

use super::table::refuse;
use crate::text::shown;

/// The unit of a file's angles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Angles {
    /// Degrees, not radians.
    pub degrees: bool,
}

impl Angles {
    /// The pose of a body, or of a part in it. Without one it is at the origin, unturned.
    pub fn pose<V: Vector>(
        self,
        pose: Option<&Value>,
        body: &str,
        notes: &mut Notes,
    ) -> Result<Pose<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        let Some(pose) = pose else { return Ok(Pose::IDENTITY) };
        self.read(pose, body, notes).context("pose")
    }

    fn read<V: Vector>(self, pose: &Value, body: &str, notes: &mut Notes) -> Result<Pose<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        refuse(&keys::odd_in_pose(pose, &[]))?;
        keys::check_pose(pose).map_err(|wrong| anyhow!(wrong))?;
        for wide in keys::wide_angles(pose, self.turn()) {
            notes.warnings.push(format!("body \"{}\": pose: {wide}", shown(body)));
        }
        let pose = if self.degrees { in_radians(pose) } else { pose.clone() };
        pose.read().map_err(|wrong| anyhow!(wrong))
    }

    /// A shape with the poses of its parts in radians. Angles of more than a turn are warnings.
    pub fn of_shape(self, shape: &Value, body: &str, notes: &mut Notes) -> Value {
        for wide in keys::wide_angles_of_parts(shape, self.turn()) {
            notes.warnings.push(format!("body \"{}\": {wide}", shown(body)));
        }
        if self.degrees { parts_in_radians(shape) } else { shape.clone() }
    }

    /// A whole turn.
    fn turn(self) -> f64 {
        if self.degrees { 360.0 } else { TAU }
    }
}

/// The pose of a part in the world. A part without a pose of its own has exactly that of its body.
pub fn placed<V: Vector>(body: &Pose<V>, own: &Pose<V>) -> Pose<V> {
    if *own == Pose::IDENTITY { *body } else { *body * *own }
}

/// A pose with its angles in degrees, in radians.
fn in_radians(pose: &Value) -> Value {
    let turned = |angle: &Value| match angle.number() {
        Some(degrees) => Value::Float(degrees.to_radians()),
        None => angle.clone(),
    };
    let mut pose = pose.clone();
    for key in ["angle", "rpy"] {
        match pose.get_mut(key) {
            Some(Value::Array(angles)) => angles.iter_mut().for_each(|one| *one = turned(one)),
            Some(angle) => *angle = turned(angle),
            None => {}
        }
    }
    pose
}

/// A shape with the poses of the parts of a compound in radians.
fn parts_in_radians(shape: &Value) -> Value {
    let mut shape = shape.clone();
    if let Some(Value::Array(parts)) = shape.get_mut("shapes") {
        for part in parts {
            *part = parts_in_radians(part);
            if let Some(pose) = part.get_mut("pose") {
                *pose = in_radians(pose);
            }
        }
    }
    shape
}
