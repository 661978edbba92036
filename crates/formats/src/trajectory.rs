//! Paths as messages of ROS, as `ros2 topic echo` and `rostopic echo` print them, or as JSON.
//!
//! ```text
//!   trajectory_msgs/JointTrajectory      joint_names, points: positions, velocities, accelerations, time_from_start
//!   moveit_msgs/RobotTrajectory          joint_trajectory: such a one, and multi_dof_joint_trajectory
//!   moveit_msgs/DisplayTrajectory        trajectory: a list of those, trajectory_start: where the robot is before
//! ```
//!
//! A trajectory is a stage (`stage.rs`), and several are joined (`joined.rs`).
//!
//! *Source.* The message definitions of common_interfaces and moveit_msgs.

use crate::error::{Error, Note, shortened};
use crate::file;
use crate::joined::joined;
use crate::robot_state::RobotState;
use crate::rows::Rows;
use crate::stage::Stage;
use crate::yaml::{self, Node, Value};

/// What the keys of a message may be.
const EXPECTED: &str = "a JointTrajectory has \"joint_names\" and \"points\", a RobotTrajectory \"joint_trajectory\", a \
                        DisplayTrajectory \"trajectory\"";

impl Rows {
    /// Reads a message with a trajectory, or with several, which follow each other, as YAML or JSON.
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
    /// Another message; joints that float; a trajectory that begins elsewhere than the one before ends, or while that
    /// still moves; no points; a point without a position for each joint, or with velocities or accelerations for some
    /// of them; what the printer left out.
    pub fn read_message(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let (message, next) = yaml::read(&text)?;
        let mut read = Self { is_message: true, ..Self::default() };
        if let Some(line) = next {
            let what = "another message begins here: only the first one of the file is read";
            read.notes.push(Note { line, what: what.into() });
        }
        let mut stages = Vec::new();
        for (node, place) in read.find(&message)? {
            let stage = Stage::read(node, &place, &mut read.notes)?;
            stages.push((place, stage));
        }
        let Stage { names, planar, points } = joined(stages, &read.start)?;
        (read.names, read.planar) = (names, planar);
        for point in points {
            read.time.get_or_insert_default().push(point.time);
            read.rows.push(point.positions);
            read.velocities.push(point.velocities);
            read.accelerations.push(point.accelerations);
            read.lines.push(point.line);
        }
        Ok(read)
    }

    /// The trajectories of a message, and where they are in it.
    fn find<'n>(&mut self, message: &'n Node<'n>) -> Result<Vec<(&'n Node<'n>, String)>, Error> {
        let (mut node, mut place) = (message, String::new());
        loop {
            if let Some(start) = node.get("trajectory_start") {
                self.enter_start(start, &format!("{place}trajectory_start"))?;
            }
            if Stage::is_one(node) {
                return Ok(vec![(node, place)]);
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
            if all.is_empty() {
                return Err(Error::at(
                    inner.line,
                    format!("{place}trajectory is empty: it has no path"),
                ));
            }
            let numbered = all.iter().enumerate();
            let placed =
                numbered.map(|(number, node)| (node, format!("{place}trajectory[{number}].")));
            return Ok(placed.collect());
        }
    }

    /// Where the robot is before the trajectory.
    fn enter_start(&mut self, start: &Node<'_>, place: &str) -> Result<(), Error> {
        if let Some(held) = start.get("attached_collision_objects")
            && !held.list(&format!("{place}.attached_collision_objects"))?.is_empty()
        {
            let what = format!(
                "{place}.attached_collision_objects is not read: bodies of the scene with `on`, and those that a planning scene \
                 has attached, are what the robot holds"
            );
            self.notes.push(Note { line: held.line, what });
        }
        self.start = RobotState::read(start, place, &mut self.notes)?;
        Ok(())
    }
}
