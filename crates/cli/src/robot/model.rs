//! A robot as its files describe it, and its configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clearance::d3_f64::{DVec3, Pose};
use clearance::paths::{self, Joint, JointKind, LARGEST_VALUE, Mimic, Robot};
use clearance_formats::{JointKind as Kind, Packages, Srdf, Urdf};
use clearance_lines::words;

use super::shapes::{Shapes, pose};
use crate::input;
use crate::scene_file::Notes;
use crate::text::shown;

/// The files of a robot, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub urdf: PathBuf,
    pub srdf: Option<PathBuf>,
    /// The folders of packages, by name.
    pub packages: Vec<(String, PathBuf)>,
    /// Is each mesh taken as the hulls of its pieces?
    pub hulls: bool,
}

/// A robot.
pub struct Model {
    /// The name in the URDF file.
    pub name: String,
    /// The links that have a joint between them.
    pub neighbours: Vec<[String; 2]>,
    pub robot: Robot,
    /// What its SRDF file says; nothing without one.
    pub srdf: Srdf,
    /// The joints that follow others.
    mimics: BTreeMap<String, String>,
}

impl Model {
    /// Reads the files. The robot's base is at the pose.
    pub fn load(sources: &Sources, base: &Pose, notes: &mut Notes) -> Result<Self> {
        let path = &sources.urdf;
        let name = || input::name(path);
        let urdf = Urdf::open(path)?;
        notes.warnings.extend(urdf.notes.iter().map(|note| format!("{}: {note}", name())));
        let named = sources.packages.iter();
        let packages = named.fold(Packages::of(path), |all, (name, folder)| all.with(name, folder));
        let mut shapes = Shapes::new(packages, sources.hulls);
        let links = urdf.links.iter().map(|link| shapes.link(link, notes));
        let links = links.collect::<Result<_>>().with_context(name)?;
        let robot = assembled(links, &urdf, notes).with_context(name)?.based(base);
        let srdf = sources.srdf.as_deref().map(Srdf::open).transpose()?.unwrap_or_default();
        if let Some(path) = &sources.srdf {
            let noted = srdf.notes.iter().map(|note| format!("{}: {note}", input::name(path)));
            notes.warnings.extend(noted);
        }
        let follows = |joint: &clearance_formats::Joint| {
            joint.mimic.as_ref().map(|mimic| (joint.name.clone(), mimic.joint.clone()))
        };
        let mimics = urdf.joints.iter().filter_map(follows).collect();
        let neighbours =
            urdf.joints.iter().map(|joint| [joint.parent.clone(), joint.child.clone()]);
        Ok(Self { name: urdf.name.clone(), neighbours: neighbours.collect(), robot, srdf, mimics })
    }

    /// A configuration: `name=value` for some joints, separated by commas, or the name of a state of the SRDF file. The
    /// other joints are at 0, or at what is nearest to it within their limits.
    pub fn configuration(&self, said: Option<&str>, notes: &mut Notes) -> Result<Vec<f64>> {
        let mut values = self.robot.neutral();
        let Some(said) = said else { return Ok(values) };
        if !said.contains('=') {
            return self.state(said, values, notes);
        }
        for pair in said.split(',').filter(|pair| !pair.trim().is_empty()) {
            let (name, value) = pair.split_once('=').with_context(|| {
                format!("\"{}\" is not of the form name=value", shown(pair.trim()))
            })?;
            let (name, value) = (name.trim(), value.trim());
            let number: f64 =
                value.parse().ok().filter(|number: &f64| number.is_finite()).with_context(
                    || {
                        format!(
                            "the value of joint \"{}\" is no finite number: {}",
                            shown(name),
                            shown(value)
                        )
                    },
                )?;
            if let Some(joint) = self.joint(name, notes)? {
                values[joint] = number;
            }
        }
        self.warn_of_limits(&values, "the configuration", notes);
        Ok(values)
    }

    /// The values of a state, whatever its group.
    fn state(&self, name: &str, mut values: Vec<f64>, notes: &mut Notes) -> Result<Vec<f64>> {
        let states = self.srdf.states.iter().filter(|state| state.name == name);
        let mut found = false;
        for state in states {
            found = true;
            for (name, numbers) in &state.joints {
                if let (Some(joint), [number]) = (self.joint(name, notes)?, &numbers[..]) {
                    values[joint] = *number;
                }
            }
        }
        let names = || self.srdf.states.iter().map(|state| shown(&state.name)).collect::<Vec<_>>();
        ensure!(found, "an {}", words::unknown("state", name, &names()));
        self.warn_of_limits(&values, &format!("state \"{}\"", shown(name)), notes);
        Ok(values)
    }

    /// The number of a joint in configurations; `None` for a joint that follows another, with a warning.
    pub fn joint(&self, name: &str, notes: &mut Notes) -> Result<Option<usize>> {
        let joints = self.robot.joints();
        if let Some(number) = joints.iter().position(|joint| joint == name) {
            return Ok(Some(number));
        }
        let Some(other) = self.mimics.get(name) else {
            let names: Vec<String> = joints.iter().map(|name| shown(name)).collect();
            bail!("an {}", words::unknown("joint", name, &names));
        };
        let (name, other) = (shown(name), shown(other));
        let said = format!(
            "joint \"{name}\" follows \"{other}\": the value that is given for it is not used"
        );
        if !notes.warnings.contains(&said) {
            notes.warnings.push(said);
        }
        Ok(None)
    }

    /// Warns of values beyond the limits of their joints, once a joint.
    pub fn warn_of_limits(&self, values: &[f64], place: &str, notes: &mut Notes) {
        for ((name, limits), value) in
            self.robot.joints().iter().zip(self.robot.limits()).zip(values)
        {
            if let Some([lower, upper]) = limits
                && !(lower..=upper).contains(&value)
            {
                let name = shown(name);
                notes.warnings.push(format!(
                    "{place}: joint \"{name}\" is at {value}, beyond its limits {lower} and {upper}"
                ));
            }
        }
    }
}

/// The robot of these links and the joints of the file.
fn assembled(links: Vec<paths::Link>, urdf: &Urdf, notes: &mut Notes) -> Result<Robot> {
    let joints = urdf.joints.iter().map(|joint| converted(joint, notes));
    Ok(Robot::new(links, joints.collect::<Result<_>>()?)?)
}

/// A joint in the form of the prover. What it cannot move stays where it is, with a warning.
fn converted(joint: &clearance_formats::Joint, notes: &mut Notes) -> Result<Joint> {
    let kind = match joint.kind {
        Kind::Revolute | Kind::Continuous => JointKind::Revolute,
        Kind::Prismatic => JointKind::Prismatic,
        Kind::Fixed => JointKind::Fixed,
        Kind::Floating | Kind::Planar => {
            let (line, name) = (joint.line, shown(&joint.name));
            notes.warnings.push(format!(
                "line {line}: joint \"{name}\" is floating or planar: it is taken as fixed at its origin"
            ));
            JointKind::Fixed
        }
    };
    let mimic = joint.mimic.as_ref().map(|mimic| Mimic {
        joint: mimic.joint.clone(),
        multiplier: mimic.multiplier,
        offset: mimic.offset,
    });
    Ok(paths::Joint {
        name: joint.name.clone(),
        kind,
        parent: joint.parent.clone(),
        child: joint.child.clone(),
        origin: pose(&joint.origin)?,
        axis: DVec3::from_array(joint.axis),
        // Some files have 1e16 for a joint without limits.
        limits: joint.limits.filter(|ends| ends.iter().all(|end| end.abs() <= LARGEST_VALUE)),
        mimic,
    })
}

/// `NAME=DIR` as a package.
pub fn package(said: &str) -> Result<(String, PathBuf)> {
    let (name, folder) = said.split_once('=').context("--package needs NAME=DIR")?;
    let folder = Path::new(folder);
    ensure!(
        !name.is_empty() && folder.is_dir(),
        "--package {}: there is no such folder",
        shown(said)
    );
    Ok((name.into(), folder.into()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

    /// The largest difference of a link's place from that by pinocchio: `bench/peers/kinematics.py` writes the file.
    /// URDF files are relative to `folder`.
    fn compare(poses: &Path, folder: &Path) -> f64 {
        let all: Value = serde_json::from_str(&fs::read_to_string(poses).unwrap()).unwrap();
        let mut most = 0.0_f64;
        for entry in all.as_array().unwrap() {
            let urdf = Urdf::open(&folder.join(entry["urdf"].as_str().unwrap())).unwrap();
            let link = |link: &clearance_formats::Link| paths::Link {
                name: link.name.clone(),
                shapes: vec![],
            };
            let links = urdf.links.iter().map(link).collect();
            let robot = assembled(links, &urdf, &mut Notes::default()).unwrap();
            let value = |name: &String| entry["values"][name].as_f64().unwrap_or(0.0);
            let configuration: Vec<f64> = robot.joints().iter().map(value).collect();
            for (link, pose) in robot.links().zip(robot.poses(&configuration).unwrap()) {
                let Some(expected) = entry["links"][&link.name].as_array() else { continue };
                let number =
                    |row: usize, column: usize| expected[4 * row + column].as_f64().unwrap();
                for column in 0..3 {
                    let axis = pose.columns()[column];
                    let there = DVec3::new(number(0, column), number(1, column), number(2, column));
                    most = most.max((axis - there).length());
                }
                let there = DVec3::new(number(0, 3), number(1, 3), number(2, 3));
                most = most.max((pose.translation() - there).length());
            }
        }
        most
    }

    #[test]
    fn kinematics_are_those_of_pinocchio() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let most = compare(&here.join("tests/data/panda_poses.json"), &here.join("../.."));
        assert!(most < 1e-14, "{most}");
    }

    #[test]
    #[ignore = "needs a file of poses of many robots, which CLEARANCE_KINEMATICS names"]
    fn kinematics_of_many_robots_are_those_of_pinocchio() {
        let poses =
            std::env::var("CLEARANCE_KINEMATICS").expect("CLEARANCE_KINEMATICS names no file");
        let most = compare(Path::new(&poses), Path::new(""));
        println!("the largest difference is {most:e}");
        assert!(most < 2e-14, "{most}");
    }
}
