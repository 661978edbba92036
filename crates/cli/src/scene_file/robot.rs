//! The robot of a scene.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clearance_lines::keys::Tree;
use toml::Value;

use super::table::text_of;

/// A robot as it stands in the file.
#[derive(Debug, Default)]
pub struct RobotFile {
    /// Relative to the scene, as all paths.
    pub urdf: PathBuf,
    /// Pairs that may touch, and named states.
    pub srdf: Option<PathBuf>,
    /// The configuration, as `--q` has it.
    pub q: Option<String>,
    /// The pose of the base in the scene.
    pub base: Option<Value>,
}

impl RobotFile {
    /// The robot of a scene; `None` if it has none.
    pub fn of(file: &Value) -> Result<Option<Self>> {
        let Some(urdf) = text_of(file, "robot") else {
            for key in ["srdf", "q", "base"] {
                ensure!(file.entry(key).is_none(), "{key} goes with a robot");
            }
            return Ok(None);
        };
        let q = match file.entry("q") {
            None => None,
            Some(Value::String(state)) => Some(state.clone()),
            Some(Value::Table(values)) => {
                let value = |(name, value): (&String, &Value)| match value.number() {
                    Some(number) => Ok(format!("{name}={number}")),
                    None => bail!("q: the value of joint \"{name}\" is no number"),
                };
                Some(values.iter().map(value).collect::<Result<Vec<_>>>()?.join(","))
            }
            Some(_) => bail!("q needs a table of joints and values, or the name of a state"),
        };
        let srdf = text_of(file, "srdf").map(PathBuf::from);
        Ok(Some(Self { urdf: urdf.into(), srdf, q, base: file.entry("base").cloned() }))
    }
}
