//! What may stand elsewhere than it was given: the base of a robot, a body in the world, what a link holds.
//!
//! Three slides and three turns that do not move, but may be off (`tube.rs`), stand between the body and what it stands on:
//!
//! ```text
//!     parent -- center -- slide x -- slide y -- slide z -- turn z -- turn y -- turn x -- back to the center's parent -- body
//! ```
//!
//! A prover has them as frames, a checker gets them as joints. A base has the center at its link's origin, other bodies at
//! the place of their first shape; axes are those of the base's link, of the world, or of the link that holds.

use std::sync::Arc;

use clearance_geometry::answer::{JointMotion, JointValue, MechanismJoint};
use clearance_geometry::space::{Motion, Pose};
use glam::DVec3;

use crate::Error;
use crate::robot::{Frame, after};
use crate::world::{Body, World};

/// How far a body may be off: along each axis, and about each axis.
#[derive(Clone, Copy)]
struct Off([f64; 2]);

/// The joints between, and the links that a checker gets for them: numbers from `link` on are theirs.
const JOINTS: usize = 6;
const LINKS: usize = JOINTS + 2;
const AXES: [DVec3; JOINTS] = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::Z, DVec3::Y, DVec3::X];

impl Off {
    fn joints(self) -> impl Iterator<Item = (DVec3, bool, f64)> {
        let joint = move |k: usize| {
            let turns = k >= JOINTS / 2;
            (AXES[k], turns, self.0[usize::from(turns)])
        };
        (0..JOINTS).map(joint)
    }
    /// The frames from this parent on, the first one at this place of it.
    fn frames(self, number: usize, parent: usize, fixed: Motion<DVec3>, link: usize) -> Vec<Frame> {
        let frame = |(k, (axis, turns, off)): (usize, (DVec3, bool, f64))| Frame {
            parent: if k == 0 { parent } else { number + k - 1 },
            fixed: if k == 0 { fixed } else { Motion::identity() },
            axis,
            turns,
            link: link + 1 + k,
            value: 0,
            multiplier: 0.0,
            offset: 0.0,
            off,
            is_loose: true,
        };
        self.joints().enumerate().map(frame).collect()
    }
}

impl World {
    /// A body may stand elsewhere: shifted by up to `shift` along each axis, and turned by roll, pitch and yaw of up to `turn`
    /// each, at each time on its own. What is proven is proven wherever it stands; a contact is one where it stands
    /// somewhere within. A body in the world turns about the place of its first shape, with the axes of the world; what a
    /// link holds, about that of its first shape, with the axes of the link; the base of a robot, a link that no joint
    /// moves, about its origin with its own axes, and takes all with it that it carries.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
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
    /// world.within("post", 0.01, 0.0)?;
    /// world.within("rail", 0.01, 0.0)?;
    /// // A ball of radius 0.1 slides to within 0.3 of another one: 0.28, with what both may be off.
    /// let path = Path::new(world.robot(), vec![vec![0.0], vec![0.5]])?;
    /// let prover = Prover::new(world);
    /// assert_eq!(prover.clear(&path, 0.2799), Verdict::Proven);
    /// assert!(matches!(prover.clear(&path, 0.2801), Verdict::Broken(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An unknown body, a link that a joint moves, a half-space, a robot without joints; a number that is negative, or no
    /// joint value.
    pub fn within(&mut self, name: &str, shift: f64, turn: f64) -> Result<(), Error> {
        let number = self.number(name).ok_or_else(|| Error::Unknown {
            by: "a tolerance".into(),
            what: "body",
            name: name.into(),
        })?;
        let body = &self.bodies[number];
        let is_moved = |joint: &crate::Joint| joint.child == name;
        let reason = if number < self.robot.links.len() && self.robot.given.iter().any(is_moved) {
            "a joint moves it"
        } else if self.robot.joints().is_empty() {
            "the robot has no joints"
        } else if body.has_half_space() {
            "it is or has a half-space"
        } else if ![shift, turn].iter().all(|off| (0.0..=crate::LARGEST_VALUE).contains(off)) {
            "the tolerance is negative, or no length and angle"
        } else {
            self.loose.insert(number, [shift, turn]);
            return Ok(());
        };
        Err(Error::NotLoose { body: name.into(), reason })
    }

    /// The world with frames for what may stand elsewhere. They are no joints that a path has values for.
    pub(crate) fn loosened(&self) -> Self {
        let mut world = self.clone();
        // Links come before other bodies: bases are before what stands beside them.
        for (k, (&body, off)) in self.loose.iter().enumerate() {
            let link = self.robot.links.len() + LINKS * k;
            if body < self.robot.links.len() {
                world.loosen_base(body, Off(*off), link);
            } else {
                world.loosen_body(body, Off(*off), link);
            }
        }
        // Each is a fixed motion more that is merged into a frame.
        Arc::make_mut(&mut world.robot).fixed_joints += 2 * self.loose.len();
        world
    }
    /// A body that stands in a frame now stands in six more.
    fn loosen_body(&mut self, number: usize, off: Off, link: usize) {
        let frames = &mut Arc::make_mut(&mut self.robot).frames;
        let body = Arc::make_mut(&mut self.bodies[number]);
        let Some(center) = body.given.first().map(|(pose, _)| pose.translation()) else { return };
        let to_center = Motion { translation: center, ..Motion::identity() };
        frames.extend(off.frames(frames.len(), body.frame, after(&body.local, &to_center), link));
        body.frame = frames.len() - 1;
        body.local = Motion { translation: -center, ..Motion::identity() };
        for (shape, (pose, _)) in body.shapes.iter_mut().zip(&body.given) {
            shape.0 = after(&body.local, &Motion::of(pose));
        }
    }
    /// A link that no joint moves, and all that it carries, now stand in six frames before all others.
    fn loosen_base(&mut self, root: usize, off: Off, link: usize) {
        let motion = self.robot.links[root].motion;
        let (turned, back) = (|v| motion.unrotate(v), -motion.unrotate(motion.translation));
        let seen = |own: &Motion<DVec3>| Motion {
            columns: own.columns.map(turned),
            translation: turned(own.translation) + back,
        };
        let on_root = self.robot.links_on(root);
        let number = |frame: usize| if frame == 0 { 0 } else { frame + JOINTS };
        let mut new = off.frames(1, 0, motion, link);
        // The last frame is that of the base itself.
        new[JOINTS - 1].link = root;
        let robot = Arc::make_mut(&mut self.robot);
        let mut frames = vec![robot.frames[0].clone()];
        frames.append(&mut new);
        for frame in robot.frames.drain(1..).collect::<Vec<_>>() {
            let is_on_base = frame.parent == 0 && on_root.contains(&frame.link);
            frames.push(if is_on_base {
                Frame { parent: JOINTS, fixed: seen(&frame.fixed), ..frame }
            } else {
                Frame { parent: number(frame.parent), ..frame }
            });
        }
        robot.frames = frames;
        for (k, placed) in robot.links.iter_mut().enumerate() {
            if placed.frame == 0 && on_root.contains(&k) {
                (placed.frame, placed.motion) = (JOINTS, seen(&placed.motion));
            } else {
                placed.frame = number(placed.frame);
            }
        }
        for body in self.bodies.iter_mut().map(Arc::make_mut) {
            match body.link {
                Some(link) if body.frame == 0 && on_root.contains(&link) => {
                    let placed = &self.robot.links[link];
                    (body.frame, body.local) = (placed.frame, placed.motion);
                    for (shape, (pose, _)) in body.shapes.iter_mut().zip(&body.given) {
                        shape.0 = after(&placed.motion, &Motion::of(pose));
                    }
                }
                _ => body.frame = number(body.frame),
            }
        }
    }

    /// For a checker: the joints between, the base of each link, and the links of the bodies.
    pub(crate) fn loose_joints(
        &self,
        bases: &mut Vec<Vec<Pose<DVec3>>>,
        links: &mut [Option<usize>],
    ) -> Vec<MechanismJoint> {
        let mut joints = Vec::new();
        for (k, (&body, off)) in self.loose.iter().enumerate() {
            let first = self.robot.links.len() + LINKS * k;
            bases.resize(first + LINKS, Vec::new());
            let is_base = body < self.robot.links.len();
            let Body { link, given, .. } = &*self.bodies[body];
            let center = match given.first() {
                _ if is_base => DVec3::ZERO,
                Some((pose, _)) => pose.translation(),
                None => continue,
            };
            let at = |place: DVec3| Pose::at(place).expect("the place of a pose");
            let (parent, origin) = match link {
                _ if is_base => {
                    bases[first] = std::mem::take(&mut bases[body]);
                    (first, Pose::IDENTITY)
                }
                Some(link) => (*link, at(center)),
                None => (first, at(center)),
            };
            for (k, (axis, turns, off)) in Off(*off).joints().enumerate() {
                joints.push(MechanismJoint {
                    parent: if k == 0 { parent } else { first + k },
                    child: if is_base && k + 1 == JOINTS { body } else { first + k + 1 },
                    origin: if k == 0 { origin } else { Pose::IDENTITY },
                    axis,
                    motion: if turns { JointMotion::Turns } else { JointMotion::Slides },
                    value: JointValue::Loose(off),
                });
            }
            if !is_base {
                joints.push(MechanismJoint {
                    parent: first + JOINTS,
                    child: first + JOINTS + 1,
                    origin: at(-center),
                    axis: DVec3::X,
                    motion: JointMotion::Fixed,
                    value: JointValue::Column(0),
                });
                links[body] = Some(first + JOINTS + 1);
            }
        }
        joints
    }
}
