//! Where the frames of a robot are, and how far rounding may have put them from there.
//!
//! The motion of a frame is that of its parent, then the fixed way to the joint, then the joint's own motion:
//!
//! ```text
//!     motion = parent * fixed * turn(axis, value)        (Rodrigues)     or     parent * fixed * slide(axis * value)
//! ```
//!
//! *Rounding*, in units of the numbers' epsilon, to first order; [`SAFE`] covers the rest. A frame's rotation differs
//! from the true one by at most `turn`, as the norm of a matrix, and its origin by at most `shift`:
//!
//! - The stored matrix of `fixed` has an error of 6 a column. A value `m q + o` has an error of 4 of its largest
//!   size `x`, as it is interpolated, multiplied and added; on a curve of degree d, of 12 d more (`curve.rs`). Sine, cosine
//!   and Rodrigues' formula add 10. Each of two products of matrices adds 9 (three terms an entry, and the norm of nine
//!   entries): 34 + (4 + 12 d) x a frame that turns. One that slides turns by nothing: its value is a length.
//! - Each fixed joint that was merged into `fixed`, and the base, adds 15: a matrix of its own, and a product. All of
//!   the robot are counted for each frame.
//! - The origin gains what the parent's rotation is off, times the length of the way, and 4 of the length of all
//!   ways so far. A slide of length x gains the same again, and what its value is off.

use clearance_geometry::space::Motion;
use glam::DVec3;

use crate::curve::OFF;

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
        self.motion_at(parent, self.value(configuration))
    }
    /// The same, with this value of the joint.
    pub fn motion_at(&self, parent: &Motion<DVec3>, value: f64) -> Motion<DVec3> {
        after(&after(parent, &self.fixed), &self.moved(value))
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
    /// The epsilon of the numbers that they are computed in.
    epsilon: f64,
}

impl Rounding {
    /// The bounds for configurations with values of at most this size, on curves of at most this degree (0 for straight
    /// lines), and for points that are at most `body` from the origins of their frames.
    pub fn of(robot: &Robot, largest: &[f64], degree: usize, body: f64) -> Self {
        let epsilon = f64::EPSILON;
        let curved = OFF * degree as f64;
        let zero = Self { turn: 0.0, shift: 0.0, reach: 0.0, point: 0.0, epsilon };
        let merged = 15.0 * (robot.fixed_joints + 2) as f64 * epsilon;
        let mut all = Self { turn: merged, ..zero };
        let mut frames = Vec::with_capacity(robot.frames.len());
        frames.push(all);
        for frame in &robot.frames[1..] {
            let parent = frames[frame.parent];
            let x = frame.multiplier.abs() * largest[frame.value] + frame.offset.abs() + frame.off;
            let way = frame.fixed.translation.length() + if frame.turns { 0.0 } else { x };
            let reach = parent.reach + way;
            let own = Self {
                turn: parent.turn
                    + (34.0 + if frame.turns { (4.0 + curved) * x } else { 0.0 }) * epsilon,
                shift: parent.shift
                    + way * (parent.turn + (20.0 + curved) * epsilon)
                    + 4.0 * reach * epsilon,
                reach,
                ..zero
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
        let Self { turn, shift, epsilon, .. } = self;
        Self { reach, point: shift + turn * reach + 8.0 * reach * epsilon, ..self }
    }
    /// The same bounds for numbers of `f32` and points that are farther away by this: all of it is in proportion to the
    /// epsilon.
    pub fn in_f32(self, by: f64) -> Self {
        let epsilon = f64::from(f32::EPSILON);
        let [turn, shift] = [self.turn, self.shift].map(|of| of * (epsilon / self.epsilon));
        Self { turn, shift, epsilon, ..self }.farther(by)
    }
    /// The same bounds, seen from a place that is farther away by this.
    pub fn farther(self, by: f64) -> Self {
        self.seen_from(self.reach + by)
    }

    /// What a computed gap may exceed the true one by.
    ///
    /// Let R be the reach, P the bound on points, T and V the sums of speeds that turn and that slide, t and v what these are
    /// off on curves, E the sum of second derivatives that turn, w the half-width of the stretch, and e the epsilon.
    ///
    /// - *Now.* A gap is the difference of two supports: 2 P, and their arithmetic, 64 e R. Times from 0 to 1 are rounded
    ///   by e, in which a point moves by 2 R T + V, and V is at most twice the reach: e R (2 T + 2).
    /// - *Slope.* The velocity of a point p is a sum of speed times (axis x arm), or times the axis. An arm is at most 2 R
    ///   long. An axis is off by `turn`, both ends of an arm by P and `shift`: together by Q = 3 turn R + 2 shift + 8 e R.
    ///   Arithmetic adds 32 e R, and supports along directions of length 1 + w T add 64 e R. A slide is off by turn + 8 e.
    ///   Speeds that are off add 2 R t + v.
    /// - *Tolerances*, G of joints that turn and H of those that slide, are to places what T and V are to speeds: G (Q + 256 e R) +
    ///   H (turn + 8 e) now, as supports tell ranges, too, and T G Q in the slope, G G Q / 2 now.
    /// - *Bend.* It has factors T, T and an arm, or E and an arm, or T, V and no arm, so the arm's error counts: (T T + E) Q / 2.
    pub fn of_gaps(&self, sums: &Sums) -> Slack {
        let Self { turn, shift, reach, point, epsilon } = *self;
        let Sums { turns, slides, off_turns, off_slides, bends, errors_turn, errors_slide } = *sums;
        let unit = reach * epsilon;
        let arm = 3.0 * turn * reach + 2.0 * shift + 8.0 * unit;
        let now = 2.0 * point + (66.0 + 2.0 * turns) * unit;
        let errors = errors_turn * (arm + 256.0 * unit + 0.5 * errors_turn * arm)
            + errors_slide * (turn + 8.0 * epsilon);
        Slack {
            now: now + errors,
            slope: turns * (arm + 96.0 * unit)
                + slides * (turn + 8.0 * epsilon)
                + (2.0 * reach * off_turns + off_slides)
                + turns * errors_turn * arm,
            bend: 0.5 * (turns * turns + bends) * arm,
        }
    }
}

/// Sums over all frames: of speeds that turn and that slide, of what these are off, of second derivatives that turn, and of
/// tolerances that turn and that slide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub turns: f64,
    pub slides: f64,
    pub off_turns: f64,
    pub off_slides: f64,
    pub bends: f64,
    pub errors_turn: f64,
    pub errors_slide: f64,
}

/// What a computed gap may exceed the true one by: a polynomial in the half-width of the stretch that it is used for.
/// A short stretch has little of it, however fast the joints are, and a slide of any length has that of its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slack {
    /// At one time. What lies less above a required clearance cannot be proven: it grazes it.
    pub now: f64,
    slope: f64,
    bend: f64,
}

impl Slack {
    /// On a stretch of this half-width, in time from 0 to 1.
    #[inline]
    pub fn at(&self, half_width: f64) -> f64 {
        self.now + half_width * (self.slope + half_width * self.bend)
    }
    /// So many times as much.
    pub fn times(self, factor: f64) -> Self {
        let Self { now, slope, bend } = self;
        Self { now: now * factor, slope: slope * factor, bend: bend * factor }
    }
}
