//! The robots of a scene: one by its file, or several in tables, each with a name.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clearance_lines::keys::{Form, Known, Tree};
use toml::Value;

use super::table::{check, text_of};
use crate::text::shown;

/// A robot as it stands in the file.
#[derive(Debug, Default)]
pub struct RobotFile {
    /// What its links and joints are named by; empty for the only robot.
    pub name: String,
    /// Relative to the scene, as all paths.
    pub urdf: PathBuf,
    /// Pairs that may touch, and named states.
    pub srdf: Option<PathBuf>,
    /// The configuration, as `--q` has it.
    pub q: Option<String>,
    /// The pose of the base in the scene.
    pub base: Option<Value>,
}

/// The keys of a table of one robot among several.
const KEYS: [Known; 5] = [
    ("name", Form::Text),
    ("file", Form::Text),
    ("srdf", Form::Text),
    ("q", Form::Any),
    ("base", Form::Table),
];

impl RobotFile {
    /// The robots of a scene.
    pub fn all(file: &Value) -> Result<Vec<Self>> {
        let robot = file.entry("robot");
        if let Some(urdf) = robot.and_then(Value::text) {
            return Ok(vec![Self::of(file, String::new(), urdf)?]);
        }
        for key in ["srdf", "q", "base"] {
            ensure!(
                file.entry(key).is_none(),
                "{key} goes with a robot: robot = \"FILE\", or in its table [[robot]]"
            );
        }
        let Some(robot) = robot else { return Ok(Vec::new()) };
        let tables =
            robot.items().context("robot must be the name of a file, or tables [[robot]]")?;
        let mut all: Vec<Self> = Vec::new();
        for (table, number) in tables.iter().zip(1..) {
            let robot = Self::of_table(table).with_context(|| format!("robot number {number}"))?;
            let named = all.iter().any(|other| other.name == robot.name);
            ensure!(!named, "two robots have the name \"{}\"", shown(&robot.name));
            all.push(robot);
        }
        Ok(all)
    }
    fn of_table(table: &Value) -> Result<Self> {
        check("a robot", table, &KEYS)?;
        let name = text_of(table, "name").filter(|name| !name.is_empty());
        let name = name.context("it has no name")?;
        let urdf = text_of(table, "file").context("it has no file")?;
        Self::of(table, name, &urdf)
    }
    fn of(table: &Value, name: String, urdf: &str) -> Result<Self> {
        let q = match table.entry("q") {
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
        let srdf = text_of(table, "srdf").map(PathBuf::from);
        Ok(Self { name, urdf: urdf.into(), srdf, q, base: table.entry("base").cloned() })
    }
}
