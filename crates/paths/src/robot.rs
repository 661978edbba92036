//! [`Robot`]: links, and the joints between them.
//!
//! ```text
//!    URDF         base --fixed--> plate --revolute--> arm --prismatic--> slide
//!    frames       0 (base, plate) ----------> 1 (arm) ----------> 2 (slide)
//! ```
//!
//! Several robots are a forest: their trees share frame 0 (see [`Robot::joined`]).
//!
//! Links that fixed joints hold together move as one: they share a *frame*. Frame 0 is the world's and never moves;
//! each other frame has one joint that moves it. Parents come before children.

use std::collections::{BTreeMap, BTreeSet};

use clearance_geometry::space::{Motion, Pose};
use clearance_worlds::Collider;
use glam::DVec3;

use crate::Error;

/// A joint value may be as large as this, in radians or units of length: beyond it, a joint turns by less than its
/// rounding.
pub const LARGEST_VALUE: f64 = 1e9;

/// A rigid part of a robot, with the shapes that must not collide. Poses are in the frame of the link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The name.
    pub name: String,
    /// The shapes; there may be none.
    pub shapes: Vec<(Pose<DVec3>, Collider<DVec3>)>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// It turns around its axis. The value is an angle in radians, counterclockwise if the axis points to the viewer.
    Revolute,
    /// It slides along its axis. The value is a length.
    Prismatic,
    /// In a way that has no single value, as floating and planar joints. On a path the child stays at the joint's origin.
    /// Its links are no neighbours, and nothing is proven about pairs that it is between over the limits of all joints.
    Free,
}

/// A joint that follows another one: its value is that of the other, times a factor, plus an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The name of the joint that is followed.
    pub joint: String,
    /// The factor.
    pub multiplier: f64,
    /// The offset, in radians or units of length.
    pub offset: f64,
}

/// A joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The link that it is mounted on.
    pub parent: String,
    /// The link that it moves.
    pub child: String,
    /// The pose of the joint, and of the child at value 0, in the frame of the parent.
    pub origin: Pose<DVec3>,
    /// The axis in the frame of the joint, of any length but zero. Fixed and free joints ignore it.
    pub axis: DVec3,
    /// The least and the largest value. `None`: a joint that turns or slides without end.
    pub limits: Option<[f64; 2]>,
    /// The joint that this one follows.
    pub mimic: Option<Mimic>,
}

/// What moves a frame: the joint between it and its parent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The frame that the joint is mounted on; smaller than this frame's number.
    pub parent: usize,
    /// The joint's frame, and that of the child at value 0, in the parent frame.
    pub fixed: Motion<DVec3>,
    /// The unit axis in the joint's frame.
    pub axis: DVec3,
    /// Does it turn, or slide?
    pub turns: bool,
    /// The link that the joint moves; its frame is this one.
    pub link: usize,
    /// Its value is `multiplier * configuration[value] + offset`.
    pub value: usize,
    pub multiplier: f64,
    pub offset: f64,
    /// It may be off by this, whatever a path says; `is_loose`: it is none of the robot's joints. See `loose.rs`.
    pub off: f64,
    pub is_loose: bool,
}

/// A link in its frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub link: Link,
    /// The frame that it moves with, and where it is there.
    pub frame: usize,
    pub motion: Motion<DVec3>,
    /// The link that fixed joints lead down from to this one: all links below it by fixed joints are one part.
    pub part: usize,
    /// The last free joint above it. If two links have different ones, a free joint is between them.
    pub free: Option<usize>,
}

/// Where a link is while a robot is made: see [`Placed`].
#[derive(Clone, Copy)]
struct Place {
    frame: usize,
    motion: Motion<DVec3>,
    part: usize,
    free: Option<usize>,
}

/// A tree of links and joints. A configuration has one value for each joint that moves and follows no other, in the
/// order of [`Robot::joints`].
///
/// ```
/// use clearance::d3_f64::{Capsule, Collider, DVec3, Pose};
/// use clearance::paths::{Joint, JointKind, Link, Robot};
/// let bar = Collider::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1)?);
/// let link = |name: &str| Link { name: name.into(), shapes: vec![(Pose::IDENTITY, bar.clone())] };
/// let joint = |name: &str, parent: &str, child: &str, x: f64| Joint {
///     name: name.into(),
///     kind: JointKind::Revolute,
///     parent: parent.into(),
///     child: child.into(),
///     origin: Pose::at(DVec3::X * x).unwrap(),
///     axis: DVec3::Z,
///     limits: Some([-3.0, 3.0]),
///     mimic: None,
/// };
/// let robot = Robot::new(
///     vec![link("base"), link("upper"), link("fore")],
///     vec![joint("shoulder", "base", "upper", 0.0), joint("elbow", "upper", "fore", 1.0)],
/// )?;
/// let quarter = std::f64::consts::FRAC_PI_2;
/// let fore = robot.poses(&[quarter, -quarter])?[2];
/// assert!((fore.transform_point(DVec3::X) - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    pub(crate) frames: Vec<Frame>,
    pub(crate) links: Vec<Placed>,
    /// Pairs of links with a joint between them, by number.
    pub(crate) neighbours: BTreeSet<[usize; 2]>,
    /// How many joints are fixed.
    pub(crate) fixed_joints: usize,
    /// The joints as they were given, and for each link the poses of the base, the first one first.
    pub(crate) given: Vec<Joint>,
    pub(crate) bases: Vec<Vec<Pose<DVec3>>>,
    /// Where the base stands. Frames and links in the frame of the world, number 0, are as seen from there, and so is
    /// all that moves with them: numbers stay small, and rounding with them, wherever the robot stands.
    pub(crate) origin: DVec3,
    joints: Vec<String>,
    kinds: Vec<JointKind>,
    limits: Vec<Option<[f64; 2]>>,
}

impl Robot {
    /// A robot of these links and joints. A link that no joint moves stands in the world: see [`Robot::based`].
    ///
    /// # Errors
    /// Doubled and unknown names, a link with two parents, links or mimic joints in a circle, axes without a
    /// direction, limits and mimics that are not finite.
    pub fn new(links: Vec<Link>, joints: Vec<Joint>) -> Result<Self, Error> {
        let numbers = numbers("link", links.iter().map(|link| &link.name))?;
        let by_name = numbers_of_joints(&joints)?;
        let link = |joint: &Joint, name: &String| {
            let by = || format!("joint \"{}\"", joint.name);
            numbers.get(name).copied().ok_or_else(|| unknown(by(), "link", name))
        };
        let mut moved_by: Vec<Option<usize>> = vec![None; links.len()];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
        let mut neighbours = BTreeSet::new();
        for (number, joint) in joints.iter().enumerate() {
            let (parent, child) = (link(joint, &joint.parent)?, link(joint, &joint.child)?);
            if let Some(one) = moved_by[child].replace(number) {
                let (one, other) = (joints[one].name.clone(), joint.name.clone());
                return Err(Error::TwoParents { link: joint.child.clone(), one, other });
            }
            children[parent].push(number);
            if joint.kind != JointKind::Free {
                neighbours.insert([parent.min(child), parent.max(child)]);
            }
        }
        let (values, joint_names, limits) = values(&joints, &by_name)?;
        let fixed_joints = values.iter().filter(|value| value.is_none()).count();
        let kind = |name: &String| joints[by_name[name]].kind;
        let kinds = joint_names.iter().map(kind).collect();
        let mut robot = Self {
            frames: vec![world()],
            links: vec![],
            neighbours,
            fixed_joints,
            given: vec![],
            bases: vec![vec![]; links.len()],
            origin: DVec3::ZERO,
            joints: joint_names,
            kinds,
            limits,
        };
        let mut places: Vec<Option<Place>> = vec![None; links.len()];
        let mut open: Vec<usize> = (0..links.len()).filter(|i| moved_by[*i].is_none()).collect();
        for root in &open {
            let motion = Motion::identity();
            places[*root] = Some(Place { frame: 0, motion, part: *root, free: None });
        }
        while let Some(at) = open.pop() {
            let Place { frame, motion, part, free } = places[at].expect("set before it is opened");
            for &number in &children[at] {
                let joint = &joints[number];
                let fixed = after(&motion, &Motion::of(&joint.origin));
                let child = numbers[&joint.child];
                places[child] = Some(match values[number] {
                    None if joint.kind == JointKind::Free => {
                        Place { frame, motion: fixed, part: child, free: Some(number) }
                    }
                    None => Place { frame, motion: fixed, part, free },
                    Some((value, multiplier, offset)) => {
                        let turns = joint.kind == JointKind::Revolute;
                        let axis = direction(joint)?;
                        robot.frames.push(Frame {
                            parent: frame,
                            fixed,
                            axis,
                            turns,
                            link: child,
                            value,
                            multiplier,
                            offset,
                            off: 0.0,
                            is_loose: false,
                        });
                        let (frame, motion) = (robot.frames.len() - 1, Motion::identity());
                        Place { frame, motion, part: child, free }
                    }
                });
                open.push(child);
            }
        }
        for (link, place) in links.into_iter().zip(places) {
            let Some(Place { frame, motion, part, free }) = place else {
                return Err(Error::Circle { what: "link", name: link.name });
            };
            robot.links.push(Placed { link, frame, motion, part, free });
        }
        robot.given = joints;
        Ok(robot)
    }

    /// A body that moves by itself, as a box on a conveyor or a cart, for a cell of several robots ([`Robot::joined`]). Its
    /// joints are `x`, `y` and `z`, which say where its origin is, as seen from its base ([`Robot::based`]), and `yaw`, by
    /// which it turns about z. The link with the shapes has the name of the body in the cell. A body that turns in another
    /// way is a robot with joints for that: about each axis by an angle of its own, not by quaternions.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, Cuboid, DVec3, Pose};
    /// # use clearance::paths::Robot;
    /// let shape = vec![(Pose::IDENTITY, Collider::from(Cuboid::new(DVec3::splat(0.1))?))];
    /// let cell = Robot::joined([("box", Robot::moving(shape))])?;
    /// assert_eq!(cell.joints(), ["box/x", "box/y", "box/z", "box/yaw"]);
    /// assert_eq!(cell.links().last().unwrap().name, "box");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moving(shapes: impl Into<Vec<(Pose<DVec3>, Collider<DVec3>)>>) -> Self {
        let axes = [("x", DVec3::X), ("y", DVec3::Y), ("z", DVec3::Z), ("yaw", DVec3::Z)];
        let names = ["base", "at x", "at y", "at z", ""];
        let mut links = names.map(|name| Link { name: name.into(), shapes: vec![] });
        links[4].shapes = shapes.into();
        let joint = |(k, (name, axis)): (usize, (&str, DVec3))| Joint {
            name: name.into(),
            kind: if k < 3 { JointKind::Prismatic } else { JointKind::Revolute },
            parent: names[k].into(),
            child: names[k + 1].into(),
            origin: Pose::IDENTITY,
            axis,
            limits: None,
            mimic: None,
        };
        let robot = Self::new(links.into(), axes.into_iter().enumerate().map(joint).collect());
        robot.expect("four joints in a row")
    }
    /// Several robots as one, each standing where it stood: two arms in one cell. The names of their links and joints
    /// begin with the name of the robot and a slash; without a name they stay what they are. Configurations have the values
    /// of the first robot first.
    ///
    /// ```
    /// # use clearance::d3_f64::{DVec3, Pose};
    /// # use clearance::paths::{Joint, JointKind, Link, Robot};
    /// # let link = |name: &str| Link { name: name.into(), shapes: vec![] };
    /// # let joint = Joint {
    /// #     name: "shoulder".into(),
    /// #     kind: JointKind::Revolute,
    /// #     parent: "base".into(),
    /// #     child: "hand".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::Z,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// let arm = Robot::new(vec![link("base"), link("hand")], vec![joint])?;
    /// let aside = arm.clone().based(&Pose::at(DVec3::Y)?);
    /// let both = Robot::joined([("left", arm), ("right", aside)])?;
    /// assert_eq!(both.joints(), ["left/shoulder", "right/shoulder"]);
    /// assert_eq!(both.links().last().unwrap().name, "right/hand");
    /// assert_eq!(both.poses(&[0.5, 0.0])?[3], Pose::at(DVec3::Y)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Two links or joints with one name, because two robots have one.
    pub fn joined<'n>(robots: impl IntoIterator<Item = (&'n str, Self)>) -> Result<Self, Error> {
        let mut all = Self {
            frames: vec![world()],
            links: vec![],
            neighbours: BTreeSet::new(),
            fixed_joints: 0,
            given: vec![],
            bases: vec![],
            origin: DVec3::ZERO,
            joints: vec![],
            kinds: vec![],
            limits: vec![],
        };
        for (name, robot) in robots {
            if all.links.is_empty() {
                all.origin = robot.origin;
            }
            let robot = robot.seen_from(all.origin);
            let (frames, links, values) = (all.frames.len() - 1, all.links.len(), all.joints.len());
            let joints = all.given.len();
            let named = |own: &str| match (name, own) {
                ("", own) | (own, "") => own.to_owned(),
                _ => format!("{name}/{own}"),
            };
            // The world is the same for all.
            let number = |frame: usize| if frame == 0 { 0 } else { frame + frames };
            all.frames.extend(robot.frames.into_iter().skip(1).map(|frame| Frame {
                parent: number(frame.parent),
                link: frame.link + links,
                value: frame.value + values,
                ..frame
            }));
            all.links.extend(robot.links.into_iter().map(|placed| Placed {
                link: Link { name: named(&placed.link.name), ..placed.link },
                frame: number(placed.frame),
                part: placed.part + links,
                free: placed.free.map(|joint| joint + joints),
                ..placed
            }));
            all.neighbours
                .extend(robot.neighbours.iter().map(|pair| pair.map(|link| link + links)));
            all.fixed_joints += robot.fixed_joints;
            all.bases.extend(robot.bases);
            all.given.extend(robot.given.into_iter().map(|joint| Joint {
                name: named(&joint.name),
                parent: named(&joint.parent),
                child: named(&joint.child),
                mimic: joint.mimic.map(|mimic| Mimic { joint: named(&mimic.joint), ..mimic }),
                ..joint
            }));
            all.joints.extend(robot.joints.iter().map(|joint| named(joint)));
            all.kinds.extend(robot.kinds);
            all.limits.extend(robot.limits);
        }
        numbers("link", all.links.iter().map(|placed| &placed.link.name))?;
        numbers("joint", all.joints.iter())?;
        Ok(all)
    }

    /// The robot with its base at this pose in the world.
    pub fn based(mut self, base: &Pose<DVec3>) -> Self {
        self.bases.iter_mut().for_each(|poses| poses.push(*base));
        let mut robot = self.seen_from(DVec3::ZERO);
        robot.origin = base.translation();
        let turn = Motion { translation: DVec3::ZERO, ..Motion::of(base) };
        robot.change_base(|motion| after(&turn, motion));
        robot
    }
    /// The same robot, seen from another place.
    fn seen_from(mut self, origin: DVec3) -> Self {
        let way = self.origin - origin;
        self.change_base(|motion| Motion { translation: motion.translation + way, ..*motion });
        Self { origin, ..self }
    }
    /// Changes the motions of all that hangs on the world.
    fn change_base(&mut self, change: impl Fn(&Motion<DVec3>) -> Motion<DVec3>) {
        for frame in self.frames.iter_mut().skip(1).filter(|frame| frame.parent == 0) {
            frame.fixed = change(&frame.fixed);
        }
        for placed in self.links.iter_mut().filter(|placed| placed.frame == 0) {
            placed.motion = change(&placed.motion);
        }
    }

    /// The names of the joints that move and follow no other.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }
    /// How these joints move.
    pub fn kinds(&self) -> &[JointKind] {
        &self.kinds
    }
    /// The limits of these joints.
    pub fn limits(&self) -> &[Option<[f64; 2]>] {
        &self.limits
    }
    /// The links, in the order in which they were given.
    pub fn links(&self) -> impl ExactSizeIterator<Item = &Link> {
        self.links.iter().map(|placed| &placed.link)
    }
    /// The names of the links that no joint moves.
    pub fn bases(&self) -> impl Iterator<Item = &str> {
        let moved: BTreeSet<&str> = self.given.iter().map(|joint| joint.child.as_str()).collect();
        self.links().map(|link| link.name.as_str()).filter(move |name| !moved.contains(name))
    }
    /// The links that hang on one, and itself.
    pub(crate) fn links_on(&self, root: usize) -> BTreeSet<usize> {
        let mut parents = vec![None; self.links.len()];
        let number = |name: &str| self.links.iter().position(|placed| placed.link.name == name);
        for joint in &self.given {
            if let (Some(parent), Some(child)) = (number(&joint.parent), number(&joint.child)) {
                parents[child] = Some(parent);
            }
        }
        let root_of = |mut link: usize| {
            while let Some(parent) = parents[link] {
                link = parent;
            }
            link
        };
        (0..self.links.len()).filter(|link| root_of(*link) == root).collect()
    }
    /// The configuration with 0 for each joint, or what is nearest to it within the limits.
    pub fn neutral(&self) -> Vec<f64> {
        let value = |limits: &Option<[f64; 2]>| limits.map_or(0.0, |[lo, hi]| 0_f64.clamp(lo, hi));
        self.limits.iter().map(value).collect()
    }
    /// About how far from the base the origin of a link can be, within the limits.
    pub fn reach(&self) -> f64 {
        let slide = |frame: &Frame| match self.limits[frame.value] {
            Some([lo, hi]) if !frame.turns => lo.abs().max(hi.abs()) * frame.multiplier.abs(),
            _ => 0.0,
        };
        let mut reaches = vec![0.0_f64];
        for frame in &self.frames[1..] {
            // The way from the world to the base is none of the robot's.
            let own = if frame.parent == 0 { 0.0 } else { frame.fixed.translation.length() };
            reaches.push(reaches[frame.parent] + own + slide(frame));
        }
        reaches.into_iter().fold(0.0, f64::max)
    }
    /// The poses of the links in the world.
    ///
    /// # Errors
    /// A configuration without one finite value for each joint.
    pub fn poses(&self, configuration: &[f64]) -> Result<Vec<Pose<DVec3>>, Error> {
        self.check(0, configuration)?;
        let frames = self.motions(configuration);
        let pose = |placed: &Placed| self.pose(&after(&frames[placed.frame], &placed.motion));
        self.links.iter().map(pose).collect()
    }
    /// The nearest pose in the world.
    pub(crate) fn pose(&self, motion: &Motion<DVec3>) -> Result<Pose<DVec3>, Error> {
        let columns = motion.columns.map(|column| column.to_array());
        let turn = glam::DQuat::from_mat3(&glam::DMat3::from_cols_array_2d(&columns));
        Ok(Pose::new(motion.translation + self.origin, turn)?)
    }
    /// Is this a configuration?
    pub(crate) fn check(&self, row: usize, configuration: &[f64]) -> Result<(), Error> {
        check_row(&self.joints, row, configuration)
    }
}

/// Has a row a value for each of these joints?
pub(crate) fn check_row(joints: &[String], row: usize, values: &[f64]) -> Result<(), Error> {
    let (len, expected) = (values.len(), joints.len());
    if len != expected {
        return Err(Error::RowLength { row, len, expected });
    }
    joints.iter().zip(values).try_for_each(|(joint, value)| usable(joint, *value))
}

/// Where each joint's value comes from: the number in the configuration, a factor and an offset; `None` if it is
/// fixed. And the names and limits of the joints that have a number.
#[expect(clippy::type_complexity, reason = "three lists that are made together")]
fn values(
    joints: &[Joint],
    by_name: &BTreeMap<&String, usize>,
) -> Result<(Vec<Option<(usize, f64, f64)>>, Vec<String>, Vec<Option<[f64; 2]>>), Error> {
    let (mut names, mut limits) = (Vec::new(), Vec::new());
    let mut found: Vec<Option<(usize, f64, f64)>> = vec![None; joints.len()];
    for (number, joint) in joints.iter().enumerate() {
        if matches!(joint.kind, JointKind::Fixed | JointKind::Free) {
            continue;
        }
        if let Some([lower, upper]) = joint.limits
            && !(lower <= upper && lower.abs().max(upper.abs()) <= LARGEST_VALUE)
        {
            return Err(Error::Limits { joint: joint.name.clone(), lower, upper });
        }
        if joint.mimic.is_none() {
            found[number] = Some((names.len(), 1.0, 0.0));
            names.push(joint.name.clone());
            limits.push(joint.limits);
        }
    }
    for (number, joint) in joints.iter().enumerate() {
        let is_still = matches!(joint.kind, JointKind::Fixed | JointKind::Free);
        if is_still || joint.mimic.is_none() {
            continue;
        }
        let (mut at, mut multiplier, mut offset, mut steps) = (joint, 1.0, 0.0, 0);
        let last = loop {
            let Some(mimic) = &at.mimic else { break at };
            offset += multiplier * mimic.offset;
            multiplier *= mimic.multiplier;
            let by = || format!("joint \"{}\"", at.name);
            let next =
                by_name.get(&mimic.joint).ok_or_else(|| unknown(by(), "joint", &mimic.joint))?;
            at = &joints[*next];
            steps += 1;
            if steps > joints.len() {
                return Err(Error::Circle { what: "joint", name: joint.name.clone() });
            }
        };
        usable(&joint.name, multiplier)?;
        usable(&joint.name, offset)?;
        // What follows a fixed joint does not move either, but for its offset.
        found[number] = match found[by_name[&last.name]] {
            Some((value, ..)) => Some((value, multiplier, offset)),
            None => {
                return Err(unknown(
                    format!("joint \"{}\"", joint.name),
                    "moving joint",
                    &last.name,
                ));
            }
        };
    }
    Ok((found, names, limits))
}

pub(crate) fn usable(joint: &str, value: f64) -> Result<(), Error> {
    let fits = value.abs() <= LARGEST_VALUE;
    if fits { Ok(()) } else { Err(Error::Value { joint: joint.into(), value }) }
}

fn unknown(by: String, what: &'static str, name: &str) -> Error {
    Error::Unknown { by, what, name: name.into() }
}

fn direction(joint: &Joint) -> Result<DVec3, Error> {
    joint.axis.try_normalize().ok_or_else(|| Error::Axis { joint: joint.name.clone() })
}

fn world() -> Frame {
    let fixed = Motion::identity();
    let axis = DVec3::Z;
    Frame {
        parent: 0,
        fixed,
        axis,
        turns: false,
        link: 0,
        value: 0,
        multiplier: 0.0,
        offset: 0.0,
        off: 0.0,
        is_loose: false,
    }
}

/// The number of each name.
pub(crate) fn numbers<'n>(
    what: &'static str,
    names: impl Iterator<Item = &'n String>,
) -> Result<BTreeMap<String, usize>, Error> {
    let mut numbers = BTreeMap::new();
    for (number, name) in names.enumerate() {
        if numbers.insert(name.clone(), number).is_some() {
            return Err(Error::Doubled { what, name: name.clone() });
        }
    }
    Ok(numbers)
}

fn numbers_of_joints(joints: &[Joint]) -> Result<BTreeMap<&String, usize>, Error> {
    numbers("joint", joints.iter().map(|joint| &joint.name))?;
    Ok(joints.iter().enumerate().map(|(number, joint)| (&joint.name, number)).collect())
}

/// `inner` first, then `outer`.
#[inline]
pub(crate) fn after(outer: &Motion<DVec3>, inner: &Motion<DVec3>) -> Motion<DVec3> {
    Motion {
        columns: inner.columns.map(|column| outer.rotate(column)),
        translation: outer.apply(inner.translation),
    }
}
