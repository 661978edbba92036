//! [`World::gradients`]: how far bodies are apart in a configuration, and how that changes with each joint.
//!
//! Let n be the normal from A to B, and p and q the points of A and of B where they are nearest, or deepest in each
//! other. The signed distance is n (q - p), and while joints move, it changes as if n, p and q were fixed to their
//! bodies: what the nearest points gain by others taking their place is of second order. So for each joint k
//!
//! ```text
//!     d distance / d k = n (v_k(q) - v_k(p))       v_k(x) = axis x (x - origin), or the axis of a joint that slides
//! ```
//!
//! where v_k(x) is 0 if the joint does not carry the body of x. A joint that follows another counts with its factor.
//!
//! *Source.* The derivative of a least value over a compact set: Danskin 1966. Where there are several nearest pairs of
//! points, or depths in several directions, the distance has a kink, and this is the slope of one of its sides.

use clearance_geometry::space::{Motion, Pose};
use clearance_worlds::Collider;
use glam::DVec3;

use crate::Error;
use crate::chain::Chain;
use crate::robot::Robot;
use crate::world::World;

/// How far two bodies are apart, and how that changes with the joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// The bodies by number, as in [`World::pairs`].
    pub pair: [usize; 2],
    /// The gap, or minus the depth of two bodies that overlap. Of bodies that are not convex, the depth is one that is
    /// known to be enough, and may be more than the least.
    pub distance: f64,
    /// For each of the robot's joints, what the distance gains while the joint's value grows, per radian or unit of
    /// length.
    pub by_joint: Vec<f64>,
    /// Of length 1, from the first body to the second.
    pub normal: DVec3,
    /// The points of the bodies that are nearest, in the world.
    pub points: [DVec3; 2],
}

impl World {
    /// The signed distance of each pair of [`World::pairs`] in a configuration, with its derivative by each joint.
    ///
    /// The derivative is exact, up to rounding, where the nearest points are unique. Where they are not, as between two
    /// faces that are parallel, or where two directions lead out of an overlap equally soon, it is a subgradient of a
    /// distance: the slope on one side. So it is where two bodies touch exactly. Of an overlap of bodies that are not
    /// convex it is that of the depth along the normal that was found.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Joint, JointKind, Link, Robot, World};
    /// # let ball = vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.1)?))];
    /// # let links = vec![
    /// #     Link { name: "rail".into(), shapes: vec![] },
    /// #     Link { name: "slide".into(), shapes: ball.clone() },
    /// # ];
    /// # let joint = Joint {
    /// #     name: "x".into(),
    /// #     kind: JointKind::Prismatic,
    /// #     parent: "rail".into(),
    /// #     child: "slide".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::X,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let mut world = World::new(Robot::new(links, vec![joint])?)?;
    /// world.add("post", [(Pose::at(DVec3::X)?, ball[0].1.clone())])?;
    /// // A ball of radius 0.1 slides towards another one, which is 1 away.
    /// let found = &world.gradients(&[0.25])?[0];
    /// assert!((found.distance - 0.55).abs() < 1e-15 && (found.by_joint[0] + 1.0).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A configuration without one finite value for each joint.
    pub fn gradients(&self, configuration: &[f64]) -> Result<Vec<Gradient>, Error> {
        let posed = self.posed(configuration)?;
        let motions = self.robot.motions(configuration);
        let gradient = |pair: [usize; 2]| {
            let found = nearest(pair.map(|body| &posed[body][..]));
            let seen = found.points.map(|point| point - self.robot.origin);
            let [a, b] = pair.map(|body| self.bodies[body].frame);
            let by_joint = slopes(&self.robot, &motions, [a, b], found.normal, seen);
            Gradient { pair, by_joint, ..found }
        };
        Ok(self.pairs().map(gradient).collect())
    }
}

/// The nearest shapes of two bodies, or those that are deepest in each other.
fn nearest([a, b]: [&[(Pose<DVec3>, &Collider<DVec3>)]; 2]) -> Gradient {
    let mut least = Gradient {
        pair: [0; 2],
        distance: f64::INFINITY,
        by_joint: Vec::new(),
        normal: DVec3::ZERO,
        points: [DVec3::ZERO; 2],
    };
    for (pose_a, a) in a {
        for (pose_b, b) in b {
            let found = clearance_worlds::clearance(*a, pose_a, *b, pose_b);
            if found.signed_distance < least.distance {
                least.distance = found.signed_distance;
                least.normal = found.normal;
                least.points = [found.point_a, found.point_b];
            }
        }
    }
    least
}

/// The slope of the distance by each joint: of points that two frames carry, as seen from the base of the robot.
fn slopes(
    robot: &Robot,
    motions: &[Motion<DVec3>],
    [a, b]: [usize; 2],
    normal: DVec3,
    points: [DVec3; 2],
) -> Vec<f64> {
    let mut slopes = vec![0.0; robot.joints().len()];
    // Joints that carry both change nothing.
    for link in Chain::between(robot, a, b).links {
        let (frame, motion) = (&robot.frames[link.frame], &motions[link.frame]);
        // A turn leaves its own axis where it is, so the frame after it has it, too.
        let axis = motion.rotate(frame.axis);
        let (point, sign) = if link.carries_a { (points[0], -1.0) } else { (points[1], 1.0) };
        let velocity = if link.turns { axis.cross(point - motion.translation) } else { axis };
        slopes[frame.value] += sign * frame.multiplier * normal.dot(velocity);
    }
    slopes
}
