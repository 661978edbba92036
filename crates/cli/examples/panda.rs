//! Writes `examples/panda/scene.toml`: the Franka Panda arm over a table with a mug, at given joint angles.
//!
//! ```text
//! cargo run -p clearance-cli --example panda -- [q1 q2 q3 q4 q5 q6 q7] > examples/panda/scene.toml
//! ```
//!
//! The angles are in radians. Without angles the arm takes its ready pose. Every joint origin is the one
//! in the robot's URDF: a translation and a rotation about x, after which the joint rotates about its own
//! z. So the frame of a link is the product of the frames before it.
//!
//! ```text
//!  link0 -1- link1 -2- link2 -3- link3 -4- link4 -5- link5 -6- link6 -7- link7 - flange - hand = fingers
//! ```

use glam::{DQuat, DVec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use std::fmt::Write;
use std::ops::Mul;

/// A natural pose: the elbow bent, the hand in front of the base and pointing down.
pub const READY: [f64; 7] = [0.0, -FRAC_PI_4, 0.0, -3.0 * FRAC_PI_4, 0.0, FRAC_PI_2, FRAC_PI_4];

/// One revolute joint, as in the URDF.
struct Joint {
    /// The place of the joint in the frame of the link before it, in metres.
    origin: [f64; 3],
    /// The rotation about x that makes the joint's axis the new z.
    roll: f64,
    /// The range of the real arm, in radians.
    range: (f64, f64),
}

const JOINTS: [Joint; 7] = [
    Joint { origin: [0.0, 0.0, 0.333], roll: 0.0, range: (-2.8973, 2.8973) },
    Joint { origin: [0.0, 0.0, 0.0], roll: -FRAC_PI_2, range: (-1.7628, 1.7628) },
    Joint { origin: [0.0, -0.316, 0.0], roll: FRAC_PI_2, range: (-2.8973, 2.8973) },
    Joint { origin: [0.0825, 0.0, 0.0], roll: FRAC_PI_2, range: (-3.0718, -0.0698) },
    Joint { origin: [-0.0825, 0.384, 0.0], roll: -FRAC_PI_2, range: (-2.8973, 2.8973) },
    Joint { origin: [0.0, 0.0, 0.0], roll: FRAC_PI_2, range: (-0.0175, 3.7525) },
    Joint { origin: [0.088, 0.0, 0.0], roll: FRAC_PI_2, range: (-2.8973, 2.8973) },
];

/// The distance from link7 to the flange, along z.
const FLANGE: f64 = 0.107;
/// The rotation of the hand on the flange, about z.
const HAND_TURN: f64 = -FRAC_PI_4;
/// The distance from the hand's frame to the rail of the fingers, along z.
const FINGER_RAIL: f64 = 0.0584;
/// The distance of each finger from the middle, along the hand's y, when fully open.
const FINGER_OPEN: f64 = 0.04;

/// Pairs of parts of one mechanism, whose contacts are no clashes.
const IGNORE: [[&str; 2]; 10] = [
    ["link0", "link1"],
    ["link1", "link2"],
    ["link2", "link3"],
    ["link3", "link4"],
    ["link4", "link5"],
    ["link5", "link6"],
    ["link6", "link7"],
    ["link7", "hand"],
    ["hand", "left_finger"],
    ["hand", "right_finger"],
];

/// The pose of a body: local to world, first rotated by `q`, then translated by `t`.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The body's origin in the world, metres.
    pub t: DVec3,
    /// The body's rotation, a unit quaternion.
    pub q: DQuat,
}

impl Frame {
    /// The world frame, in which the base of the arm is.
    pub const WORLD: Frame = Frame { t: DVec3::ZERO, q: DQuat::IDENTITY };

    fn shift(x: f64, y: f64, z: f64) -> Frame {
        Frame { t: DVec3::new(x, y, z), q: DQuat::IDENTITY }
    }

    fn about_x(angle: f64) -> Frame {
        Frame { t: DVec3::ZERO, q: DQuat::from_rotation_x(angle) }
    }

    fn about_z(angle: f64) -> Frame {
        Frame { t: DVec3::ZERO, q: DQuat::from_rotation_z(angle) }
    }
}

/// `a * b`: the frame `b`, which is given in the frame `a`.
impl Mul for Frame {
    type Output = Frame;
    fn mul(self, b: Frame) -> Frame {
        Frame { t: self.t + self.q * b.t, q: self.q * b.q }
    }
}

/// The frames of link0 to link7 at joint angles `q`.
pub fn links(q: &[f64; 7]) -> [Frame; 8] {
    let mut frames = [Frame::WORLD; 8];
    for (i, (joint, &angle)) in JOINTS.iter().zip(q).enumerate() {
        let [x, y, z] = joint.origin;
        frames[i + 1] =
            frames[i] * Frame::shift(x, y, z) * Frame::about_x(joint.roll) * Frame::about_z(angle);
    }
    frames
}

/// The flange at joint angles `q`, on which a tool is mounted.
pub fn flange(q: &[f64; 7]) -> Frame {
    links(q)[7] * Frame::shift(0.0, 0.0, FLANGE)
}

/// A part of the robot that has a mesh.
pub struct Part {
    /// The body's name in the scene.
    pub name: String,
    /// The path of the mesh, relative to the scene.
    pub mesh: String,
    /// Its pose.
    pub frame: Frame,
}

/// Arm, hand and fingers at joint angles `q`, from the base up.
pub fn robot(q: &[f64; 7]) -> Vec<Part> {
    let part = |name: &str, mesh: &str, frame| Part { name: name.into(), mesh: mesh.into(), frame };
    let mut parts = Vec::new();
    for (i, frame) in links(q).into_iter().enumerate() {
        parts.push(part(&format!("link{i}"), &format!("link{i}.stl"), frame));
    }
    let hand = flange(q) * Frame::about_z(HAND_TURN);
    let rail = hand * Frame::shift(0.0, 0.0, FINGER_RAIL);
    parts.push(part("hand", "hand.stl", hand));
    let left = rail * Frame::shift(0.0, FINGER_OPEN, 0.0);
    parts.push(part("left_finger", "finger.stl", left));
    // The right finger is the left finger rotated about the hand's z, so it opens to the other side.
    let right = rail * Frame::about_z(PI) * Frame::shift(0.0, FINGER_OPEN, 0.0);
    parts.push(part("right_finger", "finger.stl", right));
    parts
}

/// The whole scene file, ready to print.
pub fn scene(q: &[f64; 7]) -> String {
    let mut out = String::from(HEADER);
    let angles: Vec<String> = q.iter().map(|&a| number(a)).collect();
    writeln!(out, "# Joint angles (rad): {}\n", angles.join(" ")).unwrap();
    out.push_str("units = \"m\"\n");
    out.push_str(IGNORE_WHY);
    out.push_str("ignore = [\n");
    for [a, b] in IGNORE {
        writeln!(out, "  [\"{a}\", \"{b}\"],").unwrap();
    }
    out.push_str("]\n");
    out.push_str(SURROUNDINGS);
    for Part { name, mesh, frame } in robot(q) {
        let t = frame.t.to_array().map(number).join(", ");
        let q = frame.q.normalize().to_array().map(number).join(", ");
        writeln!(out, "\n[[body]]\nname = \"{name}\"\nhull = \"{mesh}\"\nscale = 1.0").unwrap();
        writeln!(out, "pose = {{ t = [{t}], q = [{q}] }}").unwrap();
    }
    out
}

const HEADER: &str = "\
# The Franka Panda arm over a table with a mug.
# Written by a program, not by hand; to make it anew, from the root of the repository:
#   cargo run -p clearance-cli --example panda > examples/panda/scene.toml
# Seven joint angles in radians after `--` give another pose.
";

const IGNORE_WHY: &str = "
# Neighbours in the chain share a joint: their gap says nothing about the pose. By their hulls link1-link2,
# link3-link4, link4-link5, link5-link6, link7-hand and the hand with each finger overlap in every pose;
# link0-link1, link2-link3 and link6-link7 turn past each other 0.6 mm to 1 mm apart. No other pair overlaps
# in every pose (link5-link7 and link5-hand do only where q6 is below about 0.7), so all others are checked.
";

const SURROUNDINGS: &str = r#"
# The top is 1 cm below the foot of the arm: the mounting plate between them is left out.
[[body]]
name = "table"
shape = { kind = "box", half_extents = [0.6, 0.8, 0.02] }
pose = { t = [0.3, 0.0, -0.03], q = [0.0, 0.0, 0.0, 1.0] }

# It floats 1 mm above the table: what touches counts as a clash.
[[body]]
name = "mug"
shape = { kind = "cylinder", radius = 0.04, half_height = 0.05, axis = "z" }
pose = { t = [0.45, 0.1, 0.041], q = [0.0, 0.0, 0.0, 1.0] }
"#;

/// The shortest text that gives the same number when read, and never `-0.0`.
fn number(x: f64) -> String {
    format!("{:?}", x + 0.0)
}

/// Seven joint angles from the command line, or the ready pose if there are none.
pub fn angles(words: &[String]) -> Result<[f64; 7], String> {
    if words.is_empty() {
        return Ok(READY);
    }
    if words.len() != JOINTS.len() {
        return Err(format!("seven joint angles in radians are wanted, not {}", words.len()));
    }
    let mut q = [0.0; 7];
    for (i, (word, joint)) in words.iter().zip(&JOINTS).enumerate() {
        let angle: f64 = word.parse().map_err(|_| format!("q{}: {word:?} is no number", i + 1))?;
        let (low, high) = joint.range;
        if !(low..=high).contains(&angle) {
            return Err(format!("q{}: {angle} is out of the joint's range {low} to {high}", i + 1));
        }
        q[i] = angle;
    }
    Ok(q)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match angles(&words) {
        Ok(q) => print!("{}", scene(&q)),
        Err(why) => {
            eprintln!("panda: {why}");
            std::process::exit(2);
        }
    }
}
