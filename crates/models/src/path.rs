//! Paths: rows of joint values in a file, and how joints move between them.

use std::f64::consts::PI;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clearance::paths::{self, JointCurve, JointKind, JointPath, TimedRow};
use clearance_formats::{Error, Rows};

use crate::model::{Model, listed};
use crate::notes::Notes;
use crate::values::Angles;

/// How joints move between the rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// As the joint_trajectory_controller of ROS moves them: see [`paths::Path::timed`].
    Controller,
    /// Each evenly from the value in a row to that in the next, whatever velocities the file has.
    Linear,
}

/// In each curve so many places are looked at, whether joints stay within their limits.
const LOOKS: usize = 16;
/// Joints that rest at a limit are off by rounding: by less than this part of what is between their limits.
const AT_REST: f64 = 1e-9;

impl Model {
    /// The path of a file, as a controller moves it if the file has velocities: [`Model::motion`] without an interpolation.
    ///
    /// # Errors
    /// As there.
    pub fn path(
        &self,
        path: &Path,
        angles: Angles,
        kept: &[Option<f64>],
        notes: &mut Notes,
    ) -> Result<paths::Path, Error> {
        self.motion(path, angles, kept, None, notes)
    }

    /// A path: rows of a CSV file whose first line names joints, or the points of a message of ROS, whose angles are in
    /// radians always. Joints without a column keep the value that they have in
    /// `kept`; those without one there are at 0, or at what is nearest to it within their limits, which is noted. Values
    /// beyond limits are noted, once a row, and angles of more than a turn, once a joint.
    ///
    /// Without an `interpolation`, it is that of a controller if the file has velocities, or is a message with times; else
    /// linear. A controller whose
    /// first row is at a later time than 0 moves there from `kept`, where it rests at time 0: row 0 of the path is this one
    /// then. The path has times if a controller makes it, or if those of the file begin at 0 and rise.
    ///
    /// # Errors
    /// As [`Rows::open`], a joint that the robot does not have, and a column `time` for a robot with a joint of that name. For a
    /// controller: no times, or some that do not rise; a first time after 0 with joints that have no value in `kept`.
    pub fn motion(
        &self,
        path: &Path,
        angles: Angles,
        kept: &[Option<f64>],
        interpolation: Option<Interpolation>,
        notes: &mut Notes,
    ) -> Result<paths::Path, Error> {
        let rows = Rows::open(path)?;
        notes.of_file(path, &rows.notes);
        let wrong = |what: String| Error { path: Some(path.to_owned()), line: None, what };
        if !rows.is_message
            && rows.time.is_some()
            && self.robot.joints().iter().any(|joint| joint == "time")
        {
            return Err(wrong(
                "the column \"time\" is the time of the rows, but the robot has a joint of that name: a path can move it \
                 under another name only, in the robot's files, too; to leave it still, leave the column out"
                    .into(),
            ));
        }
        self.has_planar(&rows.planar).map_err(wrong)?;
        let joints = rows.names.iter().map(|name| self.joint(name, notes));
        let joints = joints.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let place = path.display().to_string();
        // Messages are in radians.
        let angles = if rows.is_message { Angles::Radians } else { angles };
        let kept = &self.kept(&rows, kept, &place, notes)[..];
        let still = self.with_neutral(kept);
        self.warn_of_missing(&joints, kept, &still, &place, notes);
        let read = Read { model: self, place: &place, rows: &rows, joints, still, angles };
        let positions = read.positions(notes);
        let has_velocities = rows.velocities.iter().any(|row| !row.is_empty());
        let is_controller = match interpolation {
            Some(interpolation) => interpolation == Interpolation::Controller,
            None if has_velocities => true,
            None if rows.is_message => {
                let has_times = rows.time.iter().flatten().any(|time| *time != 0.0);
                if !has_times && rows.rows.len() > 1 {
                    notes.warnings.push(format!(
                        "{place}: all its times are 0: joints are taken to move evenly from point to point"
                    ));
                }
                has_times
            }
            None => false,
        };
        let made = if is_controller {
            let timed = read.timed(positions, kept, notes).map_err(wrong)?;
            paths::Path::timed(&self.robot, timed)
        } else {
            if has_velocities {
                notes.warnings.push(format!(
                    "{place}: its velocities are not used: joints are taken to move evenly between rows, and a controller \
                     that is sent these rows moves them on curves"
                ));
            }
            match &rows.time {
                Some(times) if times[0] == 0.0 && times.windows(2).all(|two| two[0] < two[1]) => {
                    let row =
                        |(positions, time)| TimedRow { time, positions, ..TimedRow::default() };
                    let rows: Vec<_> =
                        positions.into_iter().zip(times.iter().copied()).map(row).collect();
                    paths::Path::timed(&self.robot, rows)
                }
                _ => paths::Path::new(&self.robot, positions),
            }
        };
        let made = made.map_err(|e| wrong(e.to_string()))?;
        self.warn_of_curves(&made, &place, notes);
        Ok(made)
    }

    /// The joints that each of several files moves, and those beside them that none moves: they follow each other in the
    /// order of the robot's joints.
    ///
    /// # Errors
    /// As [`Rows::open`]; files whose joints do not follow each other so.
    pub fn columns(&self, files: &[PathBuf]) -> Result<Vec<Range<usize>>, Error> {
        let mut ranges = Vec::new();
        for file in files {
            let rows = Rows::open(file)?;
            let wrong = |what| Error { path: Some(file.clone()), line: None, what };
            let joint = |name: &String| self.joint(name, &mut Notes::default());
            let all = rows.names.iter().map(joint).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
            let all = all.into_iter().flatten();
            let ends = all.fold(None, |ends: Option<Range<usize>>, joint| {
                let Range { start, end } = ends.unwrap_or(joint..joint);
                Some(start.min(joint)..end.max(joint + 1))
            });
            ranges.push(ends.ok_or("it moves no joint").map_err(|what| wrong(what.into()))?);
        }
        let mut order: Vec<usize> = (0..files.len()).collect();
        order.sort_by_key(|file| ranges[*file].start);
        for two in order.windows(2) {
            if ranges[two[0]].end > ranges[two[1]].start {
                let (path, other) = (Some(files[two[1]].clone()), files[two[0]].display());
                let what = format!(
                    "in the order of the robot's joints, those of this path are among those of {other}"
                );
                return Err(Error { path, line: None, what });
            }
            ranges[two[0]].end = ranges[two[1]].start;
        }
        if let [first, .., last] | [first @ last] = order[..] {
            ranges[first].start = 0;
            ranges[last].end = self.robot.joints().len();
        }
        Ok(ranges)
    }
    /// One path of some joints of each path, with their tolerances: see [`paths::Path::joined`]. All joints are in one of them.
    ///
    /// # Errors
    /// Some paths with times and some without.
    pub fn beside(
        &self,
        parts: &[(&paths::Path, Range<usize>)],
    ) -> Result<paths::Path, paths::Error> {
        let mut parts = parts.to_vec();
        parts.sort_by_key(|(_, range)| range.start);
        let curves = parts.iter().map(|(path, range)| cut(&path.given().curve, range)).collect();
        let curve = JointCurve::joined(curves).ok_or(paths::Error::NoTimes)?;
        let off = |(path, range): &(&paths::Path, Range<usize>)| {
            let given = &path.given().tolerance;
            given.get(range.clone()).map_or_else(|| vec![0.0; range.len()], <[f64]>::to_vec)
        };
        let mut tolerance: Vec<f64> = parts.iter().flat_map(off).collect();
        if tolerance.iter().all(|off| *off == 0.0) {
            tolerance.clear();
        }
        paths::Path::of(&self.robot, JointPath { curve, tolerance })
    }

    /// What is known of joints that the rows do not name, and before them: a message that says where the robot starts from
    /// counts before others.
    fn kept(
        &self,
        rows: &Rows,
        kept: &[Option<f64>],
        place: &str,
        notes: &mut Notes,
    ) -> Vec<Option<f64>> {
        let joints = self.robot.joints();
        let mut all = kept.to_vec();
        all.resize(joints.len(), None);
        let said = self.state_of(&rows.start, &format!("{place}: trajectory_start"), notes);
        let mut changed = Vec::new();
        for (joint, value) in said.into_iter().enumerate() {
            let Some(value) = value else { continue };
            if all[joint].replace(value).is_some_and(|other| other != value) {
                changed.push(&joints[joint]);
            }
        }
        if !changed.is_empty() {
            notes.warnings.push(format!(
                "{place}: trajectory_start says where these joints are, and not `--q` or the scene's `q`: {}",
                listed(&changed)
            ));
        }
        all
    }

    /// Notes the joints that a curve takes beyond their limits, once a joint.
    fn warn_of_curves(&self, path: &paths::Path, place: &str, notes: &mut Notes) {
        let JointCurve::Timed(rows) = &path.given().curve else { return };
        let mut most: Vec<Option<(f64, f64, f64)>> = vec![None; self.robot.joints().len()];
        for (leg, two) in
            rows.windows(2).enumerate().filter(|(_, two)| !two[0].is_straight(&two[1]))
        {
            for look in 1..LOOKS {
                let at = leg as f64 + look as f64 / LOOKS as f64;
                for (joint, value) in path.at(at).into_iter().enumerate() {
                    let Some([lower, upper]) = self.robot.limits()[joint] else { continue };
                    let beyond = |value: f64| (lower - value).max(value - upper);
                    let ends = beyond(two[0].positions[joint]).max(beyond(two[1].positions[joint]));
                    let known = ends.max(most[joint].map_or(0.0, |(beyond, ..)| beyond));
                    if beyond(value) > known + AT_REST * (upper - lower) {
                        most[joint] = Some((beyond(value), value, at));
                    }
                }
            }
        }
        for (joint, most) in most.into_iter().enumerate() {
            let Some((_, value, at)) = most else { continue };
            let (name, time) = (&self.robot.joints()[joint], path.time(at).unwrap_or_default());
            let [lower, upper] = self.robot.limits()[joint].unwrap_or_default();
            notes.warnings.push(format!(
                "{place}: between two rows, at {time:.4} s, joint {name:?} is at {value:.6}, and may go farther: beyond its \
                 limits {lower} and {upper}"
            ));
        }
    }
}

/// Some columns of a path that was read from a file.
fn cut(curve: &JointCurve, range: &Range<usize>) -> JointCurve {
    let cut = |row: &Vec<f64>| row.get(range.clone()).map(<[f64]>::to_vec).unwrap_or_default();
    match curve {
        JointCurve::Rows(rows) => JointCurve::Rows(rows.iter().map(cut).collect()),
        JointCurve::Timed(rows) => {
            let timed = |row: &TimedRow| TimedRow {
                time: row.time,
                positions: cut(&row.positions),
                velocities: cut(&row.velocities),
                accelerations: cut(&row.accelerations),
            };
            JointCurve::Timed(rows.iter().map(timed).collect())
        }
        other => other.clone(),
    }
}

/// What was read of a path.
struct Read<'r> {
    model: &'r Model,
    place: &'r str,
    rows: &'r Rows,
    /// The joint of each name; `None` if it follows another.
    joints: Vec<Option<usize>>,
    /// The values of all joints; those without a name stay there.
    still: Vec<f64>,
    angles: Angles,
}

impl Read<'_> {
    /// A row of the robot: numbers of the named joints, and what the others have.
    fn row(&self, named: &[f64], others: &[f64]) -> Vec<f64> {
        let mut values = others.to_vec();
        for (joint, value) in self.joints.iter().zip(named) {
            if let Some(joint) = *joint {
                values[joint] = self.model.in_radians(joint, *value, self.angles);
            }
        }
        values
    }

    /// The configurations of all rows.
    fn positions(&self, notes: &mut Notes) -> Vec<Vec<f64>> {
        let mut wide: Vec<(usize, f64)> = Vec::new();
        let mut all = Vec::new();
        for (number, row) in self.rows.rows.iter().enumerate() {
            for (joint, value) in self.joints.iter().zip(row) {
                let Some(joint) = *joint else { continue };
                match wide.iter_mut().find(|(other, _)| *other == joint) {
                    Some((_, most)) if most.abs() >= value.abs() => {}
                    Some((_, most)) => *most = *value,
                    None => wide.push((joint, *value)),
                }
            }
            let values = self.row(row, &self.still);
            let before = notes.warnings.len();
            let place = format!("{}: {}", self.place, self.rows.place(number));
            self.model.warn_of_limits(&values, &place, notes);
            notes.warnings.truncate(before + 1);
            all.push(values);
        }
        self.model.warn_of_turns(&wide, self.angles, self.place, notes);
        all
    }

    /// The rows of a controller: where, when, how fast.
    fn timed(
        &self,
        positions: Vec<Vec<f64>>,
        kept: &[Option<f64>],
        notes: &mut Notes,
    ) -> Result<Vec<TimedRow>, String> {
        let times = self.rows.time.as_ref().ok_or(
            "a controller needs the time of each row: add a column \"time\", in seconds from the start, or say \
             `--interpolation linear`, with which joints move evenly between rows and velocities are not used",
        )?;
        let zeros = vec![0.0; self.still.len()];
        let derivative = |row: &Vec<f64>| match row.is_empty() {
            true => Vec::new(),
            false => self.row(row, &zeros),
        };
        let mut rows: Vec<TimedRow> = Vec::new();
        for (number, positions) in positions.into_iter().enumerate() {
            let time = times[number];
            if let Some(before) = number.checked_sub(1).map(|before| times[before])
                && time <= before
            {
                let place = self.rows.place(number);
                return Err(format!(
                    "{place}: its time {time} is not after {before}, that of the row before: a controller needs times that \
                     rise"
                ));
            }
            let velocities = derivative(&self.rows.velocities[number]);
            let accelerations = derivative(&self.rows.accelerations[number]);
            rows.push(TimedRow { time, positions, velocities, accelerations });
        }
        if rows[rows.len() - 1].velocities.iter().any(|velocity| *velocity != 0.0) {
            notes.warnings.push(format!(
                "{}: it ends at a velocity that is not 0, and what comes behind is not looked at: newer versions of \
                 joint_trajectory_controller refuse such a path",
                self.place
            ));
        }
        if rows[0].time > 0.0 {
            rows.insert(0, self.start(&rows[0], kept, notes)?);
        }
        Ok(rows)
    }

    /// Where the robot rests at time 0, before a first row that is later.
    fn start(
        &self,
        first: &TimedRow,
        kept: &[Option<f64>],
        notes: &mut Notes,
    ) -> Result<TimedRow, String> {
        let joints = self.model.robot.joints();
        let is_open = |joint: &usize| kept.get(*joint).copied().flatten().is_none();
        let open = self.joints.iter().flatten().filter(|joint| is_open(joint));
        let open: Vec<&String> = open.map(|joint| &joints[*joint]).collect();
        if !open.is_empty() {
            return Err(format!(
                "its first row is at {} s, and where the robot starts from is not known: `--q` or the scene's `q` says it, \
                 here of {}; or add a row at time 0",
                first.time,
                listed(&open)
            ));
        }
        for (joint, limits) in self.model.robot.limits().iter().enumerate() {
            let turns = self.model.robot.kinds()[joint] == JointKind::Revolute && limits.is_none();
            if turns && (first.positions[joint] - self.still[joint]).abs() > PI {
                notes.warnings.push(format!(
                    "{}: joint {:?} starts from {} and has no limits: a controller may turn it the other way, by less than \
                     half a turn, to its first value {}",
                    self.place, joints[joint], self.still[joint], first.positions[joint]
                ));
            }
        }
        let rest = |row: &Vec<f64>| vec![0.0; row.len()];
        Ok(TimedRow {
            time: 0.0,
            positions: self.still.clone(),
            velocities: rest(&first.velocities),
            accelerations: rest(&first.accelerations),
        })
    }
}
