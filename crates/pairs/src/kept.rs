//! What is kept of a pair of bodies from step to step, in a few cache lines: for scenes of many pairs.
//!
//! ```text
//!   Anchor, 40 bytes in f32   where B stood in A's frame when the contact was searched, and how far it
//!                             may move: all that is read of a pair at rest
//!   Kept, 272 bytes           the points in the frames of the shapes, and where the next search starts
//! ```
//!
//! The rule is that of `rest`: while no point of B has moved by more than D, the points stay. Here the poses are
//! compared as quaternions, or as complex numbers in 2D. Two rotations of the unit quaternions q and q' by angles
//! whose difference is w move a point at distance r by at most 2 sin(w/2) r, and |q' - q| is 2 sin(w/4); in 2D |z' -
//! z| is 2 sin(w/2). So
//!
//! ```text
//!   D <= |t' - t| + 2 |q' - q| r        in 3D, and without the 2 in 2D
//! ```
//!
//! *The points that are beyond the margin stay beyond it.* D is also at most the distance of each separation to the
//! margin, so no point crosses it, and nothing has to be computed.
//!
//! *Rounding.* The stored pose is rounded to the precision of the shapes: t by half an epsilon of its length, q by
//! half an epsilon (`STORED`). The poses are subtracted and turned in `f64`, which adds less than 64 of its
//! epsilons. Both are taken from what B may move by. If the squares of lengths of q are off by `OFF_UNIT`, |q' - q|
//! is off by half of this share; `SURPLUS` is for that and for the roundings of the stored D and r.

use crate::answer::Manifold;
use crate::cache::{Cache, Start};
use crate::depth::sat::d3::Axes;
use crate::number::Scalar;
use crate::patch::points::Points;
use crate::patch::rest::{Rest, is_sum_of_roots_within};
use crate::query::{Placement, Query};
use crate::shape::Shape;
use crate::space::{Pose, Turn, Vector};

/// By how much the square of a rotation's length may differ from 1. Other rotations are only those that a
/// caller gave.
const OFF_UNIT: f64 = 1e-5;

/// The share of D that lengths of quaternions and the rounding of D and r may add.
const SURPLUS: f64 = OFF_UNIT;

/// Epsilons of the precision of the shapes by which the stored pose may be off.
const STORED: f64 = 0.5;

/// Squares of lengths below this may underflow in `f32`.
const SMALLEST: f64 = 1e-15;

/// Where B stood in A's frame when their contact was searched, and how far it may move until it is searched anew.
#[derive(Clone, Copy, Debug)]
pub struct Anchor<V: Vector> {
    translation: V,
    turn: [V::Scalar; 4],
    /// The largest D; 0 if nothing is known.
    leave: V::Scalar,
    /// r.
    radius: V::Scalar,
    /// Is A seen from B?
    is_exchanged: bool,
    /// Which of the shapes is a ball in 3D, whose frame is not that of its pose.
    balls: [bool; 2],
}

/// The contact of two convex shapes, and what its next search starts from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    start: Start,
    points: Points,
}

/// Memory for searches. What was left there by another pair changes nothing.
#[derive(Clone, Debug)]
pub struct Room<V: Vector> {
    cache: Cache,
    found: Option<Manifold<V>>,
}

impl<V: Vector> Default for Room<V> {
    fn default() -> Self {
        Self { cache: Cache::default(), found: None }
    }
}

impl<V: Vector> Anchor<V> {
    /// Of a pair that was not searched yet.
    pub const NONE: Self = Self {
        translation: V::ZERO,
        turn: [V::Scalar::ZERO; 4],
        leave: V::Scalar::ZERO,
        radius: V::Scalar::ZERO,
        is_exchanged: false,
        balls: [false; 2],
    };

    /// Has B moved so little that the contact has the same points, or that there is still none?
    #[inline]
    pub fn holds(&self, a: &Pose<V>, b: &Pose<V>) -> bool {
        let leave = self.leave.to_f64();
        if leave <= 0.0 {
            return false;
        }
        let [a, b] = if self.is_exchanged { [b, a] } else { [a, b] };
        let shift = self.origin(a, b) - self.translation.widen();
        let shift = shift.dot(shift);
        // Most bodies that move do so by more than that.
        if shift > leave * leave {
            return false;
        }
        let (mut by, mut length) = (0.0, 0.0);
        for (now, then) in self.rotation(a, b).iter().zip(self.turn) {
            let change = now - then.to_f64();
            (by, length) = (by + change * change, length + now * now);
        }
        let r = self.radius.to_f64() * if V::DIM == 3 { 2.0 } else { 1.0 };
        (length - 1.0).abs() <= OFF_UNIT && is_sum_of_roots_within([shift, by * r * r], leave)
    }

    /// Of two shapes of which B may move by `leave` as A sees it. B is in the ball of this radius around its origin.
    pub fn free(a: &Pose<V>, b: &Pose<V>, leave: f64, radius: f64) -> Self {
        Self::NONE.placed(a, b, leave, radius)
    }
    /// For an anchor that was made with A and B exchanged: it takes poses in the order of the pair.
    #[must_use]
    pub fn seen_from_b(self, is_exchanged: bool) -> Self {
        Self { is_exchanged, ..self }
    }
    /// After a search at these poses.
    fn of(rest: &Rest, a: &Pose<V>, b: &Pose<V>) -> Self {
        let none = Self { balls: rest.balls, ..Self::NONE };
        let Some([leave, radius]) = rest.leave() else { return none };
        none.placed(a, b, leave, radius)
    }
    fn placed(self, a: &Pose<V>, b: &Pose<V>, leave: f64, radius: f64) -> Self {
        let (translation, turn) = (self.origin(a, b), self.rotation(a, b));
        let rounding = STORED * V::Scalar::EPSILON.to_f64() + 64.0 * f64::EPSILON;
        let leave = (1.0 - SURPLUS) * (leave - rounding * (translation.norm() + 2.0 * radius));
        if !(leave > SMALLEST && leave.is_finite()) {
            return self;
        }
        let [leave, radius] = [leave, radius].map(V::Scalar::of);
        let (translation, turn) = (V::narrow(translation), turn.map(V::Scalar::of));
        Self { translation, turn, leave, radius, ..self }
    }

    /// B's origin as A sees it. A ball looks the same however it is turned, and a ball A has the axes of the world: see
    /// [`Placement::frames`].
    #[inline(always)]
    fn origin(&self, a: &Pose<V>, b: &Pose<V>) -> V::Wide {
        let way = Placement::InWorld(a, b).way();
        if self.balls[0] { way } else { a.unrotate(way) }
    }
    /// B's rotation as A sees it.
    #[inline(always)]
    fn rotation(&self, a: &Pose<V>, b: &Pose<V>) -> [f64; 4] {
        match self.balls {
            [_, true] => [0.0, 0.0, 0.0, 1.0],
            [true, false] => b.turn().numbers(),
            [false, false] => between(V::DIM, a.turn().numbers(), b.turn().numbers()),
        }
    }
}

/// The rotation from one to the other: conjugate(p) q.
#[inline(always)]
fn between(dim: usize, [a, b, c, d]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    if dim == 2 {
        return [a * x + b * y, a * y - b * x, 0.0, 0.0];
    }
    [
        d * x - a * w - b * z + c * y,
        d * y + a * z - b * w - c * x,
        d * z - a * y + b * x - c * w,
        d * w + a * x + b * y + c * z,
    ]
}

impl Kept {
    /// Searches the contact of a pair, with a margin and a slop; that of two boxes along these axes, if they are known.
    /// `None` if the contact is kept. Otherwise it is returned, and only the start of the next search is kept.
    #[inline]
    pub fn search<'r, V: Vector>(
        &mut self,
        anchor: &mut Anchor<V>,
        [(a, pose_a), (b, pose_b)]: [(&Shape<V>, &Pose<V>); 2],
        axes: Option<Axes>,
        [margin, slop]: [V::Scalar; 2],
        room: &'r mut Room<V>,
    ) -> Option<&'r Manifold<V>> {
        let Room { cache, found } = room;
        cache.enter(V::DIM);
        (cache.start, cache.rest.points) = (self.start, self.points);
        cache.rest.is_good = false;
        let query = Query::new(a, pose_a, b, pose_b).along(axes).slop(slop);
        query.cache(cache).manifold_into(margin, found);
        (self.start, self.points) = (cache.start, cache.rest.points);
        *anchor = Anchor::of(&cache.rest, pose_a, pose_b);
        if self.points.is_returned { None } else { found.as_ref() }
    }

    /// Are there points within the margin?
    pub fn has_points(&self) -> bool {
        self.points.is_returned && self.points.count() > 0
    }

    /// The contact at these poses, at which it was searched or the anchor holds. `is_same`: was it asked for once
    /// more since it was searched?
    pub fn manifold<V: Vector>(
        &self,
        anchor: &Anchor<V>,
        [a, b]: [&Pose<V>; 2],
        margin: V::Scalar,
        is_same: bool,
    ) -> Option<Manifold<V>> {
        let mut points = self.points;
        if is_same {
            points.again();
        }
        let [b_in_a, frame] = Placement::InWorld(a, b).frames(anchor.balls);
        let (at, mut found) = (points.at(&b_in_a), None);
        points.manifold_into(&at, &b_in_a, &frame, margin.to_f64(), &mut found);
        found
    }
}
