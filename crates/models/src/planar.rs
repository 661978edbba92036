//! Planar joints as three joints, with the names that MoveIt has for their values.
//!
//! ```text
//!   parent --J/x--> (J at x) --J/y--> (J at y) --J/theta--> child
//! ```
//!
//! x and y are those of the joint's frame, and theta turns about its axis. Where the axis is not z, x and y are turned with it,
//! on the shortest way. The virtual joint of an SRDF file is one more of them, between its frame and the root of the robot: the
//! base of a robot that drives.

use clearance::d3_f64::{DQuat, DVec3, Pose};
use clearance::paths::{Joint, JointKind, Link};

/// What stands for a planar joint: two links, and three joints.
pub(crate) fn planar(
    name: &str,
    [parent, child]: [&str; 2],
    origin: Pose,
    axis: DVec3,
) -> ([Link; 2], [Joint; 3]) {
    let names = ["x", "y", "theta"].map(|value| format!("{name}/{value}"));
    let between = ["x", "y"].map(|value| format!("{name} at {value}"));
    let turn = DQuat::from_rotation_arc(DVec3::Z, axis.normalize_or(DVec3::Z));
    let links = between.clone().map(|name| Link { name, shapes: Vec::new() });
    let [at_x, at_y] = &between;
    let ends = [[parent, at_x], [at_x, at_y], [at_y, child]];
    let joint = |k: usize| Joint {
        name: names[k].clone(),
        kind: if k < 2 { JointKind::Prismatic } else { JointKind::Revolute },
        parent: ends[k][0].into(),
        child: ends[k][1].into(),
        origin: if k == 0 { origin } else { Pose::IDENTITY },
        axis: turn * DVec3::AXES[k],
        limits: None,
        mimic: None,
    };
    (links, [joint(0), joint(1), joint(2)])
}
