//! The relative motion of two shapes, and how far it can carry their points off a line.
//!
//! Everything is in one frame that does not turn: it is A's own at time 0, and moves along with
//! A's centre of rotation. There A turns in place, and B's centre moves along a line:
//!
//! ```text
//!     A(t):  x -> ca + exp(wa t) (x - ca)
//!     B(t):  y -> cb + u t + exp(wb t) R (y - center)      cb: B's centre at time 0
//! ```
//!
//! **How curved the paths are.** A point x of a turning shape moves around its centre with the
//! acceleration w x (w x x), which is across w. So along a unit axis n it is at most
//!
//! ```text
//!     |n . (w x (w x x))| = |(n x w) . (w x x)| <= |n x w| |w| r        r: reach from the centre
//! ```
//!
//! A solid of revolution about a line through the centre is a set that depends on the direction
//! e of that line alone, and e' = w x e. The part of w along e, w_e, never changes; without it
//! the angular velocity is W = w - w_e e, of constant length, and W' = -w_e (w x e). Points that
//! turn with W instead of w sweep the same set, and their acceleration W' x x + W x (W x x) is
//! at most r |W| (|w_e| + |W|): a spinning top that stands upright does not move at all.

use crate::number::Scalar;
use crate::shape::{Convex, Core};
use crate::space::{MOTION_ERROR, Motion, Turn, Vector};

/// What rounding does to a point under the relative pose of turning shapes, in units of
/// `f64::EPSILON` times its distance.
///
/// The exponential of a turn adds to what [`MOTION_ERROR`] counts: sine, cosine and a direction
/// of length 1 are wrong by 3 units of roundoff each, so the quaternion by 6 and its matrix by
/// twice that, and by another 18 for forming it; multiplying with the pose's matrix adds 9.
/// That is 39 for each shape, 39 epsilons for both.
const TURN_ERROR: f64 = MOTION_ERROR + 39.0;

/// How a shape turns. Lengths and times are those of the scaled problem.
#[derive(Clone, Copy, Debug)]
pub struct Spin<W: Vector> {
    /// In radians, in the frame that does not turn.
    pub angular: W::Wedge,
    /// The centre of rotation, in the shape's frame.
    pub center: W,
    /// No point of the core is farther from the centre. 0 where it does not turn and nobody asks.
    pub reach: f64,
    /// The largest acceleration that the shape's points need, whatever the axis; 0 for shapes
    /// that turn and stay where they are.
    bend: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Spin<W> {
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
                reach * across * (across + Scalar::sqrt(along.max(0.0)) + f64::EPSILON * speed)
            }
            Revolved::Nowhere => reach * speed * speed,
        };
        Self { angular, center: center * scale, reach, bend: bend * (1.0 + 16.0 * f64::EPSILON) }
    }

    /// The same of a shape that a turning half-space sees: its points move for that one, even
    /// where it does not turn itself.
    pub fn reaching<C: Convex<V: Vector<Wide = W>>>(
        self,
        shape: &C,
        center: W,
        scale: f64,
    ) -> Self {
        Self { reach: shape.reach_from(center) * scale, ..self }
    }

    /// Of a half-space, which no ball holds; what it does to the paths of points as it sees them
    /// is the business of [`super::plane`].
    pub fn of_plane(center: W, angular: W::Wedge) -> Self {
        let bend = speed::<W>(angular);
        Self { angular, center, reach: f64::INFINITY, bend }
    }

    /// Does it turn at all?
    fn turns(&self) -> bool {
        self.angular != W::Wedge::default()
    }

    /// Does the set of its points move, other than along a line?
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
        Motion { columns: W::Turn::about(self.angular * time).columns(), translation: W::ZERO }
    }
}

/// The length of an angular velocity.
pub fn speed<W: Vector<Scalar = f64>>(angular: W::Wedge) -> f64 {
    Scalar::sqrt(W::wedge_dot(angular, angular))
}

/// What turning does to a shape as a set of points.
enum Revolved<W> {
    /// Nothing: a ball around the centre.
    Everywhere,
    /// Nothing, about that local axis of length 1.
    About(W),
    /// It moves it.
    Nowhere,
}

/// About which line through `center` is the core a solid of revolution?
fn revolved<W: Vector<Scalar = f64>>(core: &Core<W>, center: W) -> Revolved<W> {
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
    // The axis through the origin, or for a segment through its end, must hold the centre.
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

/// Where the shapes stand at a time.
pub struct Placed<W: Vector> {
    /// The pose of B in the frame of A.
    pub b_in_a: Motion<W>,
    /// How A's frame has turned since the start; `None` if it does not turn.
    pub a: Option<Motion<W>>,
}

impl<W: Vector<Scalar = f64>> Placed<W> {
    /// A direction in A's frame, as the frame that does not turn has it.
    pub fn to_fixed(&self, direction: W) -> W {
        self.a.map_or(direction, |a| a.rotate(direction))
    }
    /// A direction in the frame that does not turn, as A has it.
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
    /// And with its square: a half-space turns points that move away from it.
    slack_square: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Path<W> {
    /// No `spins` are those of shapes of which neither turns.
    /// `size` bounds the points of the difference at time 0, `radii` is the sum of all radii and
    /// `support` what the supports are wrong by.
    ///
    /// As for two shapes at rest, see the pair's `slack`: the relative pose on a point, its
    /// product with a unit axis, the sum with the radii. The way u t is another translation, of
    /// a velocity that was turned into A's frame. An angular velocity was turned into it, too:
    /// that and the product with t make the turn wrong by some 30 units of roundoff of the angle
    /// |w| t, which moves a point by as much times its distance from the centre.
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
    #[inline]
    pub fn slack(&self, time: f64) -> f64 {
        self.slack + self.slack_rate * time + (self.slack_square * time) * time
    }
    /// How fast the shapes approach along a unit axis at least, rounding included, where only
    /// their centres count.
    #[inline]
    pub fn slope(&self, axis: W) -> f64 {
        axis.dot(self.velocity) - self.slack_rate
    }
    /// Does a shape turn at all? One that turns may still be the same set of points.
    #[inline]
    pub fn turns(&self) -> bool {
        self.turns
    }
    /// Is there a shape that does not just move along a line?
    #[inline]
    pub fn bends(&self) -> bool {
        self.turns && (self.spins[0].bends() || self.spins[1].bends())
    }
    /// No point of the shapes is accelerated by more than this along a unit axis.
    pub fn bend_along(&self, axis: W) -> f64 {
        self.spins[0].bend_along(axis) + self.spins[1].bend_along(axis)
    }

    /// Where the shapes stand at a time.
    #[inline]
    pub fn at(&self, time: f64) -> Placed<W> {
        let way = self.start.translation + self.velocity * time;
        let b_in_a = Motion { translation: way, ..self.start };
        if self.turns {
            return self.turned_at(b_in_a, time);
        }
        Placed { b_in_a, a: None }
    }

    #[inline(never)]
    fn turned_at(&self, mut b: Motion<W>, time: f64) -> Placed<W> {
        let [spin_a, spin_b] = &self.spins;
        if spin_b.turns() {
            let turn = spin_b.turn(time);
            let arm = self.start.rotate(spin_b.center);
            b.columns = self.start.columns.map(|column| turn.rotate(column));
            b.translation = b.translation + (arm - turn.rotate(arm));
        }
        if !spin_a.turns() {
            return Placed { b_in_a: b, a: None };
        }
        let mut a = spin_a.turn(time);
        a.translation = spin_a.center - a.rotate(spin_a.center);
        Placed { b_in_a: b.seen_from(&a), a: Some(a) }
    }

    /// How the points at these places, from each centre, move relative to each other along an
    /// axis: the speed of B's less that of A's.
    pub fn speed_along(&self, axis: W, [arm_a, arm_b]: [W; 2]) -> f64 {
        let [a, b] = &self.spins;
        let relative = self.velocity + W::turning(b.angular, arm_b) - W::turning(a.angular, arm_a);
        axis.dot(relative)
    }
}
