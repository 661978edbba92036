//! Where the frames of a robot are at eight times of a stretch, and how they move.
//!
//! A stretch is cut into eight lanes of the same length; each frame is known at the middle of each lane:
//!
//! ```text
//!     time in the stretch    0   .   .   .   .   .   .   .   1        a lane's middles are (i + 1/2) / 8
//!     lane                     0   1   2   3   4   5   6   7
//! ```
//!
//! Axes of joints are made the third axes of their frames, once: then a turn mixes two columns.

use glam::{DMat3, DVec3};

use super::lanes::{LANES, Lane, MOST_ANGLE, Vector, sin_cos};
use crate::robot::{Frame, Robot};

/// Half the length of a lane, as a part of the stretch.
pub(super) const HALF: f64 = 0.5 / LANES as f64;

/// From a frame to the next, in units of the reach of what moves.
#[derive(Clone, Debug)]
struct Step {
    parent: usize,
    turn: [[f32; 3]; 3],
    way: [f32; 3],
}

/// The frames of a robot.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    steps: Vec<Step>,
    /// For each frame, the rotation that makes the third axis that of its joint.
    turned: Vec<DMat3>,
    unit: f64,
}

/// A frame at eight times: its axes, its origin, how fast it turns and how fast its origin moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    axes: [Vector; 3],
    origin: Vector,
    turning: Vector,
    speed: Vector,
}

impl Moving {
    fn still() -> Self {
        let axis = |k: usize| Vector::all(DVec3::AXES[k].as_vec3().to_array());
        let (axes, zero) = ([axis(0), axis(1), axis(2)], Vector::ZERO);
        Self { axes, origin: zero, turning: zero, speed: zero }
    }
    #[inline(always)]
    fn rotate(&self, v: [f32; 3]) -> Vector {
        let along = |k: usize| self.axes[k].map(|lane| lane.times(v[k]));
        along(0) + along(1) + along(2)
    }
    /// Where a point of the frame is, and how fast it moves.
    #[inline(always)]
    pub fn place(&self, point: [f32; 3]) -> [Vector; 2] {
        let arm = self.rotate(point);
        [self.origin + arm, self.speed + self.turning.cross(arm)]
    }
}

/// A joint's value in the middle of a stretch, and how far it moves on it.
#[derive(Clone, Copy, Debug)]
struct Value {
    middle: f64,
    way: f64,
}

/// A part of an edge: its ends as shares of the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch<'e> {
    pub ends: [&'e [f64]; 2],
    pub from: f64,
    pub to: f64,
}

impl Stretch<'_> {
    fn value(&self, frame: &Frame) -> Value {
        let [a, b] = self.ends.map(|row| frame.value(row));
        let share = 0.5 * (self.from + self.to);
        Value { middle: a + (b - a) * share, way: (b - a) * (self.to - self.from) }
    }
}

impl Frames {
    pub fn of(robot: &Robot, unit: f64) -> Self {
        let turned: Vec<DMat3> = robot.frames.iter().map(|frame| around(frame.axis)).collect();
        let step = |(number, frame): (usize, &Frame)| {
            let back = turned[frame.parent].transpose();
            let fixed = DMat3::from_cols_array_2d(&frame.fixed.columns.map(|axis| axis.to_array()));
            let single = |v: DVec3| v.as_vec3().to_array();
            let turn = back * fixed * turned[number];
            Step {
                parent: frame.parent,
                turn: [turn.x_axis, turn.y_axis, turn.z_axis].map(single),
                way: single(back * frame.fixed.translation * unit),
            }
        };
        let steps = robot.frames.iter().enumerate().skip(1).map(step).collect();
        Self { steps, turned, unit }
    }
    /// A point of a frame as [`Moving::place`] takes it.
    pub fn local(&self, frame: usize, point: DVec3) -> DVec3 {
        self.turned[frame].transpose() * point * self.unit
    }
    /// Can angles be told apart that change so much on a stretch?
    pub fn are_short(&self, robot: &Robot, stretch: &Stretch<'_>) -> bool {
        let mut turning = robot.frames.iter().skip(1).filter(|frame| frame.turns);
        turning.all(|frame| {
            stretch.value(frame).way.abs() * 0.5 + std::f64::consts::PI < f64::from(MOST_ANGLE)
        })
    }
    /// All frames on a stretch, in `moving`.
    #[inline(always)]
    pub fn at(&self, robot: &Robot, stretch: &Stretch<'_>, moving: &mut Vec<Moving>) {
        moving.clear();
        moving.push(Moving::still());
        for (step, frame) in self.steps.iter().zip(&robot.frames[1..]) {
            let parent = &moving[step.parent];
            let [way, speed] = parent.place(step.way);
            let mut next = Moving {
                axes: step.turn.map(|axis| parent.rotate(axis)),
                origin: way,
                turning: parent.turning,
                speed,
            };
            let value = stretch.value(frame);
            if frame.turns {
                next.turn(value);
            } else {
                next.slide(value, self.unit);
            }
            moving.push(next);
        }
    }
}

impl Moving {
    #[inline(always)]
    fn turn(&mut self, Value { middle, way }: Value) {
        let turns = (middle * (0.5 / std::f64::consts::PI)).round();
        let rest = middle - turns * (2.0 * std::f64::consts::PI);
        let [sine, cosine] = sin_cos(along(rest as f32, way as f32));
        let [x, y, z] = self.axes;
        let mix = |u: Vector, v: Vector| u.map(|lane| lane * cosine) + v.map(|lane| lane * sine);
        self.axes = [mix(x, y), mix(y, Vector::ZERO - x), z];
        self.turning = self.turning + z.map(|lane| lane.times(way as f32));
    }
    #[inline(always)]
    fn slide(&mut self, Value { middle, way }: Value, unit: f64) {
        let values = along((middle * unit) as f32, (way * unit) as f32);
        let axis = self.axes[2];
        let arm = axis.map(|lane| lane * values);
        self.origin = self.origin + arm;
        let own = axis.map(|lane| lane.times((way * unit) as f32));
        self.speed = self.speed + self.turning.cross(arm) + own;
    }
}

/// A value in the middles of all lanes.
#[inline(always)]
fn along(middle: f32, way: f32) -> Lane {
    const SHARES: Lane = Lane([-0.4375, -0.3125, -0.1875, -0.0625, 0.0625, 0.1875, 0.3125, 0.4375]);
    Lane::all(middle) + SHARES.times(way)
}

/// A rotation that makes an axis of the third one.
fn around(axis: DVec3) -> DMat3 {
    let (x, y) = axis.any_orthonormal_pair();
    if axis == DVec3::ZERO { DMat3::IDENTITY } else { DMat3::from_cols(x, y, axis) }
}
