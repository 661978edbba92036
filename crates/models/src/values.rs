//! Values of joints: a configuration from words, a path from a CSV file.

use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::path::Path;

use clearance::paths::{self, JointKind};
use clearance_formats::{Error, Rows};
use clearance_lines::words;

use crate::model::{Model, listed};
use crate::notes::Notes;

/// The unit of angles in words and in files of values. Lengths of joints that slide are in metres all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Angles {
    /// Radians.
    #[default]
    Radians,
    /// Degrees.
    Degrees,
}

impl Model {
    /// A configuration, with a value for each of the robot's joints in radians or metres: `name=value` for some joints,
    /// separated by commas, or the name of a state of the SRDF file, whose angles are in radians always. The other joints
    /// are at 0, or at what is nearest to it within their limits. Values beyond limits and angles of more than a turn are
    /// noted.
    ///
    /// # Errors
    /// A sentence about an unknown joint or state, a joint with two values, or a value that is no finite number.
    pub fn configuration(
        &self,
        said: &str,
        angles: Angles,
        notes: &mut Notes,
    ) -> Result<Vec<f64>, String> {
        Ok(self.with_neutral(&self.said(said, angles, notes)?))
    }

    /// What is said of each joint: see [`Model::configuration`].
    ///
    /// # Errors
    /// As there.
    pub fn said(
        &self,
        said: &str,
        angles: Angles,
        notes: &mut Notes,
    ) -> Result<Vec<Option<f64>>, String> {
        if !said.contains('=') {
            return self.state(said, notes);
        }
        let place = "the configuration";
        let (mut values, mut named) = (vec![None; self.robot.joints().len()], BTreeSet::new());
        for pair in said.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong = || format!("{pair:?} is not of the form name=value");
            let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
            let (name, value) = (name.trim(), value.trim());
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            let number = number.ok_or_else(|| {
                format!("the value of joint {name:?} is no finite number: {}", value.escape_debug())
            })?;
            if !named.insert(name) {
                return Err(format!("joint {name:?} has two values"));
            }
            if let Some(joint) = self.joint(name, notes)? {
                self.warn_of_turns(&[(joint, number)], angles, place, notes);
                values[joint] = Some(self.in_radians(joint, number, angles));
            }
        }
        self.warn_of_limits(&self.with_neutral(&values), place, notes);
        Ok(values)
    }

    /// The values of a state, whatever its group.
    fn state(&self, state: &str, notes: &mut Notes) -> Result<Vec<Option<f64>>, String> {
        let mut values = vec![None; self.robot.joints().len()];
        let mut states = self.srdf.states.iter().filter(|one| one.name == state).peekable();
        if states.peek().is_none() {
            let names = self.srdf.states.iter().map(|state| state.name.as_str());
            return Err(format!(
                "an {}",
                words::unknown("state", state, &names.collect::<Vec<_>>())
            ));
        }
        for (name, numbers) in states.flat_map(|state| &state.joints) {
            let Some(joint) = self.joint(name, notes)? else { continue };
            let [number] = numbers[..] else {
                let count = numbers.len();
                return Err(format!(
                    "state {state:?}: joint {name:?} needs one value, and has {count}"
                ));
            };
            // Of one name there may be a state for each group.
            if values[joint].replace(number).is_some_and(|other| other != number) {
                return Err(format!("state {state:?}: joint {name:?} has two values"));
            }
        }
        self.warn_of_limits(&self.with_neutral(&values), &format!("state {state:?}"), notes);
        Ok(values)
    }

    /// A path: rows of a CSV file whose first line names joints. Joints without a column keep the value that they have in
    /// `kept`; those without one there are at 0, or at what is nearest to it within their limits, which is noted. Values
    /// beyond limits are noted, once a row, and angles of more than a turn, once a joint.
    ///
    /// # Errors
    /// As [`Rows::open`], a joint that the robot does not have, and a column `time` for a robot with a joint of that name.
    pub fn path(
        &self,
        path: &Path,
        angles: Angles,
        kept: &[Option<f64>],
        notes: &mut Notes,
    ) -> Result<paths::Path, Error> {
        let rows = Rows::open(path)?;
        let wrong = |what: String| Error { path: Some(path.to_owned()), line: None, what };
        if rows.time.is_some() && self.robot.joints().iter().any(|joint| joint == "time") {
            return Err(wrong(
                "the column \"time\" is the time of the rows, but the robot has a joint of that name: a path can move it \
                 under another name only, in the robot's files, too; to leave it still, leave the column out"
                    .into(),
            ));
        }
        let joints = rows.names.iter().map(|name| self.joint(name, notes));
        let joints = joints.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let place = path.display();
        let still = self.with_neutral(kept);
        self.warn_of_missing(&joints, kept, &still, &place.to_string(), notes);
        let mut wide: Vec<(usize, f64)> = Vec::new();
        let mut all = Vec::new();
        for (row, line) in rows.rows.iter().zip(&rows.lines) {
            let mut values = still.clone();
            for (joint, value) in joints.iter().zip(row) {
                let Some(joint) = *joint else { continue };
                values[joint] = self.in_radians(joint, *value, angles);
                match wide.iter_mut().find(|(other, _)| *other == joint) {
                    Some((_, most)) if most.abs() >= value.abs() => {}
                    Some((_, most)) => *most = *value,
                    None => wide.push((joint, *value)),
                }
            }
            let before = notes.warnings.len();
            self.warn_of_limits(&values, &format!("{place}: line {line}"), notes);
            notes.warnings.truncate(before + 1);
            all.push(values);
        }
        self.warn_of_turns(&wide, angles, &place.to_string(), notes);
        paths::Path::new(&self.robot, all).map_err(|e| wrong(e.to_string()))
    }

    /// The values that are given, and the neutral ones of the other joints.
    pub fn with_neutral(&self, values: &[Option<f64>]) -> Vec<f64> {
        let neutral = self.robot.neutral().into_iter().enumerate();
        neutral.map(|(k, value)| values.get(k).copied().flatten().unwrap_or(value)).collect()
    }

    /// The value of a joint, which is in this unit.
    fn in_radians(&self, joint: usize, value: f64, angles: Angles) -> f64 {
        let turns = self.robot.kinds()[joint] == JointKind::Revolute;
        if turns && angles == Angles::Degrees { value.to_radians() } else { value }
    }

    /// Notes angles of more than a turn: they may be in the other unit.
    fn warn_of_turns(
        &self,
        values: &[(usize, f64)],
        angles: Angles,
        place: &str,
        notes: &mut Notes,
    ) {
        let (turn, said) = match angles {
            Angles::Radians => (TAU, "more than 2 pi radians: is it in degrees?"),
            Angles::Degrees => (360.0, "more than 360 degrees"),
        };
        for &(joint, value) in values {
            if self.robot.kinds()[joint] == JointKind::Revolute && value.abs() > turn {
                let name = &self.robot.joints()[joint];
                notes.warnings.push(format!("{place}: joint {name:?} is at {value}, {said}"));
            }
        }
    }

    /// Notes the joints that neither a column nor `kept` has a value for.
    fn warn_of_missing(
        &self,
        columns: &[Option<usize>],
        kept: &[Option<f64>],
        values: &[f64],
        place: &str,
        notes: &mut Notes,
    ) {
        let has_value = |joint: &usize| {
            columns.contains(&Some(*joint)) || kept.get(*joint).is_some_and(Option::is_some)
        };
        let missing = (0..values.len()).filter(|joint| !has_value(joint));
        let (zero, others): (Vec<usize>, Vec<usize>) = missing.partition(|k| values[*k] == 0.0);
        let name = |joint: &usize| self.robot.joints()[*joint].as_str();
        if !zero.is_empty() {
            let names = listed(&zero.iter().map(name).collect::<Vec<_>>());
            notes.warnings.push(format!("{place}: joints without a column are at 0: {names}"));
        }
        for joint in others {
            let (name, value) = (name(&joint), values[joint]);
            notes.warnings.push(format!(
                "{place}: joint {name:?} has no column: it is at its limit {value}, as it cannot be at 0"
            ));
        }
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
