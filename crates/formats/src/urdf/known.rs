//! What URDF files have in links and joints, in the dialects that are read. What is not here is noted.
//!
//! Elements without a line of their own say nothing of collisions and places, and may be anything.

use crate::xml::Known;

const fn known(
    name: &'static str,
    attributes: &'static [&'static str],
    children: &'static [&'static str],
) -> Known {
    Known { name, attributes, children }
}

/// The elements of a robot.
pub const OF_A_ROBOT: [&str; 9] = [
    "link",
    "joint",
    "material",
    "transmission",
    "gazebo",
    "ros2_control",
    "sensor",
    "frame",
    "mujoco",
];

/// The shapes in a `geometry`.
pub const SHAPES: [&str; 6] = ["box", "sphere", "cylinder", "capsule", "mesh", "plane"];

/// Links and joints, and all in them that counts.
pub const KNOWN: [Known; 17] = [
    known("link", &["name", "type"], &OF_A_LINK),
    known(
        "collision",
        &["name", "concave", "group", "mask"],
        &["origin", "geometry", "material", "verbose", "contact_coefficients"],
    ),
    known("visual", &["name"], &["origin", "geometry", "material", "verbose"]),
    known("geometry", &["name"], &SHAPES),
    known("box", &["size"], &[]),
    known("sphere", &["radius"], &[]),
    known("cylinder", &["radius", "length"], &[]),
    known("capsule", &["radius", "length"], &[]),
    known("mesh", &["filename", "scale"], &[]),
    known("plane", &["normal"], &[]),
    known("joint", &["name", "type", "dont_collapse"], &OF_A_JOINT),
    known("origin", &["xyz", "rpy"], &[]),
    known("parent", &["link"], &[]),
    known("child", &["link"], &[]),
    known("axis", &["xyz"], &[]),
    known(
        "limit",
        &[
            "lower",
            "upper",
            "effort",
            "velocity",
            "acceleration",
            "deceleration",
            "jerk",
            "current",
            "gear_velocity",
            "command_effort",
        ],
        &[],
    ),
    known("mimic", &["joint", "multiplier", "offset"], &[]),
];

const OF_A_LINK: [&str; 16] = [
    "inertial",
    "visual",
    "collision",
    "gazebo",
    "sensor",
    "self_collision_checking",
    "collision_checking",
    "contact",
    "audio_source",
    "gravity",
    "kinematic",
    "self_filter",
    "surface",
    "material",
    "mujoco",
    "verbose",
];

const OF_A_JOINT: [&str; 15] = [
    "origin",
    "parent",
    "child",
    "axis",
    "calibration",
    "dynamics",
    "limit",
    "mimic",
    "safety_controller",
    "hardwareInterface",
    "joint_properties",
    "gazebo",
    "sensor",
    "mujoco",
    "verbose",
];
