//! Values of joints: a configuration from words.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use clearance::paths::JointKind;
use clearance_formats::{GroupState, RobotState};
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
    /// separated by commas, or the name of a state of the SRDF file, whose angles are in radians always. The other
    /// joints are at 0, or at what is nearest to it within their limits. Values beyond limits and angles of more than a
    /// turn are noted.
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
        for (name, numbers) in states.flat_map(|state| self.single_values(state)) {
            let Some(joint) = self.joint(&name, notes)? else { continue };
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

    /// The joints of a state and their values, a planar one as its three (`planar.rs`).
    fn single_values<'s>(
        &self,
        state: &'s GroupState,
    ) -> impl Iterator<Item = (String, &'s [f64])> {
        state.joints.iter().flat_map(|(name, numbers)| {
            let three = ["x", "y", "theta"].map(|value| format!("{name}/{value}"));
            let is_planar = numbers.len() == 3 && self.robot.joints().contains(&three[0]);
            match is_planar {
                true => three.into_iter().zip(numbers.chunks(1)).collect(),
                false => vec![(name.clone(), &numbers[..])],
            }
        })
    }

    /// What a message says of each joint, at a place of it. Joints that the robot does not have are noted.
    pub fn state_of(&self, state: &RobotState, place: &str, notes: &mut Notes) -> Vec<Option<f64>> {
        let joints = self.robot.joints();
        let mut values = vec![None; joints.len()];
        let number = |name: &str| joints.iter().position(|joint| joint == name);
        for (name, value) in &state.joints {
            match number(name) {
                Some(joint) => values[joint] = Some(*value),
                None if self.mimics.contains_key(name) => {}
                None => notes
                    .warnings
                    .push(format!("{place} has joint {name:?}, which the robot does not have")),
            }
        }
        for (name, three) in &state.planar {
            match number(&format!("{name}/x")) {
                Some(first) => {
                    values[first..first + 3].iter_mut().zip(three).for_each(|(own, x)| *own = Some(*x));
                }
                None if *three == [0.0; 3] => {}
                None => notes.warnings.push(format!(
                    "{place} moves {name:?}, and the robot has no planar joint of that name: the scene's `base` is where it \
                     stands"
                )),
            }
        }
        values
    }

    /// Does the robot have these planar joints?
    pub(crate) fn has_planar(&self, names: &[String]) -> Result<(), String> {
        let has = |name: &&String| self.robot.joints().contains(&format!("{name}/x"));
        match names.iter().find(|name| !has(name)) {
            None => Ok(()),
            Some(name) => Err(format!(
                "multi_dof_joint_trajectory moves joint {name:?}, and the robot has no planar joint of that name: a \
                 `virtual_joint` of type planar in the SRDF file is one. What floats is no joint here: a URDF file can have \
                 prismatic and revolute joints in its place"
            )),
        }
    }

    /// The values that are given, and the neutral ones of the other joints.
    pub fn with_neutral(&self, values: &[Option<f64>]) -> Vec<f64> {
        let neutral = self.robot.neutral().into_iter().enumerate();
        neutral.map(|(k, value)| values.get(k).copied().flatten().unwrap_or(value)).collect()
    }

    /// The value of a joint, which is in this unit.
    pub(crate) fn in_radians(&self, joint: usize, value: f64, angles: Angles) -> f64 {
        let turns = self.robot.kinds()[joint] == JointKind::Revolute;
        if turns && angles == Angles::Degrees { value.to_radians() } else { value }
    }

    /// Notes angles of more than a turn: they may be in the other unit.
    pub(crate) fn warn_of_turns(
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
    pub(crate) fn warn_of_missing(
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
    pub(crate) fn joint(&self, name: &str, notes: &mut Notes) -> Result<Option<usize>, String> {
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
    pub(crate) fn warn_of_limits(&self, values: &[f64], place: &str, notes: &mut Notes) {
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
