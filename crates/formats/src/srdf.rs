//! SRDF: pairs of links that need no check, and named states of a robot's joints.
//!
//! The format is MoveIt's: <https://wiki.ros.org/srdf/review>. Groups, end effectors and virtual joints are
//! not read.

use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use clearance_lines::words::guess;
use quick_xml::escape::escape;

use crate::error::{Error, Note, Notes, shortened};
use crate::file::{self, MOST_OF_A_TEXT};
use crate::numbers::numbers;
use crate::xml::{Document, Known, Node};

/// What an SRDF file says of a robot. Names are not compared with those of the robot.
///
/// ```
/// let srdf = clearance_formats::Srdf::read(
///     "<robot name='arm'>
///        <disable_collisions link1='base' link2='elbow' reason='Never'/>
///        <group_state name='home' group='all'><joint name='j1' value='0.5'/></group_state>
///      </robot>",
/// )?;
/// assert_eq!(srdf.disabled[0].reason, "Never");
/// assert_eq!(srdf.states[0].joints, [("j1".to_owned(), vec![0.5])]);
/// assert_eq!(clearance_formats::Srdf::read(srdf.to_xml())?, srdf);
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Srdf {
    /// The name of the robot; may be empty.
    pub name: String,
    /// Pairs of links that may touch or never do.
    pub disabled: Vec<DisabledPair>,
    /// Named states.
    pub states: Vec<GroupState>,
    /// How the robot stands in its world.
    pub virtual_joints: Vec<VirtualJoint>,
    /// What was odd, and what was assumed.
    pub notes: Vec<Note>,
}

/// A joint between a frame of the world and the root of the robot: a `virtual_joint` element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VirtualJoint {
    /// The name of the joint.
    pub name: String,
    /// `fixed`, `planar` or `floating`.
    pub kind: String,
    /// The name of the frame.
    pub parent: String,
    /// The name of a link.
    pub child: String,
}

/// A pair of links that needs no check: a `disable_collisions` element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisabledPair {
    /// The name of a link.
    pub link1: String,
    /// The name of another link.
    pub link2: String,
    /// Such as `Adjacent`, `Never`, `Always`, `Default` or `User`; may be empty.
    pub reason: String,
}

/// Values of some joints: a `group_state` element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupState {
    /// The name of the state.
    pub name: String,
    /// The group of joints that it belongs to; may be empty.
    pub group: String,
    /// The names of joints, each with its values: one, or several for planar and floating joints. In
    /// radians and metres.
    pub joints: Vec<(String, Vec<f64>)>,
}

/// Elements that change which pairs are checked, in ways that are not read. Without them more are checked.
const UNREAD: [&str; 2] = ["disable_default_collisions", "enable_collisions"];

/// The elements of a robot. What is near to one of them may be misspelled, and is noted.
const OF_A_ROBOT: [&str; 10] = [
    "disable_collisions",
    "group_state",
    "disable_default_collisions",
    "enable_collisions",
    "group",
    "end_effector",
    "virtual_joint",
    "passive_joint",
    "joint_property",
    "link_sphere_approximation",
];

/// What is read. All else in it is noted.
const KNOWN: [Known; 4] = [
    Known { name: "disable_collisions", attributes: &["link1", "link2", "reason"], children: &[] },
    Known { name: "group_state", attributes: &["name", "group"], children: &["joint"] },
    Known { name: "joint", attributes: &["name", "value"], children: &[] },
    Known {
        name: "virtual_joint",
        attributes: &["name", "type", "parent_frame", "child_link"],
        children: &[],
    },
];

impl Srdf {
    /// Reads the content of an SRDF file.
    ///
    /// # Errors
    /// Text that is no XML or is truncated; a URDF file; missing names; values that are no finite numbers.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let document = Document::parse(&text)?;
        let root = document.root();
        if root.name() != "robot" {
            let name = shortened(root.name());
            return Err(
                root.error(format!("an SRDF file begins with <robot>, this one with <{name}>"))
            );
        }
        let mut notes = Notes::default();
        let name = root.attribute("name").unwrap_or_default().into_owned();
        let mut srdf = Self { name, ..Self::default() };
        for node in root.children() {
            node.note_unknown(&KNOWN, &mut notes);
            match node.name() {
                "disable_collisions" => srdf.disabled.push(read_pair(node)?),
                "group_state" => srdf.states.push(read_state(node)?),
                "virtual_joint" => srdf.virtual_joints.push(VirtualJoint {
                    name: node.required("name")?,
                    kind: node.required("type")?,
                    parent: node.required("parent_frame")?,
                    child: node.required("child_link")?,
                }),
                "link" | "joint" => {
                    return Err(node.error(format!(
                        "<{}> is of a URDF file: an SRDF file names pairs of its links",
                        node.name()
                    )));
                }
                name if UNREAD.contains(&name) => {
                    notes
                        .add(node.line(), format!("<{name}> is not read: the pair stays as it is"));
                }
                name if OF_A_ROBOT.contains(&name) || name.contains(':') => {}
                name => {
                    let (name, meant) = (shortened(name), guess(name, &OF_A_ROBOT));
                    if !meant.is_empty() {
                        notes.add(node.line(), format!("<{name}> is not read{meant}"));
                    }
                }
            }
        }
        Ok(Self { notes: notes.0, ..srdf })
    }

    /// Reads an SRDF file.
    ///
    /// # Errors
    /// As [`read`](Self::read), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let bytes = file::read(path, MOST_OF_A_TEXT);
        bytes.and_then(Self::read).map_err(|e| e.in_file(path))
    }

    /// The content of an SRDF file with these pairs disabled in place of its own. All else stays as it stands, comments and
    /// elements that are not read too, and so does the element of a pair with the same reason.
    ///
    /// ```
    /// use clearance_formats::{DisabledPair, Srdf};
    /// let text = "<robot name='arm'>
    ///   <group name='all'><joint name='j1'/></group> <!-- mine -->
    ///   <disable_collisions link1='base' link2='elbow' reason='Never'/>
    /// </robot>
    /// ";
    /// let pair = DisabledPair { link1: "a".into(), link2: "b".into(), reason: "Always".into() };
    /// assert_eq!(
    ///     Srdf::with_pairs(text, &[pair])?,
    ///     "<robot name='arm'>
    ///   <group name='all'><joint name='j1'/></group> <!-- mine -->
    ///   <disable_collisions link1=\"a\" link2=\"b\" reason=\"Always\"/>
    /// </robot>
    /// "
    /// );
    /// # Ok::<(), clearance_formats::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn with_pairs(text: &str, pairs: &[DisabledPair]) -> Result<String, Error> {
        Self::read(text)?;
        let document = Document::parse(text)?;
        let root = document.root();
        let mut open: Vec<&DisabledPair> = pairs.iter().collect();
        let (mut edited, mut kept) = (String::new(), 0);
        for node in root.named("disable_collisions") {
            let pair = read_pair(node)?;
            let is_same = |other: &&DisabledPair| other.is_of(&pair) && other.reason == pair.reason;
            if let Some(number) = open.iter().position(is_same) {
                open.remove(number);
            } else {
                let gone = with_its_line(text, node.range());
                edited += &text[kept..gone.start];
                kept = gone.end;
            }
        }
        // The root ends with its end tag, or with "/>".
        let (start, end) = (root.range().start, root.range().end);
        let is_empty = text[..end].ends_with("/>");
        let before =
            if is_empty { end - 2 } else { start + text[start..end].rfind("</").unwrap_or(0) };
        edited += &text[kept..before];
        edited += if is_empty { ">" } else { "" };
        edited += if edited.ends_with('\n') { "" } else { "\n" };
        open.iter().for_each(|pair| edited += &pair.to_xml());
        edited += if is_empty { "</robot>" } else { &text[before..end] };
        Ok(edited + &text[end..])
    }

    /// The content of an SRDF file with the name, the virtual joints, the states and the pairs.
    pub fn to_xml(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\"?>\n");
        let quoted = |text: &str| escape(text).into_owned();
        // Writing to a string does not fail.
        let _ = writeln!(xml, "<robot name=\"{}\">", quoted(&self.name));
        for VirtualJoint { name, kind, parent, child } in &self.virtual_joints {
            let [name, kind, parent, child] = [name, kind, parent, child].map(|text| quoted(text));
            let _ = writeln!(
                xml,
                "  <virtual_joint name=\"{name}\" type=\"{kind}\" parent_frame=\"{parent}\" child_link=\"{child}\"/>"
            );
        }
        for GroupState { name, group, joints } in &self.states {
            let (name, group) = (quoted(name), quoted(group));
            let _ = writeln!(xml, "  <group_state name=\"{name}\" group=\"{group}\">");
            for (joint, values) in joints {
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                let (joint, values) = (quoted(joint), values.join(" "));
                let _ = writeln!(xml, "    <joint name=\"{joint}\" value=\"{values}\"/>");
            }
            xml += "  </group_state>\n";
        }
        self.disabled.iter().for_each(|pair| xml += &pair.to_xml());
        xml + "</robot>\n"
    }
}

impl DisabledPair {
    /// Is it about the same two links?
    pub fn is_of(&self, other: &Self) -> bool {
        let (one, two) = ((&self.link1, &self.link2), (&other.link1, &other.link2));
        one == two || one == (two.1, two.0)
    }
    /// A line of an SRDF file.
    fn to_xml(&self) -> String {
        let [link1, link2, reason] = [&self.link1, &self.link2, &self.reason].map(escape);
        format!("  <disable_collisions link1=\"{link1}\" link2=\"{link2}\" reason=\"{reason}\"/>\n")
    }
}

/// A range, with its whole line if nothing else is there.
fn with_its_line(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].trim_end_matches([' ', '\t']);
    let behind = text[range.end..].trim_start_matches([' ', '\t', '\r']);
    match behind.strip_prefix('\n') {
        Some(rest) if before.ends_with('\n') => before.len()..text.len() - rest.len(),
        _ => range,
    }
}

fn read_pair(node: Node<'_>) -> Result<DisabledPair, Error> {
    Ok(DisabledPair {
        link1: node.required("link1")?,
        link2: node.required("link2")?,
        reason: node.attribute("reason").unwrap_or_default().into_owned(),
    })
}

fn read_state(node: Node<'_>) -> Result<GroupState, Error> {
    let joint = |joint: Node<'_>| {
        let value = joint.required("value")?;
        let values =
            numbers(&value).map_err(|what| joint.error(format!("<joint value>: {what}")))?;
        Ok((joint.required("name")?, values))
    };
    let name = node.required("name")?;
    let (mut joints, mut known) = (Vec::new(), HashSet::new());
    for child in node.named("joint") {
        let (joint, values) = joint(child)?;
        if !known.insert(joint.clone()) {
            let (joint, name) = (shortened(&joint), shortened(&name));
            return Err(child.error(format!("a second joint \"{joint}\" in state \"{name}\"")));
        }
        joints.push((joint, values));
    }
    Ok(GroupState { name, group: node.attribute("group").unwrap_or_default().into_owned(), joints })
}
