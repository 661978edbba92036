//! GJK: the distance of the origin from the Minkowski difference, or that the origin is inside.
//!
//! 1. Take a point of the difference. `v` is the point nearest the origin seen so far.
//! 2. Find the support point `w` of the difference along -v: the farthest one towards and past
//!    the origin. No point of the difference is lower along v than w, so v.w / |v| is a lower
//!    bound on the distance, and |v| an upper one.
//! 3. If w is a corner of the simplex already, or the bounds have met, stop. (If the bounds have met but
//!    v still turns, go on: see the last rule below.)
//! 4. Add w to the simplex. `v` becomes the point of the simplex that is nearest the origin, and corners
//!    that this point does not need are removed. If the simplex contains the origin, the cores overlap.
//!
//! On curved shapes, Newton's method gives a better direction than -v: see `aim`. Its support points
//! prove bounds and become corners in the same way.
//!
//! The difference A - B is never built: see [`crate::shape::difference`].
//!
//! Five rules make it robust:
//!
//! - While v.w > 0 proves a gap, a simplex that seems to contain the origin is not believed. Otherwise
//!   flat tetrahedra of separated pairs would count as overlap.
//! - A step that comes no nearer is allowed a few times, if the loss is within rounding: a face that has
//!   the direction of a tiny gap may be no nearer than one of its edges. Then the loop ends, so that
//!   rounding cannot make it cycle.
//! - If several features are equally near, the one with the newest corner is taken. With the others the
//!   same corner would be found again.
//! - Before the loop ends without progress, it looks once along the other side of v: if v is
//!   perpendicular to an edge, rounding may have chosen the wrong end of the edge.
//! - If both shapes have corners only, the search goes on after the bounds have met, as long as each new
//!   corner turns v. The distance changes with the square of the angle by which v leans, so it is known
//!   to the last digit long before v is.
//!
//! Sources: Gilbert, Johnson, Keerthi 1988; van den Bergen 1999 (termination); Montaut et al.
//! 2022 (GJK as Frank-Wolfe: the duality gap).

mod aim;
pub(crate) mod curved_difference;
#[doc(hidden)]
pub mod lanes;
#[doc(hidden)]
pub mod poses;
pub mod simplex;

use crate::answer::{Algorithm, End};
use crate::gjk::simplex::{Closest, Known, Simplex, find_closest};
use crate::number::{max, sqrt};
use crate::shape::NO_ID;
use crate::shape::difference::{Difference, Pair};
use crate::space::DVector;
use crate::trace::{Trace, Watch};
pub(crate) use aim::lower;
pub(crate) use aim::{Aim, Edge, Flat, flat};

/// No query takes more support points than this. The slowest of a million random pairs takes 84
/// (`CLEARANCE_PAIRS=1000000 cargo test --test answers properties -- --nocapture`).
pub const MOST_STEPS: u32 = 256;

/// How many steps may come no nearer. After that the search ends.
const PATIENCE: u32 = 8;

/// A direction that turns by less than this many epsilons has settled. Rounding turns it by as much between
/// the corners of parallel faces, and each turn would cost a support point.
const SETTLED: f64 = 4096.0;

/// When the search may end. Lengths are in the unit of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// End as soon as the distance is proven to be above this; infinity to go on.
    pub above: f64,
    /// End as soon as the distance is proven to be at most this; negative to go on.
    pub below: f64,
    /// The gap between the bounds, relative to the distance, at which they have met.
    pub accuracy: f64,
    /// Do both shapes have corners only? Then the search goes on after the bounds have met, as long as a
    /// new corner turns the direction. A distance that is known to the last digit leaves the direction
    /// open by 1e-8 rad.
    pub corners: bool,
}

/// GJK: the state of the loop, and at its end the result. Lengths are in the unit of the difference.
#[doc(hidden)]
pub struct Search<W> {
    /// The corners around the nearest point, or around the origin.
    pub simplex: Simplex<W>,
    /// From the origin to the nearest feature, perpendicular to it.
    pub v: W,
    /// The distance is at most this, up to rounding: that of the nearest point. It never grows.
    pub upper: f64,
    /// The distance is at least this, up to rounding; minus infinity before any support.
    pub lower: f64,
    /// The axis that proves `lower`, from the origin to the difference. Of any length.
    pub axis: W,
    /// Does the simplex contain the origin, exactly or within rounding?
    pub overlap: bool,
    /// Why the search ended.
    pub end: End,
    /// The number of support points.
    pub steps: u32,
    /// How many more steps may come no nearer.
    patience: u32,
    aims: Aims<W>,
}

/// When to use the direction of Newton's method: see [`aim`].
#[derive(Clone, Copy)]
struct Aims<W> {
    /// The next direction. If there is none, the direction is -v.
    next: Option<Aim<W>>,
    /// How many steps along -v come before the next aim. It never counts down for shapes without curves.
    left: u32,
    /// How many steps will come before the aim after that, if the next aim brings nothing.
    pause: u32,
}

impl<W: DVector> Aims<W> {
    const NONE: Self = Self { next: None, left: u32::MAX, pause: 1 };
    /// The first steps are not aimed: most pairs that are far apart need no more of them.
    const FIRST: Self = Self { next: None, left: 2, pause: 1 };

    fn new(difference: &Difference<'_, W>) -> Self {
        if aim::bends(difference) { Self::FIRST } else { Self::NONE }
    }
    /// The state after the shapes moved.
    fn again(&mut self) {
        if self.left != u32::MAX {
            *self = Self::FIRST;
        }
    }
}

impl<W: DVector> Default for Search<W> {
    #[inline(always)]
    fn default() -> Self {
        Self {
            simplex: Simplex::default(),
            v: W::ZERO,
            upper: f64::INFINITY,
            lower: -f64::INFINITY,
            axis: W::ZERO,
            overlap: false,
            end: End::NoProgress,
            steps: 0,
            patience: PATIENCE,
            aims: Aims::NONE,
        }
    }
}

/// The first direction: to the origin from a guess of the nearest point of the difference, or without a
/// guess from the difference of the centres.
fn first<W: DVector>(difference: &Difference<'_, W>, guess: Option<W>) -> W {
    let guess = guess.unwrap_or_else(|| difference.center());
    -(if guess == W::ZERO { W::unit(0) } else { guess })
}

impl<W: DVector> Search<W> {
    /// Starts from the corners of the simplex. If there are none, starts from a guess of the nearest point
    /// of the difference, or without a guess from the difference of the centres.
    pub fn begin(&mut self, difference: &Difference<'_, W>, guess: Option<W>) {
        if self.simplex.len == 0 {
            self.simplex.push(difference.support(first(difference, guess), [NO_ID; 2]));
            self.steps = 1;
        }
        self.aims = Aims::new(difference);
        self.settle(Known::default());
        // Corners from elsewhere may be tiny beside the pair, and surround the origin by rounding alone. If
        // that is possible, the search goes on from the nearest face.
        if self.overlap && self.simplex.depth() <= self.rounding() {
            self.settle(Known { apart: true, newest: false });
        }
    }

    /// Uses Newton's method from the next step on, for a search whose first corners are near the last ones.
    pub fn aim(&mut self) {
        if self.aims.left != u32::MAX {
            self.aims.left = 0;
        }
    }

    /// Resets the state and returns the empty simplex. The caller must fill it, and call [`Search::moved`] next.
    pub fn restart(&mut self) -> &mut Simplex<W> {
        self.simplex.len = 0;
        (self.v, self.axis, self.overlap) = (W::ZERO, W::ZERO, false);
        (self.upper, self.lower) = (f64::INFINITY, -f64::INFINITY);
        (self.end, self.steps, self.patience) = (End::NoProgress, 0, PATIENCE);
        self.aims = Aims::NONE;
        &mut self.simplex
    }

    /// Moves v to the point of the simplex that is nearest the origin.
    fn settle(&mut self, known: Known) {
        let mut nearest = Closest::nowhere();
        find_closest(&self.simplex.points()[..self.simplex.len], known, &mut nearest);
        self.simplex.settle(&nearest);
        self.v = nearest.direction;
        self.axis = nearest.direction;
        self.upper = nearest.point.norm();
        self.overlap = nearest.inside;
    }

    /// Searches until the goal is reached or the search ends. The guess is that of [`Search::begin`]; only
    /// the observer uses it.
    pub fn run<T>(
        &mut self,
        difference: &Difference<'_, W>,
        goal: &Goal,
        guess: Option<W>,
        trace: &mut T,
    ) where
        T: Trace<W>,
    {
        let mut watch = Watch::new(trace, difference.scale);
        watch.start(Algorithm::Gjk);
        if watch.watches()
            && let (1, [corner]) = (self.steps, self.simplex.corners())
        {
            watch.support(first(difference, guess), corner);
        }
        let mut w = Pair::default();
        self.end = loop {
            if let Some(end) = self.step(difference, goal, &mut watch, &mut w) {
                break end;
            }
        };
        watch.finish(self.end);
    }

    /// One turn of the loop. Returns why the loop ends, if it does. `w` becomes the support point, which is
    /// then in the simplex unless the loop ended.
    #[inline]
    pub fn step<T: Trace<W>>(
        &mut self,
        difference: &Difference<'_, W>,
        goal: &Goal,
        watch: &mut Watch<'_, W, T>,
        w: &mut Pair<W>,
    ) -> Option<End> {
        let Simplex { len, weights, .. } = &self.simplex;
        let closest = if self.overlap { W::ZERO } else { self.v };
        watch.simplex(self.simplex.corners(), &weights[..*len], closest);
        if self.touches() {
            self.overlap = true;
            return Some(End::Converged);
        }
        if self.steps >= MOST_STEPS {
            return Some(End::StepLimit);
        }
        if let Some(aim) = self.aims.next {
            return self.aimed_step(&aim, difference, goal, watch, w);
        }
        *w = difference.support(-self.v, self.hints());
        self.bound_by(w, self.v);
        watch.support(-self.v, w);
        watch.bounds(self.lower, self.upper);
        if self.meets(goal) {
            return Some(End::Early);
        }
        if self.simplex.contains(w.c) {
            return Some(End::Converged);
        }
        if self.converged(goal) {
            return if goal.corners && self.turns(w) { None } else { Some(End::Converged) };
        }
        let toward = self.v;
        if self.advance(w) {
            // Only after a gap is proven: before, GJK would accept a simplex that contains the origin
            // only by rounding.
            if self.aims.left == 0 && self.lower > 0.0 {
                self.aims.next = Aim::new(difference, &self.simplex, toward, w, false);
            }
            if self.aims.left != u32::MAX {
                self.aims.left = self.aims.left.saturating_sub(1);
            }
            return None;
        }
        let Some(aside) = self.aside(w.c) else { return Some(End::NoProgress) };
        *w = difference.support(aside, self.hints());
        self.steps += 1;
        watch.support(aside, w);
        if self.advance(w) { None } else { Some(End::NoProgress) }
    }

    /// One turn of the loop in the direction of Newton's method. If its corners bring nothing, the next
    /// steps go along -v.
    fn aimed_step<T: Trace<W>>(
        &mut self,
        aim: &Aim<W>,
        difference: &Difference<'_, W>,
        goal: &Goal,
        watch: &mut Watch<'_, W, T>,
        w: &mut Pair<W>,
    ) -> Option<End> {
        self.aims.next = None;
        *w = difference.support(-aim.toward, self.hints());
        let before = self.lower;
        self.bound_by(w, aim.toward);
        watch.support(-aim.toward, w);
        watch.bounds(self.lower, self.upper);
        if self.meets(goal) {
            return Some(End::Early);
        }
        self.join(w);
        if let Some(other) = aim.other_end(difference, w) {
            self.join(&other);
        }
        if self.touches() {
            return None;
        }
        if self.converged(goal) {
            return Some(End::Converged);
        }
        if self.lower > before {
            self.aims.next = Aim::new(difference, &self.simplex, aim.toward, w, false);
        } else {
            (self.aims.left, self.aims.pause) = (self.aims.pause, 2 * self.aims.pause);
        }
        None
    }

    /// Continues after the shapes moved: forms the corners again from the same points of the shapes, and
    /// finds new bounds. `known` is what the caller knows of the corners.
    pub fn moved(&mut self, difference: &Difference<'_, W>, known: Known) {
        let len = self.simplex.len;
        for corner in &mut self.simplex.pairs[..len] {
            corner.c = difference.point(corner.a, corner.b);
        }
        self.settle(known);
        self.lower = -f64::INFINITY;
        self.patience = PATIENCE;
        self.aims.again();
        self.steps = 0;
    }

    /// Is the nearest point the origin, within the rounding of the corners?
    fn touches(&self) -> bool {
        self.overlap || self.upper <= self.rounding() || self.v == W::ZERO
    }

    /// The numbers of the newest corner: where a climb may start.
    pub fn hints(&self) -> [u32; 2] {
        self.simplex.corners().last().map_or([NO_ID; 2], |p| p.ids)
    }

    /// Raises the lower bound to what the support point of a direction proves.
    fn bound_by(&mut self, w: &Pair<W>, toward: W) {
        self.steps += 1;
        let bound = toward.dot(w.c) / toward.norm();
        // If two are equal, the newest is taken: its direction is that of the points in the answer.
        if bound > self.lower - f64::EPSILON * self.upper {
            self.lower = bound;
            self.axis = toward;
        }
    }

    fn meets(&self, goal: &Goal) -> bool {
        self.lower > goal.above || self.upper <= goal.below
    }

    fn converged(&self, goal: &Goal) -> bool {
        self.upper - self.lower <= goal.accuracy * self.upper
    }

    /// Adds a corner and moves v to the nearest point. Returns false and changes nothing if v would come no
    /// nearer.
    fn advance(&mut self, w: &Pair<W>) -> bool {
        let apart = self.lower > 0.0;
        self.simplex.push(*w);
        let points = self.simplex.points();
        let points = &points[..self.simplex.len];
        let mut nearest = Closest::nowhere();
        find_closest(points, Known { apart, newest: true }, &mut nearest);
        if !nearest.inside && nearest.point.norm() >= self.upper {
            // If two are equally near, the newest is taken: with the other, the same corner would be found
            // again and again.
            let known = Known { apart, newest: false };
            nearest.unless_nearer(|other| find_closest(points, known, other));
        }
        let upper = nearest.point.norm();
        if !nearest.inside && !self.tolerates(upper) {
            self.simplex.len -= 1;
            return false;
        }
        self.simplex.settle(&nearest);
        self.v = nearest.direction;
        self.upper = upper;
        self.overlap = nearest.inside;
        true
    }

    /// Adds a corner that may bring v no nearer.
    fn join(&mut self, w: &Pair<W>) {
        let is_known = self.simplex.contains(w.c) || self.overlap;
        if !is_known {
            self.advance(w);
        }
    }

    /// Adds a corner after the bounds have met. Returns whether the direction turned.
    fn turns(&mut self, w: &Pair<W>) -> bool {
        let before = self.v;
        let goes_on = self.advance(w) && !self.touches();
        let least = SETTLED * f64::EPSILON * self.upper;
        goes_on && (self.v - before).norm() > least
    }

    /// Is this nearer than before, or farther by no more than rounding?
    fn tolerates(&mut self, upper: f64) -> bool {
        if upper < self.upper {
            return true;
        }
        // Written so that NaN, which a user-defined shape may return, gives false.
        let same = upper <= self.upper + self.rounding();
        self.patience = self.patience.saturating_sub(1);
        same && self.patience > 0
    }

    /// The direction to try if `w`, the support point along -v, brings nothing although the bounds are
    /// apart. If v is perpendicular to an edge of a shape, rounding decides which end of the edge w is on,
    /// and it may be the far end each time. The direction is mirrored at v: there the near end is the
    /// support point, and support points of round shapes barely move.
    fn aside(&self, w: W) -> Option<W> {
        if self.upper - self.lower <= 4.0 * self.rounding() {
            return None;
        }
        let back = (self.v - w).unit_along()?;
        let least = 1e-2 * sqrt(f64::EPSILON) * self.v.norm();
        Some(back * (2.0 * self.v.dot(back).abs() + least) - self.v)
    }

    /// A bound on the rounding error of the corners.
    fn rounding(&self) -> f64 {
        let corners = self.simplex.corners();
        let size = corners.iter().fold(0.0, |m, p| max(m, p.c.max_abs()));
        4.0 * f64::EPSILON * size
    }
}
