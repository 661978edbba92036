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
use super::{Line, Through, of_ball, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// All points within `radius` of the segment.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(
    [a, b]: [W; 2],
    radius: f64,
    line: &Line<W>,
) -> Through<W> {
    let to_end = (b - a) * 0.5;
    let half = to_end.norm();
    if half == 0.0 {
        // One point, or so short that squares underflow: too little to be told from the rounding
        // of all lengths that `of_ball` accepts.
        return of_ball(line, a, radius);
    }
    let (center, axis) = (a + to_end, to_end * (1.0 / half));
    let from = Line { origin: line.origin - center, along: line.along };
    let reach = half + radius;
    // The middle is rounded, too.
    let off = if center == W::ZERO { 0.0 } else { line.slack(center.max_abs()) };
    chord(&from, reach, off + from.slack(reach), |line, grow| cut(axis, half, radius + grow, line))
}

#[inline(always)]
fn cut<W: Vector<Scalar = f64>>(axis: W, half: f64, radius: f64, line: &Line<W>) -> Option<Cut<W>> {
    let [height, speed] = [line.origin.dot(axis), line.along.dot(axis)];
    let (origin, along) = (line.origin - axis * height, line.along - axis * speed);
    let sides = cylinder(origin, along, radius)?;
    // Where the line enters (-1) or leaves (1) the capsule, which is near where it does so with
    // the cylinder.
    let end = |s: f64, way: f64| {
        let at = height + speed * s;
        if at.abs() <= half {
            return Some((s, unit(origin + along * s)));
        }
        let from = line.origin - axis * if at > 0.0 { half } else { -half };
        let middle = -from.dot(line.along);
        let foot = from + line.along * middle;
        let square = radius * radius - foot.dot(foot);
        let chord = Scalar::sqrt(square) * way;
        (square >= 0.0).then(|| (middle + chord, unit(foot + line.along * chord)))
    };
    let (enter, first) = end(sides[0], -1.0)?;
    let (leave, last) = end(sides[1], 1.0)?;
    let middle = 0.5 * (enter + leave);
    let at = (height + speed * middle).max(-half).min(half);
    let depth = radius - (line.point(middle) - axis * at).norm();
    Some(Cut { ends: [enter, leave], normals: [first, last], depth })
}
