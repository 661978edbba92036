//! The relative pose of two bodies.

use clearance::glam::{DQuat, DVec3};
use clearance::space::{Motion, Pose};
use clearance_testing::Random;

use super::bodies::Body;

/// Two bodies, and the pose of B in A's frame.
pub struct Meeting<'a> {
    pub a: &'a Body,
    pub b: &'a Body,
    pub pose: Pose<DVec3>,
}

impl<'a> Meeting<'a> {
    pub fn new(a: &'a Body, b: &'a Body, t: DVec3, q: DQuat) -> Self {
        Self { a, b, pose: Pose::new(t, q).unwrap() }
    }

    /// B touches A with the vertex that is farthest against `along`, and is then moved in by
    /// `overlap`. So the projections on this direction overlap by this, and the depth is at most
    /// this.
    pub fn pushed(a: &'a Body, b: &'a Body, q: DQuat, along: DVec3, overlap: f64) -> Self {
        let touch = q * b.farthest(q.inverse() * -along);
        Self::new(a, b, a.farthest(along) - touch - along * overlap, q)
    }

    /// With the same centre.
    pub fn concentric(a: &'a Body, b: &'a Body, q: DQuat) -> Self {
        Self::new(a, b, a.middle - q * b.middle, q)
    }

    /// An eighth with the same centre, an eighth with projections that touch or have a gap; else an
    /// overlap along a random direction of 1e-6 to 1 times the smaller size.
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

    /// From the centre of A to that of B.
    pub fn start(&self) -> DVec3 {
        self.motion().apply(self.b.middle) - self.a.middle
    }

    /// A bound on the coordinates, and the sums of coordinates, in a test.
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

/// A translation by multiples of a step, up to `most` steps in both directions.
pub fn on_grid(random: &mut Random, step: f64, most: usize) -> DVec3 {
    let mut shift = || (random.below(2 * most + 1) as f64 - most as f64) * step;
    DVec3::new(shift(), shift(), shift())
}
