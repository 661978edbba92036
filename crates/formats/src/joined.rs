//! Several trajectories of a message as one: each begins when the one before has ended.
//!
//! ```text
//!   stage 0   0 s .. T          its joints; the others stay where they are
//!   rest      T .. T + 1        all joints stand still
//!   stage 1   from T + 1        its times, from there
//! ```
//!
//! The rest is there because a stage may end with other accelerations than those that the next one begins with, and no
//! curve of a controller has both. Where they are the same, or there are no velocities, there is none. A joint that a
//! later stage names first is where `trajectory_start` says, or where that stage begins.

use std::collections::HashMap;

use crate::error::Error;
use crate::robot_state::RobotState;
use crate::stage::{Point, Stage};

/// How long joints stand still between two trajectories, in seconds.
const REST: f64 = 1.0;

/// One trajectory of all, which are behind these places of the message.
pub(crate) fn joined(stages: Vec<(String, Stage)>, start: &RobotState) -> Result<Stage, Error> {
    let mut all = Stage::default();
    for (_, stage) in &stages {
        let new = |name: &&String| !all.names.contains(name);
        let names: Vec<String> = stage.names.iter().filter(new).cloned().collect();
        all.names.extend(names);
        let new = |name: &&String| !all.planar.contains(name);
        let planar: Vec<String> = stage.planar.iter().filter(new).cloned().collect();
        all.planar.extend(planar);
    }
    let mut now = beginning(&all.names, &stages, start)?;
    for (place, stage) in stages {
        let number = |name: &String| all.names.iter().position(|other| other == name);
        let columns: Vec<usize> = stage.names.iter().filter_map(number).collect();
        let spread = |values: Vec<f64>, others: &[f64]| {
            let mut row = if values.is_empty() { Vec::new() } else { others.to_vec() };
            columns.iter().zip(values).for_each(|(column, value)| row[*column] = value);
            row
        };
        let still = vec![0.0; all.names.len()];
        let points = stage.points.into_iter().map(|point| Point {
            positions: spread(point.positions, &now),
            velocities: spread(point.velocities, &still),
            accelerations: spread(point.accelerations, &still),
            ..point
        });
        append(&mut all.points, points.collect(), &place, &all.names)?;
        now.clone_from(&all.points[all.points.len() - 1].positions);
    }
    Ok(all)
}

/// Where all joints are before the first stage.
fn beginning(
    names: &[String],
    stages: &[(String, Stage)],
    start: &RobotState,
) -> Result<Vec<f64>, Error> {
    let planar = start.planar.iter().flat_map(|(name, values)| {
        ["x", "y", "theta"].map(|value| format!("{name}/{value}")).into_iter().zip(*values)
    });
    let known: HashMap<String, f64> = start.joints.iter().cloned().chain(planar).collect();
    let value = |name: &String| {
        let column = |stage: &Stage| stage.names.iter().position(|other| other == name);
        let mut naming = stages.iter().enumerate();
        let found = naming
            .find_map(|(number, (place, stage))| Some((number, place, stage, column(stage)?)));
        let Some((number, place, stage, column)) = found else { return Ok(0.0) };
        let first = &stage.points[0];
        match known.get(name) {
            Some(value) => Ok(*value),
            None if number == 0 || first.time == 0.0 => Ok(first.positions[column]),
            None => {
                let what = format!(
                    "{place}points begin at {} s, and where joint \"{name}\" is before is not known: trajectory_start says it",
                    first.time
                );
                Err(Error::at(first.line, what))
            }
        }
    };
    names.iter().map(value).collect()
}

/// Adds the points of a stage to those before.
fn append(
    all: &mut Vec<Point>,
    mut points: Vec<Point>,
    place: &str,
    names: &[String],
) -> Result<(), Error> {
    let Some(last) = all.last().cloned() else {
        all.append(&mut points);
        return Ok(());
    };
    let first = &points[0];
    let is_at_once = first.time == 0.0;
    let elsewhere = (0..names.len()).find(|k| first.positions[*k] != last.positions[*k]);
    if let Some(k) = elsewhere.filter(|_| is_at_once) {
        let (name, is, was) = (&names[k], first.positions[k], last.positions[k]);
        let what = format!(
            "{place}points begin with joint \"{name}\" at {is}, and the trajectory before ends with it at {was}"
        );
        return Err(Error::at(first.line, what));
    }
    let goes_on = is_at_once
        && first.velocities == last.velocities
        && first.accelerations == last.accelerations;
    let mut end = last.time;
    if goes_on {
        points.remove(0);
    } else if !last.velocities.is_empty() || !first.velocities.is_empty() {
        let moves = |point: &Point| point.velocities.iter().any(|velocity| *velocity != 0.0);
        if moves(&last) || is_at_once && moves(first) {
            let what = format!(
                "{place}points begin when the trajectory before ends, and at one of both the robot moves"
            );
            return Err(Error::at(first.line, what));
        }
        // A row without velocities is one to which joints move evenly, and from which: here they stay.
        let resting = |time: f64, of: [Vec<f64>; 2]| {
            let [velocities, accelerations] = of;
            Point {
                line: first.line,
                time,
                positions: last.positions.clone(),
                velocities,
                accelerations,
            }
        };
        let mut rest = vec![resting(end + 0.5 * REST, [vec![], vec![]])];
        end += REST;
        if !is_at_once {
            let zeros = |values: &Vec<f64>| vec![0.0; values.len()];
            rest.push(resting(end, [zeros(&first.velocities), zeros(&first.accelerations)]));
        }
        all.append(&mut rest);
    }
    all.extend(points.into_iter().map(|point| Point { time: end + point.time, ..point }));
    Ok(())
}
