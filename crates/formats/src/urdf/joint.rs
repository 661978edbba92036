//! Joints.

use clearance_lines::words::guess;
use glam::DVec3;

use super::Origin;
use super::known::KNOWN;
use super::link::{read_origin, within};
use super::value::{scalar, vector};
use crate::error::{Error, Notes, shortened};
use crate::xml::Node;

/// A connection of two links.
///
/// With the joint's value `q`, the child's frame in the parent's is `origin * M(q)`. `M` turns about the
/// axis or moves along it; for a fixed joint it is the identity.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Unique in the robot.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The name of a link.
    pub parent: String,
    /// The name of a link.
    pub child: String,
    /// The joint's frame in that of the parent.
    pub origin: Origin,
    /// In the joint's frame: a unit vector. It means nothing for fixed and floating joints. It is normal to
    /// the plane of planar joints.
    pub axis: [f64; 3],
    /// Lower and upper end of `q`, in radians or metres, in order. `None` without limits: also for
    /// continuous, fixed, floating and planar joints.
    pub limits: Option<[f64; 2]>,
    /// Another joint that this one follows.
    pub mimic: Option<Mimic>,
    /// The line of its element.
    pub line: usize,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns about the axis.
    Revolute,
    /// Turns about the axis, without limits.
    Continuous,
    /// Moves along the axis.
    Prismatic,
    /// Moves and turns in all ways.
    Floating,
    /// Moves across the axis.
    Planar,
}

impl JointKind {
    /// Whether it moves by one number: an angle or a length.
    pub fn has_value(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

/// The joint's value is `multiplier` times that of another joint, plus `offset`.
///
/// The other joint moves, and may follow a third one, but never in a circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The name of the other joint.
    pub joint: String,
    /// 1 unless the file has it.
    pub multiplier: f64,
    /// 0 unless the file has it.
    pub offset: f64,
}

/// A length this close to 1 is one that was rounded when it was written, to two digits or more.
const ROUNDED: f64 = 0.01;

/// Reads a `joint` element.
pub(super) fn read(node: Node<'_>, notes: &mut Notes) -> Result<Joint, Error> {
    let name = node.required("name")?;
    let mut own = Notes::default();
    let joint = read_named(node, &name, &mut own).map_err(|e| within("joint", &name, e))?;
    notes.add_within("joint", &name, own);
    Ok(joint)
}

fn read_named(node: Node<'_>, name: &str, notes: &mut Notes) -> Result<Joint, Error> {
    let link = |end: &str| -> Result<String, Error> {
        node.child(end)?.ok_or_else(|| node.error(format!("it has no <{end}>")))?.required("link")
    };
    node.note_unknown(&KNOWN, notes);
    let kind = read_kind(node, notes)?;
    Ok(Joint {
        name: name.to_owned(),
        kind,
        parent: link("parent")?,
        child: link("child")?,
        origin: read_origin(node, notes)?,
        axis: read_axis(node, kind, notes)?,
        limits: read_limits(node, kind, notes)?,
        // Without a value nothing can follow another one.
        mimic: node.child("mimic")?.filter(|_| kind.has_value()).map(read_mimic).transpose()?,
        line: node.line(),
    })
}

fn read_kind(node: Node<'_>, notes: &mut Notes) -> Result<JointKind, Error> {
    const KINDS: [&str; 6] = ["fixed", "revolute", "continuous", "prismatic", "floating", "planar"];
    let written = node.required("type")?;
    let kind = written.to_ascii_lowercase();
    if kind != written {
        let written = shortened(&written);
        notes.add(node.line(), format!("type \"{written}\" is taken for \"{}\"", shortened(&kind)));
    }
    Ok(match kind.as_str() {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "floating" => JointKind::Floating,
        "planar" => JointKind::Planar,
        _ => {
            return Err(node.error(format!(
                "type \"{}\" is none of {}{}",
                shortened(&written),
                KINDS.join(", "),
                guess(&written, &KINDS)
            )));
        }
    })
}

/// That of joints without an `axis` element, and of those for which it means nothing.
const DEFAULT_AXIS: [f64; 3] = [1.0, 0.0, 0.0];

fn read_axis(parent: Node<'_>, kind: JointKind, notes: &mut Notes) -> Result<[f64; 3], Error> {
    let means_nothing = matches!(kind, JointKind::Fixed | JointKind::Floating);
    let node = parent.child("axis")?.filter(|_| !means_nothing);
    let Some(node) = node else { return Ok(DEFAULT_AXIS) };
    let Some(written) = vector(node, "xyz", notes)? else {
        notes.add(node.line(), "an <axis> has no xyz: it is 1 0 0");
        return Ok(DEFAULT_AXIS);
    };
    let axis = DVec3::from_array(written);
    // Divided by its largest number first, so that no square leaves the range.
    let scaled = axis / axis.abs().max_element();
    let unit = scaled / scaled.length();
    let [x, y, z] = written;
    if !unit.is_finite() {
        return Err(node.error(format!("the axis {x} {y} {z} has no direction")));
    }
    if (axis.length() - 1.0).abs() > ROUNDED {
        let what = format!("the axis {x} {y} {z} has not length 1: only its direction counts");
        notes.add(node.line(), what);
    }
    Ok(unit.to_array())
}

/// Where the file is in doubt, there are no limits: what is proven without them holds within them.
fn read_limits(
    parent: Node<'_>,
    kind: JointKind,
    notes: &mut Notes,
) -> Result<Option<[f64; 2]>, Error> {
    if !matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
        return Ok(None);
    }
    let Some(node) = parent.child("limit")? else {
        notes.add(parent.line(), "it has no <limit>: it moves without end");
        return Ok(None);
    };
    let end = |name: &str| {
        let endless = node.attribute(name).and_then(|v| v.trim().parse::<f64>().ok());
        if endless.is_some_and(f64::is_infinite) { Ok(endless) } else { scalar(node, name) }
    };
    let (lower, upper) = match (end("lower")?, end("upper")?) {
        (None, None) => {
            notes.add(node.line(), "its <limit> has neither lower nor upper: it moves without end");
            return Ok(None);
        }
        (Some(lower), Some(upper)) => (lower, upper),
        (lower, upper) => {
            notes.add(node.line(), "its <limit> has one end only: the other one is 0");
            (lower.unwrap_or(0.0), upper.unwrap_or(0.0))
        }
    };
    // Bullet uses the wrong order for joints without limits.
    if lower > upper {
        let what = format!("lower {lower} is more than upper {upper}: it moves without end");
        notes.add(node.line(), what);
        return Ok(None);
    }
    if lower.is_infinite() || upper.is_infinite() {
        let what = format!("{lower} to {upper} is not finite: it moves without end");
        notes.add(node.line(), what);
        return Ok(None);
    }
    Ok(Some([lower, upper]))
}

fn read_mimic(node: Node<'_>) -> Result<Mimic, Error> {
    Ok(Mimic {
        joint: node.required("joint")?,
        multiplier: scalar(node, "multiplier")?.unwrap_or(1.0),
        offset: scalar(node, "offset")?.unwrap_or(0.0),
    })
}
