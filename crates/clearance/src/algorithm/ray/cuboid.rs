//! A line through a box: the last plane it enters by, the first it leaves by.
//!
//! ```text
//!          |         |
//!    ------+---------+------       Between two parallel planes a line spends the time from
//!          |   box   |   /         "near" to "far". It is in the box while it is between all
//!    ------+--------/+--/---       pairs of them: from the last near to the first far.
//!          |      / | /
//! ```
//!
//! Each plane has a bound of its own (δ over the direction's coordinate across it), and the one
//! that proves most is the answer: a line along a face crosses that face's plane anywhere, but
//! the bound says so. Source: Kay and Kajiya 1986.

use super::{Chord, Crossing, Line, TINY, Through};
use crate::space::Vector;

/// The box with corners at plus and minus `half`.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(half: W, line: &Line<W>) -> Through<W> {
    let slack = line.slack((0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    if !(slack > TINY) {
        return Through::Unclear;
    }
    let (mut lower, mut upper) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let (mut near, mut far) = ((0.0, 0), (0.0, 0));
    for i in 0..W::DIM {
        // Mirrored, so that the line goes towards larger coordinates.
        let speed = line.along.get(i).abs();
        let start = if line.along.get(i) < 0.0 { -line.origin.get(i) } else { line.origin.get(i) };
        // Infinite across a line that is parallel to the planes. A quotient of nothing is NaN:
        // at δ from a plane, along it. No comparison holds for it, which is as it should be.
        let share = 1.0 / speed;
        let [enter, leave] = [-half.get(i) - start, half.get(i) - start];
        let [first, last] = [(enter - slack) * share, (enter + slack) * share];
        if first > lower[0] {
            (lower[0], near) = (first, (enter * share, i));
        }
        if last > lower[1] {
            lower[1] = last;
        }
        let [first, last] = [(leave - slack) * share, (leave + slack) * share];
        if last < upper[1] {
            (upper[1], far) = (last, (leave * share, i));
        }
        if first < upper[0] {
            upper[0] = first;
        }
    }
    if lower[0] > upper[1] {
        return Through::Missed;
    }
    let certain = lower[1] <= upper[0];
    let normal =
        |i: usize, sign: f64| W::unit(i) * if line.along.get(i) < 0.0 { -sign } else { sign };
    let [last, first] =
        if certain { [lower[1], upper[0]] } else { [f64::INFINITY, f64::NEG_INFINITY] };
    Through::Chord(Chord {
        enter: Crossing { at: near.0, lower: lower[0], upper: last, normal: normal(near.1, -1.0) },
        leave: Crossing { at: far.0, lower: first, upper: upper[1], normal: normal(far.1, 1.0) },
    })
}
