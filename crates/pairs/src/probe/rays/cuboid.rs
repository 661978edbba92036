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
use super::sure::{Ahead, LATE, Sure, in_range};
use crate::number::{max, min};
use crate::space::{DVector, Motion, Vector};

/// The result for most lines: where the line enters, without the other end of the chord.
#[inline(always)]
pub fn sure<W: DVector>(half: W, motion: &Motion<W>, line: &Line<W>, hollow: bool) -> Sure<W> {
    let slack = slack(half, line);
    if !in_range(slack) {
        return Sure::Open;
    }
    let origin = motion.unrotate(line.origin);
    let deep = |i: usize| origin.get(i).abs() + slack < half.get(i);
    if !hollow && (0..W::DIM).fold(true, |all, i| all & deep(i)) {
        return Sure::Inside;
    }
    let planes = Planes { half, slack, origin, axes: &motion.columns, along: line.along };
    let pairs: [Pair; 3] = core::array::from_fn(|i| planes.pair(i % W::DIM));
    // The last side is found without branches, because it cannot be predicted. A comparison of numbers that
    // has one use selects without a branch.
    let (mut last, mut axis) = (pairs[0], planes.axes[0]);
    let (mut met, mut left) = (last.first + last.error, last.last - last.error);
    for (pair, other) in pairs.into_iter().zip(*planes.axes).take(W::DIM).skip(1) {
        met = max(met, pair.first + pair.error);
        left = min(left, pair.last - pair.error);
        let later = pair.first - pair.error > last.first - last.error;
        let pick = |a: f64, b: f64| select_unpredictable(later, a, b);
        axis = W::from_fn(|k| pick(other.get(k), axis.get(k)));
        last.first = pick(pair.first, last.first);
        last.error = pick(pair.error, last.error);
        last.sign = pick(pair.sign, last.sign);
    }
    let ahead = Ahead { at: last.first, error: last.error, normal: axis * -last.sign };
    // At an edge the planes of both sides bound the time, and at a graze the line may miss.
    let certain = met <= min(left, ahead.at + ahead.error);
    if certain && ahead.at > ahead.error && ahead.at < LATE {
        return Sure::Ahead(ahead);
    }
    let beyond = (0..W::DIM).fold(f64::INFINITY, |m, i| min(m, pairs[i].last + pairs[i].error));
    let missed = max(ahead.at - ahead.error, 0.0) > beyond;
    if missed { Sure::Missed } else { Sure::Open }
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

impl<W: DVector> Planes<'_, W> {
    #[inline(always)]
    fn pair(&self, i: usize) -> Pair {
        let along = self.axes[i].dot(self.along);
        // A line that is parallel to the planes moves across them by less than any δ.
        let share = 1.0 / max(along.abs(), TINY);
        // Mirrored, so that the line goes towards larger coordinates.
        let sign = 1.0_f64.copysign(along);
        let start = self.origin.get(i) * sign;
        let half = self.half.get(i);
        let [first, last] = [-half - start, half - start].map(|way| way * share);
        Pair { first, last, error: self.slack * share, sign }
    }
}

/// Two opposite planes of a box, and a line.
#[derive(Clone, Copy)]
struct Pair {
    /// The times at which the line meets them.
    first: f64,
    last: f64,
    /// The error of both times.
    error: f64,
    /// Minus the outward normal of the first, along the axis.
    sign: f64,
}

/// The box with corners at plus and minus `half`: both ends of the chord.
pub fn through<W: DVector>(
    half: W,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let (mut enter, mut leave) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let mut places = [Place { at: 0.0, normal: W::ZERO }; 2];
    let slack = slack(half, line);
    if !usable(slack) {
        return Through::Unclear;
    }
    let origin = motion.unrotate(line.origin);
    let planes = Planes { half, slack, origin, axes: &motion.columns, along: line.along };
    for i in 0..W::DIM {
        let Pair { first, last, error, sign } = planes.pair(i);
        let normal = motion.columns[i] * -sign;
        if first - error > enter[0] {
            places[0] = Place { at: first, normal };
        }
        if last + error < leave[1] {
            places[1] = Place { at: last, normal: -normal };
        }
        enter = [max(enter[0], first - error), max(enter[1], first + error)];
        leave = [min(leave[0], last - error), min(leave[1], last + error)];
    }
    if max(enter[0], 0.0) > leave[1] {
        return Through::Missed;
    }
    if enter[1] > leave[0] {
        (enter[1], leave[0]) = (f64::INFINITY, f64::NEG_INFINITY);
    }
    Ends { chord: Chord { enter, leave }, places }.through(hollow)
}

#[inline(always)]
fn slack<W: DVector>(half: W, line: &Line<W>) -> f64 {
    line.slack((0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)))
}
