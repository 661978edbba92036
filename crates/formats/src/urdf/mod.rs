//! URDF: the links of a robot, what of them collides, and the joints between them.
//!
//! The format is that of <https://wiki.ros.org/urdf/XML>. Only `link` with its `collision` and
//! `visual` elements and `joint` are read; inertias, materials, sensors and transmissions may be anything, or missing.
//!
//! ROS, Bullet, Drake and Gazebo read different dialects, and many published files break the rules of all
//! of them. What has one likely meaning is read and noted. What has none, or would leave out a body that
//! collides, is an error: a robot that is too small seems to be clear of others.

mod check;
mod joint;
mod known;
mod link;
mod value;

use std::collections::BTreeSet;
use std::path::Path;

use clearance_lines::words::guess;

use crate::error::{Error, Note, Notes, shortened};
use crate::file::{self, MOST_OF_A_TEXT};
use crate::xml::{Document, Node};

pub use joint::{Joint, JointKind, Mimic};
pub use link::{Collision, Geometry, Link, Origin};

/// A robot, in the order of its file. Lengths are metres, angles radians.
///
/// Names of links are unique, and so are those of joints. Joints name links that exist; they form trees: no
/// link has two parents, and none is above itself.
///
/// ```
/// let robot = clearance_formats::Urdf::read(
///     "<robot name='arm'>
///        <link name='base'/>
///        <link name='tip'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>
///        <joint name='elbow' type='revolute'>
///          <parent link='base'/> <child link='tip'/> <axis xyz='0 0 2'/>
///          <origin xyz='0 0 1'/> <limit lower='-1' upper='1.5'/>
///        </joint>
///      </robot>",
/// )?;
/// let elbow = &robot.joints[0];
/// assert_eq!((elbow.axis, elbow.limits), ([0.0, 0.0, 1.0], Some([-1.0, 1.5])));
/// assert_eq!(robot.notes[0].to_string(), "line 5: joint \"elbow\": the axis 0 0 2 has not length 1: only its direction counts");
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Urdf {
    /// The name of the robot; may be empty.
    pub name: String,
    /// At least one.
    pub links: Vec<Link>,
    /// All joints, fixed ones too.
    pub joints: Vec<Joint>,
    /// What was odd, and what was assumed.
    pub notes: Vec<Note>,
}

impl Urdf {
    /// Reads the content of a URDF file.
    ///
    /// # Errors
    /// Text that is no XML, is truncated or is a xacro program; elements that have no clear meaning; numbers
    /// that are not finite; names that are doubled, missing or unknown; joints in a circle.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let document = Document::parse(&text)?;
        refuse_others(&document)?;
        let mut notes = Notes::default();
        let mut robot = read_robot(document.root(), &mut notes)?;
        if let Some(line) = document.second_root {
            notes.add(line, "what follows the first <robot> is not read");
        }
        check::check(&mut robot, &mut notes)?;
        notes.0.sort_by_key(|note| note.line);
        Ok(Self { notes: notes.0, ..robot })
    }

    /// Reads a URDF file.
    ///
    /// # Errors
    /// As [`read`](Self::read), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let bytes = file::read(path, MOST_OF_A_TEXT);
        bytes.and_then(Self::read).map_err(|e| e.in_file(path))
    }
}

fn read_robot(root: Node<'_>, notes: &mut Notes) -> Result<Urdf, Error> {
    let name = root.attribute("name").unwrap_or_default().into_owned();
    let mut robot = Urdf { name, links: Vec::new(), joints: Vec::new(), notes: Vec::new() };
    let mut unread = BTreeSet::new();
    for node in root.children() {
        match node.name() {
            "link" => robot.links.push(link::read(node, notes)?),
            "joint" => robot.joints.push(joint::read(node, notes)?),
            // Elements with a prefix are those of one program.
            other if known::OF_A_ROBOT.contains(&other) || other.contains(':') => {}
            other => {
                if unread.insert(other) {
                    let (name, meant) = (shortened(other), guess(other, &known::OF_A_ROBOT));
                    notes.add(node.line(), format!("<{name}> is not read{meant}"));
                }
            }
        }
    }
    if robot.links.is_empty() {
        return Err(root.error("the robot has no links"));
    }
    if robot.links.iter().all(|link| link.collisions.is_empty()) {
        notes.add(root.line(), "no link has a <collision>, so nothing of the robot collides");
    }
    Ok(robot)
}

/// Refuses what is XML, but no URDF.
fn refuse_others(document: &Document<'_>) -> Result<(), Error> {
    let root = document.root();
    if root.name() != "robot" {
        let what = match root.name() {
            "sdf" => "this is SDF: only URDF is read".into(),
            "mujoco" => "this is a model of MuJoCo: only URDF is read".into(),
            other => {
                format!("a URDF file begins with <robot>, this one with <{}>", shortened(other))
            }
        };
        return Err(root.error(what));
    }
    if let Some(node) = document.nodes().find(|node| node.name().starts_with("xacro:")) {
        return Err(node.error(format!("<{}>: {}", shortened(node.name()), value::XACRO)));
    }
    let mut read = root.children().filter(|node| ["link", "joint"].contains(&node.name()));
    read.try_for_each(refuse_programs)
}

/// Refuses an expression of xacro in an attribute of an element that is read, or of one inside of it.
fn refuse_programs(node: Node<'_>) -> Result<(), Error> {
    if let Some((name, value)) = node.attributes().find(|(_, value)| value::is_program(value)) {
        let (tag, name, value) = (shortened(node.name()), shortened(&name), shortened(&value));
        return Err(node.error(format!("<{tag} {name}=\"{value}\">: {}", value::XACRO)));
    }
    let mut read = node.children().filter(|node| !["visual", "inertial"].contains(&node.name()));
    read.try_for_each(refuse_programs)
}
