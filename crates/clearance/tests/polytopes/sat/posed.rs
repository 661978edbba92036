//! Pairs of bodies with a relative pose.

use clearance::glam::{DQuat, DVec3};
use clearance::space::{Motion, Pose};
use clearance_testing::Random;

use super::bodies::Body;

/// Two bodies, and the pose of B in A's frame.
pub struct PosedPair<'a> {
    pub a: &'a Body,
    pub b: &'a Body,
    pub pose: Pose<DVec3>,
}

impl<'a> PosedPair<'a> {
    pub fn new(a: &'a Body, b: &'a Body, t: DVec3, q: DQuat) -> Self {
        Self { a, b, pose: Pose::new(t, q).unwrap() }
    }

    /// B touches A with its farthest vertex against `along`, and is then moved in by `overlap`. The
    /// projections on that direction overlap by this much, and the depth is at most that.
    pub fn pushed(a: &'a Body, b: &'a Body, q: DQuat, along: DVec3, overlap: f64) -> Self {
        let touch = q * b.farthest(q.inverse() * -along);
        Self::new(a, b, a.farthest(along) - touch - along * overlap, q)
    }

    /// The centres coincide.
    pub fn concentric(a: &'a Body, b: &'a Body, q: DQuat) -> Self {
        Self::new(a, b, a.middle - q * b.middle, q)
    }

    /// One pair in eight is concentric, one in eight touches or has a gap along a random direction.
    /// The others overlap along it by a millionth of the smaller size up to all of it.
    pub fn random(random: &mut Random, a: &'a Body, b: &'a Body, q: DQuat) -> Self {
        let small = a.radius.min(b.radius);
        let size = if small > 0.0 { small } else { a.radius.max(b.radius) };
        let share = libm::pow(10.0, random.range(-6.0, 0.0));
        match random.below(16) {
            0 | 1 => Self::concentric(a, b, q),
            2 => Self::pushed(a, b, q, random.direction3(), 0.0),
            3 => Self::pushed(a, b, q, random.direction3(), -share * size),
            _ => Self::pushed(a, b, q, random.direction3(), share * size),
        }
    }

    pub fn motion(&self) -> Motion<DVec3> {
        Motion::of(&self.pose)
    }

    /// The vector from the centre of A to that of B.
    pub fn start(&self) -> DVec3 {
        self.motion().apply(self.b.middle) - self.a.middle
    }

    /// A bound on all coordinates and sums of coordinates of a test.
    pub fn reach(&self) -> f64 {
        let far = |body: &Body| body.points.iter().map(|p| p.length()).fold(0.0, f64::max);
        far(self.a) + far(self.b) + self.motion().translation.length()
    }
}

/// A rotation around a random axis by 0, or by 1e-12 to 1e-2 rad.
pub fn slight_turn(random: &mut Random) -> DQuat {
    let angle = [0.0, libm::pow(10.0, random.range(-12.0, -2.0))][random.below(2)];
    DQuat::from_axis_angle(random.direction3(), angle)
}

/// A shift by multiples of a step, up to `most` steps in either direction.
pub fn on_grid(random: &mut Random, step: f64, most: usize) -> DVec3 {
    let mut shift = || (random.below(2 * most + 1) as f64 - most as f64) * step;
    DVec3::new(shift(), shift(), shift())
}
