//! A line through a capsule: the infinite cylinder around its segment, and where that is met
//! beyond an end, the ball there.
//!
//! ```text
//!        .-------------------.
//!    ---/-a-----------------b-\---     Who meets the cylinder beside the segment is on the
//!       \  |               |  /        capsule's side. Who meets it beyond b is in the ball
//!        '-------------------'         around b later, or never.
//! ```

use super::round::{Cut, chord, cylinder};
use super::{Answer, End, Line, Through, of_ball, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// Radii below this part of the segment's length lose digits of normals.
const THIN: f64 = 1e-3;

/// All points within `radius` of the segment.
#[inline(always)]
pub(super) fn through<W: Vector<Scalar = f64>, A: Answer<W>>(
    [a, b]: [W; 2],
    radius: f64,
    line: &Line<W>,
    answer: A,
) -> Through<A::Output> {
    let to_end = (b - a) * 0.5;
    let half = to_end.norm();
    if half == 0.0 {
        // One point, or so short that squares underflow: too little to be told from the rounding
        // of all lengths that `of_ball` accepts.
        return of_ball(line, a, radius, answer);
    }
    let (center, axis) = (a + to_end, to_end * (1.0 / half));
    let from = Line { origin: line.origin - center, along: line.along };
    let reach = half + radius;
    // The middle is rounded, too.
    let off = if center == W::ZERO { 0.0 } else { line.slack(center.max_abs()) };
    let slack = off + from.slack(reach);
    let grown = |line: &Line<W>, grow: f64| cut(axis, [half, radius + grow], line);
    chord(&from, [reach, slack], grown, answer)
}

#[inline]
fn cut<W: Vector<Scalar = f64>>(
    axis: W,
    [half, radius]: [f64; 2],
    line: &Line<W>,
) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let line = *line;
    let [height, speed] = [line.origin.dot(axis), line.along.dot(axis)];
    let (origin, along) = (line.origin - axis * height, line.along - axis * speed);
    let sides = cylinder(origin, along, radius)?;
    // Where the line enters (-1) or leaves (1) the capsule, which is near where it does so with
    // the cylinder.
    let end = |s: f64, way: f64| {
        let at = height + speed * s;
        if at.abs() <= half {
            return Some(s);
        }
        let from = line.origin - axis * if at > 0.0 { half } else { -half };
        let middle = -from.dot(line.along);
        let foot = from + line.along * middle;
        let square = radius * radius - foot.dot(foot);
        (square >= 0.0).then(|| middle + way * Scalar::sqrt(square))
    };
    let ends = [end(sides[0], -1.0)?, end(sides[1], 1.0)?];
    // From the nearest point of the segment.
    let away = move |s: f64| {
        let at = height + speed * s;
        let way = line.point(s) - axis * at.max(-half).min(half);
        // Beside a thin one that is mostly rounding, which need not be across the axis.
        let thin = radius < THIN * half && at.abs() < half;
        if thin { way - axis * axis.dot(way) } else { way }
    };
    let depth = radius - away(0.5 * (ends[0] + ends[1])).norm();
    Some((Cut { ends, depth }, move |end| unit(away(ends[usize::from(end == End::Leave)]))))
}
