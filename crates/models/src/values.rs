//! Values of joints: a configuration from words, a path from a CSV file.

use std::path::Path;

use clearance::paths;
use clearance_formats::{Error, Rows};
use clearance_lines::words;

use crate::model::Model;
use crate::notes::Notes;

impl Model {
    /// A configuration, with a value for each of the robot's joints in radians or metres: `name=value` for some joints,
    /// separated by commas, or the name of a state of the SRDF file. The other joints are at 0, or at what is nearest to
    /// it within their limits. Values beyond limits are noted.
    ///
    /// # Errors
    /// A sentence about an unknown joint or state, or a value that is no finite number.
    pub fn configuration(&self, said: &str, notes: &mut Notes) -> Result<Vec<f64>, String> {
        if !said.contains('=') {
            return self.state(said, notes);
        }
        let mut values = self.robot.neutral();
        for pair in said.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong = || format!("{pair:?} is not of the form name=value");
            let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
            let (name, value) = (name.trim(), value.trim());
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            let number = number.ok_or_else(|| {
                format!("the value of joint {name:?} is no finite number: {}", value.escape_debug())
            })?;
            if let Some(joint) = self.joint(name, notes)? {
                values[joint] = number;
            }
        }
        self.warn_of_limits(&values, "the configuration", notes);
        Ok(values)
    }

    /// The values of a state, whatever its group.
    fn state(&self, name: &str, notes: &mut Notes) -> Result<Vec<f64>, String> {
        let mut values = self.robot.neutral();
        let mut states = self.srdf.states.iter().filter(|state| state.name == name).peekable();
        if states.peek().is_none() {
            let names = self.srdf.states.iter().map(|state| state.name.as_str());
            return Err(format!(
                "an {}",
                words::unknown("state", name, &names.collect::<Vec<_>>())
            ));
        }
        for (name, numbers) in states.flat_map(|state| &state.joints) {
            if let (Some(joint), [number]) = (self.joint(name, notes)?, &numbers[..]) {
                values[joint] = *number;
            }
        }
        self.warn_of_limits(&values, &format!("state {name:?}"), notes);
        Ok(values)
    }

    /// A path: rows of a CSV file whose first line names joints. Joints without a column are at 0. Values beyond limits
    /// are noted, once a row.
    ///
    /// # Errors
    /// As [`Rows::open`], and a joint that the robot does not have.
    pub fn path(&self, path: &Path, notes: &mut Notes) -> Result<paths::Path, Error> {
        let rows = Rows::open(path)?;
        let wrong = |what: String| Error { path: Some(path.to_owned()), line: None, what };
        let joints = rows.names.iter().map(|name| self.joint(name, notes));
        let joints = joints.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let mut all = Vec::new();
        for (row, line) in rows.rows.iter().zip(&rows.lines) {
            let mut values = vec![0.0; self.robot.joints().len()];
            for (joint, value) in joints.iter().zip(row) {
                if let Some(joint) = joint {
                    values[*joint] = *value;
                }
            }
            let before = notes.warnings.len();
            self.warn_of_limits(&values, &format!("{}: line {line}", path.display()), notes);
            notes.warnings.truncate(before + 1);
            all.push(values);
        }
        paths::Path::new(&self.robot, all).map_err(|e| wrong(e.to_string()))
    }

    /// The number of a joint in configurations; `None` for a joint that follows another, which is noted.
    fn joint(&self, name: &str, notes: &mut Notes) -> Result<Option<usize>, String> {
        let joints = self.robot.joints();
        if let Some(number) = joints.iter().position(|joint| joint == name) {
            return Ok(Some(number));
        }
        let Some(other) = self.mimics.get(name) else {
            return Err(format!("an {}", words::unknown("joint", name, joints)));
        };
        let said =
            format!("joint {name:?} follows {other:?}: the value that is given for it is not used");
        if !notes.warnings.contains(&said) {
            notes.warnings.push(said);
        }
        Ok(None)
    }

    /// Notes values beyond the limits of their joints, once a joint.
    fn warn_of_limits(&self, values: &[f64], place: &str, notes: &mut Notes) {
        let joints = self.robot.joints().iter().zip(self.robot.limits());
        for ((name, limits), value) in joints.zip(values) {
            if let Some([lower, upper]) = limits
                && !(lower..=upper).contains(&value)
            {
                notes.warnings.push(format!(
                    "{place}: joint {name:?} is at {value}, beyond its limits {lower} and {upper}"
                ));
            }
        }
    }
}
