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

use super::chord::{Chord, End, Place, Through};
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
    let slack = line.slack((0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    if !usable(slack) {
        return Through::Unclear;
    }
    let origin = motion.unrotate(line.origin);
    let deep = |i: usize| origin.get(i).abs() + slack < half.get(i);
    if !hollow && (0..W::DIM).fold(true, |all, i| all & deep(i)) {
        return Through::Inside;
    }
    let (mut enter, mut leave) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let (mut near, mut far) = (0, 0);
    let mut places = [[0.0; 2]; 3];
    for (i, place) in places.iter_mut().enumerate().take(W::DIM) {
        // A line that is parallel to the planes moves across them by less than any δ.
        let along = motion.columns[i].dot(line.along);
        let share = 1.0 / Scalar::max(along.abs(), TINY);
        // Mirrored, so that the line goes towards larger coordinates.
        let start = origin.get(i) * 1.0_f64.copysign(along);
        let [first, last] = [-half.get(i) - start, half.get(i) - start].map(|way| way * share);
        let error = slack * share;
        let [low, high] = [first - error, last + error];
        near = select_unpredictable(low > enter[0], i, near);
        far = select_unpredictable(high < leave[1], i, far);
        enter = [Scalar::max(enter[0], low), Scalar::max(enter[1], first + error)];
        leave = [Scalar::min(leave[0], last - error), Scalar::min(leave[1], high)];
        *place = [first, last];
    }
    if enter[0] > leave[1] {
        return Through::Missed;
    }
    if enter[1] > leave[0] {
        (enter[1], leave[0]) = (f64::INFINITY, f64::NEG_INFINITY);
    }
    Chord { enter, leave }.through(hollow, |end| {
        let (way, i) = if end == End::Enter { (-1.0_f64, near) } else { (1.0, far) };
        let side = motion.columns[i];
        let sign = way.copysign(way * side.dot(line.along));
        Place { at: places[i][usize::from(end == End::Leave)], normal: side * sign }
    })
}
