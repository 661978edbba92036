//! [`Stage`]: one trajectory of a message: the points of its joints, and of its planar joints beside them.
//!
//! ```text
//!   joint_trajectory             points: positions, velocities, accelerations, time_from_start
//!   multi_dof_joint_trajectory   points: transforms, velocities (twists), accelerations, time_from_start
//! ```
//!
//! Each transform is of a planar joint J, and becomes values of J/x, J/y and J/theta. Theta goes on from point to point
//! by less than half a turn. A twist has the speeds of these values, as MoveIt writes them: not those of the base in
//! its own frame.

use std::collections::HashSet;
use std::f64::consts::TAU;

use crate::error::{Error, Note, shortened};
use crate::robot_state::{numbers, parts, planar};
use crate::yaml::{Node, Value};

/// A trajectory.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// The names of joints: at least one, all different.
    pub names: Vec<String>,
    /// Those of planar joints, each of which has three of the names.
    pub planar: Vec<String>,
    /// At least one.
    pub points: Vec<Point>,
}

/// A point of a trajectory.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub line: usize,
    /// In seconds from the start.
    pub time: f64,
    /// A value for each name.
    pub positions: Vec<f64>,
    /// The same, or none.
    pub velocities: Vec<f64>,
    pub accelerations: Vec<f64>,
}

impl Stage {
    /// Is this a trajectory?
    pub fn is_one(node: &Node<'_>) -> bool {
        let keys = ["points", "joint_names", "joint_trajectory", "multi_dof_joint_trajectory"];
        keys.iter().any(|key| node.get(key).is_some())
    }

    /// Reads a trajectory whose keys are behind a place of the message.
    pub fn read(node: &Node<'_>, place: &str, notes: &mut Vec<Note>) -> Result<Self, Error> {
        let (joints, of_joints) = match node.get("joint_trajectory") {
            Some(inner) => (inner, format!("{place}joint_trajectory.")),
            None => (node, place.to_owned()),
        };
        let used = |node: &Node<'_>| {
            let list =
                |key: &str| node.get(key).filter(|list| list.value != Value::List(Vec::new()));
            list("points").or(list("joint_names")).is_some()
        };
        let Some(multi) = node.get("multi_dof_joint_trajectory").filter(|multi| used(multi)) else {
            return Self::of(joints, &of_joints, point);
        };
        let of_multi = format!("{place}multi_dof_joint_trajectory.");
        let planar = Self::of_planar(multi, &of_multi)?;
        if !used(joints) {
            return Ok(planar);
        }
        Self::of(joints, &of_joints, point)?.beside(planar, &of_multi, multi.line, notes)
    }

    /// The names and points, each of which is read with the number of names.
    fn of(
        node: &Node<'_>,
        place: &str,
        point: fn(&Node<'_>, &str, usize) -> Result<Point, Error>,
    ) -> Result<Self, Error> {
        let names = names(node, place)?;
        let points = node.get("points");
        let points = points.map_or(Ok(&[][..]), |all| all.list(&format!("{place}points")))?;
        if points.is_empty() {
            return Err(Error::at(node.line, format!("{place}points is empty: it has no path")));
        }
        let numbered = points.iter().enumerate();
        let points =
            numbered.map(|(k, node)| point(node, &format!("{place}points[{k}]"), names.len()));
        Ok(Self { points: points.collect::<Result<_, _>>()?, names, planar: Vec::new() })
    }

    /// The three joints of each planar one.
    fn of_planar(node: &Node<'_>, place: &str) -> Result<Self, Error> {
        let mut read = Self::of(node, place, planar_point)?;
        for number in 1..read.points.len() {
            let (before, after) = read.points.split_at_mut(number);
            let before = &before[number - 1].positions;
            for (theta, before) in after[0].positions.iter_mut().zip(before).skip(2).step_by(3) {
                *theta += TAU * ((before - *theta) / TAU).round();
            }
        }
        let three = |name: &String| ["x", "y", "theta"].map(|value| format!("{name}/{value}"));
        let names = read.names.iter().flat_map(three).collect();
        Ok(Self { planar: std::mem::replace(&mut read.names, names), ..read })
    }

    /// The joints of both. Accelerations that one of them lacks are left out.
    fn beside(
        mut self,
        other: Self,
        place: &str,
        line: usize,
        notes: &mut Vec<Note>,
    ) -> Result<Self, Error> {
        let times = |stage: &Self| stage.points.iter().map(|point| point.time).collect::<Vec<_>>();
        if times(&self) != times(&other) {
            let what = format!("{place}points are not at the times of those of joint_trajectory");
            return Err(Error::at(line, what));
        }
        let mut left_out = false;
        for (number, (point, other)) in self.points.iter_mut().zip(other.points).enumerate() {
            if point.velocities.is_empty() != other.velocities.is_empty() {
                let what = format!(
                    "{place}points[{number}]: velocities are here or in joint_trajectory, and not in both"
                );
                return Err(Error::at(other.line, what));
            }
            point.positions.extend(other.positions);
            point.velocities.extend(other.velocities);
            left_out |= point.accelerations.is_empty() != other.accelerations.is_empty();
            match point.accelerations.is_empty() || other.accelerations.is_empty() {
                true => point.accelerations.clear(),
                false => point.accelerations.extend(other.accelerations),
            }
        }
        if left_out {
            let what = format!(
                "{place}points and those of joint_trajectory do not both have accelerations, so that none are used: all joints \
                 are taken to move on cubics"
            );
            notes.push(Note { line, what });
        }
        self.names.extend(other.names);
        self.planar = other.planar;
        Ok(self)
    }
}

fn names(trajectory: &Node<'_>, place: &str) -> Result<Vec<String>, Error> {
    let place = format!("{place}joint_names");
    let wrong = |node: &Node<'_>, what: &str| Error::at(node.line, format!("{place}: {what}"));
    let Some(names) = trajectory.get("joint_names") else {
        return Err(wrong(trajectory, "it is missing"));
    };
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    for name in names.list(&place)? {
        let word = name.word(&place)?;
        if !known.insert(word) {
            return Err(wrong(name, &format!("\"{}\" is named twice", shortened(word))));
        }
        all.push(word.into());
    }
    if all.is_empty() { Err(wrong(names, "no joint is named")) } else { Ok(all) }
}

/// A point of so many joints.
fn point(node: &Node<'_>, place: &str, count: usize) -> Result<Point, Error> {
    let wrong = |what: String| Error::at(node.line, format!("{place} {what}"));
    let [positions, velocities, accelerations] =
        ["positions", "velocities", "accelerations"].map(|key| -> Result<Vec<f64>, Error> {
            let values = numbers(node.get(key), &format!("{place}.{key}"))?;
            match values.len() {
                found if [0, count].contains(&found) => Ok(values),
                found => Err(wrong(format!("has {found} {key} for {count} joints"))),
            }
        });
    let (positions, velocities, accelerations) = (positions?, velocities?, accelerations?);
    if positions.is_empty() {
        return Err(wrong(
            "has no positions: where velocities alone lead to is not calculated".into(),
        ));
    }
    timed(node, place, [positions, velocities, accelerations])
}

/// A point of so many planar joints.
fn planar_point(node: &Node<'_>, place: &str, count: usize) -> Result<Point, Error> {
    let list = |key: &str| -> Result<&[Node<'_>], Error> {
        let place = format!("{place}.{key}");
        let all = node.get(key).map_or(Ok(&[][..]), |all| all.list(&place))?;
        let fits = all.len() == count || key != "transforms" && all.is_empty();
        let what = || format!("{place} has {} items for {count} joints", all.len());
        if fits { Ok(all) } else { Err(Error::at(node.line, what())) }
    };
    let mut positions = Vec::new();
    for (k, transform) in list("transforms")?.iter().enumerate() {
        let place = format!("{place}.transforms[{k}]");
        let Some(values) = planar(transform, &place)? else {
            let what = format!(
                "{place} is not in the plane: a joint that floats is no joint here; a URDF file can have prismatic and \
                 revolute joints in its place, and a path their columns"
            );
            return Err(Error::at(transform.line, what));
        };
        positions.extend(values);
    }
    let twists = |key: &str| -> Result<Vec<f64>, Error> {
        let mut all = Vec::new();
        for (k, twist) in list(key)?.iter().enumerate() {
            let place = format!("{place}.{key}[{k}]");
            let [x, y, z] = parts(twist.get("linear"), ["x", "y", "z"], &place)?;
            let [roll, pitch, yaw] = parts(twist.get("angular"), ["x", "y", "z"], &place)?;
            if [z, roll, pitch] != [0.0; 3] {
                return Err(Error::at(twist.line, format!("{place} is not in the plane")));
            }
            all.extend([x, y, yaw]);
        }
        Ok(all)
    };
    timed(node, place, [positions, twists("velocities")?, twists("accelerations")?])
}

/// A point of these positions, velocities and accelerations.
fn timed(node: &Node<'_>, place: &str, values: [Vec<f64>; 3]) -> Result<Point, Error> {
    let wrong = |what: &str| Error::at(node.line, format!("{place} {what}"));
    let [positions, velocities, accelerations] = values;
    if velocities.is_empty() && !accelerations.is_empty() {
        return Err(wrong("has accelerations, but no velocities"));
    }
    let time = node.get("time_from_start").ok_or_else(|| wrong("has no time_from_start"))?;
    let time = seconds(time, &format!("{place}.time_from_start"))?;
    Ok(Point { line: node.line, time, positions, velocities, accelerations })
}

/// A duration of ROS 2 or ROS 1, or a number of seconds.
fn seconds(node: &Node<'_>, place: &str) -> Result<f64, Error> {
    if matches!(node.value, Value::Word(_)) {
        return node.number(place);
    }
    let parts = [["sec", "nanosec"], ["secs", "nsecs"]].map(|keys| keys.map(|key| node.get(key)));
    let Some([whole, rest]) = parts.into_iter().find(|keys| keys.iter().any(Option::is_some))
    else {
        let what = "a duration has sec and nanosec, or secs and nsecs, or is a number of seconds";
        return Err(Error::at(node.line, format!("{place}: {what}")));
    };
    let part = |node: Option<&Node<'_>>| node.map_or(Ok(0.0), |node| node.number(place));
    Ok(part(whole)? + part(rest)? / 1e9)
}
