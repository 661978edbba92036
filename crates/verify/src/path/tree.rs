//! The links of a mechanism, and where they are at a time: kinematics in intervals.
//!
//! A link's motion to the world is its joint's own motion, then the joint's origin, then the parent's motion. A turn is
//! Rodrigues' formula for the unit axis z:
//!
//! ```text
//!     x -> (z . x) z + cos (x - (z . x) z) + sin (z cross x)
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::{JointMotion, JointValue, Mechanism, MechanismJoint};
use clearance_geometry::space::Pose;
use glam::DVec3;

use super::curve::Leg;
use crate::angle::sin_cos;
use crate::frame::{Frame, Triple, cross, dot, exact, minus, norm, plus, times};
use crate::interval::Interval;

/// The links and joints of a mechanism.
pub struct Tree {
    joints: Vec<Joint>,
    /// For each link, the joint that moves it.
    moved_by: Vec<Option<usize>>,
    /// All joints, those of parents first.
    order: Vec<usize>,
    /// Where each link is that no joint moves.
    bases: Vec<Frame>,
}

struct Joint {
    parent: usize,
    child: usize,
    origin: Frame,
    /// Of length 1, in the joint's frame.
    axis: Triple,
    motion: JointMotion,
    value: Option<Linear>,
    /// At least what its value may be off.
    off: f64,
}

/// A joint value: a number of the row, times a factor, plus an offset.
#[derive(Clone, Copy)]
struct Linear {
    column: usize,
    factor: Interval,
    offset: Interval,
}

/// Where all links are at a time.
pub struct Moment {
    /// From each link to the world.
    links: Vec<Frame>,
    world: Frame,
}

/// A joint on the way between two links that moves in a leg, or that may be off.
#[derive(Clone, Copy)]
pub struct Mover {
    pub turns: bool,
    /// At least the magnitudes of its speed and of its second derivative.
    pub speed: f64,
    pub bend: f64,
    /// At least what its value may be off.
    pub off: f64,
    /// A point on its axis, and the axis, in the world.
    pub origin: Triple,
    pub axis: Triple,
}

impl Tree {
    /// With so many columns in a row, and for each what its value may be off; none if no value is. `None` if the joints are
    /// no tree, an axis has no length, or a value comes from nowhere.
    pub fn of(mechanism: &Mechanism<'_>, columns: usize, tolerance: &[f64]) -> Option<Self> {
        let given = &mechanism.joints;
        let named = given.iter().flat_map(|joint| [joint.parent, joint.child]);
        let carrying = mechanism.bodies.iter().filter_map(|body| body.link);
        let count = named.chain(carrying).max().map_or(0, |most| most.saturating_add(1));
        // A link that no joint names stands in the world; there are no more than bodies.
        if count > 2 * given.len() + mechanism.bodies.len() + 1 {
            return None;
        }
        let mut moved_by = alloc::vec![None; count];
        let mut below: Vec<Vec<usize>> = alloc::vec![Vec::new(); count];
        for (number, joint) in given.iter().enumerate() {
            if moved_by[joint.child].replace(number).is_some() {
                return None;
            }
            below[joint.parent].push(number);
        }
        let mut open: Vec<usize> = (0..count).filter(|link| moved_by[*link].is_none()).collect();
        let mut order = Vec::new();
        while let Some(link) = open.pop() {
            order.extend(&below[link]);
            open.extend(below[link].iter().map(|joint| given[*joint].child));
        }
        let joints = given.iter().map(|joint| Joint::of(joint, given, columns, tolerance));
        let joints = joints.collect::<Option<Vec<_>>>()?;
        let still = Frame::of(&Pose::<DVec3>::IDENTITY);
        let base = |poses: &Vec<Pose<DVec3>>| {
            poses.iter().fold(still, |all, pose| all.then(&Frame::of(pose)))
        };
        let mut bases: Vec<Frame> = mechanism.bases.iter().map(base).collect();
        bases.resize(count, still);
        // What is in a circle was not reached.
        (order.len() == joints.len()).then_some(Self { joints, moved_by, order, bases })
    }

    /// The numbers of the joints between two links, from the first to the second.
    pub fn between(&self, from: Option<usize>, to: Option<usize>) -> Vec<usize> {
        let up = |mut link: Option<usize>| {
            let mut way = Vec::new();
            while let Some(joint) = link.and_then(|link| self.moved_by[link]) {
                way.push(joint);
                link = Some(self.joints[joint].parent);
            }
            way
        };
        let (mut first, mut second) = (up(from), up(to));
        while first.last().is_some() && first.last() == second.last() {
            first.pop();
            second.pop();
        }
        first.extend(second.into_iter().rev());
        first
    }
    /// Does one of two links ever move against the other?
    pub fn moves(&self, a: Option<usize>, b: Option<usize>) -> bool {
        let moves = |joint: &usize| self.joints[*joint].motion != JointMotion::Fixed;
        self.between(a, b).iter().any(moves)
    }
    /// How many links there are, one at least.
    pub fn links(&self) -> usize {
        self.moved_by.len().max(1)
    }
    /// Is there such a link?
    pub fn has(&self, link: usize) -> bool {
        link < self.moved_by.len()
    }

    /// Where all links are at a time of a leg.
    pub fn at(&self, leg: &Leg, time: f64) -> Moment {
        let world = Frame::of(&Pose::<DVec3>::IDENTITY);
        let mut links = self.bases.clone();
        for number in &self.order {
            let joint = &self.joints[*number];
            let own = joint.moved(leg, time, &world);
            links[joint.child] = own.then(&joint.origin).then(&links[joint.parent]);
        }
        Moment { links, world }
    }
    /// The joints between two links that move from one time of a leg to another or may be off, where they are at the moment;
    /// without times those that may be off, as if none moved.
    pub fn movers(
        &self,
        (leg, span): (&Leg, Option<[f64; 2]>),
        moment: &Moment,
        from: Option<usize>,
        to: Option<usize>,
    ) -> Vec<Mover> {
        let mover = |number: usize| {
            let joint = &self.joints[number];
            let frame = &moment.links[joint.child];
            let turns = joint.motion == JointMotion::Turns;
            let [speed, bend] = span.map_or([0.0; 2], |span| joint.rate(leg, span));
            // A turn leaves its own axis where it is.
            let place = || (frame.translation, frame.rotate(joint.axis));
            (speed > 0.0 || joint.off > 0.0).then(|| {
                let (origin, axis) = place();
                Mover { turns, speed, bend, off: joint.off, origin, axis }
            })
        };
        self.between(from, to).into_iter().filter_map(mover).collect()
    }
}

impl Moment {
    /// From a link to the world.
    pub fn frame(&self, link: Option<usize>) -> &Frame {
        link.map_or(&self.world, |link| &self.links[link])
    }
}

impl Joint {
    fn of(
        joint: &MechanismJoint,
        all: &[MechanismJoint],
        columns: usize,
        tolerance: &[f64],
    ) -> Option<Self> {
        let (origin, motion) = (Frame::of(&joint.origin), joint.motion);
        let (parent, child) = (joint.parent, joint.child);
        if motion == JointMotion::Fixed {
            let axis = [Interval::ZERO; 3];
            return Some(Self { parent, child, origin, axis, motion, value: None, off: 0.0 });
        }
        let length = norm(exact(joint.axis));
        let axis = exact(joint.axis).map(|x| x / length);
        let (value, off) = match joint.value {
            JointValue::Loose(off) => (None, (off >= 0.0 && off.is_finite()).then_some(off)?),
            _ => {
                let value = Linear::of(joint, all, columns)?;
                let off = tolerance.get(value.column);
                let off = off.map(|off| (value.factor * Interval::exact(*off)).magnitude());
                (Some(value), off.unwrap_or(0.0))
            }
        };
        (length.low() > 0.0).then_some(Self { parent, child, origin, axis, motion, value, off })
    }

    /// The motion of the child in the frame of the joint. `still` is no motion.
    fn moved(&self, leg: &Leg, time: f64, still: &Frame) -> Frame {
        let Some(value) = &self.value else { return *still };
        let angle = value.at(leg, time);
        if self.motion == JointMotion::Slides {
            return still.rotated(|x| x, times(self.axis, angle));
        }
        let [sin, cos] = sin_cos(angle);
        let turn = |x: Triple| {
            let along = times(self.axis, dot(self.axis, x));
            plus(along, plus(times(minus(x, along), cos), times(cross(self.axis, x), sin)))
        };
        still.rotated(turn, [Interval::ZERO; 3])
    }
    /// At least the magnitudes of the speed and of the second derivative.
    fn rate(&self, leg: &Leg, span: [f64; 2]) -> [f64; 2] {
        let rate = |Linear { column, factor, .. }: &Linear| {
            leg.rate(*column, span).map(|rate| (*factor * rate).magnitude())
        };
        self.value.as_ref().map_or([0.0; 2], rate)
    }
}

impl Linear {
    /// Follows the joint to the column. `None` if there is none.
    fn of(joint: &MechanismJoint, all: &[MechanismJoint], columns: usize) -> Option<Self> {
        let (mut factor, mut offset) = (Interval::ONE, Interval::ZERO);
        let mut value = joint.value;
        for _ in 0..=all.len() {
            match value {
                JointValue::Column(column) => {
                    return (column < columns).then_some(Self { column, factor, offset });
                }
                JointValue::Follows { joint, multiplier, offset: more } => {
                    offset = offset + factor * Interval::exact(more);
                    factor = factor * Interval::exact(multiplier);
                    value = all.get(joint).filter(|j| j.motion != JointMotion::Fixed)?.value;
                }
                JointValue::Loose(_) => return None,
            }
        }
        None
    }
    fn at(&self, leg: &Leg, time: f64) -> Interval {
        self.factor * leg.value(self.column, time) + self.offset
    }
}
