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

use super::{Answer, Chord, End, Line, Place, Through, usable};
use crate::space::Vector;

/// The box with corners at plus and minus `half`.
#[inline(always)]
pub(super) fn through<W: Vector<Scalar = f64>, A: Answer<W>>(
    half: W,
    line: &Line<W>,
    answer: A,
) -> Through<A::Output> {
    let slack = line.slack((0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    if !usable(slack) {
        return Through::Unclear;
    }
    let (mut enter, mut leave) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let (mut near, mut far) = ((0.0, 0), (0.0, 0));
    for i in 0..W::DIM {
        // Infinite across a line that is parallel to the planes. A quotient of nothing is NaN:
        // at δ from a plane, along it. No comparison holds for it, which is as it should be.
        let share = 1.0 / line.along.get(i).abs();
        // Mirrored, so that the line goes towards larger coordinates.
        let start = if line.along.get(i) < 0.0 { -line.origin.get(i) } else { line.origin.get(i) };
        let [first, last] = [-half.get(i) - start, half.get(i) - start];
        let [low, high] = [(first - slack) * share, (first + slack) * share];
        if low > enter[0] {
            (enter[0], near) = (low, (first * share, i));
        }
        if high > enter[1] {
            enter[1] = high;
        }
        let [low, high] = [(last - slack) * share, (last + slack) * share];
        if high < leave[1] {
            (leave[1], far) = (high, (last * share, i));
        }
        if low < leave[0] {
            leave[0] = low;
        }
    }
    if enter[0] > leave[1] {
        return Through::Missed;
    }
    if enter[1] > leave[0] {
        (enter[1], leave[0]) = (f64::INFINITY, f64::NEG_INFINITY);
    }
    Through::Met(answer.of(&Chord { enter, leave }, |end| {
        let (way, (at, i)) = if end == End::Enter { (-1.0, near) } else { (1.0, far) };
        let sign = if line.along.get(i) < 0.0 { -way } else { way };
        Place { at, normal: W::unit(i) * sign }
    }))
}
