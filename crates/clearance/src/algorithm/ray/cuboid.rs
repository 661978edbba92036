//! A line through a box: the last plane through which it enters, the first through which it leaves.
//!
//! ```text
//!          |         |
//!    ------+---------+------       Between two parallel planes a line spends the time from
//!          |   box   |   /         "near" to "far". It is in the box while it is between all
//!    ------+--------/+--/---       pairs of them: from the last near to the first far.
//!          |      / | /
//! ```
//!
//! Each plane has its own bound (δ over the direction's coordinate along its normal), and the bound that
//! proves most is the answer. A line along a face may cross that face's plane anywhere, and the bound
//! accounts for this. Source: Kay and Kajiya 1986.

use core::hint::select_unpredictable;

use super::chord::{Chord, Ends, Place, Through};
use super::line::{Line, TINY, usable};
use crate::number::Scalar;
use crate::space::{Motion, Vector};

/// The box with corners at plus and minus `half`.
#[inline(always)]
pub fn through<W: Vector<Scalar = f64>>(
    half: W,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let slack = slack(half, line);
    if !usable(slack) {
        return Through::Unclear;
    }
    let origin = motion.unrotate(line.origin);
    let deep = |i: usize| origin.get(i).abs() + slack < half.get(i);
    if !hollow && (0..W::DIM).fold(true, |all, i| all & deep(i)) {
        return Through::Inside;
    }
    let planes = Planes { half, slack, origin, axes: &motion.columns, along: line.along };
    let (mut enter, mut leave) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let (mut at, mut lows) = (0.0, [0.0; 3]);
    for (i, kept) in lows.iter_mut().enumerate().take(W::DIM) {
        let ([first, last], error) = planes.pair(i);
        let [low, high] = [first - error, last + error];
        // Which side is the last cannot be predicted. A comparison of numbers that has one use selects
        // without a branch.
        at = select_unpredictable(low > enter[0], first, at);
        *kept = low;
        enter = [Scalar::max(enter[0], low), Scalar::max(enter[1], first + error)];
        leave = [Scalar::min(leave[0], last - error), Scalar::min(leave[1], high)];
    }
    if Scalar::max(enter[0], 0.0) > leave[1] {
        return Through::Missed;
    }
    if enter[0] > 0.0 && enter[1] <= leave[0] {
        let mut side = planes.axes[W::DIM - 1];
        for i in (0..W::DIM - 1).rev() {
            let axis = planes.axes[i];
            side =
                W::from_fn(|k| select_unpredictable(lows[i] >= enter[0], axis.get(k), side.get(k)));
        }
        return Through::ahead(enter, Place { at, normal: planes.facing(side) });
    }
    at_both_ends(half.copied(), motion, &line.copied(), hollow)
}

/// The planes of a box, and a line.
struct Planes<'m, W: Vector> {
    half: W,
    slack: f64,
    /// In the frame of the box.
    origin: W,
    /// In the axes of the world.
    along: W,
    axes: &'m [W; 3],
}

impl<W: Vector<Scalar = f64>> Planes<'_, W> {
    /// The outward normal of the first of the two planes across an axis.
    #[inline(always)]
    fn facing(&self, axis: W) -> W {
        axis * -1.0_f64.copysign(axis.dot(self.along))
    }
    /// The times at which the line meets the two planes across axis `i`, and their error.
    #[inline(always)]
    fn pair(&self, i: usize) -> ([f64; 2], f64) {
        let along = self.axes[i].dot(self.along);
        // A line that is parallel to the planes moves across them by less than any δ.
        let share = 1.0 / Scalar::max(along.abs(), TINY);
        // Mirrored, so that the line goes towards larger coordinates.
        let sign = 1.0_f64.copysign(along);
        let start = self.origin.get(i) * sign;
        let half = self.half.get(i);
        ([-half - start, half - start].map(|way| way * share), self.slack * share)
    }
}

/// For rays that start inside or on the surface, and that may miss within rounding.
#[cold]
#[inline(never)]
fn at_both_ends<W: Vector<Scalar = f64>>(
    half: W,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let (mut enter, mut leave) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let mut places = [Place { at: 0.0, normal: W::ZERO }; 2];
    let slack = slack(half, line);
    let origin = motion.unrotate(line.origin);
    let planes = Planes { half, slack, origin, axes: &motion.columns, along: line.along };
    for i in 0..W::DIM {
        let ([first, last], error) = planes.pair(i);
        let normal = planes.facing(motion.columns[i]);
        if first - error > enter[0] {
            places[0] = Place { at: first, normal };
        }
        if last + error < leave[1] {
            places[1] = Place { at: last, normal: -normal };
        }
        enter = [Scalar::max(enter[0], first - error), Scalar::max(enter[1], first + error)];
        leave = [Scalar::min(leave[0], last - error), Scalar::min(leave[1], last + error)];
    }
    if enter[1] > leave[0] {
        (enter[1], leave[0]) = (f64::INFINITY, f64::NEG_INFINITY);
    }
    Ends { chord: Chord { enter, leave }, places }.through(hollow)
}

#[inline(always)]
fn slack<W: Vector<Scalar = f64>>(half: W, line: &Line<W>) -> f64 {
    line.slack((0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)))
}
