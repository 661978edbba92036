//! The relative motion of two shapes, and bounds on the curvature of their points' paths.
//!
//! Everything is in one frame that does not turn: it is A's own frame at time 0, and moves with A's
//! centre of rotation. In this frame A turns in place, and B's centre moves along a line:
//!
//! ```text
//!     A(t):  x -> ca + exp(wa t) (x - ca)
//!     B(t):  y -> cb + u t + exp(wb t) R (y - center)      cb: B's centre at time 0
//! ```
//!
//! **The curvature of the paths.** A point x of a turning shape moves around its centre with the
//! acceleration w x (w x x), which is perpendicular to w. So along a unit axis n it is at most
//!
//! ```text
//!     |n . (w x (w x x))| = |(n x w) . (w x x)| <= |n x w| |w| r        r: reach from the centre
//! ```
//!
//! A solid of revolution around a line through the centre is a set that depends only on the direction e
//! of this line, and e' = w x e. The component of w along e, w_e, is constant. Without it, the angular
//! velocity is W = w - w_e e, of constant length, and W' = -w_e (w x e). Points that turn with W instead
//! of w sweep the same set, and their acceleration W' x x + W x (W x x) is at most r |W| (|w_e| + |W|).
//! For example, a spinning top that stands upright does not move at all.

use crate::number::sqrt;
use crate::shape::{Convex, Core};
use crate::space::{DVector, MOTION_ERROR, Motion, Turn, Vector};

/// The rounding error of a point under the relative pose of turning shapes, in units of `f64::EPSILON`
/// times its distance.
///
/// The exponential of a turn adds to [`MOTION_ERROR`]: sine, cosine and a direction of length 1 are wrong
/// by 3 units of roundoff each, so the quaternion by 6 and its matrix by twice that, and by another 18
/// for forming it; the product with the pose's matrix adds 9. That is 39 units for each shape, or 39
/// epsilons for both.
const TURN_ERROR: f64 = MOTION_ERROR + 39.0;

/// How a shape turns. Lengths and times are those of the scaled problem.
#[derive(Clone, Copy, Debug)]
pub struct Spin<W: Vector> {
    /// In radians, in the frame that does not turn.
    pub angular: W::Wedge,
    /// The centre of rotation, in the shape's frame.
    pub center: W,
    /// No point of the core is farther from the centre. 0 if the shape does not turn and the value is not
    /// needed.
    pub reach: f64,
    /// The largest acceleration of the shape's points along any axis; 0 for shapes that turn without
    /// moving as a set.
    bend: f64,
}

impl<W: DVector> Spin<W> {
    /// No turning.
    pub fn none() -> Self {
        Self { angular: Default::default(), center: W::ZERO, reach: 0.0, bend: 0.0 }
    }

    /// `angular` turns the shape about its local point `center`; all lengths are multiplied by
    /// `scale`. `start` leads from the shape's frame to the one that does not turn.
    pub fn of<C: Convex<V: Vector<Wide = W>>>(
        shape: &C,
        center: W,
        scale: f64,
        angular: W::Wedge,
        start: &Motion<W>,
    ) -> Self {
        if angular == W::Wedge::default() {
            return Self { center: center * scale, ..Self::none() };
        }
        let reach = shape.reach_from(center) * scale;
        let speed = speed::<W>(angular);
        let bend = match revolved(&shape.to_core(), center) {
            Revolved::Everywhere => 0.0,
            Revolved::About(axle) => {
                let axle = start.rotate(axle);
                let across = W::turning(angular, axle).norm();
                let along = W::wedge_dot(angular, angular) - across * across;
                reach * across * (across + sqrt(along.max(0.0)) + f64::EPSILON * speed)
            }
            Revolved::Nowhere => reach * speed * speed,
        };
        Self { angular, center: center * scale, reach, bend: bend * (1.0 + 16.0 * f64::EPSILON) }
    }

    /// The same for a shape beside a turning half-space: in the half-space's frame its points move, even
    /// if it does not turn.
    pub fn reaching<C: Convex<V: Vector<Wide = W>>>(
        self,
        shape: &C,
        center: W,
        scale: f64,
    ) -> Self {
        Self { reach: shape.reach_from(center) * scale, ..self }
    }

    /// For a half-space, which is in no ball. [`super::half_space_cast`] computes its effect on the paths of
    /// points.
    pub fn of_plane(center: W, angular: W::Wedge) -> Self {
        let bend = speed::<W>(angular);
        Self { angular, center, reach: f64::INFINITY, bend }
    }

    /// Does it turn at all?
    fn turns(&self) -> bool {
        self.angular != W::Wedge::default()
    }

    /// Does the set of its points move other than along a line?
    pub fn bends(&self) -> bool {
        self.bend > 0.0
    }

    /// The largest acceleration along a unit axis.
    fn bend_along(&self, axis: W) -> f64 {
        let across = W::turning(self.angular, axis).norm();
        let any = across * speed::<W>(self.angular) * self.reach * (1.0 + 16.0 * f64::EPSILON);
        self.bend.min(any)
    }

    /// The turn until a time.
    fn turn(&self, time: f64) -> Motion<W> {
        Motion::of_turn(W::Turn::about(self.angular * time))
    }
}

/// The length of an angular velocity.
pub fn speed<W: DVector>(angular: W::Wedge) -> f64 {
    sqrt(W::wedge_dot(angular, angular))
}

/// How a turn moves a shape as a set of points.
enum Revolved<W> {
    /// Not at all: a ball around the centre.
    Everywhere,
    /// Not at all around this local axis of length 1.
    About(W),
    /// Every turn moves it.
    Nowhere,
}

/// The line through `center` around which the core is a solid of revolution.
fn revolved<W: DVector>(core: &Core<W>, center: W) -> Revolved<W> {
    let axle = match *core {
        Core::Point(only) if only == center => return Revolved::Everywhere,
        Core::Segment([p, q]) => (q - p).unit_along(),
        Core::Cylinder { axis, .. } | Core::Cone { axis, .. } => Some(W::unit(axis)),
        Core::Ellipsoid(radii) => {
            let same = |i: usize, j: usize| radii.get(i) == radii.get(j);
            let around = (0..3).find(|i| W::DIM == 3 && same((i + 1) % 3, (i + 2) % 3));
            let all = (1..W::DIM).all(|i| same(0, i));
            if all && center == W::ZERO {
                return Revolved::Everywhere;
            }
            around.map(W::unit)
        }
        _ => None,
    };
    // The axis through the origin, or through a segment's end, must contain the centre.
    let start = if let Core::Segment([p, _]) = *core { p } else { W::ZERO };
    match axle {
        Some(axle) if W::DIM == 3 => {
            let off = center - start;
            let exact = W::wedge_numbers(off.wedge(axle)).iter().all(|x| *x == 0.0);
            if exact { Revolved::About(axle) } else { Revolved::Nowhere }
        }
        _ => Revolved::Nowhere,
    }
}

/// The poses of the shapes at a time.
pub struct Placed<W: Vector> {
    /// The pose of B in the frame of A.
    pub b_in_a: Motion<W>,
    /// How A's frame has turned since the start; `None` if it does not turn.
    pub a: Option<Motion<W>>,
}

impl<W: DVector> Placed<W> {
    /// Transforms a direction from A's frame to the frame that does not turn.
    pub fn to_fixed(&self, direction: W) -> W {
        self.a.map_or(direction, |a| a.rotate(direction))
    }
    /// Transforms a direction from the frame that does not turn to A's frame.
    pub fn to_a(&self, direction: W) -> W {
        self.a.map_or(direction, |a| a.unrotate(direction))
    }
}

/// The relative motion. Lengths and times are scaled so that nothing over- or underflows.
#[derive(Clone, Copy, Debug)]
pub struct Path<W: Vector> {
    /// The pose of B in the frame of A at time 0.
    pub start: Motion<W>,
    /// The velocity of B's centre relative to A's.
    pub velocity: W,
    /// Of A and of B.
    pub spins: [Spin<W>; 2],
    /// Does one of them turn?
    turns: bool,
    /// A bound on the rounding of a clearance at time 0.
    slack: f64,
    /// How much that bound grows with time.
    slack_rate: f64,
    /// How much it grows with the square of time: a half-space turns points that move away from it.
    slack_square: f64,
}

impl<W: DVector> Path<W> {
    /// `spins` is `None` if neither shape turns. `size` bounds the points of the difference at time 0,
    /// `radii` is the sum of all radii, and `support` bounds the error of the support points.
    ///
    /// As for two shapes at rest (see the pair's `slack`): the relative pose applied to a point, its
    /// product with a unit axis, the sum with the radii. The vector u t is another translation, with a
    /// velocity that was rotated into A's frame. So was an angular velocity; with the product with t, the
    /// turn is wrong by some 30 units of roundoff of the angle |w| t, which moves a point by this times
    /// its distance from the centre.
    pub fn new(
        start: Motion<W>,
        velocity: W,
        spins: Option<[Spin<W>; 2]>,
        [size, radii, support]: [f64; 3],
    ) -> Self {
        let turns = spins.is_some();
        let pose = if turns { TURN_ERROR } else { MOTION_ERROR };
        let speeds = velocity.norm();
        let slack = f64::EPSILON * ((pose + 8.0) * size + 4.0 * radii) + support;
        let (mut rate, mut square) = ((pose + 8.0) * speeds, 0.0);
        if let Some([a, b]) = &spins {
            let swept = |s: &Spin<W>| 16.0 * speed::<W>(s.angular) * s.reach.min(size);
            rate = rate + swept(a) + swept(b);
            let of_plane = a.reach == f64::INFINITY && a.turns();
            let leaning = if of_plane { speed::<W>(a.angular) } else { 0.0 };
            square = 16.0 * f64::EPSILON * leaning * speeds;
        }
        let (slack_rate, slack_square) = (f64::EPSILON * rate, square);
        let spins = spins.unwrap_or([Spin::none(); 2]);
        Self { start, velocity, spins, turns, slack, slack_rate, slack_square }
    }

    /// A bound on the rounding of a clearance at a time.
    pub fn slack(&self, time: f64) -> f64 {
        self.slack + self.slack_rate * time + (self.slack_square * time) * time
    }
    /// A lower bound, rounding included, of the slope of the gap along a unit axis, if only the centres
    /// count.
    pub fn slope(&self, axis: W) -> f64 {
        axis.dot(self.velocity) - self.slack_rate
    }
    /// Does a shape turn at all? It may be the same set of points all the time.
    pub fn turns(&self) -> bool {
        self.turns
    }
    /// Is there a shape that moves other than along a line?
    pub fn bends(&self) -> bool {
        self.turns && (self.spins[0].bends() || self.spins[1].bends())
    }
    /// An upper bound of the acceleration of all points along a unit axis.
    pub fn bend_along(&self, axis: W) -> f64 {
        self.spins[0].bend_along(axis) + self.spins[1].bend_along(axis)
    }

    /// The poses of the shapes at a time.
    pub fn at(&self, time: f64) -> Placed<W> {
        let way = self.start.translation + self.velocity * time;
        let b_in_a = Motion { translation: way, ..self.start };
        if self.turns {
            return self.rotated_at(b_in_a, time);
        }
        Placed { b_in_a, a: None }
    }

    #[inline(never)]
    fn rotated_at(&self, mut b: Motion<W>, time: f64) -> Placed<W> {
        let [spin_a, spin_b] = &self.spins;
        if spin_b.turns() {
            let turn = spin_b.turn(time);
            let arm = self.start.rotate(spin_b.center);
            let [x, y, z] = self.start.columns;
            b.columns = [turn.rotate(x), turn.rotate(y), turn.rotate(z)];
            b.translation = b.translation + (arm - turn.rotate(arm));
        }
        if !spin_a.turns() {
            return Placed { b_in_a: b, a: None };
        }
        let mut a = spin_a.turn(time);
        a.translation = spin_a.center - a.rotate(spin_a.center);
        Placed { b_in_a: b.seen_from(&a), a: Some(a) }
    }

    /// The relative velocity along an axis of two points, given by their vectors from the centres: the
    /// speed of B's point less that of A's.
    pub fn speed_along(&self, axis: W, [arm_a, arm_b]: [W; 2]) -> f64 {
        let [a, b] = &self.spins;
        let relative = self.velocity + W::turning(b.angular, arm_b) - W::turning(a.angular, arm_a);
        axis.dot(relative)
    }
}
