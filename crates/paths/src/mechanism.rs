//! A world as plain data, for a checker: the input alone, and nothing that was derived from it.

use clearance_geometry::answer::{
    JointMotion, JointValue, Mechanism, MechanismBody, MechanismJoint,
};
use clearance_geometry::shape::Pieces;
use glam::DVec3;

use crate::robot::{Joint, JointKind};
use crate::world::World;

impl World {
    /// The world as plain data, as [`check_path`](https://docs.rs/clearance/latest/clearance/verify/fn.check_path.html)
    /// takes it: links, joints and bodies in the order in which they were given, then those of what may stand elsewhere.
    pub fn mechanism(&self) -> Mechanism<'_> {
        let mut bases = self.robot.bases.clone();
        let mut links: Vec<_> = self.bodies.iter().map(|body| body.link).collect();
        let mut joints: Vec<_> = self.robot.given.iter().map(|joint| self.plain(joint)).collect();
        joints.extend(self.loose_joints(&mut bases, &mut links));
        let bodies = self.bodies.iter().zip(links).map(|(body, link)| {
            let shapes = body.given.iter();
            let shapes = shapes.map(|(pose, shape)| (*pose, shape as &dyn Pieces<V = DVec3>));
            MechanismBody { link, part: body.part, shapes: shapes.collect() }
        });
        Mechanism {
            bodies: bodies.collect(),
            joints,
            bases,
            allowed: self.allowed.iter().copied().collect(),
            required: self.required.iter().map(|(pair, clearance)| (*pair, *clearance)).collect(),
        }
    }

    fn plain(&self, joint: &Joint) -> MechanismJoint {
        let robot = &self.robot;
        let place = |found: Option<usize>| found.expect("a robot's names were checked");
        let link = |name: &str| place(robot.links().position(|link| link.name == name));
        let motion = match joint.kind {
            // A free joint stays at its origin on a path.
            JointKind::Fixed | JointKind::Free => JointMotion::Fixed,
            JointKind::Revolute => JointMotion::Turns,
            JointKind::Prismatic => JointMotion::Slides,
        };
        let value = match &joint.mimic {
            _ if motion == JointMotion::Fixed => JointValue::Column(0),
            None => {
                let column = robot.joints().iter().position(|name| *name == joint.name);
                JointValue::Column(place(column))
            }
            Some(mimic) => JointValue::Follows {
                joint: place(robot.given.iter().position(|other| other.name == mimic.joint)),
                multiplier: mimic.multiplier,
                offset: mimic.offset,
            },
        };
        MechanismJoint {
            parent: link(&joint.parent),
            child: link(&joint.child),
            origin: joint.origin,
            axis: joint.axis,
            motion,
            value,
        }
    }
}
