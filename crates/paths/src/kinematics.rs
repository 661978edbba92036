//! Where the frames of a robot are, and how far rounding may have put them from there.
//!
//! The motion of a frame is that of its parent, then the fixed way to the joint, then the joint's own motion:
//!
//! ```text
//!     motion = parent * fixed * turn(axis, value)        (Rodrigues)     or     parent * fixed * slide(axis * value)
//! ```
//!
//! *Rounding*, in units of [`f64::EPSILON`], to first order; [`SAFE`] covers the rest. A frame's rotation differs
//! from the true one by at most `turn`, as the norm of a matrix, and its origin by at most `shift`:
//!
//! - The stored matrix of `fixed` has an error of 6 a column. A value `m q + o` has an error of 4 of its largest
//!   size `x`, as it is interpolated, multiplied and added; sine, cosine and Rodrigues' formula add 10. Each of two
//!   products of matrices adds 9 (three terms an entry, and the norm of nine entries): 34 + 4 x a frame.
//! - Each fixed joint that was merged into `fixed`, and the base, adds 15: a matrix of its own, and a product. All of
//!   the robot are counted for each frame.
//! - The origin gains what the parent's rotation is off, times the length of the way, and 4 of the length of all
//!   ways so far. A slide of length x gains the same again.

use clearance_geometry::space::Motion;
use glam::DVec3;

use crate::robot::{Frame, Robot, after};

/// A bound of first order, times this, covers the terms of higher order: they are smaller by 1e-6 at least.
const SAFE: f64 = 1.001;

impl Frame {
    /// The joint's value.
    #[inline]
    pub fn value(&self, configuration: &[f64]) -> f64 {
        self.multiplier * configuration[self.value] + self.offset
    }
    /// The motion of the frame, if its parent has this one.
    pub fn motion(&self, parent: &Motion<DVec3>, configuration: &[f64]) -> Motion<DVec3> {
        after(&after(parent, &self.fixed), &self.moved(self.value(configuration)))
    }
    /// The motion of the child in the frame of the joint.
    fn moved(&self, value: f64) -> Motion<DVec3> {
        if !self.turns {
            return Motion { translation: self.axis * value, ..Motion::identity() };
        }
        let (sin, cos) = (libm::sin(value), libm::cos(value));
        let DVec3 { x, y, z } = self.axis;
        let rest = self.axis * (1.0 - cos);
        let columns = [
            rest * x + DVec3::new(cos, z * sin, -y * sin),
            rest * y + DVec3::new(-z * sin, cos, x * sin),
            rest * z + DVec3::new(y * sin, -x * sin, cos),
        ];
        Motion { columns, translation: DVec3::ZERO }
    }
}

impl Robot {
    /// The motions of all frames, local to world.
    pub(crate) fn motions(&self, configuration: &[f64]) -> Vec<Motion<DVec3>> {
        let mut motions = Vec::with_capacity(self.frames.len());
        motions.push(Motion::identity());
        for frame in &self.frames[1..] {
            motions.push(frame.motion(&motions[frame.parent], configuration));
        }
        motions
    }
}

/// Bounds on what rounding does to all frames of a robot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    /// On the rotation of a frame, as the norm of a matrix.
    pub turn: f64,
    /// On the place of a frame's origin.
    pub shift: f64,
    /// No point of a bounded body is farther from the base of the robot, from which all is seen.
    pub reach: f64,
    /// On the place of a point of a body.
    pub point: f64,
}

impl Rounding {
    /// The bounds for configurations with values of at most this size, and for points that are at most `body` from the
    /// origins of their frames.
    pub fn of(robot: &Robot, largest: &[f64], body: f64) -> Self {
        let zero = Self { turn: 0.0, shift: 0.0, reach: 0.0, point: 0.0 };
        let merged = 15.0 * (robot.fixed_joints + 2) as f64 * f64::EPSILON;
        let mut all = Self { turn: merged, ..zero };
        let mut frames = vec![all];
        for frame in &robot.frames[1..] {
            let parent = frames[frame.parent];
            let x = frame.multiplier.abs() * largest[frame.value] + frame.offset.abs();
            let way = frame.fixed.translation.length() + if frame.turns { 0.0 } else { x };
            let reach = parent.reach + way;
            let own = Self {
                turn: parent.turn + (34.0 + 4.0 * x) * f64::EPSILON,
                shift: parent.shift
                    + way * (parent.turn + 20.0 * f64::EPSILON)
                    + 4.0 * reach * f64::EPSILON,
                reach,
                point: 0.0,
            };
            all.turn = all.turn.max(own.turn);
            all.shift = all.shift.max(own.shift);
            all.reach = all.reach.max(own.reach);
            frames.push(own);
        }
        let (turn, shift) = (all.turn * SAFE, all.shift * SAFE);
        Self { turn, shift, ..zero }.seen_from(all.reach * SAFE + body)
    }
    /// The same bounds, for points that are at most this far from the place from which all is seen.
    fn seen_from(self, reach: f64) -> Self {
        let Self { turn, shift, .. } = self;
        Self { turn, shift, reach, point: shift + turn * reach + 8.0 * reach * f64::EPSILON }
    }
    /// The same bounds, seen from a place that is farther away by this.
    pub fn farther(self, by: f64) -> Self {
        self.seen_from(self.reach + by)
    }

    /// What a computed gap may exceed the true one by, if `speeds` is the sum of all speeds.
    ///
    /// Let R be the reach, P the bound on points, S the sum of speeds, and e = [`f64::EPSILON`]. A gap is the difference
    /// of two supports: 2 P. Its slope in time is the product of a unit vector and a velocity, a sum over the joints of
    /// speed times (axis x arm): off by turn R + shift on each of two sides, and by its arithmetic, 32 e R. The time is
    /// at most 1. The bend has factors of places, too: S^2 P. Supports along directions of length 1 + S add 64 e R (1 + S).
    pub fn of_gaps(&self, speeds: f64) -> f64 {
        let Self { turn, shift, reach, point } = *self;
        let unit = reach * f64::EPSILON;
        let slope = 2.0 * (turn * reach + shift) + 32.0 * unit;
        2.0 * point + speeds * slope + speeds * speeds * point + 64.0 * unit * (1.0 + speeds)
    }
}
