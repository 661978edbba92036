//! Paths as messages of ROS, as `ros2 topic echo` and `rostopic echo` print them, or as JSON.
//!
//! ```text
//!   trajectory_msgs/JointTrajectory      joint_names, points: positions, velocities, accelerations, time_from_start
//!   moveit_msgs/RobotTrajectory          joint_trajectory: such a one
//!   moveit_msgs/DisplayTrajectory        trajectory: a list of those, trajectory_start: where the robot is before
//! ```
//!
//! *Source.* The message definitions of common_interfaces and moveit_msgs.

use std::collections::HashSet;

use crate::error::{Error, Note, shortened};
use crate::file;
use crate::rows::Rows;
use crate::yaml::{self, Node, Value};

/// What the keys of a message may be.
const EXPECTED: &str = "a JointTrajectory has \"joint_names\" and \"points\", a RobotTrajectory \"joint_trajectory\", a \
                        DisplayTrajectory \"trajectory\"";

impl Rows {
    /// Reads a message with a trajectory, as YAML or JSON.
    ///
    /// ```
    /// let message = "joint_names: [elbow]
    /// points:
    /// - {positions: [0.5], velocities: [1.0], time_from_start: {sec: 0, nanosec: 0}}
    /// - {positions: [1.0], velocities: [0.0], time_from_start: {sec: 1, nanosec: 500000000}}
    /// ";
    /// let path = clearance_formats::Rows::read_message(message)?;
    /// assert_eq!((path.names, path.time), (vec!["elbow".to_owned()], Some(vec![0.0, 1.5])));
    /// assert_eq!(path.velocities, [[1.0], [0.0]]);
    /// # Ok::<(), clearance_formats::Error>(())
    /// ```
    ///
    /// # Errors
    /// Another message; joints that move in more than one direction; several trajectories; no points; a point without a
    /// position for each joint, or with velocities or accelerations for some of them; what the printer left out.
    pub fn read_message(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let (message, next) = yaml::read(&text)?;
        let mut read = Self { is_message: true, ..Self::default() };
        if let Some(line) = next {
            let what = "another message begins here: only the first one of the file is read";
            read.notes.push(Note { line, what: what.into() });
        }
        let (trajectory, place) = read.find(&message)?;
        read.enter_names(trajectory, &place)?;
        let points = trajectory
            .get("points")
            .map_or(Ok(&[][..]), |all| all.list(&format!("{place}points")))?;
        if points.is_empty() {
            return Err(Error::at(
                trajectory.line,
                format!("{place}points is empty: it has no path"),
            ));
        }
        for (number, point) in points.iter().enumerate() {
            read.enter_point(point, &format!("{place}points[{number}]"))?;
        }
        Ok(read)
    }

    /// The joint trajectory of a message, and where it is in it.
    fn find<'n>(&mut self, message: &'n Node<'n>) -> Result<(&'n Node<'n>, String), Error> {
        let (mut node, mut place) = (message, String::new());
        loop {
            if let Some(start) = node.get("trajectory_start") {
                self.enter_start(start, &format!("{place}trajectory_start"))?;
            }
            let other = node.get("multi_dof_joint_trajectory");
            let is_used = |key: &str| {
                let list = other.and_then(|other| other.get(key));
                list.is_some_and(|list| list.value != Value::List(Vec::new()))
            };
            if let Some(other) = other.filter(|_| is_used("points") || is_used("joint_names")) {
                let what = format!(
                    "{place}multi_dof_joint_trajectory is not read: a planar joint has the columns NAME/x, NAME/y and NAME/theta"
                );
                return Err(Error::at(other.line, what));
            }
            if node.get("points").is_some() || node.get("joint_names").is_some() {
                return Ok((node, place));
            }
            if let Some(inner) = node.get("joint_trajectory") {
                (node, place) = (inner, format!("{place}joint_trajectory."));
                continue;
            }
            let Some(inner) = node.get("trajectory") else {
                let keys: Vec<String> = node.keys().take(10).map(shortened).collect();
                let what =
                    format!("this is no trajectory: {EXPECTED}; here are: {}", keys.join(", "));
                return Err(Error::at(node.line, what));
            };
            if matches!(inner.value, Value::Table(_)) {
                (node, place) = (inner, format!("{place}trajectory."));
                continue;
            }
            let all = inner.list(&format!("{place}trajectory"))?;
            let [only] = all else {
                let (line, count) = (inner.line, all.len());
                let what = format!(
                    "{place}trajectory has {count} trajectories: a file has one here, as each is a motion by itself"
                );
                return Err(Error::at(line, what));
            };
            (node, place) = (only, format!("{place}trajectory[0]."));
        }
    }

    fn enter_names(&mut self, trajectory: &Node<'_>, place: &str) -> Result<(), Error> {
        let place = format!("{place}joint_names");
        let wrong = |node: &Node<'_>, what: &str| Error::at(node.line, format!("{place}: {what}"));
        let Some(names) = trajectory.get("joint_names") else {
            return Err(wrong(trajectory, "it is missing"));
        };
        let mut known = HashSet::new();
        for name in names.list(&place)? {
            let word = name.word(&place)?;
            if !known.insert(word) {
                return Err(wrong(name, &format!("\"{}\" is named twice", shortened(word))));
            }
            self.names.push(word.into());
        }
        if self.names.is_empty() { Err(wrong(names, "no joint is named")) } else { Ok(()) }
    }

    fn enter_point(&mut self, point: &Node<'_>, place: &str) -> Result<(), Error> {
        let wrong = |what: String| Error::at(point.line, format!("{place} {what}"));
        let count = self.names.len();
        let [positions, velocities, accelerations] = ["positions", "velocities", "accelerations"]
            .map(|key| -> Result<Vec<f64>, Error> {
                let values = numbers(point.get(key), &format!("{place}.{key}"))?;
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
        if velocities.is_empty() && !accelerations.is_empty() {
            return Err(wrong("has accelerations, but no velocities".into()));
        }
        let time =
            point.get("time_from_start").ok_or_else(|| wrong("has no time_from_start".into()))?;
        let time = seconds(time, &format!("{place}.time_from_start"))?;
        self.time.get_or_insert_default().push(time);
        self.rows.push(positions);
        self.velocities.push(velocities);
        self.accelerations.push(accelerations);
        self.lines.push(point.line);
        Ok(())
    }

    /// Where the robot is before the trajectory.
    fn enter_start(&mut self, start: &Node<'_>, place: &str) -> Result<(), Error> {
        if let Some(held) = start.get("attached_collision_objects")
            && !held.list(&format!("{place}.attached_collision_objects"))?.is_empty()
        {
            let what = format!(
                "{place}.attached_collision_objects is not read: bodies of the scene with `on` are what the robot holds"
            );
            self.notes.push(Note { line: held.line, what });
        }
        let transforms =
            start.get("multi_dof_joint_state").and_then(|state| state.get("transforms"));
        if let Some(transforms) = transforms.filter(|transforms| !is_identity(transforms)) {
            let what = format!(
                "{place}.multi_dof_joint_state moves the robot, and is not read: the scene's `base` is where it stands"
            );
            self.notes.push(Note { line: transforms.line, what });
        }
        let Some(state) = start.get("joint_state") else { return Ok(()) };
        let place = format!("{place}.joint_state");
        let names =
            state.get("name").map_or(Ok(&[][..]), |all| all.list(&format!("{place}.name")))?;
        let values = numbers(state.get("position"), &format!("{place}.position"))?;
        if names.len() != values.len() {
            let what = format!("{place} has {} names and {} positions", names.len(), values.len());
            return Err(Error::at(state.line, what));
        }
        for (name, value) in names.iter().zip(values) {
            self.start.push((name.word(&format!("{place}.name"))?.into(), value));
        }
        Ok(())
    }
}

/// The numbers of a list; none if it is missing.
fn numbers(list: Option<&Node<'_>>, place: &str) -> Result<Vec<f64>, Error> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let number = |(k, node): (usize, &Node<'_>)| node.number(&format!("{place}[{k}]"));
    list.list(place)?.iter().enumerate().map(number).collect()
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

/// Do these transforms move nothing?
fn is_identity(transforms: &Node<'_>) -> bool {
    let Value::List(all) = &transforms.value else { return false };
    let is_zero = |node: &Node<'_>, key: &str| {
        let axes = ["x", "y", "z"].map(|axis| node.get(key).and_then(|part| part.get(axis)));
        axes.into_iter().flatten().all(|axis| axis.number(key) == Ok(0.0))
    };
    all.iter().all(|node| is_zero(node, "translation") && is_zero(node, "rotation"))
}
