//! A robot as its files describe it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clearance::d3_f64::{Collider, DVec3, Pose};
use clearance::paths::{self, Joint, JointKind, LARGEST_VALUE, Mimic, Robot};
use clearance_formats::{
    DisabledPair, Error, GroupState, JointKind as Kind, Packages, Srdf, Urdf, VirtualJoint,
};

use crate::links::{Links, pose};
use crate::notes::Notes;
use crate::planar::planar;

/// The files of a robot, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The URDF file.
    pub urdf: PathBuf,
    /// The SRDF file, if there is one.
    pub srdf: Option<PathBuf>,
    /// The folders of packages, by name. Others are looked for around the URDF file.
    pub packages: Vec<(String, PathBuf)>,
    /// Is each mesh taken as the hulls of its pieces?
    pub hulls: bool,
    /// Are the visuals of links taken that have no collisions?
    pub visuals: bool,
}

/// A robot, and what its files say beside its links and joints.
#[derive(Clone, PartialEq)]
pub struct Model {
    /// The name in the URDF file.
    pub name: String,
    /// The links that have a joint between them, unless it is floating or planar.
    pub neighbours: Vec<[String; 2]>,
    /// Its links with their shapes, and its joints.
    pub robot: Robot,
    /// What its SRDF file says; nothing without one.
    pub srdf: Srdf,
    /// The joints that follow others, by name.
    pub(crate) mimics: BTreeMap<String, String>,
}

impl Model {
    /// Reads the files. The robot's base is at the pose.
    ///
    /// ```no_run
    /// use clearance::d3_f64::Pose;
    /// use clearance::paths::{Prover, World};
    /// use clearance_models::{Angles, Model, Notes, Sources};
    ///
    /// let sources = Sources { urdf: "panda.urdf".into(), srdf: Some("panda.srdf".into()), ..Default::default() };
    /// let mut notes = Notes::default();
    /// let model = Model::load(&sources, &Pose::IDENTITY, &mut notes)?;
    /// let path = model.path("path.csv".as_ref(), Angles::Radians, &[], &mut notes)?;
    /// let mut world = World::new(model.robot.clone()).unwrap();
    /// model.allow_disabled(&mut world, &mut notes);
    /// println!("{:?}", Prover::new(world).clear(&path, 0.0));
    /// # Ok::<(), clearance_models::Error>(())
    /// ```
    ///
    /// # Errors
    /// A file that cannot be read; shapes without a size; joints that make no tree. Errors name file and line.
    pub fn load(sources: &Sources, base: &Pose, notes: &mut Notes) -> Result<Self, Error> {
        Self::of(Urdf::open(&sources.urdf)?, sources, base, notes)
    }
    /// As [`Model::load`], with the text of the URDF file given. Its path need not exist: meshes and packages are looked for
    /// from there, and errors name it.
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn read(
        urdf: &[u8],
        sources: &Sources,
        base: &Pose,
        notes: &mut Notes,
    ) -> Result<Self, Error> {
        let named = |wrong| Error { path: Some(sources.urdf.clone()), ..wrong };
        Self::of(Urdf::read(urdf).map_err(named)?, sources, base, notes)
    }
    fn of(urdf: Urdf, sources: &Sources, base: &Pose, notes: &mut Notes) -> Result<Self, Error> {
        let path = &sources.urdf;
        notes.of_file(path, &urdf.notes);
        let named = sources.packages.iter();
        let packages = named.fold(Packages::of(path), |all, (name, folder)| all.with(name, folder));
        let mut shapes = Links::new(packages, sources.hulls, sources.visuals);
        let links = urdf.links.iter().map(|link| shapes.link(link, notes));
        let links = links.collect::<Result<Vec<_>, Error>>();
        if !shapes.only_drawn.is_empty() {
            let (place, names) = (path.display(), listed(&shapes.only_drawn));
            notes.warnings.push(format!(
                "{place}: what has a visual and no collision is left out: {names}; --visuals takes these visuals"
            ));
        }
        let before = notes.warnings.len();
        let srdf = sources.srdf.as_deref().map(Srdf::open).transpose()?.unwrap_or_default();
        let drive = driving(&srdf.virtual_joints, &urdf, notes);
        if let Some(path) = &sources.srdf {
            for warning in &mut notes.warnings[before..] {
                *warning = format!("{}: {warning}", path.display());
            }
        }
        let before = notes.warnings.len();
        let robot = links.and_then(|links| assembled(links, &urdf, drive, notes));
        for warning in &mut notes.warnings[before..] {
            *warning = format!("{}: {warning}", path.display());
        }
        let robot = robot.map_err(|wrong| Error { path: Some(path.clone()), ..wrong })?;
        if let Some(path) = &sources.srdf {
            notes.of_file(path, &srdf.notes);
            if ![&urdf.name[..], ""].contains(&&srdf.name[..]) {
                let (place, other, own) = (path.display(), &srdf.name, &urdf.name);
                let warning = format!(
                    "{place}: it is about a robot {other:?}, and the URDF file about {own:?}"
                );
                notes.warnings.push(warning);
            }
        }
        let follows = |joint: &clearance_formats::Joint| {
            joint.mimic.as_ref().map(|mimic| (joint.name.clone(), mimic.joint.clone()))
        };
        let mimics = urdf.joints.iter().filter_map(follows).collect();
        let is_bound = |joint: &&clearance_formats::Joint| {
            !matches!(joint.kind, Kind::Floating | Kind::Planar)
        };
        let neighbours = urdf.joints.iter().filter(is_bound);
        let neighbours =
            neighbours.map(|joint| [joint.parent.clone(), joint.child.clone()]).collect();
        Ok(Self { name: urdf.name, neighbours, robot: robot.based(base), srdf, mimics })
    }

    /// A body that moves by itself: see [`Robot::moving`].
    pub fn moving(shapes: Vec<(Pose, Collider)>, base: &Pose) -> Self {
        let (name, neighbours) = (String::new(), Vec::new());
        let (srdf, mimics) = (Srdf::default(), BTreeMap::new());
        Self { name, neighbours, robot: Robot::moving(shapes).based(base), srdf, mimics }
    }
    /// Several robots as one, by their names: see [`Robot::joined`]. Links and joints begin with the name of the robot and a
    /// slash, if it has one, in what the SRDF files say, too; a state of that name moves all robots that have one.
    ///
    /// # Errors
    /// Two robots with one name.
    pub fn joined(models: Vec<(String, Self)>) -> Result<Self, Error> {
        let (mut neighbours, mut srdf, mut mimics) = (Vec::new(), Srdf::default(), BTreeMap::new());
        let mut robots = Vec::new();
        for (name, model) in models {
            let named = |own: &String| match &name[..] {
                "" => own.clone(),
                name => format!("{name}/{own}"),
            };
            neighbours.extend(model.neighbours.iter().map(|pair| pair.each_ref().map(named)));
            mimics.extend(model.mimics.iter().map(|(joint, other)| (named(joint), named(other))));
            srdf.disabled.extend(model.srdf.disabled.iter().map(|pair| DisabledPair {
                link1: named(&pair.link1),
                link2: named(&pair.link2),
                reason: pair.reason.clone(),
            }));
            srdf.states.extend(model.srdf.states.iter().map(|state| GroupState {
                joints: state.joints.iter().map(|(joint, at)| (named(joint), at.clone())).collect(),
                ..state.clone()
            }));
            robots.push((name, model.robot));
        }
        let name = robots.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let robot = Robot::joined(robots.iter().map(|(name, robot)| (&name[..], robot.clone())));
        let wrong = |wrong: paths::Error| Error { path: None, line: None, what: wrong.to_string() };
        Ok(Self { name, neighbours, robot: robot.map_err(wrong)?, srdf, mimics })
    }

    /// Allows the pairs of links that the SRDF file disables. A pair with a name that is unknown is noted.
    pub fn allow_disabled(&self, world: &mut paths::World, notes: &mut Notes) {
        for pair in &self.srdf.disabled {
            if let Err(wrong) = world.allow(&pair.link1, &pair.link2) {
                let (one, other) = (&pair.link1, &pair.link2);
                notes.warnings.push(format!("the SRDF file disables {one:?}, {other:?}: {wrong}"));
            }
        }
    }
}

/// The most names that a sentence lists.
const MOST_NAMES: usize = 20;

/// Names, as many as fit a sentence.
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    let first: Vec<String> =
        names.iter().take(MOST_NAMES).map(|name| format!("{:?}", name.as_ref())).collect();
    let more = match names.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    first.join(", ") + &more
}

/// The robot of these links and the joints of the file, and of what drives its base.
fn assembled(
    mut links: Vec<paths::Link>,
    urdf: &Urdf,
    drive: Option<(Vec<paths::Link>, [Joint; 3])>,
    notes: &mut Notes,
) -> Result<Robot, Error> {
    let mut joints = Vec::new();
    if let Some((made, three)) = drive {
        links.extend(made);
        joints.extend(three);
    }
    for joint in &urdf.joints {
        let at = |wrong: clearance::Error| Error {
            path: None,
            line: Some(joint.line),
            what: format!("joint {:?}: {wrong}", joint.name),
        };
        if joint.kind == Kind::Planar {
            let ends = [&joint.parent[..], &joint.child];
            let origin = pose(&joint.origin).map_err(at)?;
            if joint.axis != [0.0, 0.0, 1.0] {
                let (line, name) = (joint.line, &joint.name);
                notes.warnings.push(format!(
                    "line {line}: the axis of planar joint {name:?} is not z: its plane is that across the axis, and \
                     MoveIt moves it along x and y of its frame"
                ));
            }
            let (two, three) = planar(&joint.name, ends, origin, DVec3::from_array(joint.axis));
            links.extend(two);
            joints.extend(three);
        } else {
            joints.push(converted(joint, notes).map_err(at)?);
        }
    }
    let wrong = |wrong: paths::Error| Error { path: None, line: None, what: wrong.to_string() };
    Robot::new(links, joints).map_err(wrong)
}

/// The virtual joint by which the robot drives: its frame as a link, two more links, and three joints. A joint that is fixed
/// is nothing; others that cannot drive it are noted.
fn driving(
    all: &[VirtualJoint],
    urdf: &Urdf,
    notes: &mut Notes,
) -> Option<(Vec<paths::Link>, [Joint; 3])> {
    let mut drives = all.iter().filter_map(|joint| drive(joint, urdf, notes));
    let first = drives.next();
    if let Some((_, [x, ..])) = drives.next() {
        let name = x.name.trim_end_matches("/x").to_owned();
        drop(drives);
        notes.warnings.push(format!("a second virtual joint, {name:?}, is not read"));
    }
    first
}

/// One of them.
fn drive(
    joint: &VirtualJoint,
    urdf: &Urdf,
    notes: &mut Notes,
) -> Option<(Vec<paths::Link>, [Joint; 3])> {
    let VirtualJoint { name, kind, parent, child } = joint;
    let mut stays = |why: &str| {
        notes.warnings.push(format!("virtual joint {name:?} {why}: the robot's base stays"));
        None
    };
    let is_root = urdf.joints.iter().all(|joint| joint.child != *child);
    match &kind[..] {
        "fixed" => None,
        "planar" if !is_root || urdf.links.iter().all(|link| link.name != *child) => {
            stays(&format!("moves {child:?}, which is not the root of the robot"))
        }
        "planar" if urdf.links.iter().any(|link| link.name == *parent) => {
            stays(&format!("begins at {parent:?}, which is a link of the robot"))
        }
        "planar" => {
            let (two, three) = planar(name, [parent, child], Pose::IDENTITY, DVec3::Z);
            let frame = paths::Link { name: parent.clone(), shapes: Vec::new() };
            Some(([frame].into_iter().chain(two).collect(), three))
        }
        _ => stays(&format!("is {kind}, and only planar ones are moved")),
    }
}

/// A joint in the form of the prover. What it cannot move stays where it is, with a warning.
fn converted(
    joint: &clearance_formats::Joint,
    notes: &mut Notes,
) -> Result<Joint, clearance::Error> {
    let kind = match joint.kind {
        Kind::Revolute | Kind::Continuous => JointKind::Revolute,
        Kind::Prismatic => JointKind::Prismatic,
        Kind::Fixed => JointKind::Fixed,
        Kind::Floating | Kind::Planar => {
            let (line, name) = (joint.line, &joint.name);
            notes.warnings.push(format!(
                "line {line}: joint {name:?} is floating: it is taken as fixed at its origin"
            ));
            JointKind::Free
        }
    };
    let mimic = joint.mimic.as_ref().map(|mimic| Mimic {
        joint: mimic.joint.clone(),
        multiplier: mimic.multiplier,
        offset: mimic.offset,
    });
    // Some files have 1e16 for a joint without limits.
    let is_small = |ends: &[f64; 2]| ends.iter().all(|end| end.abs() <= LARGEST_VALUE);
    if let Some([lower, upper]) = joint.limits.filter(|ends| !is_small(ends)) {
        let (line, name) = (joint.line, &joint.name);
        notes.warnings.push(format!(
            "line {line}: the limits {lower} and {upper} of joint {name:?} are beyond {LARGEST_VALUE}: it is taken as \
             one without limits"
        ));
    }
    Ok(Joint {
        name: joint.name.clone(),
        kind,
        parent: joint.parent.clone(),
        child: joint.child.clone(),
        origin: pose(&joint.origin)?,
        axis: DVec3::from_array(joint.axis),
        limits: joint.limits.filter(is_small),
        mimic,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

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
            let robot = assembled(links, &urdf, None, &mut Notes::default()).unwrap();
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
