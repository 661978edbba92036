//! The tolerances of ROS's joint_trajectory_controller in a file of parameters, as YAML or JSON:
//! `constraints.<joint>.trajectory`, at any depth.
//!
//! *Source.* ros2_controllers, joint_trajectory_controller: "constraints.<joint_name>.trajectory: per-joint trajectory offset
//! tolerance during movement"; 0, its default, is not enforced.

use std::path::Path;

use crate::error::Error;
use crate::file;
use crate::yaml::{self, Node, Value};

/// How far a controller lets joints be off while they move.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraints {
    /// For each joint its width, in radians or metres; `None` if it is 0, negative or missing: then nothing is enforced.
    pub joints: Vec<(String, Option<f64>)>,
}

impl Constraints {
    /// Reads a file of parameters.
    ///
    /// # Errors
    /// A file that cannot be read, that is no YAML or has no such constraints; a width that is no number; a joint that is
    /// in two controllers.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let read = || {
            let bytes = file::read(path, file::MOST_OF_A_TEXT)?;
            let text = file::text(&bytes)?;
            let (parameters, _) = yaml::read(&text)?;
            let mut this = Self { joints: Vec::new() };
            this.add(&parameters)?;
            if this.joints.is_empty() {
                return Err(Error::new("there is no joint in any \"constraints\""));
            }
            Ok(this)
        };
        read().map_err(|wrong: Error| wrong.in_file(path))
    }
    fn add(&mut self, node: &Node<'_>) -> Result<(), Error> {
        let Value::Table(all) = &node.value else { return Ok(()) };
        for (key, value) in all {
            if key != "constraints" {
                self.add(value)?;
                continue;
            }
            let Value::Table(joints) = &value.value else { continue };
            // The others are numbers for all joints, such as goal_time.
            for (name, own) in joints.iter().filter(|(_, own)| matches!(own.value, Value::Table(_)))
            {
                if self.joints.iter().any(|(other, _)| other == name) {
                    let what = format!("joint \"{name}\" has constraints in two controllers");
                    return Err(Error::at(own.line, what));
                }
                let place = format!("constraints.{name}.trajectory");
                let width = own.get("trajectory").map(|width| width.number(&place)).transpose()?;
                self.joints.push((name.to_string(), width.filter(|width| *width > 0.0)));
            }
        }
        Ok(())
    }
}
